//! The pieces of a text in order, by recursion: faster than an iterator where all are read.

use crate::node::{Kind, Ref};

/// Calls `see` with the pieces of bytes a..b, until it returns an error. Recursion is no deeper
/// than the text.
pub(crate) fn visit<'a, E>(
    mut text: Ref<'a>,
    mut a: usize,
    mut b: usize,
    see: &mut impl FnMut(&'a str) -> Result<(), E>,
) -> Result<(), E> {
    while a < b {
        match text.kind() {
            Kind::Leaf(leaf) => return see(&leaf[a..b]),
            Kind::Inner(left, right) => {
                let cut = left.len();
                if a == 0 && b == cut + right.len() {
                    return visit_all(text, see);
                }
                if b <= cut {
                    text = left;
                    continue;
                }
                visit(left, a.min(cut), cut, see)?;
                (a, b) = (a.max(cut) - cut, b - cut);
                text = right;
            }
            Kind::Patch(patch) => {
                let (at, end) = (patch.at, patch.end());
                visit(patch.base, a.min(at), b.min(at), see)?;
                let (from, to) = (a.clamp(at, end), b.clamp(at, end));
                if from < to {
                    see(&patch.text[from - at..to - at])?;
                }
                let behind = at + patch.del;
                (a, b) = (a.max(end) - end + behind, b.max(end) - end + behind);
                text = patch.base;
            }
        }
    }
    Ok(())
}

fn visit_all<'a, E>(
    mut tree: Ref<'a>,
    see: &mut impl FnMut(&'a str) -> Result<(), E>,
) -> Result<(), E> {
    while !tree.is_leaf() {
        let (left, right) = tree.children();
        right.prefetch();
        visit_all(left, see)?;
        tree = right;
    }
    see(tree.leaf_text())
}
