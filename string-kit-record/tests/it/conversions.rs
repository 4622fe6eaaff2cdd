//! A recorded string goes where a `String` goes, and each way counts.

use std::borrow::Cow;
use std::error::Error;
use std::ffi::{CString, OsString};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use string_kit_record::recorded;

use crate::rows::{operations, rows};

#[test]
fn every_type_that_takes_a_string_takes_a_recorded_one() {
    recorded! { type Word = String, "conversions.into", texts = kept; }
    let word = || Word::from("a/b");
    assert_eq!(String::from(word()), "a/b");
    assert_eq!(String::from(&word()), "a/b");
    assert_eq!(&*Box::<str>::from(word()), "a/b");
    assert_eq!(&*Arc::<str>::from(word()), "a/b");
    assert_eq!(&*Rc::<str>::from(word()), "a/b");
    assert_eq!(Vec::<u8>::from(word()), b"a/b");
    assert_eq!(Cow::<str>::from(word()), "a/b");
    assert_eq!(Cow::from(&word()), "a/b");
    assert_eq!(OsString::from(word()), "a/b");
    assert_eq!(PathBuf::from(word()), Path::new("a/b"));
    assert_eq!(Box::<dyn Error>::from(word()).to_string(), "a/b");
    assert_eq!(
        Box::<dyn Error + Send + Sync>::from(word()).to_string(),
        "a/b"
    );
    assert_eq!(
        (word().into_bytes(), &*word().into_boxed_str()),
        (b"a/b".to_vec(), "a/b")
    );
    let rows = rows("conversions.into");
    let operations = operations(&rows);
    let counts = ["capture", "drop", "read"].map(|name| operations[name]);
    // The two references are read.
    assert_eq!(counts, [14, 14, 2]);
}

#[test]
fn a_recorded_string_is_made_as_a_string_is() {
    recorded! { type Word = String, "conversions.from", texts = kept; }
    let mut lent = String::from("text");
    let made = [
        Word::from(&mut *lent),
        Word::try_from(b"text".to_vec()).expect("it is UTF-8"),
        Word::try_from(CString::from(c"text")).expect("it is UTF-8"),
        Word::from_utf8(b"text".to_vec()).expect("it is UTF-8"),
        Word::from_utf16(&"text".encode_utf16().collect::<Vec<_>>()).expect("it is UTF-16"),
        Word::from_utf16_lossy(&"text".encode_utf16().collect::<Vec<_>>()),
    ];
    assert!(Word::try_from(vec![0xFF]).is_err() && Word::from_utf8(vec![0xFF]).is_err());
    assert!(made.iter().all(|word| word == "text"));
    let clone = Word::from(&made[0]);
    let rows = rows("conversions.from");
    let operations = operations(&rows);
    assert_eq!(
        (
            operations["capture"],
            operations["clone"],
            operations["compare"]
        ),
        (6, 1, 6)
    );
    drop((made, clone));
}

#[test]
fn a_recorded_string_is_compared_as_a_string_is() {
    recorded! { type Word = String, "conversions.compare", texts = kept; }
    let word = Word::from("a//b");
    // A path has no empty parts.
    let (path, buf) = (Path::new("a/b"), PathBuf::from("a/b"));
    assert_eq!(
        [word == *path, *path == word, word == buf, buf == word],
        [true; 4]
    );
    let is_less = [word < "b", "b" > word, *"b" > word];
    let string = String::from("b");
    assert_eq!(
        (is_less, [string > word, word < string]),
        ([true; 3], [true; 2])
    );
    assert_eq!(word.partial_cmp("a"), "b".partial_cmp(&word));
}

#[test]
fn a_text_that_is_changed_in_place_is_counted_when_it_is_dropped() {
    recorded! { type Word = String, "conversions.in place", texts = kept; }
    let mut word = Word::from("abc");
    word[..1].make_ascii_uppercase();
    word.as_mut_str().make_ascii_uppercase();
    let lent: &mut str = &mut word;
    lent.make_ascii_lowercase();
    assert_eq!(&word[1..], "bc");
    assert_eq!(word.drain(..1).as_str(), "a");
    drop(word);
    let rows = rows("conversions.in place");
    assert_eq!(operations(&rows)["append"], 4);
    let values: Vec<_> = rows.iter().filter(|row| row["part"] == "value").collect();
    assert!(values.len() == 1 && values[0]["text"] == "bc");
}
