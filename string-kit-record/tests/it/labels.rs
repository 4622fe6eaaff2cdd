//! Labels, and the types that have them.

use std::any::type_name;
use std::collections::{HashMap, HashSet};

use serde_json::Value;
use string_kit_record::{Label, Recorded, Texts, recorded};

use crate::rows::{count, counts, of_part, operations, rows, text};

#[test]
fn aliases_without_a_label_are_one_type() {
    recorded! {
        type Key = String;
        type Value = String;
    }
    let texts = [0, 1].map(|number| match number {
        0 => Key::from("a key"),
        _ => Value::from("a value"),
    });
    let rows = rows("text");
    assert_eq!(operations(&rows), HashMap::from([("capture", 2)]));
    assert_eq!(of_part(&rows, "alias").count(), 0);
    drop(texts);
}

#[test]
fn a_type_shows_its_label_and_its_alias() {
    recorded! { type Wörter = String, "a-é☃🦀", texts = kept; }
    let name = type_name::<Wörter>();
    assert!(name.contains("Name<'a', '-', 'é', '☃', '🦀'>"), "{name}");
    assert!(
        name.contains("Name<'W', 'ö', 'r', 't', 'e', 'r'>"),
        "{name}"
    );
    let word = Wörter::from("text");
    assert_eq!(
        of_part(&rows("a-é☃🦀"), "alias")
            .map(text)
            .collect::<Vec<_>>(),
        ["Wörter"]
    );
    drop(word);
}

#[test]
fn aliases_of_one_label_keep_texts_or_not_each_by_itself() {
    recorded! {
        type Plain = String, "record.mixed", texts = kept;
        type Private = String, "record.mixed";
    }
    let texts = || (0..50).map(|number| format!("text {number}"));
    let plain: Vec<Plain> = texts().map(Plain::from).collect();
    let private: Vec<Private> = texts().map(Private::from).collect();
    let again: Vec<Plain> = texts().map(Plain::from).collect();
    let hashes = |label, is_kept| -> HashSet<String> {
        let rows = rows(label);
        assert_eq!(counts(&rows, "keyed").is_empty(), is_kept);
        let times = 1 + u64::from(is_kept);
        let is_right = |row: &Value| row["text"].is_string() == is_kept && count(row) == times;
        assert!(of_part(&rows, "value").all(is_right));
        let values = of_part(&rows, "value");
        values.map(|row| row["hash"].to_string()).collect()
    };
    let hashes = [
        hashes("record.mixed", false),
        hashes("record.mixed (texts kept)", true),
    ];
    assert_eq!(hashes.each_ref().map(HashSet::len), [50, 50]);
    assert!(hashes[0].is_disjoint(&hashes[1]));
    drop((plain, private, again));
}

#[test]
fn labels_whose_names_have_one_hash_are_apart() {
    recorded! {
        type Plain = String, "8yn0iYCKYHlIj4-BwPqk", texts = kept;
        type Private = String, "GReLUrM4wMqfg9yzV3KQ";
    }
    let words = (
        [Plain::from("plain"), Plain::from("plain")],
        Private::from("private"),
        Plain::from("plain"),
    );
    for (label, captures, texts) in [
        ("8yn0iYCKYHlIj4-BwPqk", 3, &["plain"][..]),
        ("GReLUrM4wMqfg9yzV3KQ", 1, &[]),
    ] {
        let rows = rows(label);
        assert_eq!(operations(&rows)["capture"], captures);
        let found = of_part(&rows, "value").filter_map(|row| row["text"].as_str());
        assert_eq!(found.collect::<Vec<_>>(), texts);
    }
    drop(words);
}

#[test]
fn a_label_may_have_1_to_32_bytes() {
    recorded! {
        type Shortest = String, "é", texts = kept;
        type Longest = String, "a label of 32 bytes, its end, é", texts = kept;
    }
    let words = (Shortest::from("one"), Longest::from("two"));
    for label in ["é", "a label of 32 bytes, its end, é"] {
        assert_eq!(operations(&rows(label)), HashMap::from([("capture", 1)]));
    }
    drop(words);
}

#[test]
fn an_alias_of_more_than_32_bytes_is_not_recorded() {
    recorded! {
        type AnAliasOf32BytesWithItsEndAtHere = String, "record.alias 32", texts = kept;
        type AnAliasOf33BytesWithItsEndAtThere = String, "record.alias 33", texts = kept;
    }
    let words = (
        AnAliasOf32BytesWithItsEndAtHere::from("one"),
        AnAliasOf33BytesWithItsEndAtThere::from("two"),
    );
    let of_32 = rows("record.alias 32");
    let aliases: Vec<_> = of_part(&of_32, "alias").map(text).collect();
    assert_eq!(aliases, ["AnAliasOf32BytesWithItsEndAtHere"]);
    assert_eq!(of_part(&rows("record.alias 33"), "alias").count(), 0);
    drop(words);
}

#[test]
fn no_text_is_kept_unless_a_label_asks_for_it() {
    struct Own;
    impl Label for Own {
        const NAME: &'static str = "record.own";
    }
    recorded! {
        type Default = String, "record.default";
        type Lengths = String, "record.of lengths", texts = lengths;
    }
    let texts = ["correct horse", "battery staple"];
    let secrets = texts.map(|text| {
        let own = Recorded::<String, Own>::from(text);
        (own, Default::from(text), Lengths::from(text))
    });
    for label in ["record.own", "record.default", "record.of lengths"] {
        let rows = rows(label);
        assert!(rows.iter().all(|row| row["part"] == "operation"
            || row["part"] == "alias"
            || row["part"] == "hash"
            || row["text"].is_null()));
        assert_eq!(of_part(&rows, "value").count(), 2);
    }
    drop(secrets);
}

#[test]
fn labels_with_one_name_share_a_record() {
    struct Own;
    impl Label for Own {
        const NAME: &'static str = "record.shared";
        const TEXTS: Texts = Texts::Kept;
    }
    recorded! { type Word = String, "record.shared", texts = kept; }
    let words = (
        Word::from("one"),
        Recorded::<Box<str>, Own>::from("two \"quoted\"\n"),
    );
    let rows = rows("record.shared");
    assert_eq!(operations(&rows)["capture"], 2);
    assert!(rows.iter().any(|row| row["text"] == "two \"quoted\"\n"));
    drop(words);
}

#[test]
fn any_text_and_label_is_read_back() {
    recorded! { type Word = String, "record.\"\\\n", texts = kept; }
    let written = "\"\\\u{0}\u{1f}\n\u{7f}\u{2028}\u{e9}";
    let word = Word::from(written);
    let rows = rows("record.\"\\\n");
    assert_eq!(
        of_part(&rows, "value").map(text).collect::<Vec<_>>(),
        [written]
    );
    drop(word);
}
