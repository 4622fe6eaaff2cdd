//! What is compared with the representations, a file each, and its lists: string types of other
//! crates, tables that keep each text once, a list, and pointers whose clones are measured.
//!
//! arrayvec's `ArrayString` and kstring's `StackString` are left out: their capacity is fixed. So
//! are the types of cold-string with a smaller count: on purpose, they never free a text that had
//! more clones than the count can hold.
//!
//! To add one, write its file, and name it here twice: as a module, and in the list of its kind.

use crate::types::string;
use crate::{Cloned, Facts, Kept, Listed, Owned, StringType, Work, representations};

pub mod arc_intern;
pub mod arc_str_set;
pub mod beef_lean;
pub mod beef_wide;
pub mod byte_string;
pub mod concat_str;
pub mod fast_str;
pub mod hip_str_rc;
pub mod hip_str_unique;
pub mod im_string;
pub mod inlinable_string;
pub mod internity;
pub mod kstring_arc;
pub mod kstring_cow;
pub mod lasso;
pub mod pool;
pub mod small_string;
pub mod smol_str_builder;
pub mod str_list;
pub mod str_tendril;
pub mod string_interner;
pub mod substr;
pub mod triomphe;
pub mod ustr;
pub mod yarn;

/// What a question does with each string type.
pub trait StringWork: Sized {
    /// Returns the work with a type.
    fn with<S: StringType>() -> Self;
}

/// What a question does with each way to keep texts.
pub trait KeptWork: Sized {
    /// Returns the work with a way. A twin's has machine code of its own.
    fn with<K: Kept, const TWIN: bool>() -> Self;
}

/// What a question does with each type whose clones are measured.
pub trait CloneWork: Work {
    /// Returns the work with a pointer.
    fn with_pointer<S: Cloned + Send + Sync>() -> Self;
}

fn listed<W>(facts: Facts, work: W) -> Listed<W> {
    Listed {
        facts,
        is_twin: false,
        work,
    }
}

/// Defines the functions that go through the lists, and the list of the subjects of the laws.
///
/// `$d` is a dollar sign, for the macro that this macro defines.
macro_rules! lists {
    (
        $d:tt
        strings: $($string:ident)*;
        kept: $($kept:ident)*;
        cloned: $($cloned:ident)*;
        captures: $($captured:ident: $capture:ident)*;
    ) => {
        /// Returns a question's work with each string type: the representations, then the others.
        pub fn strings<W: StringWork>() -> Vec<Listed<W>> {
            let mut types = Vec::new();
            macro_rules! add {
                ($d name:ident, $d ty:ty) => {
                    types.push(listed(<$d ty as StringType>::FACTS, W::with::<$d ty>()));
                };
            }
            for_each_representation!(add);
            $(add!($string, $string::This);)*
            types
        }

        /// Returns a question's work with each way to keep texts: `String`, its twin, the other
        /// representations, tables, and the list.
        pub fn kept<W: KeptWork>() -> Vec<Listed<W>> {
            let mut ways = Vec::new();
            macro_rules! add {
                ($d name:ident, $d ty:ty) => {
                    ways.push(listed(<$d ty as Kept>::FACTS, W::with::<$d ty, false>()));
                };
            }
            macro_rules! add_owned {
                ($d name:ident, $d ty:ty) => { add!($d name, Owned<$d ty>); };
            }
            for_each_representation!(add_owned);
            $(add!($kept, $kept::This);)*
            let twin = Listed {
                is_twin: true,
                ..listed(ways[0].facts, W::with::<Owned<string::This>, true>())
            };
            ways.insert(1, twin);
            ways
        }

        /// Returns a question's work with each type whose clones are measured: `String`, its twin,
        /// the other representations, and pointers.
        pub fn cloned<W: CloneWork>() -> Vec<Listed<W>> {
            let mut types = representations::<W>();
            $(types.push(listed(
                <$cloned::This as StringType>::FACTS,
                W::with_pointer::<$cloned::This>(),
            ));)*
            types
        }

        /// Calls a macro for each subject of the laws that is not a representation's own:
        /// `callback! { name, function }`. The function returns the subject.
        #[cfg(feature = "laws")]
        #[macro_export]
        macro_rules! for_each_rival {
            ($d callback:ident) => {
                $($d callback! { $string, $d crate::rivals::$string::laws::subject })*
                $($d callback! { $capture, $d crate::types::$captured::laws::$capture })*
            };
        }
    };
}

lists! { $
    strings:
        substr beef_lean beef_wide byte_string yarn fast_str hip_str_rc hip_str_unique im_string
        inlinable_string kstring_arc kstring_cow small_string smol_str_builder str_tendril;
    kept: arc_str_set pool arc_intern internity lasso string_interner ustr str_list;
    cloned: triomphe concat_str;
    captures:
        char_string: to_char_string
        compact_string: to_compact_string
        eco_string: eco_format
        lean_string: to_lean_string
        lean_str: to_lean_str
        smol_str: format_smolstr;
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    impl StringWork for () {
        fn with<S: StringType>() {}
    }

    impl KeptWork for () {
        fn with<K: Kept, const TWIN: bool>() {}
    }

    impl CloneWork for () {
        fn with_pointer<S: Cloned + Send + Sync>() {}
    }

    #[test]
    fn names_are_unique_in_each_list() {
        for mut listed in [strings::<()>(), kept::<()>(), cloned::<()>()] {
            listed.retain(|listed| !listed.is_twin);
            let names = listed.iter().flat_map(|listed| {
                let Facts { id, name, .. } = listed.facts;
                if id == name { vec![id] } else { vec![id, name] }
            });
            let mut known = HashSet::new();
            for name in names {
                assert!(known.insert(name), "{name} twice");
            }
        }
    }
}
