//! A type that keeps a text of up to 15 bytes inline, with its length after the bytes, and a longer
//! text in a box.

use std::hint::black_box;

use string_kit_conformance::{Subject, subject};

mutants! {
    inline_nuls_trimmed: RoundTrips [EditsAsStringDoes],
        "an inline text has no length: it ends where only NULs follow",
        inline(subject!(Inline, |text| Inline::new(text, CAPACITY), |text| match text {
            Inline::Short { bytes, .. } => as_str(bytes).trim_end_matches('\0'),
            Inline::Long(text) => text,
        }));
    last_byte_is_a_tag: RoundTrips [EditsAsStringDoes],
        "the last byte of a full inline text is read as a length if it is small",
        inline(subject!(Inline, |text| Inline::new(text, CAPACITY), |text| match text {
            Inline::Short { bytes, len: 15 } if bytes[14] < 15 => {
                as_str(&bytes[..bytes[14].into()])
            }
            text => text.as_str(),
        }));
    inline_off_by_one: InlineIsFree [InlineIsInside],
        "a text of the inline capacity goes to the heap",
        inline(subject!(Inline, |text| Inline::new(text, CAPACITY - 1), Inline::as_str));
    inline_through_the_heap: InlineIsFree [], "every text goes through a String",
        inline(subject!(
            Inline,
            |text| {
                drop(black_box(String::with_capacity(text.len() + 1)));
                Inline::new(text, CAPACITY)
            },
            Inline::as_str
        ));
    long_text_is_inline: InlineIsInside [], "is_inline is always true",
        subject().is_inline(|_| true);
}

const CAPACITY: usize = 15;

pub(super) enum Inline {
    Short { bytes: [u8; CAPACITY], len: u8 },
    Long(Box<str>),
}

impl Inline {
    /// Makes a text that is inline if it has at most `most` bytes.
    fn new(text: &str, most: usize) -> Self {
        if text.len() > most {
            return Self::Long(text.into());
        }
        let mut bytes = [0; CAPACITY];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        let len = u8::try_from(text.len()).expect("a short text");
        Self::Short { bytes, len }
    }

    fn as_str(&self) -> &str {
        match self {
            Self::Short { bytes, len } => as_str(&bytes[..usize::from(*len)]),
            Self::Long(text) => text,
        }
    }

    fn is_inline(&self) -> bool {
        matches!(self, Self::Short { .. })
    }

    fn heap_size(&self) -> usize {
        match self {
            Self::Short { .. } => 0,
            Self::Long(text) => text.len(),
        }
    }
}

fn as_str(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).expect("only UTF-8 was stored")
}

fn inline(subject: Subject<Inline>) -> Subject<Inline> {
    subject
        .heap_size(Inline::heap_size)
        .is_inline(Inline::is_inline)
        .inline_capacity(CAPACITY)
}

pub(super) fn subject() -> Subject<Inline> {
    inline(subject!(
        Inline,
        |text| Inline::new(text, CAPACITY),
        Inline::as_str
    ))
}
