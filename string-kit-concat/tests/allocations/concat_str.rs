//! Allocations of either type, and an allocator that refuses: nothing is changed or lost.

use string_kit_concat::ConcatError;
use string_kit_conformance::{count, with_budget};

use super::{NODE, Text};
use crate::alone;

/// Returns a text with leaves of each kind, chains and shared parts, and the same as a `String`.
fn text() -> (Text, String) {
    let long = Text::from("a text that is too long for a node, and to be copied as a slice");
    let slice = long.substr(3..60);
    let (mut text, mut model) = (Text::new(), String::new());
    for n in 0..40_u8 {
        let (piece, piece_model) = match n % 4 {
            0 => (long.clone(), long.to_string()),
            1 => (slice.clone(), slice.to_string()),
            2 => ("é".into(), "é".to_owned()),
            _ => ("a piece of its own".into(), "a piece of its own".to_owned()),
        };
        if n % 3 == 0 {
            text = piece + text;
            model.insert_str(0, &piece_model);
        } else {
            text += piece;
            model += &piece_model;
        }
    }
    (text.concat(&text), model.repeat(2))
}

/// Takes nodes until no block has any left, so that the next one takes another block.
fn use_up() -> Vec<Text> {
    let mut taken = Vec::new();
    // A block that has nodes left takes no memory; one that is new does.
    for _ in 0..1 << 20 {
        let next = with_budget(0, || Text::try_copy("used"));
        match next {
            Ok(next) => taken.push(next),
            Err(error) => {
                assert_eq!(error, ConcatError::Alloc);
                return taken;
            }
        }
    }
    unreachable!("no test has a million nodes");
}

/// Returns whether a block of nodes has so many bytes.
fn is_block(bytes: isize) -> bool {
    let nodes = bytes.unsigned_abs() / NODE;
    bytes.unsigned_abs().is_multiple_of(NODE)
        && ((6..16).any(|doublings| nodes == 1 << doublings) || nodes == 8_184)
}

/// Runs a function with a budget of 0 allocations, then 1, and so on, until it succeeds, and returns that
/// budget. A failure must be `Alloc` and leave no more memory, but for a block of nodes that the thread took
/// or freed. `look` gets each result.
#[track_caller]
fn refuse<R>(
    mut work: impl FnMut() -> Result<R, ConcatError>,
    mut look: impl FnMut(Option<R>),
) -> usize {
    for budget in 0..10_000 {
        let (result, counts) = count(|| with_budget(budget, &mut work));
        match result {
            Ok(done) => {
                look(Some(done));
                return budget;
            }
            Err(error) => {
                assert_eq!(error, ConcatError::Alloc);
                let more = counts.live_bytes;
                assert!(more == 0 || is_block(more), "{counts:?}");
                look(None);
            }
        }
    }
    unreachable!("ten thousand blocks are enough");
}

fn refuses() {
    const MORE: &str = "a piece that is too long for a node";
    let (whole, model) = text();
    let same = |text: &Text| assert_eq!(text.to_text(usize::MAX).as_ref(), Ok(&model));
    let same_each = |made: Option<()>| {
        _ = made;
        same(&whole);
    };

    // With no node left, and then with one.
    let used = use_up();
    let blocks = refuse(
        || Text::try_copy(MORE),
        |made| assert!(made.is_none_or(|made| made == MORE)),
    );
    assert!(blocks >= 2, "one of nodes, and one for the text: {blocks}");
    let more = Text::try_copy(MORE).unwrap();
    let used = (used, use_up());
    let expected = model.clone() + MORE;
    refuse(
        || whole.try_concat(&more),
        |made| assert!(made.is_none_or(|made| made == expected)),
    );
    same(&whole);

    let used = (used, use_up());
    let mut grown = whole.clone();
    refuse(
        || grown.try_push_str(MORE),
        |done| {
            if done.is_none() {
                same(&whole);
            }
        },
    );
    assert_eq!(grown, expected);
    drop((used, grown));

    let range = 5..model.len() - 7;
    let part = &model[5..model.len() - 7];
    refuse(
        || whole.try_substr(range.clone()),
        |made| assert!(made.is_none_or(|made| made == *part)),
    );
    refuse(
        || whole.try_rebalance(),
        |made| assert!(made.is_none_or(|made| made == whole)),
    );
    refuse(
        || whole.to_text(usize::MAX),
        |made| assert!(made.is_none_or(|made| made == model)),
    );
    // Room that it was given is kept after an error: all is there before.
    let mut out = String::with_capacity(4 + model.len());
    out.push_str("kept");
    refuse(|| whole.flatten_into(&mut out, usize::MAX), same_each);
    assert_eq!(out, "kept".to_owned() + &model);
    let mut sink = Sink(0);
    refuse(|| whole.write_fmt_to(&mut sink, u128::MAX), same_each);
    refuse(
        || whole.len_u128(),
        |len| assert!(len.is_none_or(|len| len == model.len() as u128)),
    );
    refuse(
        || whole.try_len(),
        |len| assert!(len.is_none_or(|len| len == model.len() as u64)),
    );
    refuse(
        || whole.byte_at(300),
        |byte| {
            assert!(byte.is_none_or(|byte| byte == Some(model.as_bytes()[300])));
        },
    );
    let print = whole.fingerprint();
    refuse(
        || whole.fingerprint(),
        |made| assert!(made.is_none_or(|made| Ok(made) == print)),
    );
    let other = Text::from(model.as_str());
    refuse(
        || whole.eq_exact(&other, u128::MAX),
        |made| assert!(made.is_none_or(|same| same)),
    );
    same(&whole);
    assert_eq!(more, MORE);
}

/// A writer that only counts bytes.
struct Sink(usize);

impl std::fmt::Write for Sink {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

#[test]
fn an_allocator_that_refuses_loses_nothing() {
    alone(refuses);
}

#[test]
fn an_append_that_fails_leaves_the_text() {
    alone(|| {
        let mut text = Text::from("what was there ");
        let before = text.clone();
        let failed = with_budget(0, || {
            text.try_push_str("a piece that is too long for a node")
        });
        assert_eq!(failed, Err(ConcatError::Alloc));
        assert!(Text::ptr_eq(&text, &before));
        let failed = with_budget(0, || {
            std::fmt::Write::write_str(&mut text, "a piece that is too long for a node")
        });
        assert_eq!(failed, Err(std::fmt::Error));
        assert_eq!(text, "what was there ");
    });
}

#[test]
fn a_block_of_memory_serves_many_nodes() {
    alone(|| {
        const NODES: usize = 100_000;
        let leaf = Text::from("ab");
        let (text, counts) = count(|| (0..NODES).fold(leaf.clone(), |text, _| text + &leaf));
        // The largest block has 8,184 nodes (1,016 with 32-bit pointers), and the smallest 64.
        assert!(counts.allocations <= NODES / 1000, "{counts:?}");
        drop(text);
        let (clone, counts) = count(|| leaf.clone());
        assert_eq!((counts.allocations, clone), (0, leaf));
    });
}

#[test]
fn a_cut_copies_no_long_text() {
    alone(|| {
        let text = Text::from("a long text ".repeat(1000));
        // One of three may be the first of a new block of nodes.
        let cuts = [1, 2, 3].map(|start| {
            let (part, counts) = count(|| text.substr(start..11_000));
            assert_eq!(part.len_u128(), Ok(11_000 - start));
            (part, counts.live_bytes)
        });
        let least = cuts.iter().map(|(_, live_bytes)| *live_bytes).min();
        assert!((0..100).contains(&least.unwrap()), "{least:?}");
    });
}
