//! What the lookups say: every name and number in these sentences is computed.

use super::{Findings, Set, Way};
use crate::report::cells::many;
use crate::report::{Unit, level};

/// What the sets of one kind of map say.
pub(super) fn map(findings: &Findings, sets: &[&Set]) -> Vec<String> {
    let mut words: Vec<String> = sets.iter().filter_map(|set| fastest(set)).collect();
    words.extend(sets.iter().filter_map(|set| inline(findings, set)));
    words
}

/// The fastest, and who cannot be told from it.
fn fastest(set: &Set) -> Option<String> {
    let ways = set.by_time();
    let (first, others) = ways.split_first()?;
    let slowest = others.last()?;
    let doubt = if level::beats(first.ratio, slowest.ratio) {
        ""
    } else {
        ", and no difference can be told"
    };
    Some(format!(
        "{}: {}{} finds a key in {}, {}; the slowest, {}, needs {}{doubt}.",
        name(set),
        first.name,
        level::level(first.ratio, others.iter().map(|way| (way.name, way.ratio))),
        Unit::Nanoseconds.show(first.ns.median),
        lines(set, first),
        slowest.name,
        Unit::Nanoseconds.show(slowest.ns.median),
    ))
}

/// What it is worth to have the text in the key.
fn inline(findings: &Findings, set: &Set) -> Option<String> {
    let baseline = set.way(findings.baseline)?;
    let (inline, others): (Vec<&Way>, Vec<&Way>) =
        set.by_time().into_iter().partition(|way| way.inline > 0.99);
    if inline.is_empty() || others.is_empty() {
        return None;
    }
    let mean = |ways: &[&Way], of: fn(&Way) -> f64| {
        #[allow(clippy::cast_precision_loss)] // A handful.
        let count = ways.len() as f64;
        ways.iter().map(|way| of(way)).sum::<f64>() / count
    };
    Some(format!(
        "{}: on average, types that keep all keys inline ({}) read {:.1} lines in {}, and those that do \
         not ({}) {:.1} in {} ({}: {:.1} in {}).",
        name(set),
        inline.len(),
        mean(&inline, |way| way.lines),
        Unit::Nanoseconds.show(mean(&inline, |way| way.ns.median)),
        others.len(),
        mean(&others, |way| way.lines),
        Unit::Nanoseconds.show(mean(&others, |way| way.ns.median)),
        baseline.name,
        baseline.lines,
        Unit::Nanoseconds.show(baseline.ns.median),
    ))
}

fn lines(set: &Set, way: &Way) -> String {
    let texts = match way.inline {
        0.0 => "each in another place than its text".to_owned(),
        1.0 => "each with its text".to_owned(),
        share => format!("{:.0} % of them with their text", share * 100.0),
    };
    let keys = if set.comparisons < 1.05 {
        "1 key".to_owned()
    } else {
        format!("{:.1} keys", set.comparisons)
    };
    format!("comparing {keys}, {texts}, on {:.1} lines", way.lines)
}

/// How many keys a set has.
pub(super) fn keys(set: &Set) -> String {
    many(set.keys, "key")
}

fn name(set: &Set) -> String {
    format!("{}, {} keys, {} set", set.map, set.kind, set.size)
}

/// How the sets lie in the caches, and how they were measured.
#[allow(clippy::cast_precision_loss)] // Sizes are far from 2^52.
pub(super) fn sets(findings: &Findings) -> Vec<String> {
    let caches = findings.caches;
    let bytes = |bytes: usize| Unit::Bytes.show(bytes as f64);
    let mut words = vec![if caches.known {
        format!(
            "The system says that a core's second cache holds {} and the last {}.",
            bytes(caches.second),
            bytes(caches.last)
        )
    } else {
        format!(
            "The system does not tell its caches: they are taken to hold {} and {}.",
            bytes(caches.second),
            bytes(caches.last)
        )
    }];
    let mut seen = Vec::new();
    for set in &findings.sets {
        if seen.contains(&(set.kind, set.size)) {
            continue;
        }
        seen.push((set.kind, set.size));
        let over = set.string_bytes as f64 / caches.last as f64;
        let place = match (set.size, over > 1.0) {
            ("large", false) => {
                " It is NOT above the cache: its times are not of memory (--keys takes more)."
            }
            _ => "",
        };
        words.push(format!(
            "The {} set of {} of {} to {} bytes, as String's {}, is {:.*} % of the last cache.{place}",
            set.size,
            keys(set),
            set.lengths.0,
            set.lengths.1,
            bytes(set.string_bytes),
            usize::from(over < 0.1),
            over * 100.0,
        ));
    }
    words.push(
        "The maps' texts were made in no order. The keys asked for are drawn at random and lie one \
         after the other, so that reading them costs next to nothing; the next lookup does not wait \
         for the last."
            .to_owned(),
    );
    if findings.sets.iter().any(|set| !set.together) {
        words.push(
            "Not all maps of the largest set fit in a quarter of the free memory: they were timed one \
             after the other, and their ratios are not of the same rounds."
                .to_owned(),
        );
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Estimate;

    fn way(name: &'static str, ns: f64, low: f64, high: f64) -> Way {
        Way {
            name,
            handle_bytes: 24,
            heap_bytes: 0.0,
            inline: 1.0,
            lines: 2.0,
            // However the times themselves overlap.
            ns: Estimate {
                median: ns,
                low: 1.0,
                high: 999.0,
            },
            ratio: Estimate {
                median: f64::midpoint(low, high),
                low,
                high,
            },
        }
    }

    fn said(ways: Vec<Way>) -> String {
        let set = Set {
            map: "HashMap",
            kind: "short",
            lengths: (6, 14),
            size: "given",
            keys: 1,
            string_bytes: 58,
            comparisons: 1.0,
            rounds: 6,
            together: true,
            ways,
        };
        assert_eq!(keys(&set), "1 key");
        fastest(&set).unwrap()
    }

    #[test]
    fn sentences_follow_the_ratios_as_the_table_does() {
        let string = way("string", 100.0, 1.0, 1.0);
        let clear = said(vec![string, way("smol_str", 85.0, 0.84, 0.86)]);
        assert_eq!(
            clear,
            "HashMap, short keys, given set: smol_str finds a key in 85.0 ns, comparing 1 key, each with \
             its text, on 2.0 lines; the slowest, string, needs 100 ns."
        );
        let unsure = said(vec![string, way("smol_str", 98.0, 0.9, 1.05)]);
        assert!(unsure.contains("smol_str (level with string) finds"));
        assert!(unsure.ends_with("needs 100 ns, and no difference can be told."));
    }
}
