//! Every serde adapter, on arbitrary bytes and on documents of arbitrary values, against serde's
//! own impls for `String`, `Option`, `Vec` and `BTreeMap`.
//!
//! An input can be written by hand: the letter of an adapter, the initial of a format, three digits
//! for the limits (length, items, bytes), and the document. If the initial is a capital letter, the
//! rest is arbitrary [`Value`]s, and the target writes the document from them.
//!
//! ```text
//! oj429["a","four"]
//! ```
#![no_main]

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use arbitrary::{Arbitrary, Unstructured};
use libfuzzer_sys::{Corpus, fuzz_target};
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_with::{DeserializeAs, SerializeAs, serde_as};
use string_kit::{CapturedStr, SharedStr, StrList, StrListBuilder, StringBuf};
use string_kit_serde::{
    AppendSeq, AppendStr, Captured, CapturedDisplay, Limits, Slice, Sliced, captured, sliced,
};
use string_kit_types::for_each_representation;

#[derive(Clone, Copy, Debug)]
enum Format {
    Json,
    Postcard,
    Cbor,
}

impl Format {
    fn read<T: DeserializeOwned>(self, bytes: &[u8]) -> Option<T> {
        match self {
            Self::Json => serde_json::from_slice(bytes).ok(),
            Self::Postcard => postcard::from_bytes(bytes).ok(),
            Self::Cbor => ciborium::from_reader(bytes).ok(),
        }
    }

    fn write<T: Serialize>(self, value: &T) -> Option<Vec<u8>> {
        match self {
            Self::Json => serde_json::to_vec(value).ok(),
            Self::Postcard => postcard::to_stdvec(value).ok(),
            Self::Cbor => {
                let mut bytes = Vec::new();
                ciborium::into_writer(value, &mut bytes).ok()?;
                Some(bytes)
            }
        }
    }
}

/// A value of a document.
#[derive(Arbitrary, Debug)]
enum Value<'a> {
    Text(&'a str),
    /// Makes a text that is longer than the input.
    Repeated(char, u16),
    Char(char),
    Signed(i64),
    Unsigned(u64),
    Wide(i128),
    Float(f64),
    Bool(bool),
    Bytes(&'a [u8]),
    Null,
}

impl Serialize for Value<'_> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        match self {
            Self::Text(text) => to.serialize_str(text),
            Self::Repeated(c, times) => {
                to.serialize_str(&String::from(*c).repeat(usize::from(times % 5_000)))
            }
            Self::Char(c) => to.serialize_char(*c),
            Self::Signed(value) => to.serialize_i64(*value),
            Self::Unsigned(value) => to.serialize_u64(*value),
            Self::Wide(value) => to.serialize_i128(*value),
            Self::Float(value) => to.serialize_f64(*value),
            Self::Bool(value) => to.serialize_bool(*value),
            Self::Bytes(bytes) => to.serialize_bytes(bytes),
            Self::Null => to.serialize_none(),
        }
    }
}

/// The shape of a document.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Text,
    Option,
    Seq,
    Map,
    /// A map of sequences.
    Lists,
}

/// A document of this shape with these values.
struct Made<'a>(Shape, Vec<Value<'a>>);

impl Serialize for Made<'_> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        let Self(shape, values) = self;
        let pairs = values.as_chunks::<2>().0.iter();
        match (shape, &values[..]) {
            (Shape::Text | Shape::Option, [] | [Value::Null, ..]) => to.serialize_none(),
            (Shape::Option, [value, ..]) => to.serialize_some(value),
            (Shape::Text, [value, ..]) => value.serialize(to),
            (Shape::Seq, values) => values.serialize(to),
            (Shape::Map, _) => to.collect_map(pairs.map(|[a, b]| (a, b))),
            (Shape::Lists, _) => to.collect_map(pairs.map(|[a, b]| (a, [b]))),
        }
    }
}

/// The control of a scalar: its text, as `to_string` writes it. A float is an error.
#[derive(PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Scalar(String);

impl AsRef<str> for Scalar {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        macro_rules! visit {
            ($($visit:ident: $ty:ty,)*) => {$(
                fn $visit<E>(self, value: $ty) -> Result<Scalar, E> {
                    Ok(Scalar(value.to_string()))
                }
            )*};
        }
        struct Any;
        impl Visitor<'_> for Any {
            type Value = Scalar;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a scalar")
            }

            visit! {
                visit_bool: bool,
                visit_i64: i64,
                visit_i128: i128,
                visit_u64: u64,
                visit_u128: u128,
                visit_str: &str,
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Scalar, E> {
                let text = String::from_utf8(bytes.to_vec());
                text.map(Scalar).map_err(E::custom)
            }
        }
        from.deserialize_any(Any)
    }
}

type Map<T> = BTreeMap<T, T>;

/// The control of a map that keeps every pair.
struct Pairs<T>(Vec<(T, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Pairs<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct All<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for All<T> {
            type Value = Pairs<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs<T>, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        from.deserialize_map(All(PhantomData))
    }
}

impl<T: AsRef<str>> Pairs<T> {
    fn texts(&self) -> Vec<&str> {
        let texts = self.0.iter().flat_map(|(key, value)| [key, value]);
        texts.map(T::as_ref).collect()
    }
}

impl<T: Serialize> Serialize for Pairs<T> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        to.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// A value by a marker.
#[serde_as]
#[derive(Deserialize, Serialize)]
#[serde(
    transparent,
    bound(
        serialize = "A: SerializeAs<T>",
        deserialize = "A: DeserializeAs<'de, T>"
    )
)]
struct Marked<T, A>(#[serde_as(as = "A")] T, #[serde(skip)] PhantomData<A>);

thread_local! {
    // A format's function takes a type and no seed, so the type takes the limits from here.
    static LIMITS: Cell<Limits> = const { Cell::new(Limits::new()) };
}

/// Defines types that are read by a function or a seed, and written as the control of their shape.
macro_rules! read_by {
    ($($name:ident: $ty:ty = |$from:ident| $read:expr;)*) => {$(
        #[derive(Serialize)]
        #[serde(transparent)]
        struct $name<S>($ty, #[serde(skip)] PhantomData<S>);

        impl<'de, S: CapturedStr> Deserialize<'de> for $name<S> {
            fn deserialize<D: Deserializer<'de>>($from: D) -> Result<Self, D::Error> {
                Ok(Self($read, PhantomData))
            }
        }
    )*};
}

read_by! {
    CapturedOption: Option<String> =
        |from| captured::option::deserialize::<S, _>(from)?.map(S::into_string);
    AppendOne: String = |from| append(|builder| AppendStr(builder).deserialize(from))?.concat();
    AppendAll: Vec<String> = |from| append(|builder| AppendSeq(builder).deserialize(from))?;
    LimitedText: String = |from| LIMITS.get().text::<S>().deserialize(from)?.into_string();
    LimitedSeq: Vec<String> = |from| {
        let seq = LIMITS.get().seq::<S>().deserialize(from)?;
        seq.into_iter().map(S::into_string).collect()
    };
    LimitedMap: Pairs<String> = |from| {
        let pairs: Vec<(S, S)> = LIMITS.get().map().deserialize(from)?;
        let texts = |(key, value): (S, S)| (key.into_string(), value.into_string());
        Pairs(pairs.into_iter().map(texts).collect())
    };
    LimitedList: StrList = |from| LIMITS.get().list().deserialize(from)?;
}

/// Reads strings into a builder that has one already, and returns the new ones. Asserts that the
/// builder keeps the earlier string, even after an error.
fn append<E>(read: impl FnOnce(&mut StrListBuilder) -> Result<(), E>) -> Result<Vec<String>, E> {
    let mut builder = StrListBuilder::from_iter(["first"]);
    let result = read(&mut builder);
    let list = builder.finish();
    assert_eq!(&list[0], "first");
    result.map(|()| list.iter().skip(1).map(str::to_owned).collect())
}

#[derive(Debug)]
struct Input<'a> {
    format: Format,
    /// The limits: the length of a string, the number of items, and the bytes in total.
    max: [usize; 3],
    document: Cow<'a, [u8]>,
}

impl Input<'_> {
    /// Compares a type `T` with its control `C`: both are errors, or both are written alike.
    fn check<T: DeserializeOwned + Serialize, C: DeserializeOwned + Serialize>(&self) {
        let written = |bytes: Option<Vec<u8>>| bytes.expect("strings can be written");
        let control: Option<C> = self.format.read(&self.document);
        self.check_read::<T>(control.map(|control| written(self.format.write(&control))));
    }

    fn check_read<T: DeserializeOwned + Serialize>(&self, expected: Option<Vec<u8>>) {
        let read: Option<T> = self.format.read(&self.document);
        let written = read.map(|read| self.format.write(&read).expect("strings can be written"));
        assert_eq!(written, expected, "{self:?}");
    }

    /// Does the same with limits: a control beyond them is an error, too. `texts` returns the texts
    /// of a control, `per_item` of which are one item.
    fn check_limited<T: DeserializeOwned + Serialize, C: DeserializeOwned + Serialize>(
        &self,
        per_item: usize,
        texts: fn(&C) -> Vec<&str>,
    ) {
        let [len, items, bytes] = self.max;
        let control: Option<C> = self.format.read(&self.document);
        let within = control.filter(|control| {
            let texts = texts(control);
            // A text that is alone is no item.
            (per_item == 0 || texts.len() / per_item <= items)
                && texts.iter().all(|text| text.len() <= len)
                && texts.iter().map(|text| text.len()).sum::<usize>() <= bytes
        });
        self.check_read::<T>(within.and_then(|control| self.format.write(&control)));
    }
}

/// Runs the expression with `S` for each representation.
macro_rules! each {
    ($check:expr) => {{
        macro_rules! run {
            ($name:ident, $ty:ty) => {{
                type S = $ty;
                $check;
            }};
        }
        for_each_representation!(run);
    }};
}

/// The shapes of the documents of each adapter, in the order of their letters from `a` on.
const SHAPES: [Shape; 21] = {
    use Shape::{Lists, Map, Option, Seq, Text};
    [
        Text, Option, Seq, Seq, Map, Lists, Text, Seq, Text, Seq, Text, Option, Seq,
        Map, // a-n
        Text, Seq, Map, Seq, Seq, Map, // o-t, with limits; in the last two scalars too
        Map, // u, as slices of the input; the third limit is that of `with_limited_input`
    ]
};

fn run(adapter: usize, input: &Input<'_>) {
    let [len, items, bytes] = input.max;
    let limits = Limits::new().max_len(len).max_items(items).max_bytes(bytes);
    LIMITS.set(limits);
    match adapter {
        0 => each!(input.check::<Marked<S, Captured>, String>()),
        1 => each!(input.check::<CapturedOption<S>, Option<String>>()),
        2 => each!(input.check::<Marked<Vec<S>, Vec<Captured>>, Vec<String>>()),
        3 => each!(input.check::<Marked<Arc<[S]>, Slice<Captured>>, Vec<String>>()),
        4 => each!(input.check::<Marked<Map<S>, Map<Captured>>, Map<String>>()),
        5 => {
            type Lists<T> = BTreeMap<T, Vec<T>>;
            each!(input.check::<Marked<Lists<S>, Lists<Captured>>, Lists<String>>());
        }
        6 => {
            input.check::<StringBuf<0>, String>();
            input.check::<StringBuf<7>, String>();
            input.check::<StringBuf<24>, String>();
            input.check::<StringBuf<100>, String>();
            input.check::<SharedStr, String>();
        }
        7 => input.check::<StrList, Vec<String>>(),
        8 => input.check::<AppendOne<String>, String>(),
        9 => input.check::<AppendAll<String>, Vec<String>>(),
        10 => each!(input.check::<Marked<S, CapturedDisplay>, Scalar>()),
        11 => {
            type Display = Option<CapturedDisplay>;
            each!(input.check::<Marked<Option<S>, Display>, Option<Scalar>>());
        }
        12 => {
            type Display = Box<[CapturedDisplay]>;
            each!(input.check::<Marked<Box<[S]>, Display>, Vec<Scalar>>());
        }
        13 => each!(input.check::<Marked<Map<S>, Map<CapturedDisplay>>, Map<Scalar>>()),
        14 => each!(input.check_limited::<LimitedText<S>, String>(0, |text| vec![text])),
        15 => each!(input.check_limited::<LimitedSeq<S>, Vec<String>>(1, texts)),
        16 => each!(input.check_limited::<LimitedMap<S>, Pairs<String>>(2, Pairs::texts)),
        17 => input.check_limited::<LimitedList<String>, Vec<String>>(1, texts),
        18 => {
            LIMITS.set(limits.scalars());
            input.check_limited::<LimitedList<String>, Vec<Scalar>>(1, texts);
        }
        19 => {
            LIMITS.set(limits.scalars());
            each!(input.check_limited::<LimitedMap<S>, Pairs<Scalar>>(2, Pairs::texts));
        }
        _ => {
            let Ok(text) = SharedStr::from_utf8(&input.document) else {
                return;
            };
            let document = Cow::Borrowed(text.as_bytes());
            let input = Input { document, ..*input };
            sliced::with_limited_input(&text, bytes, || {
                input.check::<Marked<Map<SharedStr>, Map<Sliced>>, Map<String>>();
            });
        }
    }
}

fn texts<T: AsRef<str>>(texts: &Vec<T>) -> Vec<&str> {
    texts.iter().map(T::as_ref).collect()
}

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Some((&[letter, initial, max @ ..], document)) = bytes.split_first_chunk::<5>() else {
        return Corpus::Reject;
    };
    let adapter = usize::from(letter.wrapping_sub(b'a')) % SHAPES.len();
    let format = match initial.to_ascii_lowercase() {
        b'j' => Format::Json,
        b'p' => Format::Postcard,
        b'c' => Format::Cbor,
        other => [Format::Json, Format::Postcard, Format::Cbor][usize::from(other % 3)],
    };
    let document = if initial.is_ascii_uppercase() {
        let values = Vec::arbitrary_take_rest(Unstructured::new(document)).ok();
        values.and_then(|values| format.write(&Made(SHAPES[adapter], values)).map(Cow::Owned))
    } else {
        Some(Cow::Borrowed(document))
    };
    let Some(document) = document else {
        return Corpus::Reject;
    };
    let max = max.map(|digit: u8| digit.wrapping_sub(b'0').into());
    let input = Input {
        format,
        max,
        document,
    };
    run(adapter, &input);
    Corpus::Keep
});
