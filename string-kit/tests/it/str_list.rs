//! Tests of `StrList` against `Vec<String>`: content, comparison, layout, capture, hostile values.

use std::fmt::Display;
use std::ops::Bound;
use std::{slice, thread};

use proptest::collection::vec;
use proptest::prelude::*;
use string_kit::str_list::Iter;
use string_kit::{CapturedStr, StrList, StrListBuilder, TextErrorKind};
use string_kit_conformance::{Counts, count, with_budget};
#[cfg(not(miri))]
use string_kit_testkit::aborts::assert_aborts;
use string_kit_testkit::lists::{check, check_all_ways, displays, expected_size, hash_of};
use string_kit_testkit::panics::{panic_message, panics};
use string_kit_testkit::support::{
    Errs, LENGTHS, Panics, Pieces, Reenters, Swallows, ascii, assert_error, exact,
    fails_until_it_fits, odd_values, texts,
};

pub(crate) fn config() -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Generates strings like tags: most of them are short, of any characters.
pub(crate) fn strings() -> impl Strategy<Value = Vec<String>> {
    vec(
        prop_oneof![4 => ".{0,6}", 2 => ".{0,30}", 1 => Just(String::new())],
        0..90,
    )
}

/// Makes a list in each way, and compares it with the model through every method.
fn check_all(model: &[String]) {
    check_all_ways(model);
    let list = StrList::from(model);
    assert!(model.iter().all(|string| list.contains(string)));
    assert_eq!(list.join(", "), model.join(", "));
    assert_eq!(list.to_vec(), model);
    assert_eq!(format!("{list:?}"), format!("{model:?}"));
    assert_eq!(format!("{list:#?}"), format!("{model:#?}"));
    let pairs = model.chunks_exact(2);
    let remainder = pairs.remainder().first().map(String::as_str);
    assert_eq!(list.pairs().remainder(), remainder);
    let mut pairs: Vec<_> = pairs.map(|pair| (&*pair[0], &*pair[1])).collect();
    assert!(list.pairs().eq(pairs.iter().copied()));
    for key in model.iter().take(4) {
        let value = pairs.iter().find(|pair| pair.0 == key);
        assert_eq!(list.get_pair(key), value.map(|pair| pair.1));
    }
    pairs.sort_by_key(|pair| pair.0);
    let sorted = list.to_sorted_pairs();
    assert!(sorted.pairs().eq(pairs) && sorted.pairs().remainder() == remainder);
    assert_eq!(sorted.to_sorted_pairs(), sorted);
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_list_keeps_the_strings_that_a_vec_keeps(model in strings()) {
        check_all(&model);
    }

    #[test]
    fn lists_are_ordered_as_vecs(a in vec("[ab]{0,3}", 0..5), b in vec("[ab]{0,3}", 0..5)) {
        let (list_a, list_b) = (StrList::from_iter(&a), StrList::from_iter(&b));
        prop_assert_eq!(list_a.cmp(&list_b), a.cmp(&b));
        prop_assert_eq!(list_a == list_b, a == b);
        prop_assert_eq!(hash_of(&list_a) == hash_of(&list_b), a == b);
        prop_assert_eq!(list_a == b, a == b);
    }

    #[test]
    fn sub_ranges_are_those_of_a_slice(
        model in vec("[ab]{0,3}", 0..6), start in 0..8_usize, end in 0..8_usize,
    ) {
        let list = StrList::from(&model);
        let bounds = [Bound::Included(start), Bound::Excluded(start), Bound::Unbounded];
        let ends = [Bound::Included(end), Bound::Excluded(end), Bound::Unbounded];
        for bounds in bounds.into_iter().flat_map(|start| ends.map(|end| (start, end))) {
            let strings = list.get(bounds).map(Iter::collect::<Vec<_>>);
            let expected = model.get(bounds).map(|strings| strings.iter().collect::<Vec<_>>());
            prop_assert_eq!(strings.is_some(), expected.is_some());
            prop_assert!(strings.iter().flatten().eq(expected.iter().flatten().copied()));
        }
        let lens = |range: Option<Iter<'_>>| range.map(|strings| strings.len());
        prop_assert_eq!(lens(list.get(start..end)), model.get(start..end).map(<[_]>::len));
        prop_assert_eq!(lens(list.get(..=end)), model.get(..=end).map(<[_]>::len));
        prop_assert_eq!(lens(list.get(..)), Some(model.len()));
    }

    #[test]
    fn binary_search_finds_what_it_finds_in_a_slice(
        mut model in vec("[abc]{0,2}", 0..12), string in "[abc]{0,2}",
    ) {
        model.sort();
        model.dedup();
        let expected = model.binary_search(&string);
        prop_assert_eq!(StrList::from(model).binary_search(&string), expected);
    }

    #[test]
    fn limits_are_those_of_captured_str(model in strings(), max in 0..12_usize) {
        let bounded = StrList::capture_bounded(&displays(&model), max);
        let cut: Vec<_> = model.iter().map(|text| String::capture_bounded(text, max)).collect();
        let kept: Vec<_> = cut.iter().map(|bounded| bounded.value.clone()).collect();
        check(&bounded.value, &kept);
        prop_assert_eq!(bounded.truncated, cut.iter().any(|bounded| bounded.truncated));
    }
}

#[test]
fn a_list_keeps_texts_of_each_length_and_character_width() {
    for text in texts() {
        check_all(slice::from_ref(text));
        check_all(&[text.clone(), String::new(), text.clone()]);
    }
}

#[test]
fn a_list_keeps_its_strings_on_both_sides_of_each_layout_change() {
    check_all(&[]);
    for count in [
        1, 2, 3, 7, 14, 15, 16, 17, 63, 64, 65, 66, 254, 255, 256, 300,
    ] {
        check_all(&vec![String::new(); count]);
        for total in [
            14, 15, 16, 17, 254, 255, 256, 257, 4032, 4095, 4096, 4097, 4160, 65_535, 65_536,
        ] {
            let Some(last) = usize::checked_sub(total, count) else {
                continue;
            };
            let mut model = vec![String::new(); count];
            model[count / 2] = ascii(last);
            check_all(&model);
        }
    }
    check_all(&vec![ascii(10); 20_000]);
}

#[test]
fn the_iterator_skips_from_both_ends() {
    let list = StrList::from(["a", "b", "c", "d", "e"]);
    let mut iter = list.iter();
    assert_eq!(iter.nth(1), Some("b"));
    assert_eq!(iter.nth_back(1), Some("d"));
    assert_eq!(iter.size_hint(), (1, Some(1)));
    assert_eq!(format!("{iter:?}"), r#"["c"]"#);
    assert_eq!(iter.clone().last(), Some("c"));
    assert_eq!(iter.next_back(), Some("c"));
    assert_eq!(
        (iter.next(), iter.next_back(), iter.next()),
        (None, None, None)
    );
    assert_eq!((&list).into_iter().count(), 5);
    let mut pairs = list.pairs();
    assert_eq!((pairs.len(), pairs.remainder()), (2, Some("e")));
    assert_eq!(pairs.nth_back(1), Some(("a", "b")));
    assert_eq!((pairs.next(), pairs.next_back()), (None, None));
}

#[test]
fn an_owned_iterator_copies_no_string() {
    let long = ["a text that is longer than", "fifteen bytes", "c"];
    let list = StrList::from(long);
    let ((), counts) =
        count(|| assert!(list.clone().into_iter().rev().eq(["c", long[1], long[0]])));
    assert_eq!(counts, Counts::default());
    let mut strings = list.into_iter();
    let third = strings.nth(2).unwrap();
    assert_eq!(
        (strings.next(), strings.next_back(), strings.len()),
        (None, None, 0)
    );
    drop(strings);
    assert_eq!(
        format!("{third:>2}{third:?}{}", String::from(third.clone())),
        " c\"c\"c"
    );
    assert_eq!(count(|| drop(third)).1.deallocations, 1);
    assert_eq!(Vec::from(StrList::from(long)), long);
}

#[test]
fn a_join_allocates_once_at_the_exact_size() {
    let list = StrList::from(["a text that is longer than", "", "fifteen bytes"]);
    let (joined, counts) = count(|| list.join(" | "));
    assert_eq!(joined, "a text that is longer than |  | fifteen bytes");
    assert_eq!(counts, exact(joined.len()));
    assert_eq!(count(|| StrList::new().join(", ")).1, Counts::default());
}

#[test]
fn a_list_compares_with_slices_arrays_and_vecs() {
    let strings = ["id", "a text that is longer than fifteen bytes"];
    let (list, vec) = (StrList::from(&strings[..]), Vec::from(strings));
    assert_eq!(list, strings);
    assert_eq!(strings, list);
    assert_eq!(list, vec);
    assert_eq!(vec, list);
    assert_eq!(list, strings[..]);
    assert_eq!(strings[..], list);
    assert_eq!(list, &strings);
    assert_eq!(&strings, list);
    assert_eq!(list, &strings[..]);
    assert_eq!(&strings[..], list);
    assert_eq!(list, strings.map(String::from));
    assert_ne!(list, strings[..1]);
    assert_ne!(strings[..1], list);
    let later = StrList::from(["ie"]);
    assert!(list < later && list > StrList::default());
    assert_eq!(StrList::default(), StrList::new());
    assert!(StrListBuilder::new().is_empty() && !StrListBuilder::from_iter(strings).is_empty());
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn an_index_past_the_end_panics() {
    let list = StrList::from(["a text that is longer than", "fifteen bytes"]);
    for index in [2, usize::MAX] {
        assert!(panics(|| list[index].len()));
    }
}

#[test]
fn capture_allocates_nothing_or_once_at_the_exact_size() {
    for len in LENGTHS.into_iter().chain([511, 512, 513, 4000, 4090]) {
        for count_of in [1, 2, 15, 64] {
            let mut model = vec![String::new(); count_of];
            model[0] = ascii(len.min(4096 - count_of));
            let values = displays(&model);
            let (list, counts) = count(|| StrList::capture(&values));
            assert_eq!(
                counts,
                exact(expected_size(&model)),
                "{count_of} values, {len} bytes"
            );
            let ((), freed) = count(|| drop(list));
            assert_eq!(freed.live_bytes, -counts.live_bytes);
        }
    }
}

#[test]
fn clones_share_the_block_and_the_last_owner_frees_it() {
    let list = StrList::from(["a text that is longer than", "fifteen bytes"]);
    let size = list.heap_size().cast_signed();
    let (clones, counts) = count(|| [list.clone(), list.clone()]);
    assert_eq!(counts, Counts::default());
    assert!(clones.iter().all(|clone| StrList::ptr_eq(clone, &list)));
    assert_eq!(count(|| drop(list)).1, Counts::default());
    let ((), counts) = count(|| drop(clones));
    assert_eq!((counts.deallocations, counts.live_bytes), (1, -size));

    let inline = StrList::from(["a"]);
    assert!(StrList::ptr_eq(&inline, &inline.clone()));
    assert!(!StrList::ptr_eq(&inline, &StrList::from(["b"])));
    assert!(!StrList::ptr_eq(&inline, &StrList::from(["", "a"])));
    assert!(!StrList::ptr_eq(
        &inline,
        &StrList::from(["a text that is longer than that"])
    ));
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "starts threads")]
fn clones_on_many_threads_free_the_block_once() {
    let list = StrList::from(["a text that is longer than", "fifteen bytes"]);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..1_000 {
                    let clones = [list.clone(), list.clone()];
                    assert_eq!(clones[0], clones[1]);
                }
            });
        }
    });
    assert_eq!(count(|| drop(list)).1.deallocations, 1);
}

#[test]
fn captured_misbehaving_values_equal_to_string() {
    let odd = odd_values::<String>();
    let model: Vec<String> = odd.iter().map(ToString::to_string).collect();
    check(&StrList::capture(&displays(&odd)), &model);
    for (value, text) in odd.iter().zip(&model) {
        check(
            &StrList::capture(&[&"before", value, &"after"]),
            &[String::from("before"), text.clone(), String::from("after")],
        );
    }
    let depth = 5;
    let reenters = Reenters::<String>::new(depth, |inner| {
        StrList::capture(&[&"", inner]).text().to_owned()
    });
    assert_eq!(
        StrList::capture(&[&reenters]),
        [Reenters::<String>::expected(depth)]
    );
}

/// Returns slices that fail at their last value: few short values, few long ones, and many.
fn with_last<'a>(last: &'a dyn Display, long: &'a dyn Display) -> [Vec<&'a dyn Display>; 3] {
    let many = [&"x" as &dyn Display; 100];
    [
        vec![&"first", last],
        vec![long, last],
        [&many[..], &[last]].concat(),
    ]
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_display_error_is_returned_and_frees_all_memory() {
    let long = ascii(10_000);
    for values in with_last(&Errs("some text"), &long) {
        let last = values.len() - 1;
        let not_called = |_: &StrList| unreachable!();
        let ((), counts) = count(|| {
            let captured = StrList::try_capture(&values);
            assert_error(captured, TextErrorKind::Format, Some(last));
            let lent = StrList::try_with_captured(&values, not_called);
            assert_error::<()>(lent, TextErrorKind::Format, Some(last));
        });
        assert_eq!(counts.live_bytes, 0);
        let message = panic_message(|| StrList::capture(&values));
        assert!(message.contains(&format!("index {last}:")), "{message}");
    }
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_display_panic_unwinds_and_frees_all_memory() {
    let long = ascii(10_000);
    for values in with_last(&Panics("some text"), &long) {
        let ((), counts) = count(|| {
            assert!(panics(|| StrList::capture(&values)));
            assert!(panics(|| StrList::with_captured(&values, StrList::len)));
        });
        assert_eq!(counts.live_bytes, 0);
    }
}

#[test]
fn out_of_memory_at_each_allocation_is_an_error() {
    let pieces = Pieces {
        piece: "0123456789",
        times: 2_000,
    };
    let (long, many) = (ascii(9_000), [&"x" as &dyn Display; 300]);
    let slices: [&[&dyn Display]; 5] = [
        &[&"short"],
        &[&"more than", &"fifteen bytes"],
        &[&long, &1],
        &many,
        &[&pieces],
    ];
    for values in slices {
        let model: Vec<String> = values.iter().map(ToString::to_string).collect();
        check(
            &fails_until_it_fits(|| StrList::try_capture(values)),
            &model,
        );
        let lent = || StrList::try_with_captured(values, |list| *list == model[..]);
        assert!(fails_until_it_fits(lent));
    }
    // The error names the value that found no memory, even if that value ignores the error.
    let few = [&"x" as &dyn Display, &"", &Swallows(2_000), &"", &"y"];
    for values in [&few[..], &few[..3], &[&few[..], &many].concat()] {
        let budget = values.len() / 64;
        for result in [
            with_budget(budget, || StrList::try_capture(values).map(drop)),
            with_budget(budget, || StrList::try_with_captured(values, |_| ())),
        ] {
            assert_error(result, TextErrorKind::Alloc, Some(2));
        }
    }
    // A value that ignores its writer's error does not hide the error from the caller.
    let swallows = Swallows(2_000);
    let list = fails_until_it_fits(|| StrList::try_capture(&[&swallows]));
    assert_eq!(list, [swallows.to_string()]);
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_limit_bounds_each_value_and_names_the_one_that_fails() {
    let flood = Pieces {
        piece: "0123456789",
        times: 1_000_000,
    };
    let (bounded, counts) = count(|| StrList::capture_bounded(&[&"path", &flood, &200], 12));
    assert_eq!(bounded.value, ["path", "012345678901", "200"]);
    assert!(bounded.truncated);
    assert_eq!(counts, exact(bounded.value.heap_size()));
    let values: [&dyn Display; 3] = [&"path", &flood, &Errs("")];
    let bounded = StrList::try_capture_bounded(&values, 12);
    assert_error(bounded, TextErrorKind::Format, Some(2));
    assert!(panic_message(|| StrList::capture_bounded(&values, 12)).contains("index 2:"));
    // A value that ignores the error of the limit is cut too.
    let bounded = StrList::capture_bounded(&[&Swallows(20), &"x"], 3);
    assert_eq!((bounded.value.len(), bounded.truncated), (2, true));
    assert!(bounded.value.iter().all(|string| string.len() <= 3));
    for max in [0, 5_000, usize::MAX] {
        let long = ascii(9_000);
        let limited = || StrList::try_capture_bounded(&[&long, &"x"], max);
        let bounded = fails_until_it_fits(limited);
        assert_eq!(bounded.value, [&long[..max.min(9_000)], &"x"[..max.min(1)]]);
    }
}

#[cfg(not(miri))]
#[test]
#[cfg_attr(target_family = "wasm", ignore = "starts a process")]
fn the_program_aborts_without_memory() {
    const LONG: [&str; 2] = ["a text that is longer than", "fifteen bytes"];
    let cases: [fn(); 5] = [
        || with_budget(0, || drop(StrList::capture(&[&LONG[0], &LONG[1]]))),
        || with_budget(0, || drop(StrList::from(LONG))),
        || with_budget(0, || drop(StrList::from_iter(LONG))),
        || with_budget(0, || drop(StrList::with_strs(&LONG, StrList::clone))),
        || {
            let mut builder = StrListBuilder::from_iter(LONG);
            with_budget(0, || drop(builder.finish()));
        },
    ];
    let test = "str_list::the_program_aborts_without_memory";
    assert_aborts(test, "memory", &cases);
}
