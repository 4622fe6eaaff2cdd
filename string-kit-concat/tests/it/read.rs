//! Reading a text of an arena: against `String`, at its limits, where the text is longer than memory, and
//! where memory runs out.

use std::fmt::{self, Write};

use proptest::prelude::*;
use string_kit_concat::{ConcatArena, ConcatError, ConcatId, ConcatRef, Dag};
use string_kit_conformance::{count, with_budget};

const LEAVES: [&str; 7] = [
    "",
    "a",
    "b",
    "é",
    "€uro",
    "🦀",
    "a leaf of more than sixteen bytes, and of more than sixty-four \"é\"\n",
];

/// Returns an arena with the leaves, then the concatenations of earlier nodes; and the text of each node.
fn build(pairs: &[(usize, usize)]) -> (ConcatArena, Vec<ConcatId>, Vec<String>) {
    let mut arena = ConcatArena::new();
    let mut texts: Vec<String> = LEAVES.map(String::from).into();
    let mut ids: Vec<_> = LEAVES.iter().map(|leaf| arena.leaf(leaf)).collect();
    for &(left, right) in pairs {
        let (left, right) = (left % ids.len(), right % ids.len());
        let text = [texts[left].as_str(), &texts[right]].concat();
        if text.len() > 20_000 {
            continue;
        }
        texts.push(text);
        ids.push(arena.concat(ids[left], ids[right]));
    }
    (arena, ids, texts)
}

/// Generates the children of nodes: anywhere before the node, or near to it, so that it is deep and shared.
fn pairs() -> impl Strategy<Value = Vec<(usize, usize)>> {
    let anywhere = (any::<usize>(), any::<usize>());
    prop_oneof![
        prop::collection::vec(anywhere, 0..40),
        prop::collection::vec((0..3_usize, 0..9_usize), 0..60).prop_map(|near| {
            let place = |at: usize, back| (LEAVES.len() + at).saturating_sub(1 + back);
            near.iter()
                .enumerate()
                .map(|(at, &(left, right))| (place(at, left), place(at, right)))
                .collect()
        }),
    ]
}

fn check<D: Dag>(text: ConcatRef<'_, D>, model: &str) {
    let len = model.len();
    assert_eq!(text.is_empty(), model.is_empty());
    assert_eq!(text.try_len(), Ok(len as u64));
    assert_eq!(text.len_u128(), Ok(len as u128));

    let chunks: Vec<&str> = text.chunks().collect();
    assert_eq!(chunks.concat(), model);
    assert!(chunks.iter().all(|chunk| !chunk.is_empty()));
    let mut reversed: Vec<&str> = text.chunks_rev().collect();
    reversed.reverse();
    assert_eq!(reversed, chunks);

    assert_eq!(text.to_text(len).as_deref(), Ok(model));
    let mut out = String::from("before");
    assert_eq!(text.flatten_into(&mut out, len), Ok(()));
    assert_eq!(out, format!("before{model}"));
    let mut out = String::new();
    assert_eq!(text.write_fmt_to(&mut out, len as u128), Ok(()));
    assert_eq!(out, model);
    assert!(text.chars().eq(model.chars()));
    check_lines(text, model);
    if let Some(less) = len.checked_sub(1) {
        let mut out = String::from("before");
        assert_eq!(text.to_text(less), Err(ConcatError::TooLong));
        assert_eq!(text.flatten_into(&mut out, less), Err(ConcatError::TooLong));
        assert_eq!(
            text.write_fmt_to(&mut out, less as u128),
            Err(ConcatError::TooLong)
        );
        assert_eq!(out, "before");
    }

    for at in (0..=len + 1)
        .step_by(1 + len / 40)
        .chain([len.saturating_sub(1), len])
    {
        assert_eq!(text.byte_at(at), Ok(model.as_bytes().get(at).copied()));
    }
}

fn check_lines<D: Dag>(text: ConcatRef<'_, D>, model: &str) {
    let longest = model.split('\n').map(str::len).max().unwrap_or(0);
    assert!(text.lines(longest).map(Result::unwrap).eq(model.lines()));
    if let Some(limit) = longest.checked_sub(1) {
        let mut lines = text.lines(limit);
        let fit = lines.by_ref().map_while(Result::ok);
        let all = model.split_inclusive('\n');
        let expected = all.take_while(|line| line.trim_end_matches('\n').len() <= limit);
        assert!(fit.eq(expected.flat_map(str::lines)));
        assert_eq!(lines.next(), None);
    }
}

fn check_formats<D: Dag>(text: ConcatRef<'_, D>, model: &str) {
    assert_eq!(format!("{text}"), model);
    assert_eq!(format!("[{text:9}]"), format!("[{model:9}]"));
    assert_eq!(format!("[{text:é>9}]"), format!("[{model:é>9}]"));
    assert_eq!(format!("[{text:^90}]"), format!("[{model:^90}]"));
    for precision in 0..9 {
        assert_eq!(
            format!("{text:.precision$}"),
            format!("{model:.precision$}")
        );
        assert_eq!(
            format!("{text:^7.precision$}|"),
            format!("{model:^7.precision$}|")
        );
    }
    let shown: String = model.chars().take(1000).collect();
    let more = if shown.len() < model.len() { ".." } else { "" };
    assert_eq!(format!("{text:?}"), format!("{shown:?}{more}"));
}

proptest! {
    #[test]
    fn it_reads_as_a_string_does(pairs in pairs()) {
        let (arena, ids, texts) = build(&pairs);
        for (&id, model) in ids.iter().zip(&texts).rev().take(9) {
            check(arena.get(id).unwrap(), model);
            check_formats(arena.get(id).unwrap(), model);
        }
    }
}

proptest! {
    #[test]
    fn a_string_is_found_where_it_begins(
        pieces in prop::collection::vec("[ab]{0,5}|é", 0..20),
        needle in "[ab]{0,7}|[ab]{0,2}é[ab]{0,2}",
        limit in 0..60_usize,
    ) {
        let mut arena = ConcatArena::new();
        let empty = arena.leaf("");
        let id = pieces.iter().fold(empty, |id, piece| arena.append(id, piece));
        let (text, model) = (arena.get(id).unwrap(), pieces.concat());
        let found = model.find(&needle);
        assert_eq!(text.find(&needle, u128::MAX), Ok(found.map(|at| at as u128)));
        let expected = match found {
            Some(at) if at + needle.len() <= limit => Ok(Some(at as u128)),
            _ if model.len() <= limit => Ok(None),
            _ => Err(ConcatError::TooLong),
        };
        assert_eq!(text.find(&needle, limit as u128), expected);
    }

    #[test]
    fn lines_end_where_those_of_a_string_do(
        pieces in prop::collection::vec("[a\r\n]{0,4}|é", 0..20),
    ) {
        let mut arena = ConcatArena::new();
        let empty = arena.leaf("");
        let id = pieces.iter().fold(empty, |id, piece| arena.append(id, piece));
        check_lines(arena.get(id).unwrap(), &pieces.concat());
    }
}

/// A search that began anew at each place would take 2^36 steps.
#[test]
fn a_search_takes_time_in_proportion_to_the_text() {
    let mut arena = ConcatArena::new();
    let id = doubled(&mut arena, "aa", 19);
    let b = arena.leaf("b");
    let id = arena.concat(id, b);
    let needle = "a".repeat(1 << 16) + "b";
    let text = arena.get(id).unwrap();
    let at = (1 << 20) - (1 << 16);
    assert_eq!(text.find(&needle, u128::MAX), Ok(Some(at)));
    assert_eq!(text.find(&(needle + "b"), u128::MAX), Ok(None));
}

#[test]
fn a_line_is_borrowed_or_copied_up_to_the_limit() {
    let mut arena = ConcatArena::new();
    let endless = doubled(&mut arena, "no line feed ", 100);
    let first = arena.leaf("one\ntwo\r\n");
    let id = arena.concat(first, endless);
    let (lines, counts) = count(|| {
        let mut lines = arena.get(id).unwrap().lines(1000);
        let two = [lines.next(), lines.next()];
        assert_eq!(
            two.map(Option::unwrap),
            ["one", "two"].map(|line| Ok(line.into()))
        );
        (lines.next(), lines.next())
    });
    assert_eq!(lines, (Some(Err(ConcatError::TooLong)), None));
    assert!(counts.peak_bytes < 5000, "{counts:?}");
}

#[cfg(feature = "std")]
#[test]
fn a_writer_of_bytes_gets_the_text_or_nothing() {
    use std::io::{self, Cursor, ErrorKind};

    let mut arena = ConcatArena::new();
    let id = doubled(&mut arena, "é", 3);
    let text = arena.get(id).unwrap();
    let mut out = Vec::new();
    text.write_to(&mut out, 16).unwrap();
    assert_eq!(out, "éééééééé".as_bytes());
    let error = text.write_to(&mut out, 15).unwrap_err();
    assert_eq!((error.kind(), out.len()), (ErrorKind::InvalidInput, 16));
    let cause = error.get_ref().unwrap().downcast_ref();
    assert_eq!(cause, Some(&ConcatError::TooLong));
    let error = io::Error::from(ConcatError::Alloc);
    assert_eq!(error.kind(), ErrorKind::OutOfMemory);
    let error = text.write_to(&mut Cursor::new(&mut [0_u8; 3][..]), 16);
    assert_eq!(error.unwrap_err().kind(), ErrorKind::WriteZero);
}

/// Returns the text, repeated 2 to the power of `times` times.
fn doubled(arena: &mut ConcatArena, text: &str, times: u32) -> ConcatId {
    let mut id = arena.leaf(text);
    for _ in 0..times {
        id = arena.concat(id, id);
    }
    id
}

#[test]
fn a_text_longer_than_memory_is_counted_and_bounded() {
    let mut arena = ConcatArena::new();
    let id = doubled(&mut arena, "ab", 64);
    let text = arena.get(id).unwrap();
    assert_eq!(text.try_len(), Err(ConcatError::TooLong));
    assert_eq!(text.len_u128(), Ok(1 << 65));
    assert!(!text.is_empty());
    assert_eq!(text.to_text(usize::MAX), Err(ConcatError::TooLong));
    let mut out = String::from("before");
    assert_eq!(
        text.flatten_into(&mut out, usize::MAX),
        Err(ConcatError::TooLong)
    );
    assert_eq!(
        text.write_fmt_to(&mut out, (1 << 65) - 1),
        Err(ConcatError::TooLong)
    );
    assert_eq!(out, "before");
    assert_eq!(write!(out, "{text}"), Err(fmt::Error));
    assert_eq!(write!(out, "{text:9}"), Err(fmt::Error));
    assert_eq!(out, "before");
    assert_eq!(format!("{text:.3}"), "aba");
    assert_eq!(format!("{text:.300}"), "ab".repeat(150));
    assert_eq!(format!("{text:?}"), format!("{:?}..", "ab".repeat(500)));
    assert_eq!(text.chunks().take(1000).count(), 1000);
    assert_eq!(text.chunks_rev().take(1000).count(), 1000);
    for (at, byte) in [
        (0, b'a'),
        (u128::from(u64::MAX), b'b'),
        ((1 << 65) - 1, b'b'),
    ] {
        assert_eq!(text.byte_at(at), Ok(Some(byte)));
    }
    assert_eq!(text.byte_at(1_u128 << 65), Ok(None));
    assert_eq!(text.byte_at(u128::MAX), Ok(None));
    assert_eq!(text.byte_at(-1), Ok(None));
}

#[test]
fn lengths_end_where_128_bits_do() {
    let mut arena = ConcatArena::new();
    let id = doubled(&mut arena, "ab", 126);
    assert_eq!(arena.get(id).unwrap().len_u128(), Ok(1 << 127));
    let id = doubled(&mut arena, "ab", 129);
    let text = arena.get(id).unwrap();
    assert_eq!(text.len_u128(), Err(ConcatError::TooLong));
    let mut out = String::new();
    assert_eq!(
        text.write_fmt_to(&mut out, u128::MAX),
        Err(ConcatError::TooLong)
    );
    assert_eq!(out, "");
    assert_eq!(text.byte_at(u128::MAX), Ok(Some(b'b')));

    // 2^128 - 1 bytes are the most.
    let mut most = arena.leaf("x");
    let mut power = most;
    for _ in 1..128 {
        power = arena.concat(power, power);
        most = arena.concat(most, power);
    }
    assert_eq!(arena.get(most).unwrap().len_u128(), Ok(u128::MAX));
    let x = arena.leaf("x");
    let more = arena.concat(x, most);
    assert_eq!(
        arena.get(more).unwrap().len_u128(),
        Err(ConcatError::TooLong)
    );
}

#[test]
fn empty_leaves_without_end_are_no_pieces() {
    let mut arena = ConcatArena::new();
    let empty = doubled(&mut arena, "", 200);
    check(arena.get(empty).unwrap(), "");
    check_formats(arena.get(empty).unwrap(), "");
    let a = arena.leaf("a");
    let left = arena.concat(empty, a);
    let both = arena.concat(left, empty);
    check(arena.get(both).unwrap(), "a");
    let twice = arena.concat(both, both);
    check(arena.get(twice).unwrap(), "aa");
}

/// Far more levels than a stack has room for.
const DEEP: usize = if cfg!(miri) {
    1_000
} else if cfg!(debug_assertions) {
    1_000_000
} else {
    10_000_000
};

fn check_deep(arena: &ConcatArena, id: ConcatId) {
    let text = arena.get(id).unwrap();
    assert_eq!(text.try_len(), Ok(DEEP as u64));
    assert_eq!(text.byte_at(DEEP / 2), Ok(Some(b'x')));
    assert_eq!(text.byte_at(DEEP), Ok(None));
    assert_eq!(text.chunks().count(), DEEP);
    assert_eq!(text.chunks_rev().count(), DEEP);
    assert_eq!(text.to_text(DEEP - 1), Err(ConcatError::TooLong));
    assert!(
        text.to_text(DEEP)
            .unwrap()
            .bytes()
            .eq((0..DEEP).map(|_| b'x'))
    );
    let mut out = String::new();
    text.write_fmt_to(&mut out, DEEP as u128).unwrap();
    assert_eq!(out.len(), DEEP);
}

#[test]
fn a_deep_left_chain_is_read() {
    let mut arena = ConcatArena::new();
    let x = arena.leaf("x");
    let deep = (1..DEEP).fold(x, |deep, _| arena.concat(deep, x));
    check_deep(&arena, deep);
}

#[test]
fn a_deep_right_chain_is_read() {
    let mut arena = ConcatArena::new();
    let x = arena.leaf("x");
    let deep = (1..DEEP).fold(x, |deep, _| arena.concat(x, deep));
    check_deep(&arena, deep);
}

/// Runs a function with a budget of 0 allocations, then 1, and so on, until it succeeds. A failure leaves no
/// memory allocated.
fn fails_until_it_fits<R>(mut work: impl FnMut() -> Result<R, ConcatError>) -> R {
    for budget in 0..1000 {
        let (result, counts) = count(|| with_budget(budget, &mut work));
        match result {
            Ok(done) => return done,
            Err(error) => assert_eq!(error, ConcatError::Alloc, "{budget} blocks"),
        }
        assert_eq!(counts.live_bytes, 0, "{budget} blocks");
    }
    panic!("1000 blocks are not enough");
}

#[test]
fn no_room_changes_nothing() {
    let mut arena = ConcatArena::new();
    let mut id = arena.leaf("é");
    let z = arena.leaf("z");
    for _ in 0..9 {
        id = arena.concat(id, id);
        id = arena.concat(z, id);
        id = arena.concat(id, z);
    }
    let text = arena.get(id).unwrap();
    let model = text.to_text(9999).unwrap();
    let len = model.len() as u64;

    assert_eq!(fails_until_it_fits(|| text.try_len()), len);
    assert_eq!(fails_until_it_fits(|| text.len_u128()), u128::from(len));
    assert_eq!(
        fails_until_it_fits(|| text.byte_at(1025)),
        Some(model.as_bytes()[1025])
    );
    assert_eq!(fails_until_it_fits(|| text.to_text(9999)), model);
    fails_until_it_fits(|| {
        let mut out = String::new();
        let done = text.flatten_into(&mut out, 9999);
        assert_eq!(out, if done.is_ok() { &model } else { "" });
        done
    });
    assert_eq!(
        fails_until_it_fits(|| text.find("éz", u128::MAX)),
        model.find("éz").map(|at| at as u128)
    );
    let line = fails_until_it_fits(|| text.lines(9999).next().transpose());
    assert_eq!(line.as_deref(), Some(model.as_str()));
    fails_until_it_fits(|| {
        struct Prefix<'a>(&'a str);
        impl Write for Prefix<'_> {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                self.0 = self.0.strip_prefix(text).ok_or(fmt::Error)?;
                Ok(())
            }
        }
        text.write_fmt_to(&mut Prefix(&model), len.into())
    });

    // A piece that could not be reached is not lost.
    let (mut chunks, mut out) = (text.chunks(), String::with_capacity(model.len()));
    let mut budget = 0;
    loop {
        match with_budget(budget, || chunks.try_next()) {
            Ok(Some(chunk)) => out.push_str(chunk),
            Ok(None) => break,
            Err(error) => assert_eq!(error, ConcatError::Alloc),
        }
        budget = 1 - budget;
    }
    assert_eq!(out, model);
}

#[test]
fn the_text_is_one_block() {
    let mut arena = ConcatArena::new();
    let leaf = arena.leaf("a leaf");
    let (text, counts) = count(|| arena.get(leaf)?.to_text(6));
    assert_eq!(
        (
            text.unwrap().capacity(),
            counts.allocations,
            counts.live_bytes
        ),
        (6, 1, 6)
    );

    let id = doubled(&mut arena, "na", 10);
    let view = arena.get(id).unwrap();
    let (text, counts) = count(|| view.to_text(2048).unwrap());
    assert_eq!((text.capacity(), counts.live_bytes), (2048, 2048));
    let (len, walk) = count(|| view.try_len().unwrap());
    assert_eq!(len, 2048);
    assert_eq!(counts.allocations, walk.allocations + 1);

    let mut out = String::with_capacity(2048);
    let ((), counts) = count(|| view.flatten_into(&mut out, 2048).unwrap());
    assert_eq!(counts.allocations, walk.allocations);
    let (_, counts) = count(|| view.to_text(2047).unwrap_err());
    assert!(counts.allocations <= walk.allocations && counts.peak_bytes < 2047);
}
