//! The macros for authors of string types.

/// Makes a [`Subject`](crate::Subject) of a concrete type: detects its traits, and takes the names
/// of its methods.
///
/// - After the type, write the names of its methods. If a signature is not that of `String`'s
///   method, add a closure to the name. [`Subject`](crate::Subject) lists the methods.
/// - If the type lacks `From<&str>` or `AsRef<str>`, write two functions after the type: a
///   constructor and a function that returns the text.
/// - With the feature `string-kit`, a type that implements string-kit's `CapturedStr` needs no
///   constructor. The trait also provides the capture, `heap_size`, `is_inline`, and the profile:
///   the name, the inline capacity, the cost of a clone and whether text can be appended. The laws
///   check all of these.
///
/// The macro sees an implementation only if it holds for the type as written. In a function that
/// is generic over `T`, `subject!(T)` sees only the traits in the bounds of `T`.
///
/// Declare the rest with the methods of [`Subject`](crate::Subject):
/// [`known`](crate::Subject::known),
/// [`inline_capacity`](crate::Subject::inline_capacity) and so on.
///
/// ```
/// use string_kit_conformance::subject;
///
/// let plain = subject!(Box<str>);
/// let mutable = subject!(String; push, pop, capture: |value| value.to_string());
/// let other = subject!(Vec<u8>, |text| text.into(), |bytes| str::from_utf8(bytes).unwrap());
/// assert_eq!(plain.name(), "Box<str>");
/// # let _ = (mutable, other);
/// ```
///
/// A misspelt name does not compile, and the compiler suggests a similar one:
///
/// ```compile_fail,E0599
/// string_kit_conformance::subject!(String; psuh);
/// ```
#[macro_export]
macro_rules! subject {
    ($ty:ty, $from_str:expr, $as_str:expr $(; $($methods:tt)*)?) => {
        $crate::__methods!(
            $ty;
            $crate::__detected!($ty, $from_str, $as_str);
            $($($methods)*)?
        )
    };
    ($ty:ty $(; $($methods:tt)*)?) => {
        $crate::__methods!(
            $ty;
            $crate::__detected!(
                $ty,
                {
                    #[allow(unused_imports)]
                    use $crate::probe::Converts as _;
                    <$crate::probe::Probe<$ty>>::from_str
                },
                |text| ::core::convert::AsRef::<str>::as_ref(text)
            );
            $($($methods)*)?
        )
    };
}

/// Makes a subject without methods: detects the traits, and takes the declarations of
/// `CapturedStr`.
#[doc(hidden)]
#[macro_export]
macro_rules! __detected {
    ($ty:ty, $from_str:expr, $as_str:expr) => {{
        #[allow(unused_imports)]
        use $crate::NotCaptured as _;
        <$crate::probe::Probe<$ty>>::captured($crate::Subject::<$ty>::new(
            stringify!($ty),
            $from_str,
            $as_str,
            $crate::__with_probes!([$crate::__probed] $ty),
        ))
    }};
}

/// Adds the named methods to a subject. Uses the closure after a name; for a name alone, calls the
/// method with `String`'s signature.
#[doc(hidden)]
#[macro_export]
macro_rules! __methods {
    ($ty:ty; $subject:expr;) => { $subject };
    ($ty:ty; $subject:expr; capture: |$value:ident| $captured:expr $(, $($rest:tt)*)?) => {{
        struct Way;
        impl $crate::Capture<$ty> for Way {
            fn capture<D: ::core::fmt::Display>($value: &D) -> $ty {
                $captured
            }
        }
        $crate::__methods!($ty; $subject.capture::<Way>(); $($($rest)*)?)
    }};
    ($ty:ty; $subject:expr; capture $($rest:tt)*) => {
        ::core::compile_error!("`capture` takes a closure: `capture: |value| ...`")
    };
    ($ty:ty; $subject:expr; $name:ident: $function:expr $(, $($rest:tt)*)?) => {
        $crate::__methods!($ty; $subject.$name($function); $($($rest)*)?)
    };
    ($ty:ty; $subject:expr; $name:ident $(, $($rest:tt)*)?) => {
        $crate::__methods!($ty; $subject.$name($crate::__method!($ty, $name)); $($($rest)*)?)
    };
}

/// Expands to a closure that calls a method with `String`'s signature.
///
/// A closure rather than a path: it also finds methods that the type has by `Deref`.
#[doc(hidden)]
#[macro_export]
macro_rules! __method {
    ($ty:ty, with_capacity) => {
        |room| <$ty>::with_capacity(room)
    };
    ($ty:ty, concat) => {
        |texts| <$ty>::concat(texts)
    };
    ($ty:ty, from_utf8) => {
        |bytes| <$ty>::from_utf8(bytes).ok()
    };
    ($ty:ty, from_utf8_lossy) => {
        |bytes| <$ty>::from_utf8_lossy(bytes)
    };
    ($ty:ty, drain) => {
        |text, range, how| how.apply(text.drain(range))
    };
    ($ty:ty, try_reserve) => {
        |text, more| text.try_reserve(more).is_ok()
    };
    ($ty:ty, try_push_str) => {
        |text, more| text.try_push_str(more).is_ok()
    };
    ($ty:ty, try_from_str) => {
        ::core::compile_error!("`try_from_str` takes a closure: `try_from_str: |text| ...`")
    };
    ($ty:ty, try_capture) => {
        ::core::compile_error!("`try_capture` takes a closure: `try_capture: |value| ...`")
    };
    ($ty:ty, $name:ident) => {
        $crate::__call! { [$] $name
            [pop clear as_mut_str capacity shrink_to_fit heap_size is_inline]
            [push push_str truncate remove retain extend_from_within split_off slice repeat reserve]
            [insert insert_str replace_range]
        }
    };
}

/// Expands to a closure that calls the method `$called`, which is in the list of methods with no
/// argument, one or two.
#[doc(hidden)]
#[macro_export]
macro_rules! __call {
    ([$d:tt] $called:ident [$($none:ident)*] [$($one:ident)*] [$($two:ident)*]) => {{
        macro_rules! call {
            $(($none) => { |text| text.$none() };)*
            $(($one) => { |text, a| text.$one(a) };)*
            $(($two) => { |text, a, b| text.$two(a, b) };)*
            // No method of `Subject`: the compiler reports the name in the declaration.
            ($d other:ident) => { () };
        }
        call!($called)
    }};
}

/// Defines a module with one test for each law. If the type breaks a law, its test fails and shows
/// the smallest counterexample that it found.
///
/// Evaluates the subject, which may be any expression, once for each test.
/// [`Subject::assert`](crate::Subject::assert) says when a test fails. The laws about memory need
/// an allocator of this crate as the global allocator, and `allocation_layouts` needs the
/// [`CheckingAllocator`](crate::CheckingAllocator).
///
/// ```
/// use std::rc::Rc;
/// use string_kit_conformance::{Law, conformance, subject};
///
/// conformance! {
///     rc_str: subject!(Rc<str>).known(Law::IsSendAndSync, "its count is not atomic")
/// }
/// ```
#[macro_export]
macro_rules! conformance {
    ($module:ident: $subject:expr) => {
        $crate::__with_laws!([$crate::__conformance] $module, $subject);
    };
}

/// Expands to the module of tests, from the list of laws.
#[doc(hidden)]
#[macro_export]
macro_rules! __conformance {
    ($module:ident, $subject:expr; $($variant:ident $name:ident)*) => {
        mod $module {
            #[allow(unused_imports)]
            use super::*;

            /// Examines the subject by a law.
            ///
            /// Only this function contains the subject's expression. So the compiler reports a
            /// mistake in it once, and not once for each law.
            #[cfg(test)]
            #[track_caller]
            fn assert_keeps(law: $crate::Law) {
                $subject.assert(law);
            }

            $(#[test]
            fn $name() {
                assert_keeps($crate::Law::$variant);
            })*
        }
    };
}
