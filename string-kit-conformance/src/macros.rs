//! The macros that a string crate's author writes.

/// A [`Subject`](crate::Subject) of a concrete type: finds what the type implements,
/// and takes what it has beside.
///
/// After the type come the names of methods that are called as `String`'s are; one that is called
/// otherwise comes with a closure. A type that is made of a text by something else than
/// `From<&str>`, or looked at by something else than `AsRef<str>`, says by what, in that order; one
/// that is a [`CapturedStr`](crate::CapturedStr) says that, and needs nothing else. The method
/// [`Subject::known`](crate::Subject::known) and its siblings say what else is known.
///
/// ```
/// use string_kit_conformance::subject;
///
/// let plain = subject!(Box<str>);
/// let mutable = subject!(String; push, pop, capture: |value| value.to_string());
/// let otherwise = subject!(Vec<u8>, |text| text.into(), |bytes| str::from_utf8(bytes).unwrap());
/// let captured = subject!(std::sync::Arc<str> as CapturedStr);
/// assert_eq!(captured.name(), "Arc<str>");
/// # let _ = (plain, mutable, otherwise);
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

/// Adds the methods that are named to a subject: by the closure that comes with the name, else by
/// a call of `String`'s form.
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

/// The call of a method of a type, in `String`'s form.
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
    // A closure rather than a path: it also finds what the type dereferences to.
    ($ty:ty, $name:ident) => {
        $crate::__call!($name)
    };
}

/// The call of a method that takes none but plain values.
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

/// The tests of a string type: one for each law, in a module, so that a law that is broken is a
/// test that fails, with the least counterexample that was found.
///
/// ```
/// use std::rc::Rc;
/// use string_kit_conformance::Law;
///
/// string_kit_conformance::conformance! {
///     rc_str: string_kit_conformance::subject!(Rc<str>)
///         .known(Law::IsSendAndSync, "its count is not atomic");
///     skip nothing_leaks: "the allocator here is another";
/// }
/// ```
///
/// What is skipped must be a law:
///
/// ```compile_fail
/// string_kit_conformance::conformance! {
///     string: string_kit_conformance::subject!(String);
///     skip gravity: "there is no such law";
/// }
/// ```
///
/// The subject is an expression, evaluated for each test. A law that is skipped is a test that is
/// ignored: the harness prints the reason. Prefer
/// [`known`](crate::Subject::known), which goes on examining.
///
/// Laws about memory need the program's allocator to be a
/// [`CheckingAllocator`](crate::CheckingAllocator).
#[macro_export]
macro_rules! conformance {
    ($module:ident: $subject:expr $(; $(skip $law:ident: $reason:literal;)*)?) => {
        $crate::__with_laws!([$crate::__conformance] $module, $subject, $($($law $reason)*)?);
    };
}

/// The module of tests, from the list of laws.
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

            /// The test of a law, by its name: the first arm that has it.
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
            // A law that is skipped must be one.
            $(const _: $crate::Law = $crate::by_name::$skipped;)*
        }
    };
}
