use std::cmp::Ordering;
use std::fmt::Debug;

use proptest::prelude::*;
use rkyv::api::high::{HighDeserializer, HighSerializer};
use rkyv::rancor::{Error, Failure, Infallible};
use rkyv::ser::allocator::ArenaHandle;
use rkyv::string::ArchivedString;
use rkyv::util::AlignedVec;
use rkyv::vec::ArchivedVec;
use rkyv::{Archive, Deserialize, Serialize, access, deserialize, from_bytes, to_bytes};
use string_kit::{SharedStr, StrList, StringBuf};
use string_kit_conformance::count;
use string_kit_conformance::texts::{ascii, texts};

use crate::{assert_counts, fails_until_it_fits, lists, some_strings};

type Serializer<'a> = HighSerializer<AlignedVec, ArenaHandle<'a>, Error>;
type ArchivedList = ArchivedVec<ArchivedString>;

/// Asserts that an archived and another value compare so, in both directions.
fn compare_as<A, B>(archived: &A, other: &B, expected: Ordering)
where
    A: PartialOrd<B>,
    B: PartialOrd<A>,
{
    assert_eq!(archived == other, expected.is_eq());
    assert_eq!(other == archived, expected.is_eq());
    assert_eq!(archived.partial_cmp(other), Some(expected));
    assert_eq!(other.partial_cmp(archived), Some(expected.reverse()));
}

/// Asserts that a text has the archive of a `String`, and is equal to it and read from it.
fn is_archived_as_a_string<T>(text: &String)
where
    T: Archive<Archived = ArchivedString> + for<'a> Serialize<Serializer<'a>>,
    T: Debug + PartialEq<String> + for<'a> From<&'a str>,
    T: PartialEq<ArchivedString> + PartialOrd<ArchivedString>,
    ArchivedString: Deserialize<T, HighDeserializer<Error>> + PartialEq<T> + PartialOrd<T>,
{
    let value = T::from(text);
    let bytes = to_bytes::<Error>(text).unwrap();
    assert_eq!(*to_bytes::<Error>(&value).unwrap(), *bytes);
    assert_eq!(from_bytes::<T, Error>(&bytes).unwrap(), *text);

    let archived = access::<ArchivedString, Error>(&bytes).unwrap();
    compare_as(archived, &value, Ordering::Equal);
    compare_as(archived, &T::from(&format!("{text}+")), Ordering::Less);
}

/// Asserts that a list has the archive of a `Vec<String>`, and is equal to it and read from it.
fn is_archived_as_a_vec(strings: &Vec<String>) {
    let list = StrList::from_iter(strings);
    let bytes = to_bytes::<Error>(strings).unwrap();
    assert_eq!(*to_bytes::<Error>(&list).unwrap(), *bytes);
    assert_eq!(from_bytes::<StrList, Error>(&bytes).unwrap(), list);

    let archived = access::<ArchivedList, Error>(&bytes).unwrap();
    compare_as(archived, &list, Ordering::Equal);
    let longer: StrList = list.iter().chain([""]).collect();
    compare_as(archived, &longer, Ordering::Less);
}

#[test]
fn texts_are_archived_as_a_string() {
    for text in texts().iter().chain(&[4096, 100_000].map(ascii)) {
        is_archived_as_a_string::<SharedStr>(text);
        is_archived_as_a_string::<StringBuf<0>>(text);
        is_archived_as_a_string::<StringBuf<24>>(text);
    }
}

#[test]
fn lists_are_archived_as_a_vec() {
    lists().for_each(|strings| is_archived_as_a_vec(&strings));
}

proptest! {
    #[test]
    fn any_list_is_archived_as_a_vec(strings in some_strings(), others in some_strings()) {
        is_archived_as_a_vec(&strings);
        strings.iter().for_each(is_archived_as_a_string::<SharedStr>);
        strings.iter().for_each(is_archived_as_a_string::<StringBuf<24>>);
        let bytes = to_bytes::<Error>(&strings).unwrap();
        let archived = access::<ArchivedList, Error>(&bytes).unwrap();
        compare_as(archived, &StrList::from_iter(&others), strings.cmp(&others));
    }
}

/// A struct of the kinds of fields that the types are used in.
#[derive(Archive, Clone, Debug, Deserialize, PartialEq, PartialOrd, Serialize)]
#[rkyv(compare(PartialEq, PartialOrd), derive(Debug))]
struct Record {
    name: SharedStr,
    tags: StrList,
    line: StringBuf<8>,
    unit: Option<SharedStr>,
    rows: Vec<StrList>,
}

/// The same struct of std's types.
#[derive(Archive, Serialize)]
struct Control {
    name: String,
    tags: Vec<String>,
    line: String,
    unit: Option<String>,
    rows: Vec<Vec<String>>,
}

#[test]
fn derived_structs_are_archived_as_those_of_std_types() {
    for text in texts() {
        let strings = vec![text.clone(), String::new(), ascii(3)];
        let record = Record {
            name: text.into(),
            tags: StrList::from_iter(&strings),
            line: text.into(),
            unit: Some(text.into()),
            rows: vec![StrList::new(), StrList::from_iter(&strings)],
        };
        let control = Control {
            name: text.clone(),
            tags: strings.clone(),
            line: text.clone(),
            unit: Some(text.clone()),
            rows: vec![Vec::new(), strings],
        };
        let bytes = to_bytes::<Error>(&record).unwrap();
        assert_eq!(*bytes, *to_bytes::<Error>(&control).unwrap());
        let archived = access::<ArchivedRecord, Error>(&bytes).unwrap();
        assert_eq!(*archived, record);
        assert!(
            *archived
                < Record {
                    rows: vec![StrList::from([""])],
                    ..record.clone()
                }
        );
        assert_eq!(deserialize::<Record, Error>(archived).unwrap(), record);
    }
}

/// `String` is deserialized by a deserializer without errors, too.
#[test]
fn texts_need_no_error_type() {
    let bytes = to_bytes::<Error>(&ascii(20)).unwrap();
    let archived = access::<ArchivedString, Error>(&bytes).unwrap();
    let Ok(text) = deserialize::<SharedStr, Infallible>(archived);
    assert_eq!(text, ascii(20));
    let Ok(text) = deserialize::<StringBuf<24>, Infallible>(archived);
    assert_eq!(text, ascii(20));
}

/// Validation refuses an archive, or what it then reads is valid.
#[test]
fn changed_bytes_are_refused_or_read_as_text() {
    let strings = [ascii(3), ascii(30), ascii(7), ascii(8), "naïve €".repeat(4)];
    let bytes = to_bytes::<Error>(&StrList::from(strings)).unwrap();
    let mut refused = 0;
    for at in 0..bytes.len() {
        for flip in [0x01, 0x40, 0x80, 0xFF] {
            let mut changed = AlignedVec::<16>::new();
            changed.extend_from_slice(&bytes);
            changed[at] ^= flip;
            match from_bytes::<StrList, Error>(&changed) {
                Ok(list) => {
                    let control = from_bytes::<Vec<String>, Error>(&changed).unwrap();
                    assert_eq!(list, control, "byte {at} ^ {flip:#x}");
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 100, "{refused} were refused");
    for end in 0..bytes.len() {
        let mut cut = AlignedVec::<16>::new();
        cut.extend_from_slice(&bytes[..end]);
        let list = from_bytes::<StrList, Error>(&cut);
        assert_eq!(list.is_ok(), from_bytes::<Vec<String>, Error>(&cut).is_ok());
    }
}

#[test]
fn texts_and_lists_allocate_what_they_need() {
    for (len, shared, buf) in [
        (0, 0, 0),
        (16, 0, 0),
        (17, 1, 0),
        (24, 1, 0),
        (25, 1, 1),
        (5000, 1, 1),
    ] {
        let bytes = to_bytes::<Error>(&ascii(len)).unwrap();
        let archived = access::<ArchivedString, Error>(&bytes).unwrap();
        let (text, counts) = count(|| deserialize::<SharedStr, Failure>(archived).unwrap());
        assert_counts(counts, shared, 0, text.heap_size());
        let (_text, counts) = count(|| deserialize::<StringBuf<24>, Failure>(archived).unwrap());
        assert_counts(counts, buf, 0, len * buf);
    }
    // A chunk of the builder for a list that may take more than 255 bytes, and the list.
    for strings in lists() {
        let bytes = to_bytes::<Error>(&strings).unwrap();
        let archived = access::<ArchivedList, Error>(&bytes).unwrap();
        let (list, counts) = count(|| deserialize::<StrList, Failure>(archived).unwrap());
        let text: usize = strings.iter().map(String::len).sum();
        let room = text + strings.len() + 8 * strings.len().min(text / 255);
        let expected = usize::from(room > 255) + usize::from(!list.is_inline());
        assert_counts(counts, expected, 0, list.heap_size());
    }
}

#[test]
fn out_of_memory_is_an_error_of_a_list_and_leaks_nothing() {
    let bytes = to_bytes::<Error>(&vec![ascii(20); 20]).unwrap();
    let archived = access::<ArchivedList, Error>(&bytes).unwrap();
    let read = || deserialize::<StrList, Failure>(archived);
    assert_eq!(fails_until_it_fits(read, |_| true), 2);
}
