//! Data with false lengths, and an allocator that fails. Each failure is an error, and complete
//! strings are kept.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::iter::repeat_n;

use serde::de::value::{Error, MapDeserializer, SeqDeserializer};
use serde::de::{Deserialize, DeserializeSeed, IntoDeserializer};
use serde_with::{As, DeserializeAs};
use string_kit::{
    CapturedStr, SharedStr, StrList, StrListBuilder, StringBuf, TextError, TextErrorKind,
};
use string_kit_conformance::{count, with_budget};
use string_kit_serde::{AppendSeq, AppendStr, Captured, CapturedDisplay, Limits, Slice, captured};

use crate::support::{FalseLength, StackError, strings};

/// Checks that a stated length reserves memory for at most 64 strings, and by the markers no more
/// than `serde_with`'s 1 MiB.
fn reserves_little<S: CapturedStr>() {
    for items in [0, 1, 3] {
        let seq = || SeqDeserializer::<_, Error>::new(FalseLength(repeat_n("id", items)));
        let map = || MapDeserializer::<_, Error>::new(FalseLength(repeat_n(("id", "42"), items)));
        let ((), counts) = count(|| {
            let read: Vec<S> = Limits::new().seq().deserialize(seq()).unwrap();
            assert_eq!(read.len(), items);
            assert!(read.capacity() <= 64);
            let few = Limits::new().max_items(3).seq::<S>().deserialize(seq());
            assert!(few.unwrap().capacity() <= 4);
            assert_eq!(StrList::deserialize(seq()).unwrap().len(), items);
            assert_eq!(
                Limits::new().list().deserialize(seq()).unwrap().len(),
                items
            );
            let tree: BTreeMap<S, S> = Limits::new().map().deserialize(map()).unwrap();
            assert_eq!(tree.len(), items.min(1));
            let hashed: HashMap<S, S> = Limits::new().map().deserialize(map()).unwrap();
            assert_eq!(hashed.len(), items.min(1));
            let pairs: Vec<(S, S)> = Limits::new().map().deserialize(map()).unwrap();
            assert_eq!(pairs.len(), items);
        });
        assert!(counts.peak_bytes < 8192, "{counts:?}");
        assert_eq!(counts.live_bytes, 0);
        let ((), counts) = count(|| {
            let read: Vec<S> = As::<Vec<Captured>>::deserialize(seq()).unwrap();
            assert_eq!(read.len(), items);
            let read: Box<[S]> = As::<Slice<CapturedDisplay>>::deserialize(seq()).unwrap();
            assert_eq!(read.len(), items);
        });
        assert!(counts.peak_bytes <= (1 << 21) + 8192, "{counts:?}");
        assert_eq!(counts.live_bytes, 0);
    }
}

macro_rules! false_length {
    ($name:ident, $ty:ty) => {
        #[test]
        fn $name() {
            reserves_little::<$ty>();
        }
    };
}
mod a_false_length_reserves_little {
    use super::*;

    crate::for_each_representation!(false_length);
}

/// Runs `read` with a budget of 0 blocks, then 1, and so on until it succeeds. Each failure must be
/// an out-of-memory error that keeps no memory. Returns the number of blocks that `read` needs.
fn fails_until_it_fits<T: Debug>(mut read: impl FnMut() -> Result<T, StackError>) -> (T, usize) {
    for budget in 0..100 {
        let (result, counts) = count(|| with_budget(budget, &mut read));
        match result {
            Ok(value) => return (value, budget),
            Err(error) => {
                let message = TextError::from(TextErrorKind::Alloc).to_string();
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
    let read = || Limits::new().list().deserialize(strings(&texts));
    assert_eq!(fails_until_it_fits(read), (list, blocks));
    let read = || Limits::new().seq::<String>().deserialize(strings(&texts));
    let (vec, blocks) = fails_until_it_fits(read);
    assert_eq!(vec, texts);
    assert_eq!(blocks, 21);
    // More strings than memory is reserved for: the `Vec` grows once, and no string allocates.
    let short = ["id"; 100];
    let read = || {
        Limits::new()
            .seq::<StringBuf<24>>()
            .deserialize(strings(&short))
    };
    let (vec, blocks) = fails_until_it_fits(read);
    assert_eq!((vec.len(), blocks), (100, 2));
    let text = || texts[0].into_deserializer();
    let (kept, blocks) = fails_until_it_fits(|| captured::deserialize::<Box<str>, _>(text()));
    assert_eq!((&*kept, blocks), (texts[0], 1));
    let (kept, blocks) = fails_until_it_fits(|| As::<Captured>::deserialize::<_, String>(text()));
    assert_eq!((&*kept, blocks), (texts[0], 1));
    let (kept, blocks) = fails_until_it_fits(|| StringBuf::<16>::deserialize(text()));
    assert_eq!((&*kept, blocks), (texts[0], 1));
    let (kept, blocks) = fails_until_it_fits(|| SharedStr::deserialize(text()));
    assert_eq!((&*kept, blocks), (texts[0], 1));
    // The number is formatted on the stack: only the result allocates.
    let read =
        || -> Result<String, _> { CapturedDisplay::deserialize_as(i128::MIN.into_deserializer()) };
    let (kept, blocks) = fails_until_it_fits(read);
    assert_eq!((kept.len(), blocks), (40, 1));
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
