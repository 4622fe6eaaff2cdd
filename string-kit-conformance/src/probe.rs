//! The traits of a type, detected at compile time.
//!
//! An inherent constant takes precedence over a trait's constant of the same name, and exists only
//! where its bound holds: `Probe::<T>::hash` is `Some` if `T: Hash`, else the `None` of [`Lacks`].
//! This works only for concrete types, which is why [`subject!`](crate::subject) is a macro.
#![allow(non_upper_case_globals)] // A constant has the name of the field that it fills.

use core::any::Any;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::ops::{Add, AddAssign, Deref};
use core::str::FromStr;
use std::borrow::Cow;
use std::sync::Barrier;
use std::thread;

#[cfg(feature = "serde")]
use serde::de::value::{
    BorrowedBytesDeserializer, BorrowedStrDeserializer, BytesDeserializer, Error, StrDeserializer,
    StringDeserializer, U64Deserializer,
};
#[cfg(feature = "serde")]
use serde::de::{DeserializeOwned, IntoDeserializer};

#[cfg(feature = "string-kit")]
use string_kit::CapturedStr;

use crate::allocator::{check, examination, examining};
use crate::hostile::caught;
pub use crate::slot::{Slot, Value, get, get_mut};

/// A detector of the traits of `T`.
#[derive(Debug)]
pub struct Probe<T>(PhantomData<T>);

impl<T> Lacks for Probe<T> {}

/// The constructor of a type that implements `From<&str>`.
pub trait Converts<T> {
    const from_str: fn(&str) -> T;
}

impl<T: for<'a> From<&'a str>> Converts<T> for Probe<T> {
    const from_str: fn(&str) -> T = |text| T::from(text);
}

#[cfg(feature = "string-kit")]
impl<T: CapturedStr> Probe<T> {
    pub const from_str: fn(&str) -> T = T::from_text;
}

/// Calls a macro with its arguments and the list of traits: field, name, function type, bound and
/// function.
///
/// [`probes`] does not define it: this crate could not name it by its path then.
#[doc(hidden)]
#[macro_export]
macro_rules! __with_probes {
    ([$($callback:tt)+] $($arguments:tt)*) => {
        $($callback)+! { $($arguments)*;
            clone "Clone": fn(&dyn Slot) -> Value
                where [T: Clone] = |text| Value::new(get::<T>(text).clone());
            default "Default": fn() -> Value where [T: Default] = || Value::new(T::default());
            eq "PartialEq": fn(&dyn Slot, &dyn Slot) -> bool
                where [T: PartialEq] = |a, b| T::eq(get(a), get(b));
            partial_cmp "PartialOrd": fn(&dyn Slot, &dyn Slot) -> Option<Ordering>
                where [T: PartialOrd] = |a, b| T::partial_cmp(get(a), get(b));
            cmp "Ord": fn(&dyn Slot, &dyn Slot) -> Ordering
                where [T: Ord] = |a, b| T::cmp(get(a), get(b));
            hash "Hash": fn(&dyn Slot, &mut dyn Hasher)
                where [T: Hash] = |text, mut hasher| T::hash(get(text), &mut hasher);
            borrowed "Borrow<str>": fn(&dyn Slot) -> &str
                where [T: Borrow<str>] = |text| T::borrow(get(text));
            as_ref "AsRef<str>": fn(&dyn Slot) -> &str
                where [T: AsRef<str>] = |text| T::as_ref(get(text));
            deref "Deref<Target = str>": fn(&dyn Slot) -> &str
                where [T: Deref<Target = str>] = |text| T::deref(get(text));
            display "Display": fn(&dyn Slot, &mut fmt::Formatter<'_>) -> fmt::Result
                where [T: fmt::Display] = |text, f| T::fmt(get(text), f);
            debug "Debug": fn(&dyn Slot, &mut fmt::Formatter<'_>) -> fmt::Result
                where [T: fmt::Debug] = |text, f| T::fmt(get(text), f);
            eq_str "PartialEq<str>": fn(&dyn Slot, &str) -> bool
                where [T: PartialEq<str>] = |a, b| T::eq(get(a), b);
            eq_string "PartialEq<String>": fn(&dyn Slot, &String) -> bool
                where [T: PartialEq<String>] = |a, b| T::eq(get(a), b);
            str_eq "str: PartialEq<Self>": fn(&str, &dyn Slot) -> bool
                where [str: PartialEq<T>] = |a, b| str::eq(a, get::<T>(b));
            cmp_str "PartialOrd<str>": fn(&dyn Slot, &str) -> Option<Ordering>
                where [T: PartialOrd<str>] = |a, b| T::partial_cmp(get(a), b);
            from_static "From<&'static str>": fn(&'static str) -> Value
                where [T: From<&'static str>] = |text| Value::new(T::from(text));
            from_string "From<String>": fn(String) -> Value
                where [T: From<String>] = |text| Value::new(T::from(text));
            from_boxed "From<Box<str>>": fn(Box<str>) -> Value
                where [T: From<Box<str>>] = |text| Value::new(T::from(text));
            from_cow "From<Cow<'static, str>>": fn(Cow<'static, str>) -> Value
                where [T: From<Cow<'static, str>>] = |text| Value::new(T::from(text));
            from_char "From<char>": fn(char) -> Value
                where [T: From<char>] = |c| Value::new(T::from(c));
            parse "FromStr": fn(&str) -> Option<Value>
                where [T: FromStr] = |text| text.parse::<T>().ok().map(Value::new);
            into_string "Into<String>": fn(Value) -> String
                where [T: Into<String>] = |text| text.take::<T>().into();
            into_boxed "Into<Box<str>>": fn(Value) -> Box<str>
                where [T: Into<Box<str>>] = |text| text.take::<T>().into();
            collect_chars "FromIterator<char>": fn(Box<dyn Iterator<Item = char> + '_>) -> Value
                where [T: FromIterator<char>] = |chars| Value::new(T::from_iter(chars));
            collect_strs "FromIterator<&'static str>":
                fn(Box<dyn Iterator<Item = &'static str> + '_>) -> Value
                where [T: FromIterator<&'static str>] = |texts| Value::new(T::from_iter(texts));
            collect_strings "FromIterator<String>":
                fn(Box<dyn Iterator<Item = String> + '_>) -> Value
                where [T: FromIterator<String>] = |texts| Value::new(T::from_iter(texts));
            extend_chars "Extend<char>": fn(&mut dyn Slot, Box<dyn Iterator<Item = char> + '_>)
                where [T: Extend<char>] = |text, chars| get_mut::<T>(text).extend(chars);
            extend_strs "Extend<&'static str>":
                fn(&mut dyn Slot, Box<dyn Iterator<Item = &'static str> + '_>)
                where [T: Extend<&'static str>] = |text, texts| get_mut::<T>(text).extend(texts);
            extend_strings "Extend<String>":
                fn(&mut dyn Slot, Box<dyn Iterator<Item = String> + '_>)
                where [T: Extend<String>] = |text, texts| get_mut::<T>(text).extend(texts);
            write "fmt::Write": fn(&mut dyn Slot, fmt::Arguments<'_>) -> fmt::Result
                where [T: fmt::Write] = |text, piece| T::write_fmt(get_mut(text), piece);
            add_assign "AddAssign<&'static str>": fn(&mut dyn Slot, &'static str)
                where [T: AddAssign<&'static str>] =
                |text, more| T::add_assign(get_mut(text), more);
            add "Add<&'static str>": fn(Value, &'static str) -> Value
                where [T: Add<&'static str, Output = T>] =
                |text, more| Value::new(T::add(text.take(), more));
            share "Sync": fn(&dyn Slot, &(dyn Fn(&dyn Slot) + Sync)) where [T: Sync] = share::<T>;
            send "Send": fn(Vec<Value>, &(dyn Fn(Value) + Sync)) where [T: Send] = send::<T>;
            #[cfg(feature = "serde")]
            serialize "Serialize": fn(&dyn Slot, &mut fmt::Formatter<'_>) -> fmt::Result
                where [T: serde::Serialize] = |text, f| get::<T>(text).serialize(f);
            #[cfg(feature = "serde")]
            deserialize "Deserialize": fn(SerdeInput<'_>) -> Option<Value>
                where [T: DeserializeOwned] = |input| input.read::<T>().map(Value::new);
        }
    };
}

/// Detects the traits of `$ty`, a concrete type.
#[doc(hidden)]
#[macro_export]
macro_rules! __probed {
    (
        $ty:ty;
        $($(#[$attr:meta])* $name:ident $title:literal:
            $function:ty where [$($bound:tt)*] = $value:expr;)*
    ) => {{
        #[allow(unused_imports)]
        use $crate::probe::Lacks as _;
        $crate::probe::Probed {
            $($name: <$crate::probe::Probe<$ty>>::$name,)*
        }
    }};
}

/// Defines the probes, and [`Probed`] with a field for each.
macro_rules! probes {
    (; $($(#[$attr:meta])* $name:ident $title:literal:
        $function:ty where [$($bound:tt)*] = $value:expr;)*) => {
        /// The functions of the traits of a type; `None` for a trait that the type lacks.
        #[derive(Debug)]
        pub struct Probed {
            $(pub $name: Option<$function>,)*
        }

        impl Probed {
            /// Returns true if the type implements the trait with this name.
            pub(super) fn implements(&self, title: &str) -> bool {
                match title {
                    $($title => self.$name.is_some(),)*
                    _ => false,
                }
            }
        }

        /// The constants of [`Probe`] for the traits that the type lacks.
        pub trait Lacks {
            $(const $name: Option<$function> = None;)*
        }

        $($(#[$attr])*
        impl<T: 'static> Probe<T> where $($bound)* {
            pub const $name: Option<$function> = Some($value);
        })*
    };
}
__with_probes!([probes]);

/// The number of threads that [`share`] starts.
const THREADS: usize = 4;

/// Calls `work` with the same text on four threads at once.
fn share<T: Sync + 'static>(text: &dyn Slot, work: &(dyn Fn(&dyn Slot) + Sync)) {
    let any: &dyn Any = text;
    let text = any.downcast_ref::<Option<T>>().expect("a slot of the type");
    at_once(vec![text; THREADS], &|text| work(text));
}

/// Moves each text to a thread of its own; all threads call `work` at once.
fn send<T: Send + 'static>(texts: Vec<Value>, work: &(dyn Fn(Value) + Sync)) {
    let texts = texts.into_iter().map(Value::take::<T>).collect();
    at_once(texts, &|text| work(Value::new(text)));
}

/// Calls `work` with each item on a thread of its own, all at once.
///
/// Panics with the first panic or violation in a thread. Without a `check` a violation would abort
/// the program.
fn at_once<T: Send>(items: Vec<T>, work: &(dyn Fn(T) + Sync)) {
    let start = &Barrier::new(items.len());
    let examination = examination();
    let failed = thread::scope(|scope| {
        let run = |item| {
            scope.spawn(move || {
                start.wait();
                let checked = || check(|| caught(|| work(item)));
                let (result, violations) = examining(examination, checked);
                match (result, violations.first()) {
                    (Err(panic), _) => Some(panic),
                    (Ok(()), violation) => violation.map(ToString::to_string),
                }
            })
        };
        let threads: Vec<_> = items.into_iter().map(run).collect();
        let failures = threads.into_iter().map(|thread| thread.join().ok()?);
        failures.fold(None, Option::or)
    });
    if let Some(failure) = failed {
        panic!("in a thread: {failure}");
    }
}

/// An input of a deserializer.
#[derive(Clone, Copy, Debug)]
pub enum SerdeInput<'a> {
    /// A text that lives for the call only.
    Str(&'a str),
    /// A text that the format owns and hands over.
    Owned(&'a str),
    /// A text that lives as long as the input.
    Borrowed(&'a str),
    /// Bytes that live for the call only.
    Bytes(&'a [u8]),
    /// Bytes that live as long as the input.
    BorrowedBytes(&'a [u8]),
    /// A number.
    Number(u64),
}

#[cfg(feature = "serde")]
impl SerdeInput<'_> {
    /// Deserializes a `T`, or returns `None` if it refuses the input.
    #[must_use]
    pub fn read<T: DeserializeOwned>(self) -> Option<T> {
        let read = match self {
            Self::Str(text) => {
                T::deserialize::<StrDeserializer<'_, Error>>(text.into_deserializer())
            }
            Self::Owned(text) => {
                let owned = String::from(text);
                T::deserialize::<StringDeserializer<Error>>(owned.into_deserializer())
            }
            Self::Borrowed(text) => T::deserialize(BorrowedStrDeserializer::<Error>::new(text)),
            Self::Bytes(bytes) => T::deserialize(BytesDeserializer::<Error>::new(bytes)),
            Self::BorrowedBytes(bytes) => {
                T::deserialize(BorrowedBytesDeserializer::<Error>::new(bytes))
            }
            Self::Number(number) => {
                T::deserialize::<U64Deserializer<Error>>(number.into_deserializer())
            }
        };
        read.ok()
    }
}
