//! `String`s with a bug in a method that edits.
#![allow(unsafe_code)]

use std::mem;
use std::ops::Bound;

use string_kit_conformance::{Draining, Span, Subject};

use super::{MARKED, Text, bounds, checked, edits, plain, resolved};

mutants! {
    truncate_beyond_panics: EditsAsStringDoes [], "truncate panics beyond the end",
        with!(edits(plain()); truncate: |text, len| {
            assert!(len <= text.len(), "beyond the end");
            text.truncate(len);
        });
    remove_shifts_a_byte: EditsAsStringDoes [RangesKeepCharacters],
        "remove of a character of four bytes leaves one of three",
        with!(edits(plain()); remove: |text, at| {
            let c = text.remove(at);
            if c.len_utf8() == 4 {
                text.insert(at, '\u{fff}');
            }
            c
        });
    retain_runs_backwards: EditsAsStringDoes [], "retain starts at the last character",
        backwards();
    replace_skips_empty_ranges: EditsAsStringDoes [RangesAreReadOnce RangesKeepCharacters],
        "replace_range does nothing with an empty range",
        with!(edits(plain()); replace_range: |text, range, with| {
            let range = checked(text, &bounds(&range));
            if !range.is_empty() {
                text.replace_range(range, with);
            }
        });
    drain_reads_twice: RangesAreReadOnce [],
        "drain checks the first bounds of a range and uses the second",
        drained(|text, range, how| {
            let first = checked(text, &range);
            // A crate would have undefined behaviour here; the mutant moves to a boundary.
            let used = resolved(&range, text.len());
            let end = text.floor_char_boundary(used.end);
            let start = text.floor_char_boundary(used.start.min(end));
            assert!(first.end <= text.len(), "the range was checked");
            how.apply(text.drain(start..end))
        });
    replace_reads_twice: RangesAreReadOnce [],
        "replace_range removes the first range, and reads the start again to insert",
        with!(edits(plain()); replace_range: |text, range, with| {
            drop(text.drain(bounds(&range)));
            let start = resolved(&range, text.len()).start;
            text.insert_str(start, with);
        });
    replace_range_in_bytes: RangesKeepCharacters [EditsAsStringDoes],
        "replace_range does not check character boundaries",
        with!(edits(plain()); replace_range: |text, range, with| {
            // SAFETY: breaks on purpose the promise that the bytes stay UTF-8: the range may begin
            // or end inside a character.
            let bytes = unsafe { text.as_mut_vec() };
            bytes.splice(bounds(&range), with.bytes());
        });
    range_end_wraps: RangesKeepCharacters [], "extend_from_within reads ..=usize::MAX as ..0",
        with!(edits(plain()); extend_from_within: |text, range| match bounds(&range) {
            (start, Bound::Included(usize::MAX)) => {
                text.extend_from_within((start, Bound::Excluded(0)));
            }
            bounds => text.extend_from_within(bounds),
        });
    split_off_snaps: RangesKeepCharacters [EditsAsStringDoes],
        "split_off inside a character splits before it",
        with!(edits(plain()); split_off: |text, at| text.split_off(text.floor_char_boundary(at)));
    slice_clamps: RangesKeepCharacters [EditsAsStringDoes],
        "a slice beyond the end ends there",
        with!(edits(plain()); slice: |text, range| {
            let range = resolved(&range, text.len());
            text[range.start.min(text.len())..range.end.min(text.len())].into()
        });
    retain_unguarded: ClosuresMayPanic [],
        "retain has other bytes in the text while it calls its closure",
        with!(edits(plain()); retain: |text, keep| {
            // A crate would leave bytes that are not UTF-8; the mutant leaves NULs.
            let nuls = "\0".repeat(text.len());
            let all = mem::replace(text, nuls);
            *text = all.chars().filter(|c| keep(*c)).collect();
        });
    leaked_drain_leaves_a_gap: DrainsMayLeak [],
        "drain overwrites the range with NULs and removes them when it is dropped",
        drained(|text, range, how| {
            let range = checked(text, &range);
            let taken = text[range.clone()].to_owned();
            text.replace_range(range.clone(), &"\0".repeat(range.len()));
            if !how.leak {
                text.replace_range(range, "");
            }
            how.apply(taken.chars())
        });
    leaked_drain_leaves_a_mark: DrainsMayLeak [],
        "drain marks the text as in use until it is dropped",
        with!(
            drained(|text, range, how| {
                MARKED.set(how.leak);
                how.apply(text.drain(checked(text, &range)).collect::<Vec<_>>().into_iter())
            });
            push_str: |text, more| if !MARKED.get() {
                text.push_str(more);
            },
        );
    half_used_drain_removes_half: DrainsMayLeak [EditsAsStringDoes],
        "a drain that is dropped half used leaves the other half",
        drained(|text, range, how| {
            let range = checked(text, &range);
            let taken = text[range.clone()].to_owned();
            let mut left = taken.chars();
            let used = how.apply(left.by_ref());
            if !how.leak {
                text.replace_range(range, left.as_str());
            }
            used
        });
}

fn drained(drain: fn(&mut Text, Span<'_>, Draining) -> String) -> Subject<Text> {
    edits(plain()).drain(drain)
}

pub(super) fn backwards() -> Subject<Text> {
    with!(edits(plain()); retain: |text, keep| {
        let kept: Vec<char> = text.chars().rev().filter(|c| keep(*c)).collect();
        *text = kept.into_iter().rev().collect();
    })
}
