//! A step of recompression: all rules rewritten, so that each phrase is one letter.

use alloc::vec::Vec;

use super::grammar::Symbol::{Letter, Rule};
use super::grammar::{Grammar, Symbol};
use crate::error::ConcatError;
use crate::memo::Memo;

/// A symbol of a rule that is spread out: a letter so many times in a row, or what is left of a rule.
#[derive(Clone, Copy)]
struct Run {
    symbol: Symbol,
    times: u128,
}

/// The order of letters, another one for each seed: no two are equal.
///
/// NOTE: the seeds are not to be known before: who knows them can write a text that has few phrases.
#[inline]
fn order(letter: u32, seed: u64) -> u64 {
    let mixed = (seed ^ u64::from(letter)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ mixed >> 29).wrapping_mul(0x94d0_49bb_1331_11eb)
}

/// Whether the run at `at` is where a phrase begins, or a rule that is left, as far as can be seen from
/// `runs` alone.
///
/// What is left of a rule begins with a phrase, and a phrase begins after it. The letter before a phrase
/// comes after its first letter in the order, and so does not itself begin one.
fn begins(runs: &[Run], at: usize, seed: u64) -> bool {
    let Letter(letter) = runs[at].symbol else {
        return true;
    };
    let Some([before, _, after]) = at.checked_sub(1).and_then(|start| runs.get(start..at + 2))
    else {
        return false;
    };
    match (before.symbol, after.symbol) {
        (Rule(_), _) => true,
        (_, Rule(_)) => false,
        (Letter(before), Letter(after)) => {
            let own = order(letter, seed);
            own < order(before, seed) && own < order(after, seed)
        }
    }
}

/// A letter so many times, in 20 bytes.
#[derive(Clone, Copy)]
struct Taken {
    letter: u32,
    times: [u8; 16],
}

/// What became of the rules so far: a phrase that is whole stays in its rule, what is before the first
/// and after the last is taken out.
struct Rewritten {
    taken: Vec<Taken>,
    /// Where in `taken` the end of what stood before the rest is, and of what stood after it; and the
    /// rest, a rule of the new grammar.
    rules: Vec<(usize, usize, Option<u32>)>,
}

impl Rewritten {
    fn new(rules: usize) -> Result<Self, ConcatError> {
        let mut rewritten = Self {
            taken: Vec::new(),
            rules: Vec::new(),
        };
        rewritten.rules.try_reserve_exact(rules)?;
        Ok(rewritten)
    }

    fn push(&mut self, [before, after]: [&[Run]; 2], rest: Option<u32>) -> Result<(), ConcatError> {
        self.taken.try_reserve(before.len() + after.len())?;
        for runs in [before, after] {
            self.taken
                .extend(runs.iter().filter_map(|run| match run.symbol {
                    Letter(letter) => Some(Taken {
                        letter,
                        times: run.times.to_ne_bytes(),
                    }),
                    Rule(_) => None,
                }));
        }
        let end = self.taken.len();
        self.rules.push((end - after.len(), end, rest));
        Ok(())
    }

    /// Spreads a symbol of the old grammar.
    fn spread(&self, symbol: Symbol, runs: &mut Vec<Run>) -> Result<(), ConcatError> {
        let Rule(at) = symbol else {
            return add(runs, symbol, 1);
        };
        let at = at as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.rules[before].1);
        let (middle, end, rest) = self.rules[at];
        for taken in &self.taken[start..middle] {
            add(runs, Letter(taken.letter), u128::from_ne_bytes(taken.times))?;
        }
        if let Some(rest) = rest {
            add(runs, Rule(rest), 1)?;
        }
        for taken in &self.taken[middle..end] {
            add(runs, Letter(taken.letter), u128::from_ne_bytes(taken.times))?;
        }
        Ok(())
    }
}

/// Adds a letter so many times, or a rule, after the runs.
fn add(runs: &mut Vec<Run>, symbol: Symbol, times: u128) -> Result<(), ConcatError> {
    match runs.last_mut() {
        Some(last) if last.symbol == symbol && matches!(symbol, Letter(_)) => {
            last.times = last.times.checked_add(times).ok_or(ConcatError::TooLong)?;
        }
        _ => {
            runs.try_reserve(1)?;
            runs.push(Run { symbol, times });
        }
    }
    Ok(())
}

/// The new letters, by what they stand for.
struct Names {
    /// By an old letter that stands there once. `u32::MAX` where there is none yet.
    once: Vec<u32>,
    /// By an old letter and how often it stands there.
    often: Memo<(u32, u128), u32>,
    /// By the new letter of a phrase, and that of the run that is added to it.
    longer: Memo<u64, u32>,
    next: u32,
}

impl Names {
    fn new(letters: u32) -> Result<Self, ConcatError> {
        let mut once = Vec::new();
        once.try_reserve_exact(letters as usize)?;
        once.resize(letters as usize, u32::MAX);
        Ok(Self {
            once,
            often: Memo::new(),
            longer: Memo::new(),
            next: 0,
        })
    }

    fn run(&mut self, letter: u32, times: u128) -> Result<u32, ConcatError> {
        let (name, new) = if times == 1 {
            let name = &mut self.once[letter as usize];
            let new = *name == u32::MAX;
            if new {
                *name = self.next;
            }
            (*name, new)
        } else {
            let (&name, new) = self.often.get_or_insert((letter, times), self.next)?;
            (name, new)
        };
        self.count(new)?;
        Ok(name)
    }

    fn phrase(&mut self, phrase: u32, run: u32) -> Result<u32, ConcatError> {
        let key = u64::from(phrase) << 32 | u64::from(run);
        let (&name, new) = self.longer.get_or_insert(key, self.next)?;
        self.count(new)?;
        Ok(name)
    }

    fn count(&mut self, new: bool) -> Result<(), ConcatError> {
        self.next += u32::from(new);
        if self.next < Symbol::MOST {
            Ok(())
        } else {
            Err(ConcatError::Full)
        }
    }
}

impl Grammar {
    /// Rewrites all rules, and says which stand for the texts now. No rule may name one of theirs.
    ///
    /// # Errors
    ///
    /// `Full`, `Alloc`: the grammar is of no use then.
    pub(super) fn rewrite(&mut self, seed: u64, texts: [u32; 2]) -> Result<[u32; 2], ConcatError> {
        let mut names = Names::new(self.letters)?;
        let mut grammar = Self::new();
        let mut done = Rewritten::new(self.len())?;
        let (mut new_texts, mut runs) = (texts, Vec::new());
        for at in 0..self.len() {
            runs.clear();
            for symbol in self.rule(at) {
                done.spread(symbol, &mut runs)?;
            }
            // All of a text stays: what is before its first phrase is a phrase.
            if let Some(text) = texts.iter().position(|&text| text as usize == at) {
                let rule = grammar.write(&runs, 0..runs.len(), seed, &mut names)?;
                new_texts[text] = rule;
                done.push([&[], &[]], Some(rule))?;
                continue;
            }
            let first = (0..runs.len()).find(|&at| begins(&runs, at, seed));
            let last = (0..runs.len()).rfind(|&at| begins(&runs, at, seed));
            let (Some(first), Some(last)) = (first, last) else {
                done.push([&runs, &[]], None)?;
                continue;
            };
            let rest = match &runs[first..last] {
                [] => None,
                &[
                    Run {
                        symbol: Rule(rule), ..
                    },
                ] => Some(rule),
                _ => Some(grammar.write(&runs, first..last, seed, &mut names)?),
            };
            done.push([&runs[..first], &runs[last..]], rest)?;
        }
        grammar.letters = names.next;
        *self = grammar;
        Ok(new_texts)
    }

    /// Adds a rule of some of the runs, each phrase as its new letter.
    fn write(
        &mut self,
        runs: &[Run],
        range: core::ops::Range<usize>,
        seed: u64,
        names: &mut Names,
    ) -> Result<u32, ConcatError> {
        let mut phrase = None;
        for at in range {
            if let Some(whole) = phrase
                && begins(runs, at, seed)
            {
                self.push(Letter(whole))?;
                phrase = None;
            }
            let Run { symbol, times } = runs[at];
            match symbol {
                Rule(_) => self.push(symbol)?,
                Letter(letter) => {
                    let run = names.run(letter, times)?;
                    phrase = Some(match phrase {
                        None => run,
                        Some(begun) => names.phrase(begun, run)?,
                    });
                }
            }
        }
        if let Some(whole) = phrase {
            self.push(Letter(whole))?;
        }
        self.end()
    }
}
