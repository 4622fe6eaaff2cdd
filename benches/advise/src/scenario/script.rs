//! The script of a scenario: its operations in drawn order, the same for each candidate.
//!
//! ```text
//! live strings   | captured strings (owners) | clones |
//!                  a capture replaces one      a clone replaces the oldest
//! ```
//!
//! By Little's law the shares of both are those of their weights, since a string of either kind lives until
//! as many others of its kind are made as there are places.
//!
//! A script is periodic: it captures the same texts into the same places in each period, so that the
//! strings at its end have the texts of those at its beginning. Therefore all that an operation reads is
//! known when the script is drawn, and nothing is drawn while the time is taken.

use std::collections::HashMap;

use super::holder::Input;
use super::{Lifetimes, Operation, Scenario};

/// The operations of a period: too many for a processor to learn which texts come.
pub(super) const PERIOD: usize = 1 << 16;
/// The operations of a pass: about a millisecond.
///
/// PERF: other candidates push a candidate's strings out of the caches, and a program has them there as far
/// as they fit. The engine's untimed pass brings them back. Beside ten others, a `String` of the tags took
/// 86 ns an operation in batches of 640, 35 in batches of 16,384 and 26 in batches of 65,536; alone, 22.
pub(super) const PASS: usize = PERIOD / 2;

/// An operation, with the places and the texts that it is done on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Captures a text, and replaces the live string at a place.
    Capture { at: u32, text: u32 },
    /// Clones a live string, and replaces the one at another place.
    Clone { of: u32, at: u32 },
    /// Compares a live string with one of those that were made to compare with.
    Eq { at: u32, other: u32 },
    /// Hashes a live string.
    Hash { at: u32 },
    /// Looks a text up.
    Lookup { text: u32 },
    /// Reads a field of a live string.
    Read { at: u32, field: u32 },
}

/// A live string at the beginning of a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Start {
    pub(super) text: u32,
    /// The place of the string that it is a clone of.
    pub(super) of: Option<u32>,
}

/// The operations of a scenario, drawn.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) scenario: Scenario,
    /// The period; empty if there are no texts or no operations.
    pub(super) steps: Vec<Step>,
    /// The live strings at the beginning of a period, which are those at its end.
    pub(super) start: Vec<Start>,
    /// The number of places of captured strings, which come before those of clones.
    pub(super) owners: usize,
    /// The text of each string that live ones are compared with: the distinct ones.
    pub(super) others: Vec<u32>,
    /// The text of each key of the map.
    pub(super) keys: Vec<u32>,
    /// The number of comparisons and look-ups of a period that find an equal text.
    pub(super) hits: u64,
}

impl Script {
    /// Draws a script for these texts, or records.
    pub(crate) fn new<T: Input + ?Sized>(
        scenario: &Scenario,
        texts: &[&T],
        random: &mut fastrand::Rng,
    ) -> Self {
        let (owners, clones) = places(scenario);
        let mut script = Self {
            scenario: scenario.clone(),
            steps: Vec::new(),
            start: Vec::new(),
            owners,
            others: Vec::new(),
            keys: Vec::new(),
            hits: 0,
        };
        let order = order(scenario, random);
        if !texts.is_empty() && !order.is_empty() {
            let sample = Sample::new(texts);
            if scenario.mix.weight(Operation::Eq) > 0 {
                script.others.clone_from(&sample.distinct);
            }
            let queries = Queries::new(scenario, &sample, random);
            script.keys.clone_from(&queries.keys);
            script.draw(&order, clones, &sample, queries, random);
            script.settle(clones, &sample, random);
            script.fill(texts, &sample, random);
        }
        script
    }

    /// Draws a script for whole records, without look-ups.
    pub(crate) fn of_records(
        scenario: &Scenario,
        records: &[&[&str]],
        random: &mut fastrand::Rng,
    ) -> Self {
        let mut scenario = scenario.clone();
        scenario.mix = scenario.mix.without(Operation::Lookup);
        Self::new(&scenario, records, random)
    }

    /// Returns the number of operations of a pass.
    #[allow(clippy::unused_self)] // A constant is nobody else's concern.
    pub(crate) fn pass(&self) -> usize {
        PASS
    }

    /// Returns whether threads share the captured strings, so that a capture replaces a string of the
    /// thread's own, which no operation reads.
    pub(super) fn is_shared(&self) -> bool {
        self.scenario.threads > 1
    }

    /// Returns the text of a captured string before the first period, and always of one that threads share.
    pub(super) fn first_text(at: usize, texts: usize) -> u32 {
        to_u32(at % texts)
    }

    /// Draws the places of all operations, and the texts of captures and look-ups.
    fn draw(
        &mut self,
        order: &[Operation],
        clones: usize,
        sample: &Sample,
        mut queries: Queries,
        random: &mut fastrand::Rng,
    ) {
        let (owners, live) = (to_u32(self.owners), to_u32(self.owners + clones));
        let is_fifo = self.scenario.lifetimes == Lifetimes::Fifo;
        let (mut captures, mut copies) = (0, 0);
        let step = |operation: &Operation| match operation {
            Operation::Capture => {
                let oldest = to_u32(captures % self.owners);
                let text = to_u32(captures % sample.classes.len());
                captures += 1;
                let any = random.u32(..owners);
                let at = if is_fifo { oldest } else { any };
                Step::Capture { at, text }
            }
            Operation::Clone => {
                let at = owners + to_u32(copies % clones);
                copies += 1;
                let of = random.u32(..owners);
                Step::Clone { of, at }
            }
            Operation::Eq => Step::Eq {
                at: random.u32(..live),
                other: 0,
            },
            Operation::Hash => Step::Hash {
                at: random.u32(..live),
            },
            Operation::Lookup => Step::Lookup {
                text: queries.next(random),
            },
            Operation::Read => Step::Read {
                at: random.u32(..live),
                field: 0,
            },
        };
        self.steps = order.iter().cycle().take(PERIOD).map(step).collect();
    }

    /// Finds the live strings with which a period begins and ends.
    fn settle(&mut self, clones: usize, sample: &Sample, random: &mut fastrand::Rng) {
        let text = |at| Self::first_text(at, sample.classes.len());
        let owner = |at| Start {
            text: text(at),
            of: None,
        };
        self.start = (0..self.owners).map(owner).collect();
        let clone = |_| {
            let of = random.usize(..self.owners);
            Start {
                text: text(of),
                of: Some(to_u32(of)),
            }
        };
        self.start.extend((0..clones).map(clone));
        // The captured strings are those of the end after one period, their clones after two.
        for _ in 0..2 {
            let mut live = std::mem::take(&mut self.start);
            for &step in &self.steps {
                self.apply(step, &mut live, sample);
            }
            self.start = live;
        }
        for at in self.owners..self.start.len() {
            let Start { text, of } = self.start[at];
            // The string that it was cloned from may have been replaced since.
            let of = of.filter(|&of| self.text(&self.start, of as usize, sample) == text);
            self.start[at].of = of;
        }
    }

    /// Changes the live strings as a step does.
    fn apply(&self, step: Step, live: &mut [Start], sample: &Sample) {
        match step {
            Step::Capture { at, text } => live[at as usize].text = text,
            Step::Clone { of, at } => {
                live[at as usize] = Start {
                    text: self.text(live, of as usize, sample),
                    of: Some(of),
                };
            }
            _ => {}
        }
    }

    /// Returns the text that an operation on this place reads.
    fn text(&self, live: &[Start], at: usize, sample: &Sample) -> u32 {
        if self.is_shared() && at < self.owners {
            Self::first_text(at, sample.classes.len())
        } else {
            live[at].text
        }
    }

    /// Draws the texts that live strings are compared with, and the fields that are read.
    fn fill<T: Input + ?Sized>(
        &mut self,
        texts: &[&T],
        sample: &Sample,
        random: &mut fastrand::Rng,
    ) {
        let mut live = self.start.clone();
        let mut steps = std::mem::take(&mut self.steps);
        for step in &mut steps {
            match step {
                Step::Eq { at, other } => {
                    let text = self.text(&live, *at as usize, sample);
                    let class = sample.classes[text as usize];
                    *other = if random.f64() < self.scenario.hit_rate {
                        class
                    } else {
                        sample.another(class, random)
                    };
                    self.hits += u64::from(*other == class);
                }
                Step::Read { at, field } => {
                    let text = self.text(&live, *at as usize, sample);
                    let fields = texts[text as usize].fields();
                    *field = to_u32(random.usize(..fields.max(1)));
                }
                Step::Lookup { text } => {
                    let text = sample.distinct[sample.classes[*text as usize] as usize];
                    self.hits += u64::from(self.keys.binary_search(&text).is_ok());
                }
                _ => {}
            }
            self.apply(*step, &mut live, sample);
        }
        self.steps = steps;
    }
}

/// Returns the number of places of captured strings, and of clones.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss
)] // It is a share of a number that is at most some millions.
fn places(scenario: &Scenario) -> (usize, usize) {
    let weight = |operation| f64::from(scenario.mix.weight(operation));
    let (captures, clones) = (weight(Operation::Capture), weight(Operation::Clone));
    let clones = if clones == 0.0 {
        0
    } else if captures == 0.0 {
        // Captured strings live for ever; a clone lives until the next.
        1
    } else {
        let share = clones / (captures + clones);
        ((scenario.live as f64 * share).round() as usize).max(1)
    };
    (scenario.live.saturating_sub(clones).max(1), clones)
}

/// Draws the order of operations. A script repeats it, as a program does that is a loop: so a processor
/// learns it, and little of the time is that of wrong predictions.
fn order(scenario: &Scenario, random: &mut fastrand::Rng) -> Vec<Operation> {
    let all = scenario.mix.lowest();
    let repeated = all.map(|(operation, weight)| vec![operation; weight as usize]);
    let mut order: Vec<Operation> = repeated.flatten().collect();
    random.shuffle(&mut order);
    order
}

/// The texts, and which of them are equal.
struct Sample {
    /// The class of each text: equal texts have the same.
    classes: Vec<u32>,
    /// The first text of each class.
    distinct: Vec<u32>,
}

impl Sample {
    fn new<T: Input + ?Sized>(texts: &[&T]) -> Self {
        let mut known = HashMap::new();
        let mut distinct = Vec::new();
        let classes = texts.iter().enumerate().map(|(index, text)| {
            *known.entry(*text).or_insert_with(|| {
                distinct.push(to_u32(index));
                to_u32(distinct.len() - 1)
            })
        });
        let classes = classes.collect();
        Self { classes, distinct }
    }

    /// Returns the class of another text, as often as the sample has it; the same if there is no other.
    fn another(&self, class: u32, random: &mut fastrand::Rng) -> u32 {
        /// The number of draws until a text is taken that has nothing to do with frequency.
        const DRAWS: usize = 16;
        let mut draws = (0..DRAWS).map(|_| self.classes[random.usize(..self.classes.len())]);
        let next = (class + 1) % to_u32(self.distinct.len());
        draws.find(|drawn| *drawn != class).unwrap_or(next)
    }
}

/// The texts that are looked up: those that the map has, and the others, in the sample's order.
struct Queries {
    /// The text of each key, in ascending order.
    keys: Vec<u32>,
    hit_rate: f64,
    found: Vec<u32>,
    missed: Vec<u32>,
    /// The number of texts of both that were looked up.
    done: [usize; 2],
}

impl Queries {
    /// Draws the keys: at most as many as strings are alive, and of the distinct texts the share that
    /// look-ups find.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss
    )] // It is a share of a number in memory.
    fn new(scenario: &Scenario, sample: &Sample, random: &mut fastrand::Rng) -> Self {
        let mut queries = Self {
            keys: Vec::new(),
            hit_rate: scenario.hit_rate,
            found: Vec::new(),
            missed: Vec::new(),
            done: [0; 2],
        };
        if scenario.mix.weight(Operation::Lookup) == 0 {
            return queries;
        }
        let distinct = sample.distinct.len();
        let least_missing = usize::from(scenario.hit_rate < 1.0);
        let least_found = usize::from(scenario.hit_rate > 0.0);
        let found = (distinct as f64 * scenario.hit_rate).round() as usize;
        let found = found.min(distinct - least_missing).max(least_found);
        queries.keys.clone_from(&sample.distinct);
        random.shuffle(&mut queries.keys);
        queries.keys.truncate(found.min(scenario.live));
        queries.keys.sort_unstable();
        let is_key = |text: u32| {
            let first = sample.distinct[sample.classes[text as usize] as usize];
            queries.keys.binary_search(&first).is_ok()
        };
        (queries.found, queries.missed) =
            (0..to_u32(sample.classes.len())).partition(|&text| is_key(text));
        queries
    }

    /// Returns the next text to look up.
    fn next(&mut self, random: &mut fastrand::Rng) -> u32 {
        let is_hit = random.f64() < self.hit_rate;
        let is_found = is_hit && !self.found.is_empty() || self.missed.is_empty();
        let texts = if is_found { &self.found } else { &self.missed };
        let done = &mut self.done[usize::from(is_found)];
        *done += 1;
        texts[(*done - 1) % texts.len()]
    }
}

/// Returns the number of a text or a place.
pub(super) fn to_u32(number: usize) -> u32 {
    u32::try_from(number).expect("a sample has fewer texts than 2^32")
}
