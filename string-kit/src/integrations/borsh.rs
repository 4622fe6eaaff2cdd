//! borsh's traits for string-kit's own types. `StringBuf` and `SharedStr` have the bytes of a
//! `String`, and `StrList` those of a `Vec<String>`.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::{self, Utf8Error};

use borsh::io::{Error, ErrorKind, Read, Result, Write};
use borsh::{BorshDeserialize, BorshSerialize};

use crate::{SharedStr, StrList, StrListBuilder, StringBuf, TextError, TextErrorKind};

/// The length of the longest text that is read on the stack, in bytes.
const SHORT_MAX: usize = 256;
/// The number of bytes that are allocated for a longer text before any of it has come.
const FIRST_READ: usize = 4096;

macro_rules! text {
    ([$($param:tt)*] $ty:ty) => {
        /// Writes the bytes of a `String`. A text of 4 GiB or more is an error.
        impl<$($param)*> BorshSerialize for $ty {
            #[inline]
            fn serialize<W: Write>(&self, to: &mut W) -> Result<()> {
                self.as_str().serialize(to)
            }
        }

        /// Reads the bytes of a `String`. A text of over 256 bytes is read into a buffer that grows
        /// above 4 KiB.
        ///
        /// The length that the input announces is not trusted: memory is allocated for at most as
        /// many more bytes as have come, or for 4 KiB. Memory that runs out is an error.
        impl<$($param)*> BorshDeserialize for $ty {
            fn deserialize_reader<R: Read>(from: &mut R) -> Result<Self> {
                read_text(from, super::convert)
            }
        }
    };
}

text!([] SharedStr);
text!([const N: usize] StringBuf<N>);

/// Writes the bytes of a `Vec<String>`. 4 GiB in a string, or as many strings, are an error.
impl BorshSerialize for StrList {
    fn serialize<W: Write>(&self, to: &mut W) -> Result<()> {
        let count = u32::try_from(self.len()).map_err(|_| ErrorKind::InvalidData)?;
        count.serialize(to)?;
        self.iter().try_for_each(|string| string.serialize(to))
    }
}

/// Reads the bytes of a `Vec<String>`, by a [`StrListBuilder`]. The lengths that the input
/// announces are not trusted, as with a text.
impl BorshDeserialize for StrList {
    fn deserialize_reader<R: Read>(from: &mut R) -> Result<Self> {
        let mut builder = StrListBuilder::new();
        for _ in 0..u32::deserialize_reader(from)? {
            read_text(from, |text| builder.try_push(&text))?;
        }
        builder.try_finish().map_err(refused)
    }
}

/// Reads a text and passes it to `convert`: borrowed if it is short, else owned.
fn read_text<R: Read, T>(
    from: &mut R,
    convert: impl FnOnce(Cow<'_, str>) -> core::result::Result<T, TextError>,
) -> Result<T> {
    let len = u32::deserialize_reader(from)? as usize;
    let mut stack = [0; SHORT_MAX];
    let text = if let Some(bytes) = stack.get_mut(..len) {
        fill(from, bytes)?;
        Cow::Borrowed(str::from_utf8(bytes).map_err(not_utf8)?)
    } else {
        let text = String::from_utf8(read_long(from, len)?);
        Cow::Owned(text.map_err(|error| not_utf8(error.utf8_error()))?)
    };
    convert(text).map_err(refused)
}

/// Reads `len` bytes into a buffer that grows as they come, and has the exact size at the end.
fn read_long<R: Read>(from: &mut R, len: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    while bytes.len() < len {
        let filled = bytes.len();
        let size = filled.saturating_mul(2).max(FIRST_READ).min(len);
        let reserved = bytes.try_reserve_exact(size - filled);
        reserved.map_err(|_| ErrorKind::OutOfMemory)?;
        bytes.resize(size, 0);
        fill(from, &mut bytes[filled..])?;
    }
    Ok(bytes)
}

/// Reads as many bytes as `bytes` has, or returns borsh's own error for input that ends too early.
fn fill<R: Read>(from: &mut R, bytes: &mut [u8]) -> Result<()> {
    from.read_exact(bytes).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => {
            Error::new(ErrorKind::InvalidData, "Unexpected length of input")
        }
        _ => error,
    })
}

#[cold]
fn not_utf8(error: Utf8Error) -> Error {
    Error::new(ErrorKind::InvalidData, error.to_string())
}

/// Returns the error for a text that could not be kept, without an allocation.
#[cold]
fn refused(error: TextError) -> Error {
    match error.kind() {
        TextErrorKind::Alloc => ErrorKind::OutOfMemory.into(),
        _ => ErrorKind::InvalidData.into(),
    }
}
