//! Labels, and the types that have them.

use std::any::type_name;
use std::collections::{HashMap, HashSet};
use std::thread;

use serde_json::Value;
use string_kit_record::{Label, Recorded, Texts, recorded};

use crate::rows::{count, counts, of_part, operations, rows, text};

#[test]
fn aliases_without_a_label_are_one_type() {
    recorded! {
        type Key = String, texts = kept;
        type Value = String, texts = kept;
        type Secret = String;
    }
    let texts = [0, 1].map(|number| match number {
        0 => Key::from("a key"),
        _ => Value::from("a value"),
    });
    let secret = Secret::from("a secret");
    let rows = rows("text");
    assert_eq!(operations(&rows), HashMap::from([("capture", 3)]));
    assert_eq!(of_part(&rows, "alias").count(), 0);
    // One label is that of both types, so it is private.
    assert!(of_part(&rows, "value").all(|row| row["text"].is_null()));
    drop((texts, secret));
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
fn a_label_with_a_private_alias_keeps_no_text() {
    recorded! {
        type Plain = String, "record.mixed", texts = kept;
        type Private = String, "record.mixed";
        type PlainLater = String, "record.mixed later", texts = kept;
        type PrivateFirst = String, "record.mixed later";
        type Public = String, "record.unmixed", texts = kept;
    }
    let texts = || (0..50).map(|number| format!("text {number}"));
    let public: Vec<Public> = texts().map(Public::from).collect();
    let other = thread::spawn(move || texts().map(Plain::from).collect::<Vec<_>>());
    let plain: Vec<Plain> = texts().map(Plain::from).collect();
    let others = other.join().expect("the thread does not panic");
    let private: Vec<Private> = texts().map(Private::from).collect();
    let again: Vec<Plain> = texts().map(Plain::from).collect();
    let first: Vec<PrivateFirst> = texts().map(PrivateFirst::from).collect();
    let later: Vec<PlainLater> = texts().map(PlainLater::from).collect();
    let hashes = |rows: &[Value]| -> HashSet<String> {
        let values = of_part(rows, "value");
        values.map(|row| row["hash"].to_string()).collect()
    };
    let known = hashes(&rows("record.unmixed"));
    assert_eq!(known.len(), 50);
    for (label, times) in [("record.mixed", 4), ("record.mixed later", 2)] {
        let rows = rows(label);
        assert_eq!(counts(&rows, "keyed"), [(0, 1)]);
        assert!(of_part(&rows, "value").all(|row| row["text"].is_null() && count(row) == times));
        let hashes = hashes(&rows);
        assert!(hashes.len() == 50 && hashes.is_disjoint(&known), "{label}");
    }
    drop((public, plain, others, private, again, first, later));
}

#[test]
fn a_private_alias_that_is_used_late_forgets_the_sample_of_many_texts() {
    recorded! {
        type Plain = String, "record.late alias", texts = kept;
        type Private = String, "record.late alias";
    }
    for number in 0..50_000 {
        drop(Plain::from(format!("text {number}")));
        drop(Plain::from(format!("heavy {}", number % 20)));
    }
    (0..50_000).for_each(|number| drop(Private::from(format!("text {number}"))));
    let rows = rows("record.late alias");
    assert_eq!(counts(&rows, "present"), [(0, 150_000)]);
    let values: Vec<_> = of_part(&rows, "value").collect();
    assert!(
        (4_000..=2 * 4_096 + 1_024).contains(&values.len()),
        "{}",
        values.len()
    );
    assert!(values.iter().all(|row| row["text"].is_null()));
    let hashes: HashSet<_> = values.iter().map(|row| row["hash"].to_string()).collect();
    assert_eq!(hashes.len(), values.len());
    // Those that were in the sample before have both texts, and the others one.
    assert!(values.iter().filter(|row| count(row) > 100).count() <= 20);
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
