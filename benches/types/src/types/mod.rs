//! The representations, a file each, and their list.
//!
//! To add one, write its file, and name it here twice: as a module, and in the list.

use crate::{Facts, Representation, Work};

pub mod arc_cold_string;
pub mod arc_str;
pub mod arcstr;
pub mod boxed_str;
pub mod char_str;
pub mod char_string;
pub mod cold_string;
pub mod compact_string;
pub mod cow;
pub mod eco_string;
pub mod flex_str;
pub mod hip_str;
pub mod kstring;
pub mod lean_str;
pub mod lean_string;
pub mod rc_str;
pub mod shared_str;
pub mod smart_compact;
pub mod smart_lazy;
pub mod smol_str;
pub mod string;
pub mod string_buf;

/// What a question does with a type of the list.
#[derive(Debug)]
pub struct Listed<W> {
    pub facts: Facts,
    /// True for the baseline's twin: the same code, compiled a second time.
    pub is_twin: bool,
    pub work: W,
}

/// Calls [`Work::with`] for a type that threads cannot share, and [`Work::with_shared`] for others.
macro_rules! work {
    ($name:ident) => {
        W::with_shared::<$name::This, false>()
    };
    ($name:ident, one_thread) => {
        W::with::<$name::This, false>()
    };
}

/// Defines the functions and macros that go through the list. `String` comes first.
///
/// `$d` is a dollar sign, for the macros that this macro defines.
macro_rules! list {
    ($d:tt $first:ident $($name:ident $(($threads:ident))?)*) => {
        /// Returns a question's work with each representation: with `String`, its twin, then the
        /// others.
        pub fn representations<W: Work>() -> Vec<Listed<W>> {
            let listed = |facts, is_twin, work| Listed { facts, is_twin, work };
            let facts = <$first::This as Representation>::FACTS;
            vec![
                listed(facts, false, W::with_shared::<$first::This, false>()),
                listed(facts, true, W::with_shared::<$first::This, true>()),
                $(listed(
                    <$name::This as Representation>::FACTS,
                    false,
                    work!($name $(, $threads)?),
                ),)*
            ]
        }

        /// Calls a macro for each representation: `callback! { name, Type }`. The name is an
        /// identifier, that of the type's file.
        #[macro_export]
        macro_rules! for_each_representation {
            ($d callback:ident) => {
                $d callback! { $first, $d crate::types::$first::This }
                $($d callback! { $name, $d crate::types::$name::This })*
            };
        }

        /// Calls a macro with the names of all representations behind other tokens:
        /// `with_representations! { [callback] tokens }` is `callback! { tokens names }`.
        #[macro_export]
        macro_rules! with_representations {
            ([$d ($d callback:tt)*] $d ($d token:tt)*) => {
                $d ($d callback)*! { $d ($d token)* $first $($name)* }
            };
        }
    };
}

list! { $
    string boxed_str arc_str rc_str(one_thread) cow string_buf shared_str smol_str smart_lazy
    smart_compact compact_string eco_string lean_string lean_str char_str char_string hip_str arcstr
    cold_string arc_cold_string kstring flex_str
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_files_and_types_are_shared_as_their_facts_say() {
        /// Whether threads can share a type.
        struct IsShared(bool);

        impl Work for IsShared {
            fn with<S: Representation, const TWIN: bool>() -> Self {
                Self(false)
            }

            fn with_shared<S: Representation + Send + Sync, const TWIN: bool>() -> Self {
                Self(true)
            }
        }

        let mut listed = representations::<IsShared>();
        assert!(listed.remove(1).is_twin);
        let mut listed = listed.into_iter();
        macro_rules! check {
            ($name:ident, $ty:ty) => {
                let next = listed.next().unwrap();
                assert_eq!((next.facts.id, next.is_twin), (stringify!($name), false));
                assert_eq!(next.work.0, next.facts.is_sync, "{}", next.facts.name);
            };
        }
        for_each_representation!(check);
    }
}
