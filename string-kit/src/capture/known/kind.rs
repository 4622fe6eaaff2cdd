//! The kind of a value, found by its type id, for generic functions.
//!
//! PERF: the comparisons are made once for each type, in functions that are not generic. An
//! optimised build folds all of them: a type that is not known costs no instruction.
#![allow(unsafe_code)]

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use core::any::TypeId;
use core::mem;

use crate::capture::buffer::{self, Room, SLACK, ShortText};

/// Memory for the text of a value that is not a string, of which that of an `f64` can be the
/// longest.
pub(crate) type NumberBuffer = Room<{ f64::MAX_LEN + SLACK }>;

/// A known type behind up to two references.
#[derive(Clone, Copy)]
struct Kind {
    base: Base,
    references: u8,
}

macro_rules! kinds {
    ($($base:ident: $type:ty,)*; $($number:ident: $number_type:ty,)*) => {
        #[derive(Clone, Copy)]
        enum Base {
            $($base,)*
            $($number,)*
        }

        /// Returns the kind of the type with this id. Lifetimes are taken for `'static`.
        #[inline]
        fn kind_of(id: TypeId) -> Option<Kind> {
            macro_rules! compare {
                ($type_:ty, $base_:ident) => {
                    if id == TypeId::of::<$type_>() {
                        return Some(Kind { base: Base::$base_, references: 0 });
                    }
                    if id == TypeId::of::<&'static $type_>() {
                        return Some(Kind { base: Base::$base_, references: 1 });
                    }
                    if id == TypeId::of::<&'static &'static $type_>() {
                        return Some(Kind { base: Base::$base_, references: 2 });
                    }
                };
            }
            $(compare!($type, $base);)*
            $(compare!($number_type, $number);)*
            None
        }

        impl Kind {
            /// Returns the text of the value that `value` points to.
            ///
            /// # Safety
            ///
            /// `value` must point to a value of this kind, borrowed for `'a`.
            #[inline]
            unsafe fn text<'a>(self, value: *const (), buffer: &'a mut NumberBuffer) -> &'a str {
                let mut value = value;
                for _ in 0..self.references {
                    // SAFETY: the value is a reference to a value that is `Sized`, and so a pointer
                    // of one word, which is borrowed for `'a` as the value is.
                    value = unsafe { *value.cast::<*const ()>() };
                }
                match self.base {
                    $(Base::$base => {
                        // SAFETY: `value` points to a value of this type, borrowed for `'a`. Only
                        // lifetimes may differ: the type is covariant in them, and they are longer
                        // than `'a`.
                        let text: &'a $type = unsafe { &*value.cast::<$type>() };
                        text
                    })*
                    $(Base::$number => {
                        // SAFETY: `value` points to a value of this type, borrowed for `'a`.
                        let number = unsafe { *value.cast::<$number_type>() };
                        write(number, buffer)
                    })*
                }
            }
        }
    };
}
kinds! {
    Str: &'static str,
    String: String,
    Cow: Cow<'static, str>,
    Box: Box<str>,
    Arc: Arc<str>,
    Rc: Rc<str>,
    ;
    Bool: bool,
    Char: char,
    U8: u8,
    U16: u16,
    U32: u32,
    U64: u64,
    U128: u128,
    Usize: usize,
    I8: i8,
    I16: i16,
    I32: i32,
    I64: i64,
    I128: i128,
    Isize: isize,
    F32: f32,
    F64: f64,
}

/// Returns the text of a value whose type is known, or `None` for a type that is not.
#[inline]
pub(crate) fn text<'a, D: ?Sized>(value: &'a D, buffer: &'a mut NumberBuffer) -> Option<&'a str> {
    let id = typeid::of::<D>();
    if size_of::<&D>() == size_of::<usize>() {
        // SAFETY: the value is of the kind that its type has, and it is borrowed for `'a`.
        return kind_of(id).map(|kind| unsafe { kind.text((&raw const *value).cast(), buffer) });
    }
    if size_of::<&D>() == size_of::<&str>() && id == TypeId::of::<str>() {
        // SAFETY: `D` is `str`, so that both are the same reference.
        return Some(unsafe { mem::transmute_copy::<&'a D, &'a str>(&value) });
    }
    None
}

#[inline]
fn write<T: ShortText>(number: T, buffer: &mut NumberBuffer) -> &str {
    const { assert!(T::MAX_LEN <= f64::MAX_LEN) };
    buffer::text(number, buffer).expect("there is room")
}
