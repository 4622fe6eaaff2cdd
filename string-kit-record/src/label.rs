//! Labels: the names under which strings are recorded.

use core::marker::PhantomData;

/// The part of the texts that a label keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Texts {
    /// A sample of the texts, with counts, and the most frequent ones.
    Sample,
    /// The lengths, the counts and keyed hashes. No text is kept.
    ///
    /// The hash is SipHash-1-3. Its key has 128 random bits, is another for each process and each
    /// label, and is forgotten when the process ends: nobody else can compute the hash of a text.
    ///
    /// A label is private as soon as a type with its name is used that is. Texts that another type
    /// recorded before are dropped then, and their counts stay. If there were more than some 8,000
    /// different texts, the count of one that was not in the sample begins then.
    ///
    /// A text can still be guessed by how long it is and how often it occurs: the longest name, or
    /// the most frequent one. Somebody who makes the program record a text a chosen number of times
    /// can find that count in the record, and with it the hash of the text.
    Lengths,
}

/// The name under which strings are recorded.
///
/// [`recorded!`](crate::recorded!) makes one. Types with the same name share a record.
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
    /// The part of the texts that is kept. Of two types with one name, the stricter decides.
    const TEXTS: Texts = Texts::Sample;
}

/// A name as a type: its bytes in two numbers.
#[derive(Debug)]
pub enum Name<const FIRST: u128, const SECOND: u128> {}

impl<const FIRST: u128, const SECOND: u128> Name<FIRST, SECOND> {
    /// The bytes of the name, then zeros.
    const BYTES: &'static [u8; 32] = &join(FIRST, SECOND);
    const LENGTH: usize = {
        let mut length = 0;
        while length < 32 && Self::BYTES[length] != 0 {
            length += 1;
        }
        length
    };
    const NAME: &'static str = match core::str::from_utf8(Self::BYTES.split_at(Self::LENGTH).0) {
        Ok(name) => name,
        Err(_) => panic!("the numbers of a label must be those of `half`"),
    };
}

/// The label that [`recorded!`](crate::recorded!) makes of two [`Name`]s: that of the label, and
/// that of the alias.
///
/// `LENGTHS` is `true` for [`Texts::Lengths`].
#[derive(Debug)]
pub struct Named<N, A, const LENGTHS: bool>(PhantomData<(N, A)>);

impl<
    const FIRST: u128,
    const SECOND: u128,
    const ALIAS_FIRST: u128,
    const ALIAS_SECOND: u128,
    const LENGTHS: bool,
> Label for Named<Name<FIRST, SECOND>, Name<ALIAS_FIRST, ALIAS_SECOND>, LENGTHS>
{
    const NAME: &'static str = Name::<FIRST, SECOND>::NAME;
    const ALIAS: &'static str = Name::<ALIAS_FIRST, ALIAS_SECOND>::NAME;
    const TEXTS: Texts = if LENGTHS {
        Texts::Lengths
    } else {
        Texts::Sample
    };
}

const fn join(first: u128, second: u128) -> [u8; 32] {
    let halves = [first.to_be_bytes(), second.to_be_bytes()];
    let mut bytes = [0; 32];
    let mut at = 0;
    while at < 32 {
        bytes[at] = halves[at / 16][at % 16];
        at += 1;
    }
    bytes
}

/// Returns one half of a name as a number, for [`Named`]: the first 16 bytes if `index` is 0, else
/// the next 16.
///
/// # Panics
///
/// Panics at compile time if the name has no byte, more than 32 bytes, or a zero byte.
#[must_use]
pub const fn half(name: &str, index: usize) -> u128 {
    let name = name.as_bytes();
    assert!(
        !name.is_empty() && name.len() <= 32,
        "a label must have 1 to 32 bytes"
    );
    let mut number = 0;
    let mut at = 16 * index;
    while at < 16 * index + 16 {
        let byte = if at < name.len() { name[at] } else { 0 };
        assert!(
            at >= name.len() || byte != 0,
            "a label must have no zero byte"
        );
        number = number << 8 | byte as u128;
        at += 1;
    }
    number
}

/// Returns what [`half`] does; 0 if the name has more than 32 bytes, so that the alias is empty.
#[must_use]
pub const fn alias_half(name: &str, index: usize) -> u128 {
    if name.len() > 32 {
        0
    } else {
        half(name, index)
    }
}

/// Names string types whose strings are recorded.
///
/// Each line is a type alias: a name, the string type, and the label. With `texts = lengths` no
/// text is kept: see [`Texts::Lengths`]. The label has 1 to 32 bytes. The record has the name of
/// the alias too, unless it is longer than that.
///
/// ```
/// string_kit_record::recorded! {
///     /// The name of a span.
///     pub type SpanName = String, "span.name";
///     type UserName = Box<str>, "user.name", texts = lengths;
/// }
///
/// let mut span = SpanName::from("request");
/// span.push_str(".done");
/// assert_eq!(span, "request.done");
/// assert_eq!(UserName::from("Ada").len(), 3);
/// ```
#[macro_export]
macro_rules! recorded {
    (@name $name:expr) => {
        $crate::Name<{ $crate::half($name, 0) }, { $crate::half($name, 1) }>
    };
    (@alias $name:expr) => {
        $crate::Name<{ $crate::alias_half($name, 0) }, { $crate::alias_half($name, 1) }>
    };
    (@lengths) => { false };
    (@lengths lengths) => { true };
    ($(
        $(#[$attribute:meta])*
        $visibility:vis type $name:ident = $text:ty, $label:literal $(, texts = $texts:ident)?;
    )+) => {$(
        $(#[$attribute])*
        $visibility type $name =
            $crate::Recorded<$text, $crate::Named<
                $crate::recorded!(@name $label),
                $crate::recorded!(@alias ::core::stringify!($name)),
                { $crate::recorded!(@lengths $($texts)?) },
            >>;
    )+};
}
