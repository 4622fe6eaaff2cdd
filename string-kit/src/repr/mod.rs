//! The representations: one file each, all in the same order, and the one list of them.
//!
//! A file says what its type is (`PROFILE`), how it copies a text, what it asks of the allocator,
//! and how its own crate captures; it knows nothing of any other. Adding one takes a file, its
//! `mod` and a line in the list below: the tests, the benches, the fuzz targets and the laboratory
//! follow from [`for_each_representation!`](crate::for_each_representation).

/// Gives a representation its subject of examination: what it can do, method by method, and the laws
/// that its crate is known to break, some of them in builds with debug assertions alone.
macro_rules! conforms {
    (
        [$($generics:tt)*] $ty:ty { $($methods:tt)* }
        $($(#[$attr:meta])? $law:ident: $why:literal;)*
    ) => {
        #[cfg(feature = "conformance")]
        impl<$($generics)*> crate::conformance::Conform for $ty {
            fn subject() -> crate::conformance::Subject<Self> {
                let subject = crate::subject!($ty as CapturedStr; $($methods)*);
                $($(#[$attr])? let subject = subject.known(crate::conformance::Law::$law, $why);)*
                subject
            }
        }
    };
}

mod arc_str;
#[cfg(feature = "arcstr")]
mod arcstr;
mod boxed_str;
#[cfg(feature = "char_str")]
mod char_str;
#[cfg(feature = "cold-string")]
mod cold_string;
#[cfg(feature = "compact_str")]
mod compact_str;
#[cfg(feature = "cow")]
mod cow;
#[cfg(feature = "ecow")]
mod eco_string;
#[cfg(feature = "flexstr")]
mod flex_str;
#[cfg(feature = "hipstr")]
mod hip_str;
#[cfg(feature = "kstring")]
mod kstring;
#[cfg(feature = "lean_string")]
mod lean_string;
#[cfg(feature = "rc")]
mod rc_str;
mod shared_str;
#[cfg(feature = "smartstring")]
mod smartstring;
#[cfg(feature = "smol_str")]
mod smol_str;
mod string;
mod string_buf;

/// Defines the aliases and [`for_each_representation!`] from the one list.
///
/// `$d` is a dollar sign, for the macros that this macro defines. `$when` names a macro that
/// keeps its tokens if the representation's feature is on *here*: a `cfg` in the expansion would
/// ask for a feature of the crate that calls.
macro_rules! representations {
    ($d:tt $($ident:ident: $alias:ident = $ty:ty, $when:ident if $cfg:meta;)*) => {
        $(
            #[cfg($cfg)]
            #[doc = concat!("The representation `", stringify!($ident), "`.\n\n```\n",
                "use string_kit::{CapturedStr, repr};\n\n",
                "assert_eq!(repr::", stringify!($alias), "::capture(&42).as_str(), \"42\");\n```")]
            pub type $alias = $ty;

            #[cfg($cfg)]
            #[doc(hidden)]
            #[macro_export]
            macro_rules! $when {
                ($d($d tokens:tt)*) => { $d($d tokens)* };
            }
            #[cfg(not($cfg))]
            #[doc(hidden)]
            #[macro_export]
            macro_rules! $when {
                ($d($d tokens:tt)*) => {};
            }
        )*

        /// Calls a macro back with each representation that is on: `callback! { name, Type }`.
        ///
        /// The name is an identifier, unique in the list. The representations come in the order
        /// of the list, std's own first.
        ///
        /// ```
        /// use string_kit::CapturedStr;
        ///
        /// macro_rules! show {
        ///     ($name:ident, $ty:ty) => {
        ///         println!("{}: {} bytes", stringify!($name), size_of::<$ty>());
        ///         assert_eq!(<$ty>::capture(&42).as_str(), "42");
        ///     };
        /// }
        /// string_kit::for_each_representation!(show);
        /// ```
        #[macro_export]
        macro_rules! for_each_representation {
            ($d callback:ident) => {
                $( $crate::$when! { $d callback! { $ident, $crate::repr::$alias } } )*
            };
        }
    };
}

representations! { $
    string: StdString = alloc::string::String, __when_string if all();
    boxed_str: BoxedStr = alloc::boxed::Box<str>, __when_boxed_str if all();
    arc_str: SharedStdStr = alloc::sync::Arc<str>, __when_arc_str if all();
    rc_str: CountedStdStr = alloc::rc::Rc<str>, __when_rc_str if feature = "rc";
    cow: CowStr = alloc::borrow::Cow<'static, str>, __when_cow if feature = "cow";
    string_buf: StringBuf24 = crate::StringBuf<24>, __when_string_buf if all();
    shared_str: SharedStr = crate::SharedStr, __when_shared_str if all();
    smol_str: SmolStr = ::smol_str::SmolStr, __when_smol_str if feature = "smol_str";
    smart_lazy: SmartStringLazy = ::smartstring::SmartString<::smartstring::LazyCompact>, __when_smart_lazy if feature = "smartstring";
    smart_compact: SmartStringCompact = ::smartstring::SmartString<::smartstring::Compact>, __when_smart_compact if feature = "smartstring";
    compact_string: CompactString = ::compact_str::CompactString, __when_compact_str if feature = "compact_str";
    eco_string: EcoString = ::ecow::EcoString, __when_ecow if feature = "ecow";
    lean_string: LeanString = ::lean_string::LeanString, __when_lean_string if feature = "lean_string";
    char_str: CharStr = ::char_str::CharStr, __when_char_str if feature = "char_str";
    char_string: CharString = ::char_str::CharString, __when_char_string if feature = "char_str";
    hip_str: HipStr = ::hipstr::HipStr<'static>, __when_hipstr if feature = "hipstr";
    arcstr: ArcStr = ::arcstr::ArcStr, __when_arcstr if feature = "arcstr";
    cold_string: ColdString = ::cold_string::ColdString, __when_cold_string if feature = "cold-string";
    kstring: KString = ::kstring::KStringBase<::kstring::backend::BoxedStr>, __when_kstring if feature = "kstring";
    flex_str: FlexStr = ::flexstr::SharedStr, __when_flexstr if feature = "flexstr";
}

/// What std asks of the allocator for an `Arc<str>` or `Rc<str>` of `len` bytes: two counts and
/// the text, rounded up to the alignment of the counts.
fn counted_size(len: usize) -> usize {
    (2 * size_of::<usize>() + len).next_multiple_of(align_of::<usize>())
}
