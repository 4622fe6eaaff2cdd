//! A value of a text from the values of its parts: each node once, and no recursion.

use alloc::vec::Vec;
use core::marker::PhantomData;

use hashbrown::HashTable;

use super::ConcatError;
use super::dag::{IndexOf, Nodes, Part, is_same};
use super::view::ConcatRef;
use super::width::Index;

/// What is found out about nodes, from the leaves up.
pub(super) trait Fold<'a, D: Nodes> {
    /// What is found out; small, for it is remembered for every node that may come again.
    type Value: Copy;

    /// What is known of the node without a look at its parts.
    #[inline]
    fn known(&mut self, dag: &'a D, node: IndexOf<D>) -> Option<Self::Value> {
        _ = (dag, node);
        None
    }

    /// The value of a leaf.
    fn leaf(&mut self, node: IndexOf<D>, text: &'a str) -> Result<Self::Value, ConcatError>;

    /// The value of a concatenation.
    fn concat(&mut self, left: Self::Value, right: Self::Value)
    -> Result<Self::Value, ConcatError>;

    /// Whether every value is asked for later, that of nodes too that cannot come again.
    #[inline]
    fn remembers_all(&self) -> bool {
        false
    }

    /// Whether a leaf's value is worth being remembered.
    #[inline]
    fn remembers_leaves(&self) -> bool {
        true
    }
}

/// The value of a text. Takes O(nodes) time and space; an error is the allocator's or the fold's.
pub(super) fn fold<'a, D: Nodes, F: Fold<'a, D>>(
    text: ConcatRef<'a, D>,
    memo: &mut Memo<IndexOf<D>, F::Value>,
    fold: &mut F,
) -> Result<F::Value, ConcatError> {
    let dag = text.dag;
    // Concatenations whose left part, or both parts, are being looked at: one entry a level.
    let mut open: Vec<(IndexOf<D>, bool)> = Vec::new();
    let mut lefts: Vec<F::Value> = Vec::new();
    let mut node = text.node;
    'down: loop {
        let mut value = 'value: {
            if let Some(value) = fold.known(dag, node).or_else(|| memo.get(node)) {
                break 'value value;
            }
            match dag.part(node) {
                Part::Concat(left, _) => {
                    try_push(&mut open, (node, false))?;
                    node = left;
                    continue 'down;
                }
                Part::Leaf(text) => {
                    let value = fold.leaf(node, text)?;
                    if fold.remembers_leaves() && (fold.remembers_all() || dag.may_recur(node)) {
                        memo.try_insert(node, value)?;
                    }
                    value
                }
            }
        };
        while let Some((parent, has_left)) = open.pop() {
            if !has_left && let Part::Concat(_, right) = dag.part(parent) {
                try_push(&mut lefts, value)?;
                open.push((parent, true));
                node = right;
                continue 'down;
            }
            let left = lefts.pop().expect("each open right part has a left one");
            value = fold.concat(left, value)?;
            if fold.remembers_all() || dag.may_recur(parent) {
                memo.try_insert(parent, value)?;
            }
        }
        return Ok(value);
    }
}

/// The values of texts one after the other: those of the same nodes, as long as one follows the other,
/// share what was found out.
pub(super) struct Folds<'a, D: Nodes, V> {
    memo: Memo<IndexOf<D>, V>,
    /// Whose nodes are known by the memo.
    dag: Option<&'a D>,
}

impl<'a, D: Nodes, V: Copy> Folds<'a, D, V> {
    pub(super) const fn new() -> Self {
        Self {
            memo: Memo::new(),
            dag: None,
        }
    }

    /// The value of the next text, as [`fold`].
    pub(super) fn fold<F: Fold<'a, D, Value = V>>(
        &mut self,
        text: ConcatRef<'a, D>,
        to: &mut F,
    ) -> Result<V, ConcatError> {
        if !self.dag.is_some_and(|dag| is_same(dag, text.dag)) {
            *self = Self::new();
            self.dag = Some(text.dag);
        }
        let value = fold(text, &mut self.memo, to)?;
        // The only handle of a node may be lent twice.
        if !text.dag.may_recur(text.node) {
            self.memo.try_insert(text.node, value)?;
        }
        Ok(value)
    }
}

/// Values of nodes.
///
/// PERF: nodes that were made one after the other are mostly reached together, so they share a page:
/// one entry of a table in the cache for 16 of them.
#[derive(Debug)]
pub(super) struct Memo<I, V> {
    /// The numbers of pages and their places.
    table: HashTable<(u64, usize)>,
    pages: Vec<Page<V>>,
    node: PhantomData<fn(I)>,
}

/// The values of 16 nodes in a row, as far as the bits say that they are known.
#[derive(Debug)]
struct Page<V> {
    known: u16,
    values: [V; PAGE],
}

const PAGE: usize = 16;

impl<I: Index, V: Copy> Memo<I, V> {
    pub(super) const fn new() -> Self {
        Self {
            table: HashTable::new(),
            pages: Vec::new(),
            node: PhantomData,
        }
    }

    #[inline]
    pub(super) fn get(&self, node: I) -> Option<V> {
        let (page, at) = Self::place(node);
        let page = &self.pages[self.find(page)?];
        (page.known >> at & 1 == 1).then(|| page.values[at])
    }

    /// Remembers the value of a node.
    #[inline]
    pub(super) fn try_insert(&mut self, node: I, value: V) -> Result<(), ConcatError> {
        let (number, at) = Self::place(node);
        let Some(place) = self.find(number) else {
            return self.add_page(number, at, value);
        };
        let page = &mut self.pages[place];
        page.known |= 1 << at;
        page.values[at] = value;
        Ok(())
    }

    fn add_page(&mut self, number: u64, at: usize, value: V) -> Result<(), ConcatError> {
        self.table.try_reserve(1, |entry| mix(entry.0))?;
        let place = self.pages.len();
        let page = Page {
            known: 1 << at,
            values: [value; PAGE],
        };
        try_push(&mut self.pages, page)?;
        self.table
            .insert_unique(mix(number), (number, place), |entry| mix(entry.0));
        Ok(())
    }

    #[inline]
    fn find(&self, page: u64) -> Option<usize> {
        let entry = self.table.find(mix(page), |entry| entry.0 == page);
        entry.map(|entry| entry.1)
    }

    /// The number of a node's page and its place there.
    #[inline]
    fn place(node: I) -> (u64, usize) {
        let number = node.number();
        #[expect(clippy::cast_possible_truncation, reason = "it is below 16")]
        let at = (number % PAGE as u64) as usize;
        (number / PAGE as u64, at)
    }
}

/// Spreads a number over all bits.
#[inline]
pub(super) fn mix(number: u64) -> u64 {
    let product = u128::from(number ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
    #[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
    let folded = product as u64 ^ (product >> 64) as u64;
    folded
}

#[inline]
pub(super) fn try_push<T>(to: &mut Vec<T>, value: T) -> Result<(), ConcatError> {
    to.try_reserve(1)?;
    to.push(value);
    Ok(())
}
