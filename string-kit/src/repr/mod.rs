//! Implementations of `CapturedStr`: one file for each type or crate, with its items in the same
//! order.
//!
//! A file begins with the size, the inline capacity and the heap block of its type, on 64-bit
//! machines. No file uses another one. The heap layouts of other crates are private: check
//! `heap_size` when the version that its doc names changes.

macro_rules! try_from_string_by_copy {
    () => {
        #[inline]
        fn try_from_string(text: alloc::string::String) -> Result<Self, CaptureError> {
            crate::CapturedStr::try_from_str(&text)
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
