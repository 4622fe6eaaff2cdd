//! Owned strings: a vector of values, each with its own text.
//!
//! The blocks of a value follow from the length of its text. They are read off a value that is made of a text
//! of that length. Long texts are not made: their blocks grow byte by byte. A stored length that grows, and white space
//! that `SmolStr` has in static memory, are left out.

use std::collections::HashMap;
use std::marker::PhantomData;

use string_kit::{CapturedStr, CloneCost};
use string_kit_measure::run::twin;
use string_kit_subjects::for_each_representation;

use super::{BASELINE, Blocks, Candidate, Held, Kind, Measure};
use crate::profile::Lengths;
use crate::scenario::{Owned, alone, together};

/// Above this length each byte of text takes one byte more.
const STRAIGHT: usize = 512;
/// The text of which values are made: none is longer.
static TEXT: [u8; 2 * STRAIGHT] = [b'x'; 2 * STRAIGHT];

/// The parts of a type that its values do not tell.
#[derive(Debug)]
pub(super) struct Type {
    /// The name in the list of representations.
    id: &'static str,
    package: &'static str,
    /// The path of the type as users write it.
    path: &'static str,
    /// The alignment of the block that has the text.
    align: u64,
    /// The bytes of a block in front of that block, aligned to 8 bytes.
    owner: u64,
}

macro_rules! types {
    ($($id:literal, $package:literal, $path:literal, $align:literal, $owner:literal;)*) => {
        const TYPES: &[Type] = &[$(Type {
            id: $id,
            package: $package,
            path: $path,
            align: $align,
            owner: $owner,
        },)*];
    };
}

types! {
    "string", "std", "String", 1, 0;
    "boxed_str", "std", "Box<str>", 1, 0;
    "arc_str", "std", "std::sync::Arc<str>", 8, 0;
    "rc_str", "std", "std::rc::Rc<str>", 8, 0;
    "cow", "std", "std::borrow::Cow<'static, str>", 1, 0;
    "string_buf", "string-kit", "string_kit::StringBuf<24>", 1, 0;
    "shared_str", "string-kit", "string_kit::SharedStr", 8, 0;
    "smol_str", "smol_str", "smol_str::SmolStr", 8, 0;
    "smart_lazy", "smartstring", "smartstring::SmartString<smartstring::LazyCompact>", 2, 0;
    "smart_compact", "smartstring", "smartstring::SmartString<smartstring::Compact>", 2, 0;
    "compact_string", "compact_str", "compact_str::CompactString", 1, 0;
    "eco_string", "ecow", "ecow::EcoString", 8, 0;
    "lean_string", "lean_string", "lean_string::LeanString", 8, 0;
    "char_str", "char_str", "char_str::CharStr", 8, 0;
    "char_string", "char_str", "char_str::CharString", 8, 0;
    // The block in front has the count, and the vector of the text.
    "hip_str", "hipstr", "hipstr::HipStr<'static>", 1, 32;
    "arcstr", "arcstr", "arcstr::ArcStr", 8, 0;
    "cold_string", "cold-string", "cold_string::ColdString", 4, 0;
    "kstring", "kstring", "kstring::KStringBase<kstring::backend::BoxedStr>", 1, 0;
    "flex_str", "flexstr", "flexstr::SharedStr", 8, 0;
}

impl Type {
    /// Returns the line of a representation.
    pub(super) fn of(id: &str) -> &'static Self {
        let found = TYPES.iter().find(|one| one.id == id);
        found.expect("a test finds the line of every representation")
    }

    /// Returns the blocks of values of these lengths.
    ///
    /// PERF: nothing here is compiled for each type.
    pub(super) fn blocks(&self, heap_size: HeapSize, lengths: &Lengths) -> Blocks {
        let straight = STRAIGHT as u64;
        let mut blocks = Blocks::default();
        let mut sizes = HashMap::new();
        for (bytes, count) in lengths.iter() {
            let (short, more) = if bytes < 2 * straight {
                (bytes, 0)
            } else {
                let short = straight + bytes % straight;
                (short, bytes - short)
            };
            let size = *sizes
                .entry(short)
                .or_insert_with(|| heap_size(text(short)) as u64);
            if size > 0 {
                blocks.add(self.owner, 8, count);
                blocks.add(size - self.owner + more, self.align, count);
            }
        }
        blocks
    }
}

/// Returns the bytes on the heap of a value of a text.
pub(super) type HeapSize = fn(&str) -> usize;

/// Returns the bytes on the heap of a value of a text.
pub(super) fn heap_size<S: CapturedStr>(text: &str) -> usize {
    S::from_text(text).heap_size()
}

/// Returns a text of this length, less than twice [`STRAIGHT`].
#[allow(clippy::cast_possible_truncation)] // The length is that of a text here.
fn text(bytes: u64) -> &'static str {
    str::from_utf8(&TEXT[..bytes as usize]).expect("the text is ASCII")
}

/// A type as threads have it: a constant of the type itself comes before one of a trait.
struct Shared<S, const TWIN: bool>(PhantomData<S>);

impl<S: CapturedStr + Send + Sync, const TWIN: bool> Shared<S, TWIN> {
    const IS_SYNC: bool = true;
    const MEASURE: Measure = |script| together::<str, Owned<S>, TWIN>(script);
}

trait Otherwise {
    const IS_SYNC: bool = false;
    const MEASURE: Measure;
}

impl<S: CapturedStr, const TWIN: bool> Otherwise for Shared<S, TWIN> {
    const MEASURE: Measure = |script| alone::<str, Owned<S>, TWIN>(script);
}

/// Returns `String`, its twin, and the other representations.
pub(super) fn candidates() -> Vec<Candidate> {
    let mut all = Vec::new();
    macro_rules! add {
        ($id:ident, $ty:ty) => {
            add!($id, $ty, false, <$ty>::PROFILE.name.to_owned());
        };
        ($id:ident, $ty:ty, $twin:literal, $name:expr) => {
            let of = Type::of(stringify!($id));
            all.push(Candidate {
                name: $name,
                id: of.id,
                kind: Kind::Owned,
                package: of.package,
                path: of.path,
                size: size_of::<$ty>(),
                align: align_of::<$ty>(),
                inline: <$ty>::PROFILE.inline_capacity,
                is_mutable: <$ty>::PROFILE.mutable,
                is_sync: <Shared<$ty, $twin>>::IS_SYNC,
                shares_clones: matches!(<$ty>::PROFILE.clone, CloneCost::Shares),
                blocks: |field| Type::of(stringify!($id)).blocks(heap_size::<$ty>, &field.lengths),
                hold: Held::by::<Owned<$ty>>,
                measured: <Shared<$ty, $twin>>::MEASURE,
            });
        };
    }
    // The twin of the baseline alone.
    add!(string, String, true, twin(BASELINE));
    for_each_representation!(add);
    all.swap(0, 1);
    all
}

#[cfg(test)]
mod tests {
    use std::any::type_name;

    use super::*;
    use crate::candidate::counted::tests::alone;
    use string_kit_measure::memory::{live_blocks, recording_blocks};

    #[test]
    fn blocks_of_any_length_are_those_that_are_asked_for() {
        const LENGTHS: [usize; 16] = [
            0, 1, 8, 15, 17, 24, 25, 33, 255, 257, 512, 1024, 1025, 8192, 65_792, 3_000_000,
        ];
        fn check<S: CapturedStr>(of: &Type, text: &str) {
            let mut lengths = Lengths::default();
            lengths.add(text.len() as u64, 1);
            let predicted = of.blocks(heap_size::<S>, &lengths);
            let mut asked = Blocks::default();
            recording_blocks(|| {
                let value = S::from_text(text);
                for block in live_blocks() {
                    asked.add(block.size() as u64, block.align() as u64, 1);
                }
                value
            });
            assert_eq!(
                predicted.count(),
                asked.count(),
                "{}: {}",
                of.path,
                text.len()
            );
            let difference = predicted.asked().abs_diff(asked.asked());
            assert!(
                difference <= if text.len() < 1024 { 0 } else { 8 },
                "{}: {}",
                of.path,
                text.len()
            );
        }
        let _alone = alone();
        let text = "x".repeat(3_000_000);
        for length in LENGTHS {
            macro_rules! check {
                ($id:ident, $ty:ty) => {
                    check::<$ty>(Type::of(stringify!($id)), &text[..length]);
                };
            }
            for_each_representation!(check);
        }
    }

    #[test]
    fn paths_name_the_types() {
        /// Returns the first and the last segment of a path, without parameters.
        fn ends(path: &str) -> (&str, &str) {
            let path = path.split('<').next().unwrap_or(path);
            let first = path.split("::").next().unwrap_or(path);
            (first, path.rsplit("::").next().unwrap_or(path))
        }
        macro_rules! check {
            ($id:ident, $ty:ty) => {
                let of = Type::of(stringify!($id));
                let (name, path) = (type_name::<$ty>(), of.path);
                // The path is an alias.
                let name = name.replace("FlexStr", "SharedStr");
                assert_eq!(ends(&name).1, ends(path).1);
                if of.package != "std" {
                    assert_eq!(ends(&name).0, ends(path).0);
                    assert_eq!(of.package.replace('-', "_"), ends(path).0);
                }
            };
        }
        for_each_representation!(check);
    }
}
