//! The strings of a label that are alive, a part of them followed from the capture to the drop: how
//! many of them share a text.

use std::collections::{HashMap, VecDeque};
use std::num::NonZeroU64;

#[derive(Clone, Copy, Debug)]
struct Life {
    number: NonZeroU64,
    family: u64,
}

#[derive(Clone, Debug, Default)]
struct Family {
    random: u64,
    alive: u64,
}

/// The strings that are followed.
///
/// At first every text is followed. After each 4,096 texts, and whenever more than 4,096 followed
/// strings are alive, the rate is halved: half of the families are given up, by a random number
/// that each has had from its begin. So at any time all families that are followed were chosen with
/// the same probability.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lives {
    alive: VecDeque<Life>,
    /// The families of these strings, by the number of the first.
    families: HashMap<u64, Family>,
    next: u64,
    /// The texts that were followed since the rate changed.
    begun: usize,
    skipped: u64,
    peak: Peak,
}

/// The followed strings when the most strings of the label were alive, and the texts that they had.
#[derive(Clone, Copy, Debug, Default)]
struct Peak {
    alive: i64,
    strings: usize,
    texts: usize,
}

const FOLLOWED: usize = 4096;

impl Lives {
    /// Returns the bits that the random number of a followed text must not have.
    pub(crate) fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Begins the life of a text and returns its number, unless its random number says that it is
    /// not followed.
    pub(crate) fn begin(&mut self, random: u64) -> Option<NonZeroU64> {
        self.begun += 1;
        if self.begun > FOLLOWED {
            self.halve();
        }
        if random & self.skipped != 0 {
            return None;
        }
        let family = self.next + 1;
        self.families.entry(family).or_default().random = random;
        self.add(family)
    }

    /// Begins the life of a clone and returns its number, if its text is still followed.
    pub(crate) fn begin_clone(&mut self, life: NonZeroU64) -> Option<NonZeroU64> {
        let place = self.place(life)?;
        self.add(self.alive[place].family)
    }

    fn place(&self, life: NonZeroU64) -> Option<usize> {
        let place = self.alive.binary_search_by_key(&life, |life| life.number);
        place.ok()
    }

    fn add(&mut self, family: u64) -> Option<NonZeroU64> {
        if self.alive.len() >= FOLLOWED {
            self.halve();
        }
        let members = self.families.get_mut(&family)?;
        members.alive += 1;
        self.next += 1;
        let number = NonZeroU64::new(self.next)?;
        self.alive.push_back(Life { number, family });
        Some(number)
    }

    fn halve(&mut self) {
        self.begun = 0;
        self.skipped = self.skipped << 1 | 1;
        let skipped = self.skipped;
        self.families
            .retain(|_, family| family.random & skipped == 0);
        self.alive
            .retain(|life| self.families.contains_key(&life.family));
    }

    /// Ends a life.
    pub(crate) fn end(&mut self, life: NonZeroU64) {
        let Some(place) = self.place(life) else {
            return;
        };
        let Some(life) = self.alive.remove(place) else {
            return;
        };
        let Some(family) = self.families.get_mut(&life.family) else {
            return;
        };
        family.alive -= 1;
        if family.alive == 0 {
            self.families.remove(&life.family);
        }
    }

    /// Takes the number of the label's strings that are alive now.
    pub(crate) fn mark_peak(&mut self, alive: i64) {
        if alive >= self.peak.alive && !self.alive.is_empty() {
            self.peak = Peak {
                alive,
                strings: self.alive.len(),
                texts: self.families.len(),
            };
        }
    }

    /// Returns the number of the most strings that were alive at once, where a string and its
    /// clones count as one. It is computed from the share of the followed strings.
    pub(crate) fn owners(&self, most: u64) -> u64 {
        let Peak { strings, texts, .. } = self.peak;
        (u128::from(most) * texts as u128)
            .checked_div(strings as u128)
            .and_then(|owners| u64::try_from(owners).ok())
            .unwrap_or(most)
    }
}
