//! A step of recompression: all rules rewritten, so that what stood together is one letter.

use alloc::vec::Vec;

use super::grammar::Symbol::{Letter, Rule};
use super::grammar::{Edges, Grammar, Symbol, edge};
use crate::concat::error::ConcatError;
use crate::concat::memo::Memo;

/// What is replaced by a letter.
#[derive(Clone, Copy)]
pub(super) enum Step {
    /// Each longest block of one letter.
    Blocks,
    /// Each left letter with the right letter after it. The seed says which letters are left ones.
    Pairs(u64),
}

impl Step {
    /// Whether a letter and the one after it are replaced together.
    #[inline]
    fn joins(self, a: u32, b: u32) -> bool {
        match self {
            Self::Blocks => a == b,
            Self::Pairs(seed) => is_left(a, seed) && !is_left(b, seed),
        }
    }
}

/// Half of the letters, which ones depends on the seed.
#[inline]
fn is_left(letter: u32, seed: u64) -> bool {
    let mixed = (seed << 32 ^ u64::from(letter)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ mixed >> 29).wrapping_mul(0x94d0_49bb_1331_11eb) >> 63 == 0
}

/// A symbol so many times in a row. Between two steps all are single.
#[derive(Clone, Copy)]
struct Run {
    symbol: Symbol,
    times: u128,
}

/// What became of a rule: the runs that were taken out of it, and what is left, a rule of the new grammar.
#[derive(Clone, Copy, Default)]
struct Rewritten {
    before: Option<(u32, u128)>,
    rest: Option<Symbol>,
    after: Option<(u32, u128)>,
}

/// The new letters, by what they stand for.
struct Names {
    /// By an old letter that stays alone. `u32::MAX` where there is none yet.
    single: Vec<u32>,
    /// By an old letter and how often it stands there, or which other stands after it.
    joined: Memo<(u32, u128), u32>,
    next: u32,
}

impl Names {
    fn new(letters: u32) -> Result<Self, ConcatError> {
        let mut single = Vec::new();
        single.try_reserve_exact(letters as usize)?;
        single.resize(letters as usize, u32::MAX);
        Ok(Self {
            single,
            joined: Memo::new(),
            next: 0,
        })
    }

    fn single(&mut self, letter: u32) -> Symbol {
        let name = &mut self.single[letter as usize];
        if *name == u32::MAX {
            *name = self.next;
            self.next += 1;
        }
        Letter(*name)
    }

    fn joined(&mut self, letter: u32, with: u128) -> Result<Symbol, ConcatError> {
        let (&name, new) = self.joined.get_or_insert((letter, with), self.next)?;
        self.next += u32::from(new);
        Ok(Letter(name))
    }

    fn block(&mut self, letter: u32, times: u128) -> Result<Symbol, ConcatError> {
        if times == 1 {
            Ok(self.single(letter))
        } else {
            self.joined(letter, times)
        }
    }
}

impl Grammar {
    /// Rewrites all rules, and says what stands for the texts now. No rule may name one of theirs.
    ///
    /// # Errors
    ///
    /// `Full`, `Alloc`: the grammar is of no use then.
    pub(super) fn rewrite(
        &mut self,
        step: Step,
        edges: &[Edges],
        texts: [Symbol; 2],
    ) -> Result<[Symbol; 2], ConcatError> {
        let open = self.open(step, edges)?;
        let mut names = Names::new(self.letters)?;
        let mut grammar = Self::new();
        let mut done: Vec<Rewritten> = Vec::new();
        done.try_reserve_exact(self.len())?;
        let mut runs = Vec::new();
        for (at, &[begin, end]) in open.iter().enumerate() {
            runs.clear();
            self.spread(at, &done, &mut runs)?;
            let mut rewritten = Rewritten::default();
            let mut rest = &runs[..];
            // What is a single run is taken out as well: the rule is gone.
            if (begin || rest.len() == 1)
                && let [
                    Run {
                        symbol: Letter(letter),
                        times,
                    },
                    tail @ ..,
                ] = rest
            {
                rewritten.before = Some((*letter, *times));
                rest = tail;
            }
            if end
                && let [
                    head @ ..,
                    Run {
                        symbol: Letter(letter),
                        times,
                    },
                ] = rest
            {
                rewritten.after = Some((*letter, *times));
                rest = head;
            }
            rewritten.rest = match rest {
                [] => None,
                [
                    Run {
                        symbol: rule @ Rule(_),
                        ..
                    },
                ] => Some(*rule),
                _ => {
                    grammar.write(rest, step, &mut names)?;
                    Some(grammar.end()?)
                }
            };
            done.push(rewritten);
        }
        let mut new = texts;
        for text in &mut new {
            if let Rule(at) = *text {
                *text = match done[at as usize] {
                    Rewritten {
                        rest: Some(rest), ..
                    } => rest,
                    Rewritten { before, .. } => {
                        let (letter, times) = before.ok_or(ConcatError::TooLong)?;
                        names.block(letter, times)?
                    }
                };
            }
        }
        grammar.letters = names.next;
        *self = grammar;
        Ok(new)
    }

    /// Which rules are to be opened at their beginning and at their end, since what is replaced lies
    /// across the edge wherever they are used.
    fn open(&self, step: Step, edges: &[Edges]) -> Result<Vec<[bool; 2]>, ConcatError> {
        let mut open = Vec::new();
        open.try_reserve_exact(self.len())?;
        open.resize(self.len(), [false; 2]);
        let mark = |open: &mut Vec<[bool; 2]>, symbol, side: usize| {
            if let Rule(at) = symbol {
                open[at as usize][side] = true;
            }
        };
        for at in (0..self.len()).rev() {
            let symbols = self.rule(at);
            for (a, b) in symbols.clone().zip(symbols.clone().skip(1)) {
                if step.joins(edge(a, edges, 1), edge(b, edges, 0)) {
                    mark(&mut open, a, 1);
                    mark(&mut open, b, 0);
                }
            }
            // To open a rule is to open the one that it begins or ends with.
            let [begin, end] = open[at];
            let mut symbols = symbols;
            let first = symbols.next();
            if begin && let Some(symbol) = first {
                mark(&mut open, symbol, 0);
            }
            if end && let Some(symbol) = symbols.next_back().or(first) {
                mark(&mut open, symbol, 1);
            }
        }
        Ok(open)
    }

    /// The runs of a rule, with what was taken out of those that it names.
    fn spread(
        &self,
        at: usize,
        done: &[Rewritten],
        runs: &mut Vec<Run>,
    ) -> Result<(), ConcatError> {
        let mut push = |symbol, times| {
            if let Some(last) = runs.last_mut()
                && matches!(symbol, Letter(_))
                && last.symbol == symbol
            {
                last.times = last.times.checked_add(times).ok_or(ConcatError::TooLong)?;
                return Ok(());
            }
            runs.try_reserve(1)?;
            runs.push(Run { symbol, times });
            Ok::<_, ConcatError>(())
        };
        for symbol in self.rule(at) {
            let Rule(at) = symbol else {
                push(symbol, 1)?;
                continue;
            };
            let Rewritten {
                before,
                rest,
                after,
            } = done[at as usize];
            if let Some((letter, times)) = before {
                push(Letter(letter), times)?;
            }
            if let Some(rest) = rest {
                push(rest, 1)?;
            }
            if let Some((letter, times)) = after {
                push(Letter(letter), times)?;
            }
        }
        Ok(())
    }

    /// Adds runs to the rule that is being written, by their new letters.
    fn write(&mut self, runs: &[Run], step: Step, names: &mut Names) -> Result<(), ConcatError> {
        let mut rest = runs;
        while let [Run { symbol, times }, tail @ ..] = rest {
            rest = tail;
            let symbol = match (step, *symbol, tail) {
                (_, Rule(_), _) => *symbol,
                (
                    Step::Pairs(_),
                    Letter(a),
                    [
                        Run {
                            symbol: Letter(b), ..
                        },
                        tail @ ..,
                    ],
                ) if step.joins(a, *b) => {
                    rest = tail;
                    names.joined(a, (*b).into())?
                }
                (_, Letter(a), _) => names.block(a, *times)?,
            };
            self.push(symbol)?;
        }
        Ok(())
    }
}
