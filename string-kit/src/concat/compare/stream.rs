//! Two texts piece by piece, up to a budget.

use core::cmp::Ordering;

use alloc::vec::Vec;

use crate::concat::ConcatError;
use crate::concat::dag::{IndexOf, Nodes, Part};
use crate::concat::fold::try_push;
use crate::concat::view::ConcatRef;

/// The order of two texts, if it shows within the budget of bytes.
pub(super) fn stream<D: Nodes, E: Nodes>(
    left: ConcatRef<'_, D>,
    right: ConcatRef<'_, E>,
    budget: usize,
) -> Result<Option<Ordering>, ConcatError> {
    let (mut left, mut right) = (Pieces::new(left, budget), Pieces::new(right, budget));
    let (mut a, mut b): (&[u8], &[u8]) = (&[], &[]);
    loop {
        if a.is_empty() {
            a = left.next_piece()?;
        }
        if b.is_empty() {
            b = right.next_piece()?;
        }
        let common = a.len().min(b.len());
        if common == 0 {
            // An end that is none, but of the budget, tells nothing.
            let known = !left.is_spent() && !right.is_spent()
                || !left.is_spent() && !b.is_empty()
                || !right.is_spent() && !a.is_empty();
            return Ok(known.then(|| a.len().cmp(&b.len())));
        }
        match a[..common].cmp(&b[..common]) {
            Ordering::Equal => (a, b) = (&a[common..], &b[common..]),
            order => return Ok(Some(order)),
        }
    }
}

struct Pieces<'a, D: Nodes> {
    dag: &'a D,
    /// What is to come, the next last.
    pending: Vec<IndexOf<D>>,
    root: Option<IndexOf<D>>,
    /// Bytes, and pieces with none, that may still be looked at.
    budget: usize,
}

impl<'a, D: Nodes> Pieces<'a, D> {
    fn new(text: ConcatRef<'a, D>, budget: usize) -> Self {
        Self {
            dag: text.dag,
            pending: Vec::new(),
            root: Some(text.node),
            budget,
        }
    }

    /// Whether there is more than the budget allows to look at.
    fn is_spent(&self) -> bool {
        self.budget == 0 && (self.root.is_some() || !self.pending.is_empty())
    }

    /// The next bytes; none at the end of the text or of the budget.
    fn next_piece(&mut self) -> Result<&'a [u8], ConcatError> {
        while self.budget > 0
            && let Some(mut node) = self.root.take().or_else(|| self.pending.pop())
        {
            let text = loop {
                match self.dag.part(node) {
                    Part::Leaf(text) => break text,
                    Part::Concat(left, right) => {
                        try_push(&mut self.pending, right)?;
                        node = left;
                    }
                }
            };
            self.budget = self.budget.saturating_sub(text.len().max(1));
            if !text.is_empty() {
                return Ok(text.as_bytes());
            }
        }
        Ok(&[])
    }
}
