//! Types for long texts: `ConcatStr`, ropes, which also find and edit any place of a text, a persistent
//! vector of bytes, and `String` and `Arc<str>`, which copy. A clone keeps a version of a text that is
//! edited.

use std::marker::PhantomData;
use std::sync::Arc;

use string_kit_concat::ConcatStr;

use super::Design;
use super::keystrokes::Edit;

/// A text that is joined with others and edited, and whose versions are kept by a clone.
pub(crate) trait Peer: Clone {
    /// The name in reports.
    const NAME: &'static str;

    const IS_PEER: bool = true;

    /// True if the type inserts a text at any place without a copy of the rest, or copies at once.
    const CUTS: bool = true;

    /// The most edits of which all versions are kept.
    const MOST_KEPT: usize = usize::MAX;

    /// The most edits where fewer versions are kept.
    const MOST: usize = usize::MAX;

    fn of(text: &str) -> Self;

    fn append(&mut self, text: &Self);

    fn concat(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.append(other);
        both
    }

    /// Replaces bytes, at the boundaries of characters.
    fn replace(&mut self, at: usize, del: usize, text: &str);

    /// Returns a copy with a text inserted at a byte.
    fn inserted(&self, at: usize, text: &str) -> Self {
        let mut edited = self.clone();
        edited.replace(at, 0, text);
        edited
    }

    fn edit(&mut self, edit: &Edit) {
        self.replace(edit.at, edit.del, &edit.text);
    }

    /// Copies the text.
    fn flatten(&self) -> Vec<u8>;

    /// Returns a byte.
    fn byte(&self, at: usize) -> u8;
}

/// A type for long texts as a design.
#[derive(Default)]
pub(crate) struct Joined<P>(PhantomData<P>);

impl<P: Peer + Default> Design for Joined<P> {
    const NAME: &'static str = P::NAME;
    const IS_PEER: bool = P::IS_PEER;
    const CUTS: bool = P::CUTS;

    type Handle = P;

    fn leaf(&mut self, text: &str) -> P {
        P::of(text)
    }

    fn concat(&mut self, left: &P, right: &P) -> P {
        left.concat(right)
    }

    fn append(&mut self, to: &mut P, text: &P) {
        to.append(text);
    }

    fn insert(&mut self, of: &P, at: usize, text: &str) -> P {
        of.inserted(at, text)
    }

    fn flatten(&self, of: &P, _length: usize) -> Vec<u8> {
        of.flatten()
    }
}

impl Peer for ConcatStr {
    const NAME: &'static str = "ConcatStr";
    const IS_PEER: bool = false;

    fn of(text: &str) -> Self {
        text.into()
    }

    fn append(&mut self, text: &Self) {
        *self += text;
    }

    fn concat(&self, other: &Self) -> Self {
        self.concat(other)
    }

    fn replace(&mut self, at: usize, del: usize, text: &str) {
        self.replace_range(at..at + del, text);
    }

    fn flatten(&self) -> Vec<u8> {
        String::from(self).into_bytes()
    }

    fn byte(&self, at: usize) -> u8 {
        self.byte_at(at).expect("it is within the text")
    }
}

/// crop's `Rope` takes no other at its end: each piece of it is inserted there.
impl Peer for crop::Rope {
    const NAME: &'static str = "crop::Rope";
    const MOST_KEPT: usize = 300_000;

    fn of(text: &str) -> Self {
        text.into()
    }

    fn append(&mut self, text: &Self) {
        for chunk in text.chunks() {
            self.insert(self.byte_len(), chunk);
        }
    }

    fn replace(&mut self, at: usize, del: usize, text: &str) {
        crop::Rope::replace(self, at..at + del, text);
    }

    fn flatten(&self) -> Vec<u8> {
        joined(self.chunks().map(str::as_bytes), self.byte_len())
    }

    fn byte(&self, at: usize) -> u8 {
        crop::Rope::byte(self, at)
    }
}

impl Peer for ropey::Rope {
    const NAME: &'static str = "ropey::Rope";
    const MOST_KEPT: usize = 300_000;

    fn of(text: &str) -> Self {
        text.into()
    }

    fn append(&mut self, text: &Self) {
        for chunk in text.chunks() {
            self.insert(self.len_chars(), chunk);
        }
    }

    fn concat(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.append(other.clone());
        both
    }

    fn replace(&mut self, at: usize, del: usize, text: &str) {
        let start = self.byte_to_char(at);
        if del > 0 {
            self.remove(start..self.byte_to_char(at + del));
        }
        if !text.is_empty() {
            self.insert(start, text);
        }
    }

    fn flatten(&self) -> Vec<u8> {
        joined(self.chunks().map(str::as_bytes), self.len_bytes())
    }

    fn byte(&self, at: usize) -> u8 {
        ropey::Rope::byte(self, at)
    }
}

impl Peer for im::Vector<u8> {
    const NAME: &'static str = "im::Vector<u8>";
    const CUTS: bool = false;
    const MOST_KEPT: usize = 20_000;

    fn of(text: &str) -> Self {
        text.as_bytes().into()
    }

    /// Appends byte by byte.
    ///
    /// PERF: its own `append` of one byte to 100,000 takes more than 20 µs.
    fn append(&mut self, text: &Self) {
        self.extend(text.iter().copied());
    }

    fn concat(&self, other: &Self) -> Self {
        self.clone() + other.clone()
    }

    fn replace(&mut self, at: usize, del: usize, text: &str) {
        let end = self.split_off(at);
        self.extend(text.bytes());
        self.append(end.skip(del));
    }

    fn flatten(&self) -> Vec<u8> {
        joined(self.leaves(), self.len())
    }

    fn byte(&self, at: usize) -> u8 {
        self[at]
    }
}

/// Each `String` has a copy of all its text.
impl Peer for String {
    const NAME: &'static str = "String";
    const MOST_KEPT: usize = 20_000;

    fn of(text: &str) -> Self {
        text.into()
    }

    fn append(&mut self, text: &Self) {
        self.push_str(text);
    }

    fn concat(&self, other: &Self) -> Self {
        [self.as_str(), other].concat()
    }

    fn replace(&mut self, at: usize, del: usize, text: &str) {
        self.replace_range(at..at + del, text);
    }

    fn inserted(&self, at: usize, text: &str) -> Self {
        [&self[..at], text, &self[at..]].concat()
    }

    fn flatten(&self) -> Vec<u8> {
        self.as_bytes().to_vec()
    }

    fn byte(&self, at: usize) -> u8 {
        self.as_bytes()[at]
    }
}

impl Peer for Arc<str> {
    const NAME: &'static str = "Arc<str>";
    const MOST_KEPT: usize = 20_000;
    const MOST: usize = 60_000;

    fn of(text: &str) -> Self {
        text.into()
    }

    fn append(&mut self, text: &Self) {
        self.replace(self.len(), 0, text);
    }

    fn replace(&mut self, at: usize, del: usize, text: &str) {
        *self = [&self[..at], text, &self[at + del..]].concat().into();
    }

    fn flatten(&self) -> Vec<u8> {
        self.as_bytes().to_vec()
    }

    fn byte(&self, at: usize) -> u8 {
        self.as_bytes()[at]
    }
}

/// Copies all pieces of a text of `length` bytes.
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
        $add!(im::Vector<u8>);
        $add!(String);
        $add!(std::sync::Arc<str>);
    };
}
pub(crate) use for_each_peer;
