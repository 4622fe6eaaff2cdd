//! The parts that the files of types have in common.

/// Defines a file's type `This`, a representation: its id, its path and its package, the capture of
/// its own crate if it has one, and the facts that its profile does not tell.
macro_rules! representation {
    (
        $id:ident: $ty:ty, $package:expr $(, |$value:ident| $capture:expr)?;
        $($fact:ident: $known:expr,)*
    ) => {
        pub type This = $ty;

        impl crate::Representation for This {
            const FACTS: crate::Facts = crate::Facts {
                $($fact: $known,)*
                ..crate::Facts::owned::<Self>(stringify!($id), stringify!($ty), $package)
            };

            $(fn capture_natively<D: std::fmt::Display + ?Sized>($value: &D) -> Self {
                $capture
            })?
        }
    };
}

/// Defines a file's type `This`, a string type that dereferences to its text: its id and its path,
/// the name that readers know, its package, a function that makes it, and its facts.
#[cfg(feature = "rivals")]
macro_rules! string_type {
    (
        $id:ident: $ty:ty, $name:expr, $package:expr, $make:expr;
        $($fact:ident: $known:expr,)*
    ) => {
        pub type This = $ty;

        impl crate::StringType for This {
            const FACTS: crate::Facts = crate::Facts {
                package: $package,
                $($fact: $known,)*
                ..crate::Facts::new(stringify!($id), $name, stringify!($ty))
            };

            fn make(text: &str) -> Self {
                ($make)(text)
            }

            fn text(&self) -> &str {
                self
            }
        }
    };
}

/// Defines the functions of a table: how it makes a handle of a text, how a handle is read, and the
/// key that a map finds a text by.
#[cfg(feature = "rivals")]
macro_rules! kept_by {
    (|$table:ident, $text:ident| $make:expr, $read:expr, $key:expr) => {
        #[inline]
        #[allow(unused_variables)] // A table of the process is not asked.
        fn make(&mut self, $text: &str) -> Self::Text {
            let $table = self;
            $make
        }

        #[inline]
        #[allow(unused_variables)]
        fn read<'a>(&'a self, $text: &'a Self::Text, _index: usize) -> &'a str {
            let $table = self;
            $read
        }

        #[inline]
        #[allow(unused_variables)]
        fn look_up(&self, map: &crate::Map<Self::Text>, $text: &str) -> Option<u32> {
            let $table = self;
            map.get($key).copied()
        }
    };
}

/// Defines how a file's table `This` keeps texts: the type of its handles, the facts of the table
/// and of the handles, its functions as [`kept_by`] takes them, and other functions.
#[cfg(feature = "rivals")]
macro_rules! interner {
    (
        $id:ident: $text:ty, $name:expr, $package:expr, $interner:expr;
        $($fact:ident: $known:expr,)*
        ($($functions:tt)*)
        $($function:item)*
    ) => {
        impl crate::Kept for This {
            type Text = $text;

            const FACTS: crate::Facts = crate::Facts {
                kind: crate::Kind::Interner($interner),
                shares_clones: true,
                package: $package,
                $($fact: $known,)*
                ..crate::Facts::new(stringify!($id), $name, stringify!($text))
            };

            kept_by!($($functions)*);

            $($function)*
        }
    };
}

/// Defines a type's module `laws`: the subject of the type and, each behind its name, those of
/// captures of its own crate; last the laws that it breaks, each with the reason.
macro_rules! laws {
    ($subject:expr $(, $capture:ident: $captured:expr)* $(; $($law:ident: $why:expr,)*)?) => {
        /// The laws that the type is known to break.
        #[cfg(feature = "laws")]
        #[allow(unused_imports)] // Each type needs some.
        pub mod laws {
            use string_kit::CapturedStr;
            use string_kit_conformance::{Law, Subject, subject};

            use super::*;
            use crate::StringType;
            #[cfg(feature = "rivals")]
            use crate::declared;

            pub fn subject() -> Subject<This> {
                $subject$($(.known(Law::$law, $why))*)?
            }

            $(
                pub fn $capture() -> Subject<This> {
                    $captured
                }
            )*
        }
    };
}
