//! Implementations of `CapturedStr`: one file for each type or crate, with its items in the same
//! order.
//!
//! A file begins with the size, the inline capacity and the heap block of its type, on 64-bit
//! machines. No file uses another one. The heap layouts of other crates are private: check
//! `heap_size` when the version that its doc names changes.

/// Implements `CapturedStr` for a type, by its profile and its methods. `try_copy` is the
/// `try_from_str` of a type whose `From<String>` copies.
macro_rules! captured {
    (
        $ty:ty, $name:literal $($(.$cost:ident($($number:expr)?))+)?;
        $(#[$copies:meta])* from_text: |$from:ident| $from_text:expr;
        $(#[$sizes:meta])* heap_size: |$sized:ident| $heap_size:expr;
        $(try_copy: |$copied:ident| $try_copy:expr;)?
        $(try_from_str: |$text:ident| $try_from_str:expr;)?
        $($(#[$converts:meta])* into_string: |$owned:ident| $into_string:expr;)?
    ) => {
        impl crate::CapturedStr for $ty {
            const PROFILE: crate::Profile =
                crate::Profile::new($name)$($(.$cost($($number)?))+)?;

            $(#[$copies])*
            #[inline]
            fn from_text($from: &str) -> Self {
                $from_text
            }

            $(#[$sizes])*
            #[inline]
            fn heap_size(&self) -> usize {
                let $sized = self;
                $heap_size
            }
            $(
                #[inline]
                fn try_from_str($copied: &str) -> Result<Self, crate::TextError> {
                    $try_copy
                }

                #[inline]
                fn try_from_string(
                    text: alloc::string::String,
                ) -> Result<Self, crate::TextError> {
                    crate::CapturedStr::try_from_str(&text)
                }
            )?
            $(
                #[inline]
                fn try_from_str($text: &str) -> Result<Self, crate::TextError> {
                    $try_from_str
                }
            )?
            $(
                $(#[$converts])*
                #[inline]
                fn into_string(self) -> alloc::string::String {
                    let $owned = self;
                    $into_string
                }
            )?
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
mod shared_str;
#[cfg(feature = "smartstring")]
mod smartstring;
#[cfg(feature = "smol_str")]
mod smol_str;
mod string;
mod string_buf;

/// Returns the size of the heap block of an `Arc<str>` or `Rc<str>`, in the layout of std 1.95: two
/// counts and the text, rounded up to the alignment of the counts.
fn counted_size(len: usize) -> usize {
    (2 * size_of::<usize>() + len).next_multiple_of(align_of::<usize>())
}
