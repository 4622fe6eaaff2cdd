//! The mutants, and the proof that the suite tells each by its own law.

use std::cell::Cell;
use std::env;
use std::fmt::Write;
use std::sync::Once;

use string_kit_conformance::{Law, Subject, Verdict};

/// A line of the table.
pub(crate) struct Mutant {
    bug: Bug,
    /// The bug in words.
    what: &'static str,
    /// The law that it is there for.
    law: Law,
    /// The laws that it cannot help breaking too.
    also: &'static [Law],
}

thread_local! {
    static BUG: Cell<Bug> = const { Cell::new(Bug::None) };
}

/// The bug that the types have, in this thread.
///
/// A thread that a law starts has none: what breaks there carries its bug, as `Shared` does.
///
/// PERF: not a parameter of theirs, by which every law would be compiled for every bug: that took a
/// hundred seconds, and takes forty.
pub(crate) fn bug() -> Bug {
    BUG.get()
}

/// Whether it is this one.
pub(crate) fn has(one: Bug) -> bool {
    bug() == one
}

/// Defines [`Bug`], the table and a test for each of its lines.
///
/// A line is: the test, the bug and the type that has it; the law, and after it the laws that break
/// too; the bug in words.
macro_rules! mutants {
    ($($test:ident $bug:ident in $($kind:ident)::+: $law:ident [$($also:ident)*], $what:literal;)*) => {
        /// What is wrong with a type.
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
        "Deref takes NULs at the end for padding";
    inline_nuls_trimmed NulsTrimmed in inline: RoundTrips [EditsAsStringDoes],
        "the length of an inline text is not kept: it ends before the NULs";
    last_byte_is_a_tag LastByteIsTag in inline: RoundTrips [EditsAsStringDoes],
        "the last byte of a full inline text is taken for a length if it could be one";
    chars_cut_to_16_bits CharCut in text::viewed: RoundTrips [],
        "From<char> goes through 16 bits";
    default_is_a_nul DefaultIsNul in text::viewed: DefaultIsEmpty [EditsAsStringDoes],
        "Default is one zeroed byte of text";
    from_utf8_unchecked Unchecked in text::viewed: OnlyUtf8GetsIn [SerdeRefusesOther],
        "from_utf8 looks at the first 32 bytes alone";
    lossy_drops LossyDrops in text::viewed: OnlyUtf8GetsIn [],
        "from_utf8_lossy leaves out what is no UTF-8";

    display_does_not_pad DisplayDoesNotPad in text::viewed: DisplayIsStrs [],
        "Display calls write_str";
    debug_is_derived DebugDerived in text::viewed: DebugIsStrs [],
        "Debug is what derive makes";
    write_drops_the_error WriteDropsError in text::viewed: WriteIsToString [],
        "write_fmt returns Ok whatever came of it";

    equality_looks_at_room EqLooksAtRoom in text::viewed: EqualityIsStrs [],
        "== compares the capacity too";
    order_by_length OrderByLength in text::viewed: OrderIsStrs [MapsFindByStr],
        "the shorter text comes first";
    partial_order_otherwise PartialOrdByLength in text::viewed: OrderIsStrs [],
        "partial_cmp puts the shorter text first, cmp does not";
    hash_without_end HashWithoutEnd in text::viewed: HashIsStrs [MapsFindByStr],
        "the bytes are hashed without the 0xff that ends a str";
    hash_looks_at_room HashLooksAtRoom in text::viewed: HashIsStrs [],
        "a text with room to spare hashes that too";
    borrow_trims BorrowTrims in text::viewed: MapsFindByStr [ViewsAgree],
        "Borrow takes NULs at the end for padding, Hash and Ord do not";
    equal_to_a_longer_str EqualToLonger in text::viewed: ComparesWithStr [],
        "S == str compares as many bytes as S has";

    extend_drops_at_spill DropsAtSpill in text::collected: CollectsAll [],
        "Extend<&str> loses the item that reaches over byte 128";
    wide_character_panics WideCharPanics in text::collected:
        CollectsAll [SizeHintIsAHint EditsAsStringDoes],
        "Extend<String> panics at a character beyond U+FFFF";
    size_hint_is_length HintIsLength in text::collected: SizeHintIsAHint [],
        "FromIterator<char> takes the lower bound for the length";
    reserves_behind_a_mark ReservesMarked in text::collected: SizeHintIsAHint [],
        "Extend<char> has a NUL behind the text while it makes room";
    dropped_over_a_gap DroppedOverGap in text::collected: IteratorsMayPanic [],
        "Extend<char> drops the iterator while a NUL is behind the text";
    panic_leaves_a_gap PanicLeavesGap in text::collected: IteratorsMayPanic [],
        "Extend<char> makes a gap for the next character before it asks for it";
    panic_is_swallowed PanicSwallowed in text::collected: IteratorsMayPanic [],
        "Extend<&str> catches panics";
    panic_leaves_a_mark PanicLeavesMark in text::collected: IteratorsMayPanic [],
        "Extend<String> marks the text as in use, and a panic leaves the mark";
    concat_measures_first ConcatAsksTwice in text::collected: BorrowedOnce [],
        "concat asks each text for its length, then for its bytes";

    floats_of_their_own FloatsOfTheirOwn in text::captured: CaptureIsToString [],
        "1.0 is captured as Debug has it";
    capture_drops_the_error CaptureDropsError in text::captured: CaptureReportsErrors [],
        "a capture takes no notice of fmt::Error";
    try_capture_drops_the_error TryDropsError in text::captured: CaptureReportsErrors [],
        "try_capture takes no notice of fmt::Error";
    scratch_is_left ScratchLeft in text::captured: CaptureSurvivesPanics [],
        "a panic leaves the thread's scratch buffer as long as it was";
    scratch_is_borrowed ScratchBorrowed in text::captured: CaptureReenters [],
        "the thread's scratch buffer is borrowed while a value is formatted";
    capture_believes_ok BelievesOk in text::captured: CaptureTakesAnyPieces [],
        "a buffer of 4 KiB overflows with an error, which a Display may swallow";

    truncate_beyond_panics TruncatePanics in text::edited: EditsAsStringDoes [],
        "truncate panics beyond the end";
    remove_shifts_a_byte RemoveShifts in text::edited: EditsAsStringDoes [RangesKeepCharacters],
        "remove gives a character and takes one of three bytes for one of four";
    retain_asks_backwards RetainBackwards in text::edited: EditsAsStringDoes [],
        "retain asks about the last character first";
    replace_skips_empty_ranges ReplaceSkipsEmpty in text::edited:
        EditsAsStringDoes [RangesAreReadOnce RangesKeepCharacters],
        "replace_range does nothing with an empty range";
    drain_asks_twice DrainAsksTwice in text::edited: RangesAreReadOnce [],
        "drain checks the first answer of a range and uses the second";
    replace_asks_twice ReplaceAsksTwice in text::edited: RangesAreReadOnce [],
        "replace_range takes out what the first answer says, and asks again for where to insert";
    replace_range_in_bytes ReplacesBytes in text::edited: RangesKeepCharacters [EditsAsStringDoes],
        "replace_range does not look where characters end";
    range_end_wraps RangeEndWraps in text::edited: RangesKeepCharacters [],
        "extend_from_within makes 0 of ..=usize::MAX";
    split_off_snaps SplitOffSnaps in text::edited: RangesKeepCharacters [EditsAsStringDoes],
        "split_off inside a character is split_off before it";
    slice_clamps SliceClamps in text::edited: RangesKeepCharacters [EditsAsStringDoes],
        "a slice beyond the end ends there";
    retain_unguarded RetainUnguarded in text::edited: ClosuresMayPanic [],
        "retain moves characters under the old length, and sets the new one at the end";
    leaked_drain_leaves_a_gap DrainLeavesGap in text::edited: DrainsMayLeak [],
        "drain blanks the range, and closes the gap when it is dropped";
    leaked_drain_leaves_a_mark DrainLeavesMark in text::edited: DrainsMayLeak [],
        "drain marks the text as in use until it is dropped";
    drain_takes_what_it_gave DrainTakesWhatItGave in text::edited:
        DrainsMayLeak [EditsAsStringDoes],
        "a drain that is dropped half used leaves the other half";

    capacity_rounds_up CapacityRoundsUp in text::roomy: CapacityIsRoom [],
        "capacity is rounded up to what the allocator may have given";
    capacity_is_what_is_left CapacityIsWhatIsLeft in text::roomy:
        CapacityIsRoom [EditsAsStringDoes ShrinkingKeepsText],
        "capacity is the room beside the text";
    repeat_wraps RepeatWraps in text::roomy: CapacityOverflowIsRefused [],
        "the length of what is repeated wraps around";
    reserve_wraps ReserveWraps in text::roomy: CapacityOverflowIsRefused [],
        "reserve adds the lengths up, and wraps around to what is there already";
    shrinking_cuts ShrinkCuts in text::roomy: ShrinkingKeepsText [EditsAsStringDoes],
        "shrink_to_fit keeps all but one character of a text of up to 24 bytes";
    shrinking_grows ShrinkGrows in text::roomy: ShrinkingKeepsText [],
        "shrink_to_fit rounds the room up to 64 bytes";

    box_keeps_the_slack BoxKeepsSlack in text::roomy: AllocationLayouts [],
        "a Box<str> is made of the buffer as it is, and frees as many bytes as it has text";
    nul_after_the_end NulAfterEnd in text::roomy: AllocationLayouts [],
        "a NUL is put behind the text before it becomes a Box<str>, room or not";
    into_string_forgets IntoStringForgets in text::roomy: NothingLeaks [],
        "Into<String> copies the text and forgets its own";
    panic_leaks PanicLeaks in text::collected: NothingLeaks [],
        "Extend<String> holds the text in a ManuallyDrop while it asks for more";
    failed_captures_leak FailedCaptureLeaks in text::captured: NothingLeaks [],
        "the buffer of a capture is freed if all goes well";
    failed_reserve_leaks FailedReserveLeaks in text::roomy: FailedAllocationsLoseNothing [],
        "try_reserve moves the text to a block of its own, and forgets it when there is no memory";
    failed_push_loses FailedPushLoses in text::roomy: FailedAllocationsLoseNothing [],
        "try_push_str takes the text out, and returns without it when there is no memory";
    inline_off_by_one InlineOffByOne in inline: InlineIsFree [],
        "a text of the full inline length goes to the heap";
    inline_through_the_heap InlineThroughHeap in inline: InlineIsFree [],
        "every text goes through a String";
    heap_size_is_length HeapSizeIsLength in text::roomy: HeapSizeIsWhatWasAsked [],
        "heap_size forgets the room to spare";

    as_mut_str_aliases AsMutStrAliases in shared:
        ClonesAreIndependent [EditsAsStringDoes ThreadsMayShare],
        "as_mut_str gives the text out while clones share it";
    clones_copy ClonesCopy in shared: ClonesShare [],
        "a clone copies the text";
    clone_copies_first CloneCopiesFirst in shared: ClonesShare [],
        "a clone copies the text, and shares it then";
    count_of_a_byte CountOfAByte in shared: LastCloneFrees [],
        "a count that passes 255 stays there for ever";
    drop_blanks DropBlanks in shared:
        LastCloneFrees [EditsAsStringDoes ClonesAreIndependent ThreadsMayShare],
        "a clone that goes blanks the text, for secrets, whoever has it";
    clones_count_twice CountsTwice in shared: LastCloneFrees [NothingLeaks ThreadsMayShare],
        "a clone adds two to the count, and takes one off";
    no_niche NoNiche in always_broken::no_niche: OptionIsFree [],
        "the text is in a union";
    not_send NotSend in always_broken::not_send: IsSendAndSync [],
        "the text is behind a raw pointer";
    drops_race DropsRace in shared::fixed: ThreadsMayShare [],
        "the count goes down by a load and a store";

    serialized_as_bytes SerializedAsBytes in text::viewed: SerdeRoundTrips [],
        "Serialize writes bytes";
    serialized_as_debug SerializedAsDebug in text::viewed: SerdeRoundTrips [],
        "Serialize writes the text in quotes, escaped";
    only_borrowed_is_read ReadsBorrowedOnly in text::viewed: SerdeRoundTrips [],
        "Deserialize takes a &'de str, which few formats have";
    visited_bytes_unchecked VisitsBytesUnchecked in text::viewed: SerdeRefusesOther [],
        "visit_bytes does not check for UTF-8";
    visited_bytes_lossily VisitsBytesLossily in text::viewed: SerdeRefusesOther [],
        "visit_bytes puts U+FFFD for what is no UTF-8";
}

/// Has the law that makes its cases at random make fewer of them, for it is asked 60 times; a bug
/// that it shall find, or that breaks it too, shows in any of them.
#[allow(unsafe_code)]
fn fewer_cases() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: all that reads the environment here goes through std, which locks it.
        unsafe { env::set_var("PROPTEST_CASES", "80") };
    });
}

/// Examines a type by every law: it breaks the one of its bug, those listed with it, and no other.
#[track_caller]
fn proven<S>(mut subject: Subject<S>, bug: Bug) {
    fewer_cases();
    BUG.set(bug);
    let line = MUTANTS.iter().find(|line| line.bug == bug);
    let (mut broken, mut told) = (Vec::new(), String::new());
    if let Some(line) = line.filter(|line| line.law == Law::AllocationLayouts) {
        // Any law that meets a wrong layout would tell.
        subject = subject.known(line.law, line.what);
    }
    for &law in Law::ALL {
        if let Verdict::Broken(case) = subject.examine(law) {
            writeln!(told, "{}: {case}", law.name()).unwrap();
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
    assert_eq!(broken, expected, "{bug:?}: {what}\n{told}");
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
