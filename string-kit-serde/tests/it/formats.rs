//! Every shape by the markers, in formats of each kind and behind serde's attributes, against
//! serde's own impls for `String`.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::Arc;

use proptest::prelude::*;
use serde::de::value::{BorrowedBytesDeserializer, BytesDeserializer, Error, StringDeserializer};
use serde::de::{Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, IntoDeserializer};
use serde::ser::Serialize;
use serde_test::{
    Token, assert_de_tokens, assert_de_tokens_error, assert_ser_tokens, assert_tokens,
};
use serde_with::{As, DeserializeAs, Same, SerializeAs, serde_as};
use string_kit::{CapturedStr, SharedStr, StrList, StringBuf};
use string_kit_serde::seed::Optional;
use string_kit_serde::{Captured, CapturedDisplay, FlatOption, Limits, captured};

use crate::support::{Control, Format, Record};

const TEXTS: [&str; 4] = [
    "",
    "id",
    "naïve",
    "a text that no type keeps inline, for it is too long",
];

/// A string by the functions of `captured`.
#[derive(Clone, Debug, PartialEq, serde::Deserialize, serde::Serialize)]
#[serde(transparent, bound = "")]
pub(crate) struct Field<S: CapturedStr>(#[serde(with = "captured")] pub(crate) S);

impl<S: CapturedStr> Field<S> {
    fn new(text: &str) -> Self {
        Self(S::from_text(text))
    }
}

/// Checks that every token of a text is read, and that any other token is an error.
fn check_tokens<S: CapturedStr>() {
    for text in TEXTS {
        assert_ser_tokens(&Field::<S>::new(text), &[Token::Str(text)]);
        for token in [
            Token::Str(text),
            Token::BorrowedStr(text),
            Token::String(text),
            Token::Bytes(text.as_bytes()),
            Token::BorrowedBytes(text.as_bytes()),
            Token::ByteBuf(text.as_bytes()),
        ] {
            assert_de_tokens(&Field::<S>::new(text), &[token]);
        }
        check_value::<S>(text);
    }
    assert_de_tokens(&Field::<S>::new("€"), &[Token::Char('€')]);
    for (token, found) in [
        (Token::U8(1), "integer `1`"),
        (Token::I64(-1), "integer `-1`"),
        (Token::F32(1.5), "floating point `1.5`"),
        (Token::Bool(true), "boolean `true`"),
        (Token::None, "Option value"),
        (Token::Unit, "unit value"),
    ] {
        let message = format!("invalid type: {found}, expected a string");
        assert_de_tokens_error::<Field<S>>(&[token], &message);
    }
    for token in [
        Token::Bytes(b"id\xFF"),
        Token::BorrowedBytes(b"id\xFF"),
        Token::ByteBuf(b"id\xFF"),
    ] {
        let message = "invalid value: byte array, expected valid UTF-8 (invalid from byte 2 on)";
        assert_de_tokens_error::<Field<S>>(&[token], message);
    }
}

/// Reads owned and borrowed text, by the function and by each marker.
fn check_value<S: CapturedStr>(text: &'static str) {
    let owned = || StringDeserializer::<Error>::new(text.to_owned());
    let expected = Field::<S>::new(text);
    assert_eq!(Field::deserialize(owned()).unwrap(), expected);
    assert_eq!(
        As::<Captured>::deserialize::<_, S>(owned()).unwrap(),
        expected.0
    );
    assert_eq!(
        As::<CapturedDisplay>::deserialize::<_, S>(owned()).unwrap(),
        expected.0
    );
    let bytes: BytesDeserializer<'_, Error> = text.as_bytes().into_deserializer();
    assert_eq!(Field::deserialize(bytes).unwrap(), expected);
    let bytes = BorrowedBytesDeserializer::<'_, Error>::new(text.as_bytes());
    assert_eq!(Field::deserialize(bytes).unwrap(), expected);
}

macro_rules! tokens {
    ($name:ident, $ty:ty) => {
        #[test]
        fn $name() {
            check_tokens::<$ty>();
        }
    };
}
mod every_text_token_is_read {
    use super::*;

    crate::for_each_representation!(tokens);
}

/// A record whose fields serde buffers, because other fields may come before them.
#[derive(serde::Deserialize, serde::Serialize)]
struct Flat<T> {
    number: u32,
    #[serde(flatten)]
    inner: T,
}

/// A record that serde buffers, to find the tag.
#[derive(serde::Deserialize, serde::Serialize)]
#[serde(tag = "kind")]
enum Internal<T> {
    Record(T),
}

#[derive(serde::Deserialize, serde::Serialize)]
#[serde(tag = "kind", content = "data")]
enum Adjacent<T> {
    Record(T),
}

/// A record that serde buffers, to find the variant.
#[derive(serde::Deserialize, serde::Serialize)]
#[serde(untagged)]
enum Untagged<T> {
    Number(u32),
    Record(T),
}

/// A flattened map or `Option` of a map: it has the fields that no one else has.
#[serde_as]
#[derive(serde::Deserialize, serde::Serialize)]
#[serde(bound(
    serialize = "A: SerializeAs<M>",
    deserialize = "A: DeserializeAs<'de, M>"
))]
struct Rest<M, A> {
    own: u32,
    #[serde(flatten)]
    #[serde_as(as = "A")]
    map: M,
    #[serde(skip)]
    marker: PhantomData<A>,
}

impl<M, A> Rest<M, A> {
    fn new(map: M) -> Self {
        Self {
            own: 1,
            map,
            marker: PhantomData,
        }
    }
}

type Map<S> = BTreeMap<S, S>;

/// Defines functions that read by a seed.
macro_rules! seeds {
    ($($name:ident -> $Made:ty: $seed:expr;)*) => {$(
        fn $name<'de, D: Deserializer<'de>>(from: D) -> Result<$Made, D::Error> {
            $seed.deserialize(from)
        }
    )*};
}

seeds! {
    text -> String: Limits::new().text();
    seq -> Vec<String>: Limits::new().seq();
    list -> StrList: Limits::new().scalars().list();
    map -> Map<String>: Limits::new().scalars().map();
    optional_text -> Option<String>: Optional(Limits::new().text());
    optional_map -> Option<Map<String>>: Optional(Limits::new().map());
}

/// A record by functions: those of `captured`, and one for each seed.
#[derive(serde::Deserialize, serde::Serialize)]
struct Limited {
    #[serde(with = "captured")]
    plain: String,
    #[serde(default, with = "captured::option")]
    option: Option<String>,
    #[serde(deserialize_with = "text")]
    text: String,
    #[serde(deserialize_with = "seq")]
    seq: Vec<String>,
    #[serde(deserialize_with = "list")]
    list: StrList,
    #[serde(default, deserialize_with = "optional_text")]
    optional_text: Option<String>,
    #[serde(default, deserialize_with = "optional_map")]
    optional_map: Option<Map<String>>,
    #[serde(flatten, deserialize_with = "map")]
    rest: Map<String>,
}

impl Limited {
    /// Fills each field; the options are `None` if there are fewer than two texts.
    fn new(texts: &[String]) -> Self {
        let some = (texts.len() > 1).then(|| texts[0].clone());
        let map = || {
            texts
                .iter()
                .map(|text| (text.clone(), text.clone()))
                .collect()
        };
        Self {
            plain: texts[0].clone(),
            option: some.clone(),
            text: texts[0].clone(),
            seq: texts.to_vec(),
            list: texts.iter().collect(),
            optional_map: some.is_some().then(map),
            optional_text: some,
            rest: map(),
        }
    }
}

/// Checks a type alone and behind serde's attributes.
fn check_nested<T, C>(format: Format, control: impl Fn() -> C)
where
    T: DeserializeOwned + Serialize,
    C: Serialize,
{
    format.check::<T>(&control(), &control());
    let flat = Flat {
        number: 1,
        inner: control(),
    };
    format.check::<Flat<T>>(&flat, &flat);
    let tagged = Internal::Record(control());
    format.check::<Internal<T>>(&tagged, &tagged);
    let tagged = Adjacent::Record(control());
    format.check::<Adjacent<T>>(&tagged, &tagged);
    let untagged = Untagged::Record(control());
    format.check::<Untagged<T>>(&untagged, &untagged);
}

/// Checks a marker: the control's data are read, and what is written is what the control writes.
fn check_marker<S, A>(format: Format, texts: &[String])
where
    S: CapturedStr,
    A: SerializeAs<S> + for<'de> DeserializeAs<'de, S>,
{
    let control = || Control::new(texts);
    format.check::<Record<S, A>>(&control(), &control());
    let strings: Vec<S> = texts.iter().map(|text| S::from_text(text)).collect();
    let written = format.write(&Record::<S, A>::new(&strings));
    assert_eq!(written, format.write(&control()));
    if format == Format::Postcard {
        return;
    }
    check_nested::<Record<S, A>, _>(format, control);
    check_nested::<Limited, _>(format, || Limited::new(texts));
    for texts in [texts, &[]] {
        let pairs = || texts.iter().map(|text| (text.clone(), text.clone()));
        let rest = || Rest::<_, Same>::new(pairs().collect::<Map<String>>());
        check_nested::<Rest<Map<S>, Map<A>>, _>(format, rest);
        check_nested::<Rest<Vec<(S, S)>, serde_with::Map<A, A>>, _>(format, rest);
        check_nested::<Rest<Option<Map<S>>, FlatOption<Map<A>>>, _>(format, rest);
    }
    let none = Rest::<Option<Map<S>>, FlatOption<Map<A>>>::new(None);
    let empty = Rest::<_, Same>::new(Map::<String>::new());
    assert_eq!(format.write(&none), format.write(&empty));
}

proptest! {
    #![proptest_config(crate::support::cases(32))]

    #[test]
    fn every_shape_round_trips_in_every_format(
        texts in proptest::collection::vec(any::<String>(), 1..6),
    ) {
        for format in Format::SELF_DESCRIBING {
            check_marker::<Arc<str>, Captured>(format, &texts);
            check_marker::<StringBuf<16>, CapturedDisplay>(format, &texts);
        }
        check_marker::<StringBuf<16>, Captured>(Format::Postcard, &texts);
    }
}

/// `Some` is only read where the rest of the fields is a map of strings, as serde's own `Option`.
#[test]
fn a_flattened_option_is_none_if_the_rest_is_no_map_of_strings() {
    let json = br#"{"own":1,"id":2}"#;
    let read: Rest<Option<Map<String>>, FlatOption<Map<Captured>>> =
        Format::Json.read(json).unwrap();
    assert_eq!(read.map, None);
    let read = Format::Json.read::<Rest<Map<String>, Map<Captured>>>(json);
    assert!(read.is_err());
}

/// Other markers and seeds of options write a flattened map, and an error says that they do not
/// read it.
#[test]
fn a_flattened_option_is_read_by_its_own_marker() {
    #[derive(Debug, serde::Deserialize)]
    struct Seeded {
        #[serde(flatten, deserialize_with = "optional_map")]
        #[allow(dead_code, reason = "it is never read")]
        map: Option<Map<String>>,
    }
    #[derive(Debug, serde::Deserialize, serde::Serialize)]
    struct Nested {
        #[serde(flatten, with = "As::<Option<Map<Captured>>>")]
        map: Option<Map<Box<str>>>,
    }
    #[derive(Debug, serde::Deserialize, serde::Serialize)]
    struct Own {
        #[serde(flatten, with = "As::<FlatOption<Map<Captured>>>")]
        map: Option<Map<Box<str>>>,
    }
    let json = r#"{"id":"1"}"#;
    let own: Own = serde_json::from_str(json).unwrap();
    assert_eq!(serde_json::to_string(&own).unwrap(), json);
    let nested = Nested { map: own.map };
    assert_eq!(serde_json::to_string(&nested).unwrap(), json);
    let error = serde_json::from_str::<Nested>(json).unwrap_err();
    let expected = "can only flatten structs and maps";
    assert!(error.to_string().starts_with(expected), "{error}");
    let error = serde_json::from_str::<Seeded>(json).unwrap_err();
    let expected = "a flattened field is never null: read it with the seed inside `Optional`";
    assert!(error.to_string().starts_with(expected), "{error}");
}

/// Texts that are longer than the buffer of the format's reader.
#[test]
fn long_texts_are_read() {
    let long = "naïve ".repeat(2_000);
    Format::Cbor.check::<Field<Box<str>>>(&long, &long);
    Format::Cbor.check::<StringBuf<16>>(&long, &long);
    Format::Cbor.check::<SharedStr>(&long, &long);
    Format::Cbor.check::<StrList>(&[&long, "id"], &[&long, "id"]);

    // Each text fits this buffer, all together do not.
    let strings = vec![Field::<Box<str>>::new(&"x".repeat(60)); 10];
    let postcard = postcard::to_stdvec(&strings).unwrap();
    let reader = (&postcard[..], &mut [0; 64][..]);
    let (read, _) = postcard::from_io::<Vec<Field<Box<str>>>, _>(reader).unwrap();
    assert_eq!(read, strings);
}

/// Checks that null is `None`, a text is `Some`, and another value an error.
fn check_option<T>(none: &T, some: &T)
where
    T: Debug + DeserializeOwned + PartialEq + Serialize,
{
    for (json, value) in [("null", none), (r#""id""#, some)] {
        assert_eq!(serde_json::from_str::<T>(json).unwrap(), *value);
        assert_eq!(serde_json::to_string(value).unwrap(), json);
        for format in [Format::Cbor, Format::Postcard] {
            assert_eq!(format.read::<T>(&format.write(value)).unwrap(), *value);
        }
    }
    assert_de_tokens(none, &[Token::Unit]);
    assert_tokens(some, &[Token::Some, Token::Str("id")]);
}

#[test]
fn null_is_none() {
    #[derive(Debug, PartialEq, serde::Deserialize, serde::Serialize)]
    #[serde(transparent)]
    struct Plain(#[serde(with = "captured::option")] Option<Arc<str>>);
    #[serde_as]
    #[derive(Debug, PartialEq, serde::Deserialize, serde::Serialize)]
    #[serde(transparent)]
    struct Marked(#[serde_as(as = "Option<Captured>", no_default)] Option<Arc<str>>);

    check_option(&Plain(None), &Plain(Some("id".into())));
    check_option(&Marked(None), &Marked(Some("id".into())));
    let message = "invalid type: integer `1`, expected a string or null";
    assert_de_tokens_error::<Plain>(&[Token::U8(1)], message);
}

/// A missing field is `None` if it has a default; `serde_with` sets it itself.
#[test]
fn missing_fields_are_none_by_default() {
    #[serde_as]
    #[derive(serde::Deserialize)]
    struct Tags {
        #[serde(default, with = "captured::option")]
        tag: Option<Box<str>>,
        #[serde_as(as = "Option<Captured>")]
        marked: Option<Box<str>>,
    }
    #[derive(Debug, serde::Deserialize)]
    struct Strict {
        #[serde(with = "captured::option")]
        #[allow(dead_code, reason = "the field is always missing")]
        tag: Option<Box<str>>,
    }
    // serde buffers a null as a unit.
    for (json, tag) in [
        (r#"{"number":1,"tag":"id","marked":"id"}"#, Some("id")),
        (r#"{"number":1,"tag":null,"marked":null}"#, None),
        (r#"{"number":1}"#, None),
    ] {
        let tags: Tags = serde_json::from_str(json).unwrap();
        let flat: Flat<Tags> = serde_json::from_str(json).unwrap();
        for read in [tags, flat.inner] {
            assert_eq!((read.tag.as_deref(), read.marked.as_deref()), (tag, tag));
        }
    }
    let error = serde_json::from_str::<Strict>("{}")
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("missing field `tag`"), "{error}");
}

#[test]
fn a_map_keeps_the_last_of_repeated_keys_and_a_vec_every_pair() {
    let json = r#"{"b":"1","a":"2","b":"3"}"#;
    let read = || serde_json::Deserializer::from_str(json);
    let [first, a, last] = [("b", "1"), ("a", "2"), ("b", "3")]
        .map(|(key, value)| (Arc::<str>::from(key), String::from(value)));
    let map = Limits::new()
        .map::<HashMap<_, _>>()
        .deserialize(&mut read());
    assert_eq!(map.unwrap(), HashMap::from([a.clone(), last.clone()]));
    let map = As::<Map<Captured>>::deserialize::<_, BTreeMap<_, _>>(&mut read());
    assert_eq!(map.unwrap(), BTreeMap::from([a.clone(), last.clone()]));
    let pairs = Limits::new().map::<Vec<_>>().deserialize(&mut read());
    assert_eq!(pairs.unwrap(), [first.clone(), a.clone(), last.clone()]);
    let pairs = As::<Map<Captured>>::deserialize::<_, Vec<_>>(&mut read());
    assert_eq!(pairs.unwrap(), [first, a, last]);
}

/// Types that implement serde's traits read the same tokens as the adapters, with the same errors.
#[test]
fn own_impls_read_the_same_tokens_as_adapters() {
    for token in [
        Token::Str("id"),
        Token::BorrowedStr("id"),
        Token::String("id"),
        Token::Bytes(b"id"),
        Token::BorrowedBytes(b"id"),
        Token::ByteBuf(b"id"),
    ] {
        assert_de_tokens(&StringBuf::<16>::from("id"), &[token]);
        assert_de_tokens(&SharedStr::from("id"), &[token]);
        let list = [Token::Seq { len: Some(1) }, token, Token::SeqEnd];
        assert_de_tokens(&StrList::from(["id"]), &list);
    }
    assert_tokens(&StringBuf::<16>::from("id"), &[Token::Str("id")]);
    assert_tokens(&SharedStr::from("id"), &[Token::Str("id")]);
    assert_ser_tokens(&SharedStr::from_static("id"), &[Token::Str("id")]);
    let [id, number] = [Token::Str("id"), Token::Str("42")];
    let list = [Token::Seq { len: Some(2) }, id, number, Token::SeqEnd];
    assert_tokens(&StrList::from(["id", "42"]), &list);
    let message = "invalid type: integer `1`, expected a string";
    assert_de_tokens_error::<StringBuf<16>>(&[Token::U8(1)], message);
    assert_de_tokens_error::<SharedStr>(&[Token::U8(1)], message);
    let message = "invalid type: integer `1`, expected a sequence of strings";
    assert_de_tokens_error::<StrList>(&[Token::U8(1)], message);
    let message = "invalid value: byte array, expected valid UTF-8 (invalid from byte 2 on)";
    for token in [Token::Bytes(b"id\xFF"), Token::ByteBuf(b"id\xFF")] {
        assert_de_tokens_error::<StringBuf<16>>(&[token], message);
        assert_de_tokens_error::<SharedStr>(&[token], message);
        let list = [Token::Seq { len: Some(1) }, token];
        assert_de_tokens_error::<StrList>(&list, &format!("{message} at index 0"));
    }
    let list = [Token::Seq { len: None }, id, number, Token::U8(1)];
    let message = "invalid type: integer `1`, expected a string at index 2";
    assert_de_tokens_error::<StrList>(&list, message);
}

/// A `SharedStr` and its clones are written and read as a `String` is, in every format.
#[test]
fn a_shared_str_is_written_and_read_as_a_string() {
    for text in TEXTS {
        let shared = SharedStr::from(text);
        let clone = shared.clone();
        assert_eq!(shared.add_shards(), shared.heap_size() > 0);
        let after = shared.clone();
        for handle in [shared, clone, after] {
            for format in [Format::Json, Format::Cbor, Format::Postcard] {
                format.check::<SharedStr>(&handle, &text);
            }
        }
    }
}
