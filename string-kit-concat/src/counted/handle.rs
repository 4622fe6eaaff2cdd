//! A handle of a counted node of either form, and the operations on texts.
#![allow(unsafe_code)]

use alloc::alloc::handle_alloc_error;
use alloc::vec::Vec;
use core::alloc::Layout;
use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use core::num::NonZeroU32;
use core::ops::Range;
use core::ptr;

use super::form::Form;
use super::node::{Node, NodeRef};
use super::text::Slice;
use super::{free, make};
use crate::ConcatError;
use crate::cut::{Cuts, Span, cut};
use crate::dag::{ConcatRef, LEAF, NodeId, Nodes, Part, place};
use crate::fold::try_push;
use crate::outline::{Outline, leaf_number};
use crate::rebalance::{is_balanced, rebalance};

/// A handle of a node, or none for the empty text.
///
/// INVARIANT: the id is [`EMPTY`], or that of a node of which this is one counted handle.
pub(super) struct Handle<F: Form> {
    id: NonZeroU32,
    node: PhantomData<Node<F>>,
}

/// The kept length that stands for this many bytes or more: nodes keep it in 32 bits.
pub(super) const MOST_KEPT: u64 = u32::MAX as u64;

/// The id of no node: the empty text.
const EMPTY: NonZeroU32 = NonZeroU32::MAX;

impl<F: Form> Handle<F> {
    pub(super) const fn new() -> Self {
        Self {
            id: EMPTY,
            node: PhantomData,
        }
    }

    /// Returns the handle of a new node, or one that is counted already.
    #[inline]
    pub(super) fn of(id: NodeId) -> Self {
        Self {
            id: NonZeroU32::new(id).expect("ids begin with a block's number, which is not 0"),
            node: PhantomData,
        }
    }

    pub(super) fn copy(text: &str) -> Result<Self, ConcatError> {
        if text.is_empty() {
            return Ok(Self::new());
        }
        make::leaf::<F>(text).map(Self::of)
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.id == EMPTY
    }

    #[inline]
    pub(super) fn id(&self) -> NodeId {
        self.id.get()
    }

    #[inline]
    pub(super) fn node(&self) -> Option<NodeRef<'_, F>> {
        self.find(self.id())
    }

    /// Returns a node that this handle keeps; none for the empty text.
    ///
    /// INVARIANT: `id` is that of this handle, or of a part of its node: [`Nodes`] is implemented for a type of which no other crate
    /// has a value, and the views of this one pass no other id.
    #[inline]
    #[expect(clippy::unused_self, reason = "the result borrows the handle")]
    fn find(&self, id: NodeId) -> Option<NodeRef<'_, F>> {
        if id == EMPTY.get() {
            return None;
        }
        // SAFETY: this handle keeps the node (INVARIANT), and is borrowed as long as the result.
        Some(unsafe { NodeRef::of(id) })
    }

    /// Returns a handle of a node that this handle keeps.
    fn handle(&self, id: NodeId) -> Self {
        let Some(found) = self.find(id) else {
            return Self::new();
        };
        found.join();
        Self::of(id)
    }

    #[inline]
    pub(super) fn concat(&self, other: &Self) -> Result<Self, ConcatError> {
        let (Some(left), Some(right)) = (self.node(), other.node()) else {
            return Ok(if self.is_empty() { other } else { self }.clone());
        };
        // PERF: both nodes are read before either count is added to: an addition waits for all loads
        // before it.
        if let Some(both) = short_pair(left, right) {
            return make::short::<F>(both).map(Self::of);
        }
        let id = make::concat(left, right, [self.id(), other.id()])?;
        // The new node's handles of its parts.
        left.join();
        right.join();
        Ok(Self::of(id))
    }

    /// Returns a node of this text and another, which takes over both handles.
    ///
    /// # Errors
    ///
    /// `Full`, `Alloc`, with both handles.
    #[inline]
    pub(super) fn join(self, other: Self) -> Result<Self, (Self, Self, ConcatError)> {
        let (Some(left), Some(right)) = (self.node(), other.node()) else {
            return Ok(if self.is_empty() { other } else { self });
        };
        match make::concat(left, right, [self.id(), other.id()]) {
            Ok(id) => {
                let _handles = (ManuallyDrop::new(self), ManuallyDrop::new(other));
                Ok(Self::of(id))
            }
            Err(error) => Err((self, other, error)),
        }
    }

    /// Appends a text, whose handle the new node takes over. An error leaves this text unchanged.
    pub(super) fn append(&mut self, other: Self) -> Result<(), ConcatError> {
        let (whole, done) = match core::mem::replace(self, Self::new()).join(other) {
            Ok(whole) => (whole, Ok(())),
            Err((this, _, error)) => (this, Err(error)),
        };
        *self = whole;
        done
    }

    pub(super) fn push_str(&mut self, text: &str) -> Result<(), ConcatError> {
        if text.len() <= NodeRef::<F>::SHORT
            && let Some(node) = self.node()
            // SAFETY: this handle is borrowed for a change.
            && unsafe { make::extend(node, text) }
        {
            return Ok(());
        }
        // Made before this text is taken: an error leaves that where it is.
        let text = Self::copy(text)?;
        self.append(text)
    }

    pub(super) fn repeat(&self, times: u64) -> Result<Self, ConcatError> {
        let mut all = Self::new();
        for digit in (0..u64::BITS - times.leading_zeros()).rev() {
            all = all.concat(&all)?;
            if times >> digit & 1 == 1 {
                all = all.concat(self)?;
            }
        }
        Ok(all)
    }

    pub(super) fn substr(&self, range: Span) -> Result<Self, ConcatError> {
        cut(&mut Cutter(self), self.id(), range)
    }

    pub(super) fn rebalance(&self) -> Result<Self, ConcatError> {
        // The leaves by their numbers, of which the first is that of the empty text.
        let mut leaves = Vec::new();
        try_push(&mut leaves, Self::new())?;
        let view = ConcatRef {
            dag: self,
            node: self.id(),
        };
        let mut old = Outline::default();
        let root = old.add(view, true, |_, leaf, _| {
            let number = leaf_number(leaves.len())?;
            try_push(&mut leaves, self.handle(leaf))?;
            Ok(number)
        })?;
        if is_balanced(&old)? {
            return Ok(self.clone());
        }
        let mut new = Outline::default();
        let root = rebalance(&old, root, &mut new)?;
        let mut nodes: Vec<Self> = Vec::new();
        nodes.try_reserve_exact(place(new.len()))?;
        for (left, right) in new.iter() {
            let part = |number: NodeId| {
                let among = if number & LEAF == 0 { &nodes } else { &leaves };
                &among[place(number)]
            };
            nodes.push(joined(part(left).clone(), part(right).clone())?);
        }
        let among = if root & LEAF == 0 { nodes } else { leaves };
        Ok(among[place(root)].clone())
    }
}

/// Returns a node of two texts, which takes over both handles.
pub(super) fn joined<F: Form>(left: Handle<F>, right: Handle<F>) -> Result<Handle<F>, ConcatError> {
    left.join(right).map_err(|(_, _, error)| error)
}

/// Returns the texts of two short nodes that fit into one.
#[inline]
fn short_pair<'a, F: Form>(left: NodeRef<'a, F>, right: NodeRef<'a, F>) -> Option<[&'a str; 2]> {
    let both = [left.short()?, right.short()?];
    (both[0].len() + both[1].len() <= NodeRef::<F>::SHORT).then_some(both)
}

impl<F: Form> Clone for Handle<F> {
    #[inline]
    fn clone(&self) -> Self {
        if let Some(node) = self.node() {
            node.join();
        }
        Self { ..*self }
    }
}

impl<F: Form> Drop for Handle<F> {
    #[inline]
    fn drop(&mut self) {
        if !self.is_empty() {
            // SAFETY: this is a handle of the node, and is given up.
            unsafe { free::release::<F>(self.id()) };
        }
    }
}

impl<F: Form> Nodes for Handle<F> {
    const MOST_KEPT: u64 = MOST_KEPT;

    #[inline]
    fn part(&self, node: NodeId) -> Part<'_> {
        self.find(node).map_or(Part::Leaf(""), NodeRef::part)
    }

    #[inline]
    fn kept_len(&self, node: NodeId) -> Option<u64> {
        F::MEASURED.then(|| self.find(node).map_or(0, |node| node.kept().into()))
    }

    #[inline]
    fn identity(&self) -> Option<usize> {
        Some(ptr::from_ref(F::slab()).addr())
    }

    #[inline]
    fn may_recur(&self, node: NodeId) -> bool {
        self.find(node).is_some_and(NodeRef::is_shared)
    }
}

/// Cuts the text of a handle.
struct Cutter<'a, F: Form>(&'a Handle<F>);

impl<F: Form> Cuts for Cutter<'_, F> {
    type Dag = Handle<F>;
    type Piece = Handle<F>;

    fn dag(&self) -> &Handle<F> {
        self.0
    }

    fn whole(&mut self, node: NodeId) -> Handle<F> {
        self.0.handle(node)
    }

    fn leaf(&mut self, leaf: NodeId, range: Range<usize>) -> Result<Handle<F>, ConcatError> {
        let Some(node) = self.0.find(leaf) else {
            return Ok(Handle::new());
        };
        match node.owner(leaf) {
            Some((owner, start)) if range.len() > Slice::NO_LONGER => {
                let slice = Slice {
                    owner,
                    start: start + range.start,
                    len: range.len(),
                };
                let part = make::slice::<F>(slice)?;
                // SAFETY: the leaf has a handle of it, or is it.
                unsafe { NodeRef::<F>::of(owner) }.join();
                Ok(Handle::of(part))
            }
            _ => Handle::copy(&node.leaf().unwrap_or_default()[range]),
        }
    }

    fn join(&mut self, left: Handle<F>, right: Handle<F>) -> Result<Handle<F>, ConcatError> {
        joined(left, right)
    }
}

/// Panics, or ends the program if memory ran out, in place of returning an error.
#[cold]
#[track_caller]
pub(super) fn fail(error: ConcatError) -> ! {
    match error {
        ConcatError::Alloc => handle_alloc_error(Layout::new::<Node<super::form::Plain>>()),
        error => panic!("no concatenation can be made: {error}"),
    }
}

/// Returns the result of an operation, or fails as [`fail`] does.
#[inline]
#[track_caller]
pub(super) fn ok<T>(result: Result<T, ConcatError>) -> T {
    result.unwrap_or_else(|error| fail(error))
}
