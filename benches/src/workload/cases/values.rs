//! One value, captured alone.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::hint::black_box;
use std::sync::Arc;

use compact_str::{CompactString, ToCompactString};
use smol_str::{SmolStr, ToSmolStr};
use string_kit::CapturedStr;

use super::case::{Case, pairs};

pub(super) fn cases() -> Vec<[Case; 2]> {
    /// `String::capture` against `to_string`.
    macro_rules! strings {
        ($($name:literal: $value:expr;)*) => {
            pairs![["value_string", "value_to_string"]; $(
                $name => String::capture(black_box($value)), black_box($value).to_string();
            )*]
        };
    }
    let mut cases = strings![
        "str": "hello world";
        "u32": &42_u32;
        "u64": &1_234_567_890_123_u64;
        "i32": &-4211_i32;
        "char": &'x';
        "bool": &true;
        "cow": &Cow::Borrowed("hello world");
        "f64": &99.95_f64;
    ];
    cases.extend(pairs![["value_u32", "value_u32_by_crate"];
        "smol_str" => SmolStr::capture(black_box(&42_u32)), black_box(&42_u32).to_smolstr();
        "compact_string" =>
            CompactString::capture(black_box(&42_u32)), black_box(&42_u32).to_compact_string();
        "arc_str" =>
            <Arc<str>>::capture(black_box(&42_u32)),
            <Arc<str>>::from(black_box(&42_u32).to_string());
    ]);
    // NOTE: the type of a `&dyn Display` cannot be known: it takes as much as formatting a value of
    // an unknown type, and some four instructions more for a virtual call.
    cases.extend(pairs![["value_unknown", "value_dyn"];
        "string" =>
            String::capture(black_box(&Tag(3))),
            String::capture(black_box(&Tag(3) as &dyn Display));
    ]);
    cases
}

/// A type that string-kit does not know.
struct Tag(u32);

impl Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}
