//! Tests of the ways to make a `StrList` of strings: conversion, collecting, the builder.

use std::cell::Cell;
use std::fmt::Write;
use std::iter;
use std::panic;

use crate::str_list::{config, strings};
use proptest::collection::vec;
use proptest::prelude::*;
use string_kit::{StrList, StrListBuilder, TextError, TextErrorKind};
use string_kit_conformance::{Counts, Fickle, count, with_budget};
use string_kit_testkit::lists::{check, expected_size};
use string_kit_testkit::panics::{panic_message, panics};
use string_kit_testkit::support::{Errs, Hinted, Panics, ascii, exact, fails_until_it_fits};

const LONG: [&str; 4] = [
    "some more, ",
    "and a bit longer",
    "tag values.",
    "with one still longer",
];

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_cleared_builder_keeps_what_a_vec_keeps(model in strings(), cleared in strings()) {
        let mut builder = StrListBuilder::new();
        builder.extend(&cleared);
        builder.clear();
        prop_assert!(builder.is_empty() && builder.text_len() == 0);
        for chunk in model.chunks(7) {
            builder.extend(chunk);
        }
        check(&builder.finish(), &model);
        prop_assert_eq!(format!("{builder:?}"), "[]");
        prop_assert_eq!(builder.finish(), StrList::new());
    }

    #[test]
    fn text_is_appended_to_the_last_string(
        pieces in vec(
            (0..4_u8, prop_oneof![6 => "[aé]{0,9}", 2 => (0..300_usize).prop_map(ascii),
                1 => (0..9_000_usize).prop_map(ascii)]),
            0..60,
        ),
        capacity in 0..600_usize,
    ) {
        let mut builder = StrListBuilder::with_capacity(2, capacity);
        for round in 0..2 {
            let mut model = Vec::<String>::new();
            for (step, piece) in &pieces {
                match step {
                    0 => builder.push(piece),
                    1 => write!(builder, "{piece}{round}").unwrap(),
                    _ => builder.push_str(piece),
                }
                if *step == 0 || model.is_empty() {
                    model.push(String::new());
                }
                let last = model.last_mut().unwrap();
                last.push_str(piece);
                last.extend((*step == 1).then(|| round.to_string()));
                prop_assert_eq!(builder.len(), model.len());
            }
            check(&builder.finish(), &model);
        }
    }
}

#[test]
fn a_string_that_grows_moves_seldom_and_stays_if_memory_runs_out() {
    for before in [0, 1, 400] {
        let mut builder = StrListBuilder::from_iter(vec!["ten bytes."; before]);
        builder.push("");
        let ((), counts) = count(|| (0..100_000).for_each(|_| builder.push_str("ten bytes.")));
        assert!(counts.allocations <= 24, "{counts:?}");
        let len = builder.text_len();
        let long = ascii(len);
        let pushed = with_budget(0, || builder.try_push_str(&long));
        assert_eq!(pushed, Err(TextErrorKind::Alloc.into()));
        assert_eq!((builder.len(), builder.text_len()), (before + 1, len));
        assert!(
            builder
                .finish()
                .last()
                .unwrap()
                .starts_with("ten bytes.ten")
        );
    }
}

#[test]
fn a_list_is_made_with_no_allocation_or_one_of_the_exact_size() {
    let (long, most) = (ascii(300), ascii(252));
    let lists: [&[&str]; 6] = [
        &["GET", "200", "eu", "t"],
        &LONG,
        &[&most, "x"],
        &["x"; 127],
        // One byte more is collected in a chunk on the heap.
        &[&most, "xy"],
        &[&long, "", "x", &long],
    ];
    for (number, strings) in lists.into_iter().enumerate() {
        let model: Vec<_> = strings.iter().map(ToString::to_string).collect();
        let ways: [&dyn Fn() -> Result<StrList, TextError>; 5] = [
            &|| Ok(StrList::from(strings)),
            &|| Ok(StrList::from(&model)),
            &|| StrList::try_from_strs(strings),
            &|| StrList::try_from_iter(strings),
            &|| {
                let mut builder = StrListBuilder::with_capacity(2, 200);
                for string in strings {
                    builder.push_display(string);
                }
                builder.try_finish()
            },
        ];
        for (way, make) in ways.into_iter().enumerate() {
            let (list, counts) = count(make);
            check(&list.unwrap(), &model);
            let is_in_chunks = number > 3 && way > 2;
            assert!(is_in_chunks || counts == exact(expected_size(&model)));
        }
        check(&fails_until_it_fits(ways[2]), &model);
        check(&fails_until_it_fits(ways[3]), &model);
        check(&StrList::from(model.clone()), &model);
    }
    assert_eq!([StrList::from(LONG), StrList::from(&LONG)], [&LONG; 2]);
}

#[test]
fn an_error_of_collecting_names_the_string_that_found_no_memory() {
    let long = ascii(9_000);
    let strings = ["kept", "too", &long];
    let index = |budget, make: &mut dyn FnMut() -> Result<(), TextError>| {
        let error = with_budget(budget, make).unwrap_err();
        assert_eq!(error.kind(), TextErrorKind::Alloc);
        error.index()
    };
    let mut collect = || StrList::try_from_iter(strings).map(drop);
    assert_eq!(index(0, &mut collect), Some(2));
    assert_eq!(index(1, &mut collect), None);
    let mut copy = || StrList::try_from_strs(&strings).map(drop);
    assert_eq!(index(0, &mut copy), None);
    let mut builder = StrListBuilder::from_iter(["first"]);
    assert_eq!(index(0, &mut || builder.try_extend(strings)), Some(2));
    assert_eq!(builder.finish(), ["first", "kept", "too"]);
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_string_that_changes_panics_or_makes_a_valid_list() {
    let (long, longer) = (ascii(20), ascii(300));
    let texts: [&[&str]; 6] = [
        &["ab", "abc"],
        &["abc", "ab"],
        &[&long, "x"],
        &["x", &long],
        &[&long, &longer],
        &[&longer, &long],
    ];
    for texts in texts {
        if texts.concat().len() < 200 {
            // A string of a short list is asked once.
            let once = [Fickle::new(texts), Fickle::new(&["x"])];
            assert_eq!(StrList::from(once), [texts[0], "x"]);
        }
        for len in [300, 400, 1000] {
            let long = ascii(len);
            let before = [long.as_str()];
            let changing = || [Fickle::new(&before), Fickle::new(texts)];
            assert!(panics(|| StrList::from(changing())), "{texts:?}");
            assert!(panics(|| StrList::with_strs(&changing(), StrList::len)));
            assert_eq!(StrList::from_iter(changing()).len(), 2);
        }
    }
    // A short list that is lent asks once, too.
    let texts = [Fickle::new(&["ab", "abc"])];
    StrList::with_strs(&texts, |list| assert_eq!(*list, ["ab"]));
    // A longer one asks twice. The sum of the lengths is as before, and each text of the list is
    // whole.
    let texts = [&[&*longer][..], &["é", "abc"], &["abc", "é"]];
    let uneven = texts.map(Fickle::new);
    StrList::with_strs(&uneven, |list| assert_eq!(*list, [&longer, "abc", "é"]));
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_string_that_panics_later_frees_all_memory() {
    struct PanicsLater<'a>(&'a str, Cell<bool>);
    impl AsRef<str> for PanicsLater<'_> {
        fn as_ref(&self) -> &str {
            if self.1.replace(true) {
                // A panic without a hook, whose message would take memory.
                panic::resume_unwind(Box::new(()));
            }
            self.0
        }
    }
    let long = ascii(300);
    // A string of a short list is asked once.
    for (text, expected) in [("short", false), (&long[..20], false), (&long, true)] {
        let strings = [PanicsLater(text, Cell::new(false))];
        let (panicked, counts) = count(|| panics(|| StrList::from(strings)));
        assert_eq!((panicked, counts.live_bytes), (expected, 0));
    }
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn an_iterator_that_panics_frees_all_memory() {
    let long = ascii(9_000);
    let strings = || {
        [&long[..], "x"]
            .into_iter()
            .chain(iter::from_fn(|| panic::resume_unwind(Box::new(()))))
    };
    let (panicked, counts) = count(|| panics(|| strings().collect::<StrList>()));
    assert_eq!((panicked, counts.live_bytes), (true, 0));
    let mut builder = StrListBuilder::new();
    assert!(panics(|| builder.extend(strings())));
    assert_eq!(builder.finish(), [&long[..], "x"]);
}

#[test]
fn clear_and_push_display_reuse_the_memory() {
    let long = ascii(900);
    let mut builder = StrListBuilder::with_capacity(2, 2_000);
    let size = builder.heap_size();
    assert!(size >= 2_002);
    let ((), counts) = count(|| {
        for _ in 0..3 {
            builder.push_display(&long);
            builder.push_display(&42);
            builder.clear();
        }
    });
    assert_eq!(counts, Counts::default());
    assert_eq!(
        (builder.len(), builder.text_len(), builder.heap_size()),
        (0, 0, size)
    );
    (0..40).for_each(|_| builder.push(&long));
    assert!(builder.heap_size() > 36_000);
    let largest = builder.heap_size();
    builder.clear();
    assert!((1..largest).contains(&builder.heap_size()));
    assert_eq!(builder.finish(), StrList::new());
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
    let texts = [0, 1, 253, 254, 255, 256, 257, 70_000, 0, 254].map(ascii);
    let mut builder = StrListBuilder::with_capacity(texts.len(), texts.concat().len());
    let ((), counts) = count(|| builder.extend(&texts));
    assert_eq!(counts, Counts::default());
    assert_eq!(builder.finish(), texts);
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn an_impossible_capacity_is_an_error_or_panics() {
    let error = |strings, bytes| StrListBuilder::try_with_capacity(strings, bytes).err();
    let most = isize::MAX.cast_unsigned();
    assert_eq!(error(2, usize::MAX), Some(TextErrorKind::TooLong.into()));
    assert_eq!(error(usize::MAX, 2), Some(TextErrorKind::TooLong.into()));
    assert_eq!(error(0, most + 1), Some(TextErrorKind::Alloc.into()));
    assert_eq!(error(most, most), Some(TextErrorKind::TooLong.into()));
    assert_eq!(error(0, 0), None);
    let message = panic_message(|| StrListBuilder::with_capacity(2, usize::MAX));
    assert!(message.contains("the capacity of the list overflows"));
}

#[test]
fn an_empty_chunk_that_is_too_small_is_freed() {
    let long = ascii(2_000);
    let mut builder = StrListBuilder::with_capacity(1, 400);
    let ((), counts) = count(|| builder.push(&long));
    assert_eq!((counts.allocations, counts.deallocations), (1, 1));
    // A chunk with an empty string is not empty, and stays.
    let mut builder = StrListBuilder::with_capacity(1, 400);
    builder.push("");
    let ((), counts) = count(|| builder.push(&long));
    assert_eq!((counts.allocations, counts.deallocations), (1, 0));
    assert_eq!(builder.finish(), ["", &long]);
}

#[test]
fn a_false_size_hint_changes_nothing() {
    for hint in [(0, Some(0)), (usize::MAX, None), (1_000, Some(10))] {
        let items = ["ab"; 20].into_iter();
        let list: StrList = Hinted { items, hint }.collect();
        assert_eq!(list, ["ab"; 20]);
    }
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
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
        Err(TextErrorKind::Format.into())
    );
    assert!(panics(|| builder.push_display(&Panics("lost"))));
    assert!(panics(|| builder.push_display(&Errs("lost"))));
    assert_eq!(builder.len(), 2);
    assert_eq!(
        with_budget(0, || builder.try_finish()),
        Err(TextErrorKind::Alloc.into())
    );
    assert_eq!(format!("{builder:?}"), format!("{:?}", ["kept", &long]));
    assert_eq!(builder.try_finish().unwrap(), ["kept".to_owned(), long]);
    assert!(builder.is_empty());
}

#[test]
fn a_finished_builder_keeps_its_largest_chunk() {
    let mut builder = StrListBuilder::with_capacity(2, 1_000);
    for _ in 0..3 {
        let (list, counts) = count(|| {
            builder.extend(["a text that is longer than", "fifteen bytes"]);
            builder.finish()
        });
        assert_eq!(list.len(), 2);
        assert_eq!(counts, exact(list.heap_size()));
    }
    // The chunks on the heap have 1, 3, 10 and 8 KiB; the one of the long string is the largest.
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
        assert_eq!(pushed, Err(TextErrorKind::Alloc.into()));
        assert_eq!((counts.allocations, counts.live_bytes), (budget, 0));
        assert_eq!((builder.len(), builder.text_len()), (5, 50_000));
    }
    assert_eq!(with_budget(2, || builder.try_push(&long)), Ok(()));
    assert_eq!(builder.finish(), vec![long; 6]);
}
