//! Scripts: the operations of a scenario, drawn before they are timed.
//!
//! A script is a loop. A *round* of it does each operation as often as its weight says, in one
//! order: as a program does, so that a processor learns it. The weights of a record are large: its
//! operations alternate within a round. The operands of some rounds are drawn together, and go on
//! where those before them ended: the place that a capture replaces and the text that it captures
//! run on over all places and over a period of texts. Both have no common divisor, so that it is
//! long until a place has the same text again.
//!
//! A record of several texts is captured and cloned as a whole: its strings have places beside one
//! another. All other operations are on any strings.
//!
//! Captured strings and clones have places of their own. By Little's law the shares of both are
//! those of their weights, if both live equally long; a record has the shares.

use std::collections::HashMap;
use std::ops::Index;
use std::sync::Barrier;

use foldhash::fast::FixedState;

use super::mix::gcd;
use super::reads::{Numbers, Reads, after, to_u32};
use super::{Lifetimes, Operation, Scenario};

/// The operations of the timed rounds of a turn: 64k captures, if each is followed by one other
/// operation.
const TIMED: usize = 1 << 17;
/// The least number of rounds of them.
const FEWEST_ROUNDS: usize = 32 * SAMPLES;
/// The number of working sets that are captured before the timed rounds.
///
/// PERF: after others had their turn, a `String` of an aged heap takes 113 ns, 80 after 16k
/// captures, 37 after 57k and 26 after 130k: it is flat after three working sets of 50,000.
const WARM: usize = 3;
/// The most captures of a warm-up: the caches have no room for more.
const MOST_WARM: usize = 1 << 18;
/// The number of times that the texts of keys are looked up before, and the most look-ups of it.
///
/// PERF: captures bring no key into the caches again. After another process had its turn, inline
/// types took 9 to 13 % more of `String`'s time than in a plain program with three times, and 2 to
/// 6 % with five.
const WARM_LOOKUPS: usize = 5;
const MOST_WARM_LOOKUPS: usize = 1 << 20;
/// The number of texts, beyond a working set, that need not be exceeded for four working sets.
const MOST_PERIOD: usize = 1 << 20;
/// The number of samples of a turn: parts of its rounds that are timed one by one.
pub(super) const SAMPLES: usize = 8;
/// An operation that is done at most once for so many of the most frequent one is rare.
const RARE: usize = 50;
/// The number of tries to find a string that is equal, or one that is not.
const TRIES: usize = 16;

/// The number of times that a round does each operation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Round([usize; Operation::COUNT]);

impl Index<Operation> for Round {
    type Output = usize;

    fn index(&self, operation: Operation) -> &usize {
        &self.0[operation as usize]
    }
}

impl Round {
    /// Returns a round of whole records of `width` texts: all other operations are done so many
    /// times as often.
    fn new(scenario: &Scenario, width: usize) -> Self {
        let mut round = Self::default();
        for (operation, weight) in scenario.mix.lowest().iter() {
            round.0[operation as usize] = weight as usize * width;
        }
        round
    }

    /// Returns the operations that make strings.
    fn making(self) -> Self {
        let mut making = Self::default();
        for operation in [Operation::Capture, Operation::Clone] {
            making.0[operation as usize] = self[operation];
        }
        making
    }

    /// Returns the round in parts, each with its share of every operation that is not rare.
    ///
    /// PERF: a program alternates its operations. In rounds of 1,000 captures, then 449 look-ups,
    /// then 249 reads, a `SmolStr` took 1.01 of `String`'s time; in parts of 4, 2 and 1 it took
    /// 0.83. The recorded program took 0.78 and 0.81.
    fn parts(self) -> impl Iterator<Item = Self> {
        let most = self.0.into_iter().max().unwrap_or_default();
        let frequent = self.0.into_iter().filter(|count| *count * RARE > most);
        let parts = frequent.min().unwrap_or(1);
        let share = move |index, count| count * (index + 1) / parts - count * index / parts;
        (0..parts).map(move |index| Self(self.0.map(|count| share(index, count))))
    }

    pub(super) fn operations(self) -> usize {
        self.0.iter().sum()
    }
}

/// The operands of some rounds: places of strings and numbers of texts, in the order of their use.
#[derive(Clone, Debug, Default)]
pub(super) struct Operands {
    /// The parts of a round, one after the other.
    pub(super) round: Vec<Round>,
    pub(super) rounds: usize,
    /// The text that is captured first.
    pub(super) text: usize,
    /// The place of each captured string.
    pub(super) captures: Vec<u32>,
    /// The place of each string that is cloned, and that of the clone.
    pub(super) clones: Vec<(u32, u32)>,
    /// The place of a text in [`Script::queries`].
    pub(super) lookups: Vec<u32>,
    /// The numbers and the choice with which they begin to compare, hash and read.
    pub(super) numbers: Numbers,
    pub(super) reads: Reads,
    /// The comparisons whose strings are not those that were drawn: the number of each, and the
    /// places.
    pub(super) eqs: Vec<(u32, [u32; 2])>,
    /// The number of comparisons and look-ups that find an equal text.
    pub(super) hits: u64,
}

impl Operands {
    pub(super) fn operations(&self) -> usize {
        let parts = self.round.iter().map(|part| part.operations());
        self.rounds * parts.sum::<usize>()
    }

    /// Returns whether strings are cloned or hashed, or texts looked up.
    pub(super) fn has_others(&self) -> bool {
        let others = [Operation::Clone, Operation::Hash, Operation::Lookup];
        let mut parts = self.round.iter();
        parts.any(|part| others.iter().any(|other| part[*other] > 0))
    }
}

/// A scenario, and the texts of its strings.
pub(crate) struct Script<'a> {
    pub(super) scenario: Scenario,
    pub(super) round: Round,
    /// The number of texts of a record.
    pub(super) width: usize,
    /// The period of texts, in whole records.
    pub(super) texts: Vec<&'a str>,
    /// The number of places of captured strings, which come before those of clones, and the number
    /// of both.
    pub(super) owners: usize,
    pub(super) live: usize,
    /// The class of each text: equal texts have the same.
    classes: Vec<u32>,
    /// The first text of each class.
    pub(super) distinct: Vec<u32>,
    /// The texts that a table has before the first of the period.
    pub(super) known: Vec<u32>,
    /// The text of each key of the map.
    pub(super) keys: Vec<u32>,
    /// The texts that are looked up: those of the period that are keys, then the others.
    ///
    /// PERF: they lie in the order of their use, as a program has a text at hand. While a look-up
    /// found its text in the period, where two of three are not used, a `String` took 38 ns and a
    /// `CompactString` 31 in warm caches; now they take 34 and 26, and 37 and 28 in a plain
    /// program.
    pub(super) queries: Vec<&'a str>,
    /// The number of those that are keys.
    found: usize,
    seed: u64,
    /// Where the threads of [`Scenario::copies`] wait for one another.
    pub(super) together: Barrier,
}

impl<'a> Script<'a> {
    /// Draws the keys of a scenario of these texts, of which `width` make a record. Of the captures
    /// of a table, at most the share `new` may insert.
    pub(crate) fn new(
        scenario: &Scenario,
        texts: Vec<&'a str>,
        width: usize,
        new: f64,
        seed: u64,
    ) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let (owners, clones) = places(scenario, width);
        let mut script = Self {
            scenario: scenario.clone(),
            round: Round::new(scenario, width),
            width,
            owners,
            live: owners + clones,
            classes: Vec::with_capacity(texts.len()),
            distinct: Vec::new(),
            known: Vec::new(),
            keys: Vec::new(),
            queries: Vec::new(),
            found: 0,
            texts,
            seed: random.u64(..),
            together: Barrier::new(scenario.copies()),
        };
        // To load, nothing is drawn; and large blocks that were freed before would change what the
        // allocator does.
        if !scenario.is_load() {
            script.classify();
            script.choose_known(new, &mut random);
            script.choose_keys(&mut random);
        }
        script
    }

    /// Returns the least number of records of `width` texts that a scenario needs: four working
    /// sets, or fewer large ones, and as many as a process captures in some turns.
    pub(crate) fn period(scenario: &Scenario, width: usize, turns: usize) -> usize {
        if scenario.is_load() {
            return 0;
        }
        let (owners, _) = places(scenario, width);
        let round = Round::new(scenario, width);
        let timed = timed_rounds(round) * round[Operation::Capture];
        let texts = (4 * owners)
            .min(owners + MOST_PERIOD)
            .max(owners + turns * timed);
        texts.div_ceil(width)
    }

    /// Returns the reason why the script cannot be timed, if it cannot.
    pub(super) fn is_possible(&self) -> Result<(), &'static str> {
        if self.texts.is_empty() {
            Err("there are no texts")
        } else if self.round.operations() == 0 {
            Err("none of the operations can be done")
        } else {
            Ok(())
        }
    }

    /// Returns whether threads share the captured strings, so that a capture replaces a string of
    /// the thread's own, which no operation reads.
    pub(super) fn is_shared(&self) -> bool {
        self.scenario.threads > 1 && !self.scenario.details.is_apart
    }

    /// Leaves out records at the end until their number and that of the places of records have no
    /// common divisor, and classifies the texts of the others.
    fn classify(&mut self) {
        let owners = self.owners / self.width;
        let mut records = self.texts.len() / self.width;
        while records > owners && gcd(to_u32(records), to_u32(owners)) > 1 {
            records -= 1;
        }
        self.texts.truncate(records * self.width);
        let mut known: HashMap<&str, u32, FixedState> = HashMap::default();
        for (index, text) in self.texts.iter().enumerate() {
            let class = *known.entry(*text).or_insert_with(|| {
                self.distinct.push(to_u32(index));
                to_u32(self.distinct.len() - 1)
            });
            self.classes.push(class);
        }
    }

    /// Chooses texts that a table has at first, at equal distances: a sample has more distinct
    /// texts than all texts have, as a share.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn choose_known(&mut self, new: f64, random: &mut fastrand::Rng) {
        let wanted = (new * self.texts.len() as f64).ceil() as usize;
        let known = self.distinct.len().saturating_sub(wanted);
        self.known.clone_from(&self.distinct);
        random.shuffle(&mut self.known);
        self.known.truncate(known);
    }

    /// Draws the keys: of the distinct texts the share that look-ups find, and at most as many as
    /// strings are alive. If a record has the number of keys, they are at most so many, and the
    /// most frequent texts.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn choose_keys(&mut self, random: &mut fastrand::Rng) {
        if self.round[Operation::Lookup] == 0 || self.texts.is_empty() {
            return;
        }
        let (distinct, hit_rate) = (self.distinct.len(), self.scenario.hit_rate);
        let least_missing = usize::from(hit_rate < 1.0);
        let least_found = usize::from(hit_rate > 0.0);
        let found = ((distinct as f64 * hit_rate).round() as usize)
            .min(distinct - least_missing)
            .max(least_found);
        let most = self.scenario.details.keys.unwrap_or(self.scenario.live);
        let mut order: Vec<usize> = (0..distinct).collect();
        random.shuffle(&mut order);
        if self.scenario.details.keys.is_some() {
            let mut counts = vec![0_usize; distinct];
            for class in &self.classes {
                counts[*class as usize] += 1;
            }
            order.sort_by_key(|class| std::cmp::Reverse(counts[*class]));
        }
        order.truncate(found.min(most));
        let mut is_key = vec![false; distinct];
        for class in &order {
            is_key[*class] = true;
        }
        // Look-ups go through the texts in their order: keys in that order would lie beside one
        // another in memory.
        self.keys = order.iter().map(|class| self.distinct[*class]).collect();
        let is_found = |text: &u32| is_key[self.classes[*text as usize] as usize];
        let (mut queries, missed): (Vec<u32>, Vec<u32>) =
            (0..to_u32(self.texts.len())).partition(is_found);
        self.found = queries.len();
        queries.extend(missed);
        let text = |text: &u32| self.texts[*text as usize];
        self.queries = queries.iter().map(text).collect();
    }
}

/// Returns the number of timed rounds of a turn.
fn timed_rounds(round: Round) -> usize {
    (TIMED / round.operations().max(1)).max(FEWEST_ROUNDS)
}

/// The operands of a turn: rounds that warm the caches, and timed ones.
#[derive(Debug, Default)]
pub(super) struct Turn {
    /// Captures and clones alone.
    pub(super) making: Operands,
    /// All operations.
    pub(super) warm: Operands,
    /// The same, for each sample: another program may disturb some of them.
    pub(super) timed: [Operands; SAMPLES],
}

/// Draws the operands of a script, some rounds at a time.
pub(super) struct Drawer<'s, 'a> {
    script: &'s Script<'a>,
    /// The class of the string at each place.
    pub(super) classes: Vec<u32>,
    /// The last place at which a string of each class was captured.
    last: Vec<u32>,
    /// The next text that is captured, and the places of captured records and of clones.
    text: usize,
    owner: usize,
    clone: usize,
    /// The number of texts that were looked up: of those that are no keys, and of the keys.
    looked_up: [usize; 2],
    numbers: Numbers,
    reads: Reads,
    random: fastrand::Rng,
}

impl<'s, 'a> Drawer<'s, 'a> {
    /// Begins with the strings of [`Script::texts`] at the places of captured strings, in order,
    /// and clones of them.
    pub(super) fn new(script: &'s Script<'a>, thread: u64) -> Self {
        let (owners, texts) = (script.owners, script.texts.len());
        let class = |at: usize| script.classes[at % owners % texts];
        let mut last = vec![0; script.distinct.len()];
        for at in 0..owners {
            last[class(at) as usize] = to_u32(at);
        }
        let is_shared = script.is_shared();
        let details = &script.scenario.details;
        let seed = script.seed.wrapping_add(thread);
        Self {
            script,
            classes: (0..script.live).map(class).collect(),
            last,
            text: if is_shared { 0 } else { script.owners % texts },
            owner: 0,
            clone: 0,
            looked_up: [0; 2],
            numbers: Numbers(seed),
            reads: Reads::new(to_u32(script.live), details),
            random: fastrand::Rng::with_seed(seed),
        }
    }

    /// Draws captures and clones that replace about a working set.
    pub(super) fn draw_working_set(&mut self, into: &mut Operands) {
        let making = self.script.round.making();
        let captures = making[Operation::Capture].max(1);
        let rounds = match making.operations() {
            0 => 0,
            _ => self.script.owners.div_ceil(captures),
        };
        self.draw(making, rounds, into);
    }

    /// Draws a turn. The warm-up of a table captures the texts before the next one again: only
    /// timed captures insert.
    ///
    /// Returns false if a table would get the texts of a second period.
    pub(super) fn draw_turn(&mut self, is_table: bool, turn: &mut Turn) -> bool {
        let (round, next) = (self.script.round, self.text);
        let (making, timed) = (round.making(), timed_rounds(round));
        let most_warm = if is_table { next } else { usize::MAX };
        let sets = (WARM * self.script.owners).min(MOST_WARM).min(most_warm);
        let all = sets / making[Operation::Capture].max(1);
        let lookups = (WARM_LOOKUPS * self.script.found).min(MOST_WARM_LOOKUPS);
        let warm = (2 * sets)
            .div_ceil(round.operations())
            .max(lookups / round[Operation::Lookup].max(1))
            .min(all);
        let is_making = making.operations() > 0;
        let before = if is_making { all - warm } else { 0 };
        if is_table {
            if next + timed * round[Operation::Capture] > self.script.texts.len() {
                return false;
            }
            self.text -= making[Operation::Capture] * (before + warm);
        }
        self.draw(making, before, &mut turn.making);
        self.draw(round, warm, &mut turn.warm);
        if is_table {
            self.text = next;
        }
        for sample in &mut turn.timed {
            self.draw(round, timed / SAMPLES, sample);
        }
        true
    }

    /// Draws operands of at least so many operations each.
    pub(super) fn draw_chunks(mut self, chunks: usize, operations: usize) -> Vec<Operands> {
        let round = self.script.round;
        let rounds = operations.div_ceil(round.operations());
        let mut drawn = vec![Operands::default(); chunks];
        for operands in &mut drawn {
            self.draw(round, rounds, operands);
        }
        drawn
    }

    /// Draws the operands of so many rounds.
    fn draw(&mut self, round: Round, rounds: usize, into: &mut Operands) {
        into.captures.clear();
        into.clones.clear();
        into.eqs.clear();
        into.lookups.clear();
        let scenario = &self.script.scenario;
        let is_mixed = scenario.lifetimes == Lifetimes::Random;
        (into.rounds, into.text, into.hits) = (rounds, self.text, 0);
        (into.numbers, into.reads) = (self.numbers, self.reads.clone());
        let (live, width) = (to_u32(self.script.live), self.script.width);
        let mut compared = 0;
        into.round.clear();
        if scenario.details.is_interleaved {
            into.round.extend(round.parts());
        } else {
            into.round.push(round);
        }
        let parts = (0..rounds).flat_map(|_| 0..into.round.len());
        for part in parts {
            let round = into.round[part];
            for _ in 0..round[Operation::Capture] / width {
                self.capture(is_mixed, &mut into.captures);
            }
            for _ in 0..round[Operation::Clone] / width {
                self.clone(&mut into.clones);
            }
            for _ in 0..round[Operation::Hash] {
                self.numbers.below(live);
            }
            for _ in 0..round[Operation::Lookup] {
                let (place, is_hit) = self.query();
                into.hits += u64::from(is_hit);
                into.lookups.push(place);
            }
            for _ in 0..round[Operation::Eq] {
                let drawn = [(); 2].map(|()| self.numbers.below(live));
                let pair = self.pair(drawn);
                into.hits += u64::from(self.is_equal(pair));
                if pair != drawn {
                    into.eqs.push((compared, pair));
                }
                compared += 1;
            }
            for _ in 0..round[Operation::Read] {
                self.reads.next(&mut self.numbers);
            }
        }
    }

    fn class(&self, at: u32) -> u32 {
        self.classes[at as usize]
    }

    /// Captures the next record: adds the places of its strings.
    fn capture(&mut self, is_mixed: bool, captures: &mut Vec<u32>) {
        let (width, script) = (self.script.width, self.script);
        let records = script.owners / width;
        let place = if is_mixed {
            self.random.usize(..records)
        } else {
            self.owner
        };
        self.owner = after(self.owner, records);
        for place in place * width..(place + 1) * width {
            if !script.is_shared() {
                let class = script.classes[self.text];
                self.classes[place] = class;
                self.last[class as usize] = to_u32(place);
            }
            self.text = after(self.text, script.texts.len());
            captures.push(to_u32(place));
        }
    }

    /// Clones a record: adds the places of its strings, and of their clones.
    fn clone(&mut self, clones: &mut Vec<(u32, u32)>) {
        let width = self.script.width;
        let (owners, live) = (self.script.owners, self.script.live);
        let source = width * self.random.usize(..owners / width);
        let clone = owners + width * self.clone;
        self.clone = after(self.clone, (live - owners) / width);
        for index in 0..width {
            self.classes[clone + index] = self.classes[source + index];
            clones.push((to_u32(source + index), to_u32(clone + index)));
        }
    }

    /// Returns whether the strings at two places are equal.
    fn is_equal(&self, [a, b]: [u32; 2]) -> bool {
        self.class(a) == self.class(b)
    }

    /// Returns the places of two strings, which are equal as often as the hit rate says: those that
    /// were drawn, if they are as they should be. If no string seems to be equal to another, one is
    /// compared with itself.
    fn pair(&mut self, mut pair: [u32; 2]) -> [u32; 2] {
        let live = to_u32(self.script.live);
        let is_hit = self.random.f64() < self.script.scenario.hit_rate;
        for _ in 0..TRIES {
            if self.is_equal(pair) == is_hit && pair[0] != pair[1] {
                return pair;
            }
            let a = self.random.u32(..live);
            let b = if is_hit {
                self.last[self.class(a) as usize]
            } else {
                self.random.u32(..live)
            };
            pair = [a, b];
        }
        if is_hit { [pair[0]; 2] } else { pair }
    }

    /// Returns the place of the next text to look up, and whether it is a key: of those that are,
    /// and of the others, in their order.
    fn query(&mut self) -> (u32, bool) {
        let script = self.script;
        let is_hit = self.random.f64() < script.scenario.hit_rate;
        let (found, missed) = (script.found, script.queries.len() - script.found);
        let is_hit = is_hit && found > 0 || missed == 0;
        let (first, count) = if is_hit { (0, found) } else { (found, missed) };
        let next = &mut self.looked_up[usize::from(is_hit)];
        let place = first + *next;
        *next = after(*next, count);
        (to_u32(place), is_hit)
    }
}

/// Returns the number of places of captured strings, and of clones, in records of `width`.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn places(scenario: &Scenario, width: usize) -> (usize, usize) {
    let live = (scenario.live / width).max(1);
    let weight = |operation| f64::from(scenario.mix.weight(operation));
    let (captures, clones) = (weight(Operation::Capture), weight(Operation::Clone));
    let clones = if clones == 0.0 {
        0
    } else if captures == 0.0 {
        // Captured strings live for ever; a clone lives until the next.
        1
    } else {
        let share = match scenario.details.owned {
            0.0 => clones / (captures + clones),
            owned => 1.0 - owned,
        };
        ((live as f64 * share).round() as usize).max(1)
    };
    (live.saturating_sub(clones).max(1) * width, clones * width)
}
