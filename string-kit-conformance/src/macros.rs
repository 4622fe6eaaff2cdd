//! The macros for the authors of string types.

/// Makes a [`Subject`](crate::Subject) of a concrete type: detects its traits, and takes its methods.
///
/// - After the type come the names of its methods. A method with another signature than
///   `String`'s comes with a closure; [`Subject`](crate::Subject) lists the methods.
/// - A type without `From<&str>` or without `AsRef<str>` gives two functions: a constructor and a view.
/// - With the feature `string-kit`, a type that implements `CapturedStr` says `as CapturedStr`: the
///   trait provides constructor, view, name, inline capacity, capture and the cost of a clone.
///
/// The methods of [`Subject`](crate::Subject) declare the rest: [`known`](crate::Subject::known)
/// breaks, [`lacks`](crate::Subject::lacks), [`inline_capacity`](crate::Subject::inline_capacity) and
/// so on.
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
#[macro_export]
macro_rules! subject {
    ($ty:ty as CapturedStr $(; $($methods:tt)*)?) => {
        $crate::__methods!(
            $ty;
            $crate::Subject::<$ty>::new(
                stringify!($ty),
                <$ty as $crate::CapturedStr>::from_text,
                <$ty as $crate::CapturedStr>::as_str,
                $crate::__with_probes!([$crate::__probed] $ty),
            )
            .captured();
            $($($methods)*)?
        )
    };
    ($ty:ty, $from_str:expr, $as_str:expr $(; $($methods:tt)*)?) => {
        $crate::__methods!(
            $ty;
            $crate::Subject::<$ty>::new(
                stringify!($ty),
                $from_str,
                $as_str,
                $crate::__with_probes!([$crate::__probed] $ty),
            );
            $($($methods)*)?
        )
    };
    ($ty:ty $(; $($methods:tt)*)?) => {
        $crate::subject!(
            $ty,
            |text| <$ty>::from(text),
            |text| ::core::convert::AsRef::<str>::as_ref(text)
            $(; $($methods)*)?
        )
    };
}

/// Adds the named methods to a subject: by the closure that comes with the name, else by a call with
/// `String`'s signature.
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
    ($ty:ty; $subject:expr; $name:ident: $function:expr $(, $($rest:tt)*)?) => {
        $crate::__methods!($ty; $subject.$name($function); $($($rest)*)?)
    };
    ($ty:ty; $subject:expr; $name:ident $(, $($rest:tt)*)?) => {
        $crate::__methods!($ty; $subject.$name($crate::__method!($ty, $name)); $($($rest)*)?)
    };
}

/// Expands to a closure that calls a method with `String`'s signature.
#[doc(hidden)]
#[macro_export]
macro_rules! __method {
    ($ty:ty, retain) => {
        |text, keep| text.retain(keep)
    };
    ($ty:ty, drain) => {
        |text, range, how| how.apply(text.drain(range))
    };
    ($ty:ty, replace_range) => {
        |text, range, with| text.replace_range(range, with)
    };
    ($ty:ty, extend_from_within) => {
        |text, range| text.extend_from_within(range)
    };
    ($ty:ty, slice) => {
        |text, range| text.slice(range)
    };
    ($ty:ty, concat) => {
        |texts| <$ty>::concat(texts)
    };
    ($ty:ty, try_reserve) => {
        |text, more| text.try_reserve(more).is_ok()
    };
    ($ty:ty, try_push_str) => {
        |text, more| text.try_push_str(more).is_ok()
    };
    ($ty:ty, from_utf8) => {
        |bytes| <$ty>::from_utf8(bytes).ok()
    };
    ($ty:ty, with_capacity) => {
        |room| <$ty>::with_capacity(room)
    };
    ($ty:ty, from_utf8_lossy) => {
        |bytes| <$ty>::from_utf8_lossy(bytes)
    };
    // A closure rather than a path: it also finds methods of the type that this one dereferences to.
    ($ty:ty, $name:ident) => {
        $crate::__call!($name)
    };
}

/// Expands to a closure that calls a method whose parameters are plain values.
#[doc(hidden)]
#[macro_export]
macro_rules! __call {
    (push) => {
        |text, c| text.push(c)
    };
    (push_str) => {
        |text, more| text.push_str(more)
    };
    (pop) => {
        |text| text.pop()
    };
    (truncate) => {
        |text, len| text.truncate(len)
    };
    (clear) => {
        |text| text.clear()
    };
    (insert) => {
        |text, at, c| text.insert(at, c)
    };
    (insert_str) => {
        |text, at, more| text.insert_str(at, more)
    };
    (remove) => {
        |text, at| text.remove(at)
    };
    (split_off) => {
        |text, at| text.split_off(at)
    };
    (as_mut_str) => {
        |text| text.as_mut_str()
    };
    (repeat) => {
        |text, times| text.repeat(times)
    };
    (capacity) => {
        |text| text.capacity()
    };
    (reserve) => {
        |text, more| text.reserve(more)
    };
    (shrink_to_fit) => {
        |text| text.shrink_to_fit()
    };
}

/// Defines a module with one test for each law. A broken law is a test that fails and shows the
/// smallest counterexample that was found.
///
/// Evaluates the subject, which is an expression, once for each test. [`Subject::assert`] describes
/// when a test fails. Laws about memory need a [`CheckingAllocator`] as the global allocator.
///
/// ```
/// use std::rc::Rc;
/// use string_kit_conformance::{Law, conformance, subject};
///
/// conformance! {
///     rc_str: subject!(Rc<str>).known(Law::IsSendAndSync, "its count is not atomic");
///     skip nothing_leaks: "this program has another allocator";
/// }
/// ```
///
/// A skipped law is an ignored test, for which the harness prints the reason. Prefer
/// [`Subject::known`], which still examines the law. Only a law can be skipped:
///
/// ```compile_fail
/// use string_kit_conformance::{conformance, subject};
///
/// conformance! {
///     string: subject!(String);
///     skip gravity: "there is no such law";
/// }
/// ```
///
/// [`CheckingAllocator`]: crate::CheckingAllocator
/// [`Subject::assert`]: crate::Subject::assert
/// [`Subject::known`]: crate::Subject::known
#[macro_export]
macro_rules! conformance {
    ($module:ident: $subject:expr $(; $(skip $law:ident: $reason:literal;)*)?) => {
        $crate::__with_laws!([$crate::__conformance] $module, $subject, $($($law $reason)*)?);
    };
}

/// Expands to the module of tests, from the list of laws.
#[doc(hidden)]
#[macro_export]
macro_rules! __conformance {
    (
        $module:ident, $subject:expr, $($skipped:ident $reason:literal)*;
        $($variant:ident $name:ident)*
    ) => {
        mod $module {
            #[allow(unused_imports)]
            use super::*;

            /// Expands to the test of a law, by the first arm with its name.
            #[allow(unused_macro_rules)]
            macro_rules! law {
                $(($skipped) => {
                    #[test]
                    #[ignore = $reason]
                    fn $skipped() {
                        $subject.assert($crate::by_name::$skipped);
                    }
                };)*
                $(($name) => {
                    #[test]
                    fn $name() {
                        $subject.assert($crate::Law::$variant);
                    }
                };)*
            }
            $(law!($name);)*
            // Each skipped name must be the name of a law.
            $(const _: $crate::Law = $crate::by_name::$skipped;)*
        }
    };
}
