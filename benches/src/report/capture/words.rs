//! What the numbers say: every name and number in these sentences is computed.

use super::{Capability, Report, Way};
use crate::report::level;

/// What to conclude, one sentence each.
#[must_use]
pub fn words(report: &Report) -> Vec<String> {
    let words = Words(report);
    [
        words.fastest(),
        words.fastest_typed(),
        words.own_ways(),
        words.need("that is appended to later", |known| known.mutable),
        words.need("whose clones must not copy", |known| known.clone_shares),
        words.smallest(),
        words.plain_string(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

struct Words<'a>(&'a Report);

impl<'a> Words<'a> {
    /// The ways that keep text, have `&dyn Display`, and meet a condition, fastest first.
    fn ways(&self, condition: impl Fn(&Way) -> bool) -> Vec<&'a Way> {
        self.by_time(|way| !way.is_typed() && condition(way))
    }

    /// The ways that keep text and meet a condition, fastest first.
    fn by_time(&self, condition: impl Fn(&Way) -> bool) -> Vec<&'a Way> {
        let mut ways: Vec<_> = self
            .0
            .ways
            .iter()
            .filter(|way| way.group != "floor" && condition(way))
            .collect();
        ways.sort_by(|a, b| a.ratio.median.total_cmp(&b.ratio.median));
        ways
    }

    /// The fastest of those that have `&dyn Display`.
    fn fastest(&self) -> Option<String> {
        let first = self.first(&self.ways(|_| true))?;
        Some(format!("Fastest for values of type &dyn Display: {first}."))
    }

    /// The fastest of those that see the types.
    fn fastest_typed(&self) -> Option<String> {
        let first = self.first(&self.by_time(Way::is_typed))?;
        Some(format!(
            "Fastest where the types are known, which needs no formatting: {first}."
        ))
    }

    /// The first of some ways, against the baseline and formatting alone.
    fn first(&self, ways: &[&Way]) -> Option<String> {
        let (first, others) = ways.split_first()?;
        let floor = self.0.ways.iter().filter(|way| way.group == "floor");
        let floor = floor.min_by(|a, b| a.ns.median.total_cmp(&b.ns.median))?;
        Some(format!(
            "{}, in {} of {}'s time and {:.2} times that of formatting alone{}",
            first.full_name(),
            percent(first.ratio.median),
            self.0.baseline,
            first.ns.median / floor.ns.median,
            level(first, others),
        ))
    }

    /// How `one_pass` does against what the types' own crates offer.
    fn own_ways(&self) -> Option<String> {
        let (mut faster, mut slower, mut level) = (0, 0, 0);
        for native in self.ways(|way| way.strategy == Some("native")) {
            for one_pass in
                self.ways(|way| way.name == native.name && way.strategy == Some("one_pass"))
            {
                if one_pass.beats(native) {
                    faster += 1;
                } else if native.beats(one_pass) {
                    slower += 1;
                } else {
                    level += 1;
                }
            }
        }
        let of = faster + slower + level;
        (of > 0).then(|| {
            format!(
                "one_pass is faster than the type's own way for {faster} of {of} representations, \
                 slower for {slower}, and as fast, as far as one can tell, for {level}."
            )
        })
    }

    /// The fastest representation that can do something.
    fn need(&self, need: &str, can: impl Fn(&Capability) -> bool) -> Option<String> {
        let capable = |way: &Way| {
            let known = &self.0.representations;
            way.strategy.is_some()
                && known
                    .iter()
                    .any(|known| known.name == way.name && can(known))
        };
        let mut ways = self.ways(capable);
        let mut seen = Vec::new();
        ways.retain(|way| {
            let first = !seen.contains(&way.name);
            seen.push(way.name);
            first
        });
        let (first, others) = ways.split_first()?;
        Some(format!(
            "For text {need}: {}, in {} of {}'s time{}.",
            first.full_name(),
            percent(first.ratio.median),
            self.0.baseline,
            level(first, others),
        ))
    }

    /// The way that holds the least.
    fn smallest(&self) -> Option<String> {
        let ways = self.ways(|_| true);
        // Of those that hold the same, the first is the fastest.
        let least = ways.iter().min_by_key(|way| way.memory.kept_bytes)?;
        let baseline = ways.iter().find(|way| way.full_name() == self.0.baseline)?;
        Some(format!(
            "For text that is kept for long: {}, which holds {} bytes where {} holds {}, in {} \
             against {} blocks.",
            least.full_name(),
            least.memory.kept_bytes,
            self.0.baseline,
            baseline.memory.kept_bytes,
            least.memory.allocations,
            baseline.memory.allocations,
        ))
    }

    /// What is to be had without a new type.
    fn plain_string(&self) -> Option<String> {
        let ways = self.ways(|way| way.name == "string");
        let first = ways.first()?;
        let doubt = if first.ratio.contains(1.0) {
            " (no difference can be told)"
        } else {
            ""
        };
        Some(format!(
            "Plain String at its best: {}, in {} of {}'s time{doubt}.",
            first.full_name(),
            percent(first.ratio.median),
            self.0.baseline,
        ))
    }
}

/// Which others are as fast, as far as one can tell.
fn level(first: &Way, others: &[&Way]) -> String {
    let others = others.iter().map(|way| (way.full_name(), way.ratio));
    level::level(first.ratio, others)
}

fn percent(ratio: f64) -> String {
    format!("{:.0} %", ratio * 100.0)
}
