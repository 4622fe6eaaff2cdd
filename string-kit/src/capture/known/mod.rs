//! Values whose text is known without `core::fmt`: strings, characters, booleans, integers, floats.
//!
//! There are two ways to find out that a type is known. [`text()`] compares type ids, for a generic
//! function such as `CapturedStr::capture`. The macros let the compiler choose an impl, which also
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

pub(crate) use kind::text;

use super::buffer::{Cursor, KnownText, ShortText};

/// A type whose text is known without `core::fmt`: a [`KnownText`], or a pointer to one.
pub trait Known {
    /// The text that the value stands for: `&str`, or a number, character or boolean by value.
    type Value<'a>: KnownText
    where
        Self: 'a;

    /// Returns the text, or what it is made of.
    fn text(&self) -> Self::Value<'_>;
}

// SAFETY: the text has 4 or 5 bytes.
unsafe impl ShortText for bool {
    const MAX_LEN: usize = 5;
    type At = Cursor<8>;

    #[inline]
    fn write_at(self, to: Cursor<8>) -> Cursor<0> {
        let bytes = if self {
            *b"true\0\0\0\0"
        } else {
            *b"false\0\0\0"
        };
        to.put(bytes, 5 - usize::from(self))
    }
}

// SAFETY: the text has at most 4 bytes.
unsafe impl ShortText for char {
    const MAX_LEN: usize = 4;
    type At = Cursor<4>;

    #[inline]
    fn write_at(self, to: Cursor<4>) -> Cursor<0> {
        if self.is_ascii() {
            return to.put([self as u8], 1);
        }
        let mut bytes = [0; 4];
        self.encode_utf8(&mut bytes);
        let [a, b, c, d] = bytes;
        match self.len_utf8() {
            2 => to.put([a, b], 2),
            3 => to.put([a, b, c], 3),
            _ => to.put([a, b, c, d], 4),
        }
    }
}

macro_rules! unsigned {
    ($($type:ty: $digits:literal digits, $write:ident as $wide:ty, $room:literal bytes;)*) => {$(
        const _: () = assert!(<$type>::MAX.ilog10() < $digits);

        // SAFETY: no number has more digits.
        unsafe impl ShortText for $type {
            const MAX_LEN: usize = $digits;
            type At = Cursor<$room>;

            #[inline]
            fn write_at(self, to: Cursor<$room>) -> Cursor<0> {
                integer::$write(self as $wide, to)
            }
        }
    )*};
}
unsigned! {
    u8: 3 digits, write_u8 as u8, 4 bytes;
    u16: 5 digits, write_u32 as u32, 20 bytes;
    u32: 10 digits, write_u32 as u32, 20 bytes;
    u64: 20 digits, write_u64 as u64, 36 bytes;
    usize: 20 digits, write_u64 as u64, 36 bytes;
    u128: 39 digits, write_u128 as u128, 55 bytes;
}

macro_rules! signed {
    ($($type:ty as $unsigned:ty: $room:literal bytes;)*) => {$(
        // SAFETY: the text is at most a sign and the text of the absolute value. A byte that is
        // written for a sign that is missing is a part of that text.
        unsafe impl ShortText for $type {
            const MAX_LEN: usize = 1 + <$unsigned>::MAX_LEN;
            type At = Cursor<$room>;

            #[inline]
            fn write_at(self, to: Cursor<$room>) -> Cursor<0> {
                let digits = integer::write_sign(self < 0, to);
                self.unsigned_abs().write_at(digits)
            }
        }
    )*};
}
signed! {
    i8 as u8: 5 bytes;
    i16 as u16: 21 bytes;
    i32 as u32: 21 bytes;
    i64 as u64: 37 bytes;
    isize as usize: 37 bytes;
    i128 as u128: 56 bytes;
}

macro_rules! by_value {
    ($($type:ty)*) => {$(
        impl Known for $type {
            type Value<'a> = Self;

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
            type Value<'a>
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
            type Value<'a>
                = T::Value<'a>
            where
                Self: 'a;

            #[inline]
            fn text(&self) -> T::Value<'_> {
                T::text(self)
            }
        }
    )*};
}
pointers! { &T &mut T Box<T> Rc<T> Arc<T> }

#[cfg(test)]
mod tests {
    use crate::capture::buffer::{KnownText, SLACK};

    fn check<T: KnownText>(value: T) {
        let max_len = value.max_len();
        let mut buffer = [0xaa_u8; 400];
        let start = buffer.as_mut_ptr();
        // SAFETY: the buffer has more bytes than `max_len` and the slack, and is not the value.
        let end = unsafe { value.write(start) };
        assert!(end.addr() - start.addr() <= max_len);
        assert!(buffer[max_len + SLACK..].iter().all(|&byte| byte == 0xaa));
    }

    #[test]
    fn nothing_is_written_behind_the_slack() {
        check(i128::MIN);
        check(u64::MAX);
        check(i32::MIN);
        check(-5e-324_f64);
        check(-f32::MIN_POSITIVE);
        check(char::MAX);
    }
}
