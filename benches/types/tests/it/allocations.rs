//! The allocations of each representation, counted and never timed. `heap_size` is a law.

use std::fmt::Display;
use std::ops::RangeInclusive;

use string_kit::capture::STACK_BYTES;
use string_kit::{CapturedStr, CloneCost, capture_all, capture_shared};
use string_kit_conformance::{Counts, count};

use string_kit_testkit::support::{Chars, LENGTHS, Pieces, ascii, exact, text_of};

const WORD: usize = size_of::<usize>();

/// The types that allocate more than one block for the text and two words: the name, the number of
/// blocks, their least bytes, and the bytes besides the text.
const EXCEPTIONS: [(&str, usize, usize, usize); 4] = [
    // smartstring 2.0.0 allocates at least twice its inline capacity.
    ("SmartString<LazyCompact>", 1, 46, 0),
    ("SmartString<Compact>", 1, 46, 0),
    // compact_str 0.10.0 allocates at least a word more than its inline capacity.
    ("CompactString", 1, 32, 0),
    // hipstr 0.8.0 allocates a block for a count and a Vec, and the Vec's own block.
    ("HipStr<'static>", 2, 0, 4 * WORD),
];

/// The types whose `from_text("")` is on the heap, because std keeps their counts there.
const EMPTY_IS_ON_THE_HEAP: [&str; 2] = ["Arc<str>", "Rc<str>"];

fn lengths() -> impl Iterator<Item = usize> {
    LENGTHS
        .into_iter()
        .chain([511, 512, 513, STACK_BYTES - 1, STACK_BYTES])
}

/// Returns the number of blocks that a text of `len` bytes takes, and the range of their bytes.
fn blocks<S: CapturedStr>(len: usize) -> (usize, RangeInclusive<usize>) {
    let profile = S::PROFILE;
    let is_on_heap = len > profile.inline_capacity || EMPTY_IS_ON_THE_HEAP.contains(&profile.name);
    let mut exceptions = EXCEPTIONS.iter();
    match exceptions.find(|exception| exception.0 == profile.name) {
        _ if !is_on_heap => (0, 0..=0),
        Some(&(_, blocks, least, header)) => {
            let bytes = least.max(header + len);
            (blocks, bytes..=bytes)
        }
        None => (1, len..=(2 * WORD + len).next_multiple_of(WORD)),
    }
}

/// Returns the counts if `blocks` blocks are allocated, and none is resized or freed.
fn allocated(blocks: usize, bytes: usize) -> Counts {
    Counts {
        allocations: blocks,
        ..exact(bytes)
    }
}

/// Asserts that a value takes its blocks and nothing else, if the text fits the buffer on the
/// stack, and leaves nothing else, if it does not; that a clone allocates its `heap_size`, or
/// nothing if it shares; and that dropping both frees all memory.
fn check<S: CapturedStr>(how: &str, make: impl FnOnce() -> S) {
    let ((), sum) = count(|| {
        let (value, counts) = count(make);
        let len = value.as_str().len();
        let (blocks, range) = blocks::<S>(len);
        assert!(range.contains(&value.heap_size()), "{how}");
        let expected = allocated(blocks, value.heap_size());
        if len <= STACK_BYTES {
            assert_eq!(counts, expected, "{how}");
        }
        assert_eq!(counts.live_bytes, expected.live_bytes, "{how}");
        assert_eq!(counts.allocations - counts.deallocations, blocks, "{how}");

        let (clone, counts) = count(|| value.clone());
        let bytes = match S::PROFILE.clone {
            CloneCost::Copies => clone.heap_size(),
            _ => 0,
        };
        assert_eq!(counts.live_bytes, bytes.cast_signed(), "{how}");
    });
    assert_eq!(sum.live_bytes, 0, "{how}");
    assert_eq!(sum.allocations, sum.deallocations, "{how}");
}

fn allocates_once<S: CapturedStr>() {
    for len in lengths().chain([STACK_BYTES + 1, 3 * STACK_BYTES, 100_000]) {
        for text in [ascii(len), text_of(len, 3)] {
            let check = |how: &str, make: &dyn Fn() -> S| {
                check(&format!("{how} of {len} bytes"), make);
            };
            check("from_text", &|| S::from_text(&text));
            check("try_from_str", &|| S::try_from_str(&text).unwrap());
            check("capture", &|| S::capture(&text));
            check("capture by characters", &|| S::capture(&Chars(&text)));
            check("bounded capture", &|| S::capture_bounded(&text, len).value);
        }
    }
    for (piece, times) in [("0123456789", 100), ("", 10_000)] {
        check("capture in pieces", || S::capture(&Pieces { piece, times }));
    }
}

fn captures_slices_once<S: CapturedStr>() {
    let texts: Vec<String> = lengths().map(ascii).collect();
    let values: Vec<&dyn Display> = texts.iter().map(|text| text as _).collect();
    let text_blocks: usize = lengths().map(|len| blocks::<S>(len).0).sum();
    let expected = |captured: &[S], header: usize| {
        let text_bytes: usize = captured.iter().map(S::heap_size).sum();
        allocated(1 + text_blocks, header + size_of_val(captured) + text_bytes)
    };
    let ((), sum) = count(|| {
        let (captured, counts) = count(|| capture_all::<S>(&values));
        assert_eq!(counts, expected(&captured, 0), "capture_all");
        drop(captured);

        let (captured, counts) = count(|| capture_shared::<S>(&values));
        assert_eq!(counts, expected(&captured, 2 * WORD), "capture_shared");
        drop(captured);

        let (none, counts) = count(|| capture_all::<S>(&[]));
        assert!(none.is_empty());
        assert_eq!(counts, Counts::default(), "capture_all of nothing");
    });
    assert_eq!(sum.live_bytes, 0);
}

/// Checks that `heap_size` is what a static text and a `Default` allocate. In two types it is not.
fn check_statics_and_defaults<S: CapturedStr>() {
    let agrees =
        |(value, counts): (S, Counts)| value.heap_size().cast_signed() == counts.live_bytes;
    let of_static = count(|| S::from("a static text that is too long to be inline"));
    // kstring 2.0.2 hides that a text is static.
    assert_eq!(agrees(of_static), S::PROFILE.name != "KString");
    // std shares a static, and hides that.
    assert_eq!(agrees(count(S::default)), S::PROFILE.name != "Arc<str>");
}

fn converts_in_one_allocation<S: CapturedStr>() {
    for text in lengths().map(ascii) {
        let value = S::from_text(&text);
        let (string, counts) = count(|| value.into_string());
        assert_eq!(string, text);
        assert!(counts.allocations + counts.reallocations <= 1, "{counts:?}");
    }
}

for_each_type! { $
    into_string_allocates_at_most_once: converts_in_one_allocation;
    a_text_and_its_clone_allocate_once: allocates_once;
    slices_allocate_once_per_text: captures_slices_once;
    heap_size_counts_the_bytes_of_statics_and_defaults: check_statics_and_defaults;
}
