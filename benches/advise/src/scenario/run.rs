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

use super::reads::{Numbers, to_u32};
use super::script::{Drawer, Operands, Round, SAMPLES, Script, Turn};
use super::store::{Map, Store};
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
pub(super) struct Fixed<S> {
    /// Those that threads share; none if there is one thread.
    shared: Vec<S>,
    map: Map<S>,
}

impl<S: Clone + Eq + Hash> Fixed<S> {
    fn new<H: Store<Text = S>>(script: &Script<'_>, store: &mut H) -> Self {
        let owners = if script.is_shared() { script.owners } else { 0 };
        let shared = captured(script, store, owners);
        let hasher = BuildHasherDefault::default();
        let mut map = Map::with_capacity_and_hasher(script.keys.len(), hasher);
        let key = |key: &u32| (store.capture(script.texts[*key as usize]), *key);
        map.extend(script.keys.iter().map(key));
        Self { shared, map }
    }
}

/// Captures the first texts, so many, again and again: lists of them, if the store makes lists.
fn captured<H: Store>(script: &Script<'_>, store: &mut H, count: usize) -> Vec<H::Text> {
    let records = script.texts.chunks_exact(script.width).cycle();
    let mut all = Vec::with_capacity(if H::IS_LIST {
        count / script.width
    } else {
        count
    });
    for record in records.take(count / script.width) {
        if H::IS_LIST {
            all.push(store.capture_all(record));
        } else {
            all.extend(record.iter().map(|text| store.capture(text)));
        }
    }
    all
}

/// A candidate's state of a script.
pub(super) struct Run<'s, 'a, H: Store> {
    script: &'s Script<'a>,
    store: H,
    /// The strings by their places; lists by the places of records.
    pub(super) live: Vec<H::Text>,
    /// The number of strings.
    strings: u32,
    /// 2^40 over the number of texts of a record, rounded up.
    inverse: u64,
}

/// The operands of operations that most scenarios do not have.
struct Others<'a> {
    clones: slice::Iter<'a, (u32, u32)>,
    lookups: &'a [u32],
}

impl<'s, 'a, H: Store> Run<'s, 'a, H> {
    /// Makes the live strings with which [`Drawer::new`] begins.
    fn new(script: &'s Script<'a>, mut store: H, fixed: &Fixed<H::Text>) -> Self {
        let mut live = captured(script, &mut store, script.owners);
        let cells = if H::IS_LIST { script.width } else { 1 };
        let owners = live.len();
        for at in 0..(script.live - script.owners) / cells {
            live.push(match fixed.shared.get(at % owners) {
                Some(shared) => shared.clone(),
                None => live[at % owners].clone(),
            });
        }
        Self {
            script,
            store,
            live,
            strings: to_u32(script.live),
            inverse: (1 << 40) / script.width as u64 + 1,
        }
    }

    /// Returns the place of the list that has the string of a place, and its index there.
    ///
    /// PERF: a multiplication in place of a division. It is exact: places are below 2^24, and
    /// records have at most 1,000 texts.
    #[inline(always)]
    #[allow(clippy::inline_always)] // A call would be a good part of the time.
    #[allow(clippy::cast_possible_truncation)] // It is at most the place.
    fn list_of(&self, place: u32) -> (u32, u32) {
        let record = ((u64::from(place) * self.inverse) >> 40) as u32;
        (record, place - record * self.script.width as u32)
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
        let live = self.strings;
        let has_others = operands.has_others();
        let mut chosen = &*operands.eqs;
        let (mut compared, mut next) = (0, operands.text);
        let mut hits = 0;
        for _ in 0..operands.rounds {
            for round in &operands.round {
                if H::IS_LIST {
                    let width = self.script.width;
                    let places = captures.by_ref().take(round[Operation::Capture]);
                    for &at in places.step_by(width) {
                        let record = &texts[next..next + width];
                        next = if next + width < texts.len() {
                            next + width
                        } else {
                            0
                        };
                        let (place, _) = self.list_of(at);
                        self.live[place as usize] = self.store.capture_all(record);
                    }
                } else {
                    for &at in captures.by_ref().take(round[Operation::Capture]) {
                        let text = texts[next];
                        next = if next + 1 < texts.len() { next + 1 } else { 0 };
                        self.live[at as usize] = self.store.capture(text);
                    }
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
                    let is_equal = if H::IS_LIST {
                        let [a, b] = pair.map(|at| self.text::<SHARED>(fixed, at));
                        a == b
                    } else {
                        let [a, b] = pair.map(|at| self.source::<SHARED>(fixed, at));
                        a == b
                    };
                    hits += u64::from(is_equal);
                }
                for _ in 0..round[Operation::Read] {
                    touch(self.text::<SHARED>(fixed, reads.next(&mut numbers)));
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
        let clones = others.clones.by_ref().take(round[Operation::Clone]);
        let step = if H::IS_LIST { self.script.width } else { 1 };
        for &(source, at) in clones.step_by(step) {
            let [source, at] = [source, at].map(|place| {
                if H::IS_LIST {
                    self.list_of(place).0
                } else {
                    place
                }
            });
            self.live[at as usize] = self.source::<SHARED>(fixed, source).clone();
        }
        for _ in 0..round[Operation::Hash] {
            let at = numbers.below(self.strings);
            black_box(if H::IS_LIST {
                hash(self.text::<SHARED>(fixed, at))
            } else {
                hash(self.source::<SHARED>(fixed, at))
            });
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

    /// Returns the text at a place of a string.
    #[inline(always)]
    #[allow(clippy::inline_always)] // A call would be a good part of the time.
    fn text<'b, const SHARED: bool>(&'b self, fixed: &'b Fixed<H::Text>, place: u32) -> &'b str {
        let (at, index) = if H::IS_LIST {
            self.list_of(place)
        } else {
            (place, 0)
        };
        self.store.read(self.source::<SHARED>(fixed, at), index)
    }

    /// Returns whether each live string has the text of the class that the script has at its place.
    pub(super) fn is_right(&self, fixed: &Fixed<H::Text>, classes: &[u32]) -> bool {
        let mut places = (0..).zip(classes);
        places.all(|(place, class)| {
            let text = self.script.texts[self.script.distinct[*class as usize] as usize];
            self.text::<false>(fixed, place) == text
        })
    }
}

/// Returns the hash of a string or text.
///
/// PERF: a function of its own for each type. Some types' code for the hash was compiled into the
/// loop, and others' was not: a hash of a `String` took 19.6 ns, one of an `Arc<str>` 24.2, and in
/// a plain program both take as long.
#[inline(never)]
fn hash<S: Hash + ?Sized>(string: &S) -> u64 {
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
pub(crate) fn alone<'a, H: Store + 'static, const TWIN: bool>(
    script: &'a Script<'a>,
) -> Result<Turns<'a>, &'static str> {
    if H::IS_LIST && script.round[Operation::Lookup] > 0 {
        return Err("a list of texts is no key of a map");
    }
    if script.is_shared() && H::IS_TABLE {
        return Err("its table belongs to one thread");
    }
    if script.is_shared() {
        return Err("threads cannot share it");
    }
    script.is_possible()?;
    if script.scenario.is_load() {
        let work = || load::<H, TWIN>(script);
        let sample = move || TimeSample::time(script.texts.len(), work);
        return Ok(Box::new(move || Ok(vec![sample()])));
    }
    let mut aged = Aged::<H>::new::<TWIN>(script)?;
    Ok(Box::new(move || aged.turn::<TWIN>()))
}

/// A candidate whose heap is that of a program that ran for long.
pub(super) struct Aged<'a, H: Store> {
    pub(super) fixed: Fixed<H::Text>,
    pub(super) run: Run<'a, 'a, H>,
    pub(super) drawer: Drawer<'a, 'a>,
    pub(super) turn: Turn,
}

impl<'a, H: Store> Aged<'a, H> {
    pub(super) fn new<const TWIN: bool>(script: &'a Script<'a>) -> Result<Self, &'static str> {
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
        if aged.run.is_right(&aged.fixed, &aged.drawer.classes) {
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
fn load<H: Store, const TWIN: bool>(script: &Script<'_>) {
    if TWIN {
        // One store makes it another function: the compiler merges equal ones.
        black_box(0_u8);
    }
    let mut store = H::default();
    let mut all = Vec::new();
    let step = if H::IS_LIST { script.width } else { 1 };
    for texts in script.texts.chunks_exact(step) {
        all.push(store.capture_all(texts));
    }
    for string in &all {
        for index in 0..to_u32(step) {
            touch(store.read(string, index));
        }
    }
}

/// Prepares a script in as many threads as the scenario has. Each has a store of its own, which
/// must read the strings of the others. A twin is compiled as another function.
pub(crate) fn together<'a, H, const TWIN: bool>(
    script: &'a Script<'a>,
) -> Result<Turns<'a>, &'static str>
where
    H: Store<Text: Send + Sync> + 'static,
{
    if !script.is_shared() || H::IS_LIST && script.round[Operation::Lookup] > 0 {
        return alone::<H, TWIN>(script);
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
