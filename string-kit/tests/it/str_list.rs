//! Tests of `StrList` against `Vec<String>`: content, comparison, layout, allocations, hostile
//! values.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Display;
use std::hash::{Hash, Hasher};
use std::panic::{self, AssertUnwindSafe};
use std::{slice, thread};

use crate::support::{
    Errs, LENGTHS, Panics, Pieces, Reenters, Swallows, ascii, fails_until_it_fits, odd_values,
    texts,
};
use proptest::collection::vec;
use proptest::prelude::*;
use string_kit::{CaptureErrorKind, StrList, StrListBuilder};
use string_kit_conformance::{Counts, count, with_budget};

fn displays<D: Display>(values: &[D]) -> Vec<&dyn Display> {
    values.iter().map(|value| value as &dyn Display).collect()
}

fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns the heap size of a list of these strings: 0 if it is inline, else a reference count of
/// one word and the payload. The payload is the text and one end offset for each string, of the
/// least width that can hold its length.
fn expected_size(strings: &[String]) -> usize {
    let text: usize = strings.iter().map(String::len).sum();
    let payload = |width: usize| text + width * strings.len();
    match payload(1) {
        0..=15 => 0,
        16..=255 => size_of::<usize>() + payload(1),
        _ if payload(2) <= 0xFFFF => size_of::<usize>() + payload(2),
        _ => size_of::<usize>() + payload(4),
    }
}

/// Compares a list with its model through every method that reads the list.
fn check(list: &StrList, model: &[String]) {
    assert_eq!(list.len(), model.len());
    assert_eq!(list.is_empty(), model.is_empty());
    assert!(list.iter().eq(model));
    assert!(list.iter().rev().eq(model.iter().rev()));
    assert_eq!(list.iter().len(), model.len());
    for (index, string) in model.iter().enumerate() {
        assert_eq!(list.get(index), Some(string.as_str()));
        assert_eq!(&list[index], string);
        assert!(list.contains(string));
    }
    assert_eq!(list.get(model.len()), None);
    assert_eq!(list.get(usize::MAX), None);
    assert_eq!(list.first(), model.first().map(String::as_str));
    assert_eq!(list.last(), model.last().map(String::as_str));
    assert_eq!(list.concat_str(), model.concat());
    assert_eq!(format!("{list:?}"), format!("{model:?}"));
    assert_eq!(format!("{list:#?}"), format!("{model:#?}"));
    assert_eq!(hash_of(list), hash_of(model));
    assert_eq!(list, model);
    assert_eq!(list.heap_size(), expected_size(model));
    assert_eq!(list.is_inline(), list.heap_size() == 0);
}

/// Makes the same list in each way, and compares each result with the model and with the others.
fn check_all_ways(model: &[String]) {
    let captured = StrList::capture(&displays(model));
    let collected: StrList = model.iter().collect();
    let built = {
        let mut builder = StrListBuilder::new();
        for string in model {
            builder.push_display(string);
        }
        assert_eq!(builder.len(), model.len());
        assert_eq!(format!("{builder:?}"), format!("{model:?}"));
        builder.try_finish().unwrap()
    };
    for list in [&captured, &collected, &built, &captured.clone()] {
        check(list, model);
        assert_eq!(list, &captured);
        assert_eq!(list.cmp(&captured), std::cmp::Ordering::Equal);
    }
}

fn config() -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Generates strings like tags: most of them are short, of any characters.
fn strings() -> impl Strategy<Value = Vec<String>> {
    vec(
        prop_oneof![4 => ".{0,6}", 2 => ".{0,30}", 1 => Just(String::new())],
        0..90,
    )
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_list_keeps_the_strings_that_a_vec_keeps(model in strings()) {
        check_all_ways(&model);
    }

    #[test]
    fn lists_are_ordered_as_vecs(a in vec("[ab]{0,3}", 0..5), b in vec("[ab]{0,3}", 0..5)) {
        let (list_a, list_b) = (StrList::from_iter(&a), StrList::from_iter(&b));
        prop_assert_eq!(list_a.cmp(&list_b), a.cmp(&b));
        prop_assert_eq!(list_a == list_b, a == b);
        prop_assert_eq!(list_a == b, a == b);
    }

    #[test]
    fn captured_values_equal_to_string(
        float in any::<f64>(), small in any::<f32>(), int in any::<i128>(), c in any::<char>(),
    ) {
        let values: [&dyn Display; 4] = [&float, &small, &int, &c];
        let model = values.map(ToString::to_string);
        check(&StrList::capture(&values), &model);
    }
}

#[test]
fn a_list_keeps_texts_of_each_length_and_character_width() {
    for text in texts() {
        check_all_ways(slice::from_ref(text));
        check_all_ways(&[text.clone(), String::new(), text.clone()]);
    }
}

#[test]
fn a_list_keeps_its_strings_on_both_sides_of_each_layout_change() {
    for count in [
        1, 2, 3, 7, 14, 15, 16, 17, 63, 64, 65, 66, 254, 255, 256, 300,
    ] {
        check_all_ways(&vec![String::new(); count]);
        for total in [
            14, 15, 16, 17, 254, 255, 256, 257, 4095, 4096, 4097, 65_535, 65_536,
        ] {
            let Some(last) = usize::checked_sub(total, count) else {
                continue;
            };
            let mut model = vec![String::new(); count];
            model[count / 2] = ascii(last);
            check_all_ways(&model);
        }
    }
    check_all_ways(&vec![ascii(10); 20_000]);
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
    assert_eq!(list.into_iter().count(), 5);
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
    assert_ne!(list, strings[..1]);
    assert_ne!(strings[..1], list);
    let later = StrList::from(["ie"]);
    assert!(list < later && list > StrList::default());
    assert_eq!(StrList::default(), StrList::new());
    assert!(StrListBuilder::new().is_empty() && !StrListBuilder::from_iter(strings).is_empty());
}

#[test]
fn an_index_past_the_end_panics() {
    let list = StrList::from(["a text that is longer than", "fifteen bytes"]);
    for index in [2, usize::MAX] {
        assert!(panic::catch_unwind(|| list[index].len()).is_err());
    }
}

#[test]
fn a_list_is_sixteen_bytes_send_and_sync() {
    assert_eq!(size_of::<StrList>(), 16);
    assert_eq!(size_of::<Option<StrList>>(), 16);
    assert!(implements!(StrList: Send));
    assert!(implements!(StrList: Sync));
}

/// Returns the counts of one allocation of `size` bytes that is kept, or of none.
fn exact(size: usize) -> Counts {
    Counts {
        allocations: usize::from(size > 0),
        live_bytes: size.cast_signed(),
        peak_bytes: size.cast_signed(),
        ..Counts::default()
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
fn four_tags_take_one_block_of_at_most_122_bytes() {
    let values: [&dyn Display; 4] = [
        &"some more, ",
        &"and a bit longer",
        &"tag values.",
        &"with one a bit longer than the capacity of a smol_str",
    ];
    let (list, counts) = count(|| StrList::capture(&values));
    assert_eq!(counts.allocations, 1);
    assert_eq!(counts.live_bytes.cast_unsigned(), list.heap_size());
    assert!(list.heap_size() <= 122);
    let small: [&[&dyn Display]; 3] = [&[], &[&true], &[&123_f32, &b'b', &'c']];
    for values in small {
        assert_eq!(count(|| StrList::capture(values)).1, Counts::default());
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
    assert!(!StrList::ptr_eq(&inline, &inline.clone()));
}

#[test]
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
fn a_builder_grows_geometrically_and_its_capacity_is_enough() {
    let (_, counts) = count(|| (0..10_000).map(|_| "ten bytes.").collect::<StrList>());
    assert!(
        counts.allocations + counts.reallocations <= 2 * 17 + 1,
        "{counts:?}"
    );
    let (builder, _) = count(|| StrListBuilder::with_capacity(10, 100));
    let (mut builder, counts) = count(move || {
        let mut builder = builder;
        builder.extend(vec!["ten bytes."; 10]);
        builder
    });
    assert_eq!(
        counts.allocations + counts.reallocations,
        1,
        "only the vec! of this test allocates"
    );
    assert_eq!(builder.finish().len(), 10);
}

/// A new chunk has at least a quarter of the total size, so that there are few allocations.
#[test]
fn a_builder_of_a_million_strings_allocates_at_most_40_times() {
    let mut builder = StrListBuilder::new();
    let ((), counts) = count(|| (0..1_000_000).for_each(|_| builder.push("ten bytes.")));
    let calls = counts.allocations + counts.reallocations;
    assert!(calls <= 40, "{counts:?}");
    assert_eq!((builder.len(), builder.text_len()), (1_000_000, 10_000_000));
}

#[test]
fn the_capacity_is_enough_for_long_strings() {
    for (strings, len) in [(10, 1_000), (1, 255), (300, 254), (7, 256), (20, 0)] {
        let text = ascii(len);
        let mut builder = StrListBuilder::with_capacity(strings, strings * len);
        let ((), counts) = count(|| (0..strings).for_each(|_| builder.push(&text)));
        assert_eq!(counts, Counts::default(), "{strings} of {len} bytes");
        assert_eq!(builder.finish(), vec![text; strings]);
    }
}

#[test]
fn an_impossible_capacity_is_an_error() {
    let error = |strings, bytes| StrListBuilder::try_with_capacity(strings, bytes).err();
    let most = isize::MAX.cast_unsigned();
    assert_eq!(error(2, usize::MAX), Some(CaptureErrorKind::TooLong.into()));
    assert_eq!(error(usize::MAX, 2), Some(CaptureErrorKind::TooLong.into()));
    assert_eq!(error(0, most + 1), Some(CaptureErrorKind::Alloc.into()));
    assert_eq!(error(most, most), Some(CaptureErrorKind::TooLong.into()));
    assert_eq!(error(0, 0), None);
}

#[test]
fn an_empty_chunk_that_is_too_small_is_freed() {
    let mut builder = StrListBuilder::with_capacity(1, 4);
    let ((), counts) = count(|| builder.push("longer than that"));
    assert_eq!((counts.allocations, counts.deallocations), (1, 1));
    // A chunk with an empty string is not empty, and stays.
    let mut builder = StrListBuilder::with_capacity(1, 0);
    builder.push("");
    let ((), counts) = count(|| builder.push("more"));
    assert_eq!((counts.allocations, counts.deallocations), (1, 0));
    assert_eq!(builder.finish(), ["", "more"]);
}

/// An iterator with a false `size_hint`.
struct FalseHint(usize, (usize, Option<usize>));

impl Iterator for FalseHint {
    type Item = &'static str;

    fn next(&mut self) -> Option<&'static str> {
        self.0 = self.0.checked_sub(1)?;
        Some("ab")
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.1
    }
}

#[test]
fn a_false_size_hint_changes_nothing() {
    for hint in [(0, Some(0)), (usize::MAX, None), (1_000, Some(10))] {
        let list: StrList = FalseHint(20, hint).collect();
        assert_eq!(list, ["ab"; 20]);
    }
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
        StrList::capture(&[&"", inner]).concat_str().to_owned()
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
fn a_display_error_is_returned_and_frees_all_memory() {
    let long = ascii(10_000);
    for values in with_last(&Errs("some text"), &long) {
        let (result, counts) = count(|| StrList::try_capture(&values));
        let error = result.unwrap_err();
        assert_eq!(error.kind(), CaptureErrorKind::Format);
        assert_eq!(error.index(), Some(values.len() - 1));
        assert_eq!(counts.live_bytes, 0);
        let message =
            panic::catch_unwind(AssertUnwindSafe(|| StrList::capture(&values))).unwrap_err();
        let message = message.downcast_ref::<String>().unwrap();
        let index = format!("index {}`", values.len() - 1);
        assert!(message.contains(&index), "{message}");
    }
}

#[test]
fn a_display_panic_unwinds_and_frees_all_memory() {
    let long = ascii(10_000);
    for values in with_last(&Panics("some text"), &long) {
        let capture = AssertUnwindSafe(|| StrList::capture(&values).len());
        let (result, counts) = count(|| panic::catch_unwind(capture).map_err(drop));
        assert_eq!(result, Err(()));
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
    }
    // The error names the value that found no memory, even if that value ignores the error.
    let few = [&"x" as &dyn Display, &"", &Swallows(2_000), &"", &"y"];
    for values in [&few[..], &few[..3], &[&few[..], &many].concat()] {
        let error = with_budget(values.len() / 64, || StrList::try_capture(values)).unwrap_err();
        assert_eq!(
            (error.kind(), error.index()),
            (CaptureErrorKind::Alloc, Some(2))
        );
    }
    // A value that ignores its writer's error does not hide the error from the caller.
    let swallows = Swallows(2_000);
    let list = fails_until_it_fits(|| StrList::try_capture(&[&swallows]));
    assert_eq!(list, [swallows.to_string()]);
}

#[test]
fn a_failed_push_or_finish_leaves_the_builder_unchanged() {
    let mut builder = StrListBuilder::from_iter(["kept"]);
    let long = ascii(5_000);
    for budget in 0..3 {
        let pushed = with_budget(budget, || builder.try_push(&long));
        if pushed == Ok(()) {
            break;
        }
        assert_eq!(format!("{builder:?}"), r#"["kept"]"#);
    }
    assert_eq!(builder.len(), 2);
    assert_eq!(
        builder.try_push_display(&Errs("lost")),
        Err(CaptureErrorKind::Format.into())
    );
    let push = AssertUnwindSafe(|| builder.push_display(&Panics("lost")));
    assert!(panic::catch_unwind(push).is_err());
    let push = AssertUnwindSafe(|| builder.push_display(&Errs("lost")));
    assert!(panic::catch_unwind(push).is_err());
    assert_eq!(builder.len(), 2);
    assert_eq!(
        with_budget(0, || builder.try_finish()),
        Err(CaptureErrorKind::Alloc.into())
    );
    assert_eq!(format!("{builder:?}"), format!("{:?}", ["kept", &long]));
    assert_eq!(builder.try_finish().unwrap(), ["kept".to_owned(), long]);
    assert!(builder.is_empty());
}

#[test]
fn a_finished_builder_is_empty_and_builds_the_next_list() {
    let strings = ["a text that is longer than", "fifteen bytes"];
    let mut builder = StrListBuilder::from_iter(strings);
    assert_eq!(builder.finish(), strings);
    assert_eq!((builder.len(), builder.text_len()), (0, 0));
    assert_eq!(format!("{builder:?}"), "[]");
    assert_eq!(builder.finish(), StrList::new());
    builder.push("other");
    assert_eq!(builder.try_finish().unwrap(), ["other"]);
    assert!(builder.is_empty());
}

#[test]
fn a_finished_builder_keeps_its_largest_chunk() {
    let mut builder = StrListBuilder::with_capacity(2, 100);
    for _ in 0..3 {
        let (list, counts) = count(|| {
            builder.extend(["a text that is longer than", "fifteen bytes"]);
            builder.finish()
        });
        assert_eq!(list.len(), 2);
        assert_eq!(counts, exact(list.heap_size()));
    }
    // The chunks have 1, 3, 10 and 8 KiB; the one of the long string is the largest.
    let long = ascii(10 << 10);
    let mut builder = StrListBuilder::new();
    (0..300).for_each(|_| builder.push("ten bytes."));
    builder.push(&long);
    (0..300).for_each(|_| builder.push("ten bytes."));
    assert_eq!(builder.finish().len(), 601);
    let ((), counts) = count(|| builder.push(&long));
    assert_eq!(counts, Counts::default());
    assert_eq!(builder.finish(), [&long]);
}

/// Fails a push that finds memory for a chunk, but none for the table of chunks.
#[test]
fn a_failed_allocation_of_the_chunk_table_leaves_the_builder_unchanged() {
    // Each string takes a chunk of its own. The table holds four full chunks inline.
    let long = ascii(10_000);
    let mut builder = StrListBuilder::new();
    for _ in 0..5 {
        let ((), counts) = count(|| builder.push(&long));
        assert_eq!(counts.allocations, 1);
    }
    for budget in 0..2 {
        let (pushed, counts) = count(|| with_budget(budget, || builder.try_push(&long)));
        assert_eq!(pushed, Err(CaptureErrorKind::Alloc.into()));
        assert_eq!((counts.allocations, counts.live_bytes), (budget, 0));
        assert_eq!((builder.len(), builder.text_len()), (5, 50_000));
    }
    assert_eq!(with_budget(2, || builder.try_push(&long)), Ok(()));
    assert_eq!(builder.finish(), vec![long; 6]);
}
