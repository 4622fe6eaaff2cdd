//! The numbers of a record.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Barrier;
use std::thread;

use serde_json::Value;
use string_kit::CapturedStr as _;
use string_kit_record::{recorded, save};

use crate::rows::{count, count_and_most, counts, of_part, operations, rows, text};

#[test]
fn operations_are_counted() {
    recorded! { type Word = String, "record.operations", texts = kept; }
    let mut words = HashMap::from([(Word::from("one"), 1), ("two".into(), 2)]);
    assert_eq!(words.get("one"), Some(&1));
    let (key, _) = words.remove_entry("two").expect("it is there");
    let mut clone = key.clone();
    clone.push('!');
    assert!(clone > key && clone.len() == 4 && format!("{clone}") == "two!");
    // On the heap they lie far from the string that was read last.
    let pair = Box::new([key, clone]);
    assert!(pair.iter().all(|word| !word.is_empty()));
    let rows = rows("record.operations");
    let alias = of_part(&rows, "alias").next().expect("there is a row");
    assert_eq!(text(alias), "Word");
    let operations = operations(&rows);
    let expected = [
        ("capture", 2),
        ("clone", 1),
        ("hash", 2),
        ("lookup", 2),
        ("append", 1),
        ("compare", 1),
        ("read", 4),
    ];
    assert_eq!(operations, HashMap::from(expected));
    assert_eq!(count_and_most(&rows, "alive"), (3, 3));
    assert_eq!(counts(&rows, "threads"), [(0, 1)]);
}

#[test]
fn lengths_are_those_of_the_finished_texts() {
    recorded! { type Word = String, "record.lengths", texts = kept; }
    let long = "x".repeat(1000);
    let mut built = Word::default();
    for _ in 0..3 {
        built.push_str("abc");
    }
    let mut edited = Word::from("a");
    edited.edit(|inner| inner.push_str(&long));
    let kept = [Word::from("ab"), Word::from(&long), Word::from("ab")];
    drop((built, edited));
    let rows = rows("record.lengths");
    assert_eq!(
        counts(&rows, "length"),
        [(16, 2), (72, 1), (8000, 1), (8008, 1)]
    );
    assert_eq!(counts(&rows, "present"), [(0, 5)]);
    let mut values: Vec<_> = of_part(&rows, "value")
        .map(|row| (text(row).len(), count(row)))
        .collect();
    values.sort_unstable();
    assert_eq!(values, [(2, 2), (9, 1), (1000, 1), (1001, 1)]);
    drop(kept);
}

#[test]
fn edits_are_those_of_a_string() {
    recorded! {
        type Word = String, "record.edits", texts = kept;
        type Compact = compact_str::CompactString, "record.compact", texts = kept;
    }
    macro_rules! edit {
        ($text:ident) => {{
            $text.insert(0, 'é');
            $text.insert_str(2, " long text that is not inline");
            $text.retain(|character| character != 'x');
            $text.reserve(10);
            $text.replace_range(..2, "a");
            $text.make_ascii_uppercase();
            let end = $text.split_off(20);
            let removed = ($text.remove(1), $text.pop());
            $text.truncate(12);
            $text.extend_from_within(10..);
            $text.shrink_to_fit();
            $text += "!";
            ($text.to_string(), end.to_string(), removed)
        }};
    }
    let (mut string, mut word) = (String::from("one"), Word::from("one"));
    let mut compact = Compact::from("one");
    let expected = edit!(string);
    assert_eq!(edit!(word), expected);
    assert_eq!(edit!(compact), expected);
    // A capacity is that of a `String`.
    word.reserve_exact(50);
    assert!(word.capacity() >= word.len() + 50);
    word.shrink_to(40);
    assert!((40..60).contains(&word.capacity()));
    assert!(word.try_reserve(usize::MAX).is_err() && word.try_reserve_exact(usize::MAX).is_err());
    // A panic of the edit leaves the text.
    let truncated = catch_unwind(AssertUnwindSafe(|| word.remove(100)));
    assert!(truncated.is_err() && word == expected.0);
    word.clear();
    assert!(word.is_empty() && word.capacity() > 0);
    let rows = rows("record.edits");
    let operations = operations(&rows);
    // The end that was split off is a string of its own.
    assert_eq!((operations["append"], operations["capture"]), (19, 2));
}

#[test]
fn a_constant_is_captured_when_it_is_edited_cloned_or_dropped() {
    recorded! { type Word = String, "record.constant", texts = kept; }
    const EMPTY: Word = Word::new();
    static KEPT: Word = Word::new();
    drop(EMPTY);
    let mut edited = EMPTY;
    edited.push_str("text");
    let clones = [EMPTY.clone(), KEPT.clone()];
    assert!(KEPT.is_empty() && clones.iter().all(Word::is_empty));
    let rows = rows("record.constant");
    let operations = operations(&rows);
    // A constant from which a clone is made is dropped, too.
    assert_eq!((operations["capture"], operations["drop"]), (5, 2));
    assert!(!operations.contains_key("clone"));
    assert_eq!(count_and_most(&rows, "alive").0, 3);
    drop((edited, clones));
}

#[test]
fn a_text_is_edited_on_another_thread_than_counted_it() {
    recorded! { type Word = String, "record.moved", texts = kept; }
    let mut words = ["ä", "ö", "u"].map(Word::from);
    let editor = thread::spawn(move || {
        for word in &mut words {
            word.push('!');
        }
        drop(words);
        Word::from("ü")
    });
    let word = editor.join().expect("the thread does not panic");
    let rows = rows("record.moved");
    assert_eq!(counts(&rows, "ascii"), [(0, 1)]);
    assert_eq!(counts(&rows, "length"), [(16, 2), (24, 2)]);
    drop(word);
}

#[test]
fn threads_that_end_late_lose_nothing() {
    recorded! { type Word = String, "record.late", texts = kept; }
    thread_local! {
        static LATE: std::cell::RefCell<Vec<Word>> = const { std::cell::RefCell::new(Vec::new()) };
    }
    for _ in 0..4 {
        let capture =
            |late: &mut Vec<Word>| late.extend((0..100).map(|number: u32| Word::capture(&number)));
        thread::spawn(move || LATE.with_borrow_mut(capture))
            .join()
            .expect("the thread does not panic");
    }
    let rows = rows("record.late");
    assert_eq!(
        operations(&rows),
        HashMap::from([("capture", 400), ("drop", 400)])
    );
    let values: Vec<u64> = of_part(&rows, "value").map(count).collect();
    assert_eq!(values, [4; 100]);
    // A thread that ends gives its recorder to the next.
    assert_eq!(counts(&rows, "threads"), [(0, 4)]);
}

#[test]
fn operations_on_strings_of_another_thread_are_counted() {
    recorded! { type Word = String, "record.elsewhere", texts = kept; }
    let word = Word::from("text");
    let barrier = Barrier::new(4);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                barrier.wait();
                let own = Word::from("own");
                (0..1_000).for_each(|_| drop((word.clone(), own.clone())));
                assert!(word.len() == 4 && word == "text" && own == "own");
                barrier.wait();
            });
        }
    });
    let rows = rows("record.elsewhere");
    let operations = operations(&rows);
    assert_eq!(operations["clone elsewhere"], 4 * 1_000);
    // With the drops of the clones, the read and the comparison.
    assert_eq!(operations["elsewhere"], 4 * 2_002);
    assert_eq!(counts(&rows, "threads"), [(0, 5)]);
    assert_eq!(counts(&rows, "cloners"), [(0, 4)]);
}

#[test]
fn clones_are_sharers_if_they_are_alive_at_the_peak() {
    recorded! {
        type Gone = Box<str>, "record.gone", texts = kept;
        type Shared = Box<str>, "record.sharers", texts = kept;
    }
    let mut gone = Vec::new();
    for number in 0..100_000 {
        let word = Gone::capture(&number);
        drop(word.clone());
        gone.push(word);
    }
    let texts: Vec<Shared> = (0..10_000).map(|number| Shared::capture(&number)).collect();
    let clones: Vec<_> = (0..9).flat_map(|_| texts.clone()).collect();
    // They are made when others are gone.
    drop((texts, clones));
    let later: Vec<Shared> = (0..10_000).map(|number| Shared::capture(&number)).collect();
    for (label, owners, most) in [
        ("record.gone", 100_000, 100_001),
        ("record.sharers", 10_000, 100_000),
    ] {
        let (count, of_strings) = count_and_most(&rows(label), "owners");
        assert_eq!(of_strings, most, "{label}");
        assert!(count.abs_diff(owners) <= owners / 50, "{label}: {count}");
    }
    drop((gone, later));
}

#[test]
fn few_values_are_exact() {
    recorded! { type Word = Box<str>, "record.exact", texts = kept; }
    (0..50_000).for_each(|number| drop(Word::capture(&(number % 4000))));
    let rows = rows("record.exact");
    let values: Vec<_> = of_part(&rows, "value").collect();
    let is_exact = |row: &&Value| (12..=13).contains(&count(row));
    assert!(values.len() == 4000 && values.iter().all(is_exact));
    assert_eq!(of_part(&rows, "sampled").count(), 0);
}

#[test]
fn of_many_values_the_heaviest_are_counted_about() {
    recorded! { type Word = Box<str>, "record.heavy", texts = kept; }
    // Every other text is one of 50.
    for number in 0..200_000 {
        drop(match number % 2 {
            0 => Word::capture(&format_args!("heavy {}", number / 2 % 50)),
            _ => Word::capture(&format_args!("light {number}")),
        });
    }
    let rows = rows("record.heavy");
    let values: Vec<_> = of_part(&rows, "value").collect();
    assert!(values.len() <= 2 * 4096 + 1024);
    let heavy: Vec<_> = values
        .iter()
        .filter(|row| text(row).starts_with("heavy"))
        .collect();
    assert_eq!(heavy.len(), 50);
    // One in 16 is counted: the standard error of 2,000 is 173.
    let counts = heavy.iter().map(|row| count(row).abs_diff(2000));
    let close = counts.filter(|error| *error < 3 * 173).count();
    assert!(close >= 48, "{close} of 50");
}

#[test]
fn the_most_strings_alive_in_one_thread_are_exact() {
    recorded! { type Word = String, "record.most", texts = kept; }
    let words = |count: u32| {
        (0..count)
            .map(|number| Word::capture(&number))
            .collect::<Vec<_>>()
    };
    drop(words(5_000));
    let kept = words(10);
    assert_eq!(count_and_most(&rows("record.most"), "alive"), (10, 5_000));
    drop((kept, words(5_001)));
    assert_eq!(count_and_most(&rows("record.most"), "alive"), (0, 5_011));
}

#[test]
fn a_folder_that_is_missing_is_an_error() {
    assert!(save("/no such folder/record.jsonl").is_err());
}

#[cfg(feature = "serde")]
#[test]
fn serde_counts_reads_and_captures() {
    recorded! { type Word = String, "record.serde", texts = kept; }
    let json = r#"["one","two \"quoted\""]"#;
    let words: Vec<Word> = serde_json::from_str(json).expect("they are texts");
    assert_eq!(serde_json::to_string(&words).expect("it is text"), json);
    assert!(serde_json::from_str::<Word>("1").is_err());
    let rows = rows("record.serde");
    let operations = operations(&rows);
    assert_eq!((operations["capture"], operations["read"]), (2, 2));
}
