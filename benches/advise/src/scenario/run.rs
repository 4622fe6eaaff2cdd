//! The run of a script by one candidate.
//!
//! Several threads clone, compare, hash and read one set of captured strings, which they borrow.
//! Each thread has the strings that it captures and its clones to itself, and draws operands of its
//! own.

use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};
use std::hint::black_box;
use std::slice;
use std::time::Duration;

use string_kit_measure::engine::{Concurrent, Log, ThreadRun};

use super::lifetimes::{Numbers, to_u32};
use super::script::{Drawer, Operands, Round, SAMPLES, Script, Turn};
use super::store::{Input, Map, Store};
use super::{Operation, TimeSample, Turns};

/// The number of working sets of captures that age the heap.
///
/// PERF: of strings that live equally long, blocks stay beside those of the strings before them for
/// long: after one working set 86 % of neighbours lie within 128 bytes, 30 % after 10, 9 % after
/// 20, and 1 % after 40. A `String` of a ring of 50,000 took 22 ns after one working set, 23 after
/// 40, 28 after 160 and 32 after 640. To replace any strings mixes the blocks in four working sets,
/// but as far as 640 in order do: 1.4 times the time of a program that has just run for a while,
/// and inline types looked as much better.
const AGEING: usize = 40;
/// The most captures of it, unless four working sets are more.
const MOST_AGEING: usize = 1 << 21;

/// The time of a turn of threads.
const TIME: Duration = Duration::from_millis(10);
/// The chunks of operations that a thread repeats, and the least number of operations of each.
const CHUNKS: usize = 256;
const OPERATIONS: usize = 128;

/// The strings that no operation replaces.
struct Fixed<S> {
    /// Those that threads share; none if there is one thread.
    shared: Vec<S>,
    map: Map<S>,
}

impl<S: Clone + Eq + Hash> Fixed<S> {
    fn new<T: Input + ?Sized, H: Store<T, Text = S>>(
        script: &Script<'_, T>,
        store: &mut H,
    ) -> Self {
        let mut capture = |at: usize| store.capture(script.texts[at % script.texts.len()]);
        let shared = if script.is_shared() { script.owners } else { 0 };
        let shared = (0..shared).map(&mut capture).collect();
        let hasher = BuildHasherDefault::default();
        let mut map = Map::with_capacity_and_hasher(script.keys.len(), hasher);
        map.extend(script.keys.iter().map(|key| (capture(*key as usize), *key)));
        Self { shared, map }
    }
}

/// A candidate's state of a script.
pub(super) struct Run<'s, 'a, T: Input + ?Sized, H: Store<T>> {
    script: &'s Script<'a, T>,
    store: H,
    pub(super) live: Vec<H::Text>,
}

/// The operands of operations that most scenarios do not have.
struct Others<'a> {
    clones: slice::Iter<'a, (u32, u32)>,
    lookups: &'a [u32],
}

impl<'s, 'a, T: Input + ?Sized, H: Store<T>> Run<'s, 'a, T, H> {
    /// Makes the live strings with which [`Drawer::new`] begins.
    fn new(script: &'s Script<'a, T>, mut store: H, fixed: &Fixed<H::Text>) -> Self {
        let mut live: Vec<H::Text> = Vec::with_capacity(script.live);
        for at in 0..script.live {
            live.push(match at.checked_sub(script.owners) {
                None => store.capture(script.texts[at % script.texts.len()]),
                Some(_) if script.is_shared() => fixed.shared[at % script.owners].clone(),
                Some(_) => live[at % script.owners].clone(),
            });
        }
        Self {
            script,
            store,
            live,
        }
    }

    /// Does the operations of some rounds; returns how many comparisons and look-ups found an equal
    /// text. If the captured strings are shared, all operations but captures use the shared
    /// strings. A twin is compiled as another function.
    #[inline(never)]
    fn walk<const SHARED: bool, const TWIN: bool>(
        &mut self,
        fixed: &Fixed<H::Text>,
        operands: &Operands,
    ) -> u64 {
        if TWIN {
            // One store makes it another function: the compiler merges equal ones.
            black_box(0_u8);
        }
        let texts = &*self.script.texts;
        let mut captures = operands.captures.iter();
        let mut others = Others {
            clones: operands.clones.iter(),
            lookups: &operands.lookups,
        };
        let (mut numbers, mut reads) = (operands.numbers, operands.reads.clone());
        let live = to_u32(self.live.len());
        let has_others = operands.has_others();
        let mut chosen = &*operands.eqs;
        let (mut compared, mut next) = (0, operands.text);
        let mut hits = 0;
        for _ in 0..operands.rounds {
            for round in &operands.round {
                for &at in captures.by_ref().take(round[Operation::Capture]) {
                    let text = texts[next];
                    next = if next + 1 < texts.len() { next + 1 } else { 0 };
                    self.live[at as usize] = self.store.capture(text);
                }
                if has_others {
                    let found;
                    (found, numbers) = self.others::<SHARED>(fixed, round, &mut others, numbers);
                    hits += found;
                }
                for _ in 0..round[Operation::Eq] {
                    let mut pair = [(); 2].map(|()| numbers.below(live));
                    if let [(number, places), later @ ..] = chosen
                        && *number == compared
                    {
                        (pair, chosen) = (*places, later);
                    }
                    compared += 1;
                    let [a, b] = pair.map(|at| self.source::<SHARED>(fixed, at));
                    hits += u64::from(a == b);
                }
                for _ in 0..round[Operation::Read] {
                    let text = self.source::<SHARED>(fixed, reads.next(&mut numbers));
                    let field = if T::IS_RECORD {
                        numbers.below(to_u32(self.store.fields(text)))
                    } else {
                        0
                    };
                    touch(self.store.read(text, field as usize));
                }
            }
        }
        hits
    }

    /// Clones, hashes and looks up; returns how many texts were found, and the numbers that go on
    /// from there.
    ///
    /// PERF: a function of its own, whose variables take no registers from the other operations: in
    /// one loop with them a round of `tokens` took a quarter more instructions and a tenth more
    /// time.
    #[inline(never)]
    fn others<const SHARED: bool>(
        &mut self,
        fixed: &Fixed<H::Text>,
        round: &Round,
        others: &mut Others<'_>,
        mut numbers: Numbers,
    ) -> (u64, Numbers) {
        let clones = others.clones.by_ref();
        for &(source, at) in clones.take(round[Operation::Clone]) {
            self.live[at as usize] = self.source::<SHARED>(fixed, source).clone();
        }
        for _ in 0..round[Operation::Hash] {
            let at = numbers.below(to_u32(self.live.len()));
            black_box(hash(self.source::<SHARED>(fixed, at)));
        }
        let (now, later) = others.lookups.split_at(round[Operation::Lookup]);
        others.lookups = later;
        (self.look_up(fixed, now), numbers)
    }

    /// Looks texts up; returns how many were found. A function of its own for the same reason.
    #[inline(never)]
    fn look_up(&self, fixed: &Fixed<H::Text>, places: &[u32]) -> u64 {
        let mut found = 0;
        for &place in places {
            let text = self.script.queries[place as usize];
            found += u64::from(self.store.lookup(&fixed.map, text).is_some());
        }
        found
    }

    /// Returns the string that an operation on a place is done on.
    #[inline(always)]
    #[allow(clippy::inline_always)] // A call would be a good part of the time.
    fn source<'b, const SHARED: bool>(&'b self, fixed: &'b Fixed<H::Text>, at: u32) -> &'b H::Text {
        match fixed.shared.get(at as usize) {
            Some(text) if SHARED => text,
            _ => &self.live[at as usize],
        }
    }

    /// Returns whether each live string has the text of the class that the script has at its place.
    pub(super) fn is_right(&self, classes: &[u32]) -> bool {
        let mut live = self.live.iter().zip(classes);
        live.all(|(string, class)| {
            let text = self.script.texts[self.script.distinct[*class as usize] as usize];
            (0..text.fields()).all(|field| self.store.read(string, field) == text.field(field))
        })
    }
}

/// Returns the hash of a string.
///
/// PERF: a function of its own for each type. Some types' code for the hash was compiled into the
/// loop, and others' was not: a hash of a `String` took 19.6 ns, one of an `Arc<str>` 24.2, and in
/// a plain program both take as long.
#[inline(never)]
fn hash(string: &impl Hash) -> u64 {
    let mut state = DefaultHasher::new();
    string.hash(&mut state);
    state.finish()
}

/// Reads a text: its length, its first byte and its last.
#[inline(always)]
#[allow(clippy::inline_always)] // A call would be a good part of the time.
fn touch(text: &str) {
    let bytes = text.as_bytes();
    black_box((bytes.len(), bytes.first().copied(), bytes.last().copied()));
}

/// Prepares a script for a store, in one thread: ages its heap.
pub(crate) fn alone<'a, T: Input + ?Sized, H: Store<T> + 'static, const TWIN: bool>(
    script: &'a Script<'a, T>,
) -> Result<Turns<'a>, &'static str> {
    if script.is_shared() && H::IS_TABLE {
        return Err("its table belongs to one thread");
    }
    if script.is_shared() {
        return Err("threads cannot share it");
    }
    script.is_possible()?;
    if script.scenario.is_load() {
        let work = || load::<T, H, TWIN>(script);
        let sample = move || TimeSample::time(script.texts.len(), work);
        return Ok(Box::new(move || Ok(vec![sample()])));
    }
    let mut aged = Aged::<T, H>::new::<TWIN>(script)?;
    Ok(Box::new(move || aged.turn::<TWIN>()))
}

/// A candidate whose heap is that of a program that ran for long.
pub(super) struct Aged<'a, T: Input + ?Sized, H: Store<T>> {
    fixed: Fixed<H::Text>,
    pub(super) run: Run<'a, 'a, T, H>,
    pub(super) drawer: Drawer<'a, 'a, T>,
    pub(super) turn: Turn,
}

impl<'a, T: Input + ?Sized, H: Store<T>> Aged<'a, T, H> {
    pub(super) fn new<const TWIN: bool>(script: &'a Script<'a, T>) -> Result<Self, &'static str> {
        let mut store = H::default();
        if H::IS_TABLE {
            for text in &script.known {
                store.capture(script.texts[*text as usize]);
            }
        }
        let fixed = Fixed::new(script, &mut store);
        let mut aged = Self {
            run: Run::new(script, store, &fixed),
            drawer: Drawer::new(script, 0),
            turn: Turn::default(),
            fixed,
        };
        if !H::IS_TABLE {
            for _ in 0..(MOST_AGEING / script.owners).clamp(4, AGEING) {
                let making = &mut aged.turn.making;
                aged.drawer.draw_working_set(making);
                aged.run.walk::<false, TWIN>(&aged.fixed, making);
            }
        }
        if aged.run.is_right(&aged.drawer.classes) {
            Ok(aged)
        } else {
            Err("its strings do not have the texts that were captured")
        }
    }

    /// Does a turn, at once with the other copies of the scenario; returns the timed samples.
    pub(super) fn turn<const TWIN: bool>(&mut self) -> Result<Vec<TimeSample>, &'static str> {
        let (fixed, run, turn) = (&self.fixed, &mut self.run, &mut self.turn);
        let together = &run.script.together;
        together.wait();
        if !self.drawer.draw_turn(H::IS_TABLE, turn) {
            return Ok(Vec::new());
        }
        let mut hits = run.walk::<false, TWIN>(fixed, &turn.making);
        hits += run.walk::<false, TWIN>(fixed, &turn.warm);
        let mut expected = turn.warm.hits;
        let mut samples = Vec::with_capacity(SAMPLES);
        for sample in &turn.timed {
            together.wait();
            let work = || hits += run.walk::<false, TWIN>(fixed, sample);
            samples.push(TimeSample::time(sample.operations(), work));
            expected += sample.hits;
        }
        if hits == expected {
            Ok(samples)
        } else {
            Err("its comparisons or look-ups are wrong")
        }
    }
}

/// Captures all texts, reads each once, and drops all.
#[inline(never)]
fn load<T: Input + ?Sized, H: Store<T>, const TWIN: bool>(script: &Script<'_, T>) {
    if TWIN {
        // One store makes it another function: the compiler merges equal ones.
        black_box(0_u8);
    }
    let mut store = H::default();
    let mut all = Vec::new();
    for text in &script.texts {
        all.push(store.capture(text));
    }
    for (string, text) in all.iter().zip(&script.texts) {
        for field in 0..text.fields() {
            touch(store.read(string, field));
        }
    }
}

/// Prepares a script in as many threads as the scenario has. Each has a store of its own, which
/// must read the strings of the others. A twin is compiled as another function.
pub(crate) fn together<'a, T, H, const TWIN: bool>(
    script: &'a Script<'a, T>,
) -> Result<Turns<'a>, &'static str>
where
    T: Input + Sync + ?Sized,
    H: Store<T, Text: Send + Sync> + 'static,
{
    if !script.is_shared() {
        return alone::<T, H, TWIN>(script);
    }
    script.is_possible()?;
    let fixed = Fixed::new(script, &mut H::default());
    let mut random = fastrand::Rng::with_seed(1);
    Ok(Box::new(move || {
        let threads = Concurrent {
            threads: script.scenario.threads,
            time: TIME,
            is_pinned: false,
        };
        let thread = |index: usize, turn: ThreadRun<'_>| -> Log {
            let mut run = Run::new(script, H::default(), &fixed);
            let drawn = Drawer::new(script, index as u64).draw_chunks(CHUNKS, OPERATIONS);
            let mut chunks = drawn.iter().cycle();
            let mut walk = || {
                let chunk = chunks.next().expect("chunks are drawn");
                black_box(run.walk::<true, TWIN>(&fixed, chunk));
                to_u32(chunk.operations())
            };
            // The first time makes the clones share texts as they do from then on.
            for _ in 0..CHUNKS {
                walk();
            }
            let chunk = |operations| {
                let mut done = 0;
                while done < operations {
                    done += walk();
                }
                done
            };
            turn.run::<false>(chunk, u64::MAX)
        };
        let mut times = Vec::new();
        let sample = TimeSample::time(1, || times = threads.run(&mut random, &thread));
        let time = times.iter().sum::<f64>() / times.len() as f64;
        let samples = (!times.is_empty()).then_some(TimeSample { time, ..sample });
        Ok(samples.into_iter().collect())
    }))
}
