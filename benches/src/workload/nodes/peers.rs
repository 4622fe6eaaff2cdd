//! Types that people use for long texts: ropes, which also find and edit any place of a text, a
//! persistent vector of bytes, and `String`, which copies.

use super::design::Insert;
use super::{Design, Origin};

/// ropey's `Rope`.
#[derive(Default)]
pub(crate) struct Ropey;

impl Design for Ropey {
    const NAME: &'static str = "ropey::Rope";
    const ORIGIN: Origin = Origin::Peer;
    const INSERT: Option<Insert<Self>> = Some(|_, of, at, text| {
        let mut edited = of.clone();
        edited.insert(edited.byte_to_char(at), text);
        edited
    });

    type Handle = ropey::Rope;

    fn leaf(&mut self, text: &str) -> Self::Handle {
        text.into()
    }

    fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle {
        let mut both = left.clone();
        both.append(right.clone());
        both
    }

    fn append(&mut self, to: &mut Self::Handle, text: &Self::Handle) {
        for chunk in text.chunks() {
            to.insert(to.len_chars(), chunk);
        }
    }

    fn flatten(&self, of: &Self::Handle, length: usize) -> Vec<u8> {
        joined(of.chunks().map(str::as_bytes), length)
    }
}

/// crop's `Rope`, which takes no other at its end: each piece of it is inserted there.
#[derive(Default)]
pub(crate) struct Crop;

impl Design for Crop {
    const NAME: &'static str = "crop::Rope";
    const ORIGIN: Origin = Origin::Peer;
    const INSERT: Option<Insert<Self>> = Some(|_, of, at, text| {
        let mut edited = of.clone();
        edited.insert(at, text);
        edited
    });

    type Handle = crop::Rope;

    fn leaf(&mut self, text: &str) -> Self::Handle {
        text.into()
    }

    fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle {
        let mut both = left.clone();
        self.append(&mut both, right);
        both
    }

    fn append(&mut self, to: &mut Self::Handle, text: &Self::Handle) {
        for chunk in text.chunks() {
            to.insert(to.byte_len(), chunk);
        }
    }

    fn flatten(&self, of: &Self::Handle, length: usize) -> Vec<u8> {
        joined(of.chunks().map(str::as_bytes), length)
    }
}

/// im's `Vector` of bytes.
#[derive(Default)]
pub(crate) struct Im;

impl Design for Im {
    const NAME: &'static str = "im::Vector<u8>";
    const ORIGIN: Origin = Origin::Peer;

    type Handle = im::Vector<u8>;

    fn leaf(&mut self, text: &str) -> Self::Handle {
        text.as_bytes().into()
    }

    fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle {
        left.clone() + right.clone()
    }

    /// Appends byte by byte.
    ///
    /// PERF: its own `append` of one byte to 100,000 takes more than 20 µs.
    fn append(&mut self, to: &mut Self::Handle, text: &Self::Handle) {
        to.extend(text.iter().copied());
    }

    fn flatten(&self, of: &Self::Handle, length: usize) -> Vec<u8> {
        joined(of.leaves(), length)
    }
}

/// `String`: each has a copy of all its text.
#[derive(Default)]
pub(crate) struct Copied;

impl Design for Copied {
    const NAME: &'static str = "String";
    const ORIGIN: Origin = Origin::Peer;
    const INSERT: Option<Insert<Self>> = Some(|_, of, at, text| {
        let mut edited = String::with_capacity(of.len() + text.len());
        edited.push_str(&of[..at]);
        edited.push_str(text);
        edited.push_str(&of[at..]);
        edited
    });

    type Handle = String;

    fn leaf(&mut self, text: &str) -> String {
        text.to_owned()
    }

    fn concat(&mut self, left: &String, right: &String) -> String {
        let mut both = String::with_capacity(left.len() + right.len());
        both.push_str(left);
        both.push_str(right);
        both
    }

    fn append(&mut self, to: &mut String, text: &String) {
        to.push_str(text);
    }

    fn flatten(&self, of: &String, _length: usize) -> Vec<u8> {
        of.as_bytes().to_vec()
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
