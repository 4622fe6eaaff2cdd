//! The macros, and the functions that they expand to calls of.

use core::fmt;

use crate::capture::one;
use crate::capture::pieces::{self, Pieces};
use crate::captured_str::CapturedStr;
use crate::error::CaptureError;

/// Makes a [`StrList`](crate::StrList) of values of any [`Display`](core::fmt::Display) types.
///
/// Text, numbers, characters and booleans are written without `core::fmt`; every other value is
/// formatted alone. Allocates nothing if the list fits inline, else once, at the exact size; also
/// temporary buffers where [`StrList::capture`](crate::StrList::capture) does.
///
/// If there are more than 64 values, all are formatted; the text is the same.
///
/// # Panics
///
/// Panics if a value's `Display` returns an error. The program aborts if the allocator returns no
/// memory. [`try_str_list!`](crate::try_str_list!) returns an error instead of both.
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

/// Makes a [`StrList`](crate::StrList) of values, or returns an error.
///
/// Costs what [`str_list!`](crate::str_list!) costs.
///
/// # Errors
///
/// Those of [`StrList::try_capture`](crate::StrList::try_capture), with the index of the value.
///
/// ```
/// # use string_kit::try_str_list;
/// assert_eq!(try_str_list!["eu-west", 200, true]?, ["eu-west", "200", "true"]);
/// # Ok::<(), string_kit::CaptureError>(())
/// ```
#[macro_export]
macro_rules! try_str_list {
    ($($value:expr),* $(,)?) => {
        $crate::__pieces!(
            $crate::__private::try_str_list, $crate::StrList::try_capture; $($value),*
        )
    };
}

/// Lends a [`StrList`](crate::StrList) of values, to look it up in a map.
///
/// The list is the one that [`str_list!`](crate::str_list!) makes. It lies on the stack, and is written
/// without an allocation where [`StrList::with_captured`](crate::StrList::with_captured) needs none.
/// See there for what can be done with a lent list.
///
/// # Panics
///
/// Panics if a value's `Display` returns an error. The program aborts if the allocator returns no
/// memory.
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

/// Lends a [`StrList`](crate::StrList) of values, or returns an error.
///
/// Costs what [`with_str_list!`](crate::with_str_list!) costs.
///
/// # Errors
///
/// Those of [`StrList::try_with_captured`](crate::StrList::try_with_captured).
///
/// ```
/// # use string_kit::try_with_str_list;
/// assert_eq!(try_with_str_list!(["GET", 200], |tags| tags.len())?, 2);
/// # Ok::<(), string_kit::CaptureError>(())
/// ```
#[macro_export]
macro_rules! try_with_str_list {
    ([$($value:expr),* $(,)?], $read:expr $(,)?) => {
        $crate::__pieces!(
            $crate::__private::try_with_str_list, $crate::StrList::try_with_captured; $($value),*; $read
        )
    };
}

/// Captures formatted text in any [`CapturedStr`](crate::CapturedStr).
///
/// Takes what [`format!`](std::format) takes. The type of the result is inferred, or stands before a semicolon;
/// rustfmt leaves a call with a semicolon as it is. Text, numbers, characters and booleans that have no format spec
/// are written without `core::fmt`; every other value is formatted alone. Allocates what the result needs. A text of
/// more than [`STACK_BYTES`](crate::capture::STACK_BYTES) also grows one temporary buffer on the heap.
///
/// Without the feature `macros` the whole text goes through `core::fmt`, at the cost of
/// [`CapturedStr::capture`](crate::CapturedStr::capture). The text is the same.
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

/// Captures formatted text in any [`CapturedStr`](crate::CapturedStr), or returns an error.
///
/// Costs what [`capture!`](crate::capture!) costs.
///
/// # Errors
///
/// Those of [`CapturedStr::try_capture`](crate::CapturedStr::try_capture).
///
/// ```
/// # use string_kit::try_capture;
/// assert_eq!(try_capture!(String; "{}-{}", "eu-west", 7)?, "eu-west-7");
/// # Ok::<(), string_kit::CaptureError>(())
/// ```
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

/// Calls the second function with `format_args!`.
#[cfg(not(feature = "macros"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __format {
    ($function:tt [$($fallback:tt)+] $($format:tt)+) => {
        $crate::__private::$($fallback)+(::core::format_args!($($format)+))
    };
}

/// Calls the first function with the pieces of some values, and a last argument, or the second with the
/// values if there are more than 64: the compiler nests a type for each piece, up to 128. One expression
/// makes and uses the pieces, so that the values can be temporary.
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
    ) => {
        $many(&[$(&&$value),*], $($last)?)
    };
    (@ $values:tt $few:path, $many:path; $($value:expr),* $(; $last:expr)?) => {{
        $few(
            &$crate::__private::List(())
                $(.with($crate::__private::ToPiece::to_piece(&$crate::__private::probe(&$value)[()])))*.0,
            $($last)?
        )
    }};
}

/// Captures the pieces, one after the other.
#[doc(hidden)]
#[inline]
#[must_use]
#[track_caller]
pub fn capture<S: CapturedStr, P: Pieces>(pieces: &P) -> S {
    match pieces::capture(pieces, |text| Ok(S::from_text(text))) {
        Ok(captured) => captured,
        Err(error) => error.panic_for("cannot capture formatted text"),
    }
}

/// Captures the pieces, one after the other, or returns an error.
#[doc(hidden)]
#[inline]
pub fn try_capture<S: CapturedStr, P: Pieces>(pieces: &P) -> Result<S, CaptureError> {
    pieces::capture(pieces, S::try_from_text)
}

/// Captures formatted text, where no macro has cut it into pieces.
#[doc(hidden)]
#[inline]
#[must_use]
#[track_caller]
pub fn capture_arguments<S: CapturedStr>(arguments: fmt::Arguments<'_>) -> S {
    match one::capture_arguments(arguments, |text| Ok(S::from_text(text))) {
        Ok(captured) => captured,
        Err(error) => error.panic_for("cannot capture formatted text"),
    }
}

/// Captures formatted text, where no macro has cut it into pieces, or returns an error.
#[doc(hidden)]
#[inline]
pub fn try_capture_arguments<S: CapturedStr>(
    arguments: fmt::Arguments<'_>,
) -> Result<S, CaptureError> {
    one::capture_arguments(arguments, S::try_from_text)
}
