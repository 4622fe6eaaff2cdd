//! Tests of fields that are read through a pool.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{catch_unwind, resume_unwind};
use std::thread;

use serde::de::DeserializeSeed;
use serde::{Deserialize, Serialize};
use serde_with::serde_as;
use string_kit::{ConcurrentPool, Pool, SharedStr, StrList};
use string_kit_conformance::count;
use string_kit_serde::{Limits, Pooled, pooled};

use crate::support::Format;

const LONG: &str = "a text that is longer than fifteen bytes";

#[serde_as]
#[derive(Debug, Default, Deserialize, PartialEq, Serialize)]
struct Record {
    #[serde(with = "string_kit_serde::pooled")]
    field: SharedStr,
    #[serde_as(as = "Vec<Pooled>")]
    vec: Vec<SharedStr>,
    #[serde_as(as = "BTreeMap<Pooled, Pooled>")]
    map: BTreeMap<SharedStr, SharedStr>,
}

impl Record {
    fn new() -> Self {
        let text = || SharedStr::from(LONG);
        Self {
            field: text(),
            vec: vec![text(), SharedStr::from("short")],
            map: BTreeMap::from([(text(), text())]),
        }
    }

    /// Returns the texts of the record that are longer than 16 bytes.
    fn long(&self) -> impl Iterator<Item = &SharedStr> {
        let map = self.map.iter().flat_map(<[&SharedStr; 2]>::from);
        [&self.field, &self.vec[0]].into_iter().chain(map)
    }
}

#[test]
fn each_format_reads_equal_texts_into_one_block() {
    let mut formats = Format::SELF_DESCRIBING.to_vec();
    formats.push(Format::Postcard);
    for format in formats {
        let bytes = format.write(&Record::new());
        let mut pool = Pool::new();
        let (first, second): (Record, Record) = pooled::scope(&mut pool, || {
            (format.read(&bytes).unwrap(), format.read(&bytes).unwrap())
        });
        assert_eq!(
            (&first, &second),
            (&Record::new(), &Record::new()),
            "{format:?}"
        );
        let kept = pool.intern(LONG);
        let mut long = first.long().chain(second.long());
        assert!(
            long.all(|text| SharedStr::ptr_eq(text, &kept)),
            "{format:?}"
        );

        let alone: Record = format.read(&bytes).unwrap();
        assert!(alone.long().all(SharedStr::is_unique), "{format:?}");
    }
}

#[test]
fn a_text_in_the_pool_allocates_nothing() {
    let (mut pool, shared) = (Pool::new(), ConcurrentPool::<SharedStr>::new());
    let kept = [pool.intern(LONG), shared.intern(LONG)];
    let json = format!("{LONG:?}");
    let from = || serde_json::Deserializer::from_str(&json);
    let (read, counts) = count(|| Limits::new().pooled(&mut pool).deserialize(&mut from()));
    assert!(SharedStr::ptr_eq(&kept[0], &read.unwrap()));
    assert_eq!(counts.allocations, 0);
    let (read, counts) = count(|| Limits::new().pooled(&shared).deserialize(&mut from()));
    assert!(SharedStr::ptr_eq(&kept[1], &read.unwrap()));
    assert_eq!(counts.allocations, 0);
    let limited = Limits::new().max_len(LONG.len() - 1).pooled(&mut pool);
    assert!(limited.deserialize(&mut from()).is_err());
}

/// Reads one field.
fn read() -> SharedStr {
    let json = format!("{LONG:?}");
    pooled::deserialize(&mut serde_json::Deserializer::from_str(&json)).unwrap()
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_scope_puts_its_pool_back() {
    let (mut outer, mut inner) = (Pool::new(), Pool::new());
    let (first, second) = pooled::scope(&mut outer, || {
        let first = read();
        let panics = || pooled::scope(&mut Pool::new(), || resume_unwind(Box::new(())));
        assert!(catch_unwind(panics).is_err());
        let other = pooled::scope(&mut inner, read);
        assert!(!SharedStr::ptr_eq(&first, &other));
        (first, read())
    });
    assert!(SharedStr::ptr_eq(&first, &second));
    assert_eq!((outer.len(), inner.len()), (1, 1));
    assert!(read().is_unique());
}

/// A value that is dropped after the thread's pool may be gone.
#[test]
fn a_field_that_is_read_while_the_thread_ends_is_whole() {
    struct Last;

    impl Drop for Last {
        fn drop(&mut self) {
            let mut pool = Pool::new();
            let kept = pool.intern(LONG);
            assert_eq!(read(), LONG);
            assert_eq!(pooled::scope(&mut pool, read), LONG);
            assert!(SharedStr::ptr_eq(&pool.intern(LONG), &kept));
        }
    }

    std::thread_local! {
        static LAST: RefCell<Option<Last>> = const { RefCell::new(None) };
    }
    for pool_first in [true, false] {
        let ends = move || {
            if pool_first {
                pooled::scope(&mut Pool::new(), read);
            }
            LAST.set(Some(Last));
            pooled::scope(&mut Pool::new(), read);
        };
        thread::spawn(ends).join().unwrap();
    }
}

#[test]
fn a_list_in_the_pool_allocates_nothing() {
    let json = format!(r#"["id",{LONG:?},{LONG:?}]"#);
    let from = || serde_json::Deserializer::from_str(&json);
    let (mut pool, shared) = (Pool::<StrList>::new(), ConcurrentPool::<StrList>::new());
    let kept = pool.intern(&StrList::from(["id", LONG, LONG]));
    let kept_by_all = shared.intern(&kept);
    let (read, counts) = count(|| {
        Limits::new()
            .pooled_list(&mut pool)
            .deserialize(&mut from())
    });
    assert!(StrList::ptr_eq(&kept, &read.unwrap()));
    assert_eq!(counts.allocations, 0);
    let (read, counts) = count(|| Limits::new().pooled_list(&shared).deserialize(&mut from()));
    assert!(StrList::ptr_eq(&kept_by_all, &read.unwrap()));
    assert_eq!(counts.allocations, 0);
    let limited = Limits::new().max_items(2).pooled_list(&mut pool);
    assert!(limited.deserialize(&mut from()).is_err());
    assert_eq!(pool.len(), 1);
    let strings: Vec<String> = (0..100).map(|n| format!("{n} {LONG}")).collect();
    let json = serde_json::to_string(&strings).unwrap();
    let mut from = serde_json::Deserializer::from_str(&json);
    let read = Limits::new().pooled_list(&mut pool).deserialize(&mut from);
    assert_eq!(read.unwrap(), strings[..]);
}
