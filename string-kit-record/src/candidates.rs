//! The string types that a program can be built with in place of its own.

use std::marker::PhantomData;

use crate::label::Label;
use crate::recorded::Recorded;

/// A string type that the variable `STRING_KIT_TRY` can name.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// The name in the variable.
    pub id: &'static str,
    /// The name that readers know.
    pub name: &'static str,
    /// The path of the type.
    pub path: &'static str,
}

/// The type that has this number: 0 is the recorded one, and 1 that of the alias.
#[doc(hidden)]
#[derive(Debug)]
pub struct Chosen<const NUMBER: usize, S, L>(PhantomData<(S, L)>);

/// The string type that an alias of [`recorded!`](crate::recorded!) stands for.
#[doc(hidden)]
pub trait Choice {
    /// The string type.
    type Type;
}

impl<S: string_kit::CapturedStr, L: Label> Choice for Chosen<0, S, L> {
    type Type = Recorded<S, L>;
}

impl<S, L> Choice for Chosen<1, S, L> {
    type Type = S;
}

/// The number of the first candidate.
const FIRST: usize = 2;

macro_rules! candidates {
    ($($number:literal $id:literal $name:literal $ty:ty;)*) => {
        /// The string types that the variable `STRING_KIT_TRY` can name.
        ///
        /// ```
        /// let mut candidates = string_kit_record::CANDIDATES.iter();
        /// let compact = candidates.find(|candidate| candidate.id == "compact_string").unwrap();
        /// assert_eq!(compact.path, "compact_str::CompactString");
        /// ```
        pub const CANDIDATES: &[Candidate] = &[
            $(Candidate { id: $id, name: $name, path: stringify!($ty) }),*
        ];

        const _: () = {
            let numbers = [$($number),*];
            let mut at = 0;
            while at < numbers.len() {
                assert!(numbers[at] == FIRST + at, "the numbers follow each other");
                at += 1;
            }
        };

        $(impl<S, L> Choice for Chosen<$number, S, L> {
            type Type = $ty;
        })*
    };
}

candidates! {
    2 "string" "String" String;
    3 "boxed_str" "Box<str>" Box<str>;
    4 "arc_str" "Arc<str>" std::sync::Arc<str>;
    5 "rc_str" "Rc<str>" std::rc::Rc<str>;
    6 "string_buf" "StringBuf" string_kit::StringBuf<24>;
    7 "shared_str" "SharedStr" string_kit::SharedStr;
    8 "smol_str" "SmolStr" smol_str::SmolStr;
    9 "smart_lazy" "SmartString<LazyCompact>" smartstring::SmartString<smartstring::LazyCompact>;
    10 "smart_compact" "SmartString<Compact>" smartstring::SmartString<smartstring::Compact>;
    11 "compact_string" "CompactString" compact_str::CompactString;
    12 "eco_string" "EcoString" ecow::EcoString;
    13 "lean_string" "LeanString" lean_string::LeanString;
    14 "lean_str" "LeanStr" lean_string::LeanStr;
    15 "char_str" "CharStr" char_str::CharStr;
    16 "char_string" "CharString" char_str::CharString;
    17 "arcstr" "ArcStr" arcstr::ArcStr;
    18 "cold_string" "ColdString" cold_string::ColdString;
    19 "arc_cold_string" "ArcColdString" cold_string::ArcColdString;
}

/// Returns the number of the type that `variable` chooses for a label, for [`Chosen`].
///
/// # Panics
///
/// Panics at compile time if the variable names a type that is no candidate.
#[doc(hidden)]
#[must_use]
pub const fn choice(variable: Option<&str>, label: &str) -> usize {
    let mut rest = match variable {
        Some(choices) if !choices.is_empty() => choices.as_bytes(),
        _ => return 0,
    };
    let mut of_others = 1;
    loop {
        let (part, after) = rest.split_at(place(rest, b','));
        match part.split_at(place(part, b'=')) {
            (id, []) => of_others = number(id),
            (name, [_, id @ ..]) => {
                let number = number(id);
                if is_equal(name, label.as_bytes()) {
                    return number;
                }
            }
        }
        match after {
            [] => return of_others,
            [_, next @ ..] => rest = next,
        }
    }
}

/// Returns the place of a byte; the length if there is none.
const fn place(bytes: &[u8], byte: u8) -> usize {
    let mut at = 0;
    while at < bytes.len() && bytes[at] != byte {
        at += 1;
    }
    at
}

const fn number(id: &[u8]) -> usize {
    let mut at = 0;
    while at < CANDIDATES.len() {
        if is_equal(CANDIDATES[at].id.as_bytes(), id) {
            return FIRST + at;
        }
        at += 1;
    }
    panic!("STRING_KIT_TRY names a type that is none of string_kit_record::CANDIDATES")
}

const fn is_equal(left: &[u8], right: &[u8]) -> bool {
    let mut at = 0;
    while at < left.len() && at < right.len() && left[at] == right[at] {
        at += 1;
    }
    at == left.len() && at == right.len()
}
