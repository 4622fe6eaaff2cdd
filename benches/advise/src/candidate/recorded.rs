//! The memory of a candidate, recorded: values are made under the allocator that counts, and their
//! blocks noted.

use std::alloc::Layout;
use std::collections::HashMap;

use string_kit_measure::memory::{Event, live_blocks, recording_blocks, trace};
use string_kit_types::Kept;

use super::Blocks;
use crate::profile::Lengths;

/// Longer texts are not made: above these lengths each byte of text takes one byte more, in a
/// string and in a list.
const STRAIGHT: u64 = 1 << 12;
const STRAIGHT_IN_LIST: u64 = 1 << 26;
/// The most distinct texts that a table is filled with.
const MOST_TEXTS: u64 = 1 << 17;
/// The least room for the events of a table, and the room for each text.
const EVENTS: usize = 1 << 12;
const EVENTS_OF_A_TEXT: usize = 8;

/// Returns the blocks of a value of so many texts, with so many bytes together.
///
/// They are read off a value that is made of letters. A stored length that grows, and white space
/// that `SmolStr` has in static memory, are left out.
pub(super) fn value_blocks<K: Kept>(texts: u64, bytes: u64) -> Blocks {
    let straight = if K::FACTS.is_list() {
        STRAIGHT_IN_LIST
    } else {
        STRAIGHT
    };
    let longer = bytes.saturating_sub(straight) / straight * straight;
    let text = "x".repeat(to_usize(bytes - longer));
    let mut values: Vec<&str> = vec![&text];
    values.resize(to_usize(texts).max(1), "");
    let mut kept = K::default();
    // The first value may fill buffers that the crate keeps.
    drop(kept.make_many(&values));
    let mut blocks = Vec::new();
    recording_blocks(|| {
        let value = kept.make_many(&values);
        blocks = live_blocks();
        value
    });
    let largest = blocks.iter().map(Layout::size).max();
    let mut recorded = Blocks::default();
    for block in &blocks {
        let is_text = Some(block.size()) == largest;
        let size = block.size() as u64 + if is_text { longer } else { 0 };
        recorded.add(size, block.align() as u64, 1);
    }
    recorded
}

/// Returns the blocks of a table of distinct texts of these lengths.
///
/// A table of very many texts is recorded with a part of them, a power of two, since tables grow to
/// twice their size.
pub(super) fn table_blocks<K: Kept>(distinct: &Lengths) -> Blocks {
    let count = distinct.count();
    let mut times = 1;
    while count / times > MOST_TEXTS {
        times *= 2;
    }
    let texts = distinct_texts(&distinct.scaled(count / times));
    let mut handles = Vec::with_capacity(texts.len());
    let capacity = EVENTS + EVENTS_OF_A_TEXT * texts.len();
    let (kept, events) = trace(capacity, || {
        let mut kept = K::default();
        for text in &texts {
            handles.push(kept.make(text));
        }
        kept.shrink();
        kept
    });
    // A block that grows in its place is handed out again before it is given back.
    let mut live = HashMap::<(usize, usize), u64>::new();
    for event in events.events {
        match event {
            Event::Alloc(block) => *live.entry((block.addr, block.size)).or_default() += 1,
            Event::Freed(block) => *live.entry((block.addr, block.size)).or_default() -= 1,
        }
    }
    let mut blocks = Blocks::default();
    for ((_, size), count) in live {
        let size = size as u64;
        // The trace has no alignments. Tables have multiples of a word, buffers of text any size.
        let align = if size.is_multiple_of(8) { 8 } else { 1 };
        blocks.add(size, align, count * times);
    }
    blocks.add(kept.bytes_of_system() as u64, 1, times);
    drop((handles, kept));
    blocks
}

/// Returns distinct texts of these lengths; of a length that has not so many, all.
fn distinct_texts(lengths: &Lengths) -> Vec<String> {
    const DIGITS: &[u8; 64] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";

    let mut texts = Vec::new();
    for (bytes, count) in lengths.iter() {
        let bytes = to_usize(bytes.min(STRAIGHT));
        for number in 0..count {
            let mut text = vec![b'x'; bytes];
            let mut digits = number;
            for digit in text.iter_mut().rev() {
                *digit = DIGITS[to_usize(digits % 64)];
                digits /= 64;
            }
            if digits > 0 {
                break;
            }
            texts.push(String::from_utf8(text).expect("digits are ASCII"));
        }
    }
    texts
}

fn to_usize(number: u64) -> usize {
    usize::try_from(number).expect("a text of some kilobytes, or a record of some thousand texts")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn distinct_texts_have_the_lengths_and_are_distinct() {
        let lengths = Lengths::from_iter([(0, 3), (1, 100), (2, 500), (20, 7)]);
        let texts = distinct_texts(&lengths);
        let count = |bytes: usize| texts.iter().filter(|text| text.len() == bytes).count();
        assert_eq!([0, 1, 2, 20].map(count), [1, 64, 500, 7]);
        assert_eq!(texts.iter().collect::<HashSet<_>>().len(), texts.len());
    }
}
