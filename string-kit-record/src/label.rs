//! Labels: the names under which strings are recorded.

use core::marker::PhantomData;

/// The part of the texts that a label keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Texts {
    /// A sample of the texts, with counts, and the most frequent ones.
    Kept,
    /// The lengths, the counts and keyed hashes. No text is kept.
    ///
    /// The hash is std's `DefaultHasher` with the random keys of a `RandomState`. It is another for
    /// each process and each label, and its keys are forgotten when the process ends: nobody else
    /// can compute the hash of a text. The README says what can still be guessed.
    Lengths,
}

/// The name under which strings are recorded.
///
/// [`recorded!`](crate::recorded!) makes one. Types with the same name share a record, if both keep
/// texts or neither does. Else the record of those that keep texts has the name with the end
/// ` (texts kept)`.
///
/// ```
/// use string_kit_record::{Label, Recorded};
///
/// struct Host;
/// impl Label for Host {
///     const NAME: &'static str = "host";
/// }
///
/// let host: Recorded<String, Host> = "eu-west-1".into();
/// assert_eq!(host, "eu-west-1");
/// ```
pub trait Label: 'static {
    /// The name in the record.
    const NAME: &'static str;
    /// The name of the alias in the program; empty if it is not known. Of two types with one name,
    /// the one that is used first decides.
    const ALIAS: &'static str = "";
    /// The part of the texts that is kept.
    const TEXTS: Texts = Texts::Lengths;
}

mod sealed {
    /// The text of a [`Name`](super::Name).
    pub trait Text {
        const TEXT: &'static str;
    }
}

/// The most bytes of a name.
const LONGEST: usize = 32;

macro_rules! name {
    ($($letter:ident)*) => {
        /// A name as a type: its characters, so that a message of the compiler shows them.
        #[derive(Debug)]
        pub enum Name<$(const $letter: char = '\0'),*> {}

        impl<$(const $letter: char),*> Name<$($letter),*> {
            const BYTES: &'static ([u8; LONGEST], usize) = &written([$($letter),*]);
        }

        impl<$(const $letter: char),*> sealed::Text for Name<$($letter),*> {
            const TEXT: &'static str = {
                let (bytes, length) = Self::BYTES;
                match core::str::from_utf8(bytes.split_at(*length).0) {
                    Ok(text) => text,
                    Err(_) => unreachable!(),
                }
            };
        }
    };
}

name!(A B C D E F G H I J K L M N O P Q R S T U V W X Y Z AA BB CC DD EE FF);

/// Returns the bytes of the characters before the first that is zero, and their number.
const fn written(characters: [char; LONGEST]) -> ([u8; LONGEST], usize) {
    let (mut bytes, mut length, mut at) = ([0; LONGEST], 0, 0);
    while at < LONGEST && characters[at] != '\0' {
        let mut encoded = [0; 4];
        let count = characters[at].encode_utf8(&mut encoded).len();
        let mut byte = 0;
        while byte < count {
            bytes[length] = encoded[byte];
            (length, byte) = (length + 1, byte + 1);
        }
        at += 1;
    }
    (bytes, length)
}

/// The label that [`recorded!`](crate::recorded!) makes of two [`Name`]s: that of the label, and
/// that of the alias.
///
/// `KEPT` is `true` for [`Texts::Kept`].
#[derive(Debug)]
pub struct Named<N, A, const KEPT: bool>(PhantomData<(N, A)>);

impl<N, A, const KEPT: bool> Label for Named<N, A, KEPT>
where
    N: sealed::Text + 'static,
    A: sealed::Text + 'static,
{
    const NAME: &'static str = N::TEXT;
    const ALIAS: &'static str = A::TEXT;
    const TEXTS: Texts = if KEPT { Texts::Kept } else { Texts::Lengths };
}

/// The label `text`, of all aliases to which [`recorded!`](crate::recorded!) gives none: they are
/// one type.
pub type Unlabelled<const KEPT: bool = false> = Named<Name<'t', 'e', 'x', 't'>, Name, KEPT>;

/// Returns a character of a label, for [`Name`]; zero beyond its end.
///
/// # Panics
///
/// Panics at compile time if the label has no byte, more than 32 bytes, or a zero byte.
#[must_use]
pub const fn character(label: &str, index: usize) -> char {
    let bytes = label.as_bytes();
    assert!(
        !bytes.is_empty() && bytes.len() <= LONGEST,
        "a label must have 1 to 32 bytes"
    );
    let (mut at, mut before) = (0, 0);
    while at < bytes.len() {
        let first = bytes[at] as u32;
        let (length, mut code) = match bytes[at] {
            0..0x80 => (1, first),
            0x80..0xE0 => (2, first & 0x1F),
            0xE0..0xF0 => (3, first & 0xF),
            _ => (4, first & 7),
        };
        let end = at + length;
        at += 1;
        while at < end {
            code = code << 6 | bytes[at] as u32 & 0x3F;
            at += 1;
        }
        assert!(code > 0, "a label must have no zero byte");
        if before == index {
            return char::from_u32(code).expect("a label is UTF-8");
        }
        before += 1;
    }
    '\0'
}

/// Returns what [`character`] does; zero if the name has more than 32 bytes, so that the alias is
/// empty.
#[must_use]
pub const fn alias_character(name: &str, index: usize) -> char {
    if name.len() > LONGEST {
        '\0'
    } else {
        character(name, index)
    }
}

/// Names string types whose strings are recorded.
///
/// Each line is a type alias: a name, the string type, and the label. With `texts = kept` the
/// record has texts; without it, or with `texts = lengths`, it has none: see [`Texts::Lengths`].
/// The label has 1 to 32 bytes. The record has the name of the alias too, unless it is longer than
/// that.
///
/// Aliases with labels are types of their own. Without a label, all aliases of a string type are
/// one type, as those of `String` were, and have the label `text`.
///
/// ```
/// string_kit_record::recorded! {
///     /// The name of a span.
///     pub type SpanName = String, "span.name";
///     type Region = Box<str>, "region", texts = kept;
///     type Key = String;
///     type Value = String;
/// }
///
/// let mut span = SpanName::from("request");
/// span.push_str(".done");
/// assert_eq!(span, "request.done");
/// assert_eq!(Region::from("eu-west").len(), 7);
/// let texts: [Key; 2] = [Key::from("a key"), Value::from("a value")];
/// ```
#[macro_export]
macro_rules! recorded {
    (@name $character:ident $name:expr; $($at:literal)*) => {
        $crate::Name<$({ $crate::$character($name, $at) }),*>
    };
    (@name $character:ident $name:expr) => {
        $crate::recorded!(
            @name $character $name;
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
        )
    };
    (@kept) => { false };
    (@kept lengths) => { false };
    (@kept kept) => { true };
    (@label $name:ident [] [$($texts:ident)?]) => {
        $crate::Unlabelled<{ $crate::recorded!(@kept $($texts)?) }>
    };
    (@label $name:ident [$label:literal] [$($texts:ident)?]) => {
        $crate::Named<
            $crate::recorded!(@name character $label),
            $crate::recorded!(@name alias_character ::core::stringify!($name)),
            { $crate::recorded!(@kept $($texts)?) },
        >
    };
    ($(
        $(#[$attribute:meta])*
        $visibility:vis type $name:ident = $text:ty
            $(, $label:literal)? $(, texts = $texts:ident)?;
    )+) => {$(
        $(#[$attribute])*
        $visibility type $name = $crate::__chosen!(
            [$($label)?]
            $text,
            $crate::recorded!(@label $name [$($label)?] [$($texts)?])
        );
        $crate::__chosen!();
    )+};
}

/// Expands to the type of an alias: the recorded one.
#[cfg(not(feature = "try"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __chosen {
    () => {};
    ([$($name:literal)?] $text:ty, $label:ty) => { $crate::Recorded<$text, $label> };
}

/// Expands to the type of an alias: the one that `STRING_KIT_TRY` chooses in the build. Without
/// arguments to what has the compiler run again if the variable changes.
#[cfg(feature = "try")]
#[doc(hidden)]
#[macro_export]
macro_rules! __chosen {
    () => {
        const _: ::core::option::Option<&::core::primitive::str> =
            ::core::option_env!("STRING_KIT_TRY");
    };
    ([$($name:literal)?] $text:ty, $label:ty) => {
        $crate::choose!([$crate::types] [$($name)?] [$text] [$crate::Recorded<$text, $label>])
    };
}

/// Installs `HeapCounter` in a program that is built with the feature `try`; else does nothing.
///
/// ```
/// string_kit_record::count_heap!();
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! count_heap {
    () => {
        $crate::__count_heap!();
    };
}

#[cfg(not(feature = "try"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __count_heap {
    () => {};
}

#[cfg(feature = "try")]
#[doc(hidden)]
#[macro_export]
macro_rules! __count_heap {
    () => {
        #[global_allocator]
        static STRING_KIT_HEAP: $crate::HeapCounter = $crate::HeapCounter::new();
    };
}
