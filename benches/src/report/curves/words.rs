//! What the curves say: every name and number in these sentences is computed.

use super::{Curve, Mix, Operation, Point};
use crate::measure::Estimate;
use crate::report::cells::{count, many};
use crate::report::{Unit, level};

/// The lengths of which the fastest is named.
const NAMED: [usize; 4] = [8, 24, 64, 1024];

/// What one operation's curves say.
pub(super) fn operation(operation: &Operation) -> Vec<String> {
    let fastest: Vec<String> = NAMED
        .into_iter()
        .filter_map(|length| fastest(operation, length))
        .collect();
    let mut words = Vec::new();
    if operation.curves.len() > 1 && !fastest.is_empty() {
        words.push(format!(
            "{}: the fastest at {}.",
            operation.name,
            fastest.join("; at ")
        ));
    }
    words.extend(step(operation));
    words
}

/// The fastest at a length, and who cannot be told from it.
fn fastest(operation: &Operation, length: usize) -> Option<String> {
    let mut points: Vec<(&Curve, &Point)> = operation
        .curves
        .iter()
        .filter_map(|curve| Some((curve, curve.at(length)?)))
        .collect();
    points.sort_by(|(_, a), (_, b)| a.ratio.median.total_cmp(&b.ratio.median));
    let ((first, best), others) = points.split_first()?;
    let others = others
        .iter()
        .map(|(curve, point)| (curve.name, point.ratio));
    Some(format!(
        "{} bytes is {} with {}{}",
        count(length),
        first.name,
        Unit::Nanoseconds.show(best.ns.median),
        level::level(best.ratio, others),
    ))
}

/// What the byte that goes to the heap costs.
fn step(operation: &Operation) -> Option<String> {
    let mut steps: Vec<(&Curve, f64)> = operation
        .curves
        .iter()
        .filter_map(|curve| {
            let (inline, heap) = curve.step()?;
            Some((curve, heap.ns.median / inline.ns.median))
        })
        .collect();
    steps.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    let (least, most) = (steps.first()?, steps.last()?);
    let ratios = steps.iter().map(|(_, ratio)| *ratio).collect();
    let told = |(curve, ratio): &(&Curve, f64)| {
        format!(
            "{} for {} (at {} to {} bytes)",
            Unit::Times.show(*ratio),
            curve.name,
            count(curve.inline_capacity),
            count(curve.inline_capacity + 1),
        )
    };
    let range = if steps.len() == 1 {
        told(most)
    } else {
        let median = Unit::Times.show(Estimate::of(ratios).median);
        format!("{median} on median, {}, {}", told(least), told(most))
    };
    Some(format!(
        "{}: the time of one byte more than fits inline, over that of the last that fits: {range}.",
        operation.name,
    ))
}

/// What mixes cost beyond what the curves say.
pub(super) fn mixes(operations: &[Operation]) -> Vec<String> {
    let mut kinds: Vec<&str> = Vec::new();
    for (_, _, mix) in measured(operations) {
        if !kinds.contains(&mix.name) {
            kinds.push(mix.name);
        }
    }
    let mut words: Vec<String> = kinds
        .into_iter()
        .filter_map(|kind| mixed(operations, kind))
        .collect();
    words.push(
        "Sorted by length the same texts are as many and lie in the same caches: what their order \
         adds is branches that the processor cannot foresee. The rest is that there are more of \
         them than of one length."
            .to_owned(),
    );
    words
}

/// By how much a mix must exceed the curves for them to mislead.
const MISLEADING: f64 = 1.5;

fn mixed(operations: &[Operation], kind: &str) -> Option<String> {
    let mut mixes: Vec<(&Operation, &Curve, &Mix)> = measured(operations)
        .filter(|(_, _, mix)| mix.name == kind)
        .collect();
    mixes.sort_by(|(_, _, a), (_, _, b)| a.over_curve().total_cmp(&b.over_curve()));
    let median = |of: fn(&Mix) -> f64| {
        let of = mixes.iter().map(|(_, _, mix)| of(mix)).collect();
        Unit::Times.show(Estimate::of(of).median)
    };
    let over = mixes
        .iter()
        .filter(|(_, _, mix)| mix.over_curve() > MISLEADING);
    let (operation, curve, most) = mixes.last()?;
    Some(format!(
        "A curve alone {}: in the shuffled mix \"{kind}\", of {} (a type and an operation each), {} \
         over {} what the type's curves say ({} on median, {} at most: {} of {}); order alone is {} on median ({} of that one).",
        if most.over_curve() > MISLEADING {
            "misleads"
        } else {
            "does not mislead here"
        },
        many(mixes.len(), "pair"),
        match over.count() {
            0 => "none takes".to_owned(),
            1 => "1 takes".to_owned(),
            over => format!("{over} take"),
        },
        Unit::Times.show(MISLEADING),
        median(Mix::over_curve),
        Unit::Times.show(most.over_curve()),
        operation.name,
        curve.name,
        median(|mix| mix.order.median),
        Unit::Times.show(most.order.median),
    ))
}

/// Every mix of every curve.
fn measured(operations: &[Operation]) -> impl Iterator<Item = (&Operation, &Curve, &Mix)> {
    operations.iter().flat_map(|operation| {
        let curves = operation.curves.iter();
        curves.flat_map(move |curve| curve.mixes.iter().map(move |mix| (operation, curve, mix)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(median: f64) -> Estimate {
        Estimate::of(vec![median])
    }

    fn curve(name: &'static str, ratio: f64, shuffled: f64) -> Curve {
        Curve {
            name,
            inline_capacity: 0,
            points: vec![Point {
                length: 1024,
                ns: estimate(10.0 * ratio),
                ratio: estimate(ratio),
            }],
            mixes: vec![Mix {
                name: "tags",
                what: "a few lengths",
                shuffled: estimate(shuffled),
                sorted: estimate(10.0),
                order: estimate(1.0),
                curve: 10.0,
            }],
        }
    }

    #[test]
    fn lengths_and_pairs_are_counted() {
        let clone = Operation {
            id: "curve_clone",
            name: "clone",
            what: "cloning",
            curves: vec![curve("string", 1.0, 10.0), curve("smol_str", 0.5, 20.0)],
        };
        assert_eq!(
            operation(&clone),
            ["clone: the fastest at 1,024 bytes is smol_str with 5.00 ns."]
        );
        let said = mixes(&[clone]);
        let pairs = "of 2 pairs (a type and an operation each), 1 takes over 1.50x what";
        assert!(said[0].contains(pairs), "{}", said[0]);
    }
}
