//! The laws: each with its name, why it matters, and where it was broken.

use super::Subject;
use super::verdict::Outcome;

/// Defines [`Law`] and what goes by the list: the names, the functions, and the macro that hands
/// the list on.
///
/// `$d` is a dollar sign, for the macro that this macro defines.
macro_rules! laws {
    ($d:tt $(
        $room:ident: $rooms_title:literal {
            $($variant:ident $name:ident, $why:literal, $seen:literal;)*
        }
    )*) => {
        /// A law that a string type must keep.
        ///
        /// ```
        /// use string_kit_conformance::Law;
        ///
        /// for law in Law::ALL {
        ///     println!("{}: {} Seen in: {}", law.name(), law.why(), law.seen_in());
        /// }
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Law {
            $($(
                #[doc = concat!($why, "\n\nSeen in: ", $seen)]
                $variant,
            )*)*
        }

        impl Law {
            /// All laws, those of a room together.
            ///
            /// ```
            /// use string_kit_conformance::Law;
            ///
            /// assert!(Law::ALL.contains(&Law::HashIsStrs));
            /// ```
            pub const ALL: &'static [Self] = &[$($(Self::$variant,)*)*];

            /// Its name, as the test has it.
            ///
            /// ```
            /// use string_kit_conformance::Law;
            ///
            /// assert_eq!(Law::HashIsStrs.name(), "hash_is_strs");
            /// ```
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $($(Self::$variant => stringify!($name),)*)*
                }
            }

            /// What it is about: the title that it shares with its neighbours.
            ///
            /// ```
            /// use string_kit_conformance::Law;
            ///
            /// assert_eq!(Law::HashIsStrs.room(), "Comparing");
            /// ```
            #[must_use]
            pub fn room(self) -> &'static str {
                match self {
                    $($(Self::$variant)|* => $rooms_title,)*
                }
            }

            /// What it says, and why it matters.
            ///
            /// ```
            /// use string_kit_conformance::Law;
            ///
            /// assert!(Law::HashIsStrs.why().contains("HashMap"));
            /// ```
            #[must_use]
            pub fn why(self) -> &'static str {
                match self {
                    $($(Self::$variant => $why,)*)*
                }
            }

            /// Where it was broken.
            ///
            /// ```
            /// use string_kit_conformance::Law;
            ///
            /// assert!(Law::HashIsStrs.seen_in().contains("bstr#168"));
            /// ```
            #[must_use]
            pub fn seen_in(self) -> &'static str {
                match self {
                    $($(Self::$variant => $seen,)*)*
                }
            }

            pub(super) fn apply<S>(self, subject: &Subject<S>) -> Outcome {
                match self {
                    $($(Self::$variant => super::laws::$room::$name(subject),)*)*
                }
            }
        }

        /// The laws by the names of their tests, for [`conformance!`](macro@crate::conformance).
        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        pub mod by_name {
            use super::Law;

            $($(pub const $name: Law = Law::$variant;)*)*
        }

        /// Calls a macro with its arguments and the list of the laws: `Variant name ...`.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! __with_laws {
            ([$d($d callback:tt)+] $d($d arguments:tt)*) => {
                $d($d callback)+! { $d($d arguments)*; $($($variant $name)*)* }
            };
        }
    };
}

laws! { $
    text: "Text" {
        ViewsAgree views_agree,
            "AsRef, Borrow and Deref give the text itself, at the same place each time: generic code takes whichever it needs.",
            "rust#80335 shows what code that trusts two answers comes to";
        RoundTrips round_trips,
            "Text goes in from &str, String, boxed str, Cow, char and &'static str, and comes out again whole, at every length at which a type moves it, with characters of every width across.",
            "smol_str#88 (NULs), borsh (an off-by-one at the boundary), cold-string (eight NUL bytes that looked like a tag)";
        DefaultIsEmpty default_is_empty,
            "Default is the empty text, equal to one that was made.",
            "no crate that is known to us";
        OnlyUtf8GetsIn only_utf8_gets_in,
            "A checked constructor takes the bytes that str::from_utf8 takes, and no others; a lossy one puts U+FFFD where std does.",
            "smallstr#31 and ddbase#90, where what is no UTF-8 came about by a range";
    }
    format: "Formatting" {
        DisplayIsStrs display_is_strs,
            "Display gives what str gives, width, fill and precision included: tables are made with them.",
            "byteyarn 0.5.1 and inlinable_string 0.1.15, which take no notice of a width";
        DebugIsStrs debug_is_strs,
            "Debug gives what str gives: logs and assertions show text, not the type's inside.",
            "flexstr 0.11.7 and smol_str 0.3.7's builder, which derive it; tendril 0.5.1";
        WriteIsToString write_is_to_string,
            "fmt::Write appends what format! gives, and an error of a Display comes back as one.",
            "no crate that is known to us";
    }
    compare: "Comparing" {
        EqualityIsStrs equality_is_strs,
            "Two values are equal if and only if their texts are, however they came about: inline, static, on the heap, with slack, grown or cut.",
            "smol_str 0.3.7's builder fix";
        OrderIsStrs order_is_strs,
            "Ord and PartialOrd agree with str's and with each other: a BTreeMap finds keys by &str.",
            "ustr#47";
        HashIsStrs hash_is_strs,
            "Hash feeds a hasher the same however the value came about, and what str feeds it where Borrow gives str: else a HashMap that is asked by &str does not find its key.",
            "smallstr#23, bstr#168, ustr#47, internment#36";
        MapsFindByStr maps_find_by_str,
            "HashMap and BTreeMap with several keys find each by &str, and nothing else. (A map with one entry need not hash.)",
            "internment#36, whose test had one entry";
        ComparesWithStr compares_with_str,
            "S == str, str == S, S == String and partial_cmp with str say what str says.",
            "no crate that is known to us";
    }
    collect: "Collecting" {
        CollectsAll collects_all,
            "FromIterator and Extend take all items, in order, over each spill.",
            "no crate that is known to us";
        SizeHintIsAHint size_hint_is_a_hint,
            "A size_hint that is too low, too high or absurd changes no text: it may cost memory, or panic, but safe code may lie.",
            "RUSTSEC-2021-0003, smol_str#64";
        IteratorsMayPanic iterators_may_panic,
            "An iterator that panics, in next or in Drop, leaves valid text and loses no memory.",
            "smallstr#12, compact_str#413; imstr 0.2.0, which panics ever after";
        BorrowedOnce borrowed_once,
            "AsRef and Borrow may answer otherwise when they are asked again: a length from one answer must not size the copy of the next.",
            "rust#80335; std's own concat and join of slices in rustc 1.95, which rust#155708 mends; hipstr 0.8.0, byteyarn 0.5.1";
    }
    capture: "Capturing" {
        CaptureIsToString capture_is_to_string,
            "What is captured of a value is what to_string gives, floats included: a key that was formatted elsewhere must match.",
            "compact_str#351: 1.0, -0.0 and 1e16; lean_string 0.8.0 and char_str 0.0.4";
        CaptureReportsErrors capture_reports_errors,
            "A Display that returns an error gives an error or a panic, never half a text.",
            "byteyarn 0.5.1's yarn!, tendril 0.5.1's format_tendril!";
        CaptureSurvivesPanics capture_survives_panics,
            "A Display that panics leaks nothing and poisons nothing: the next capture is whole.",
            "rust#78498, compact_str#469";
        CaptureReenters capture_reenters,
            "A Display may capture, in its turn, on the same thread.",
            "thread-local buffers that are borrowed while a value is formatted";
        CaptureTakesAnyPieces capture_takes_any_pieces,
            "A value may write nothing, 10,000 empty pieces, one huge piece, or take no notice of a writer's error.",
            "no crate that is known to us";
    }
    edit: "Editing" {
        EditsAsStringDoes edits_as_string_does,
            "Any sequence of operations gives the text, the results and the panics that it gives on String, and changes no clone.",
            "smallstr#31, lean_string 0.5.3, imstr 0.2.0; the model finds most of what the laws beside it name";
        RangesAreReadOnce ranges_are_read_once,
            "A RangeBounds may answer otherwise when it is asked again: a bound that was checked must be the one that is used.",
            "rust#81138; smartstring 2.0.0, imstr 0.2.0";
        RangesKeepCharacters ranges_keep_characters,
            "A range, or a place, inside a character or beyond the text is refused, and the text stays as it was; so is a range that ends before it starts.",
            "smallstr#31 (0.3.1), ddbase#90; inlinable_string 0.1.15, tendril 0.5.1; ..=usize::MAX is 0 to hipstr 0.8.0 and arcstr 1.2.0";
        ClosuresMayPanic closures_may_panic,
            "A closure that panics in retain leaves valid text that goes on working.",
            "rust#78498, compact_str#413";
        DrainsMayLeak drains_may_leak,
            "A drain that is leaked, or dropped half used, leaves valid text.",
            "rust#24292: mem::forget is safe";
    }
    capacity: "Room" {
        CapacityIsRoom capacity_is_room,
            "What capacity claims is there: text that fits goes in without an allocation, and reserve gives what was asked.",
            "compact_str#495; hipstr 0.8.0 and imstr 0.2.0, whose slices claim the whole block, and copy";
        CapacityOverflowIsRefused capacity_overflow_is_refused,
            "A length that overflows is a panic or an error, never a short buffer: reserve, with_capacity and repeat.",
            "bytes RUSTSEC-2026-0007, kstring#109, compact_str#495; inlinable_string 0.1.15";
        ShrinkingKeepsText shrinking_keeps_text,
            "shrink_to_fit keeps the text, and room for it, and no more than there was or than is inline.",
            "no crate that is known to us";
    }
    memory: "Memory" {
        AllocationLayouts allocation_layouts,
            "dealloc and realloc get the layout that alloc got; nothing is written outside a block or after it is freed.",
            "compact_str#452 and #459, which AddressSanitizer missed, since the system's allocator takes no notice of layouts";
        NothingLeaks nothing_leaks,
            "Whatever a text went through, its memory comes back, once.",
            "no crate that is known to us";
        FailedAllocationsLoseNothing failed_allocations_lose_nothing,
            "When the nth allocation fails a try_ method reports it, keeps the text as it was, and leaks nothing.",
            "asked for in compact_str#323 and wasmtime#12534";
        InlineIsFree inline_is_free,
            "A text of up to the inline capacity asks for no memory, and one byte more does.",
            "no crate that is known to us";
        HeapSizeIsWhatWasAsked heap_size_is_what_was_asked,
            "What a type says of its memory is what it asked of the allocator.",
            "asked for in get-size2#30 and heapsize#37";
    }
    share: "Sharing" {
        ClonesAreIndependent clones_are_independent,
            "A clone is equal, and no change of one is seen in the other.",
            "lean_string 0.5.3, copy on write that thought itself alone; hipstr 0.8.0 in a debug build, by a wrong assertion";
        ClonesShare clones_share,
            "Clones share their text, or do not, as the type says; a clone that shares allocates nothing.",
            "flexstr 0.11.7, whose text from a String is copied by each clone; bytestring 1.5.1, whose first clone allocates";
        LastCloneFrees last_clone_frees,
            "Clones may be dropped in any order: the text is there until the last, and freed with it.",
            "ecow#9, string-cache#301";
        OptionIsFree option_is_free,
            "Option of the type takes no more room than the type: records have many optional fields.",
            "smartstring 2.0.0 and kstring 2.0.2: 24 bytes become 32; ecow 0.3.1 and tendril 0.5.1: 16 become 24";
    }
    threads: "Threads" {
        IsSendAndSync is_send_and_sync,
            "Text may be sent to, and shared with, other threads.",
            "Rc, tendril 0.5.1: counts that are not atomic";
        ThreadsMayShare threads_may_share,
            "Threads that clone, read and change their clones of one text see it whole, and free it once.",
            "ecow#9, lean_string 0.5.3, arcstr#69";
    }
    serde: "Serde" {
        SerdeRoundTrips serde_round_trips,
            "A value is serialized as str is, and read from any text that a format gives: borrowed, passing or owned.",
            "smallvec 1, which serializes its bytes as a sequence of numbers";
        SerdeRefusesOther serde_refuses_other,
            "Bytes that are no UTF-8, and what is no text, are errors.",
            "no crate that is known to us";
    }
}
