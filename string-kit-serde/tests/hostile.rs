//! Data that lies, an allocator that says no, values and writers that fail: an error each time, and
//! nothing lost that was whole.
#![allow(missing_docs)]

mod support;

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Debug, Display};
use std::io;
use std::sync::Arc;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserialize, DeserializeSeed, IntoDeserializer, MapAccess, SeqAccess};
use string_kit::{CapturedStr, SharedStr, StrList, StrListBuilder, StringBuf};
use string_kit_conformance::{CountingAllocator, count, with_budget};
use string_kit_serde::{AppendSeq, AppendStr, Limits, Tags, map, seq};
use support::{StackError, strings};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// Has so many items, and says that it has more than there can be.
struct Lies(usize);

impl<'de> SeqAccess<'de> for Lies {
    type Error = StackError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, StackError> {
        let Some(left) = self.0.checked_sub(1) else {
            return Ok(None);
        };
        self.0 = left;
        seed.deserialize("id".into_deserializer()).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(usize::MAX)
    }
}

impl<'de> MapAccess<'de> for Lies {
    type Error = StackError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, StackError> {
        self.next_element_seed(seed)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, StackError> {
        seed.deserialize("42".into_deserializer())
    }

    fn size_hint(&self) -> Option<usize> {
        Some(usize::MAX)
    }
}

/// No more memory than 64 strings take is had on the word of the data.
fn does_not_believe_a_length<S: CapturedStr>() {
    for items in [0, 1, 3] {
        let ((), counts) = count(|| {
            let from = || SeqAccessDeserializer::new(Lies(items));
            let strings: Vec<S> = seq::deserialize(from()).unwrap();
            assert_eq!(strings.len(), items);
            assert!(strings.capacity() <= 64);
            let shared: Arc<[S]> = seq::deserialize(from()).unwrap();
            assert_eq!(shared.len(), items);
            let few = Limits::new().max_items(3).seq::<S>().deserialize(from());
            assert!(few.unwrap().capacity() <= 4);
            assert_eq!(StrList::deserialize(from()).unwrap().len(), items);
            let from = || MapAccessDeserializer::new(Lies(items));
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

macro_rules! lies {
    ($name:ident, $ty:ty) => {
        #[test]
        fn $name() {
            does_not_believe_a_length::<$ty>();
        }
    };
}
mod a_length {
    use super::*;

    string_kit_subjects::for_each_representation!(lies);
}

/// Gives `read` 0 blocks, then 1, and so on: an error that says why, and nothing kept, until it is
/// done. Says how many blocks it took.
fn fails_until_it_fits<T: Debug>(mut read: impl FnMut() -> Result<T, StackError>) -> (T, usize) {
    for budget in 0..100 {
        let (result, counts) = count(|| with_budget(budget, &mut read));
        match result {
            Ok(value) => return (value, budget),
            Err(error) => {
                let why = "the allocator has no room for its text";
                assert_eq!(error.message(), why, "{budget} blocks");
            }
        }
        assert_eq!(counts.live_bytes, 0, "{budget} blocks");
    }
    panic!("100 blocks are not enough");
}

#[test]
fn an_allocator_with_no_room() {
    let texts = ["a text of more than fifteen bytes"; 20];
    let (list, blocks) = fails_until_it_fits(|| StrList::deserialize(strings(&texts)));
    assert_eq!(list, texts);
    assert!(blocks > 0);
    let (vec, blocks) =
        fails_until_it_fits(|| seq::deserialize::<String, Vec<_>, _>(strings(&texts)));
    assert_eq!(vec, texts);
    assert_eq!(blocks, 21);
    // More than are reserved for, so that the `Vec` grows: two blocks, and none for a string.
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
    // A number, whose text is on the stack until there is memory to keep it.
    let read = || string_kit_serde::display::deserialize::<String, _>(1e300.into_deserializer());
    let (text, blocks) = fails_until_it_fits(read);
    assert_eq!((text.len(), blocks), (301, 1));
}

/// What was whole before the failure stays in the builder, whatever failed.
#[test]
fn a_builder_keeps_what_was_whole() {
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
        (r#""no sequence""#, &["a", "b", "c"]),
        (r#"["d"]"#, &["a", "b", "c", "d"]),
    ] {
        let mut json = serde_json::Deserializer::from_str(json);
        let _ = AppendSeq(&mut builder).deserialize(&mut json);
        assert_eq!(builder.clone().try_finish().unwrap(), *expected);
    }
    let bytes: &[u8] = b"half\xFF";
    let read: Result<(), StackError> =
        AppendStr(&mut builder).deserialize(bytes.into_deserializer());
    let message = "invalid value: byte array, expected text in UTF-8, which it is not at byte 4";
    assert_eq!(read.unwrap_err().message(), message);
    assert_eq!(builder.finish(), ["a", "b", "c", "d"]);
}

/// Writes a text, then errors.
struct Errs(&'static str);

impl Display for Errs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)?;
        Err(fmt::Error)
    }
}

/// Takes no notice of the writer's errors.
struct Swallows;

impl Display for Swallows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for _ in 0..3 {
            let _ = f.write_str("swallowed");
        }
        Ok(())
    }
}

const DISPLAY_FAILED: &str = "a Display implementation returned an error";

#[test]
fn a_display_that_errs() {
    for text in ["", "half"] {
        let error = serde_json::to_string(&Tags(&[&1, &Errs(text), &2])).unwrap_err();
        assert_eq!(error.to_string(), DISPLAY_FAILED);
        let error = serde_json::to_value(Tags(&[&1, &Errs(text), &2])).unwrap_err();
        assert_eq!(error.to_string(), DISPLAY_FAILED);
        let error = ciborium::into_writer(&Tags(&[&Errs(text)]), Vec::new()).unwrap_err();
        assert!(error.to_string().contains(DISPLAY_FAILED), "{error}");
        assert!(postcard::to_stdvec(&Tags(&[&Errs(text)])).is_err());
        assert!(toml::Value::try_from(Tags(&[&Errs(text)])).is_err());
    }
}

/// Takes so many bytes, and then no more.
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

/// A writer's error is the writer's, whatever the value makes of it.
#[test]
fn a_writer_that_is_full() {
    for value in [&Swallows as &dyn Display, &Errs("a text"), &"a text"] {
        for room in 0..8 {
            let error = serde_json::to_writer(Full(room), &Tags(&[value])).unwrap_err();
            let is_late = error.to_string() == DISPLAY_FAILED;
            assert!(
                error.is_io() || is_late && room >= "[\"a text".len(),
                "{room}: {error}"
            );
        }
    }
}

#[test]
fn tags_that_are_well() {
    let tags = Tags(&[&Swallows, &"id", &1.0, &'"']);
    let json = serde_json::to_string(&tags).unwrap();
    assert_eq!(json, r#"["swallowedswallowedswallowed","id","1","\""]"#);
    assert_eq!(
        format!("{tags:?}"),
        "[swallowedswallowedswallowed, id, 1, \"]"
    );
    let bytes = postcard::to_stdvec(&tags).unwrap();
    let read: Vec<String> = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(StrList::from_iter(&read), StrList::capture(tags.0));
}
