//! The length of a text and its bytes by place, where lengths are kept or found by a walk.

use alloc::vec::Vec;

use crate::dag::{Dag, NodeId, Part};
use crate::error::ConcatError;
use crate::memo::Memo;

/// The least number of steps through a node for which the walk remembers it: of a chain of short leaves one
/// node in four.
const STEPS: u32 = 8;

/// A number of bytes.
pub(crate) trait Count: Copy + Ord {
    const ZERO: Self;

    /// Converts the length of a leaf or a node.
    fn from_u64(bytes: u64) -> Self;

    fn plus(self, more: Self) -> Option<Self>;

    /// Returns the number of bytes from an earlier place to this one.
    fn since(self, place: Self) -> Self;
}

macro_rules! count {
    ($($number:ty),*) => {$(
        impl Count for $number {
            const ZERO: Self = 0;

            #[inline]
            fn from_u64(bytes: u64) -> Self {
                bytes.into()
            }

            #[inline]
            fn plus(self, more: Self) -> Option<Self> {
                self.checked_add(more)
            }

            #[inline]
            fn since(self, place: Self) -> Self {
                self - place
            }
        }
    )*};
}

count!(u64, u128);

/// The first place of a node's text, and its length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span<N> {
    pub(super) place: N,
    pub(super) len: N,
}

/// A node that the walk has entered and not left.
struct Open<N> {
    place: N,
    /// The number of nodes to come when the walk leaves it.
    todo: usize,
    node: NodeId,
    steps: u32,
}

/// A walk from the beginning of a text to its end or to some place in it.
pub(super) struct Walk<'a, D: Dag, N> {
    dag: &'a D,
    /// The nodes that the walk has left.
    pub(super) memo: Memo<Span<N>>,
    open: Vec<Open<N>>,
    /// The nodes to come, the next one last: none after the end.
    pub(super) todo: Vec<NodeId>,
}

/// The end of a walk.
pub(super) enum End<'a, N> {
    /// The end of the text, with its length.
    Whole(N),
    /// The leaf that has the place, and the place of its first byte.
    Within(&'a str, N),
}

impl<'a, D: Dag, N: Count> Walk<'a, D, N> {
    pub(super) fn new(dag: &'a D) -> Self {
        Self {
            dag,
            memo: Memo::new(),
            open: Vec::new(),
            todo: Vec::new(),
        }
    }

    /// Walks to the leaf that has the byte at `place`, or to the end if that comes first.
    ///
    /// # Errors
    ///
    /// `Alloc`.
    pub(super) fn to(&mut self, root: NodeId, place: N) -> Result<End<'a, N>, ConcatError> {
        let (mut at, mut steps) = (N::ZERO, 0_u32);
        let mut node = root;
        loop {
            steps = steps.wrapping_add(1);
            let part = self.dag.part(node);
            let len = self.known_len(node, part);
            match (part, len.and_then(|len| at.plus(len))) {
                (_, Some(end)) if end <= place => at = end,
                (Part::Leaf(text), _) => return Ok(End::Within(text, at)),
                (Part::Concat(left, right), _) => {
                    self.todo.try_reserve(1)?;
                    if len.is_none() && self.dag.may_recur(node) {
                        self.open.try_reserve(1)?;
                        self.open.push(Open {
                            place: at,
                            todo: self.todo.len(),
                            node,
                            steps,
                        });
                    }
                    self.todo.push(right);
                    node = left;
                    continue;
                }
            }
            while let Some(open) = self.open.pop_if(|open| open.todo == self.todo.len()) {
                if steps.wrapping_sub(open.steps) >= STEPS {
                    let (place, len) = (open.place, at.since(open.place));
                    self.memo.get_or_insert(open.node, Span { place, len })?;
                    steps = open.steps;
                }
            }
            match self.todo.pop() {
                Some(next) => node = next,
                None => return Ok(End::Whole(at)),
            }
        }
    }

    /// Returns the length of a node if it is known: a leaf, a kept length, or a node that the walk has left.
    fn known_len(&self, node: NodeId, part: Part<'_>) -> Option<N> {
        match part {
            Part::Leaf(text) => Some(N::from_u64(text.len() as u64)),
            Part::Concat(..) => match self.dag.exact_len(node) {
                Some(len) => Some(N::from_u64(len)),
                _ if self.dag.may_recur(node) => Some(self.memo.get(node)?.len),
                _ => None,
            },
        }
    }

    /// Returns the length of the text, if that is no more than `limit`.
    ///
    /// # Errors
    ///
    /// `TooLong`, `Alloc`.
    pub(super) fn len_within(&mut self, root: NodeId, limit: N) -> Result<N, ConcatError> {
        match self.to(root, limit)? {
            End::Whole(len) if len <= limit => Ok(len),
            _ => Err(ConcatError::TooLong),
        }
    }
}

/// Returns the length of the text in bytes.
///
/// # Errors
///
/// `TooLong` if they are more than `u64::MAX`, `Alloc`.
pub(crate) fn try_len<D: Dag>(dag: &D, node: NodeId) -> Result<u64, ConcatError> {
    match dag.exact_len(node) {
        Some(len) => Ok(len),
        None => Walk::new(dag).len_within(node, u64::MAX),
    }
}

/// Returns the length of the text in bytes.
///
/// # Errors
///
/// `TooLong` if they are more than `u128::MAX`, `Alloc`.
pub(crate) fn len_u128<D: Dag>(dag: &D, node: NodeId) -> Result<u128, ConcatError> {
    // A walk that counts in 128 bits takes twice the memory.
    match try_len(dag, node) {
        Err(ConcatError::TooLong) => Walk::new(dag).len_within(node, u128::MAX),
        len => len.map(u128::from),
    }
}

/// Returns the length of the text, if that is no more than `limit`.
///
/// # Errors
///
/// `TooLong`, `Alloc`.
pub(super) fn len_within<D: Dag>(dag: &D, node: NodeId, limit: u128) -> Result<u128, ConcatError> {
    let len = match u64::try_from(limit) {
        Ok(limit) => match dag.exact_len(node) {
            Some(len) => len,
            None => Walk::new(dag).len_within(node, limit)?,
        }
        .into(),
        Err(_) => len_u128(dag, node)?,
    };
    if len <= limit {
        Ok(len)
    } else {
        Err(ConcatError::TooLong)
    }
}

/// Returns the byte at `index`, or `None` beyond the end.
///
/// # Errors
///
/// `Alloc`.
pub(crate) fn byte_at<D: Dag>(
    dag: &D,
    mut node: NodeId,
    mut index: u128,
) -> Result<Option<u8>, ConcatError> {
    // Kept lengths lead to the byte. The greatest one does for the bytes before that place.
    //
    // PERF: the right part is mostly made just before the whole, and lies beside it, so the length of the left
    // one is computed and not read. In a balanced text of 10 million leaves that takes 1.8 us instead of 2.1.
    let mut whole_len = dag.exact_len(node);
    loop {
        let (left, right) = match dag.part(node) {
            Part::Leaf(text) => return Ok(byte_of(text, index)),
            Part::Concat(left, right) => (left, right),
        };
        let right_len = whole_len.and_then(|_| dag.exact_len(right));
        let left_len = match (whole_len, right_len) {
            (Some(whole), Some(right)) => Some(whole.saturating_sub(right)),
            _ => dag.kept_len(left),
        };
        match left_len {
            Some(len) if index < len.into() => {
                whole_len = left_len.filter(|&len| len < D::MOST_KEPT);
                node = left;
            }
            Some(len) if len < D::MOST_KEPT => {
                index -= u128::from(len);
                whole_len = right_len.or_else(|| dag.exact_len(right));
                node = right;
            }
            _ => break,
        }
    }
    let (text, index) = match u64::try_from(index) {
        // A walk that counts in 64 bits takes half the memory.
        Ok(index) => match Walk::new(dag).to(node, index)? {
            End::Within(text, start) => (text, u128::from(index - start)),
            End::Whole(_) => return Ok(None),
        },
        Err(_) => match Walk::new(dag).to(node, index)? {
            End::Within(text, start) => (text, index - start),
            End::Whole(_) => return Ok(None),
        },
    };
    Ok(byte_of(text, index))
}

fn byte_of(text: &str, index: u128) -> Option<u8> {
    text.as_bytes().get(usize::try_from(index).ok()?).copied()
}
