//! Hard cases for a tree: deep histories, texts that are taken over, and long searches.

use std::sync::Arc;

use string_kit_concat::ConcatStr;

/// A text in the program.
static LONG: &str = include_str!("hostile.rs");

/// The versions of a history that is dropped at once.
const VERSIONS: usize = if cfg!(miri) { 1_000 } else { 1_000_000 };

#[test]
fn a_long_history_is_dropped() {
    let mut text = ConcatStr::from("0123456789".repeat(100));
    let mut history = Vec::new();
    for n in 0..VERSIONS {
        text.insert_str(n % 1000, "x");
        history.push(text.clone());
    }
    assert_eq!(history[VERSIONS / 2].len(), 1001 + VERSIONS / 2);
    drop(text);
    drop(history);
}

#[test]
fn a_text_that_is_taken_over_is_not_copied() {
    let string = "0123456789".repeat(100);
    let address = string.as_ptr();
    let mut text = ConcatStr::from(string);
    assert_eq!(text.chunks().next().unwrap().as_ptr(), address);
    text.insert_str(500, "é");
    let before = text.slice(..400);
    assert_eq!(before.chunks().next().unwrap().as_ptr(), address);

    let shared: Arc<str> = "0123456789".repeat(100).into();
    let text = ConcatStr::from(shared.clone());
    let part = text.substr(1..999);
    assert_eq!(Arc::strong_count(&shared), 2);
    drop(text);
    assert_eq!(part.len(), 998);
    drop(part);
    assert_eq!(Arc::strong_count(&shared), 1);

    let boxed: Box<str> = "é".repeat(300).into();
    let address = boxed.as_ptr();
    let text = ConcatStr::from(boxed);
    assert_eq!(text.chunks().next().unwrap().as_ptr(), address);
    assert_eq!(text, "é".repeat(300));
    let text = ConcatStr::from_static(LONG);
    assert_eq!(text.chunks().next().unwrap().as_ptr(), LONG.as_ptr());
    assert_eq!(text.repeat(3).find("is linear"), LONG.find("is linear"));
}

#[test]
fn a_search_is_linear() {
    // A search by candidates would compare 20,000 times 10,000 bytes.
    let text = ConcatStr::from("a".repeat(300)).repeat(70);
    let needle = "a".repeat(10_000) + "b";
    assert_eq!(text.find(&needle), None);
    assert_eq!(text.rfind(&needle), None);
    let text = text + &*needle;
    assert_eq!(text.find(&needle), Some(21_000));
    assert_eq!(text.rfind(&needle), Some(21_000));
}

#[test]
fn a_long_text_replaces_each_match() {
    let long = "é0123456789".repeat(10_000);
    let text = ConcatStr::from("a-b--c");
    assert_eq!(text.replace("-", &long), "a-b--c".replace('-', &long));
}
