//! The operations of a design, and the walk from a node to its text.

/// A way to represent strings that are made of each other. The value holds the state that all nodes
/// share, such as an arena.
pub(crate) trait Design: Default {
    const NAME: &'static str;

    /// True for another crate's type for long texts, or `String`: it makes fewer strings, since
    /// they are long.
    const IS_PEER: bool = false;

    /// True if nodes are freed. If a design leaks them, the drop is not timed.
    const FREES: bool = true;

    /// A string that owns its nodes. Dropping it must not recurse, however long a chain it frees.
    type Handle;

    fn leaf(&mut self, text: &str) -> Self::Handle;

    /// Joins two strings; both stay unchanged.
    fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle;

    /// Copies the text of a string, which has `length` bytes.
    fn flatten(&self, string: &Self::Handle, length: usize) -> Vec<u8>;
}

/// The content of a node.
pub(crate) enum Part<'a, P> {
    Leaf(&'a [u8]),
    Concat(P, P),
}

/// Copies the text of a node by a stack of the nodes to come: no recursion, and no memo.
pub(super) fn flatten<'a, P: Copy>(
    root: P,
    part: impl Fn(P) -> Part<'a, P>,
    length: usize,
) -> Vec<u8> {
    let mut text = Vec::with_capacity(length);
    let mut later = Vec::new();
    let mut next = Some(root);
    while let Some(node) = next {
        next = match part(node) {
            Part::Leaf(bytes) => {
                text.extend_from_slice(bytes);
                later.pop()
            }
            Part::Concat(left, right) => {
                later.push(right);
                Some(left)
            }
        };
    }
    text
}
