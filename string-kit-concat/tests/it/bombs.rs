//! Families of few nodes and many bytes, or many levels, made ten times as large: memory a node stays as it was.
//!
//! The time is held beside the comparison, in steps and in bytes that are read.

use std::cmp::Ordering;
use std::hint::black_box;

use string_kit_concat::{
    ConcatArena, ConcatError, ConcatId, ConcatStr, FrozenConcat, MeasuredConcatStr,
};
use string_kit_conformance::count;

/// Returns the most bytes that some work holds at once.
fn peak<R>(work: impl FnOnce() -> R) -> usize {
    let (result, counts) = count(work);
    drop(result);
    counts.peak_bytes.unsigned_abs()
}

/// Asserts that an operation on a family of `nodes` nodes holds at most `most` bytes for each node, and no more
/// than that again for ten times as many.
#[track_caller]
fn is_flat(operation: &str, nodes: usize, most: usize, bytes: impl Fn(usize) -> usize) {
    for nodes in [nodes, 10 * nodes] {
        let bytes = bytes(nodes);
        assert!(
            bytes <= most * nodes,
            "{operation}: {bytes} bytes for {nodes} nodes"
        );
    }
}

/// A chain of `nodes / 2` levels, each with a leaf doubled 100 times beside it, and `end` at its top.
fn hung(arena: &mut ConcatArena, nodes: usize, end: &str) -> ConcatId {
    let [mut huge, beside, end] = ["ab", "b", end].map(|text| arena.leaf(text));
    for _ in 0..100 {
        huge = arena.concat(huge, huge);
    }
    let root = (0..nodes / 2).fold(huge, |root, _| {
        let step = arena.concat(huge, beside);
        arena.concat(root, step)
    });
    arena.concat(root, end)
}

/// The same with handles.
macro_rules! hung {
    ($Text:ident, $nodes:expr, $end:expr) => {{
        let [mut huge, beside, end] = ["ab", "b", $end].map($Text::from);
        for _ in 0..100 {
            huge = huge.concat(&huge);
        }
        let root = (0..$nodes / 2).fold(huge.clone(), |root, _| root + huge.concat(&beside));
        root + end
    }};
}

#[test]
fn memory_of_comparisons_of_an_arena_grows_as_the_nodes() {
    let texts = |nodes: usize| {
        let mut arena = ConcatArena::new();
        let [left, right] = ["c", "d"].map(|end| hung(&mut arena, nodes / 2, end));
        (arena, left, right)
    };
    is_flat("<", 4000, 100, |nodes| {
        let (arena, left, right) = texts(nodes);
        let (left, right) = (arena.get(left).unwrap(), arena.get(right).unwrap());
        peak(|| assert!(left < right))
    });
    is_flat("==", 4000, 100, |nodes| {
        let (arena, left, right) = texts(nodes);
        let (left, right) = (arena.get(left).unwrap(), arena.get(right).unwrap());
        peak(|| assert!(left != right))
    });
    is_flat("fingerprint", 4000, 100, |nodes| {
        let mut arena = ConcatArena::new();
        let root = hung(&mut arena, nodes, "c");
        peak(|| arena.get(root).unwrap().fingerprint().unwrap())
    });
    is_flat("eq_exact", 4000, 8, |nodes| {
        let (arena, left, right) = texts(nodes);
        let (left, right) = (arena.get(left).unwrap(), arena.get(right).unwrap());
        peak(|| assert_eq!(left.eq_exact(right, 1 << 16), Err(ConcatError::TooLong)))
    });
}

#[test]
fn memory_of_comparisons_of_handles_grows_as_the_nodes() {
    is_flat("<", 4000, 100, |nodes| {
        let [left, right] = ["c", "d"].map(|end| hung!(ConcatStr, nodes / 2, end));
        peak(|| assert!(left < right))
    });
    is_flat("< of two types", 4000, 100, |nodes| {
        let left = hung!(ConcatStr, nodes / 2, "c");
        let right = hung!(MeasuredConcatStr, nodes / 2, "d");
        peak(|| assert!(left.view() < right.view()))
    });
    is_flat("fingerprint", 4000, 100, |nodes| {
        let text = hung!(ConcatStr, nodes, "c");
        peak(|| text.fingerprint().unwrap())
    });
}

#[test]
fn memory_of_an_order_is_bounded_where_nodes_are_far_from_each_other() {
    is_flat("<", 4000, 320, |nodes| {
        let mut arena = ConcatArena::new();
        let leaf = arena.leaf("a text");
        let [left, right] = ["c", "d"].map(|end| {
            let end = arena.leaf(end);
            (0..nodes / 2).fold(end, |root, _| {
                // Two pages of nodes that the text does not reach.
                for _ in 0..32 {
                    arena.concat(leaf, leaf);
                }
                arena.concat(leaf, root)
            })
        });
        let (left, right) = (arena.get(left).unwrap(), arena.get(right).unwrap());
        peak(|| assert!(left < right))
    });
}

#[test]
fn memory_of_cuts_and_lengths_grows_as_the_nodes() {
    is_flat("substr", 4000, 100, |nodes| {
        let text = hung!(ConcatStr, nodes, "c");
        peak(|| assert_eq!(text.substr(1_u128..5), "baba"))
    });
    is_flat("len_u128", 4000, 16, |nodes| {
        let text = hung!(ConcatStr, nodes, "c");
        peak(|| text.len_u128())
    });
}

#[test]
fn nodes_of_a_balanced_text_grow_as_the_nodes_and_the_logarithm_of_the_bytes() {
    for nodes in [400, 4000] {
        let mut arena = ConcatArena::new();
        let root = hung(&mut arena, nodes, "c");
        let before = arena.concatenations();
        let balanced = arena.rebalance(root);
        // Some lg N, here 112, for each of the nodes.
        let made = arena.concatenations() - before;
        assert!(made <= 128 * (nodes + 100), "{made}");
        let (root, balanced) = (arena.get(root).unwrap(), arena.get(balanced).unwrap());
        assert_eq!(root.cmp(&balanced), Ordering::Equal);
    }
}

/// A frozen form of `cuts` overlapping slices of one leaf, as it is loaded.
fn overlapping(cuts: usize) -> (FrozenConcat, string_kit_concat::FrozenId) {
    let mut arena = ConcatArena::new();
    let text = "some text ".repeat(cuts);
    let leaf = arena.leaf(&text);
    let root = (0..cuts).fold(leaf, |root, start| {
        let cut = arena.try_substr(leaf, start..text.len() - cuts + start);
        arena.concat(root, cut.unwrap())
    });
    let (frozen, ids) = arena.freeze().unwrap();
    let loaded = FrozenConcat::from_bytes(&frozen.to_bytes()).unwrap();
    (loaded, ids.of(root).unwrap())
}

#[test]
fn memory_of_overlapping_leaves_grows_as_their_number() {
    for operation in ["==", "<", "fingerprint", "eq_exact"] {
        is_flat(operation, 4000, 100, |nodes| {
            let ((one, root), (other, same)) = (overlapping(nodes / 4), overlapping(nodes / 4));
            let (left, right) = (one.get(root).unwrap(), other.get(same).unwrap());
            peak(|| match operation {
                "==" => assert!(left == right),
                "<" => assert_eq!(left.cmp(&right), Ordering::Equal),
                "fingerprint" => drop(black_box(left.fingerprint())),
                _ => assert_eq!(left.eq_exact(right, 99_999), Err(ConcatError::TooLong)),
            })
        });
    }
}
