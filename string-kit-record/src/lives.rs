//! Whole lives of some strings, from the capture to the drop.

use std::collections::{HashMap, VecDeque};
use std::thread::{self, ThreadId};
use std::time::Instant;

/// The life of one string that is followed.
#[derive(Debug)]
pub(crate) struct Life {
    number: u64,
    /// The number of the family.
    family: u64,
    begin: Instant,
    /// The number of captures of the label at the begin.
    captures: u64,
    thread: ThreadId,
}

/// A captured text and its clones.
#[derive(Clone, Debug)]
struct Family {
    random: u64,
    alive: u64,
    most: u64,
}

/// The strings that are followed, and the counts of those that were dropped.
///
/// At first every text is followed. After each 4,096 texts, and whenever more than 4,096 followed strings are alive, the
/// rate is halved: half of the families are given up, by a random number that each has had from its begin. So at any
/// time all families that are followed were chosen with the same probability, and a string that is dropped counts for as
/// many strings as that probability stands for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lives {
    /// The strings that are followed, the oldest first: their numbers, those of their families, and their threads.
    alive: VecDeque<(u64, u64, ThreadId)>,
    /// The families of these strings, by the number of the first.
    families: HashMap<u64, Family>,
    next: u64,
    /// The texts that were followed since the rate changed.
    begun: usize,
    skipped: u64,
    /// Dropped strings by the bits of the number of captures during their lives.
    pub(crate) captures: Histogram,
    /// The same by the bits of milliseconds.
    pub(crate) milliseconds: Histogram,
    /// The same by the tenth in which they stood, among the strings of their thread alive, from the oldest to the newest.
    pub(crate) tenths: [u64; 10],
    /// The same if another thread had captured them.
    pub(crate) elsewhere: u64,
    /// Texts that are gone, by the bits of the greatest number of their strings that were alive at once.
    pub(crate) most: Histogram,
}

/// Counts by the number of bits of a number, from 0 to 64.
#[derive(Clone, Debug)]
pub(crate) struct Histogram(pub(crate) [u64; 65]);

impl Default for Histogram {
    fn default() -> Self {
        Self([0; 65])
    }
}

impl Histogram {
    fn add(&mut self, number: u64, weight: u64) {
        self.0[(u64::BITS - number.leading_zeros()) as usize] += weight;
    }

    fn sum(&self) -> u64 {
        self.0.iter().sum()
    }
}

/// The most strings that are followed at once.
const FOLLOWED: usize = 4096;

impl Lives {
    /// Returns the bits that the random number of a followed text must not have.
    pub(crate) fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Returns the number of strings that were followed to their end, each as many times as it counts.
    pub(crate) fn ended(&self) -> u64 {
        self.captures.sum()
    }

    /// Begins the life of a text, unless its random number says that it is not followed.
    pub(crate) fn begin(&mut self, random: u64, captures: u64) -> Option<Life> {
        self.begun += 1;
        if self.begun > FOLLOWED {
            self.halve();
        }
        if random & self.skipped != 0 {
            return None;
        }
        let family = self.next + 1;
        self.families.insert(
            family,
            Family {
                random,
                alive: 0,
                most: 0,
            },
        );
        self.add(family, captures)
    }

    /// Begins the life of a clone, if its text is still followed.
    pub(crate) fn begin_clone(&mut self, life: &Life, captures: u64) -> Option<Life> {
        self.add(life.family, captures)
    }

    fn add(&mut self, family: u64, captures: u64) -> Option<Life> {
        if self.alive.len() >= FOLLOWED {
            self.halve();
        }
        let of = self.families.get_mut(&family)?;
        of.alive += 1;
        of.most = of.most.max(of.alive);
        self.next += 1;
        let thread = thread::current().id();
        self.alive.push_back((self.next, family, thread));
        Some(Life {
            number: self.next,
            family,
            begin: Instant::now(),
            captures,
            thread,
        })
    }

    fn halve(&mut self) {
        self.begun = 0;
        self.skipped = self.skipped << 1 | 1;
        let skipped = self.skipped;
        self.families
            .retain(|_, family| family.random & skipped == 0);
        self.alive
            .retain(|(_, family, _)| self.families.contains_key(family));
    }

    /// Counts a life that ends. `captures` is the number of captures now.
    pub(crate) fn end(&mut self, life: &Life, captures: u64) {
        let Ok(place) = self
            .alive
            .binary_search_by_key(&life.number, |(number, ..)| *number)
        else {
            return;
        };
        let weight = self.skipped + 1;
        // Threads take turns of any length: the order of strings is that of one thread's.
        let mut older = [0, 0];
        for (at, (_, _, thread)) in self.alive.iter().enumerate() {
            older[usize::from(at >= place)] += usize::from(*thread == life.thread);
        }
        self.tenths[older[0] * 10 / (older[0] + older[1])] += weight;
        self.alive.remove(place);
        self.captures
            .add(captures.saturating_sub(life.captures), weight);
        let milliseconds = u64::try_from(life.begin.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.milliseconds.add(milliseconds, weight);
        if life.thread != thread::current().id() {
            self.elsewhere += weight;
        }
        let Some(family) = self.families.get_mut(&life.family) else {
            return;
        };
        family.alive -= 1;
        if family.alive == 0 {
            self.most.add(family.most, weight);
            self.families.remove(&life.family);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_add_up_to_all_strings() {
        let mut lives = Lives::default();
        let mut alive = VecDeque::new();
        let mut random = 1_u64;
        let texts = 200_000;
        for captures in 0..texts {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let number = random >> 32;
            let is_followed = number & lives.skipped() == 0;
            alive.push_back(if is_followed {
                lives.begin(number, captures)
            } else {
                None
            });
            if alive.len() > 10_000
                && let Some(oldest) = alive.pop_front().flatten()
            {
                lives.end(&oldest, captures);
            }
        }
        assert!(lives.alive.len() <= FOLLOWED);
        let ended = lives.ended();
        assert!((180_000..200_000).contains(&ended), "{ended}");
        // Each lived for 10,000 captures, and was the oldest.
        assert_eq!(lives.captures.0[14], ended);
        assert_eq!(lives.tenths[0], ended);
        assert_eq!(lives.most.0[1], lives.milliseconds.sum());
        assert_eq!(lives.elsewhere, 0);
    }

    #[test]
    fn clones_of_a_text_are_one_family() {
        let mut lives = Lives::default();
        let text = lives.begin(0, 0).unwrap();
        let clones: Vec<Life> = (0..6)
            .map(|_| lives.begin_clone(&text, 0).unwrap())
            .collect();
        for life in clones.iter().chain([&text]) {
            lives.end(life, 1);
        }
        assert_eq!(lives.most.0[3], 1);
        assert_eq!(lives.ended(), 7);
    }
}
