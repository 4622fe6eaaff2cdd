//! Comparisons and differences: the nodes that they open.

use core::ops::Range;
use std::vec::Vec;

use super::draws;
use crate::ConcatStr;
use crate::parts::opened;

#[test]
fn equality_opens_the_paths_to_a_difference_alone() {
    let mut draw = draws(3);
    let mut text = ConcatStr::from(&*"0123456789".repeat(10_000));
    for _ in 0..1000 {
        let at = draw(text.len());
        text.replace_range(at..=at, "x");
    }
    let with = |places: [usize; 3], by: &str| {
        let mut version = text.clone();
        // Of three places two have patches, and one is in the tree.
        for at in places {
            version.replace_range(at..=at, by);
        }
        version
    };
    let version = with([50_000, 90_000, 10_000], "a");
    for (other, equal) in [
        (with([50_000, 90_000, 10_000], "a"), true),
        (with([90_000, 10_000, 50_000], "a"), true),
        (with([50_000, 90_000, 10_000], "b"), false),
        (with([50_000, 90_000, 10_001], "a"), false),
    ] {
        let (same, opened) = opened::counted(|| version == other);
        assert_eq!(same, equal);
        // The text has some 700 leaves, on up to 12 levels.
        assert!(opened <= 120, "{opened}");
    }
}

#[test]
fn differences_are_found_along_the_paths_to_them() {
    let mut draw = draws(4);
    let mut text = ConcatStr::from(&*"0123456789".repeat(10_000));
    for _ in 0..1000 {
        let at = draw(text.len());
        text.insert_str(at, "x");
    }
    let places = [90_000, 70_000, 50_000, 30_000, 10_000];
    for count in 1..=5 {
        let mut version = text.clone();
        for &at in &places[..count] {
            version.replace_range(at..at + 3, "a longer text");
        }
        let (ranges, opened) = opened::counted(|| text.diff(&version).collect::<Vec<_>>());
        assert_eq!(ranges.len(), count);
        for (index, (removed, inserted)) in ranges.into_iter().rev().enumerate() {
            assert_eq!(removed, places[index]..places[index] + 3);
            assert_eq!(inserted.len(), 13);
            assert_eq!(version.slice(inserted), "a longer text");
        }
        // The text has some 700 leaves, on up to 12 levels.
        assert!(opened <= 120 + 60 * count, "{opened}");
    }
    let (ranges, opened) = opened::counted(|| text.diff(&text.clone()).count());
    assert_eq!((ranges, opened), (0, 0));

    // The shorter of two parts that change places is deleted and inserted.
    let parts = [0..20_000, 20_000..60_000, 60_000..text.len()].map(|part| text.substr(part));
    let moved = parts[1].concat(&parts[0]).concat(&parts[2]);
    let ranges: Vec<_> = text
        .diff(&moved)
        .map(|(old, new)| (old.len(), new.len()))
        .collect();
    let sum = ranges
        .iter()
        .fold((0, 0), |sum, range| (sum.0 + range.0, sum.1 + range.1));
    assert!(sum.0 < 21_000 && sum.1 < 21_000, "{ranges:?}");
}

/// Returns the ranges that differ, and checks that few nodes were opened to find them.
fn few_opened(old: &ConcatStr, new: &ConcatStr) -> Vec<(Range<usize>, Range<usize>)> {
    let (ranges, opened) = opened::counted(|| old.diff(new).collect());
    assert!(opened <= 1500, "{opened}");
    ranges
}

#[test]
fn differences_of_texts_with_repeated_nodes_open_each_node_once() {
    let row = ConcatStr::from("0123456789".repeat(20));
    let doubled = |leaf: &str| {
        let leaf = ConcatStr::from(leaf);
        (0..31).fold(leaf, |text, _| text.concat(&text))
    };
    for old in [row.repeat(1 << 24), doubled("a"), row.repeat(12_345_678)] {
        for at in [0, 1, old.len() / 3, old.len() / 2, old.len()] {
            let mut new = old.clone();
            new.insert_str(at, "x");
            assert_eq!(few_opened(&old, &new), [(at..at, at..at + 1)]);
            assert_eq!(few_opened(&new, &old), [(at..at + 1, at..at)]);
            new.insert_str(at, &"y".repeat(1000));
            assert_eq!(few_opened(&old, &new), [(at..at, at..at + 1001)]);
        }
        // Between two changes the ranges may lie anywhere.
        let (from, to) = (old.len() / 3, old.len() / 2);
        let mut new = old.clone();
        new.replace_range(to..=to, "y");
        new.replace_range(from..=from, "x");
        let ranges = few_opened(&old, &new);
        let (first, last) = (ranges.first().unwrap(), ranges.last().unwrap());
        assert_eq!((first.0.start, last.0.end), (from, to + 1));
    }
    let (old, new) = (doubled("a"), doubled("b"));
    assert_eq!(few_opened(&old, &new), [(0..old.len(), 0..new.len())]);
}
