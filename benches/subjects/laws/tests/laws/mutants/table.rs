//! The table of mutants, with a test for each: it breaks its law.

use std::cell::Cell;
use std::env;
use std::fmt::Write;
use std::sync::Once;

use string_kit_conformance::{Law, Subject, Verdict};

/// A line of the table.
pub(crate) struct Mutant {
    bug: Bug,
    /// The bug, in words.
    what: &'static str,
    /// The law that the bug is about.
    law: Law,
    /// The other laws that the bug must break.
    also: &'static [Law],
}

thread_local! {
    static BUG: Cell<Bug> = const { Cell::new(Bug::None) };
}

/// Returns the bug of this thread.
///
/// A thread that a law starts has no bug of its own: a `Shared` carries its bug to it.
///
/// PERF: with a type parameter instead, the compiler compiled every law for every bug, in 100
/// seconds instead of 40.
pub(crate) fn bug() -> Bug {
    BUG.get()
}

/// Runs `work` with a bug in this thread.
pub(crate) fn with<R>(bug: Bug, work: impl FnOnce() -> R) -> R {
    BUG.set(bug);
    let result = work();
    BUG.set(Bug::None);
    result
}

/// Returns the law that a bug is about.
pub(crate) fn law_of(bug: Bug) -> Law {
    let mut mutants = MUTANTS.iter();
    let mutant = mutants.find(|mutant| mutant.bug == bug);
    mutant.expect("the table has the bug").law
}

/// Returns true if this thread has the bug.
pub(crate) fn has(one: Bug) -> bool {
    bug() == one
}

/// Defines [`Bug`], the table, and a test for each line.
///
/// A line has the test, the bug, its type, the law, the other laws that it breaks, and the bug in
/// words.
macro_rules! mutants {
    ($($test:ident $bug:ident in $($kind:ident)::+: $law:ident [$($also:ident)*], $what:literal;)*) => {
        /// A bug of a type.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Bug {
            None,
            $($bug,)*
        }

        pub(crate) const MUTANTS: &[Mutant] = &[$(
            Mutant { bug: Bug::$bug, what: $what, law: Law::$law, also: &[$(Law::$also,)*] },
        )*];

        $(
            #[test]
            fn $test() {
                proven(super::$($kind)::+::subject(), Bug::$bug);
            }
        )*
    };
}

mutants! {
    deref_trims DerefTrims in text::viewed: ViewsAgree [],
        "Deref trims NULs at the end";
    inline_nuls_trimmed NulsTrimmed in inline: RoundTrips [EditsAsStringDoes],
        "an inline text has no length: it ends where only NULs follow";
    last_byte_is_a_tag LastByteIsTag in inline: RoundTrips [EditsAsStringDoes],
        "the last byte of a full inline text is read as a length if it is small";
    chars_cut_to_16_bits CharCut in text::viewed: RoundTrips [],
        "From<char> keeps 16 bits";
    default_is_a_nul DefaultIsNul in text::viewed: DefaultIsEmpty [EditsAsStringDoes],
        "Default is one zeroed byte of text";
    from_utf8_unchecked Unchecked in text::viewed: OnlyUtf8GetsIn [SerdeRefusesOther],
        "from_utf8 checks the first 32 bytes only";
    lossy_removes_invalid_bytes LossyDrops in text::viewed: OnlyUtf8GetsIn [],
        "from_utf8_lossy removes invalid bytes";

    display_does_not_pad DisplayDoesNotPad in text::viewed: DisplayIsStrs [],
        "Display calls write_str";
    debug_is_derived DebugDerived in text::viewed: DebugIsStrs [],
        "Debug is derived";
    write_drops_the_error WriteDropsError in text::viewed: WriteIsToString [],
        "write_fmt always returns Ok";

    equality_compares_the_capacity EqComparesCapacity in text::viewed: EqualityIsStrs [],
        "== compares the capacity too";
    order_by_length OrderByLength in text::viewed: OrderIsStrs [MapsFindByStr],
        "the shorter text is less";
    partial_order_differs PartialOrdByLength in text::viewed: OrderIsStrs [],
        "the shorter text is less in partial_cmp, but not in cmp";
    hash_without_end HashWithoutEnd in text::viewed: HashIsStrs [MapsFindByStr],
        "the bytes are hashed without the 0xff that ends a str";
    hash_includes_the_capacity HashIncludesCapacity in text::viewed: HashIsStrs [],
        "a text with spare capacity hashes that number too";
    borrow_trims BorrowTrims in text::viewed: MapsFindByStr [ViewsAgree],
        "Borrow trims NULs at the end, Hash and Ord do not";
    equal_to_a_longer_str EqualToLonger in text::viewed: ComparesWithStr [],
        "S == str is true if the str only starts with S";

    extend_drops_at_spill DropsAtSpill in text::collected: CollectsAll [],
        "Extend<&str> loses the item that crosses byte 128";
    wide_character_panics WideCharPanics in text::collected:
        CollectsAll [SizeHintIsAHint EditsAsStringDoes],
        "Extend<String> panics at a character beyond U+FFFF";
    size_hint_is_length HintIsLength in text::collected: SizeHintIsAHint [],
        "FromIterator<char> uses the lower bound as the length";
    nul_while_reserving NulWhileReserving in text::collected: SizeHintIsAHint [],
        "Extend<char> has a NUL after the text while it reserves memory";
    dropped_over_a_gap DroppedOverGap in text::collected: IteratorsMayPanic [],
        "Extend<char> drops the iterator while a NUL is after the text";
    panic_leaves_a_gap PanicLeavesGap in text::collected: IteratorsMayPanic [],
        "Extend<char> makes a gap for the next character before it calls next";
    panic_is_swallowed PanicSwallowed in text::collected: IteratorsMayPanic [],
        "Extend<&str> catches panics";
    panic_leaves_a_mark PanicLeavesMark in text::collected: IteratorsMayPanic [],
        "Extend<String> marks the text as in use, and a panic leaves it so";
    concat_reads_twice ConcatReadsTwice in text::collected: BorrowedOnce [],
        "concat reads each text twice: for its length and for its bytes";

    floats_are_captured_as_debug FloatsAsDebug in text::captured: CaptureIsToString [],
        "1.0 is captured as Debug writes it";
    capture_drops_the_error CaptureDropsError in text::captured: CaptureReportsErrors [],
        "a capture ignores fmt::Error";
    try_capture_drops_the_error TryDropsError in text::captured: CaptureReportsErrors [],
        "try_capture ignores fmt::Error";
    scratch_is_left ScratchLeft in text::captured: CaptureSurvivesPanics [],
        "a panic leaves text in the thread-local buffer";
    scratch_is_borrowed ScratchBorrowed in text::captured: CaptureReenters [],
        "the thread-local buffer is borrowed while a value is formatted";
    capture_trusts_ok TrustsOk in text::captured: CaptureTakesAnyPieces [],
        "if a buffer of 4 KiB overflows, capture relies on the Display to pass on the error";

    truncate_beyond_panics TruncatePanics in text::edited: EditsAsStringDoes [],
        "truncate panics beyond the end";
    remove_shifts_a_byte RemoveShifts in text::edited: EditsAsStringDoes [RangesKeepCharacters],
        "remove of a character of four bytes leaves one of three";
    retain_runs_backwards RetainBackwards in text::edited: EditsAsStringDoes [],
        "retain starts at the last character";
    replace_skips_empty_ranges ReplaceSkipsEmpty in text::edited:
        EditsAsStringDoes [RangesAreReadOnce RangesKeepCharacters],
        "replace_range does nothing with an empty range";
    drain_reads_twice DrainReadsTwice in text::edited: RangesAreReadOnce [],
        "drain checks the first bounds of a range and uses the second";
    replace_reads_twice ReplaceReadsTwice in text::edited: RangesAreReadOnce [],
        "replace_range removes the first range, and reads the start again to insert";
    replace_range_in_bytes ReplacesBytes in text::edited: RangesKeepCharacters [EditsAsStringDoes],
        "replace_range does not check character boundaries";
    range_end_wraps RangeEndWraps in text::edited: RangesKeepCharacters [],
        "extend_from_within reads ..=usize::MAX as ..0";
    split_off_snaps SplitOffSnaps in text::edited: RangesKeepCharacters [EditsAsStringDoes],
        "split_off inside a character splits before it";
    slice_clamps SliceClamps in text::edited: RangesKeepCharacters [EditsAsStringDoes],
        "a slice beyond the end ends there";
    retain_unguarded RetainUnguarded in text::edited: ClosuresMayPanic [],
        "retain moves characters and sets the new length only at the end";
    leaked_drain_leaves_a_gap DrainLeavesGap in text::edited: DrainsMayLeak [],
        "drain overwrites the range with NULs and removes them when it is dropped";
    leaked_drain_leaves_a_mark DrainLeavesMark in text::edited: DrainsMayLeak [],
        "drain marks the text as in use until it is dropped";
    half_used_drain_removes_half HalfDrainRemovesHalf in text::edited:
        DrainsMayLeak [EditsAsStringDoes],
        "a drain that is dropped half used leaves the other half";

    capacity_rounds_up CapacityRoundsUp in text::roomy: CapacityIsRoom [],
        "capacity is rounded up to 16 bytes";
    capacity_is_the_spare_capacity CapacityIsSpare in text::roomy:
        CapacityIsRoom [EditsAsStringDoes ShrinkingKeepsText],
        "capacity returns the spare capacity";
    repeat_wraps RepeatWraps in text::roomy: CapacityOverflowIsRefused [],
        "the length of the repeated text wraps around";
    reserve_wraps ReserveWraps in text::roomy: CapacityOverflowIsRefused [],
        "reserve adds the lengths, which wraps around to a small number";
    shrinking_cuts ShrinkCuts in text::roomy: ShrinkingKeepsText [EditsAsStringDoes],
        "shrink_to_fit removes a character of a text of up to 24 bytes";
    shrinking_grows ShrinkGrows in text::roomy: ShrinkingKeepsText [],
        "shrink_to_fit rounds the capacity up to 64 bytes";

    immutable_appends ImmutableAppends in always_broken::appends: MutableAppends [],
        "the type is declared immutable, and has push_str";
    box_keeps_the_spare_capacity BoxKeepsSpare in text::roomy: AllocationLayouts [],
        "a Box<str> takes over a block with spare capacity, and frees it with the length of the text";
    nul_after_the_end NulAfterEnd in text::roomy: AllocationLayouts [],
        "a NUL is written after the text, without room for it, before it becomes a Box<str>";
    into_string_forgets IntoStringForgets in text::roomy: NothingLeaks [],
        "Into<String> copies the text and forgets its own";
    panic_leaks PanicLeaks in text::collected: NothingLeaks [IteratorsMayPanic],
        "Extend<String> holds the text in a ManuallyDrop while it calls next";
    failed_captures_leak FailedCaptureLeaks in text::captured: NothingLeaks [],
        "the buffer of a capture is freed on success only";
    failed_reserve_leaks FailedReserveLeaks in text::roomy: FailedAllocationsLoseNothing [],
        "try_reserve copies the text, and leaks the copy when memory runs out";
    failed_push_loses FailedPushLoses in text::roomy: FailedAllocationsLoseNothing [],
        "try_push_str moves the text out, and drops it when memory runs out";
    inline_off_by_one InlineOffByOne in inline: InlineIsFree [InlineIsInside],
        "a text of the inline capacity goes to the heap";
    inline_through_the_heap InlineThroughHeap in inline: InlineIsFree [],
        "every text goes through a String";
    long_text_is_inline InlineIsSaid in inline: InlineIsInside [],
        "is_inline is always true";
    heap_size_is_length HeapSizeIsLength in text::roomy: HeapSizeIsWhatWasAsked [],
        "heap_size leaves out the spare capacity";

    as_mut_str_aliases AsMutStrAliases in shared:
        ClonesAreIndependent [EditsAsStringDoes ThreadsMayShare],
        "as_mut_str returns the shared text without a copy";
    clones_copy ClonesCopy in shared: ClonesShare [],
        "a clone copies the text";
    clone_copies_first CloneCopiesFirst in shared: ClonesShare [],
        "a clone copies the text, drops the copy, and shares it";
    count_of_a_byte CountOfAByte in shared: LastCloneFrees [],
        "a reference count of 255 never goes down again";
    drop_blanks DropBlanks in shared:
        LastCloneFrees [EditsAsStringDoes ClonesAreIndependent ThreadsMayShare],
        "dropping a clone overwrites the shared text with NULs";
    clones_count_twice CountsTwice in shared: LastCloneFrees [NothingLeaks ThreadsMayShare],
        "a clone adds two to the count, and its drop takes one off";
    no_niche NoNiche in always_broken::no_niche: OptionIsFree [],
        "the text is in a union";
    not_send NotSend in always_broken::not_send: IsSendAndSync [],
        "the text is behind a raw pointer";
    drops_race DropsRace in shared::fixed: ThreadsMayShare [],
        "a drop decrements the count by a load and a store";

    serialized_as_bytes SerializedAsBytes in text::viewed: SerdeRoundTrips [],
        "Serialize writes bytes";
    serialized_as_debug SerializedAsDebug in text::viewed: SerdeRoundTrips [],
        "Serialize writes the text in quotes, escaped";
    only_borrowed_is_read ReadsBorrowedOnly in text::viewed: SerdeRoundTrips [],
        "Deserialize reads only a &'de str, which few formats provide";
    visited_bytes_unchecked VisitsBytesUnchecked in text::viewed: SerdeRefusesOther [],
        "visit_bytes does not check for UTF-8";
    visited_bytes_lossily VisitsBytesLossily in text::viewed: SerdeRefusesOther [],
        "visit_bytes writes U+FFFD for invalid bytes";
}

/// Reduces the number of random cases of `EditsAsStringDoes`, which the tests examine 60 times. It
/// finds every bug that it must find in the first 80 cases.
#[allow(unsafe_code)]
fn fewer_cases() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: every access to the environment in this program goes through std, which locks it.
        unsafe { env::set_var("PROPTEST_CASES", "80") };
    });
}

/// Asserts that a type breaks the laws of its line, and no others.
#[track_caller]
fn proven<S>(mut subject: Subject<S>, bug: Bug) {
    fewer_cases();
    BUG.set(bug);
    let line = MUTANTS.iter().find(|line| line.bug == bug);
    let (mut broken, mut cases) = (Vec::new(), String::new());
    if let Some(line) = line.filter(|line| line.law == Law::AllocationLayouts) {
        // Without this, the bug would break every law during which a wrong layout occurs.
        subject = subject.known(line.law, line.what);
    }
    for &law in Law::ALL {
        if let Verdict::Broken(case) = subject.examine(law) {
            writeln!(cases, "{}: {case}", law.name()).unwrap();
            broken.push(law);
        }
    }
    BUG.set(Bug::None);
    let mut expected: Vec<Law> = line
        .iter()
        .flat_map(|line| [line.law].into_iter().chain(line.also.iter().copied()))
        .collect();
    expected.sort_unstable();
    let what = line.map_or("no bug", |line| line.what);
    assert_eq!(broken, expected, "{bug:?}: {what}\n{cases}");
}

#[test]
fn text_without_a_bug() {
    proven(super::text::whole::subject(), Bug::None);
}

#[test]
fn shared_without_a_bug() {
    proven(super::shared::subject(), Bug::None);
}

#[test]
fn inline_without_a_bug() {
    proven(super::inline::subject(), Bug::None);
}

#[test]
fn every_law_has_a_mutant() {
    for law in Law::ALL {
        assert!(
            MUTANTS.iter().any(|mutant| mutant.law == *law),
            "no mutant breaks {}",
            law.name()
        );
    }
}
