//! The lengths that the nodes of a `MeasuredConcatStr` keep: right after each operation, and beyond 4 GiB.

use proptest::prelude::*;
use string_kit_concat::{ConcatError, ConcatStr, MeasuredConcatStr};
use string_kit_conformance::count;

/// The first length that a node does not keep: it stands for itself and all longer ones.
const MOST: u64 = u32::MAX as u64;

fn doubled(text: &str, times: u32) -> MeasuredConcatStr {
    (0..times).fold(text.into(), |text: MeasuredConcatStr, _| text.concat(&text))
}

/// Checks the length, and that it is kept: it takes no allocation.
#[track_caller]
fn check_kept(text: &MeasuredConcatStr, len: usize) {
    let (found, counts) = count(|| text.len());
    assert_eq!((found, counts.allocations), (len as u64, 0));
    assert_eq!(text.is_empty(), len == 0);
    assert_eq!(text.to_text(len).map(|text| text.len()), Ok(len));
}

#[test]
fn each_operation_keeps_the_length() {
    let long = "a leaf that is too long for a node";
    let mut text = MeasuredConcatStr::new();
    check_kept(&text, 0);
    text.push_str("");
    check_kept(&text, 0);
    text.push_str("123456");
    check_kept(&text, 6);
    // In place, with the node full.
    text.push_str("789012");
    check_kept(&text, 12);
    let (leaf, other) = (MeasuredConcatStr::from(long), MeasuredConcatStr::from("é"));
    check_kept(&leaf, 34);
    check_kept(&text.concat(&leaf), 46);
    check_kept(&other.concat(&other), 4);
    check_kept(&(leaf.clone() + MeasuredConcatStr::new()), 34);
    // A short leaf behind a long one: the root's length grows with it.
    let mut both = leaf.clone() + MeasuredConcatStr::from("é");
    for end in 1..11 {
        both.push_str("x");
        check_kept(&both, 36 + end);
    }
    both.push_str("a new node");
    check_kept(&both, 56);
    // A root that others see is not changed.
    let seen = both.clone();
    both.push_str("y");
    check_kept(&seen, 56);
    check_kept(&both, 57);
    // A slice of a leaf, a copy, and a part of several leaves.
    check_kept(&leaf.substr(1..31), 30);
    check_kept(&leaf.substr(1..31).substr(2..29), 27);
    check_kept(&leaf.substr(1..9), 8);
    check_kept(&both.substr(20..50), 30);
    check_kept(&both.substr(20..20), 0);
    check_kept(&both.repeat(1001), 57_057);
    check_kept(&both.repeat(3).rebalance(), 171);
    check_kept(&[&leaf, &both].into_iter().collect(), 91);
}

proptest! {
    #[test]
    fn cuts_and_appends_keep_the_length(
        steps in prop::collection::vec((any::<prop::sample::Index>(), "[a-z]{0,20}"), 1..60),
    ) {
        let (mut text, mut model) = (MeasuredConcatStr::new(), String::new());
        for (place, piece) in steps {
            let at = place.index(model.len() + 1);
            text = text.substr(..at) + piece.as_str() + &text.substr(at..);
            model.insert_str(at, &piece);
            text.push_str("!");
            model.push('!');
            check_kept(&text, model.len());
            let byte = model.as_bytes().get(at).copied();
            prop_assert_eq!(text.byte_at(at), Ok(byte));
            prop_assert_eq!(&text, &model);
        }
    }
}

#[test]
fn lengths_are_right_on_both_sides_of_4_gib() {
    let kib = doubled("0123456789abcdef", 6);
    let gib_4 = doubled("0123456789abcdef", 28);
    assert_eq!(gib_4.len(), 1 << 32);
    for len in [MOST - 2, MOST - 1, MOST, MOST + 1] {
        let text = gib_4.substr(..len);
        let (found, counts) = count(|| text.len());
        assert_eq!(found, len);
        assert_eq!(counts.allocations == 0, len < MOST, "{len}");
        // The border is passed by each operation.
        let mut longer = text.clone() + "y";
        assert_eq!(longer.len(), len + 1);
        longer.push_str("z");
        assert_eq!(longer.len(), len + 2);
        assert_eq!(longer.substr(len..), "yz");
        assert_eq!(longer.byte_at(len), Ok(Some(b'y')));
        assert_eq!(longer.byte_at(len + 2), Ok(None));
        let joined = text.concat(&kib) + text.clone();
        assert_eq!(joined.len(), 2 * len + 1024);
        assert_eq!(joined.substr(len..len + 1024), kib);
        let expected = "0123456789abcdef".as_bytes()[usize::try_from(len - 1).unwrap() % 16];
        for at in [len - 1, 2 * len + 1023] {
            assert_eq!(joined.byte_at(at), Ok(Some(expected)), "{at}");
        }
        assert_eq!(
            joined.try_substr(..2 * len + 1025),
            Err(ConcatError::OutOfRange)
        );
        // Back below the border lengths are kept once more.
        let part = joined.substr(len - 5..len + 1029);
        check_kept(&part, 1034);
        assert_eq!(joined.rebalance(), joined);
    }
}

#[test]
fn a_text_of_more_than_4_gib_is_that_of_the_other_type() {
    let (text, other) = (doubled("ab", 70), ConcatStr::from("ab").repeat(1 << 35));
    assert_eq!(text.len_u128(), Ok(1 << 71));
    assert_eq!(text.try_len(), Err(ConcatError::TooLong));
    assert_eq!(text.repeat(1 << 50).len_u128(), Ok(1 << 121));
    let part = text.substr(..1_u64 << 36);
    assert_eq!(part.view(), other.view());
    assert_eq!(part.fingerprint(), other.fingerprint());
    assert_eq!(part.len(), 1 << 36);
    let ends = [part.substr(1..), part.substr(..(1_u64 << 36) - 1)];
    assert!(ends[0] > ends[1]);
    assert_eq!(ends.map(|text| text.len()), [(1 << 36) - 1; 2]);
}

#[test]
#[should_panic = "longer than the limit"]
fn a_length_of_more_than_64_bits_panics() {
    _ = doubled("ab", 64).len();
}

/// Versions of a text, each made of the last one by two cuts and a concatenation.
#[test]
fn a_cut_takes_no_memory_for_nodes_that_it_does_not_visit() {
    let mut model = "a line of some fifty characters, as a program has\n".repeat(1000);
    let mut text = MeasuredConcatStr::from(model.as_str());
    for edit in 0..2000_usize {
        // Fibonacci hashing spreads the places over the text.
        let at = edit.wrapping_mul(0x9E37_79B9) % model.len();
        text = text.substr(..at) + "edit" + &text.substr(at + 3..);
        model.replace_range(at..at + 3, "edit");
    }
    check_kept(&text, model.len());
    assert_eq!(text, model);
    // One of these may be the first to take a node of a new block.
    let peaks = [1, 2, 3].map(|start| {
        let (part, counts) = count(|| text.substr(start..30_000));
        assert_eq!(part, model[start..30_000]);
        counts.peak_bytes
    });
    // A table of the lengths of all nodes takes 16 bytes for each of some 10,000.
    assert!(peaks.into_iter().min().unwrap() < 4096, "{peaks:?}");
}
