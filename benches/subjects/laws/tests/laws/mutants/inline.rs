//! A type that keeps a text of up to 15 bytes inline, with its length after the bytes, and a longer
//! text in a box.

use std::hint::black_box;

use string_kit_conformance::{Subject, subject};

use super::table::{Bug, has};

const CAPACITY: usize = 15;

pub(crate) enum Inline {
    Short { bytes: [u8; CAPACITY], len: u8 },
    Long(Box<str>),
}

impl Inline {
    pub(crate) fn new(text: &str) -> Self {
        if has(Bug::InlineThroughHeap) {
            drop(black_box(String::with_capacity(text.len() + 1)));
        }
        let full = CAPACITY - usize::from(has(Bug::InlineOffByOne));
        if text.len() > full {
            return Self::Long(text.into());
        }
        let mut bytes = [0; CAPACITY];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        let len = u8::try_from(text.len()).expect("a short text");
        Self::Short { bytes, len }
    }

    fn as_str(&self) -> &str {
        let text = match self {
            Self::Short { bytes, len } => &bytes[..Self::len_of(bytes, *len)],
            Self::Long(text) => text.as_bytes(),
        };
        str::from_utf8(text).expect("only UTF-8 was stored")
    }

    fn len_of(bytes: &[u8; CAPACITY], len: u8) -> usize {
        let last = usize::from(bytes[CAPACITY - 1]);
        let kept = usize::from(len);
        if has(Bug::NulsTrimmed) {
            bytes
                .iter()
                .rposition(|byte| *byte != 0)
                .map_or(0, |last| last + 1)
        } else if has(Bug::LastByteIsTag) && kept == CAPACITY && last < CAPACITY {
            last
        } else {
            kept
        }
    }

    fn is_inline(&self) -> bool {
        matches!(self, Self::Short { .. }) || has(Bug::InlineIsSaid)
    }

    fn heap_size(&self) -> usize {
        match self {
            Self::Short { .. } => 0,
            Self::Long(text) => text.len(),
        }
    }
}

pub(crate) fn subject() -> Subject<Inline> {
    subject!(Inline, Inline::new, Inline::as_str; heap_size: Inline::heap_size, is_inline)
        .named("Inline")
        .inline_capacity(CAPACITY)
}
