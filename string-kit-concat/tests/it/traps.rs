//! Hard cases: depth, lengths beyond every integer, equal texts of different nodes, fingerprints that collide.

use std::cmp::Ordering;
use std::hash::{BuildHasher, RandomState};
use std::thread;

use string_kit_concat::ConcatError;
use string_kit_conformance::count;

use super::{Other, Text};

/// Far more levels than a stack has room for.
const DEEP: usize = if cfg!(debug_assertions) {
    1_000_000
} else {
    10_000_000
};

/// Runs a function on a stack that has no room for a recursion of a thousand levels.
fn on_a_small_stack<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let small = thread::Builder::new().stack_size(64 << 10);
    thread::scope(|scope| {
        let thread = small.spawn_scoped(scope, work).unwrap();
        thread.join().unwrap()
    })
}

/// Drops a text on a small stack, and checks that this allocates nothing.
#[track_caller]
fn drop_it(text: Text) {
    let ((), counts) = on_a_small_stack(|| count(|| drop(text)));
    assert_eq!((counts.allocations, counts.reallocations), (0, 0));
}

/// Makes a chain that leans to the left.
fn left(leaf: &Text, levels: usize) -> Text {
    (0..levels).fold(leaf.clone(), |chain, _| chain + leaf)
}

/// Makes a chain that leans to the right.
fn right(leaf: &Text, levels: usize) -> Text {
    (0..levels).fold(leaf.clone(), |chain, _| leaf.clone() + chain)
}

fn doubled(text: &str, times: u32) -> Text {
    (0..times).fold(text.into(), |text: Text, _| text.concat(&text))
}

#[test]
fn a_deep_chain_to_the_left_is_dropped() {
    drop_it(left(&"a long enough leaf".into(), DEEP));
}

#[test]
fn a_deep_chain_to_the_right_is_dropped() {
    drop_it(right(&"a long enough leaf".into(), DEEP));
}

/// Makes chains of chains: the right part of each of a hundred levels waits while the left one is freed.
fn comb() -> Text {
    let leaf = Text::from("leaf");
    (0..100).fold(leaf.clone(), |comb, level| {
        let (chain, other) = (left(&leaf, 2000), right(&leaf, 2000));
        if level % 2 == 0 {
            (chain + comb) + other
        } else {
            chain + (comb + other)
        }
    })
}

/// Makes a chain to the left whose right parts are nodes of their own: each level has one that waits.
fn broom(levels: usize) -> Text {
    (0..levels).fold("end".into(), |chain: Text, _| {
        chain + (Text::from("a text of its own") + Text::from("b"))
    })
}

fn full(levels: usize) -> Text {
    if levels == 0 {
        return "leaf of its own".into();
    }
    full(levels - 1) + full(levels - 1)
}

#[test]
fn what_branches_is_dropped() {
    drop_it(comb());
    drop_it(broom(200_000));
    drop_it(full(16));
    // While a part of each is still in use.
    let (comb, broom) = (comb(), broom(1000));
    let both = comb.concat(&broom) + broom.substr(1000..2000);
    let kept = both.substr(..5000);
    drop_it(comb);
    drop_it(both);
    drop_it(broom);
    assert_eq!(kept, *"leaf".repeat(1250));
}

#[test]
fn a_deep_text_is_read_on_a_small_stack() {
    const LEVELS: usize = 50_000;
    let [ab, ba] = on_a_small_stack(|| {
        let leaf = Text::from("ab");
        let (ab, ba) = (left(&leaf, LEVELS), right(&leaf, LEVELS));
        let len = 2 * (LEVELS as u64 + 1);
        for chain in [&ab, &ba] {
            assert_eq!(chain.try_len(), Ok(len));
            assert_eq!(chain.chunks().count(), LEVELS + 1);
            assert_eq!(chain.chunks_rev().count(), LEVELS + 1);
            assert_eq!(chain.byte_at(len - 1), Ok(Some(b'b')));
            assert!(chain.to_text(usize::MAX).unwrap() == "ab".repeat(LEVELS + 1));
            let part = chain.substr(LEVELS..LEVELS + 4);
            assert_eq!(part, "abab");
            assert_eq!(chain.rebalance(), *chain);
        }
        assert_eq!(ab, ba);
        assert_eq!(ab.cmp(&ba), Ordering::Equal);
        assert_eq!(ab.eq_exact(&ba, len.into()), Ok(true));
        [ab, ba]
    });
    drop_it(ab);
    drop_it(ba);
}

#[test]
fn lengths_pass_64_bits_and_128() {
    let [some, more, most] = [64, 126, 129].map(|times| doubled("ab", times));
    assert_eq!(doubled("ab", 62).try_len(), Ok(1 << 63));
    assert_eq!(some.len_u128(), Ok(1 << 65));
    assert_eq!(more.len_u128(), Ok(1 << 127));
    let too_long = ConcatError::TooLong;
    assert_eq!(most.len_u128(), Err(too_long));
    let mut out = String::from("kept");
    for text in [&some, &more, &most] {
        assert_eq!(text.try_len(), Err(too_long));
        assert_eq!(text.to_text(usize::MAX), Err(too_long));
        assert_eq!(text.flatten_into(&mut out, usize::MAX), Err(too_long));
        assert_eq!(text.write_fmt_to(&mut out, 1 << 64), Err(too_long));
        assert_eq!(text.byte_at(1_u128 << 64), Ok(Some(b'a')));
        assert_eq!(text.substr(3..6), "bab");
        let part = text.substr(1_u128..1 << 65);
        assert_eq!(part.len_u128(), Ok((1 << 65) - 1));
        assert_eq!(text.rebalance(), *text);
        assert_eq!(text.chunks().nth(9), Some("abababab"));
        assert!(!text.is_empty());
        assert_eq!(format!("{text:.3}"), "aba");
        assert!(format!("{text:?}").ends_with("ab\".."));
        assert!(std::fmt::Write::write_fmt(&mut out, format_args!("{text}")).is_err());
    }
    assert_eq!(out, "kept");
    assert_eq!(some.byte_at(1_u128 << 65), Ok(None));
    assert_eq!(
        some.try_substr(..=1_u128 << 65),
        Err(ConcatError::OutOfRange)
    );
    assert_eq!(most.try_substr(u128::MAX..), Err(too_long));
    let counted = most.substr(..u128::MAX);
    assert_eq!(counted.len_u128(), Ok(u128::MAX));
    assert!(some < more && more < most && some < most);
    assert!(some != more && more != most && some != most);
    let other = doubled("ab", 129);
    assert_eq!(most, other);
    assert_eq!(most.eq_exact(&other, 1000), Err(too_long));
}

#[test]
fn a_text_is_repeated_as_often_as_a_number_says() {
    let dash = Text::from("-=");
    for times in [0, 1, 2, 3, 7, 8, 100] {
        let text = dash.repeat(times);
        assert_eq!(text, *"-=".repeat(usize::try_from(times).unwrap()));
    }
    let most = dash.repeat(u64::MAX);
    assert_eq!(most.len_u128(), Ok(2 * u128::from(u64::MAX)));
}

#[test]
fn doublings_whose_shapes_do_not_align_are_equal_by_text() {
    let state = RandomState::new();
    for times in [3, 20, 60, 100, 126] {
        let run = doubled("x", times);
        let x = Text::from("x");
        let [first, last] = [x.concat(&run), run.concat(&x)];
        let other_type = Other::from("x") + (0..times).fold("x".into(), |x: Other, _| x.concat(&x));
        assert_eq!(first, last);
        assert_eq!(first, other_type.view());
        assert_eq!(first.cmp(&last), Ordering::Equal);
        if times <= 20 {
            assert_eq!(first.eq_exact(&last, 1 << 21), Ok(true));
            assert_eq!(first.view().eq_exact(other_type.view(), 1 << 21), Ok(true));
        }
        assert_eq!(first.fingerprint(), other_type.fingerprint());
        assert_eq!(state.hash_one(&first), state.hash_one(&last));
        assert_eq!(state.hash_one(&first), state.hash_one(&other_type));
        assert!(run < first);
        let other = run.concat("y");
        assert_ne!(first, other);
        assert_eq!(first.cmp(&other), Ordering::Less);
        assert_eq!(other.cmp(&first), Ordering::Greater);
        if times <= 20 {
            assert_eq!(first.eq_exact(&other, 1 << 21), Ok(false));
        }
        assert_ne!(state.hash_one(&first), state.hash_one(&other));
    }
}

#[test]
fn every_shape_of_a_text_has_its_hash() {
    let state = RandomState::new();
    let pieces = [
        "a",
        "",
        "bc",
        "é",
        "a text that is too long for a node",
        "🦀",
    ];
    let whole: String = pieces.concat();
    let leaves = pieces.map(Text::from);
    let shapes = [
        whole.as_str().into(),
        leaves.iter().fold(Text::new(), |text, leaf| text + leaf),
        leaves
            .iter()
            .rev()
            .fold(Text::new(), |text, leaf| leaf.concat(&text)),
        leaves.iter().cloned().collect(),
        pieces.into_iter().collect(),
        whole.chars().map(Text::from).collect(),
        ("?".to_owned() + &whole)
            .parse::<Text>()
            .unwrap()
            .substr(1..),
    ];
    for shape in &shapes {
        assert_eq!(state.hash_one(shape), state.hash_one(&shapes[0]));
        assert_eq!(*shape, shapes[0]);
        assert_eq!(shape.rebalance().fingerprint(), shapes[0].fingerprint());
    }
}

#[test]
fn the_pair_that_collides_mod_2_to_the_61_is_told_apart() {
    let [a, b] = ["a", "b"].map(Text::from);
    let run = a.repeat((1 << 61) - 3);
    let baa = b.concat(&run) + &a;
    let aab = a.concat(&run) + &b;
    assert_eq!(baa.try_len(), Ok((1 << 61) - 1));
    assert_ne!(baa.fingerprint(), aab.fingerprint());
    assert!(baa != aab && baa > aab);
    assert_eq!(baa.eq_exact(&aab, 1), Ok(false));
    let state = RandomState::new();
    assert_ne!(state.hash_one(&baa), state.hash_one(&aab));
}

/// The order of every point divides 2^127 - 2: a repetition of so many bytes maps a fingerprint to itself.
#[test]
fn lengths_that_differ_by_the_order_of_every_point_are_told_apart() {
    let ab = Text::from("ab");
    let order = (0..126).fold(Text::new(), |all, _| all.concat(&all) + &ab);
    assert_eq!(order.len_u128(), Ok((1 << 127) - 2));
    let short = doubled("ab", 20);
    let long = short.concat(&order);
    assert_ne!(short.fingerprint(), long.fingerprint());
    assert_ne!(short, long);
    assert_eq!(short.cmp(&long), Ordering::Less);
    assert_eq!(long.cmp(&short), Ordering::Greater);
    assert_eq!(short.eq_exact(&long, 1 << 21), Ok(false));
}
