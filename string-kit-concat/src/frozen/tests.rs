//! Forms that are wrong in one place, with the right digest: each is refused with its fault, or safe to read.

use alloc::vec::Vec;

use super::bits::{BitWriter, Packed};
use super::blocks::{Pair, Shape, greatest_place, split_place};
use super::form::{DIGEST, DIGESTED, Digest, HEADER, digest_of};
use super::{FrozenConcat, FrozenId, LoadFault};
use crate::ConcatArena;
use crate::dag::{Nodes, Part};

/// Returns a form of random concatenations over `leaves`.
fn form(leaves: &[&str], concats: usize) -> Vec<u8> {
    let mut arena = ConcatArena::new();
    let mut ids: Vec<_> = leaves.iter().map(|leaf| arena.leaf(leaf)).collect();
    let mut state = 1_usize;
    let mut pick = |len: usize| {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12345) & 0x7fff_ffff;
        (state >> 8) % len
    };
    for _ in 0..concats {
        let (left, right) = (pick(ids.len()), pick(ids.len()));
        ids.push(arena.concat(ids[left], ids[right]));
    }
    arena.freeze().unwrap().0.to_bytes()
}

fn seal(bytes: &mut [u8]) {
    let mut digest = Digest::new();
    digest.bytes(&bytes[DIGESTED..]);
    bytes[DIGEST..DIGESTED].copy_from_slice(&digest.finish().to_le_bytes());
}

/// Asserts that every node can be read: a leaf, or a concatenation of nodes before it that are not empty.
#[track_caller]
fn read_all(frozen: &FrozenConcat) {
    let nodes = frozen.leaves() + frozen.concatenations();
    for node in 0..u32::try_from(nodes).unwrap() {
        match frozen.part(node) {
            Part::Leaf(text) => assert!(text.len() <= frozen.leaf_bytes()),
            Part::Concat(left, right) => {
                assert!(left < node && right < node);
                assert!(
                    [left, right]
                        .iter()
                        .all(|&part| frozen.part(part) != Part::Leaf(""))
                );
            }
        }
    }
}

/// Loads bytes that may be anything, and reads all if they are taken.
#[track_caller]
fn load(bytes: &[u8]) -> Result<(), LoadFault> {
    let frozen = FrozenConcat::from_bytes(bytes).map_err(|error| {
        assert!(error.offset() <= bytes.len());
        error.what()
    })?;
    read_all(&frozen);
    assert_eq!(frozen.to_bytes(), bytes);
    Ok(())
}

#[test]
fn every_byte_that_is_another_is_refused_or_safe_even_with_its_digest() {
    for (leaves, concats) in [(&["", "é€", "abc"][..], 150), (&["x"], 3), (&[], 0)] {
        let form = form(leaves, concats);
        assert_eq!(load(&form), Ok(()));
        for at in 0..form.len() {
            for flip in [1, 0x80, 0xff, 0x10] {
                let mut bytes = form.clone();
                bytes[at] ^= flip;
                assert!(load(&bytes).is_err(), "{at}");
                seal(&mut bytes);
                _ = load(&bytes);
            }
        }
    }
}

#[test]
fn every_truncation_and_every_byte_more_is_refused() {
    let form = form(&["é", "abc"], 130);
    for len in 0..form.len() {
        assert!(load(&form[..len]).is_err());
        if len >= HEADER {
            let mut bytes = form[..len].to_vec();
            seal(&mut bytes);
            assert_eq!(load(&bytes), Err(LoadFault::Truncated));
        }
    }
    let mut more = form;
    more.push(0);
    seal(&mut more);
    assert_eq!(load(&more), Err(LoadFault::Trailing));
}

#[test]
fn headers_that_promise_what_is_not_there_are_refused() {
    let form = form(&["ab"], 2);
    for number in 3..8 {
        for value in [1 << 31, 1 << 39, (1 << 39) + 1, u64::MAX / 64, u64::MAX] {
            let mut bytes = form.clone();
            bytes[number * 8..][..8].copy_from_slice(&u64::to_le_bytes(value));
            seal(&mut bytes);
            let fault = load(&bytes).unwrap_err();
            let expected = [LoadFault::Truncated, LoadFault::TooMany, LoadFault::Leaf];
            assert!(expected.contains(&fault), "{number} {value}: {fault:?}");
        }
    }
}

/// A form with one block, whose columns are one word each: "éc" and "cc" over "", "é" and "c".
fn small() -> Vec<u8> {
    let mut arena = ConcatArena::new();
    let [first, last] = ["é", "c"].map(|leaf| arena.leaf(leaf));
    arena.concat(first, last);
    arena.concat(last, last);
    arena.freeze().unwrap().0.to_bytes()
}

#[test]
fn the_bytes_of_a_form_do_not_change() {
    let (words, digest) = (
        [3, 2, 3, 8, 2, 0x20, 0x18, 0x12, 0, 0x8f],
        0x3263_8702_a436_cdee,
    );
    let mut expected = b"SkFrozen".to_vec();
    for word in [1, digest].into_iter().chain(words) {
        expected.extend(u64::to_le_bytes(word));
    }
    expected.extend("éc".bytes());
    assert_eq!(small(), expected);
    let large = FrozenConcat::from_bytes(&form(&["a", "é€", ""], 1000)).unwrap();
    assert_eq!(large.digest, 0x5d2b_a4ba_5bed_a246);
}

/// Loads that form with another word as a column.
fn with_column(column: usize, word: u64) -> Result<(), LoadFault> {
    let mut bytes = small();
    bytes[HEADER + column * 8..][..8].copy_from_slice(&word.to_le_bytes());
    seal(&mut bytes);
    load(&bytes)
}

#[test]
fn each_fault_is_named() {
    // Where the leaves begin, two bits each.
    assert_eq!(with_column(0, 0b10_00_00), Ok(()));
    assert_eq!(with_column(0, 0b10_01_00), Err(LoadFault::Leaf));
    assert_eq!(with_column(0, 0b11_00_00), Err(LoadFault::Leaf));
    assert_eq!(with_column(0, 0b01_10_00_00), Err(LoadFault::Padding));
    // Their lengths, two bits each; the longest is of two bytes.
    assert_eq!(with_column(1, 0b01_10_00), Ok(()));
    assert_eq!(with_column(1, 0b10_10_00), Err(LoadFault::Leaf));
    assert_eq!(with_column(1, 0b01_11_00), Err(LoadFault::Leaf));
    assert_eq!(with_column(1, 0b01_00_00), Err(LoadFault::Leaf));
    // The first and the last max, three bits each: beyond the symbols; falling; not before the parent.
    assert_eq!(with_column(2, 0b010_010), Ok(()));
    assert_eq!(with_column(2, 0b101_010), Err(LoadFault::Block));
    assert_eq!(with_column(2, 0b010_011), Err(LoadFault::Block));
    assert_eq!(with_column(2, 0b011_011), Err(LoadFault::Child));
    // Where the block begins, and its middle.
    assert_eq!(with_column(3, 1 << 9), Err(LoadFault::Block));
    assert_eq!(with_column(3, 1), Err(LoadFault::Block));
    // Two ones; twice a min of two bits and a side. A min that is more than the max, and one that is not.
    assert_eq!(with_column(4, 0b1000_1111), Ok(()));
    assert_eq!(with_column(4, 0b1100_1111), Err(LoadFault::Child));
    assert_eq!(with_column(4, 0b1000_1101), Err(LoadFault::Block));

    let mut bytes = small();
    *bytes.last_mut().unwrap() = 0xff;
    seal(&mut bytes);
    assert_eq!(load(&bytes), Err(LoadFault::Utf8));
    bytes[8] = 2;
    assert_eq!(load(&bytes), Err(LoadFault::Version));
    bytes[0] = 0;
    assert_eq!(load(&bytes), Err(LoadFault::Magic));
}

#[test]
fn more_leaves_or_concatenations_than_ids_are_refused() {
    for number in [3, 4] {
        for (count, fault) in [
            (1 << 31, LoadFault::Truncated),
            ((1 << 31) + 1, LoadFault::TooMany),
        ] {
            let mut bytes = small();
            bytes[number * 8..][..8].copy_from_slice(&u64::to_le_bytes(count));
            seal(&mut bytes);
            let error = FrozenConcat::from_bytes(&bytes).unwrap_err();
            assert_eq!(error.what(), fault);
            if fault == LoadFault::TooMany {
                assert_eq!(error.offset(), number * 8);
            }
        }
    }
}

#[test]
fn each_fault_has_its_place() {
    #[track_caller]
    fn check(bytes: &[u8], what: LoadFault, offset: usize) {
        let error = FrozenConcat::from_bytes(bytes).unwrap_err();
        assert_eq!((error.what(), error.offset()), (what, offset));
    }
    let text = HEADER + 5 * 8;
    let changed_at = |at: usize, byte| {
        let mut bytes = small();
        bytes[at] = byte;
        seal(&mut bytes);
        bytes
    };
    check(&changed_at(text + 2, 0xff), LoadFault::Utf8, text + 2);
    check(&changed_at(HEADER + 1, 1), LoadFault::Padding, HEADER);
    check(&changed_at(text - 1, 1), LoadFault::Padding, text - 8);
    check(&changed_at(HEADER, 0), LoadFault::Leaf, HEADER);
    check(&changed_at(text - 8, 0), LoadFault::Block, text - 8);
    check(&changed_at(8, 0), LoadFault::Version, 8);
    check(&changed_at(0, 0), LoadFault::Magic, 0);
    check(
        &[small(), Vec::from([0])].concat(),
        LoadFault::Trailing,
        text + 3,
    );
    check(&small()[..text + 2], LoadFault::Truncated, text + 2);
    let mut bytes = small();
    bytes[HEADER] ^= 1;
    check(&bytes, LoadFault::Digest, DIGEST);

    // In the second block.
    let form = form(&["a"], 130);
    let frozen = FrozenConcat::from_bytes(&form).unwrap();
    let places = places_of(&frozen);
    let bytes = changed_bytes(&form, |to| set_places(to, &[places[0], places[1] + 512]));
    let blocks = form.len() - 1 - frozen.blocks.bits.bytes().len();
    let place = usize::try_from(split_place(places[1]).0 / 8).unwrap();
    check(&bytes, LoadFault::Block, blocks + place);
}

/// Changes a form that was loaded, and saves it again with the right digest.
fn changed_bytes(form: &[u8], change: impl FnOnce(&mut FrozenConcat)) -> Vec<u8> {
    let mut frozen = FrozenConcat::from_bytes(form).unwrap();
    change(&mut frozen);
    frozen.digest = digest_of(&frozen.leaves, &frozen.blocks);
    frozen.to_bytes()
}

#[track_caller]
fn changed(form: &[u8], change: impl FnOnce(&mut FrozenConcat)) -> Result<(), LoadFault> {
    load(&changed_bytes(form, change))
}

/// Sets the places of the blocks: numbers with 9 bits for the middle.
fn set_places(frozen: &mut FrozenConcat, places: &[u64]) {
    let greatest = greatest_place(frozen.blocks.bits.len());
    let places = Packed::new(places.len() as u64, greatest, places.iter().copied());
    frozen.blocks.places = places.unwrap();
}

fn places_of(frozen: &FrozenConcat) -> Vec<u64> {
    let blocks = frozen.concatenations().div_ceil(128);
    (0..blocks as u64)
        .map(|block| frozen.blocks.places.get(block))
        .collect()
}

/// Sets the first `len` bits of the blocks to those that there are, zeroes beyond them, and one bit flipped.
fn set_bits(frozen: &mut FrozenConcat, len: u64, flipped: u64) {
    let (old, mut bits) = (&frozen.blocks.bits, BitWriter::default());
    for at in 0..len {
        let bit = if at < old.len() { old.get(at, 1) } else { 0 };
        bits.push(bit ^ u64::from(at == flipped), 1).unwrap();
    }
    let places = places_of(frozen);
    frozen.blocks.bits = bits.finish().unwrap();
    set_places(frozen, &places);
}

#[test]
fn the_middle_of_a_block_has_half_of_its_ones_before_it() {
    // Two blocks, of 128 and of 2.
    let form = form(&["a", "bc"], 130);
    let frozen = FrozenConcat::from_bytes(&form).unwrap();
    let places = places_of(&frozen);
    let (second, none) = split_place(places[1]);
    assert_eq!(none, 0);
    let with_places = |places: [u64; 2]| changed(&form, |to| set_places(to, &places));

    let mut middles = 0;
    for mid in 1..512 {
        let ones = frozen.blocks.bits.ones(0, mid);
        let expected = if ones == 64 {
            middles += 1;
            Ok(())
        } else {
            Err(LoadFault::Block)
        };
        assert_eq!(with_places([mid, places[1]]), expected, "{mid}");
        let in_second = with_places([places[0], second << 9 | mid]);
        assert_eq!(in_second, Err(LoadFault::Block), "{mid}");
    }
    assert!(middles > 0);
    // A middle that is not kept is searched for.
    assert_eq!(with_places([0, places[1]]), Ok(()));
}

#[test]
fn a_child_that_is_an_empty_leaf_is_refused_on_either_side() {
    let mut arena = ConcatArena::new();
    let [first, last] = ["ab", "cd"].map(|leaf| arena.leaf(leaf));
    arena.concat(first, last);
    let form = arena.freeze().unwrap().0.to_bytes();
    // The leaves have the symbols 0 to 2; the first is the empty one.
    for (lens, result) in [
        ([0, 2, 2], Ok(())),
        ([0, 2, 0], Err(LoadFault::Empty)),
        ([0, 0, 2], Err(LoadFault::Empty)),
    ] {
        let lens = Packed::new(3, 2, lens).unwrap();
        assert_eq!(changed(&form, |to| to.leaves.lens = lens), result);
    }
}

#[test]
fn blocks_take_all_bits_and_no_more() {
    for concats in [0, 1, 64, 100, 128] {
        let form = form(&["a"], concats);
        let len = FrozenConcat::from_bytes(&form).unwrap().blocks.bits.len();
        let fewer = [1, 7, 64, 500].map(|missing| len.saturating_sub(missing));
        for other in [1, 7, 64].map(|more| len + more).into_iter().chain(fewer) {
            let expected = if other == len {
                Ok(())
            } else {
                Err(LoadFault::Block)
            };
            let result = changed(&form, |to| set_bits(to, other, u64::MAX));
            assert_eq!(result, expected, "{concats} {other}");
        }
    }
}

#[test]
fn a_block_has_a_one_for_each_concatenation() {
    let form = form(&["a"], 100);
    let bits = FrozenConcat::from_bytes(&form).unwrap().blocks.bits;
    for flipped in 0..=bits.select(0, 99) {
        let result = changed(&form, |to| set_bits(to, bits.len(), flipped));
        assert_eq!(result, Err(LoadFault::Block), "{flipped}");
    }
}

#[test]
fn the_last_row_is_that_of_a_symbol() {
    // Two leaves, of which the first is empty, and two concatenations: the symbols end before 4.
    let form = form(&["a"], 2);
    for (next, result) in [(3, Ok(())), (4, Err(LoadFault::Block))] {
        let written = changed(&form, |to| {
            let pairs: [Pair; 2] = [0, 1].map(|rank| to.blocks.pair(rank));
            let row = to.blocks.rows.get(0);
            let mut bits = BitWriter::default();
            let mid = Shape::new(row, next, 2).write(&pairs, &mut bits).unwrap();
            assert_eq!(mid, 0);
            to.blocks.bits = bits.finish().unwrap();
            set_places(to, &[0]);
            to.blocks.rows = Packed::new(2, 4, [row, next]).unwrap();
        });
        assert_eq!(written, result);
    }
}

#[test]
fn a_leaf_that_ends_beyond_all_numbers_is_refused() {
    let result = changed(&small(), |to| {
        to.leaves.lens = Packed::new(3, u64::MAX, [0, 2, u64::MAX]).unwrap();
        to.leaves.greatest_len = u64::MAX;
    });
    assert_eq!(result, Err(LoadFault::Leaf));
}

#[test]
fn leaves_may_overlap() {
    let mut bytes = small();
    // All begin at 0.
    bytes[HEADER] = 0;
    bytes[HEADER + 8] = 0b10_10_00;
    seal(&mut bytes);
    let frozen = FrozenConcat::from_bytes(&bytes).unwrap();
    assert_eq!(frozen.part(1), Part::Leaf("é"));
    assert_eq!(frozen.part(2), Part::Leaf("é"));
}

#[test]
fn an_id_of_other_contents_is_rejected() {
    let mut frozen = Vec::new();
    for concats in 0..200 {
        let bytes = form(&["a", "b"], concats);
        frozen.push(FrozenConcat::from_bytes(&bytes).unwrap());
    }
    for (one, other) in frozen.iter().zip(frozen.iter().skip(1)) {
        let id = FrozenId::new(one.digest, 0);
        assert!(one.get(id).is_ok());
        assert!(other.get(id).is_err());
        let beyond = u32::try_from(one.leaves() + one.concatenations()).unwrap();
        assert!(one.get(FrozenId::new(one.digest, beyond - 1)).is_ok());
        assert!(one.get(FrozenId::new(one.digest, beyond)).is_err());
    }
}
