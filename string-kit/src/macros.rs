//! The macros, and the functions that they expand to calls of.

use core::fmt;

use crate::capture::one;
use crate::capture::pieces::{self, Pieces};
use crate::captured_str::CapturedStr;
use crate::error::{OrPanic, TextError};

/// Makes a [`StrList`](crate::StrList) of values of any [`Display`](core::fmt::Display) types.
///
/// Text, numbers, characters and booleans are written without `core::fmt`; every other value is
/// formatted alone. Allocates what [`StrList::capture`](crate::StrList::capture) does. More than 64
/// values are all formatted; the text is the same.
///
/// # Panics
///
/// Panics if a value's `Display` returns an error. The program aborts if memory runs out.
///
/// ```
/// # use string_kit::str_list;
/// assert_eq!(str_list!["eu-west", 200, true], ["eu-west", "200", "true"]);
/// ```
#[macro_export]
macro_rules! str_list {
    ($($value:expr),* $(,)?) => {
        $crate::__pieces!($crate::__private::str_list, $crate::StrList::capture; $($value),*)
    };
}

/// Makes a list as [`str_list!`](crate::str_list!) does, or returns an error of
/// [`StrList::try_capture`](crate::StrList::try_capture).
#[macro_export]
macro_rules! try_str_list {
    ($($value:expr),* $(,)?) => {
        $crate::__pieces!(
            $crate::__private::try_str_list, $crate::StrList::try_capture; $($value),*
        )
    };
}

/// Lends the list that [`str_list!`](crate::str_list!) makes, to look it up in a map.
///
/// It lies on the stack, as with [`StrList::with_captured`](crate::StrList::with_captured).
///
/// # Panics
///
/// Panics as [`str_list!`](crate::str_list!) does.
///
/// ```
/// use std::collections::HashMap;
/// use string_kit::{str_list, with_str_list};
///
/// let counters = HashMap::from([(str_list!["GET", 200], 7)]);
/// let count = with_str_list!(["GET", 200], |tags| counters.get(tags).copied());
/// assert_eq!(count, Some(7));
/// ```
#[macro_export]
macro_rules! with_str_list {
    ([$($value:expr),* $(,)?], $read:expr $(,)?) => {
        $crate::__pieces!(
            $crate::__private::with_str_list, $crate::StrList::with_captured; $($value),*; $read
        )
    };
}

/// Lends a list as [`with_str_list!`](crate::with_str_list!) does, or returns an error of
/// [`StrList::try_with_captured`](crate::StrList::try_with_captured).
#[macro_export]
macro_rules! try_with_str_list {
    ([$($value:expr),* $(,)?], $read:expr $(,)?) => {
        $crate::__pieces!(
            $crate::__private::try_with_str_list, $crate::StrList::try_with_captured;
            $($value),*; $read
        )
    };
}

/// Captures formatted text in any [`CapturedStr`](crate::CapturedStr).
///
/// Takes what [`format!`](std::format) takes, and drops temporary values where it does. The type of
/// the result is inferred, or stands before a semicolon. Text, numbers, characters and booleans
/// that have no format spec are written without `core::fmt`; every other value is formatted alone.
/// Allocates what [`CapturedStr::capture`](crate::CapturedStr::capture) of the text does. Without
/// the feature `macros` the whole text goes through `core::fmt`.
///
/// # Panics
///
/// Panics as [`CapturedStr::capture`](crate::CapturedStr::capture) does.
///
/// ```
/// use string_kit::{SharedStr, capture};
///
/// let (name, id) = ("eu-west", 7);
/// let key: String = capture!("{name}-{id}");
/// assert_eq!(key, "eu-west-7");
///
/// let shared = capture!(SharedStr; "{name}-{id:03} {}", 1.5);
/// assert_eq!(shared, "eu-west-007 1.5");
/// ```
#[macro_export]
macro_rules! capture {
    ($type:ty; $($format:tt)+) => {
        $crate::__format!([capture::<$type, _>] [capture_arguments::<$type>] $($format)+)
    };
    ($($format:tt)+) => {
        $crate::__format!([capture::<_, _>] [capture_arguments::<_>] $($format)+)
    };
}

/// Captures as [`capture!`](crate::capture!) does, or returns an error of
/// [`CapturedStr::try_capture`](crate::CapturedStr::try_capture).
#[macro_export]
macro_rules! try_capture {
    ($type:ty; $($format:tt)+) => {
        $crate::__format!([try_capture::<$type, _>] [try_capture_arguments::<$type>] $($format)+)
    };
    ($($format:tt)+) => {
        $crate::__format!([try_capture::<_, _>] [try_capture_arguments::<_>] $($format)+)
    };
}

/// Calls the first function with the pieces of a format string, or the second with `format_args!`.
#[cfg(feature = "macros")]
#[doc(hidden)]
#[macro_export]
macro_rules! __format {
    ($function:tt $fallback:tt $($format:tt)+) => {
        $crate::__private::capture_pieces!([$crate::__private] $function $fallback $($format)+)
    };
}

/// Calls the second function with `format_args!`, in a block as [`__pieces!`](crate::__pieces!).
#[cfg(not(feature = "macros"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __format {
    ($function:tt [$($fallback:tt)+] $($format:tt)+) => {{
        $crate::__private::$($fallback)+(::core::format_args!($($format)+))
    }};
}

/// Calls the first function with the pieces of some values, and a last argument, or the second with
/// the values if there are more than 64: the compiler nests a type for each piece, up to 128. The
/// call is one expression, so that the values can be temporary, in a block, which drops them before
/// the caller's statement goes on. The tail of a block does so in this crate's edition, whichever
/// the caller's is:
///
/// ```edition2021
/// use string_kit::{capture, str_list};
///
/// let lock = std::sync::Mutex::new(7);
/// let list = || (str_list![lock.try_lock().unwrap()], lock.try_lock().unwrap().to_string());
/// assert_eq!(list(), (str_list!["7"], "7".to_owned()));
/// let texts: (String, String) = (
///     capture!("{}", lock.try_lock().unwrap()),
///     capture!(concat!("{}"), lock.try_lock().unwrap()),
/// );
/// assert_eq!(texts, ("7".to_owned(), lock.try_lock().unwrap().to_string()));
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __pieces {
    ($few:path, $many:path; $($value:expr),* $(; $last:expr)?) => {
        $crate::__pieces!(@ [$($value)*] $few, $many; $($value),* $(; $last)?)
    };
    (
        @ [
            $a:tt $b:tt $c:tt $d:tt $e:tt $f:tt $g:tt $h:tt $i:tt $j:tt $k:tt $l:tt $m:tt $n:tt
            $o:tt $p:tt $q:tt $r:tt $s:tt $t:tt $u:tt $v:tt $w:tt $x:tt $y:tt $z:tt $aa:tt $ab:tt
            $ac:tt $ad:tt $ae:tt $af:tt $ag:tt $ah:tt $ai:tt $aj:tt $ak:tt $al:tt $am:tt $an:tt
            $ao:tt $ap:tt $aq:tt $ar:tt $at:tt $au:tt $av:tt $aw:tt $ax:tt $ay:tt $az:tt $ba:tt
            $bb:tt $bc:tt $bd:tt $be:tt $bf:tt $bg:tt $bh:tt $bi:tt $bj:tt $bk:tt $bl:tt $bm:tt
            $bn:tt
            $($more:tt)*
        ]
        $few:path, $many:path; $($value:expr),* $(; $last:expr)?
    ) => {{
        $many(&[$(&&$value),*], $($last)?)
    }};
    (@ $values:tt $few:path, $many:path; $($value:expr),* $(; $last:expr)?) => {{
        $few(
            &$crate::__private::List(())
                $(.with($crate::__private::ToPiece::to_piece(
                    &$crate::__private::probe(&$value)[()]
                )))*.0,
            $($last)?
        )
    }};
}

#[doc(hidden)]
#[inline]
#[must_use]
#[track_caller]
pub fn capture<S: CapturedStr, P: Pieces>(pieces: &P) -> S {
    pieces::capture(pieces, |text| Ok(S::from_text(text)))
        .or_panic_for("cannot capture formatted text")
}

#[doc(hidden)]
#[inline]
pub fn try_capture<S: CapturedStr, P: Pieces>(pieces: &P) -> Result<S, TextError> {
    pieces::capture(pieces, S::try_from_str)
}

#[doc(hidden)]
#[inline]
#[must_use]
#[track_caller]
pub fn capture_arguments<S: CapturedStr>(arguments: fmt::Arguments<'_>) -> S {
    one::capture_arguments(arguments, |text| Ok(S::from_text(text)))
        .or_panic_for("cannot capture formatted text")
}

#[doc(hidden)]
#[inline]
pub fn try_capture_arguments<S: CapturedStr>(
    arguments: fmt::Arguments<'_>,
) -> Result<S, TextError> {
    one::capture_arguments(arguments, S::try_from_str)
}
