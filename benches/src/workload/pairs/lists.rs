//! Lists of four texts.

use std::fmt::{self, Debug};
use std::hint::black_box;

use string_kit::{StrList, str_list};

use super::{Pair, pairs};
use crate::input::EXAMPLES;

const TOPIC: &str = "typed_list";

/// Four texts that a list keeps inline.
static INLINE: [&str; 4] = ["eu", "a", "200", "GET"];

/// Four texts that it does not.
static HEAP: &[&str; 4] = &EXAMPLES.texts;

/// The bytes of the block of a list of these four: a count of one word, an end offset of one byte
/// for each, and the text.
const BLOCK: usize = {
    let [a, b, c, d] = EXAMPLES.texts;
    size_of::<usize>() + 4 + a.len() + b.len() + c.len() + d.len()
};

pub(super) fn pairs() -> Vec<Pair> {
    /// `StrList::from` against `str_list!`.
    macro_rules! from {
        ($($name:literal: $texts:expr;)*) => {
            pairs![TOPIC; $(
                concat!("from_array.", $name) => StrList::from(*black_box($texts)),
                concat!("from_array.", $name, ".str_list") => four(black_box($texts)), 1.2;
                concat!("from_slice.", $name) => StrList::from(black_box(&$texts[..])),
                concat!("from_slice.", $name, ".str_list") => four(black_box($texts)), 1.2;
            )*]
        };
    }
    let mut all = pairs![TOPIC;
        "texts" => Block(four(black_box(HEAP))),
        "texts.block" => Block(Box::<[u8]>::from(black_box(&[7; BLOCK][..]))), 1.7;
    ];
    all.extend(from![
        "inline": &INLINE;
        "heap": HEAP;
    ]);
    all
}

fn four([a, b, c, d]: &[&str; 4]) -> StrList {
    str_list![a, b, c, d]
}

/// A block whose bytes are not compared.
struct Block<T>(T);

impl<T> Debug for Block<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a block")
    }
}
