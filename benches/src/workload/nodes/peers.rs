//! Types for long texts: `ConcatStr`, ropes, which also find and edit any place of a text, a
//! persistent vector of bytes, and `String` and `Arc<str>`, which copy. A clone keeps a version of
//! a text that is edited.

use std::marker::PhantomData;
use std::sync::Arc;

use string_kit_concat::{ConcatStr, History, HistoryWriter};

use super::Design;
use super::keystrokes::Edit;

/// A text that is joined with others and edited, and whose versions are kept by a clone.
pub(crate) trait Peer: Clone + PartialEq {
    const NAME: &'static str;

    const IS_PEER: bool = true;
    /// The most edits of which all versions are kept.
    const MOST_KEPT: usize = usize::MAX;
    /// The most edits where fewer versions are kept.
    const MOST: usize = usize::MAX;
    /// An upper bound of the bytes of a version: a path of a rope, or a copy.
    const VERSION_BYTES: usize = 4_000;

    const OPERATIONS: Operations<Self>;

    fn edit(&mut self, edit: &Edit) {
        (Self::OPERATIONS.replace)(self, edit.at, edit.del, &edit.text);
    }

    /// Returns the bytes of the file of some versions, if the type has one.
    fn file_bytes(_versions: &[Self]) -> Option<usize> {
        None
    }
}

pub(crate) struct Operations<P> {
    pub(crate) make: fn(&str) -> P,
    concat: fn(&P, &P) -> P,
    /// Replaces bytes from a place on, at the boundaries of characters.
    replace: fn(&mut P, usize, usize, &str),
    pub(crate) flatten: fn(&P) -> Vec<u8>,
    pub(crate) byte: fn(&P, usize) -> u8,
}

/// A type for long texts as a design.
#[derive(Default)]
pub(crate) struct Joined<P>(PhantomData<P>);

impl<P: Peer + Default> Design for Joined<P> {
    const NAME: &'static str = P::NAME;
    const IS_PEER: bool = P::IS_PEER;

    type Handle = P;

    fn leaf(&mut self, text: &str) -> P {
        (P::OPERATIONS.make)(text)
    }

    fn concat(&mut self, left: &P, right: &P) -> P {
        (P::OPERATIONS.concat)(left, right)
    }

    fn flatten(&self, string: &P, _length: usize) -> Vec<u8> {
        (P::OPERATIONS.flatten)(string)
    }
}

impl Peer for ConcatStr {
    const NAME: &'static str = "ConcatStr";
    const IS_PEER: bool = false;
    const VERSION_BYTES: usize = 500;
    const OPERATIONS: Operations<Self> = Operations {
        make: |text| text.into(),
        concat: |left, right| left.concat(right),
        replace: |text, at, del, with| text.replace_range(at..at + del, with),
        flatten: |text| String::from(text).into_bytes(),
        byte: |text, at| text.byte_at(at).expect("it is within the text"),
    };

    fn file_bytes(versions: &[Self]) -> Option<usize> {
        let (first, later) = versions.split_first()?;
        let mut history = History::new(first.clone());
        let mut writer = HistoryWriter::new(Vec::new());
        writer.append(&history).ok()?;
        for version in later {
            history.push(version.clone());
            writer.append(&history).ok()?;
        }
        Some(writer.get_ref().len())
    }
}

impl Peer for crop::Rope {
    const NAME: &'static str = "crop::Rope";
    const MOST_KEPT: usize = 300_000;
    const OPERATIONS: Operations<Self> = Operations {
        make: |text| text.into(),
        // It takes no other at its end: each chunk of the other is inserted there.
        concat: |left, right| {
            let mut both = left.clone();
            for chunk in right.chunks() {
                both.insert(both.byte_len(), chunk);
            }
            both
        },
        replace: |text, at, del, with| text.replace(at..at + del, with),
        flatten: |text| joined(text.chunks().map(str::as_bytes), text.byte_len()),
        byte: |text, at| text.byte(at),
    };
}

impl Peer for ropey::Rope {
    const NAME: &'static str = "ropey::Rope";
    const MOST_KEPT: usize = 300_000;
    const OPERATIONS: Operations<Self> = Operations {
        make: |text| text.into(),
        concat: |left, right| {
            let mut both = left.clone();
            both.append(right.clone());
            both
        },
        replace: |text, at, del, with| {
            let start = text.byte_to_char(at);
            if del > 0 {
                text.remove(start..text.byte_to_char(at + del));
            }
            if !with.is_empty() {
                text.insert(start, with);
            }
        },
        flatten: |text| joined(text.chunks().map(str::as_bytes), text.len_bytes()),
        byte: |text, at| text.byte(at),
    };
}

impl Peer for imbl::Vector<u8> {
    const NAME: &'static str = "imbl::Vector<u8>";
    const MOST_KEPT: usize = 20_000;
    const OPERATIONS: Operations<Self> = Operations {
        make: |text| text.as_bytes().into(),
        concat: |left, right| left.clone() + right.clone(),
        replace: |text, at, del, with| {
            let end = text.split_off(at);
            text.extend(with.bytes());
            text.append(end.skip(del));
        },
        flatten: |text| joined(text.leaves(), text.len()),
        byte: |text, at| text[at],
    };
}

/// Each `String` has a copy of all its text.
impl Peer for String {
    const NAME: &'static str = "String";
    const MOST_KEPT: usize = 20_000;
    const VERSION_BYTES: usize = 100_000;
    const OPERATIONS: Operations<Self> = Operations {
        make: |text| text.into(),
        concat: |left, right| [left.as_str(), right].concat(),
        replace: |text, at, del, with| text.replace_range(at..at + del, with),
        flatten: |text| text.as_bytes().to_vec(),
        byte: |text, at| text.as_bytes()[at],
    };
}

impl Peer for Arc<str> {
    const NAME: &'static str = "Arc<str>";
    const MOST_KEPT: usize = 20_000;
    const VERSION_BYTES: usize = 100_000;
    const MOST: usize = 60_000;
    const OPERATIONS: Operations<Self> = Operations {
        make: |text| text.into(),
        concat: |left, right| [&**left, right].concat().into(),
        replace: |text, at, del, with| {
            *text = [&text[..at], with, &text[at + del..]].concat().into();
        },
        flatten: |text| text.as_bytes().to_vec(),
        byte: |text, at| text.as_bytes()[at],
    };
}

fn joined<'a>(chunks: impl Iterator<Item = &'a [u8]>, length: usize) -> Vec<u8> {
    let mut text = Vec::with_capacity(length);
    for chunk in chunks {
        text.extend_from_slice(chunk);
    }
    text
}

/// Calls a macro with every type for long texts.
macro_rules! for_each_peer {
    ($add:ident) => {
        $add!(string_kit_concat::ConcatStr);
        $add!(crop::Rope);
        $add!(ropey::Rope);
        $add!(imbl::Vector<u8>);
        $add!(String);
        $add!(std::sync::Arc<str>);
    };
}
pub(crate) use for_each_peer;
