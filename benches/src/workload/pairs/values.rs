//! One value, captured alone.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::hint::black_box;
use std::sync::Arc;

use compact_str::{CompactString, ToCompactString};
use smol_str::{SmolStr, ToSmolStr};
use string_kit::CapturedStr;

use super::{Pair, pairs};

const TOPIC: &str = "typed_value";

pub(super) fn pairs() -> Vec<Pair> {
    /// `String::capture` against `to_string`.
    macro_rules! strings {
        ($($name:literal: $value:expr, $most:expr;)*) => {
            pairs![TOPIC; $(
                concat!("string.", $name) => String::capture(black_box($value)),
                concat!("string.", $name, ".to_string") => black_box($value).to_string(), $most;
            )*]
        };
    }
    let mut all = strings![
        "str": "hello world", 1.02;
        "u32": &42_u32, 1.02;
        "u64": &1_234_567_890_123_u64, 1.02;
        "i32": &-4211_i32, 1.02;
        "char": &'x', 1.02;
        "bool": &true, 1.02;
        "cow": &Cow::Borrowed("hello world"), 1.02;
        "f64": &99.95_f64, 0.35;
    ];
    // NOTE: nothing can find out the type of a `&dyn Display`, so that it takes what formatting did
    // before types were asked for, and the four instructions or so of a virtual call.
    all.extend(pairs![TOPIC;
        "string.other" => String::capture(black_box(&Tag(3))),
        "string.other.dyn" => String::capture(black_box(&Tag(3) as &dyn Display)), 1.0;
        "smol_str.u32" => SmolStr::capture(black_box(&42_u32)),
        "smol_str.u32.to_smolstr" => black_box(&42_u32).to_smolstr(), 1.0;
        "compact_string.u32" => CompactString::capture(black_box(&42_u32)),
        "compact_string.u32.to_compact_string" => black_box(&42_u32).to_compact_string(), 1.0;
        "arc_str.u32" => <Arc<str>>::capture(black_box(&42_u32)),
        "arc_str.u32.to_string" => <Arc<str>>::from(black_box(&42_u32).to_string()), 1.0;
    ]);
    all
}

/// A type that string-kit does not know.
struct Tag(u32);

impl Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}
