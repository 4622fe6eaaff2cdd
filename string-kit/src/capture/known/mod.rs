//! Values whose text is known without `core::fmt`: strings, characters, booleans, integers, floats.
//!
//! There are two ways to find out that a type is known. [`text()`] compares type ids, for a generic
//! function such as `CapturedStr::capture`. The macros let the compiler choose a method, which also
//! sees through references and boxes of any depth.
#![allow(unsafe_code)]

mod float;
mod integer;
mod kind;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;

pub(crate) use kind::{NumberBuffer, text};

use super::buffer::{SLACK, Text, copy, put};

/// A type whose text is known without `core::fmt`: a [`Text`], or a pointer to one.
pub trait Known {
    /// The text that the value stands for: `&str`, or a number, character or boolean by value.
    type Text<'a>: Text
    where
        Self: 'a;

    /// Returns the text, or what it is made of.
    fn text(&self) -> Self::Text<'_>;
}

// SAFETY: `copy` copies the `len` bytes of the text and writes no other.
unsafe impl Text for &str {
    #[inline]
    fn max_len(self) -> usize {
        self.len()
    }

    #[inline]
    unsafe fn write(self, to: *mut u8) -> *mut u8 {
        let end = to.wrapping_add(self.len());
        // SAFETY: `to` is valid for writes of `len` bytes and does not overlap the text, by the
        // caller's promise; `end` is the end of those bytes.
        unsafe { copy(self.as_bytes(), to, end) };
        end
    }
}

// SAFETY: the text has 4 or 5 bytes; 8 are written, at most 4 of them behind the text.
unsafe impl Text for bool {
    #[inline]
    fn max_len(self) -> usize {
        5
    }

    #[inline]
    unsafe fn write(self, to: *mut u8) -> *mut u8 {
        let bytes = if self {
            *b"true\0\0\0\0"
        } else {
            *b"false\0\0\0"
        };
        // SAFETY: 8 bytes are fewer than 5 and `SLACK`.
        unsafe { put(bytes, 5 - usize::from(self), to) }
    }
}

// SAFETY: the text has at most 4 bytes; 4 are written.
unsafe impl Text for char {
    #[inline]
    fn max_len(self) -> usize {
        4
    }

    #[inline]
    unsafe fn write(self, to: *mut u8) -> *mut u8 {
        if self.is_ascii() {
            // SAFETY: `to` is valid for a write of at least one byte.
            return unsafe { put([self as u8], 1, to) };
        }
        let mut bytes = [0; 4];
        let len = self.encode_utf8(&mut bytes).len();
        // SAFETY: 4 bytes are fewer than 4 and `SLACK`.
        unsafe { put(bytes, len, to) }
    }
}

macro_rules! unsigned {
    ($($type:ty: $digits:literal digits, $write:ident as $wide:ty, $bytes:literal bytes;)*) => {$(
        const _: () = assert!(<$type>::MAX.ilog10() < $digits && $bytes <= $digits + SLACK);

        // SAFETY: no number has more digits; `write` writes no more than `bytes` bytes, which are
        // within the digits and `SLACK`.
        unsafe impl Text for $type {
            #[inline]
            fn max_len(self) -> usize {
                $digits
            }

            #[inline]
            unsafe fn write(self, to: *mut u8) -> *mut u8 {
                // SAFETY: the caller promises more bytes than the function needs.
                unsafe { integer::$write(self as $wide, to) }
            }
        }
    )*};
}
unsigned! {
    u8: 3 digits, write_u8 as u8, 4 bytes;
    u16: 5 digits, write_u32 as u32, 6 bytes;
    u32: 10 digits, write_u32 as u32, 13 bytes;
    u64: 20 digits, write_u64 as u64, 23 bytes;
    usize: 20 digits, write_u64 as u64, 23 bytes;
    u128: 39 digits, write_u128 as u128, 42 bytes;
}

macro_rules! signed {
    ($($type:ty)*) => {$(
        // SAFETY: the text is at most a sign and the text of the absolute value. A byte that is
        // written for a sign that is missing is a part of that text.
        unsafe impl Text for $type {
            #[inline]
            fn max_len(self) -> usize {
                1 + self.unsigned_abs().max_len()
            }

            #[inline]
            unsafe fn write(self, to: *mut u8) -> *mut u8 {
                // SAFETY: `to` is valid for a write of at least one byte.
                let to = unsafe { integer::write_sign(self < 0, to) };
                // SAFETY: at most one byte is used, so that those for the absolute value are left.
                unsafe { self.unsigned_abs().write(to) }
            }
        }
    )*};
}
signed! { i8 i16 i32 i64 isize i128 }

macro_rules! float {
    ($($type:ty: $max_len:expr, $write:ident;)*) => {$(
        // SAFETY: no text has more bytes than `max_len`; `write` writes those of the text, or 24,
        // which are fewer than `max_len`.
        unsafe impl Text for $type {
            #[inline]
            fn max_len(self) -> usize {
                $max_len
            }

            #[inline]
            unsafe fn write(self, to: *mut u8) -> *mut u8 {
                // SAFETY: 24 bytes and the bytes of the text are within `max_len`.
                unsafe { float::$write(self, to) }
            }
        }
    )*};
}
float! {
    f32: float::F32_MAX_LEN, write_f32;
    f64: float::F64_MAX_LEN, write_f64;
}

macro_rules! by_value {
    ($($type:ty)*) => {$(
        impl Known for $type {
            type Text<'a> = Self;

            #[inline]
            fn text(&self) -> Self {
                *self
            }
        }
    )*};
}
by_value! {
    bool char u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64
}

macro_rules! strings {
    ($($type:ty)*) => {$(
        impl Known for $type {
            type Text<'a>
                = &'a str
            where
                Self: 'a;

            #[inline]
            fn text(&self) -> &str {
                self
            }
        }
    )*};
}
strings! { str String Cow<'_, str> }

macro_rules! pointers {
    ($($type:ty)*) => {$(
        impl<T: Known + ?Sized> Known for $type {
            type Text<'a>
                = T::Text<'a>
            where
                Self: 'a;

            #[inline]
            fn text(&self) -> T::Text<'_> {
                T::text(self)
            }
        }
    )*};
}
pointers! { &T &mut T Box<T> Rc<T> Arc<T> }

#[cfg(test)]
mod tests;
