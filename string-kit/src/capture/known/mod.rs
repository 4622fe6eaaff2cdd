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

use super::cursor::Room;
use super::cursor::Text;

/// A type whose text is known without `core::fmt`: a [`Text`], or a pointer to one.
pub trait Known {
    /// The text that the value stands for: `&str`, or a number, character or boolean by value.
    type Text<'a>: Text
    where
        Self: 'a;

    /// Returns the text, or what it is made of.
    fn text(&self) -> Self::Text<'_>;
}

// SAFETY: the bytes of a `str` are UTF-8.
unsafe impl Text for &str {
    #[inline]
    fn write(self, room: Room<'_>) -> Option<Room<'_>> {
        room.copy(self.as_bytes())
    }
}

// SAFETY: the four or five bytes are ASCII.
unsafe impl Text for bool {
    #[inline]
    fn write(self, room: Room<'_>) -> Option<Room<'_>> {
        let bytes = if self {
            *b"true\0\0\0\0"
        } else {
            *b"false\0\0\0"
        };
        room.put(bytes, 5 - usize::from(self))
    }
}

// SAFETY: the bytes are ASCII, or those of `encode_utf8`.
unsafe impl Text for char {
    #[inline]
    fn write(self, room: Room<'_>) -> Option<Room<'_>> {
        if self.is_ascii() {
            return room.put([self as u8], 1);
        }
        let mut bytes = [0; 4];
        let len = self.encode_utf8(&mut bytes).len();
        room.put(bytes, len)
    }
}

macro_rules! unsigned {
    ($($type:ty: $write:ident as $wide:ty;)*) => {$(
        // SAFETY: the functions for integers append digits.
        unsafe impl Text for $type {
            #[inline]
            fn write(self, room: Room<'_>) -> Option<Room<'_>> {
                integer::$write(self as $wide, room)
            }
        }
    )*};
}
unsigned! {
    u8: write_u32 as u32;
    u16: write_u32 as u32;
    u32: write_u32 as u32;
    u64: write_u64 as u64;
    usize: write_u64 as u64;
    u128: write_u128 as u128;
}

macro_rules! signed {
    ($($type:ty)*) => {$(
        // SAFETY: a sign, and the text of an unsigned integer.
        unsafe impl Text for $type {
            #[inline]
            fn write(self, room: Room<'_>) -> Option<Room<'_>> {
                let room = integer::write_sign(self < 0, room)?;
                self.unsigned_abs().write(room)
            }
        }
    )*};
}
signed! { i8 i16 i32 i64 isize i128 }

macro_rules! float {
    ($($type:ty: $write:ident;)*) => {$(
        // SAFETY: the functions for floats append a sign, digits and a point, or what `core::fmt`
        // writes.
        unsafe impl Text for $type {
            #[inline]
            fn write(self, room: Room<'_>) -> Option<Room<'_>> {
                float::$write(self, room)
            }
        }
    )*};
}
float! {
    f32: write_f32;
    f64: write_f64;
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
