//! The rules of a grammar, one for each node of a DAG.

use alloc::vec::Vec;

use crate::dag::{Dag, IndexOf, Part};
use crate::error::ConcatError;
use crate::memo::Memo;
use crate::width::Index;

/// What a rule is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Symbol {
    /// A letter by its number.
    Letter(u32),
    /// The text of a rule by its place.
    Rule(u32),
}

use Symbol::{Letter, Rule};

impl Symbol {
    /// There are fewer letters, and fewer rules.
    pub(super) const MOST: u32 = 1 << 31;
}

/// A symbol in 4 bytes.
#[derive(Clone, Copy)]
struct Packed(u32);

impl Packed {
    fn symbol(self) -> Symbol {
        if self.0 < Symbol::MOST {
            Letter(self.0)
        } else {
            Rule(self.0 - Symbol::MOST)
        }
    }
}

impl From<Symbol> for Packed {
    fn from(symbol: Symbol) -> Self {
        Self(match symbol {
            Letter(number) => number,
            Rule(at) => at | Symbol::MOST,
        })
    }
}

/// Rules one after the other, each after those that it names. No rule is empty, nor a rule alone.
pub(super) struct Grammar {
    symbols: Vec<Packed>,
    /// Where each rule ends.
    ends: Vec<usize>,
    /// The numbers of letters are less.
    pub(super) letters: u32,
}

impl Grammar {
    /// No rule, and the bytes as letters.
    pub(super) const fn new() -> Self {
        Self {
            symbols: Vec::new(),
            ends: Vec::new(),
            letters: 256,
        }
    }

    /// How many rules there are.
    pub(super) const fn len(&self) -> usize {
        self.ends.len()
    }

    /// The symbols of a rule.
    pub(super) fn rule(&self, at: usize) -> impl DoubleEndedIterator<Item = Symbol> + Clone {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.symbols[start..self.ends[at]]
            .iter()
            .map(|packed| packed.symbol())
    }

    /// Adds a symbol to the rule that is being written.
    pub(super) fn push(&mut self, symbol: Symbol) -> Result<(), ConcatError> {
        if self.symbols.len() >= Symbol::MOST as usize {
            return Err(ConcatError::Full);
        }
        self.symbols.try_reserve(1)?;
        self.symbols.push(symbol.into());
        Ok(())
    }

    /// Ends the rule that is being written.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a rule has a symbol, of which there are less than 2^31"
    )]
    pub(super) fn end(&mut self) -> Result<u32, ConcatError> {
        self.ends.try_reserve(1)?;
        self.ends.push(self.symbols.len());
        Ok(self.ends.len() as u32 - 1)
    }

    /// Adds the rules of the nodes that a text is made of, and says what stands for the text, if it has
    /// any. `known` is what stands for nodes that were met, by the numbers of their ids.
    ///
    /// # Errors
    ///
    /// `Full`, `Alloc`.
    pub(super) fn add<D: Dag>(
        &mut self,
        dag: &D,
        root: IndexOf<D>,
        known: &mut Memo<u64, Option<Symbol>>,
    ) -> Result<Option<Symbol>, ConcatError> {
        // Each node comes twice: before its children, and after them.
        let mut todo: Vec<(IndexOf<D>, bool)> = Vec::new();
        let mut done: Vec<Option<Symbol>> = Vec::new();
        todo.try_reserve(1)?;
        todo.push((root, false));
        while let Some((node, after)) = todo.pop() {
            let symbol = if after {
                match (done.pop().flatten(), done.pop().flatten()) {
                    (Some(right), Some(left)) => {
                        self.push(left)?;
                        self.push(right)?;
                        Some(Rule(self.end()?))
                    }
                    (one, other) => one.or(other),
                }
            } else if let Some(&symbol) = known.get(node.number()) {
                done.try_reserve(1)?;
                done.push(symbol);
                continue;
            } else {
                match dag.part(node) {
                    Part::Leaf("") => None,
                    Part::Leaf(text) if text.len() == 1 => Some(Letter(text.as_bytes()[0].into())),
                    Part::Leaf(text) => {
                        for &byte in text.as_bytes() {
                            self.push(Letter(byte.into()))?;
                        }
                        Some(Rule(self.end()?))
                    }
                    Part::Concat(left, right) => {
                        todo.try_reserve(3)?;
                        todo.extend([(node, true), (right, false), (left, false)]);
                        continue;
                    }
                }
            };
            if dag.may_recur(node) {
                known.get_or_insert(node.number(), symbol)?;
            }
            done.try_reserve(1)?;
            done.push(symbol);
        }
        Ok(done.pop().flatten())
    }
}
