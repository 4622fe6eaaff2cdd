//! Every serde adapter, on bytes and on documents of arbitrary values, against serde's own impls for
//! `String`, `Option`, `Vec` and `BTreeMap`.
//!
//! An input can be written by hand: an adapter's letter, a format's initial, three digits for the
//! limits (length, items, bytes), and the document. With a capital the document is made: what
//! follows is [`Value`]s.
//!
//! ```text
//! tj429["a","four"]
//! ```
#![no_main]

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::sync::Arc;

use arbitrary::{Arbitrary, Unstructured};
use libfuzzer_sys::{Corpus, fuzz_target};
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use string_kit::{CapturedStr, SharedStr, StrList, StrListBuilder, StringBuf};
use string_kit_serde::{AppendSeq, AppendStr, Captured, Limits, Tags, captured, map, seq};

/// The adapters, and the types that have serde's traits themselves.
#[derive(Clone, Copy, Debug)]
enum Adapter {
    Captured,
    CapturedOption,
    Newtypes,
    NewtypeKeys,
    Seq,
    SeqShared,
    SeqOption,
    Map,
    MapHashed,
    Own,
    List,
    AppendStr,
    AppendSeq,
    Display,
    DisplayOption,
    DisplaySeq,
    DisplayMap,
    DisplayList,
    LimitedText,
    LimitedSeq,
    LimitedMap,
    LimitedList,
}

/// What the document should hold, by which the control is chosen.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Text,
    OptionalText,
    Seq,
    OptionalSeq,
    Map,
    /// As the map, but that keys are kept which come again.
    Pairs,
    /// A sequence for each key.
    Lists,
}

/// What counts as a text.
#[derive(Clone, Copy, Debug)]
enum Forms {
    Strings,
    Scalars,
}

/// By their letters, `a` to `z`.
const ADAPTERS: [(Adapter, Shape, Forms); 26] = [
    (Adapter::Captured, Shape::Text, Forms::Strings),
    (Adapter::CapturedOption, Shape::OptionalText, Forms::Strings),
    (Adapter::Newtypes, Shape::Seq, Forms::Strings),
    (Adapter::NewtypeKeys, Shape::Lists, Forms::Strings),
    (Adapter::Seq, Shape::Seq, Forms::Strings),
    (Adapter::SeqShared, Shape::Seq, Forms::Strings),
    (Adapter::SeqOption, Shape::OptionalSeq, Forms::Strings),
    (Adapter::Map, Shape::Map, Forms::Strings),
    (Adapter::MapHashed, Shape::Map, Forms::Strings),
    (Adapter::Own, Shape::Text, Forms::Strings),
    (Adapter::List, Shape::Seq, Forms::Strings),
    (Adapter::AppendStr, Shape::Text, Forms::Strings),
    (Adapter::AppendSeq, Shape::Seq, Forms::Strings),
    (Adapter::Display, Shape::Text, Forms::Scalars),
    (Adapter::DisplayOption, Shape::OptionalText, Forms::Scalars),
    (Adapter::DisplaySeq, Shape::Seq, Forms::Scalars),
    (Adapter::DisplayMap, Shape::Pairs, Forms::Scalars),
    (Adapter::DisplayList, Shape::Seq, Forms::Scalars),
    (Adapter::LimitedText, Shape::Text, Forms::Strings),
    (Adapter::LimitedSeq, Shape::Seq, Forms::Strings),
    (Adapter::LimitedMap, Shape::Pairs, Forms::Strings),
    (Adapter::LimitedList, Shape::Seq, Forms::Strings),
    (Adapter::LimitedText, Shape::Text, Forms::Scalars),
    (Adapter::LimitedSeq, Shape::Seq, Forms::Scalars),
    (Adapter::LimitedMap, Shape::Pairs, Forms::Scalars),
    (Adapter::LimitedList, Shape::Seq, Forms::Scalars),
];

/// A field for each adapter, and nothing around it.
macro_rules! fields {
    ($($name:ident: $ty:ty, $with:literal;)*) => {$(
        #[derive(Deserialize, Serialize)]
        #[serde(transparent, bound = "")]
        struct $name<S: CapturedStr>(#[serde(with = $with)] $ty, PhantomData<S>);
    )*};
}

fields! {
    Text: S, "captured";
    OptionalText: Option<S>, "captured::option";
    Strings: Vec<S>, "seq";
    Shared: Arc<[S]>, "seq";
    OptionalStrings: Option<Box<[S]>>, "seq::option";
    Tree: BTreeMap<S, S>, "map";
    Hashed: HashMap<S, S>, "map";
    AppendedStr: String, "append::one";
    AppendedSeq: StrList, "append::all";
    DisplayText: S, "string_kit_serde::display";
    DisplayOption: Option<S>, "string_kit_serde::display::option";
    DisplaySeq: Vec<S>, "string_kit_serde::display::seq";
    DisplayMap: Vec<(S, S)>, "string_kit_serde::display::map";
    DisplayList: StrList, "string_kit_serde::display::list";
    LimitedText: S, "limited::text";
    LimitedSeq: Vec<S>, "limited::seq";
    LimitedMap: Vec<(S, S)>, "limited::map";
    LimitedList: StrList, "limited::list";
}

/// Into a builder that has a string, which it keeps whatever comes.
fn append<T>(read: impl FnOnce(&mut StrListBuilder) -> Result<(), T>) -> Result<StrList, T> {
    let mut builder = StrListBuilder::from_iter(["first"]);
    let read = read(&mut builder);
    let list = builder.finish();
    assert_eq!(&list[0], "first");
    read.map(|()| list.iter().skip(1).collect())
}

mod append {
    use super::*;

    pub mod one {
        use super::*;
        pub use captured::serialize;

        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
            let list = append(|builder| AppendStr(builder).deserialize(from))?;
            assert_eq!(list.len(), 1);
            Ok(list[0].to_owned())
        }
    }

    pub mod all {
        use super::*;
        pub use string_kit_serde::display::list::serialize;

        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<StrList, D::Error> {
            append(|builder| AppendSeq(builder).deserialize(from))
        }
    }
}

thread_local! {
    // A format's entry takes a type and no seed: the limits lie where a field's function finds them.
    static LIMITS: Cell<Limits> = const { Cell::new(Limits::new()) };
}

mod limited {
    use super::*;

    pub mod text {
        use super::*;
        pub use captured::serialize;

        pub fn deserialize<'de, S: CapturedStr, D: Deserializer<'de>>(
            from: D,
        ) -> Result<S, D::Error> {
            LIMITS.get().text().deserialize(from)
        }
    }

    pub mod seq {
        use super::*;
        pub use string_kit_serde::seq::serialize;

        pub fn deserialize<'de, S: CapturedStr, D: Deserializer<'de>>(
            from: D,
        ) -> Result<Vec<S>, D::Error> {
            LIMITS.get().seq().deserialize(from)
        }
    }

    pub mod map {
        use super::*;
        pub use string_kit_serde::map::serialize;

        pub fn deserialize<'de, S: CapturedStr, D: Deserializer<'de>>(
            from: D,
        ) -> Result<Vec<(S, S)>, D::Error> {
            LIMITS.get().map().deserialize(from)
        }
    }

    pub mod list {
        use super::*;
        pub use string_kit_serde::display::list::serialize;

        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<StrList, D::Error> {
            LIMITS.get().list().deserialize(from)
        }
    }
}

/// The control of a scalar: whatever has a text, by `to_string`.
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
                visit_f32: f32,
                visit_f64: f64,
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

/// The control of a map whose pairs are all kept, which serde has none for.
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

impl<T: Serialize> Serialize for Pairs<T> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        to.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

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

#[derive(Arbitrary, Debug)]
enum Value<'a> {
    Text(&'a str),
    /// The lengths that short inputs do not reach.
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

/// Values in the shape that is asked for.
struct Made<'a>(Shape, Vec<Value<'a>>);

impl Serialize for Made<'_> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        let Self(shape, values) = self;
        let pairs = values.as_chunks::<2>().0.iter();
        match (shape, &values[..]) {
            (Shape::OptionalText | Shape::OptionalSeq, [Value::Null, ..]) => to.serialize_none(),
            (Shape::OptionalText, [value, ..]) => to.serialize_some(value),
            (Shape::Text, [value, ..]) => value.serialize(to),
            (Shape::Text | Shape::OptionalText, []) => to.serialize_none(),
            (Shape::OptionalSeq, values) => to.serialize_some(values),
            (Shape::Seq, values) => values.serialize(to),
            (Shape::Map | Shape::Pairs, _) => to.collect_map(pairs.map(|[a, b]| (a, b))),
            (Shape::Lists, _) => to.collect_map(pairs.map(|[a, b]| (a, [b]))),
        }
    }
}

/// The texts, in their order; those of a map are keys and values.
type View<'a> = Option<Vec<&'a str>>;

fn one<S: AsRef<str>>(text: &S) -> View<'_> {
    Some(vec![text.as_ref()])
}

fn optional<S: AsRef<str>>(text: &Option<S>) -> View<'_> {
    text.as_ref().map(|text| vec![text.as_ref()])
}

fn all<S: AsRef<str>>(texts: &[S]) -> View<'_> {
    Some(texts.iter().map(S::as_ref).collect())
}

fn list(list: &StrList) -> View<'_> {
    Some(list.iter().collect())
}

fn pairs<S: AsRef<str>>(pairs: &[(S, S)]) -> View<'_> {
    let texts = pairs.iter().flat_map(|(key, value)| [key, value]);
    Some(texts.map(S::as_ref).collect())
}

fn tree<S: AsRef<str>>(map: &BTreeMap<S, S>) -> View<'_> {
    let texts = map.iter().flat_map(|(key, value)| [key, value]);
    Some(texts.map(S::as_ref).collect())
}

/// In the order of the keys, which the control has.
fn hashed<S: AsRef<str>>(map: &HashMap<S, S>) -> View<'_> {
    let pairs = map.iter().map(|(key, value)| [key, value].map(S::as_ref));
    let mut pairs: Vec<_> = pairs.collect();
    pairs.sort_unstable();
    Some(pairs.concat())
}

fn lists<'a, K, L, T>(map: &'a BTreeMap<K, L>) -> View<'a>
where
    K: AsRef<str>,
    &'a L: IntoIterator<Item = &'a T>,
    T: AsRef<str> + ?Sized + 'a,
{
    let mut texts = Vec::new();
    for (key, list) in map {
        texts.push(key.as_ref());
        texts.extend(list.into_iter().map(AsRef::as_ref));
    }
    Some(texts)
}

/// What the control has made of a document that is within the limits.
struct Expected<'a> {
    view: View<'a>,
    written: Vec<u8>,
}

#[derive(Debug)]
struct Input<'a> {
    adapter: Adapter,
    shape: Shape,
    forms: Forms,
    format: Format,
    max: [usize; 3],
    document: Cow<'a, [u8]>,
}

impl<'a> Input<'a> {
    fn parse(bytes: &'a [u8]) -> Option<Self> {
        let (&[adapter, initial, max @ ..], document) = bytes.split_first_chunk::<5>()?;
        let adapter = usize::from(adapter.wrapping_sub(b'a'));
        let (adapter, shape, forms) = ADAPTERS[adapter % ADAPTERS.len()];
        let format = match initial.to_ascii_lowercase() {
            b'j' => Format::Json,
            b'p' => Format::Postcard,
            b'c' => Format::Cbor,
            other => [Format::Json, Format::Postcard, Format::Cbor][usize::from(other % 3)],
        };
        let document = if initial.is_ascii_uppercase() {
            let values = Vec::arbitrary_take_rest(Unstructured::new(document)).ok()?;
            format.write(&Made(shape, values))?.into()
        } else {
            document.into()
        };
        Some(Self {
            adapter,
            shape,
            forms,
            format,
            max: max.map(|digit: u8| digit.wrapping_sub(b'0').into()),
            document,
        })
    }

    fn limits(&self) -> Limits {
        let [len, items, bytes] = self.max;
        let limits = Limits::new().max_len(len).max_items(items).max_bytes(bytes);
        match self.forms {
            Forms::Strings => limits,
            Forms::Scalars => limits.scalars(),
        }
    }

    fn is_within_limits(&self, texts: &[&str]) -> bool {
        let [len, items, bytes] = self.max;
        let counted = match self.adapter {
            Adapter::LimitedText => 0,
            Adapter::LimitedSeq | Adapter::LimitedList => texts.len(),
            Adapter::LimitedMap => texts.len() / 2,
            _ => return true,
        };
        counted <= items
            && texts.iter().all(|text| text.len() <= len)
            && texts.iter().map(|text| text.len()).sum::<usize>() <= bytes
    }

    /// Reads by the control of the shape, whose strings are `T`s.
    fn check<T: AsRef<str> + DeserializeOwned + Ord + Serialize>(&self) {
        match self.shape {
            Shape::Text => self.check_against::<T>(one),
            Shape::OptionalText => self.check_against::<Option<T>>(optional),
            Shape::Seq => self.check_against::<Vec<T>>(|seq| all(seq)),
            Shape::OptionalSeq => {
                self.check_against::<Option<Vec<T>>>(|seq| seq.as_deref().and_then(all));
            }
            Shape::Map => self.check_against::<BTreeMap<T, T>>(tree),
            Shape::Pairs => self.check_against::<Pairs<T>>(|map| pairs(&map.0)),
            Shape::Lists => self.check_against::<BTreeMap<T, Vec<T>>>(|map| lists(map)),
        }
    }

    fn check_against<C: DeserializeOwned + Serialize>(&self, view: fn(&C) -> View<'_>) {
        let control = self.format.read::<C>(&self.document);
        let expected = control.as_ref().map(|control| Expected {
            view: view(control),
            written: self.format.write(control).expect("strings can be written"),
        });
        let expected = expected.filter(|Expected { view, .. }| {
            self.is_within_limits(view.as_deref().unwrap_or_default())
        });
        LIMITS.set(self.limits());
        macro_rules! check {
            ($name:ident, $ty:ty) => {
                self.check_representation::<$ty>(expected.as_ref());
            };
        }
        match self.adapter {
            Adapter::Own => {
                self.check_read::<StringBuf<0>>(expected.as_ref(), one);
                self.check_read::<StringBuf<7>>(expected.as_ref(), one);
                self.check_read::<StringBuf<24>>(expected.as_ref(), one);
                self.check_read::<StringBuf<100>>(expected.as_ref(), one);
                self.check_read::<SharedStr>(expected.as_ref(), one);
            }
            Adapter::List => {
                self.check_read::<StrList>(expected.as_ref(), list);
                if let Some(expected) = &expected {
                    let texts = expected.view.iter().flatten();
                    let values: Vec<_> = texts.map(|text| text as &dyn Display).collect();
                    let written = self.format.write(&Tags(&values));
                    assert_eq!(written.as_ref(), Some(&expected.written));
                }
            }
            // What has no representation but its own is read once.
            Adapter::AppendStr
            | Adapter::AppendSeq
            | Adapter::DisplayList
            | Adapter::LimitedList => self.check_representation::<String>(expected.as_ref()),
            _ => {
                string_kit::for_each_representation!(check);
            }
        }
    }

    fn check_representation<S: CapturedStr>(&self, expected: Option<&Expected<'_>>) {
        match self.adapter {
            Adapter::Captured => self.check_read::<Text<S>>(expected, |read| one(&read.0)),
            Adapter::CapturedOption => {
                self.check_read::<OptionalText<S>>(expected, |read| optional(&read.0));
            }
            Adapter::Newtypes => self.check_read::<Vec<Captured<S>>>(expected, |read| all(read)),
            Adapter::NewtypeKeys => {
                self.check_read::<BTreeMap<Captured<S>, StrList>>(expected, |map| lists(map));
            }
            Adapter::Seq => self.check_read::<Strings<S>>(expected, |read| all(&read.0)),
            Adapter::SeqShared => self.check_read::<Shared<S>>(expected, |read| all(&read.0)),
            Adapter::SeqOption => {
                self.check_read::<OptionalStrings<S>>(expected, |read| {
                    read.0.as_deref().and_then(all)
                });
            }
            Adapter::Map => self.check_read::<Tree<S>>(expected, |read| tree(&read.0)),
            Adapter::MapHashed => self.check_read::<Hashed<S>>(expected, |read| hashed(&read.0)),
            Adapter::AppendStr => {
                self.check_read::<AppendedStr<S>>(expected, |read| one(&read.0));
            }
            Adapter::AppendSeq => {
                self.check_read::<AppendedSeq<S>>(expected, |read| list(&read.0));
            }
            Adapter::Display => self.check_read::<DisplayText<S>>(expected, |read| one(&read.0)),
            Adapter::DisplayOption => {
                self.check_read::<DisplayOption<S>>(expected, |read| optional(&read.0));
            }
            Adapter::DisplaySeq => self.check_read::<DisplaySeq<S>>(expected, |read| all(&read.0)),
            Adapter::DisplayMap => {
                self.check_read::<DisplayMap<S>>(expected, |read| pairs(&read.0));
            }
            Adapter::DisplayList => {
                self.check_read::<DisplayList<S>>(expected, |read| list(&read.0));
            }
            Adapter::LimitedText => {
                self.check_read::<LimitedText<S>>(expected, |read| one(&read.0));
            }
            Adapter::LimitedSeq => self.check_read::<LimitedSeq<S>>(expected, |read| all(&read.0)),
            Adapter::LimitedMap => {
                self.check_read::<LimitedMap<S>>(expected, |read| pairs(&read.0));
            }
            Adapter::LimitedList => {
                self.check_read::<LimitedList<S>>(expected, |read| list(&read.0));
            }
            Adapter::Own | Adapter::List => unreachable!("these have serde's traits themselves"),
        }
    }

    fn check_read<T: DeserializeOwned + Serialize>(
        &self,
        expected: Option<&Expected<'_>>,
        view: fn(&T) -> View<'_>,
    ) {
        let read = self.format.read::<T>(&self.document);
        let (read, expected) = match (&read, expected) {
            (None, None) => return,
            (Some(read), Some(expected)) => (read, expected),
            (Some(read), None) => panic!("{self:?}: read as {:?}", view(read)),
            (None, Some(expected)) => panic!("{self:?}: not read as {:?}", expected.view),
        };
        assert_eq!(view(read), expected.view, "{self:?}");
        let written = self.format.write(read).expect("strings can be written");
        if let Adapter::MapHashed = self.adapter {
            // In the map's own order.
            let again = self.format.read::<T>(&written).expect("it was written");
            assert_eq!(view(&again), expected.view, "{self:?}");
        } else {
            assert_eq!(written, expected.written, "{self:?}");
        }
    }
}

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Some(input) = Input::parse(bytes) else {
        return Corpus::Reject;
    };
    match input.forms {
        Forms::Strings => input.check::<String>(),
        Forms::Scalars => input.check::<Scalar>(),
    }
    Corpus::Keep
});
