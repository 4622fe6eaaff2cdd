//! The round values that an axis is labelled with.

use std::iter;

use crate::report::Unit;

/// A label at its place.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::report) struct Tick {
    /// Where it lies: 0 is the axis's beginning and 1 its end.
    pub(in crate::report) place: f64,
    /// What it says.
    pub(in crate::report) label: String,
}

/// The ticks at these values, without those whose label would say another value.
pub(super) fn labelled(values: Vec<f64>, unit: Unit, place: impl Fn(f64) -> f64) -> Vec<Tick> {
    values
        .into_iter()
        .map(|value| value + 0.0) // There is no -0 on an axis.
        .filter(|&value| is_shown(value, unit))
        .map(|value| Tick {
            place: place(value),
            label: label(value, unit),
        })
        .collect()
}

/// Whether a label says this value, and not one near it.
fn is_shown(value: f64, unit: Unit) -> bool {
    let three_digits = 10_f64.powf(value.abs().log10().floor() - 2.0);
    let grain = match unit {
        Unit::Count => 1.0,
        Unit::Bytes => three_digits.max(1.0),
        Unit::Nanoseconds => three_digits.max(0.01),
        Unit::Times => 0.01,
    };
    let grains = value / grain;
    (grains - grains.round()).abs() < 1e-6
}

/// The value in its unit, without the zeros that say nothing: `1 KB`, not `1.00 KB`.
fn label(value: f64, unit: Unit) -> String {
    let shown = unit.show(value);
    let end = shown
        .find(|c: char| c != '.' && c != ',' && c != '-' && !c.is_ascii_digit())
        .unwrap_or(shown.len());
    let (number, name) = shown.split_at(end);
    if !number.contains('.') {
        return shown;
    }
    let number = number.trim_end_matches('0').trim_end_matches('.');
    format!("{number}{name}")
}

/// Multiples of 1, 2 or 5 times a power of ten.
#[allow(clippy::cast_precision_loss)] // They are few.
pub(super) fn linear(low: f64, high: f64, most: usize) -> Vec<f64> {
    let mut steps = steps((high - low) / most.max(2) as f64);
    loop {
        let step = steps.next().expect("steps grow for ever");
        let first = (low / step).ceil();
        let count = (high / step).floor() - first;
        // NOTE: far below 2^52, and not negative: between `low` and `high` the step fits.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let count = count.max(0.0) as usize + 1;
        if count <= most.max(2) {
            return (0..count).map(|at| (first + at as f64) * step).collect();
        }
    }
}

/// 1, 2 or 5 times a power of ten, from the last that is no more than `least`, upwards.
fn steps(least: f64) -> impl Iterator<Item = f64> {
    let decade = 10_f64.powf(least.log10().floor());
    let decades = iter::successors(Some(decade), |decade| Some(decade * 10.0));
    decades.flat_map(|decade| [1.0, 2.0, 5.0].map(|digit| digit * decade))
}

/// Powers of ten; with 2 and 5, or all digits, between them if there is room; or every other of
/// them, or fewer, if there is not. If not even three digits are there: what a linear axis has.
pub(super) fn log(low: f64, high: f64, most: usize) -> Vec<f64> {
    let most = most.max(2);
    let within = |digits: &[f64]| {
        let mut values = Vec::new();
        let mut power = low.log10().floor();
        while power <= high.log10() {
            let decade = 10_f64.powf(power);
            let these = digits.iter().map(|digit| digit * decade);
            // What is equal but for the error of a logarithm belongs to it.
            values.extend(these.filter(|&v| v >= low * (1.0 - 1e-9) && v <= high * (1.0 + 1e-9)));
            power += 1.0;
        }
        values
    };
    let digits = [
        &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0][..],
        &[1.0, 2.0, 5.0],
        &[1.0],
    ];
    let finest_first = digits.map(within).into_iter();
    let Some(coarsest) = finest_first
        .take_while(|values| values.len() > 2)
        .reduce(|fine, coarse| if fine.len() <= most { fine } else { coarse })
    else {
        return linear(low, high, most);
    };
    let every = coarsest.len().div_ceil(most);
    coarsest.into_iter().step_by(every).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn shown(values: Vec<f64>, unit: Unit) -> String {
        let ticks = labelled(values, unit, |value| value);
        let labels: Vec<_> = ticks.into_iter().map(|tick| tick.label).collect();
        labels.join(" | ")
    }

    #[test]
    fn linear_steps_are_round() {
        let bytes = |high, most| shown(linear(0.0, high, most), Unit::Bytes);
        assert_eq!(bytes(82_700.0, 6), "0 B | 20 KB | 40 KB | 60 KB | 80 KB");
        assert_eq!(bytes(1_300.0, 4), "0 B | 500 B | 1 KB");
        let times = |high, most| shown(linear(0.0, high, most), Unit::Times);
        assert_eq!(times(1.2, 4), "0x | 0.5x | 1x");
        // Half a thing is none.
        assert_eq!(shown(linear(0.0, 1.0, 3), Unit::Count), "0 | 1");
        let below = shown(linear(-30.0, 100.0, 4), Unit::Count);
        assert_eq!(below, "0 | 50 | 100");
    }

    /// The number that a label says.
    fn said(label: &str) -> f64 {
        let (number, name) = label.split_once(' ').unwrap_or((label, ""));
        let factor = match name {
            "" | "B" | "ns" => 1.0,
            "KB" | "µs" => 1e3,
            "MB" | "ms" => 1e6,
            "GB" | "s" => 1e9,
            _ => panic!("{label}"),
        };
        let number = number.trim_end_matches('x').replace(',', "");
        number.parse::<f64>().unwrap() * factor
    }

    #[test]
    fn a_label_says_where_it_is() {
        let units = [Unit::Count, Unit::Bytes, Unit::Nanoseconds, Unit::Times];
        let ends = [
            (0.0, 1.0),
            (0.0, 2.0),
            (-1.0, 1.0),
            (-0.3, 0.3),
            (0.0, 3.0),
            (0.0, 7.0),
            (-30.0, 100.0),
            (0.0, 0.02),
            (0.0, 1_300.0),
            (1_001.0, 1_017.0),
            (0.0, 82_700.0),
            (0.0, 1.3e7),
        ];
        for unit in units {
            for (low, high) in ends {
                for most in 2..=12 {
                    let mut axes = vec![linear(low, high, most)];
                    if low > 0.0 {
                        axes.push(log(low, high, most));
                    }
                    for tick in axes
                        .into_iter()
                        .flat_map(|axis| labelled(axis, unit, |value| value))
                    {
                        let off = said(&tick.label) - tick.place;
                        assert!(off.abs() < 1e-9 * high, "{unit:?}: {tick:?}");
                        assert!(
                            tick.label != "-0" && !tick.label.starts_with("-0 "),
                            "{tick:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_counted_has_no_halves() {
        for most in 2..=12 {
            let count = |low, high| shown(linear(low, high, most), Unit::Count);
            assert_eq!(count(0.0, 1.0), "0 | 1");
            assert!(["0 | 2", "0 | 1 | 2"].contains(&&*count(0.0, 2.0)));
            assert!(["0", "-1 | 0 | 1"].contains(&&*count(-1.0, 1.0)));
        }
        assert_eq!(shown(linear(0.0, 2.0, 6), Unit::Bytes), "0 B | 1 B | 2 B");
    }

    #[test]
    fn log_steps_are_decades_or_finer_or_coarser() {
        let count = |low, high, most| shown(log(low, high, most), Unit::Count);
        assert_eq!(count(1.0, 4096.0, 6), "1 | 10 | 100 | 1,000");
        assert_eq!(count(20.0, 900.0, 8), "20 | 50 | 100 | 200 | 500");
        assert_eq!(count(1.0, 1e6, 4), "1 | 100 | 10,000 | 1,000,000");
        assert_eq!(count(11.0, 900.0, 4), "20 | 100 | 500");
        assert_eq!(count(11.0, 19.0, 5), "12 | 14 | 16 | 18");
        let time = shown(log(3.0, 2e9, 5), Unit::Nanoseconds);
        assert_eq!(time, "10 ns | 1 µs | 100 µs | 10 ms | 1 s");
    }
}
