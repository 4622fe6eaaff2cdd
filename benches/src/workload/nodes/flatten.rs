//! From a node to its text, by a stack of nodes that are still to come: no recursion, and no memo.

/// What a node is.
pub(crate) enum Part<'a, P> {
    /// A text.
    Leaf(&'a [u8]),
    /// Two other nodes, one after the other.
    Concat(P, P),
}

/// The text of a node, which has so many bytes.
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
