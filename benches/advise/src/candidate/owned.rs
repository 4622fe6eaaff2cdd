//! Owned strings: a vector of values, each with its own text.

use std::collections::HashMap;

use string_kit::CapturedStr;
use string_kit_measure::run::twin;
use string_kit_types::{Representation, for_each_representation};

use super::counted::kept;
use super::{BASELINE, Blocks, Candidate, Kind, Measure};
use crate::profile::Lengths;
use crate::scenario::{Owned, alone, together};

/// Above this length each byte of text takes one byte more.
const STRAIGHT: u64 = 512;
/// The text of which values are made: none is longer.
static TEXT: [u8; 1024] = [b'x'; 1024];

/// Returns the alignment of the block that has the text of a value, and the bytes of a block in
/// front of it.
fn text_block(id: &str) -> (u64, u64) {
    match id {
        // The block in front has the count, and the vector of the text.
        "hip_str" => (1, 32),
        "smart_lazy" | "smart_compact" => (2, 0),
        "cold_string" => (4, 0),
        "arc_str" | "rc_str" | "shared_str" | "smol_str" | "eco_string" | "lean_string"
        | "lean_str" | "char_str" | "char_string" | "arcstr" | "arc_cold_string" | "flex_str" => {
            (8, 0)
        }
        _ => (1, 0),
    }
}

/// Returns the bytes on the heap of a value of a text.
pub(super) fn heap_size<S: CapturedStr>(text: &str) -> usize {
    S::from_text(text).heap_size()
}

/// Adds the blocks of values of these lengths.
///
/// They are read off a value that is made of a text of that length. Long texts are not made: their
/// blocks grow byte by byte. A stored length that grows, and white space that `SmolStr` has in
/// static memory, are left out.
///
/// PERF: nothing here is compiled for each type.
#[allow(clippy::cast_possible_truncation)] // A made text is short.
pub(super) fn add_values(
    id: &str,
    heap_size: fn(&str) -> usize,
    lengths: &Lengths,
    blocks: &mut Blocks,
) {
    let (align, front) = text_block(id);
    let mut sizes = HashMap::new();
    for (bytes, count) in lengths.iter() {
        let more = bytes.saturating_sub(STRAIGHT) / STRAIGHT * STRAIGHT;
        let size = *sizes.entry(bytes - more).or_insert_with(|| {
            let text = str::from_utf8(&TEXT[..(bytes - more) as usize]);
            heap_size(text.expect("the text is ASCII")) as u64
        });
        if size > 0 {
            blocks.add(front, 8, count);
            blocks.add(size - front + more, align, count);
        }
    }
}

fn owned<S: Representation>(name: String, measured: Measure) -> Candidate {
    Candidate {
        name,
        facts: <S as Representation>::FACTS,
        kind: Kind::Owned(heap_size::<S>),
        size: size_of::<S>(),
        align: align_of::<S>(),
        is_large_in_option: size_of::<Option<S>>() > size_of::<Option<String>>(),
        kept: kept::<Owned<S>>,
        measured,
    }
}

/// Returns `String`, its twin, and the other representations.
pub(super) fn candidates() -> Vec<Candidate> {
    let measured = together::<Owned<String>, true>;
    let mut all = vec![owned::<String>(twin(BASELINE), measured)];
    macro_rules! add {
        // Threads cannot share it.
        (rc_str, $ty:ty) => {
            add!(alone, $ty);
        };
        (alone, $ty:ty) => {
            add!(alone::<Owned<$ty>, false>, $ty);
        };
        ($id:ident, $ty:ty) => {
            add!(together::<Owned<$ty>, false>, $ty);
        };
        ($measured:expr, $ty:ty) => {
            let name = <$ty as Representation>::FACTS.name.to_owned();
            all.push(owned::<$ty>(name, $measured));
        };
    }
    for_each_representation!(add);
    all.swap(0, 1);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use string_kit_measure::memory::{live_blocks, recording_blocks};

    fn check_blocks<S: CapturedStr>(id: &str, text: &str) {
        let lengths = Lengths::from_iter([(text.len() as u64, 1)]);
        let (mut predicted, mut counted) = (Blocks::default(), Blocks::default());
        add_values(id, heap_size::<S>, &lengths, &mut predicted);
        recording_blocks(|| {
            let value = S::from_text(text);
            for block in live_blocks() {
                counted.add(block.size() as u64, block.align() as u64, 1);
            }
            value
        });
        let difference = predicted.asked().abs_diff(counted.asked());
        // A stored length grows.
        let is_close = difference <= if text.len() < 1024 { 0 } else { 8 };
        let is_right = is_close && predicted.count() == counted.count();
        assert!(is_right, "{id}, {}: {predicted:?}, {counted:?}", text.len());
    }

    #[test]
    fn blocks_of_any_length_are_those_that_are_requested() {
        let text = "x".repeat(3_000_000);
        for length in [
            0, 1, 8, 15, 17, 24, 25, 33, 255, 257, 512, 1024, 1025, 8192, 65_792, 3_000_000,
        ] {
            macro_rules! check {
                ($id:ident, $ty:ty) => {
                    check_blocks::<$ty>(stringify!($id), &text[..length]);
                };
            }
            for_each_representation!(check);
        }
    }
}
