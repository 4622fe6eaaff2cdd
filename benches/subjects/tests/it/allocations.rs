//! The allocations of each representation, counted and never timed. That `heap_size` is exact is a law.

use std::fmt::Display;
use std::sync::Arc;

use string_kit::capture::STACK_BYTES;
use string_kit::{CapturedStr, capture_all, capture_shared};
use string_kit_conformance::{Counts, count};

const WORD: usize = size_of::<usize>();

/// A crate that allocates more than one block for the text and two words.
struct Exception {
    name: &'static str,
    why: &'static str,
    /// The blocks that a text on the heap takes.
    blocks: usize,
    /// The least bytes that a text on the heap takes.
    least: usize,
    /// The bytes besides the text.
    header: usize,
}

const EXCEPTIONS: [Exception; 4] = [
    Exception {
        name: "SmartString<LazyCompact>",
        why: "smartstring 2.0.0 allocates at least twice its inline capacity",
        blocks: 1,
        least: 46,
        header: 0,
    },
    Exception {
        name: "SmartString<Compact>",
        why: "smartstring 2.0.0 allocates at least twice its inline capacity",
        blocks: 1,
        least: 46,
        header: 0,
    },
    Exception {
        name: "CompactString",
        why: "compact_str 0.10.0 allocates at least a word more than its inline capacity",
        blocks: 1,
        least: 32,
        header: 0,
    },
    Exception {
        name: "HipStr<'static>",
        why: "hipstr 0.8.0 allocates a block for a count and a Vec, and the Vec's own block",
        blocks: 2,
        least: 0,
        header: 4 * WORD,
    },
];

/// The types whose `from_text("")` is on the heap, because std keeps their counts there.
const EMPTY_IS_ON_THE_HEAP: [&str; 2] = ["Arc<str>", "Rc<str>"];

/// The types whose `heap_size` counts a static text, and why.
const STATICS_COUNT: [(&str, &str); 1] = [("KString", "kstring 2.0.2 hides that a text is static")];

/// The types whose `heap_size` counts bytes for a `Default` that allocates nothing, and why.
const DEFAULTS_COUNT: [(&str, &str); 1] = [("Arc<str>", "std shares a static, and hides that")];

fn lengths() -> impl Iterator<Item = usize> {
    crate::support::LENGTHS
        .into_iter()
        .chain([511, 512, 513, STACK_BYTES - 1, STACK_BYTES])
}

/// Returns the number of blocks that a text of `len` bytes takes.
fn blocks<S: CapturedStr>(len: usize) -> usize {
    let profile = S::PROFILE;
    let is_empty = len == 0 && !EMPTY_IS_ON_THE_HEAP.contains(&profile.name);
    if is_empty || (1..=profile.inline_capacity).contains(&len) {
        return 0;
    }
    exception::<S>().map_or(1, |exception| exception.blocks)
}

fn exception<S: CapturedStr>() -> Option<&'static Exception> {
    EXCEPTIONS
        .iter()
        .find(|exception| exception.name == S::PROFILE.name)
}

/// Asserts that `heap_size` is at most the text and two words, or exactly that of the exception.
fn heap_size_is_tight<S: CapturedStr>(value: &S) {
    let len = value.as_str().len();
    if blocks::<S>(len) == 0 {
        assert_eq!(value.heap_size(), 0, "{len} bytes");
    } else if let Some(exception) = exception::<S>() {
        let expected = exception.least.max(exception.header + len);
        assert_eq!(
            value.heap_size(),
            expected,
            "{len} bytes: {}",
            exception.why
        );
    } else {
        let most = (2 * WORD + len).next_multiple_of(WORD);
        assert!((len..=most).contains(&value.heap_size()), "{len} bytes");
    }
}

/// Asserts that `blocks` blocks were allocated, none was resized or freed, and the peak is `bytes`.
fn assert_allocated(counts: Counts, blocks: usize, bytes: usize, what: &str) {
    let bytes = isize::try_from(bytes).unwrap();
    let expected = Counts {
        allocations: blocks,
        reallocations: 0,
        deallocations: 0,
        live_bytes: bytes,
        peak_bytes: bytes,
    };
    assert_eq!(counts, expected, "{what}");
}

/// Makes a value, and checks its allocations. Checks that dropping it and a clone frees all memory.
fn one<S: CapturedStr>(what: &str, make: impl FnOnce() -> S) {
    let ((), all) = count(|| {
        let (value, counts) = count(make);
        heap_size_is_tight(&value);
        assert_allocated(
            counts,
            blocks::<S>(value.as_str().len()),
            value.heap_size(),
            what,
        );
        drop(value.clone());
        drop(value);
    });
    assert_eq!(all.live_bytes, 0, "{what}");
    assert_eq!(all.allocations, all.deallocations, "{what}");
}

fn copies_once<S: CapturedStr>() {
    for len in lengths() {
        let text = crate::support::ascii(len);
        one(&format!("from_text of {len} bytes"), || S::from_text(&text));
        one(&format!("try_from_text of {len} bytes"), || {
            S::try_from_text(&text).unwrap()
        });
    }
}

fn captures_once<S: CapturedStr>() {
    for len in lengths() {
        for text in [crate::support::ascii(len), crate::support::text_of(len, 3)] {
            one(&format!("capture of {len} bytes"), || S::capture(&text));
            one(&format!("capture of {len} bytes by characters"), || {
                S::capture(&crate::support::Chars(&text))
            });
            one(&format!("bounded capture of {len} bytes"), || {
                S::capture_bounded(&text, len).text
            });
        }
    }
    one("capture in 100 pieces", || {
        S::capture(&crate::support::Pieces {
            piece: "0123456789",
            times: 100,
        })
    });
    one("capture in 10,000 empty pieces", || {
        S::capture(&crate::support::Pieces {
            piece: "",
            times: 10_000,
        })
    });
}

/// Checks that a text that is longer than the stack buffer leaves no other buffer on the heap.
fn leaves_no_buffer_of_a_long_text<S: CapturedStr>() {
    for len in [STACK_BYTES + 1, 3 * STACK_BYTES, 100_000] {
        let text = crate::support::ascii(len);
        for value in [&text as &dyn Display, &crate::support::Chars(&text)] {
            let ((), all) = count(|| {
                let (captured, counts) = count(|| S::capture(value));
                heap_size_is_tight(&captured);
                assert_eq!(
                    counts.live_bytes,
                    isize::try_from(captured.heap_size()).unwrap()
                );
                assert_eq!(
                    counts.allocations - counts.deallocations,
                    blocks::<S>(len),
                    "{len} bytes"
                );
            });
            assert_eq!(all.live_bytes, 0, "{len} bytes");
        }
    }
}

fn captures_slices_once<S: CapturedStr>() {
    let texts: Vec<String> = lengths().map(crate::support::ascii).collect();
    let values: Vec<&dyn Display> = texts.iter().map(|text| text as _).collect();
    let text_blocks: usize = lengths().map(blocks::<S>).sum();
    let text_bytes = |captured: &[S]| captured.iter().map(S::heap_size).sum::<usize>();

    let ((), all) = count(|| {
        let (captured, counts) = count(|| capture_all::<S>(&values));
        let bytes = size_of_val(&*captured) + text_bytes(&captured);
        assert_allocated(counts, 1 + text_blocks, bytes, "capture_all");
        drop(captured);

        let (captured, counts) = count(|| -> Arc<[S]> { capture_shared(&values) });
        let bytes = 2 * WORD + size_of_val(&*captured) + text_bytes(&captured);
        assert_allocated(counts, 1 + text_blocks, bytes, "capture_shared");
        drop(captured);

        let (none, counts) = count(|| capture_all::<S>(&[]));
        assert!(none.is_empty());
        assert_allocated(counts, 0, 0, "capture_all of nothing");
    });
    assert_eq!(all.live_bytes, 0);
}

/// Checks that `heap_size` is what a static text and a `Default` allocate. In the listed types it
/// is not.
fn check_statics_and_defaults<S: CapturedStr>() {
    let is_in = |exceptions: &[(&str, &str)]| {
        let mut exceptions = exceptions.iter();
        exceptions.any(|(name, _)| *name == S::PROFILE.name)
    };
    let agrees = |value: &S, counts: Counts| {
        isize::try_from(value.heap_size()).unwrap() == counts.live_bytes
    };
    let (value, counts) = count(|| S::from("a static text that is too long to be inline"));
    assert_eq!(agrees(&value, counts), !is_in(&STATICS_COUNT));
    let (value, counts) = count(S::default);
    assert_eq!(agrees(&value, counts), !is_in(&DEFAULTS_COUNT));
}

/// Checks that a clone allocates its `heap_size`, or nothing if it shares.
fn a_clone_allocates_its_heap_size<S: CapturedStr>() {
    for len in lengths() {
        let value = S::from_text(&crate::support::ascii(len));
        let (clone, counts) = count(|| value.clone());
        let expected = match S::PROFILE.clone {
            string_kit::CloneCost::Copies => clone.heap_size(),
            string_kit::CloneCost::Shares => 0,
            other => panic!("the test does not know the cost of {other:?}"),
        };
        assert_eq!(
            counts.live_bytes,
            isize::try_from(expected).unwrap(),
            "{len} bytes"
        );
    }
}

for_each_type! { $
    from_text_allocates_once: copies_once;
    capture_allocates_once: captures_once;
    a_text_longer_than_the_stack_buffer_leaves_no_buffer: leaves_no_buffer_of_a_long_text;
    slices_allocate_once_per_text: captures_slices_once;
    heap_size_counts_the_bytes_of_statics_and_defaults: check_statics_and_defaults;
    a_clone_allocates_its_heap_size_or_nothing: a_clone_allocates_its_heap_size;
}
