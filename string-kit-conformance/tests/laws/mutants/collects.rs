//! `String`s with a bug in collecting or joining.

use std::iter;
use std::mem::{self, ManuallyDrop};
use std::panic::{AssertUnwindSafe, catch_unwind};

use string_kit_conformance::Subject;

use super::{MARKED, Text, get_mut, plain, text, value};

/// Adds the methods that append.
pub(super) fn collects(subject: Subject<Text>) -> Subject<Text> {
    with!(subject;
        push_str,
        concat: |texts| texts.iter().map(AsRef::<str>::as_ref).collect(),
    )
}

mutants! {
    extend_drops_at_spill: CollectsAll [], "Extend<&str> loses the item that crosses byte 128",
        collects(text(|traits| traits.extend_strs = Some(|text, items| {
            let text = get_mut(text);
            for item in items {
                let spills = text.len() < 128 && text.len() + item.len() >= 128;
                if !spills {
                    text.push_str(item);
                }
            }
        })));
    wide_character_panics: CollectsAll [SizeHintIsAHint EditsAsStringDoes],
        "Extend<String> panics at a character beyond U+FFFF",
        collects(text(|traits| traits.extend_strings = Some(|text, items| for item in items {
            assert!(item.chars().all(|c| c <= '\u{ffff}'), "no such character");
            get_mut(text).push_str(&item);
        })));
    size_hint_is_length: SizeHintIsAHint [],
        "FromIterator<char> uses the lower bound as the length",
        collects(text(|traits| traits.collect_chars = Some(|chars| {
            let least = chars.size_hint().0;
            let mut text = String::with_capacity(least);
            text.extend(chars);
            // A crate would read uninitialised memory here; the mutant has NULs.
            text.extend(iter::repeat_n('\0', least.saturating_sub(text.len())));
            value(text)
        })));
    nul_while_reserving: SizeHintIsAHint [],
        "Extend<char> has a NUL after the text while it reserves memory",
        collects(text(|traits| traits.extend_chars = Some(|text, chars| {
            let text = get_mut(text);
            text.push('\0');
            text.reserve(chars.size_hint().0);
            text.pop();
            text.extend(chars);
        })));
    dropped_over_a_gap: IteratorsMayPanic [],
        "Extend<char> drops the iterator while a NUL is after the text",
        collects(text(|traits| traits.extend_chars = Some(|text, mut chars| {
            let text = get_mut(text);
            chars.by_ref().for_each(|c| text.push(c));
            text.push('\0');
            drop(chars);
            text.pop();
        })));
    panic_leaves_a_gap: IteratorsMayPanic [],
        "Extend<char> makes a gap for the next character before it calls next",
        collects(text(|traits| traits.extend_chars = Some(|text, mut chars| loop {
            let text = get_mut(text);
            let len = text.len();
            text.push_str("\0\0\0\0");
            let c = chars.next();
            text.truncate(len);
            let Some(c) = c else { break };
            text.push(c);
        })));
    panic_is_swallowed: IteratorsMayPanic [], "Extend<&str> catches panics",
        collects(text(|traits| traits.extend_strs = Some(|text, items| {
            let text = get_mut(text);
            drop(catch_unwind(AssertUnwindSafe(|| items.for_each(|item| text.push_str(item)))));
        })));
    panic_leaves_a_mark: IteratorsMayPanic [],
        "Extend<String> marks the text as in use, and a panic leaves it so",
        collects(text(|traits| traits.extend_strings = Some(|text, items| if !MARKED.get() {
            MARKED.set(true);
            get_mut(text).extend(items);
            MARKED.set(false);
        })));
    panic_leaks: NothingLeaks [IteratorsMayPanic],
        "Extend<String> holds the text in a ManuallyDrop while it calls next",
        collects(text(|traits| traits.extend_strings = Some(|text, items| {
            let text = get_mut(text);
            let mut taken = ManuallyDrop::new(mem::take(text));
            taken.extend(items);
            *text = ManuallyDrop::into_inner(taken);
        })));
    concat_reads_twice: BorrowedOnce [],
        "concat reads each text twice: for its length and for its bytes",
        with!(plain(); concat: |texts| {
            let room: usize = texts.iter().map(|text| AsRef::<str>::as_ref(text).len()).sum();
            let mut all: String = texts.iter().map(AsRef::<str>::as_ref).collect();
            // A crate would read uninitialised memory here; the mutant has NULs.
            all.extend(iter::repeat_n('\0', room.saturating_sub(all.len())));
            all
        });
}
