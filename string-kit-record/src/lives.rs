//! The strings of a label that are alive, a part of them followed from the capture to the drop: how
//! many of them share a text.

use std::sync::Arc;

/// A text that is followed. Each string that has it holds a reference.
#[derive(Debug)]
pub(crate) struct Family {
    level: usize,
}

/// The strings that are followed.
///
/// A text's level is the number of zeros at the end of its random number: half of all texts are on
/// level 0, a quarter on level 1. At first all levels are followed. After each 4,096 texts, and
/// whenever more than 4,096 followed strings are alive, the lowest level is given up. So at any
/// time all texts that are followed were chosen with the same probability.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lives {
    /// The lowest level that is followed.
    level: usize,
    alive: [Alive; LEVELS],
    /// Those of all levels that are followed.
    followed: Alive,
    /// The texts that were followed since the level changed.
    begun: usize,
    /// The followed strings when the most strings of the label were alive, and their number.
    peak: (Alive, i64),
}

/// The strings that are alive, and the texts that they have.
#[derive(Clone, Copy, Debug, Default)]
struct Alive {
    strings: usize,
    texts: usize,
}

const LEVELS: usize = 32;
const FOLLOWED: usize = 4096;

impl Lives {
    /// Returns the bits that the random number of a followed text must not have.
    pub(crate) fn skipped(&self) -> u64 {
        (1 << self.level) - 1
    }

    /// Begins the life of a text, unless its random number says that it is not followed.
    pub(crate) fn begin(&mut self, random: u64) -> Option<Arc<Family>> {
        self.begun += 1;
        if self.begun > FOLLOWED {
            self.give_up_level();
        }
        let level = (random.trailing_zeros() as usize).min(LEVELS - 1);
        (level >= self.level).then(|| {
            self.alive[level].texts += 1;
            self.followed.texts += 1;
            self.add(Arc::new(Family { level }))
        })
    }

    /// Begins the life of a clone, if its text is still followed.
    pub(crate) fn begin_clone(&mut self, family: &Arc<Family>) -> Option<Arc<Family>> {
        (family.level >= self.level).then(|| self.add(Arc::clone(family)))
    }

    fn add(&mut self, family: Arc<Family>) -> Arc<Family> {
        self.alive[family.level].strings += 1;
        self.followed.strings += 1;
        if self.followed.strings > FOLLOWED {
            self.give_up_level();
        }
        family
    }

    fn give_up_level(&mut self) {
        self.begun = 0;
        if self.level < LEVELS - 1 {
            let given_up = self.alive[self.level];
            self.followed.strings -= given_up.strings;
            self.followed.texts -= given_up.texts;
            self.level += 1;
        }
    }

    /// Ends the life of a string.
    pub(crate) fn end(&mut self, family: Arc<Family>) {
        let level = family.level;
        let ended = usize::from(Arc::into_inner(family).is_some());
        if level >= self.level {
            for alive in [&mut self.alive[level], &mut self.followed] {
                alive.strings -= 1;
                alive.texts -= ended;
            }
        }
    }

    /// Takes the number of the label's strings that are alive now.
    pub(crate) fn mark_peak(&mut self, alive: i64) {
        if alive >= self.peak.1 && self.followed.strings > 0 {
            self.peak = (self.followed, alive);
        }
    }

    /// Returns the number of the most strings that were alive at once, where a string and its
    /// clones count as one. It is computed from the share of the followed strings.
    pub(crate) fn owners(&self, most: u64) -> u64 {
        let Alive { strings, texts } = self.peak.0;
        (u128::from(most) * texts as u128)
            .checked_div(strings as u128)
            .and_then(|owners| u64::try_from(owners).ok())
            .unwrap_or(most)
    }
}
