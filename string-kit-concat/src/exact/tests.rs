//! Recompression against the comparison of the bytes, on texts that are too short to need it.

use alloc::string::String;
use alloc::vec::Vec;

use proptest::prelude::*;

use super::*;
use crate::{ConcatArena, ConcatId};

/// Whether recompression, and nothing before it, says that the texts are the same.
fn recompressed(arena: &ConcatArena, a: ConcatId, b: ConcatId, shared: bool) -> bool {
    let [a, b] = [a, b].map(|id| arena.get(id).unwrap());
    assert_eq!(a.try_len(), b.try_len());
    let (mut grammar, mut known) = (Grammar::new(), Memo::new());
    let text = grammar.add(a.dag, a.node, &mut known).unwrap();
    if !shared {
        known = Memo::new();
    }
    let other = grammar.add(b.dag, b.node, &mut known).unwrap();
    match (text, other) {
        (Some(text), Some(other)) => eq_rules(grammar, [text, other]).unwrap(),
        _ => text == other,
    }
}

/// A tree with the text, cut where the numbers say; parts that were cut before may be used again.
fn tree(
    arena: &mut ConcatArena,
    parts: &mut Vec<(String, ConcatId)>,
    text: &str,
    cuts: &mut impl Iterator<Item = usize>,
) -> ConcatId {
    let cut = cuts.next().unwrap();
    if let Some((_, id)) = parts.iter().find(|(part, _)| part == text)
        && !cut.is_multiple_of(3)
    {
        return *id;
    }
    let id = if text.len() < 2 || cut.is_multiple_of(7) && text.len() < 9 {
        arena.leaf(text)
    } else {
        let (left, right) = text.split_at(1 + cut % (text.len() - 1));
        let left = tree(arena, parts, left, cuts);
        let right = tree(arena, parts, right, cuts);
        arena.concat(left, right)
    };
    parts.push((text.into(), id));
    id
}

/// Texts with long runs, with periods, and with neither.
fn texts() -> impl Strategy<Value = String> {
    let run = ("[ab]", 1..40_usize).prop_map(|(letter, times)| letter.repeat(times));
    let fibonacci = (3..11_usize).prop_map(|times| {
        let (mut a, mut b) = (String::from("a"), String::from("b"));
        for _ in 0..times {
            (a, b) = (b.clone(), b + &a);
        }
        b
    });
    prop_oneof![
        "[ab]{1,60}",
        "[a-z]{1,60}",
        prop::collection::vec(run, 1..6).prop_map(|runs| runs.concat()),
        ("[ab]{1,5}", 1..40_usize, "[ab]{0,3}")
            .prop_map(|(period, times, tail)| period.repeat(times) + &tail),
        fibonacci,
    ]
}

proptest! {
    #[test]
    fn other_trees_of_a_text_are_equal_and_other_texts_are_not(
        text in texts(),
        cuts in prop::collection::vec(any::<usize>(), 50),
        other_cuts in prop::collection::vec(any::<usize>(), 50),
        place in any::<prop::sample::Index>(),
        shared in any::<bool>(),
    ) {
        let mut arena = ConcatArena::new();
        let mut parts = Vec::new();
        let a = tree(&mut arena, &mut parts, &text, &mut cuts.iter().copied().cycle());
        if !shared {
            parts.clear();
        }
        let mut other_cuts = other_cuts.iter().copied().cycle();
        let b = tree(&mut arena, &mut parts, &text, &mut other_cuts);
        prop_assert!(recompressed(&arena, a, b, shared));

        let at = place.index(text.len());
        let mut changed = text.clone();
        changed.replace_range(at..=at, if &text[at..=at] == "a" { "b" } else { "a" });
        let c = tree(&mut arena, &mut parts, &changed, &mut other_cuts);
        prop_assert!(!recompressed(&arena, a, c, shared));
    }

    #[test]
    fn nodes_of_a_dag_are_equal_as_their_texts_are(
        pairs in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..30),
    ) {
        let mut arena = ConcatArena::new();
        let mut nodes: Vec<(String, ConcatId)> =
            ["", "a", "b", "ab", "aab"].map(|leaf| (leaf.into(), arena.leaf(leaf))).into();
        for (left, right) in pairs {
            let (left, right) = (left.get(&nodes).clone(), right.get(&nodes).clone());
            if left.0.len() + right.0.len() < 2000 {
                nodes.push((left.0 + &right.0, arena.concat(left.1, right.1)));
            }
        }
        for (text, id) in &nodes {
            for (other_text, other) in &nodes {
                if text.len() == other_text.len() {
                    let equal = recompressed(&arena, *id, *other, true);
                    prop_assert_eq!(equal, text == other_text, "{} {}", text, other_text);
                }
            }
        }
    }
}
