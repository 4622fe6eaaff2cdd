//! Uses of strings as a program has them: nothing is prepared but the lines, and nothing is
//! counted.
// Numbers are below some millions.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]

use std::borrow::Borrow;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};
use std::hint::black_box;
use std::ops::Deref;
use std::sync::Barrier;
use std::time::Instant;

use string_kit_measure::engine::{Sentinel, core_time};

pub(crate) trait Text:
    for<'a> From<&'a str> + Deref<Target = str> + Borrow<str> + Clone + Eq + Hash
{
}

impl<S: for<'a> From<&'a str> + Deref<Target = str> + Borrow<str> + Clone + Eq + Hash> Text for S {}

/// The groups of chunks, and the rounds of a chunk.
const GROUPS: usize = 13;
const CHUNK: usize = 8_193;
/// The chunks of a group that bring its strings into the caches again, and those that are timed.
const WARM: usize = 3;
const TIMED: usize = 5;
/// The number of times that all strings are replaced before.
const AGEING: usize = 40;
/// The same of an index, whose strings all live equally long.
const INDEX_AGEING: usize = 160;

/// A stream of numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 32) * end as u64) >> 32) as usize
    }
}

/// A place that runs on, and begins again at the end.
fn next(at: &mut usize, end: usize) -> usize {
    let now = *at;
    *at = if now + 1 < end { now + 1 } else { 0 };
    now
}

/// Makes strings of the first lines, again and again.
fn filled<S: Text>(lines: &[&str], count: usize) -> Vec<S> {
    let lines = lines.iter().cycle().take(count);
    lines.map(|line| S::from(*line)).collect()
}

fn touch(text: &str) {
    let bytes = text.as_bytes();
    black_box((bytes.len(), bytes.first().copied(), bytes.last().copied()));
}

/// The nanoseconds of a round of a chunk, and those of a sentinel: of some arithmetic before or
/// after it, whichever took longer, and of a pointer chase after its group. It says what else ran
/// on the core and used the shared cache.
pub(crate) type Chunk = (f64, f64);

/// Times some rounds.
fn chunk(rounds: usize, work: impl FnOnce()) -> Chunk {
    let before = core_time();
    let start = Instant::now();
    work();
    let time = start.elapsed().as_secs_f64() * 1e9 / rounds as f64;
    (time, core_time().max(before))
}

/// Does rounds until all `live` strings were replaced some times, then chunks.
fn times(live: usize, mut round: impl FnMut()) -> Vec<Chunk> {
    let is_large = live >= 10_000;
    let ageing = if is_large { AGEING } else { AGEING * 4 };
    (0..ageing * live).for_each(|_| round());
    let rounds = if is_large { CHUNK } else { CHUNK / 16 };
    chunks(&mut sentinel(), rounds, round)
}

/// Times groups of chunks.
fn chunks(sentinel: &mut Sentinel, rounds: usize, mut round: impl FnMut()) -> Vec<Chunk> {
    let mut run = || (0..rounds).for_each(|_| round());
    let mut all = Vec::new();
    for _ in 0..GROUPS {
        (0..WARM).for_each(|_| run());
        let chunks = [(); TIMED].map(|()| chunk(rounds, &mut run));
        let chase = sentinel.time_warm();
        all.extend(chunks.map(|(time, core)| (time, core + chase)));
    }
    all
}

fn sentinel() -> Sentinel {
    Sentinel::new(&mut fastrand::Rng::with_seed(1))
}

/// Each line replaces the oldest of 50,000 strings; some are read, and some are compared.
pub(crate) fn ring<S: Text, const READS: usize, const EQS: usize>(lines: &[&str]) -> Vec<Chunk> {
    const LIVE: usize = 50_000;
    let mut ring: Vec<S> = filled(lines, LIVE);
    let (mut place, mut line, mut numbers) = (0, LIVE % lines.len(), Numbers(1));
    times(LIVE, || {
        ring[next(&mut place, LIVE)] = S::from(lines[next(&mut line, lines.len())]);
        for _ in 0..READS {
            touch(&ring[numbers.below(LIVE)]);
        }
        for _ in 0..EQS {
            black_box(ring[numbers.below(LIVE)] == ring[numbers.below(LIVE)]);
        }
    })
}

/// Each line replaces any of 1,111 tags; 8 of them are cloned, and replace the oldest of 8,889
/// clones. 20 times a clone is compared with another string, and 20 times a clone is hashed.
pub(crate) fn tags<S: Text>(lines: &[&str]) -> Vec<Chunk> {
    const TAGS: usize = 1_111;
    const CLONES: usize = 8_889;
    let mut tags: Vec<S> = filled(lines, TAGS);
    let mut clones: Vec<S> = tags.iter().cycle().take(CLONES).cloned().collect();
    let (mut clone, mut line, mut numbers) = (0, TAGS % lines.len(), Numbers(1));
    times(TAGS, || {
        tags[numbers.below(TAGS)] = S::from(lines[next(&mut line, lines.len())]);
        for _ in 0..8 {
            clones[next(&mut clone, CLONES)] = tags[numbers.below(TAGS)].clone();
        }
        for _ in 0..20 {
            black_box(clones[numbers.below(CLONES)] == clones[numbers.below(CLONES)]);
        }
        for _ in 0..20 {
            let mut hasher = DefaultHasher::new();
            clones[numbers.below(CLONES)].hash(&mut hasher);
            black_box(hasher.finish());
        }
    })
}

/// Each line replaces any of 50,000 strings; 50 lines are looked up in a map. Nine of ten are
/// there.
///
/// The seed draws the keys. Which of the common words are among them decides how often a key is in
/// the caches: with four seeds a `CompactString` took 0.70 to 0.76 of `String`'s time.
pub(crate) fn keys<S: Text>(lines: &[&str], seed: u64) -> Vec<Chunk> {
    const LIVE: usize = 50_000;
    let distinct: BTreeSet<&str> = lines.iter().copied().collect();
    let mut keys: Vec<&str> = distinct.into_iter().collect();
    let mut numbers = Numbers(seed);
    let wanted = (keys.len() * 9 / 10).min(LIVE);
    let mut map: HashMap<S, u32, BuildHasherDefault<DefaultHasher>> = HashMap::default();
    for at in 0..wanted {
        let other = at + numbers.below(keys.len() - at);
        keys.swap(at, other);
        map.insert(S::from(keys[at]), 1);
    }
    let (found, missed): (Vec<&str>, Vec<&str>) =
        lines.iter().partition(|line| map.contains_key(**line));
    let mut ring: Vec<S> = filled(lines, LIVE);
    let (mut line, mut hit, mut miss, mut count) = (LIVE % lines.len(), 0, 0, 0);
    let mut capture = |numbers: &mut Numbers| {
        ring[numbers.below(LIVE)] = S::from(lines[next(&mut line, lines.len())]);
    };
    for _ in 0..(AGEING - 1) * LIVE {
        capture(&mut numbers);
    }
    // Ageing by whole rounds would take a minute.
    times(256, || {
        capture(&mut numbers);
        for _ in 0..50 {
            let text = match next(&mut count, 10) {
                0 => missed[next(&mut miss, missed.len())],
                _ => found[next(&mut hit, found.len())],
            };
            black_box(map.get(text));
        }
    })
}

/// The words of a line of the log, and the words of the newest lines that are kept.
///
/// A log does not repeat itself. If this one did so in step with the queue of words, a word would
/// get the block of one of its length for ever, and neighbours would stay neighbours: so the lines
/// and those that are kept have no common divisor. The words of a thread fit into a cache of its
/// own: beyond it, the time is that of whoever else uses the shared one.
const WORDS: usize = 8;
const NEWEST: usize = 1_499 * WORDS;
/// The threads that index, each with an index of its own.
const THREADS: usize = 2;

/// An index of a log: it counts common words, and keeps the words of the newest lines.
struct Index<S> {
    counts: HashMap<S, u32>,
    newest: VecDeque<S>,
}

impl<S: Text> Index<S> {
    /// Adds the words of a line.
    fn add(&mut self, words: &[&str]) {
        for &word in words {
            if self.newest.len() == NEWEST {
                self.newest.pop_front();
            }
            self.newest.push_back(S::from(word));
            if !word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                continue;
            }
            match self.counts.get_mut(word) {
                Some(count) => *count += 1,
                None => drop(self.counts.insert(S::from(word), 1)),
            }
        }
    }

    /// Shows the line that begins at a word.
    fn show(&self, at: usize) {
        let words = self.newest.range(at..at + WORDS);
        words.for_each(|word| touch(word));
    }
}

/// Each of two threads indexes all lines, and shows an older line for each fourth one. Returns the
/// nanoseconds of a word, and the bytes by which the memory of the process has grown.
pub(crate) fn index<S: Text>(lines: &[&str]) -> (Vec<Chunk>, f64) {
    let barrier = Barrier::new(THREADS + 1);
    // Threads allocate elsewhere: what is freed here is not used for their strings.
    let mut sentinels: [Sentinel; THREADS] = std::array::from_fn(|_| sentinel());
    let work = |seed, sentinel: &mut Sentinel| {
        let mut index = Index::<S> {
            counts: HashMap::new(),
            newest: VecDeque::with_capacity(NEWEST),
        };
        let (mut line, mut numbers) = (0, Numbers(seed));
        let all: Vec<&[&str]> = lines.chunks_exact(WORDS).collect();
        barrier.wait();
        barrier.wait();
        let mut round = || {
            for _ in 0..4 {
                index.add(all[next(&mut line, all.len())]);
            }
            index.show(numbers.below(index.newest.len() / WORDS) * WORDS);
        };
        (0..INDEX_AGEING * NEWEST / WORDS / 4).for_each(|_| round());
        let times = chunks(sentinel, CHUNK, round);
        // All is measured while both indexes are alive.
        barrier.wait();
        barrier.wait();
        times
    };
    std::thread::scope(|scope| {
        let [first, second] = &mut sentinels;
        let (work, barrier) = (&work, &barrier);
        let threads = [(1, first), (2, second)]
            .map(|(seed, sentinel)| scope.spawn(move || work(seed, sentinel)));
        // All lines are cut into words, and nothing is indexed yet.
        barrier.wait();
        let before = touched();
        barrier.wait();
        barrier.wait();
        let grown = touched() - before;
        barrier.wait();
        let [first, second] = threads.map(|thread| thread.join().expect("it does not panic"));
        let of_word = (THREADS * 4 * WORDS) as f64;
        let sum = |(a, b): (Chunk, Chunk)| ((a.0 + b.0) / of_word, a.1.max(b.1));
        (first.into_iter().zip(second).map(sum).collect(), grown)
    })
}

/// Returns the bytes of memory that this process has touched.
fn touched() -> f64 {
    string_kit_measure::memory::touched().unwrap_or_default() as f64
}

/// Returns the bytes by which all lines as strings make the memory of this process grow.
pub(crate) fn kept<S: Text>(lines: &[&str]) -> f64 {
    let before = touched();
    let mut all: Vec<S> = Vec::with_capacity(lines.len());
    all.extend(lines.iter().map(|line| S::from(*line)));
    let after = touched();
    black_box(&all);
    after - before
}

/// All lines are kept, each is read once, and all are dropped.
pub(crate) fn load<S: Text>(lines: &[&str]) -> Vec<Chunk> {
    let work = || {
        let mut all = Vec::new();
        for line in lines {
            all.push(S::from(*line));
        }
        for text in &all {
            touch(text);
        }
    };
    let (time, core) = chunk(lines.len(), work);
    vec![(time, core + sentinel().time_warm())]
}
