//! Counts at their limit, what may be changed in place, and who owns a text.
#![allow(unsafe_code)]

use alloc::borrow::ToOwned;
use core::ops::Range;

use super::node::NodeRef;
use super::{ConcatStr, Width};
use crate::{Narrow, Wide};

/// From so many handles on a node is not counted any more.
const LIMIT: u32 = 1 << 26;
/// What every count is from then on, at least.
const STICKY: u32 = 1 << 27;

const LONG: &str = "a text that is too long for a node of either form";

/// Calls a test of both forms.
macro_rules! both {
    ($($(#[$attribute:meta])* fn $name:ident = $test:ident;)*) => {$(
        $(#[$attribute])*
        #[test]
        fn $name() {
            $test::<Narrow>();
            $test::<Wide>();
        }
    )*};
}

both! {
    fn a_count_at_its_limit_sticks = sticks;
    fn a_count_that_many_threads_added_to_at_once_sticks = sticks_late;
    fn a_count_at_its_limit_that_falls_is_exact = falls;
    fn a_part_whose_count_is_at_its_limit_outlives_its_wholes = outlives;
    fn a_slice_of_an_owner_that_sticks_is_freed_and_leaves_it = leaves_an_owner;
    fn what_nobody_else_has_is_extended_in_place = extends;
    fn what_others_have_is_not_changed = leaves_shared;
    fn what_sticks_is_not_changed = leaves_sticky;
    fn a_part_of_a_part_refers_to_the_owner = refers;
    fn an_owner_is_freed_after_its_last_part = owner_last;
}

fn piece<W: Width>(text: &ConcatStr<W>, range: Range<u128>) -> ConcatStr<W> {
    text.substr(range).expect("it is a range of the text")
}

fn long<W: Width>() -> ConcatStr<W> {
    LONG.into()
}

fn handles<W: Width>(text: &ConcatStr<W>) -> u32 {
    text.node().map_or(0, NodeRef::handles)
}

fn set<W: Width>(text: &ConcatStr<W>, handles: u32) {
    text.node().expect("it is not empty").set_handles(handles);
}

/// Frees a node that would live for ever: what is left of the memory would be taken for a leak.
fn free<W: Width>(id: u64) {
    let last = ConcatStr::<W>::of(id);
    set(&last, 1);
}

/// What its number stands for, if the node is there still.
fn look<'a, W: Width>(id: u64) -> NodeRef<'a, W> {
    // SAFETY: the tests that ask hold a handle of it, or made it one that is never freed.
    unsafe { NodeRef::of(id) }
}

fn sticks<W: Width>() {
    for text in ["short", LONG] {
        let first = ConcatStr::<W>::from(text);
        let id = first.id();
        set(&first, LIMIT - 1);
        let second = first.clone();
        assert_eq!(handles(&first), LIMIT);
        let third = second.clone();
        let stuck = handles(&first);
        assert_eq!(stuck, STICKY | LIMIT);
        let more: [_; 3] = core::array::from_fn(|_| third.clone());
        assert!(more.iter().all(|clone| ConcatStr::ptr_eq(clone, &first)));
        assert_eq!(handles(&first), stuck);
        drop((first, second, third, more));
        assert_eq!(look::<W>(id).handles(), stuck);
        assert_eq!(look::<W>(id).leaf(), Some(text));
        free::<W>(id);
    }
}

fn sticks_late<W: Width>() {
    for count in [LIMIT, LIMIT + 1, STICKY - 1] {
        let first = long::<W>();
        let id = first.id();
        set(&first, count);
        let clone = first.clone();
        assert_eq!(handles(&first), STICKY | count);
        assert_eq!(clone, LONG);
        drop((first, clone));
        assert_eq!(look::<W>(id).handles(), STICKY | count);
        assert_eq!(look::<W>(id).leaf(), Some(LONG));
        free::<W>(id);
    }
}

fn falls<W: Width>() {
    let text = long::<W>();
    set(&text, LIMIT - 1);
    let clone = text.clone();
    drop(clone);
    assert_eq!(handles(&text), LIMIT - 1);
    set(&text, 1);
}

fn outlives<W: Width>() {
    // Of the two handles that a whole takes none is counted, or one, or both.
    for below in 0..3 {
        let part = long::<W>();
        let id = part.id();
        set(&part, LIMIT - below);
        let whole = part.concat(&part);
        assert_eq!(handles(&part) >= STICKY, below < 2);
        let kept = handles(&part);
        let text = whole.to_text(usize::MAX).expect("there is room");
        assert_eq!(text, [LONG; 2].concat());
        let larger = whole.concat(&part) + part;
        assert!(look::<W>(id).handles() >= STICKY);
        drop((whole, larger));
        let left = look::<W>(id).handles();
        assert!(left >= STICKY, "{left}");
        assert!(kept < STICKY || left == kept);
        assert_eq!(look::<W>(id).leaf(), Some(LONG));
        free::<W>(id);
    }
}

fn leaves_an_owner<W: Width>() {
    let owner = long::<W>();
    let id = owner.id();
    set(&owner, LIMIT);
    let part = piece(&owner, 2..40);
    assert_eq!(part, LONG[2..40]);
    drop((part, owner));
    assert_eq!(look::<W>(id).handles(), STICKY | LIMIT);
    assert_eq!(look::<W>(id).leaf(), Some(LONG));
    free::<W>(id);
}

fn extends<W: Width>() {
    let mut text = ConcatStr::<W>::from("ab");
    let id = text.id();
    text.push_str("cd");
    assert_eq!((text.id(), handles(&text)), (id, 1));
    let room = "x".repeat(NodeRef::<W>::SHORT - 4);
    text.push_str(&room);
    assert_eq!(text.id(), id);
    assert_eq!(text, "abcd".to_owned() + &room);
    text.push_str("y");
    assert_ne!(text.id(), id);

    // The last node of two.
    let mut whole = long::<W>() + ConcatStr::from("é");
    let id = whole.id();
    whole.push_str("ü");
    assert_eq!((whole.id(), handles(&whole)), (id, 1));
    assert_eq!(whole, LONG.to_owned() + "éü");
}

fn leaves_shared<W: Width>() {
    let mut text = ConcatStr::<W>::from("ab");
    let other = text.clone();
    text.push_str("c");
    assert!(!ConcatStr::ptr_eq(&text, &other));
    assert_eq!((text, other), ("abc".into(), "ab".into()));

    // The root is shared, and its right part is not.
    let mut whole = long::<W>() + ConcatStr::from("é");
    let other = whole.clone();
    whole.push_str("ü");
    assert_eq!(other, LONG.to_owned() + "é");
    assert_eq!(whole, LONG.to_owned() + "éü");

    // The right part is shared, and the root is not.
    let right = ConcatStr::<W>::from("é");
    let mut whole = long::<W>() + &right;
    assert_eq!(handles(&whole), 1);
    whole.push_str("ü");
    assert_eq!(right, "é");
    assert_eq!(whole, LONG.to_owned() + "éü");

    // Both parts of a root are the same node.
    let mut twice = ConcatStr::<W>::from("ab");
    twice = twice.clone() + twice;
    assert_eq!(handles(&twice), 1);
    twice.push_str("c");
    assert_eq!(twice, "ababc");
}

fn leaves_sticky<W: Width>() {
    let right = ConcatStr::<W>::from("é");
    let id = right.id();
    set(&right, LIMIT);
    let mut whole = long::<W>() + &right;
    whole.push_str("ü");
    let mut own = right.clone();
    drop(right);
    own.push_str("ü");
    assert_eq!(look::<W>(id).leaf(), Some("é"));
    assert_eq!((whole, own), ((LONG.to_owned() + "éü").into(), "éü".into()));
    free::<W>(id);
}

fn refers<W: Width>() {
    let owner = long::<W>();
    let part = piece(&owner, 2..LONG.len() as u128);
    let smaller = piece(&part, 3..40);
    for (part, start) in [(&part, 2), (&smaller, 5)] {
        let node = part.node().expect("it is not empty");
        assert_eq!(node.owner(part.id()), Some((owner.id(), start)));
    }
    assert_eq!(handles(&owner), 3);
    assert_eq!(handles(&part), 1);
    assert_eq!(smaller, LONG[5..42]);
    // What is no longer than a slice is a copy.
    let copy = piece(&smaller, 1..9);
    assert_eq!(handles(&owner), 3);
    assert_eq!(copy, LONG[6..14]);
}

fn owner_last<W: Width>() {
    let owner = long::<W>();
    let id = owner.id();
    let part = piece(&owner, 2..40);
    let smaller = piece(&part, 3..38);
    drop(owner);
    assert_eq!(look::<W>(id).handles(), 2);
    assert_eq!(part, LONG[2..40]);
    drop(part);
    assert_eq!(look::<W>(id).handles(), 1);
    assert_eq!(smaller, LONG[5..40]);
    // As part of a whole, in which other slices of the same owner are.
    let whole = smaller.concat(&piece(&smaller, 0..20)) + piece(&smaller, 10..35);
    drop(smaller);
    assert_eq!(look::<W>(id).handles(), 3);
    assert_eq!(whole, [&LONG[5..40], &LONG[5..25], &LONG[15..40]].concat());
}
