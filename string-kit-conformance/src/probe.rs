//! The traits of a type, detected at compile time.
//!
//! An inherent constant takes precedence over a trait's constant of the same name, and exists only
//! where its bound holds: `Probe::<T>::hash` is `Some` if `T: Hash`, else the `None` of [`Lacks`].
//! This works only for concrete types, which is why [`subject!`](crate::subject) is a macro.
#![allow(non_upper_case_globals)] // A constant has the name of the field that it fills.

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

use crate::allocator::{Examination, check};
use crate::hostile::caught;

/// A detector of the traits of `T`.
#[derive(Debug)]
pub struct Probe<T>(PhantomData<T>);

impl<T> Lacks<T> for Probe<T> {}

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
/// [`probes`] does not define it: this crate could not name a macro that a macro defines by its
/// path. The attributes turn off the traits of features that are off.
#[doc(hidden)]
#[macro_export]
macro_rules! __with_probes {
    ([$($callback:tt)+] $($arguments:tt)*) => {
        $($callback)+! { $($arguments)*;
            clone "Clone": fn(&T) -> T where [T: Clone] = T::clone;
            default "Default": fn() -> T where [T: Default] = T::default;
            eq "PartialEq": fn(&T, &T) -> bool where [T: PartialEq] = T::eq;
            partial_cmp "PartialOrd": fn(&T, &T) -> Option<Ordering>
                where [T: PartialOrd] = T::partial_cmp;
            cmp "Ord": fn(&T, &T) -> Ordering where [T: Ord] = T::cmp;
            hash "Hash": fn(&T, &mut dyn Hasher)
                where [T: Hash] = |text, mut hasher| text.hash(&mut hasher);
            borrowed "Borrow<str>": fn(&T) -> &str where [T: Borrow<str>] = T::borrow;
            as_ref "AsRef<str>": fn(&T) -> &str where [T: AsRef<str>] = T::as_ref;
            deref "Deref<Target = str>": fn(&T) -> &str where [T: Deref<Target = str>] = T::deref;
            display "Display": fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result
                where [T: fmt::Display] = T::fmt;
            debug "Debug": fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result
                where [T: fmt::Debug] = T::fmt;
            eq_str "PartialEq<str>": fn(&T, &str) -> bool where [T: PartialEq<str>] = T::eq;
            eq_string "PartialEq<String>": fn(&T, &String) -> bool
                where [T: PartialEq<String>] = T::eq;
            str_eq "str: PartialEq<Self>": fn(&str, &T) -> bool where [str: PartialEq<T>] = str::eq;
            cmp_str "PartialOrd<str>": fn(&T, &str) -> Option<Ordering>
                where [T: PartialOrd<str>] = T::partial_cmp;
            from_static "From<&'static str>": fn(&'static str) -> T
                where [T: From<&'static str>] = T::from;
            from_string "From<String>": fn(String) -> T where [T: From<String>] = T::from;
            from_boxed "From<Box<str>>": fn(Box<str>) -> T where [T: From<Box<str>>] = T::from;
            from_cow "From<Cow<'static, str>>": fn(Cow<'static, str>) -> T
                where [T: From<Cow<'static, str>>] = T::from;
            from_char "From<char>": fn(char) -> T where [T: From<char>] = T::from;
            parse "FromStr": fn(&str) -> Option<T>
                where [T: FromStr] = |text| text.parse().ok();
            into_string "Into<String>": fn(T) -> String where [T: Into<String>] = T::into;
            into_boxed "Into<Box<str>>": fn(T) -> Box<str> where [T: Into<Box<str>>] = T::into;
            collect_chars "FromIterator<char>": fn(Box<dyn Iterator<Item = char> + '_>) -> T
                where [T: FromIterator<char>] = |chars| chars.collect();
            collect_strs "FromIterator<&'static str>":
                fn(Box<dyn Iterator<Item = &'static str> + '_>) -> T
                where [T: FromIterator<&'static str>] = |texts| texts.collect();
            collect_strings "FromIterator<String>": fn(Box<dyn Iterator<Item = String> + '_>) -> T
                where [T: FromIterator<String>] = |texts| texts.collect();
            extend_chars "Extend<char>": fn(&mut T, Box<dyn Iterator<Item = char> + '_>)
                where [T: Extend<char>] = |text, chars| text.extend(chars);
            extend_strs "Extend<&'static str>":
                fn(&mut T, Box<dyn Iterator<Item = &'static str> + '_>)
                where [T: Extend<&'static str>] = |text, texts| text.extend(texts);
            extend_strings "Extend<String>": fn(&mut T, Box<dyn Iterator<Item = String> + '_>)
                where [T: Extend<String>] = |text, texts| text.extend(texts);
            write "fmt::Write": fn(&mut T, fmt::Arguments<'_>) -> fmt::Result
                where [T: fmt::Write] = |text, arguments| fmt::Write::write_fmt(text, arguments);
            add_assign "AddAssign<&'static str>": fn(&mut T, &'static str)
                where [T: AddAssign<&'static str>] = T::add_assign;
            add "Add<&'static str>": fn(T, &'static str) -> T
                where [T: Add<&'static str, Output = T>] = T::add;
            share "Sync": fn(&T, &(dyn Fn(&T) + Sync)) where [T: Sync] = share;
            send "Send": fn(Vec<T>, &(dyn Fn(T) + Sync)) where [T: Send] = send;
            #[cfg(feature = "serde")]
            serialize "Serialize": fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result
                where [T: serde::Serialize] = |text, f| text.serialize(f);
            #[cfg(feature = "serde")]
            deserialize "Deserialize": fn(SerdeInput<'_>) -> Option<T>
                where [T: DeserializeOwned] = |input| input.read();
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
        $crate::probe::Probed::<$ty> {
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
        pub struct Probed<T> {
            $(pub $name: Option<$function>,)*
        }

        impl<T> Probed<T> {
            /// Returns the names of the traits that this build detects and the type lacks.
            pub(super) fn missing(&self) -> Vec<&'static str> {
                let mut missing = Vec::new();
                $($(#[$attr])*
                missing.extend(self.$name.is_none().then_some($title));)*
                missing
            }
        }

        /// The constants of [`Probe`] for the traits that the type lacks.
        pub trait Lacks<T> {
            $(const $name: Option<$function> = None;)*
        }

        $($(#[$attr])*
        impl<T> Probe<T> where $($bound)* {
            pub const $name: Option<$function> = Some($value);
        })*
    };
}
__with_probes!([probes]);

/// The number of threads that [`share`] starts.
const THREADS: usize = 4;

/// Calls `work` with the same text on four threads at once.
fn share<T: Sync>(text: &T, work: &(dyn Fn(&T) + Sync)) {
    at_once(vec![text; THREADS], &|text| work(text));
}

/// Moves each text to a thread of its own; all threads call `work` at once.
fn send<T: Send>(texts: Vec<T>, work: &(dyn Fn(T) + Sync)) {
    at_once(texts, work);
}

/// Calls `work` with each item on a thread of its own, all at once.
///
/// Panics with the first panic or violation in a thread. Without a `check` a violation would abort
/// the program.
fn at_once<T: Send>(items: Vec<T>, work: &(dyn Fn(T) + Sync)) {
    let start = &Barrier::new(items.len());
    let examination = Examination::running();
    let failed = thread::scope(|scope| {
        let run = |item| {
            scope.spawn(move || {
                start.wait();
                let checked = || check(|| caught(|| work(item)));
                let (result, violations) = examination.during(checked);
                match (result, violations.first()) {
                    (Err(panic), _) => Some(panic.to_string()),
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
