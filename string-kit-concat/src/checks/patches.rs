//! Edits: the slots that they take, and the patches and leaves that they make.

use std::format;
use std::vec::Vec;

use super::{count, draws, height};
use crate::node::Ref;
use crate::patch::try_close;
use crate::slab::steps;
use crate::{ConcatError, ConcatStr};

#[test]
fn edits_take_few_slots() {
    let mut draw = draws(5);
    let mut text = ConcatStr::from(&*"0123456789".repeat(10_000));
    let mut kept = Vec::new();
    let (most, all) = count(2000, |_| {
        let at = draw(text.len());
        text.replace_range(at..=at, "xy");
        kept.push(text.clone());
    });
    assert!(
        most <= 80 && all <= 2000 * 40,
        "{most} at most, {all} in all"
    );
}

#[test]
fn typing_in_a_text_of_one_owner_takes_no_slots() {
    let mut short = ConcatStr::from("a leaf");
    let ((), taken) = steps::counted(|| (0..4).for_each(|_| short.push('x')));
    assert_eq!((&short, taken), (&ConcatStr::from("a leafxxxx"), 0));

    let mut text = ConcatStr::from(&*"0123456789".repeat(100));
    text.insert(500, 'a');
    let ((), taken) = steps::counted(|| {
        (501..516).for_each(|at| text.insert(at, 'b'));
        (0..10).for_each(|_| text.replace_range(505..=505, "c"));
        assert_eq!(text.remove(515), 'b');
    });
    assert_eq!(taken, 0);
    assert_eq!(text.slice(498..517), "89abbbbcbbbbbbbbb01");
}

/// Returns a text of three leaves of 248, 98 and 104 bytes: the first one beside the others.
fn three_leaves() -> ConcatStr {
    let mut text = ConcatStr::from(&*"0123456789".repeat(60));
    text.replace_range(248..438, &"-".repeat(40));
    assert_eq!((text.len(), height(&text)), (450, 2));
    text
}

#[test]
fn small_leaves_at_a_cut_become_one() {
    let text = three_leaves();
    let mut edited = text.clone();
    edited.replace_range(..240, &"+".repeat(40));
    for (part, len) in [(text.substr(240..), 210), (edited, 250)] {
        assert_eq!((part.len(), height(&part)), (len, 1));
    }
}

#[test]
fn a_leaf_that_is_too_long_is_split_in_the_middle_or_at_its_end() {
    let leaf = "x".repeat(240);
    let halves = format!("{}é", "a".repeat(39));
    for (at, with, lens) in [
        (240, "a".repeat(40), [251, 29]),
        (100, "a".repeat(40), [140, 140]),
        // The middle lies within a character.
        (100, halves, [139, 142]),
    ] {
        let (mut text, mut model) = (ConcatStr::from(&*leaf), leaf.clone());
        text.insert_str(at, &with);
        model.insert_str(at, &with);
        assert_eq!(text, model);
        assert!(text.chunks().map(str::len).eq(lens), "{at}: {with}");
    }
}

#[test]
fn an_edit_of_a_leaf_of_one_owner_is_in_place() {
    let mut text = three_leaves();
    let with = "+".repeat(40);
    let ((), taken) = steps::counted(|| text.replace_range(400..440, &with));
    assert_eq!(taken, 0);
    let kept = text.clone();
    let ((), taken) = steps::counted(|| text.replace_range(400..440, &with));
    assert_eq!((taken, kept), (3, text));

    // The root is not level.
    let mut text = ConcatStr::from(&*"0123456789".repeat(60)).concat(&ConcatStr::from("."));
    let ((), taken) = steps::counted(|| text.replace_range(..40, &with));
    assert_eq!((height(&text), taken), (3, 0));
}

#[test]
fn a_full_patch_is_written_with_the_edit_that_touches_it() {
    let mut text = ConcatStr::from(&*"0123456789".repeat(100));
    text.insert_str(500, &"a".repeat(32));
    assert!(has_patch(&text));
    text.insert(510, 'b');
    let patched = format!("89{}b{}01", "a".repeat(10), "a".repeat(22));
    assert_eq!(text.slice(498..535), *patched);
    assert!(!has_patch(&text));
}

#[test]
fn a_full_patch_before_another_one_leaves_that_in_its_place() {
    let digits = "0123456789".repeat(100);
    let (mut text, mut model) = (ConcatStr::from(&*digits), digits);
    let full = "a".repeat(32);
    for (from, to, with) in [(800, 805, "zz"), (100, 107, &full), (110, 111, "bcd")] {
        text.replace_range(from..to, with);
        model.replace_range(from..to, with);
        assert_eq!(text, model);
        assert!(has_patch(&text));
    }
}

#[test]
fn patches_of_a_low_tree_are_written_without_a_new_one() {
    let mut text = ConcatStr::from(&*"0123456789".repeat(100));
    text.insert(800, 'a');
    text.insert(100, 'b');
    let (closed, taken) = steps::counted(|| try_close(&mut text.0));
    assert!(closed.is_ok() && !has_patch(&text));
    assert_eq!((taken, height(&text)), (0, 3));
}

#[test]
fn a_part_of_a_text_leaves_a_patch_beside_it_away() {
    let base = ConcatStr::from(&*"0123456789".repeat(100));
    let mut text = base.clone();
    text.insert(500, 'a');
    assert_eq!(text.substr(..502), text.slice(..502));
    assert_eq!(steps::counted(|| text.substr(..)), (text.clone(), 0));
    for (part, of_base) in [(0..500, 0..500), (501..1001, 500..1000), (0..300, 0..300)] {
        let counts = steps::counted(|| text.substr(part));
        assert_eq!(counts.0, base.slice(of_base.clone()));
        assert_eq!(counts, steps::counted(|| base.substr(of_base)));
    }
}

#[test]
fn edits_of_two_patches_in_turns_take_few_slots() {
    for places in [[100, 800], [800, 100]] {
        let mut text = ConcatStr::from(&*"0123456789".repeat(100));
        let mut turn = |with| {
            for at in places {
                text.replace_range(at..=at, with);
            }
        };
        turn("a");
        let ((), taken) = steps::counted(|| ["b", "c", "d"].into_iter().for_each(turn));
        assert_eq!(taken, 3, "the upper patch, which lies on the edited one");
        assert!(places.iter().all(|&at| text.slice(at..=at) == "d"));
    }
}

#[test]
fn an_edit_before_a_patch_that_replaces_a_part_of_another_is_in_its_place() {
    let digits = "0123456789".repeat(100);
    let (mut text, mut model) = (ConcatStr::from(&*digits), digits);
    let [lower, upper, more] = [("l", 20), ("u", 20), ("v", 12)].map(|(c, n)| c.repeat(n));
    for (from, to, with) in [
        (110, 110, &*lower),
        (100, 100, &upper),
        (120, 132, ""),
        (110, 110, &more),
        (100, 100, "b"),
    ] {
        text.replace_range(from..to, with);
        model.replace_range(from..to, with);
        assert_eq!(text, model);
    }
}

fn has_patch(text: &ConcatStr) -> bool {
    text.0.get().is_some_and(Ref::is_patch)
}

#[test]
fn short_texts_have_no_patches() {
    for (len, has) in [(64, false), (65, true)] {
        let shared = ConcatStr::from(&*"x".repeat(len));
        let mut text = shared.clone();
        text.insert(5, 'a');
        assert_eq!((shared.len(), has_patch(&text)), (len, has));

        // A third place, where the two patches make the text short.
        let shared = ConcatStr::from(&*"x".repeat(100));
        let mut text = shared.clone();
        text.replace_range(..50, &"a".repeat(32));
        text.truncate(len);
        assert!(has_patch(&text) && shared.len() == 100);
        text.insert_str(5, &"b".repeat(32));
        assert_eq!((text.len(), has_patch(&text)), (len + 32, has));
    }
}

#[test]
fn a_patch_that_grows_keeps_the_boundaries_of_characters() {
    for at in [501, 510] {
        let mut text = ConcatStr::from(&*"0123456789".repeat(100));
        text.insert(500, 'a');
        let kept = text.clone();
        text.insert(at, 'é');
        assert_eq!(text.try_substr(..=at), Err(ConcatError::NotCharBoundary));
        assert_eq!(kept.slice(498..503), "89a01");
    }
}
