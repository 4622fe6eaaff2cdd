//! Tests of `SharedStr`: allocations and the drop of the last handle.

use string_kit::SharedStr;
use string_kit_conformance::{count, with_budget};
use string_kit_testkit::panics::panics;
use string_kit_testkit::support::{ascii, assert_exact, texts};

/// The size in bytes of the reference count in front of a text.
const HEADER: usize = 2 * size_of::<usize>();
/// The size in bytes of one shard.
const SHARD: usize = 128;

const LONG: &str = "a text that is longer than fifteen bytes";

#[test]
fn a_heap_text_takes_two_words_and_its_bytes() {
    for text in (0..=40).map(ascii).chain(texts().iter().cloned()) {
        let heap = if text.len() > SharedStr::INLINE_CAPACITY {
            HEADER + text.len()
        } else {
            0
        };
        let (shared, counts) = count(|| SharedStr::from(text.as_str()));
        assert_exact(counts, heap, &text);
        assert_eq!(shared, text);
        assert_eq!((shared.len(), shared.is_inline()), (text.len(), heap == 0));
        assert_eq!(
            (shared.heap_size(), shared.is_empty()),
            (heap, text.is_empty())
        );

        let (clone, counts) = count(|| shared.clone());
        assert_exact(counts, 0, &text);
        assert!(SharedStr::ptr_eq(&clone, &shared));
    }
}

/// The last byte of a text of 16 bytes lies where other texts have a tag.
#[test]
fn a_text_of_sixteen_bytes_is_inline_whatever_its_last_byte() {
    for last in '\0'..='\u{BF}' {
        let text = format!("{last:\0>0$}", 17 - last.len_utf8());
        assert_eq!(text.len(), 16);
        let (shared, counts) = count(|| SharedStr::from(&*text));
        assert_exact(counts, 0, &text);
        let option = Some(shared.clone());
        assert_eq!(option.as_deref(), Some(&*text));
        assert!(shared.is_inline() && shared.slice(..16).is_inline());
        assert!(shared != text[..14] && shared != format!("{text}."));
    }
}

/// Each text in each form is equal to itself in each other form, and to no other text.
#[test]
fn equality_does_not_depend_on_the_form() {
    static ALL: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef+";
    let whole = SharedStr::from(ALL);
    let forms = |start: usize, len: usize| {
        let text = &ALL[start..start + len];
        let sharded = SharedStr::from(text);
        let _ = sharded.add_shards();
        [
            SharedStr::from(text),
            SharedStr::from_static(text),
            whole.slice(start..start + len),
            sharded.clone(),
        ]
    };
    for len in [0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 32, 33, 48] {
        // 16 bytes later the text is the same, and one byte later it differs.
        for (start, is_equal) in [(0, true), (16, true), (1, len == 0)] {
            for left in forms(0, len) {
                for right in forms(start, len) {
                    assert_eq!(left == right, is_equal, "{left:?} {right:?}");
                }
                for right in forms(0, len + 1) {
                    assert_eq!(
                        (left == right, right == left),
                        (false, false),
                        "{left:?} {right:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn an_edit_changes_one_handle_or_none() {
    for text in ["", "short", LONG] {
        let original = SharedStr::from(text);
        let mut edited = original.clone();
        assert_eq!(edited.edit(String::pop), text.chars().last());
        assert_eq!(
            (original.as_str(), edited.len()),
            (text, text.len().saturating_sub(1))
        );
        edited.edit(|edited| *edited = text.to_owned());
        assert_eq!(edited, original);

        let mut unchanged = original.clone();
        unchanged.edit(|_| ());
        assert!(SharedStr::ptr_eq(&unchanged, &original));
        assert!(panics(|| unchanged.edit(|text| panic!("{text}"))));
        assert_eq!(unchanged, original);
    }
}

#[test]
fn a_static_text_is_not_copied() {
    for text in ["", "short", LONG] {
        let (shared, counts) = count(|| SharedStr::from_static(text));
        assert_exact(counts, 0, text);
        assert!(std::ptr::eq(shared.as_str(), text));
        assert!(!shared.is_inline() && SharedStr::ptr_eq(&shared.clone(), &shared));
        assert_eq!((shared.heap_size(), shared.add_shards()), (0, false));
    }
    assert!(SharedStr::new().is_inline() && SharedStr::default().is_empty());
}

#[test]
fn ptr_eq_tells_clones_from_copies() {
    let text = SharedStr::from(LONG);
    assert!(SharedStr::ptr_eq(&text, &text.clone()));
    assert!(!SharedStr::ptr_eq(&text, &SharedStr::from(LONG)));
    let (one, other) = (SharedStr::from("short"), SharedStr::from("short"));
    assert!(SharedStr::ptr_eq(&one, &other));
    assert!(!SharedStr::ptr_eq(&one, &SharedStr::from("other")));
    assert!(!SharedStr::ptr_eq(&one, &SharedStr::from_static("short")));
    assert!(!SharedStr::ptr_eq(&text, &one) && !SharedStr::ptr_eq(&one, &text));
    assert!(!SharedStr::ptr_eq(
        &SharedStr::from_static(""),
        &SharedStr::new()
    ));
}

#[test]
fn shards_take_one_allocation_and_are_freed_with_the_text() {
    let ((), counts) = count(|| {
        let text = SharedStr::from(LONG);
        assert!(!text.is_sharded());
        let (sharded, counts) = count(|| text.add_shards());
        assert!(sharded && text.is_sharded());
        assert_eq!(counts.allocations, 1);
        let shards = usize::try_from(counts.live_bytes).unwrap();
        assert!(shards.is_multiple_of(SHARD) && (shards / SHARD).is_power_of_two());
        assert_eq!(text.heap_size(), HEADER + LONG.len() + shards);

        let (again, counts) = count(|| text.add_shards());
        assert!(again);
        assert_exact(counts, 0, "the second time");
        let (clone, counts) = count(|| text.clone());
        assert_exact(counts, 0, "a clone in a shard");
        assert!(clone.is_sharded() && SharedStr::ptr_eq(&clone, &text));
    });
    assert_eq!(counts.live_bytes, 0);
}

/// Drops handles from before and after the text got shards, in every order.
#[test]
fn the_last_handle_frees_the_text_in_every_order_of_drops() {
    for order in 0..24 {
        let ((), counts) = count(|| {
            let first = SharedStr::from(LONG);
            let before_shards = first.clone();
            assert!(first.add_shards());
            let mut handles = vec![first.clone(), before_shards, first, SharedStr::new()];
            handles[3] = handles[0].clone();
            let mut order = order;
            while !handles.is_empty() {
                drop(handles.swap_remove(order % handles.len()));
                order /= 4;
                for left in &handles {
                    assert_eq!(left, LONG);
                }
            }
        });
        assert_eq!(counts.live_bytes, 0, "order {order}");
    }
}

#[test]
fn only_the_last_handle_is_unique() {
    for sharded in [false, true] {
        let text = SharedStr::from(LONG);
        assert!(!sharded || text.add_shards());
        assert!(text.is_unique());
        let (clone, slice) = (text.clone(), text.slice(1..));
        for handle in [&text, &clone, &slice] {
            assert!(!handle.is_unique());
        }
        drop(clone);
        assert!(!text.is_unique());
        drop(slice);
        assert!(text.is_unique());
        let in_shard = text.clone();
        drop(text);
        assert_eq!(in_shard.is_unique(), !sharded);
    }
    assert!(SharedStr::from("short").clone().is_unique());
    assert!(!SharedStr::from_static(LONG).is_unique());
}

#[test]
fn out_of_memory_for_shards_keeps_the_text() {
    // The first shards of a process ask std for the number of processors, which allocates.
    assert!(SharedStr::from(LONG).add_shards());
    let text = SharedStr::from(LONG);
    assert!(!with_budget(0, || text.add_shards()));
    assert!(!text.is_sharded());
    assert_eq!(text.clone(), LONG);
    assert!(text.add_shards());
}

#[test]
fn derived_texts_are_those_of_str() {
    let long = "ß and ΟΔΟΣ, ".repeat(30);
    for text in ["", "ab", "ΟΔΟΣ", "ŉ", LONG, &LONG.to_uppercase(), &long] {
        let shared = SharedStr::from(text);
        for (derived, expected) in [
            (shared.to_lowercase(), text.to_lowercase()),
            (shared.to_uppercase(), text.to_uppercase()),
            (shared.repeat(0), String::new()),
            (shared.repeat(1), text.to_owned()),
            (shared.repeat(7), text.repeat(7)),
        ] {
            assert_eq!(derived, expected);
            // A text that does not change is shared.
            assert_eq!(SharedStr::ptr_eq(&derived, &shared), expected == text);
        }
        for texts in [&[][..], &[text], &[text, "", text], &["x", text, LONG]] {
            for separator in ["", ", "] {
                assert_eq!(SharedStr::join(texts, separator), texts.join(separator));
            }
        }
    }
    let (joined, counts) = count(|| SharedStr::join([LONG, LONG], "-"));
    assert_exact(counts, HEADER + 2 * LONG.len() + 1, &joined);
    let (_, counts) = count(|| SharedStr::join(["eu", "west", "1"], "-"));
    assert_exact(counts, 0, "an inline text");
}

#[test]
fn the_hint_is_the_number_of_handles_while_nobody_changes_it() {
    for text in [SharedStr::from("short"), SharedStr::from_static(LONG)] {
        assert_eq!(text.clone().ref_count_hint(), None);
    }
    let text = SharedStr::from(LONG);
    // Handles that are counted in the root before there are shards, and in shards afterwards.
    let mut handles = vec![text.clone(), text.slice(1..20)];
    for sharded in [false, true] {
        assert_eq!(sharded && text.add_shards(), sharded);
        for _ in 0..3 {
            handles.extend([text.clone(), handles[1].clone(), text.slice(2..)]);
            assert_eq!(text.ref_count_hint(), Some(handles.len() + 1));
            assert_eq!(handles[1].ref_count_hint(), Some(handles.len() + 1));
        }
    }
    while let Some(handle) = handles.pop() {
        assert_eq!(handle.ref_count_hint(), Some(handles.len() + 2));
    }
    assert_eq!((text.ref_count_hint(), text.is_unique()), (Some(1), true));
}
