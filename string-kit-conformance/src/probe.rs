//! What a type implements, found out at compile time.
//!
//! An inherent constant goes before one of a trait, and exists only where its bound holds:
//! `Probe::<T>::hash` is `Some` if `T: Hash`, else what [`Lacks`] gives to all. It works where `T`
//! is a concrete type, so that [`subject!`](crate::subject) is a macro.
#![allow(non_upper_case_globals)] // A constant is named after the field that it fills.

use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::ops::{Add, AddAssign, Deref};
use core::str::FromStr;
use std::borrow::Cow;

/// Asks what `T` implements.
#[derive(Debug)]
pub struct Probe<T>(PhantomData<T>);

impl<T> Lacks<T> for Probe<T> {}

/// Calls a macro with its arguments and the list of what is asked: name, type, bound and function.
///
/// A macro of its own, and not one that [`probes`] makes: a macro that a macro made cannot be named
/// by its path in this crate. The attributes are for this crate's features.
#[doc(hidden)]
#[macro_export]
macro_rules! __with_probes {
    ([$($callback:tt)+] $($arguments:tt)*) => {
        $($callback)+! { $($arguments)*;
            clone: fn(&T) -> T where [T: Clone] = T::clone;
            default: fn() -> T where [T: Default] = T::default;
            eq: fn(&T, &T) -> bool where [T: PartialEq] = T::eq;
            partial_cmp: fn(&T, &T) -> Option<Ordering> where [T: PartialOrd] = T::partial_cmp;
            cmp: fn(&T, &T) -> Ordering where [T: Ord] = T::cmp;
            hash: fn(&T, &mut dyn Hasher) where [T: Hash] = |text, mut hasher| text.hash(&mut hasher);
            borrow: fn(&T) -> &str where [T: Borrow<str>] = T::borrow;
            as_ref: fn(&T) -> &str where [T: AsRef<str>] = T::as_ref;
            deref: fn(&T) -> &str where [T: Deref<Target = str>] = T::deref;
            display: fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result where [T: fmt::Display] = T::fmt;
            debug: fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result where [T: fmt::Debug] = T::fmt;
            eq_str: fn(&T, &str) -> bool where [T: PartialEq<str>] = T::eq;
            eq_string: fn(&T, &String) -> bool where [T: PartialEq<String>] = T::eq;
            str_eq: fn(&str, &T) -> bool where [str: PartialEq<T>] = str::eq;
            cmp_str: fn(&T, &str) -> Option<Ordering> where [T: PartialOrd<str>] = T::partial_cmp;
            from_static: fn(&'static str) -> T where [T: From<&'static str>] = T::from;
            from_string: fn(String) -> T where [T: From<String>] = T::from;
            from_boxed: fn(Box<str>) -> T where [T: From<Box<str>>] = T::from;
            from_cow: fn(Cow<'static, str>) -> T where [T: From<Cow<'static, str>>] = T::from;
            from_char: fn(char) -> T where [T: From<char>] = T::from;
            parse: fn(&str) -> Option<T> where [T: FromStr] = |text| text.parse().ok();
            into_string: fn(T) -> String where [T: Into<String>] = T::into;
            into_boxed: fn(T) -> Box<str> where [T: Into<Box<str>>] = T::into;
            collect_chars: fn(Box<dyn Iterator<Item = char> + '_>) -> T
                where [T: FromIterator<char>] = |chars| chars.collect();
            collect_strs: fn(Box<dyn Iterator<Item = &'static str> + '_>) -> T
                where [T: FromIterator<&'static str>] = |texts| texts.collect();
            collect_strings: fn(Box<dyn Iterator<Item = String> + '_>) -> T
                where [T: FromIterator<String>] = |texts| texts.collect();
            extend_chars: fn(&mut T, Box<dyn Iterator<Item = char> + '_>)
                where [T: Extend<char>] = |text, chars| text.extend(chars);
            extend_strs: fn(&mut T, Box<dyn Iterator<Item = &'static str> + '_>)
                where [T: Extend<&'static str>] = |text, texts| text.extend(texts);
            extend_strings: fn(&mut T, Box<dyn Iterator<Item = String> + '_>)
                where [T: Extend<String>] = |text, texts| text.extend(texts);
            write: fn(&mut T, fmt::Arguments<'_>) -> fmt::Result
                where [T: fmt::Write] = |text, arguments| fmt::Write::write_fmt(text, arguments);
            add_assign: fn(&mut T, &'static str) where [T: AddAssign<&'static str>] = T::add_assign;
            add: fn(T, &'static str) -> T where [T: Add<&'static str, Output = T>] = T::add;
            share: fn(&T, &(dyn Fn(&T) + Sync)) where [T: Sync] = super::threads::share;
            send: fn(Vec<T>, &(dyn Fn(T) + Sync)) where [T: Send] = super::threads::send;
            #[cfg(feature = "serde")]
            serialize: fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result
                where [T: serde::Serialize] = |text, f| text.serialize(f);
            #[cfg(feature = "serde")]
            deserialize: fn(super::given::Given<'_>) -> Option<T>
                where [T: serde::de::DeserializeOwned] = |given| given.read();
        }
    };
}

/// What `$ty`, a concrete type, implements.
#[doc(hidden)]
#[macro_export]
macro_rules! __probed {
    (
        $ty:ty;
        $($(#[$attr:meta])* $name:ident: $function:ty where [$($bound:tt)*] = $value:expr;)*
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
    (; $($(#[$attr:meta])* $name:ident: $function:ty where [$($bound:tt)*] = $value:expr;)*) => {
        /// What a type implements, as functions; `None` where it does not.
        #[derive(Debug)]
        pub struct Probed<T> {
            $(pub $name: Option<$function>,)*
        }

        /// What [`Probe`] has where no bound holds.
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
