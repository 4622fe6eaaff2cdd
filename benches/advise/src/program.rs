//! The program that is timed: it does with strings what a workload says, and nothing else.
//!
//! Captured strings are alive in a ring, where the newest takes the place of the oldest; clones are
//! in another ring, and keys in a map. A *round* does each operation as often as its weight says.
//! Texts come in the order of the data, and begin again. Strings of one record are captured and
//! cloned together; all other operations are on any strings.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::hint::black_box;

use indexmap::IndexSet;
use string_kit_types::{Kept, Kind, Map};

use crate::workload::{Operation, Workload};

/// An operation that is done at most once for so many of the most frequent one is rare.
const RARE: usize = 50;

/// The number of times that a part of a round does each operation: of captures and clones, records.
pub(crate) type Counts = [usize; Operation::COUNT];

/// Returns a round in parts, each with its share of every operation that is not rare.
///
/// PERF: a program alternates its operations. In rounds of 1,000 captures, then 449 look-ups, then
/// 249 reads, a `SmolStr` took 1.01 of `String`'s time; in parts of 4, 2 and 1 it took 0.83, and
/// 0.78 to 0.81 in a program that alternates them.
pub(crate) fn parts(workload: &Workload) -> Vec<Counts> {
    let mut counts = [0; Operation::COUNT];
    for (operation, weight) in workload.mix.lowest().iter() {
        counts[operation as usize] = weight as usize;
    }
    let greatest = counts.into_iter().max().unwrap_or_default();
    let frequent = counts.into_iter().filter(|count| count * RARE > greatest);
    let parts = frequent.min().unwrap_or(1);
    let share = |part: usize, count: usize| count * (part + 1) / parts - count * part / parts;
    (0..parts)
        .map(|part| counts.map(|count| share(part, count)))
        .collect()
}

/// Returns one operation alone.
pub(crate) fn alone(operation: Operation) -> Vec<Counts> {
    let mut counts = [0; Operation::COUNT];
    counts[operation as usize] = 1;
    vec![counts]
}

/// Knuth's linear congruential generator: it draws the strings that are cloned, compared, hashed
/// and read, as a program chooses them.
struct Numbers(u64);

impl Numbers {
    #[inline(always)]
    #[allow(clippy::inline_always)] // A call would be a good part of the time.
    #[allow(clippy::cast_possible_truncation)] // It is below the end.
    fn below(&mut self, end: usize) -> usize {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 32) * end as u64) >> 32) as usize
    }
}

/// Returns the place after another, the first of `count` after the last.
fn after(place: usize, count: usize) -> usize {
    if place + 1 < count { place + 1 } else { 0 }
}

/// A running program.
pub(crate) struct Program<'a, K: Kept> {
    kept: K,
    /// The texts of whole records, and the number of texts of one.
    pub(crate) texts: &'a [&'a str],
    pub(crate) width: usize,
    /// The captured strings, then the clones; lists, if the type is one.
    live: Vec<K::Text>,
    captured: usize,
    map: Map<K::Text>,
    /// The next text, place of a capture, place of a clone, and query.
    pub(crate) text: usize,
    place: usize,
    clone: usize,
    query: usize,
    numbers: Numbers,
}

impl<'a, K: Kept> Program<'a, K> {
    pub(crate) const IS_LIST: bool = matches!(K::FACTS.kind, Kind::List);

    /// Captures the texts before the text `next`, or all if it is the first, and fills both rings.
    pub(crate) fn new(
        workload: &Workload,
        (texts, width, next): (&'a [&'a str], usize, usize),
        keys: &[&str],
    ) -> Self {
        let of_list = |strings: usize| strings.div_ceil(width).max(1);
        let [captured, clones] = workload.places().map(|strings| match strings {
            0 => 0,
            _ if Self::IS_LIST => of_list(strings),
            _ => of_list(strings) * width,
        });
        let mut program = Self {
            kept: K::default(),
            texts,
            width,
            live: Vec::with_capacity(captured + clones),
            captured,
            map: Map::default(),
            text: 0,
            place: 0,
            clone: 0,
            query: 0,
            numbers: Numbers(1),
        };
        program.texts = &texts[..if next > 0 { next } else { texts.len() }];
        let first = program.kept.make_many(&texts[..width]);
        program.live.resize(captured + clones, first);
        for (number, key) in (0..).zip(keys) {
            let key = program.kept.make(key);
            program.map.insert(key, number);
        }
        let units = if Self::IS_LIST {
            captured
        } else {
            captured / width
        };
        for _ in 0..units.max(next / width) {
            program.capture();
        }
        program.texts = texts;
        program.text = if next > 0 { next } else { program.text };
        for at in 0..clones {
            program.live[captured + at] = program.live[at % captured].clone();
        }
        program
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // A call would be a good part of the time.
    fn capture(&mut self) {
        let end = self.text + self.width;
        let record = &self.texts[self.text..end];
        self.text = if end < self.texts.len() { end } else { 0 };
        if Self::IS_LIST {
            self.live[self.place] = self.kept.make_many(record);
            self.place = after(self.place, self.captured);
        } else {
            for text in record {
                self.live[self.place] = self.kept.make(text);
                self.place = after(self.place, self.captured);
            }
        }
    }

    fn clone_record(&mut self) {
        let length = if Self::IS_LIST { 1 } else { self.width };
        let source = self.numbers.below(self.captured / length) * length;
        for at in source..source + length {
            self.live[self.captured + self.clone] = self.live[at].clone();
            self.clone = after(self.clone, self.live.len() - self.captured);
        }
    }

    /// Returns the text of any string.
    #[inline(always)]
    #[allow(clippy::inline_always)] // A call would be a good part of the time.
    fn any_text(&mut self) -> &str {
        let at = self.numbers.below(self.live.len());
        let index = if Self::IS_LIST {
            self.numbers.below(self.width)
        } else {
            0
        };
        self.kept.read(&self.live[at], index)
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // A call would be a good part of the time.
    fn compare(&mut self) -> bool {
        let [first, second] = [(); 2].map(|()| self.numbers.below(self.live.len()));
        if Self::IS_LIST {
            let index = self.numbers.below(self.width);
            let [first, second] = [first, second].map(|at| self.kept.read(&self.live[at], index));
            return first == second;
        }
        self.live[first] == self.live[second]
    }

    /// Does some rounds. A twin is compiled as another function.
    #[inline(never)]
    pub(crate) fn rounds<const TWIN: bool>(&mut self, parts: &[Counts], rounds: usize) {
        if TWIN {
            // One store makes it another function: the compiler merges equal ones.
            black_box(0_u8);
        }
        let rarer = [Operation::Clone, Operation::Hash, Operation::Lookup];
        let is_done =
            |operation: &Operation| parts.iter().any(|counts| counts[*operation as usize] > 0);
        let has_rarer = rarer.iter().any(is_done);
        for _ in 0..rounds {
            for counts in parts {
                for _ in 0..counts[Operation::Capture as usize] {
                    self.capture();
                }
                if has_rarer {
                    self.rarer_operations(counts);
                }
                for _ in 0..counts[Operation::Eq as usize] * self.width {
                    black_box(self.compare());
                }
                for _ in 0..counts[Operation::Read as usize] * self.width {
                    touch(self.any_text());
                }
            }
        }
    }

    /// Clones, hashes and looks up.
    ///
    /// PERF: a function of its own, whose variables take no registers from the other operations: in
    /// one loop with them a round of `tokens` took a tenth more time.
    #[inline(never)]
    fn rarer_operations(&mut self, counts: &Counts) {
        for _ in 0..counts[Operation::Clone as usize] {
            self.clone_record();
        }
        for _ in 0..counts[Operation::Hash as usize] * self.width {
            black_box(if Self::IS_LIST {
                hash(self.any_text())
            } else {
                hash(&self.live[self.numbers.below(self.live.len())])
            });
        }
        for _ in 0..counts[Operation::Lookup as usize] * self.width {
            black_box(self.kept.look_up(&self.map, self.texts[self.query]));
            self.query = after(self.query, self.texts.len());
        }
    }

    /// Returns whether the strings captured last, at most so many, are those of the newest texts.
    pub(crate) fn is_right(&self, captures: usize) -> bool {
        let length = if Self::IS_LIST { self.width } else { 1 };
        let (texts, strings) = (self.texts.len(), self.captured * length);
        (1..=strings.min(captures)).all(|back| {
            let text = self.texts[(self.text + texts * strings.div_ceil(texts) - back) % texts];
            let string = (self.place * length + strings - back) % strings;
            self.kept.read(&self.live[string / length], string % length) == text
        })
    }
}

/// Returns the hash of a string or text.
///
/// PERF: a function of its own for each type, since the compiler put some types' hash into the loop
/// and called others': a hash of a `String` took 19.6 ns, one of an `Arc<str>` 24.2.
#[inline(never)]
fn hash<T: Hash + ?Sized>(string: &T) -> u64 {
    let mut state = DefaultHasher::new();
    string.hash(&mut state);
    state.finish()
}

/// Reads the length of a text, its first byte and its last.
#[inline(always)]
#[allow(clippy::inline_always)] // A call would be a good part of the time.
pub(crate) fn touch(text: &str) {
    let bytes = text.as_bytes();
    black_box((bytes.len(), bytes.first().copied(), bytes.last().copied()));
}

/// Returns the keys, nine of ten distinct texts, but at most as many as strings are alive.
pub(crate) fn keys<'a>(workload: &Workload, texts: &[&'a str], seed: u64) -> Vec<&'a str> {
    if workload.mix.weight(Operation::Lookup) == 0 {
        return Vec::new();
    }
    let distinct: IndexSet<&str> = texts.iter().copied().collect();
    let mut keys: Vec<&str> = distinct.into_iter().collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut keys);
    keys.truncate((keys.len() * 9 / 10).clamp(1, workload.live));
    keys
}
