//! Counts at their limit, texts that are changed in place, and owners of slices.
#![allow(unsafe_code)]

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::ops::Range;

use super::form::{Form, Measured, Plain};
use super::handle::Handle;
use super::node::NodeRef;
use crate::cut::Bounded;
use crate::dag::{ConcatRef, NodeId};

/// From so many handles on a node is not counted any more.
const LIMIT: u32 = 1 << 26;
/// The least count of a sticky node.
const STICKY: u32 = 1 << 27;

const LONG: &str = "a text that is too long for a node of either form";

/// Calls a test of both forms.
macro_rules! both {
    ($($(#[$attribute:meta])* fn $name:ident = $test:ident;)*) => {$(
        $(#[$attribute])*
        #[test]
        fn $name() {
            $test::<Plain>();
            $test::<Measured>();
        }
    )*};
}

both! {
    fn a_count_at_its_limit_sticks = sticks;
    fn a_count_that_many_threads_added_to_at_once_sticks = sticks_late;
    fn a_count_at_its_limit_that_falls_is_exact = falls;
    fn a_part_whose_count_is_at_its_limit_outlives_its_wholes = outlives;
    fn a_slice_of_an_owner_that_sticks_is_freed_and_leaves_it = leaves_an_owner;
    fn a_node_with_one_handle_is_extended_in_place = extends;
    fn a_shared_node_is_not_changed = leaves_shared;
    fn a_sticky_node_is_not_changed = leaves_sticky;
    fn a_part_of_a_part_refers_to_the_owner = refers;
    fn an_owner_is_freed_after_its_last_part = owner_last;
}

fn leaf<F: Form>(text: &str) -> Handle<F> {
    Handle::copy(text).expect("there is memory")
}

fn piece<F: Form>(text: &Handle<F>, range: Range<usize>) -> Handle<F> {
    let range = range.bounds().expect("it does not end before it begins");
    text.substr(range).expect("it is a range of the text")
}

fn concat<F: Form>(left: &Handle<F>, right: &Handle<F>) -> Handle<F> {
    left.concat(right).expect("there is memory")
}

fn join<F: Form>(left: Handle<F>, right: Handle<F>) -> Handle<F> {
    left.join(right).ok().expect("there is memory")
}

fn push<F: Form>(text: &mut Handle<F>, more: &str) {
    text.push_str(more).expect("there is memory");
}

fn read<F: Form>(text: &Handle<F>) -> String {
    let (dag, node) = (text, text.id());
    let text = ConcatRef { dag, node }.to_text(usize::MAX);
    text.expect("there is memory")
}

fn handles<F: Form>(text: &Handle<F>) -> u32 {
    text.node().map_or(0, NodeRef::handles)
}

fn set<F: Form>(text: &Handle<F>, handles: u32) {
    text.node().expect("it is not empty").set_handles(handles);
}

/// Frees a node that would live for ever, so that its memory is not taken for a leak.
fn free<F: Form>(id: NodeId) {
    let last = Handle::<F>::of(id);
    set(&last, 1);
}

/// Returns a node by its id. The callers hold a handle of it, or made it one that is never freed.
fn look<'a, F: Form>(id: NodeId) -> NodeRef<'a, F> {
    // SAFETY: the node is not freed: see above.
    unsafe { NodeRef::of(id) }
}

fn sticks<F: Form>() {
    for text in ["short", LONG] {
        let first = leaf::<F>(text);
        let id = first.id();
        set(&first, LIMIT - 1);
        let second = first.clone();
        assert_eq!(handles(&first), LIMIT);
        let third = second.clone();
        let stuck = handles(&first);
        assert_eq!(stuck, STICKY | LIMIT);
        let more: [_; 3] = core::array::from_fn(|_| third.clone());
        assert!(more.iter().all(|clone| clone.id() == id));
        assert_eq!(handles(&first), stuck);
        drop((first, second, third, more));
        assert_eq!(look::<F>(id).handles(), stuck);
        assert_eq!(look::<F>(id).leaf(), Some(text));
        free::<F>(id);
    }
}

fn sticks_late<F: Form>() {
    for count in [LIMIT, LIMIT + 1, STICKY - 1] {
        let first = leaf::<F>(LONG);
        let id = first.id();
        set(&first, count);
        let clone = first.clone();
        assert_eq!(handles(&first), STICKY | count);
        assert_eq!(read(&clone), LONG);
        drop((first, clone));
        assert_eq!(look::<F>(id).handles(), STICKY | count);
        assert_eq!(look::<F>(id).leaf(), Some(LONG));
        free::<F>(id);
    }
}

fn falls<F: Form>() {
    let text = leaf::<F>(LONG);
    set(&text, LIMIT - 1);
    let clone = text.clone();
    drop(clone);
    assert_eq!(handles(&text), LIMIT - 1);
    set(&text, 1);
}

fn outlives<F: Form>() {
    // A whole takes two handles of the part: none is counted, or one, or both.
    for below in 0..3 {
        let part = leaf::<F>(LONG);
        let id = part.id();
        set(&part, LIMIT - below);
        let whole = concat(&part, &part);
        assert_eq!(handles(&part) >= STICKY, below < 2);
        let kept = handles(&part);
        assert_eq!(read(&whole), [LONG; 2].concat());
        let larger = join(concat(&whole, &part), part);
        assert!(look::<F>(id).handles() >= STICKY);
        drop((whole, larger));
        let left = look::<F>(id).handles();
        assert!(left >= STICKY, "{left}");
        assert!(kept < STICKY || left == kept);
        assert_eq!(look::<F>(id).leaf(), Some(LONG));
        free::<F>(id);
    }
}

fn leaves_an_owner<F: Form>() {
    let owner = leaf::<F>(LONG);
    let id = owner.id();
    set(&owner, LIMIT);
    let part = piece(&owner, 2..40);
    assert_eq!(read(&part), LONG[2..40]);
    drop((part, owner));
    assert_eq!(look::<F>(id).handles(), STICKY | LIMIT);
    assert_eq!(look::<F>(id).leaf(), Some(LONG));
    free::<F>(id);
}

fn extends<F: Form>() {
    let mut text = leaf::<F>("ab");
    let id = text.id();
    push(&mut text, "cd");
    assert_eq!((text.id(), handles(&text)), (id, 1));
    let room = "x".repeat(NodeRef::<F>::SHORT - 4);
    push(&mut text, &room);
    assert_eq!(text.id(), id);
    assert_eq!(read(&text), "abcd".to_owned() + &room);
    push(&mut text, "y");
    assert_ne!(text.id(), id);

    // The last node of two.
    let mut whole = join(leaf::<F>(LONG), leaf("é"));
    let id = whole.id();
    push(&mut whole, "ü");
    assert_eq!((whole.id(), handles(&whole)), (id, 1));
    assert_eq!(read(&whole), LONG.to_owned() + "éü");
}

fn leaves_shared<F: Form>() {
    let mut text = leaf::<F>("ab");
    let other = text.clone();
    push(&mut text, "c");
    assert_ne!(text.id(), other.id());
    assert_eq!([read(&text), read(&other)], ["abc", "ab"]);

    // The root is shared, and its right part is not.
    let mut whole = join(leaf::<F>(LONG), leaf("é"));
    let other = whole.clone();
    push(&mut whole, "ü");
    assert_eq!(read(&other), LONG.to_owned() + "é");
    assert_eq!(read(&whole), LONG.to_owned() + "éü");

    // The right part is shared, and the root is not.
    let right = leaf::<F>("é");
    let mut whole = join(leaf(LONG), right.clone());
    assert_eq!(handles(&whole), 1);
    push(&mut whole, "ü");
    assert_eq!(read(&right), "é");
    assert_eq!(read(&whole), LONG.to_owned() + "éü");

    // Both parts of a root are the same node.
    let twice = leaf::<F>("ab");
    let mut twice = join(twice.clone(), twice);
    assert_eq!(handles(&twice), 1);
    push(&mut twice, "c");
    assert_eq!(read(&twice), "ababc");
}

fn leaves_sticky<F: Form>() {
    let right = leaf::<F>("é");
    let id = right.id();
    set(&right, LIMIT);
    let mut whole = join(leaf(LONG), right.clone());
    push(&mut whole, "ü");
    let mut own = right.clone();
    drop(right);
    push(&mut own, "ü");
    assert_eq!(look::<F>(id).leaf(), Some("é"));
    assert_eq!(read(&whole), LONG.to_owned() + "éü");
    assert_eq!(read(&own), "éü");
    free::<F>(id);
}

fn refers<F: Form>() {
    let owner = leaf::<F>(LONG);
    let part = piece(&owner, 2..LONG.len());
    let smaller = piece(&part, 3..40);
    for (part, start) in [(&part, 2), (&smaller, 5)] {
        let node = part.node().expect("it is not empty");
        assert_eq!(node.owner(part.id()), Some((owner.id(), start)));
    }
    assert_eq!(handles(&owner), 3);
    assert_eq!(handles(&part), 1);
    assert_eq!(read(&smaller), LONG[5..42]);
    // A part that is no longer than a slice is a copy.
    let copy = piece(&smaller, 1..9);
    assert_eq!(handles(&owner), 3);
    assert_eq!(read(&copy), LONG[6..14]);
}

fn owner_last<F: Form>() {
    let owner = leaf::<F>(LONG);
    let id = owner.id();
    let part = piece(&owner, 2..40);
    let smaller = piece(&part, 3..38);
    drop(owner);
    assert_eq!(look::<F>(id).handles(), 2);
    assert_eq!(read(&part), LONG[2..40]);
    drop(part);
    assert_eq!(look::<F>(id).handles(), 1);
    assert_eq!(read(&smaller), LONG[5..40]);
    // A part of a whole that has other slices of the same owner.
    let whole = concat(&smaller, &piece(&smaller, 0..20));
    let whole = join(whole, piece(&smaller, 10..35));
    drop(smaller);
    assert_eq!(look::<F>(id).handles(), 3);
    assert_eq!(
        read(&whole),
        [&LONG[5..40], &LONG[5..25], &LONG[15..40]].concat()
    );
}
