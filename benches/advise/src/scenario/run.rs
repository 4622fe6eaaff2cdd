//! The run of a script by one candidate.

use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};
use std::hint::black_box;

use string_kit_measure::engine::repeat;

use super::Measured;
use super::holder::{Holder, Input, Map};
use super::script::{PASS, PERIOD, Script, Start, Step};

/// The strings that no operation replaces.
pub(super) struct Fixed<S> {
    /// Those that threads share; none if there is one thread.
    pub(super) shared: Vec<S>,
    /// Those that live ones are compared with.
    others: Vec<S>,
    map: Map<S>,
}

impl<S: Clone + Eq + Hash> Fixed<S> {
    pub(super) fn new<T: Input + ?Sized, H: Holder<T, Text = S>>(
        script: &Script,
        texts: &[&T],
        holder: &mut H,
    ) -> Self {
        let shared = if script.is_shared() { script.owners } else { 0 };
        let shared = (0..shared).map(|at| Script::first_text(at, texts.len()));
        let shared = shared
            .map(|text| holder.capture(texts[text as usize]))
            .collect();
        let mut made = |text: &u32| holder.capture(texts[*text as usize]);
        let others = script.others.iter().map(&mut made).collect();
        let keys = script.keys.iter().map(|text| (made(text), *text));
        let mut map = Map::with_capacity_and_hasher(keys.len(), BuildHasherDefault::default());
        map.extend(keys);
        Self {
            shared,
            others,
            map,
        }
    }
}

/// A candidate's state of a script.
pub(super) struct Run<'a, T: Input + ?Sized, H: Holder<T>> {
    script: &'a Script,
    texts: &'a [&'a T],
    holder: H,
    live: Vec<H::Text>,
    /// The place in the period.
    at: usize,
}

impl<'a, T: Input + ?Sized, H: Holder<T>> Run<'a, T, H> {
    /// Makes the live strings.
    pub(super) fn new(
        script: &'a Script,
        texts: &'a [&'a T],
        mut holder: H,
        fixed: &Fixed<H::Text>,
    ) -> Self {
        let mut live: Vec<H::Text> = Vec::with_capacity(script.start.len());
        for start in &script.start {
            let text = match start.of {
                Some(of) if script.is_shared() => fixed.shared[of as usize].clone(),
                Some(of) => live[of as usize].clone(),
                None => holder.capture(texts[start.text as usize]),
            };
            live.push(text);
        }
        Self {
            script,
            texts,
            holder,
            live,
            at: 0,
        }
    }

    /// Does so many operations; returns how many comparisons and look-ups of them found an equal text. If
    /// the captured strings are shared, all operations but captures use the shared strings.
    pub(super) fn walk<const SHARED: bool, const TWIN: bool>(
        &mut self,
        fixed: &Fixed<H::Text>,
        operations: usize,
    ) -> u64 {
        let mut hits = 0;
        let mut left = operations;
        while left > 0 {
            let steps = &self.script.steps[self.at..];
            let steps = &steps[..steps.len().min(left)];
            hits += self.stretch::<SHARED, TWIN>(fixed, steps);
            left -= steps.len();
            self.at = (self.at + steps.len()) % PERIOD;
        }
        hits
    }

    #[inline(never)]
    fn stretch<const SHARED: bool, const TWIN: bool>(
        &mut self,
        fixed: &Fixed<H::Text>,
        steps: &[Step],
    ) -> u64 {
        if TWIN {
            // One store makes it another function: the compiler merges equal ones.
            black_box(0_u8);
        }
        let mut hits = 0;
        for step in steps {
            match *step {
                Step::Capture { at, text } => {
                    self.live[at as usize] = self.holder.capture(self.texts[text as usize]);
                }
                Step::Clone { of, at } => {
                    self.live[at as usize] = self.source::<SHARED>(fixed, of).clone();
                }
                Step::Eq { at, other } => {
                    let other = &fixed.others[other as usize];
                    hits += u64::from(self.source::<SHARED>(fixed, at) == other);
                }
                Step::Hash { at } => {
                    let mut hasher = DefaultHasher::new();
                    self.source::<SHARED>(fixed, at).hash(&mut hasher);
                    black_box(hasher.finish());
                }
                Step::Lookup { text } => {
                    let found = self.holder.lookup(&fixed.map, self.texts[text as usize]);
                    hits += u64::from(found.is_some());
                }
                Step::Read { at, field } => {
                    let text = self.source::<SHARED>(fixed, at);
                    touch(self.holder.read(text, field as usize));
                }
            }
        }
        hits
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

    /// Runs a period, and compares the result with the script's.
    ///
    /// # Errors
    ///
    /// If a string does not have the text that was captured, or an operation found another result.
    pub(super) fn check<const SHARED: bool, const TWIN: bool>(
        &mut self,
        fixed: &Fixed<H::Text>,
    ) -> Result<(), &'static str> {
        if self.walk::<SHARED, TWIN>(fixed, PERIOD) != self.script.hits {
            return Err("its comparisons or look-ups are wrong");
        }
        let mut live = self.live.iter().zip(&self.script.start);
        let is_right = |(string, start): (&H::Text, &Start)| {
            let text = self.texts[start.text as usize];
            (0..text.fields()).all(|field| self.holder.read(string, field) == text.field(field))
        };
        if live.all(is_right) {
            Ok(())
        } else {
            Err("its strings do not have the texts that were captured")
        }
    }
}

/// Reads a text: its length, its first byte and its last.
#[inline(always)]
#[allow(clippy::inline_always)] // A call would be a good part of the time.
fn touch(text: &str) {
    let bytes = text.as_bytes();
    black_box((bytes.len(), bytes.first(), bytes.last()));
}

/// Prepares a script for a holder, in one thread. A twin is compiled as another function.
///
/// `texts` are those that the script was drawn for.
///
/// # Errors
///
/// If the scenario has several threads, or nothing can be measured, with the reason.
pub(crate) fn measured<'a, H: Holder + 'a, const TWIN: bool>(
    script: &'a Script,
    texts: &'a [&'a str],
) -> Result<Measured<'a>, &'static str> {
    alone::<str, H, TWIN>(script, texts)
}

/// Prepares a script for a holder of texts or records, in one thread.
pub(super) fn alone<'a, T: Input + ?Sized, H: Holder<T> + 'a, const TWIN: bool>(
    script: &'a Script,
    texts: &'a [&'a T],
) -> Result<Measured<'a>, &'static str> {
    if script.is_shared() {
        return Err(H::ONE_THREAD);
    }
    is_possible(script)?;
    let mut holder = H::default();
    let fixed = Fixed::new(script, texts, &mut holder);
    let mut run = Run::new(script, texts, holder, &fixed);
    run.check::<false, TWIN>(&fixed)?;
    Ok(Measured::Alone(Box::new(move |passes| {
        let operations = passes as usize * PASS;
        repeat(1, || {
            black_box(run.walk::<false, TWIN>(&fixed, operations));
        })
    })))
}

/// Returns an error if a script has no operations.
pub(super) fn is_possible(script: &Script) -> Result<(), &'static str> {
    if script.steps.is_empty() {
        return Err("there is nothing to measure: no texts, or no operations on them");
    }
    Ok(())
}
