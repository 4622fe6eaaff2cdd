//! What people use for long texts: ropes, which find and edit any place of a text too, and a persistent
//! vector of bytes.

use std::mem;

use super::{Design, Kind};

/// xi-rope's `Rope`.
#[derive(Default)]
pub(crate) struct Xi;

impl Design for Xi {
    const NAME: &'static str = "xi_rope";
    const KIND: Kind = Kind::Peer;

    type Handle = xi_rope::Rope;

    fn leaf(&mut self, text: &str) -> Self::Handle {
        text.into()
    }

    fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle {
        left.clone() + right.clone()
    }

    fn append(&mut self, to: &mut Self::Handle, what: &Self::Handle) {
        *to = mem::take(to) + what.clone();
    }

    fn flatten(&self, of: &Self::Handle, _length: usize) -> Vec<u8> {
        String::from(of).into_bytes()
    }
}

/// ropey's `Rope`.
#[derive(Default)]
pub(crate) struct Ropey;

impl Design for Ropey {
    const NAME: &'static str = "ropey";
    const KIND: Kind = Kind::Peer;

    type Handle = ropey::Rope;

    fn leaf(&mut self, text: &str) -> Self::Handle {
        text.into()
    }

    fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle {
        let mut both = left.clone();
        both.append(right.clone());
        both
    }

    fn append(&mut self, to: &mut Self::Handle, what: &Self::Handle) {
        for chunk in what.chunks() {
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
    const NAME: &'static str = "crop";
    const KIND: Kind = Kind::Peer;

    type Handle = crop::Rope;

    fn leaf(&mut self, text: &str) -> Self::Handle {
        text.into()
    }

    fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle {
        let mut both = left.clone();
        self.append(&mut both, right);
        both
    }

    fn append(&mut self, to: &mut Self::Handle, what: &Self::Handle) {
        for chunk in what.chunks() {
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
    const NAME: &'static str = "im_vector";
    const KIND: Kind = Kind::Peer;

    type Handle = im::Vector<u8>;

    fn leaf(&mut self, text: &str) -> Self::Handle {
        text.as_bytes().into()
    }

    fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle {
        left.clone() + right.clone()
    }

    /// PERF: byte by byte; its own `append` of one byte takes more than 20 µs where there are 100,000.
    fn append(&mut self, to: &mut Self::Handle, what: &Self::Handle) {
        to.extend(what.iter().copied());
    }

    fn flatten(&self, of: &Self::Handle, length: usize) -> Vec<u8> {
        joined(of.leaves(), length)
    }
}

/// All pieces of a text that has so many bytes.
fn joined<'a>(chunks: impl Iterator<Item = &'a [u8]>, length: usize) -> Vec<u8> {
    let mut text = Vec::with_capacity(length);
    for chunk in chunks {
        text.extend_from_slice(chunk);
    }
    text
}
