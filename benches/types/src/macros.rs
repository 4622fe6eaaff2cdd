//! The parts that the files of types have in common.

/// Defines the functions of a string type that dereferences to its text, by one that makes it.
#[cfg(feature = "rivals")]
macro_rules! made_by {
    ($make:expr) => {
        fn make(text: &str) -> Self {
            ($make)(text)
        }

        fn text(&self) -> &str {
            self
        }
    };
}

/// Defines a type's module `laws`: the subject of the type and, each behind its name, those of
/// captures of its own crate.
macro_rules! laws {
    ($subject:expr $(, $capture:ident: $captured:expr)*) => {
        /// The laws that the type is known to break.
        #[cfg(feature = "laws")]
        #[allow(unused_imports)] // Each type needs some.
        pub mod laws {
            use string_kit::CapturedStr;
            use string_kit_conformance::{Law, Subject, subject};

            use super::*;
            #[cfg(feature = "rivals")]
            use crate::declared;

            pub fn subject() -> Subject<This> {
                $subject
            }

            $(
                pub fn $capture() -> Subject<This> {
                    $captured
                }
            )*
        }
    };
}
