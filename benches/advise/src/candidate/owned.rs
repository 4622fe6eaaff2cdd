//! Owned strings: a vector of values, each with its own text.

use std::collections::HashMap;

use string_kit::{CapturedStr, CloneCost};
use string_kit_measure::run::twin;
use string_kit_types::for_each_representation;

use super::counted::kept;
use super::{BASELINE, Blocks, Candidate, Kind, Measure};
use crate::profile::Lengths;
use crate::scenario::{Owned, alone, together};

/// Above this length each byte of text takes one byte more.
const STRAIGHT: u64 = 512;
/// The text of which values are made: none is longer.
static TEXT: [u8; 1024] = [b'x'; 1024];

/// Returns the path of a representation as users write it.
fn path(id: &str) -> &'static str {
    match id {
        "string" => "String",
        "boxed_str" => "Box<str>",
        "arc_str" => "std::sync::Arc<str>",
        "rc_str" => "std::rc::Rc<str>",
        "cow" => "std::borrow::Cow<'static, str>",
        "string_buf" => "string_kit::StringBuf<24>",
        "shared_str" => "string_kit::SharedStr",
        "smol_str" => "smol_str::SmolStr",
        "smart_lazy" => "smartstring::SmartString<smartstring::LazyCompact>",
        "smart_compact" => "smartstring::SmartString<smartstring::Compact>",
        "compact_string" => "compact_str::CompactString",
        "eco_string" => "ecow::EcoString",
        "lean_string" => "lean_string::LeanString",
        "lean_str" => "lean_string::LeanStr",
        "char_str" => "char_str::CharStr",
        "char_string" => "char_str::CharString",
        "hip_str" => "hipstr::HipStr<'static>",
        "arcstr" => "arcstr::ArcStr",
        "cold_string" => "cold_string::ColdString",
        "arc_cold_string" => "cold_string::ArcColdString",
        "kstring" => "kstring::KStringBase<kstring::backend::BoxedStr>",
        "flex_str" => "flexstr::SharedStr",
        _ => panic!("{id} has no path"),
    }
}

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

fn owned<S: CapturedStr>(name: String, id: &'static str, measured: Measure) -> Candidate {
    Candidate {
        name,
        id,
        kind: Kind::Owned(heap_size::<S>),
        path: path(id),
        size: size_of::<S>(),
        align: align_of::<S>(),
        is_large_in_option: size_of::<Option<S>>() > size_of::<Option<String>>(),
        inline: S::PROFILE.inline_capacity,
        is_mutable: S::PROFILE.mutable,
        shares_clones: matches!(S::PROFILE.clone, CloneCost::Shares),
        kept: kept::<Owned<S>>,
        measured,
    }
}

/// Returns `String`, its twin, and the other representations.
pub(super) fn candidates() -> Vec<Candidate> {
    let measured = together::<Owned<String>, true>;
    let mut all = vec![owned::<String>(twin(BASELINE), "string", measured)];
    macro_rules! add {
        // Threads cannot share it.
        (rc_str, $ty:ty) => {
            add!("rc_str", $ty, alone);
        };
        ($id:ident, $ty:ty) => {
            add!(stringify!($id), $ty, together);
        };
        ($id:expr, $ty:ty, $measure:ident) => {
            let name = <$ty>::PROFILE.name.to_owned();
            all.push(owned::<$ty>(name, $id, $measure::<Owned<$ty>, false>));
        };
    }
    for_each_representation!(add);
    all.swap(0, 1);
    all
}

#[cfg(test)]
mod tests {
    use std::any::type_name;

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

    #[test]
    fn paths_name_the_types() {
        /// Returns the first and the last segment of a path, without parameters.
        fn ends(path: &str) -> [Option<&str>; 2] {
            let segments = path.split('<').next().unwrap_or(path).split("::");
            [segments.clone().next(), segments.last()]
        }
        macro_rules! check {
            ($id:ident, $ty:ty) => {
                let [first, last] = ends(path(stringify!($id)));
                // These paths are aliases.
                let aliased = type_name::<$ty>().replace("FlexStr", "SharedStr");
                let name = aliased.replace("StringInner<", "String<");
                assert_eq!(ends(&name)[1], last);
                // std's types are those of alloc.
                assert!(ends(&name)[0] == first || name.starts_with("alloc::"));
            };
        }
        for_each_representation!(check);
    }
}
