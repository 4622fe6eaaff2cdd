//! Labels, and the types that have them.

use std::any::type_name;
use std::collections::{HashMap, HashSet};

use string_kit_record::{Label, Recorded, Texts, recorded};

use crate::rows::{count, of_part, operations, rows, text};

/// Returns the texts of the rows of a part.
fn texts(label: &str, part: &str) -> Vec<String> {
    let rows = rows(label);
    let texts = of_part(&rows, part).map(text);
    texts.map(str::to_owned).collect()
}

#[test]
fn aliases_without_a_label_are_one_type() {
    recorded! {
        type Key = String;
        type Value = String;
    }
    let words = [0, 1].map(|number| match number {
        0 => Key::from("a key"),
        _ => Value::from("a value"),
    });
    let rows = rows("text");
    assert_eq!(operations(&rows), HashMap::from([("capture", 2)]));
    assert_eq!(of_part(&rows, "alias").count(), 0);
    drop(words);
}

#[test]
fn a_type_shows_its_label_and_its_alias() {
    recorded! { type Wörter = String, "a-é☃🦀", texts = kept; }
    let name = type_name::<Wörter>();
    assert!(name.contains("Name<'a', '-', 'é', '☃', '🦀'>"), "{name}");
    let alias = "Name<'W', 'ö', 'r', 't', 'e', 'r'>";
    assert!(name.contains(alias), "{name}");
    let word = Wörter::from("text");
    assert_eq!(texts("a-é☃🦀", "alias"), ["Wörter"]);
    drop(word);
}

#[test]
fn aliases_of_one_label_keep_texts_or_not_each_by_itself() {
    struct Own;
    impl Label for Own {
        const NAME: &'static str = "record.\"\\\n";
        const TEXTS: Texts = Texts::Kept;
    }
    struct OwnPrivate;
    impl Label for OwnPrivate {
        const NAME: &'static str = "record.\"\\\n";
    }
    recorded! {
        type Plain = String, "record.\"\\\n", texts = kept;
        type Private = String, "record.\"\\\n";
        type Lengths = String, "record.\"\\\n", texts = lengths;
    }
    const WRITTEN: [&str; 2] = ["\"\\\u{0}\u{1f}\n\u{7f}\u{2028}\u{e9}", "one"];
    let words = WRITTEN.map(|text| {
        let plain = (Plain::from(text), Recorded::<Box<str>, Own>::from(text));
        let own = Recorded::<String, OwnPrivate>::from(text);
        (plain, own, Private::from(text), Lengths::from(text))
    });
    let kept_label = "record.\"\\\n (texts kept)";
    let kept = HashSet::from_iter(texts(kept_label, "value"));
    assert_eq!(kept, WRITTEN.map(str::to_owned).into());
    let mut hashes = HashSet::new();
    for (label, keyed, times) in [("record.\"\\\n", 1, 3), (kept_label, 0, 2)] {
        let rows = rows(label);
        assert_eq!(of_part(&rows, "keyed").count(), keyed);
        assert_eq!(operations(&rows)["capture"], 2 * times);
        for value in of_part(&rows, "value") {
            assert_eq!(count(value), times);
            assert_eq!(value["text"].is_null(), keyed == 1);
            hashes.insert(value["hash"].to_string());
        }
    }
    assert_eq!(hashes.len(), 4);
    drop(words);
}

#[test]
fn labels_whose_names_have_one_place_are_apart() {
    recorded! {
        type Plain = String, "record.one place", texts = kept;
        type Private = String, "record.two.place";
    }
    let words = (
        Plain::from("plain"),
        Private::from("private"),
        Plain::from("plain"),
    );
    for (label, captures) in [("record.one place", 2), ("record.two.place", 1)] {
        let rows = rows(label);
        assert_eq!(operations(&rows)["capture"], captures);
        assert_eq!(of_part(&rows, "value").count(), 1);
    }
    drop(words);
}

#[test]
fn a_label_and_an_alias_may_have_32_bytes() {
    recorded! {
        type AnAliasOf32BytesWithItsEndAtHere = String, "é", texts = kept;
        type AnAliasOf33BytesWithItsEndAtThere = String, "a label of 32 bytes, its end, é";
    }
    let words = (
        AnAliasOf32BytesWithItsEndAtHere::from("one"),
        AnAliasOf33BytesWithItsEndAtThere::from("two"),
    );
    assert_eq!(texts("é", "alias"), ["AnAliasOf32BytesWithItsEndAtHere"]);
    let longest = rows("a label of 32 bytes, its end, é");
    assert_eq!(operations(&longest), HashMap::from([("capture", 1)]));
    assert_eq!(of_part(&longest, "alias").count(), 0);
    drop(words);
}
