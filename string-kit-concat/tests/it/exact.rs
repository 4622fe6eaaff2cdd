//! Equality with no chance of an error, on texts that no comparison of bytes comes to the end of.

use string_kit_concat::{ConcatArena, ConcatError, ConcatId, Narrow, Wide};
use string_kit_conformance::{count, with_budget};

/// The text, as often as 2 to the power of `times`.
fn doubled(arena: &mut ConcatArena, text: &str, times: u32) -> ConcatId {
    let id = arena.leaf(text);
    (0..times).fold(id, |id, _| arena.concat(id, id))
}

/// The text of a node, as often as `times`, by squaring.
fn power(arena: &mut ConcatArena, mut id: ConcatId, mut times: u128) -> ConcatId {
    let mut product = arena.leaf("");
    while times > 0 {
        if times % 2 == 1 {
            product = arena.concat(product, id);
        }
        id = arena.concat(id, id);
        times /= 2;
    }
    product
}

/// One text after the other.
fn row<const N: usize>(arena: &mut ConcatArena, ids: [ConcatId; N]) -> ConcatId {
    ids.into_iter()
        .reduce(|row, id| arena.concat(row, id))
        .unwrap()
}

#[track_caller]
fn assert_eq_exact(arena: &ConcatArena, a: ConcatId, b: ConcatId, equal: bool) {
    let [a, b] = [a, b].map(|id| arena.get(id).unwrap());
    assert_eq!(a.eq_exact(b), Ok(equal));
    assert_eq!(b.eq_exact(a), Ok(equal));
    assert_eq!(a.eq_exact(a), Ok(true));
}

#[test]
fn what_a_fingerprint_cannot_tell_is_told() {
    // By Fermat, mod p the two have one fingerprint for every base.
    let p = (1_u128 << 61) - 1;
    let mut arena = ConcatArena::new();
    let [a, b] = ["a", "b"].map(|leaf| arena.leaf(leaf));
    let middle = power(&mut arena, a, p - 2);
    let first = row(&mut arena, [b, middle, a]);
    let other = row(&mut arena, [a, middle, b]);
    assert_eq_exact(&arena, first, other, false);
    // The same between equal ends, so that no end tells them apart.
    let ends = power(&mut arena, a, 1 << 20);
    let first = row(&mut arena, [ends, first, ends]);
    let other = row(&mut arena, [ends, other, ends]);
    assert_eq_exact(&arena, first, other, false);
}

#[test]
fn texts_of_two_to_the_hundred_bytes_are_compared() {
    let mut arena = ConcatArena::new();
    let [a, b, ab, ba, aaa] = ["a", "b", "ab", "ba", "aaa"].map(|leaf| arena.leaf(leaf));
    let one = power(&mut arena, aaa, 1 << 100);
    let other = power(&mut arena, a, 1 << 100);
    let other = power(&mut arena, other, 3);
    assert_eq_exact(&arena, one, other, true);

    let n = 987_654_321_987_654_321_987_654_321;
    let one = power(&mut arena, ab, n);
    let one = arena.concat(one, a);
    let other = power(&mut arena, ba, n);
    let other = arena.concat(a, other);
    assert_eq_exact(&arena, one, other, true);
    let one = power(&mut arena, ab, n);
    let other = power(&mut arena, ba, n);
    assert_eq_exact(&arena, one, other, false);

    // A letter more here and one less there, deep within.
    let [m, n] = [(1 << 99) - 12_345, 1 << 77];
    let mut around = |before, middle: ConcatId, after| {
        let before = power(&mut arena, a, before);
        let after = power(&mut arena, a, after);
        row(&mut arena, [before, middle, after])
    };
    let (one, other, same) = (around(m, b, n), around(m + 1, b, n - 1), around(m, b, n));
    assert_eq_exact(&arena, one, other, false);
    assert_eq_exact(&arena, one, same, true);
    let [one, other, same] = [one, other, same].map(|id| power(&mut arena, id, 1 << 20));
    assert_eq_exact(&arena, one, other, false);
    assert_eq_exact(&arena, one, same, true);
}

#[test]
fn words_that_differ_in_two_letters_are_told_apart() {
    let mut arena = ConcatArena::new();
    let [mut x, mut y] = ["a", "ab"].map(|leaf| arena.leaf(leaf));
    // Fibonacci's words: what is added at the left and at the right differs in two letters alone.
    for _ in 0..120 {
        (x, y) = (y, arena.concat(y, x));
    }
    let (one, other) = (arena.concat(x, y), arena.concat(y, x));
    assert_eq_exact(&arena, one, other, false);
    let (one, other) = (row(&mut arena, [y, y, x]), row(&mut arena, [y, x, y]));
    assert_eq_exact(&arena, one, other, false);
    let xy = arena.concat(x, y);
    let (one, yx) = (arena.concat(xy, x), arena.concat(y, x));
    let other = arena.concat(x, yx);
    assert_eq_exact(&arena, one, other, true);
}

#[test]
fn lengths_that_cannot_be_counted_are_an_error_if_both_are_such() {
    let mut arena = ConcatArena::new();
    let (one, other) = (
        doubled(&mut arena, "ab", 129),
        doubled(&mut arena, "a", 130),
    );
    let [a, b] = [one, other].map(|id| arena.get(id).unwrap());
    assert_eq!(a.eq_exact(b), Err(ConcatError::TooLong));
    let short = arena.leaf("ab");
    assert_eq_exact(&arena, one, short, false);
}

#[test]
fn texts_of_other_arenas_are_compared() {
    let (mut narrow, mut wide) = (ConcatArena::<Narrow>::new(), ConcatArena::<Wide>::new());
    let (mut a, mut b) = (narrow.leaf("abab"), wide.leaf("ab"));
    b = wide.concat(b, b);
    for _ in 0..40 {
        a = narrow.concat(a, a);
        b = wide.concat(b, b);
    }
    let c = wide.leaf("abba");
    let c = wide.concat(b, c);
    let d = narrow.leaf("abab");
    let d = narrow.concat(a, d);
    let text = narrow.get(a).unwrap();
    assert_eq!(text.eq_exact(wide.get(b).unwrap()), Ok(true));
    assert_eq!(text.eq_exact(wide.get(c).unwrap()), Ok(false));
    assert_eq!(
        narrow.get(d).unwrap().eq_exact(wide.get(c).unwrap()),
        Ok(false)
    );
}

#[test]
fn deep_chains_are_compared() {
    let mut arena = ConcatArena::new();
    let [x, y] = ["x", "y"].map(|leaf| arena.leaf(leaf));
    let levels = if cfg!(miri) { 100 } else { 20_000 };
    let left = (1..levels).fold(x, |deep, _| arena.concat(deep, x));
    let right = (1..levels).fold(x, |deep, _| arena.concat(x, deep));
    let other = (2..levels).fold(y, |deep, _| arena.concat(x, deep));
    let other = arena.concat(other, x);
    let [left, right, other] = [left, right, other].map(|id| power(&mut arena, id, 1 << 20));
    assert_eq_exact(&arena, left, right, true);
    assert_eq_exact(&arena, left, other, false);
}

#[test]
fn no_room_is_an_error_and_leaves_nothing() {
    let mut arena = ConcatArena::new();
    let [ab, aba, b] = ["ab", "aba", "b"].map(|leaf| arena.leaf(leaf));
    let one = power(&mut arena, ab, 1 << 40);
    let middle = power(&mut arena, ab, (1 << 40) - 2);
    let other = row(&mut arena, [aba, b, middle]);
    let [one, other] = [one, other].map(|id| arena.get(id).unwrap());
    for budget in 0..1000 {
        let (equal, counts) = count(|| with_budget(budget, || one.eq_exact(other)));
        assert_eq!(counts.live_bytes, 0, "{budget} blocks");
        match equal {
            Ok(equal) => {
                assert!(equal && budget > 20);
                return;
            }
            Err(error) => assert_eq!(error, ConcatError::Alloc, "{budget} blocks"),
        }
    }
    panic!("1000 blocks are not enough");
}
