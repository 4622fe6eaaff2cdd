//! Data with false lengths, an allocator that fails, values and writers that fail. Each failure is
//! an error, and complete strings are kept.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{Debug, Display};
use std::io;
use std::sync::Arc;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserialize, DeserializeSeed, IntoDeserializer};
use string_kit::{
    CaptureError, CaptureErrorKind, CapturedStr, SharedStr, StrList, StrListBuilder, StringBuf,
};
use string_kit_conformance::values::{Errs, Swallows};
use string_kit_conformance::{count, with_budget};
use string_kit_serde::{AppendSeq, AppendStr, DisplaySeq, Limits, map, seq};

use crate::support::{FalseLength, StackError, strings};

/// Checks that a stated length reserves memory for at most 64 strings.
fn reserves_at_most_64<S: CapturedStr>() {
    for items in [0, 1, 3] {
        let ((), counts) = count(|| {
            let from = || SeqAccessDeserializer::new(FalseLength(items, "id"));
            let strings: Vec<S> = seq::deserialize(from()).unwrap();
            assert_eq!(strings.len(), items);
            assert!(strings.capacity() <= 64);
            let shared: Arc<[S]> = seq::deserialize(from()).unwrap();
            assert_eq!(shared.len(), items);
            let few = Limits::new().max_items(3).seq::<S>().deserialize(from());
            assert!(few.unwrap().capacity() <= 4);
            assert_eq!(StrList::deserialize(from()).unwrap().len(), items);
            let from = || MapAccessDeserializer::new(FalseLength(items, "42"));
            let tree: BTreeMap<S, S> = map::deserialize(from()).unwrap();
            assert_eq!(tree.len(), items.min(1));
            let hashed: HashMap<S, S> = map::deserialize(from()).unwrap();
            assert_eq!(hashed.len(), items.min(1));
            let pairs: Vec<(S, S)> = map::deserialize(from()).unwrap();
            assert_eq!(pairs.len(), items);
        });
        assert!(counts.peak_bytes < 8192, "{counts:?}");
        assert_eq!(counts.live_bytes, 0);
    }
}

macro_rules! false_length {
    ($name:ident, $ty:ty) => {
        #[test]
        fn $name() {
            reserves_at_most_64::<$ty>();
        }
    };
}
mod a_false_length_reserves_at_most_64 {
    use super::*;

    crate::for_each_representation!(false_length);
}

/// Runs `read` with a budget of 0 blocks, then 1, and so on until it succeeds. Each failure must be
/// an out-of-memory error that keeps no memory. Returns the number of blocks that `read` needs.
pub(crate) fn fails_until_it_fits<T: Debug>(
    mut read: impl FnMut() -> Result<T, StackError>,
) -> (T, usize) {
    for budget in 0..100 {
        let (result, counts) = count(|| with_budget(budget, &mut read));
        match result {
            Ok(value) => return (value, budget),
            Err(error) => {
                let message = CaptureError::from(CaptureErrorKind::Alloc).to_string();
                assert_eq!(error.message(), message, "{budget} blocks");
            }
        }
        assert_eq!(counts.live_bytes, 0, "{budget} blocks");
    }
    panic!("100 blocks are not enough");
}

#[test]
fn out_of_memory_is_an_error_and_keeps_nothing() {
    let texts = ["a text of more than fifteen bytes"; 20];
    let (list, blocks) = fails_until_it_fits(|| StrList::deserialize(strings(&texts)));
    assert_eq!(list, texts);
    assert!(blocks > 0);
    let (vec, blocks) =
        fails_until_it_fits(|| seq::deserialize::<String, Vec<_>, _>(strings(&texts)));
    assert_eq!(vec, texts);
    assert_eq!(blocks, 21);
    // More strings than memory is reserved for: the `Vec` grows once, and no string allocates.
    let short = ["id"; 100];
    let (vec, blocks) =
        fails_until_it_fits(|| seq::deserialize::<StringBuf<24>, Vec<_>, _>(strings(&short)));
    assert_eq!((vec.len(), blocks), (100, 2));
    let read =
        || string_kit_serde::captured::deserialize::<Box<str>, _>(texts[0].into_deserializer());
    let (text, blocks) = fails_until_it_fits(read);
    assert_eq!((&*text, blocks), (texts[0], 1));
    let read = || StringBuf::<16>::deserialize(texts[0].into_deserializer());
    let (text, blocks) = fails_until_it_fits(read);
    assert_eq!((&*text, blocks), (texts[0], 1));
    let read = || SharedStr::deserialize(texts[0].into_deserializer());
    let (text, blocks) = fails_until_it_fits(read);
    assert_eq!((&*text, blocks), (texts[0], 1));
    // The number is formatted on the stack: only the result allocates.
    let read = || string_kit_serde::display::deserialize::<String, _>(1e300.into_deserializer());
    let (text, blocks) = fails_until_it_fits(read);
    assert_eq!((text.len(), blocks), (301, 1));
}

/// The builder keeps the strings that were complete before the error.
#[test]
fn a_builder_keeps_complete_strings() {
    let texts = ["a text of more than fifteen bytes"; 20];
    let mut kept = Vec::new();
    for budget in 0.. {
        let mut builder = StrListBuilder::from_iter(["first"]);
        let read = with_budget(budget, || {
            AppendSeq(&mut builder).deserialize(strings(&texts))
        });
        kept.push(builder.len() - 1);
        let list = builder.finish();
        assert_eq!(&list[0], "first");
        assert!(
            list.iter()
                .skip(1)
                .eq(texts.into_iter().take(list.len() - 1))
        );
        if read.is_ok() {
            break;
        }
    }
    assert!(kept.is_sorted());
    assert_eq!(kept.last(), Some(&20));

    let mut builder = StrListBuilder::new();
    for (json, expected) in [
        (r#"["a","b",3,"d"]"#, &["a", "b"][..]),
        (r#"["c","unfinished"#, &["a", "b", "c"]),
        (r#""not a sequence""#, &["a", "b", "c"]),
        (r#"["d"]"#, &["a", "b", "c", "d"]),
    ] {
        let mut json = serde_json::Deserializer::from_str(json);
        let _ = AppendSeq(&mut builder).deserialize(&mut json);
        assert_eq!(builder.clone().try_finish().unwrap(), *expected);
    }
    let bytes: &[u8] = b"half\xFF";
    let read: Result<(), StackError> =
        AppendStr(&mut builder).deserialize(bytes.into_deserializer());
    let message = "invalid value: byte array, expected valid UTF-8 (invalid from byte 4 on)";
    assert_eq!(read.unwrap_err().message(), message);
    assert_eq!(builder.finish(), ["a", "b", "c", "d"]);
}

/// Returns the message for a value whose `Display` failed.
fn display_failed(index: usize) -> String {
    let error = CaptureError::from(CaptureErrorKind::Format);
    format!("cannot write the value at index {index}: {error}")
}

#[test]
fn a_failing_display_is_an_error_with_its_index() {
    for text in ["", "half"] {
        let error = serde_json::to_string(&DisplaySeq(&[&1, &Errs(text), &2])).unwrap_err();
        assert_eq!(error.to_string(), display_failed(1));
        let error = serde_json::to_value(DisplaySeq(&[&1, &Errs(text), &2])).unwrap_err();
        assert_eq!(error.to_string(), display_failed(1));
        let error = ciborium::into_writer(&DisplaySeq(&[&Errs(text)]), Vec::new()).unwrap_err();
        assert!(error.to_string().contains(&display_failed(0)), "{error}");
        assert!(postcard::to_stdvec(&DisplaySeq(&[&Errs(text)])).is_err());
        assert!(toml::Value::try_from(DisplaySeq(&[&Errs(text)])).is_err());
    }
}

/// A writer with room for this many bytes.
struct Full(usize);

impl io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self
            .0
            .checked_sub(bytes.len())
            .ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A full writer's error is reported even if the value ignores it.
#[test]
fn a_full_writer_is_an_io_error() {
    for value in [&Swallows(3) as &dyn Display, &Errs("a text"), &"a text"] {
        for room in 0..8 {
            let error = serde_json::to_writer(Full(room), &DisplaySeq(&[value])).unwrap_err();
            let display_came_first = error.to_string() == display_failed(0);
            assert!(
                error.is_io() || display_came_first && room >= "[\"a text".len(),
                "{room}: {error}"
            );
        }
    }
}

#[test]
fn tags_write_as_strings() {
    let tags = DisplaySeq(&[&Swallows(3), &"id", &1.0, &'"']);
    let json = serde_json::to_string(&tags).unwrap();
    assert_eq!(json, r#"["swallowed swallowed swallowed .","id","1","\""]"#);
    assert_eq!(
        format!("{tags:?}"),
        "[swallowed swallowed swallowed ., id, 1, \"]"
    );
    let bytes = postcard::to_stdvec(&tags).unwrap();
    let read: Vec<String> = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(StrList::from_iter(&read), StrList::capture(tags.0));
}
