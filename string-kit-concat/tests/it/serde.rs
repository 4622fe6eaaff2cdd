//! serde: a text is a string.

use serde::Deserialize;
use string_kit_concat::ConcatStr;
use string_kit_concat::serde::limited;

#[derive(Deserialize)]
struct Record {
    #[serde(deserialize_with = "at_most_ten")]
    text: ConcatStr,
}

fn at_most_ten<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<ConcatStr, D::Error> {
    limited(10)(deserializer)
}

#[test]
fn a_text_is_a_string() {
    let text = ConcatStr::from("a \"quoted\" text").repeat(50);
    let json = serde_json::to_string(&text).unwrap();
    assert_eq!(json, serde_json::to_string(&String::from(&text)).unwrap());
    assert_eq!(serde_json::from_str::<ConcatStr>(&json).unwrap(), text);
    assert_eq!(serde_json::to_string(&ConcatStr::new()).unwrap(), "\"\"");
    assert_eq!(serde_json::to_value(text.slice(..3)).unwrap(), "a \"");
}

#[test]
fn bytes_are_a_text_if_they_are_utf8() {
    use serde::de::value::{BytesDeserializer, Error};

    struct Owned<'a>(&'a [u8]);

    impl<'de> serde::Deserializer<'de> for Owned<'_> {
        type Error = Error;

        fn deserialize_any<V: serde::de::Visitor<'de>>(self, to: V) -> Result<V::Value, Error> {
            to.visit_byte_buf(self.0.to_vec())
        }

        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
            unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
        }
    }

    for (bytes, is_text) in [
        (&b"n\xc3\xa9"[..], true),
        (b"n\xc3", false),
        (&[b'a'; 11], false),
    ] {
        let read = [
            limited(10)(BytesDeserializer::<Error>::new(bytes)),
            limited(10)(Owned(bytes)),
        ];
        for text in read {
            assert_eq!(text.is_ok_and(|text| text == "né"), is_text);
        }
    }
}

#[test]
fn a_text_beyond_the_limit_is_an_error() {
    let record: Record = serde_json::from_str(r#"{"text": "0123456789"}"#).unwrap();
    assert_eq!(record.text, "0123456789");
    for json in [
        r#"{"text": "0123456789a"}"#,
        r#"{"text": "\u0041123456789a"}"#,
    ] {
        let error = serde_json::from_str::<Record>(json)
            .err()
            .unwrap()
            .to_string();
        assert!(error.contains("at most 10 bytes"), "{error}");
    }
    assert!(serde_json::from_str::<ConcatStr>("3").is_err());
}
