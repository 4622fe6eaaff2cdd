//! Lists, made in each way, against `Vec<String>`: for the tests and the fuzz target.

use std::cmp::Ordering;
use std::collections::hash_map::DefaultHasher;
use std::fmt::Display;
use std::hash::{Hash, Hasher};

use string_kit::{StrList, StrListBuilder};

/// Returns the values as references.
pub fn displays<D: Display>(values: &[D]) -> Vec<&dyn Display> {
    values.iter().map(|value| value as &dyn Display).collect()
}

/// Returns the hash of a value.
pub fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns the heap size of a list of these strings: 0 if it is inline, else a reference count of
/// one word and the payload. The payload is the text and one end offset for each string, of the
/// least width that can hold its length.
pub fn expected_size(strings: &[String]) -> usize {
    let text: usize = strings.iter().map(String::len).sum();
    let payload = |width: usize| text + width * strings.len();
    match payload(1) {
        0..=15 => 0,
        16..=255 => size_of::<usize>() + payload(1),
        _ if payload(2) <= 0xFFFF => size_of::<usize>() + payload(2),
        _ => size_of::<usize>() + payload(4),
    }
}

/// Compares a list with its model through the methods that read the strings.
fn check_strings(list: &StrList, model: &[String]) {
    assert_eq!(list.len(), model.len());
    assert_eq!(list.is_empty(), model.is_empty());
    assert!(list.iter().eq(model));
    assert!(list.iter().rev().eq(model.iter().rev()));
    assert_eq!(list.iter().len(), model.len());
    for (index, string) in model.iter().enumerate() {
        assert_eq!(list.get(index), Some(string.as_str()));
        assert_eq!(&list[index], string);
    }
    assert_eq!(list.get(model.len()), None);
    assert_eq!(list.get(usize::MAX), None);
    assert_eq!(list.first(), model.first().map(String::as_str));
    assert_eq!(list.last(), model.last().map(String::as_str));
    assert_eq!(list.text(), model.concat());
    assert_eq!(list, model);
}

/// Compares an owned list with its model.
pub fn check(list: &StrList, model: &[String]) {
    check_strings(list, model);
    assert_eq!(list.heap_size(), expected_size(model));
    assert_eq!(list.is_inline(), list.heap_size() == 0);
}

/// Makes the same list in each way, and compares each result with the model and with the others.
pub fn check_all_ways(model: &[String]) {
    let captured = StrList::capture(&displays(model));
    let collected: StrList = model.iter().collect();
    let built = {
        let mut builder = StrListBuilder::new();
        for string in model {
            builder.push_display(string);
        }
        assert_eq!(builder.len(), model.len());
        assert_eq!(builder.text_len(), model.concat().len());
        check(&builder.clone().finish(), model);
        builder.try_finish().unwrap()
    };
    let copied = StrList::from(model);
    for list in [&captured, &collected, &built, &copied, &captured.clone()] {
        check(list, model);
        assert_eq!(list, &captured);
        assert_eq!(hash_of(list), hash_of(&captured));
        assert_eq!(list.cmp(&captured), Ordering::Equal);
    }
    let compare = |lent: &StrList| {
        check_strings(lent, model);
        assert_eq!(lent, &copied);
        assert_eq!(lent.cmp(&copied), Ordering::Equal);
        assert_eq!(hash_of(lent), hash_of(&copied));
        assert_eq!(lent.is_inline(), copied.is_inline());
        assert!(lent.heap_size() == 0 || lent.heap_size() == copied.heap_size());
        assert!(StrList::ptr_eq(lent, lent));
        assert_eq!(StrList::ptr_eq(lent, &copied), copied.is_inline());
        lent.clone()
    };
    for clone in [
        StrList::with_captured(&displays(model), compare),
        StrList::with_strs(model, compare),
        StrListBuilder::from_iter(model)
            .try_with_list(compare)
            .unwrap(),
    ] {
        check(&clone, model);
        check(&clone.clone(), model);
    }
}
