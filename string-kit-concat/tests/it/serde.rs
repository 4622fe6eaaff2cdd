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
