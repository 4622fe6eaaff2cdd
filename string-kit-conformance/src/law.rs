//! The list of the laws: each with its name, its reason, and the bugs that broke it.

/// Defines [`Law`], and `__with_laws!`, which passes the list to a macro.
///
/// `$d` is a dollar sign, for the macro that this macro defines.
macro_rules! laws {
    ($d:tt $(
        $topic:literal {
            $($variant:ident $name:ident, $why:literal, $seen:literal;)*
        }
    )*) => {
        /// A law that a string type must keep.
        ///
        /// Its methods take constant time and allocate nothing.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Law {
            $($(
                #[doc = concat!($why, "\n\nSeen in: ", $seen)]
                $variant,
            )*)*
        }

        impl Law {
            /// All laws, grouped by topic.
            pub const ALL: &'static [Self] = &[$($(Self::$variant,)*)*];

            /// Returns the name of the law, which is the name of its test.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $($(Self::$variant => stringify!($name),)*)*
                }
            }

            /// Returns the topic of the law: the heading that it shares with its neighbours in
            /// `ALL`.
            #[must_use]
            pub fn topic(self) -> &'static str {
                match self {
                    $($(Self::$variant)|* => $topic,)*
                }
            }

            /// Returns the law in words, with the reason why it matters.
            #[must_use]
            pub fn why(self) -> &'static str {
                match self {
                    $($(Self::$variant => $why,)*)*
                }
            }

            /// Returns the bugs of published crates that broke the law.
            #[must_use]
            pub fn seen_in(self) -> &'static str {
                match self {
                    $($(Self::$variant => $seen,)*)*
                }
            }
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
    "Text" {
        ViewsAgree views_agree,
            "AsRef, Borrow and Deref return the same text, at the same address each time: generic \
             code uses any of them.",
            "rust#80335: std was unsound if a Borrow returned two different texts";
        RoundTrips round_trips,
            "A text made from &str, String, a boxed str, Cow, char or &'static str is unchanged. \
             The cases are all lengths near which a type changes its layout, with characters of \
             every width across those lengths.",
            "smol_str#88 (NULs), borsh (an off-by-one at the boundary), cold-string (eight NUL \
             bytes that looked like a tag)";
        DefaultIsEmpty default_is_empty,
            "Default is the empty text, and equal to an empty text that is made in another way.",
            "no crate that we know of";
        OnlyUtf8GetsIn only_utf8_gets_in,
            "A checked constructor accepts the bytes that str::from_utf8 accepts, and no others; \
             a lossy one writes U+FFFD where std does.",
            "smallstr#31 and ddbase#90, where a range left invalid UTF-8";
    }
    "Formatting" {
        DisplayIsStrs display_is_strs,
            "Display writes what str's Display writes, width, fill and precision included: tables \
             depend on them.",
            "byteyarn 0.5.1 and inlinable_string 0.1.15, which ignore the width";
        DebugIsStrs debug_is_strs,
            "Debug writes what str's Debug writes: logs and assertions show text, not the fields \
             of the type.",
            "flexstr 0.11.7 and smol_str 0.3.7's builder, which derive it; tendril 0.5.1";
        WriteIsToString write_is_to_string,
            "fmt::Write appends what format! returns, and passes on the error of a Display.",
            "no crate that we know of";
    }
    "Comparing" {
        EqualityIsStrs equality_is_strs,
            "Two values are equal if and only if their texts are, however they were made: inline, \
             static, on the heap, with spare capacity, grown or cut.",
            "smol_str before 0.3.7, in its builder";
        OrderIsStrs order_is_strs,
            "Ord and PartialOrd agree with str's and with each other: otherwise a BTreeMap does \
             not find its keys by &str.",
            "ustr#47";
        HashIsStrs hash_is_strs,
            "Equal values have equal hashes, however they were made. If the type can be borrowed \
             as str, they hash as str does: otherwise a HashMap does not find its keys by &str.",
            "smallstr#23, bstr#168, ustr#47, internment#36";
        MapsFindByStr maps_find_by_str,
            "A HashMap and a BTreeMap with several keys find each of them by &str, and no other. \
             (A map with one entry may skip the hash.)",
            "internment#36, whose test had one entry";
        ComparesWithStr compares_with_str,
            "S == str, str == S, S == String and partial_cmp with str have the results that str \
             has.",
            "no crate that we know of";
    }
    "Collecting" {
        CollectsAll collects_all,
            "FromIterator and Extend keep all items in order, also when the text moves to the \
             heap.",
            "no crate that we know of";
        SizeHintIsAHint size_hint_is_a_hint,
            "A size_hint that is too low, too high or absurd may cost memory or lead to a panic, \
             but it does not change the text: safe code may return any hint.",
            "RUSTSEC-2021-0003, smol_str#64";
        IteratorsMayPanic iterators_may_panic,
            "An iterator that panics, in next or in Drop, leaves a valid text and leaks no memory.",
            "smallstr#12, compact_str#413; imstr 0.2.0, whose text panics at every later use";
        BorrowedOnce borrowed_once,
            "AsRef and Borrow may return another text at the next call: a method must not take \
             the length from one call and the bytes from the next.",
            "rust#80335; std's own concat and join of slices in rustc 1.95, which rust#155708 \
             fixes; hipstr 0.8.0, byteyarn 0.5.1";
    }
    "Capturing" {
        CaptureIsToString capture_is_to_string,
            "Capturing a value gives the text of to_string, floats included: a key that was \
             formatted elsewhere must match.",
            "compact_str#351: 1.0, -0.0 and 1e16; lean_string 0.8.0 and char_str 0.0.4";
        CaptureReportsErrors capture_reports_errors,
            "A Display that returns an error leads to an error or a panic, never to an incomplete \
             text.",
            "byteyarn 0.5.1's yarn!, tendril 0.5.1's format_tendril!";
        CaptureSurvivesPanics capture_survives_panics,
            "A Display that panics leaks nothing and poisons nothing: the next capture is \
             complete.",
            "rust#78498, compact_str#469";
        CaptureReenters capture_reenters,
            "A Display may itself capture values on the same thread.",
            "thread-local buffers that stay borrowed while a value is formatted";
        CaptureTakesAnyPieces capture_takes_any_pieces,
            "A value may write nothing, 10,000 empty pieces or one huge piece, or ignore the \
             errors of its writer.",
            "no crate that we know of";
    }
    "Editing" {
        EditsAsStringDoes edits_as_string_does,
            "Any sequence of operations has the texts, the results and the panics that it has on \
             String, and changes no clone.",
            "smallstr#31, lean_string 0.5.3, imstr 0.2.0; the model finds most bugs of this topic";
        RangesAreReadOnce ranges_are_read_once,
            "A RangeBounds may return other bounds at the next call: a method must use the bounds \
             that it checked.",
            "rust#81138; smartstring 2.0.0, imstr 0.2.0";
        RangesKeepCharacters ranges_keep_characters,
            "A range or an index inside a character or past the end is refused and leaves the \
             text unchanged; so is a range that ends before it starts.",
            "smallstr#31 (0.3.1), ddbase#90; inlinable_string 0.1.15, tendril 0.5.1; hipstr 0.8.0 \
             and arcstr 1.2.0, which read the end of ..=usize::MAX as 0";
        ClosuresMayPanic closures_may_panic,
            "A closure that panics in retain leaves a valid text that still works.",
            "rust#78498, compact_str#413";
        DrainsMayLeak drains_may_leak,
            "A drain that is leaked, or dropped half used, leaves a valid text.",
            "rust#24292: mem::forget is safe";
    }
    "Capacity" {
        CapacityIsRoom capacity_is_room,
            "A text may grow to its capacity without an allocation, and reserve makes room for at \
             least the requested bytes.",
            "compact_str#495; hipstr 0.8.0 and imstr 0.2.0, whose slices report the capacity of \
             the whole block, but copy when they grow";
        CapacityOverflowIsRefused capacity_overflow_is_refused,
            "A length that overflows leads to a panic or an error, never to a short buffer: in \
             reserve, with_capacity and repeat.",
            "bytes RUSTSEC-2026-0007, kstring#109, compact_str#495; inlinable_string 0.1.15";
        MutableAppends mutable_appends,
            "A type that is declared mutable appends text in place, by a trait such as fmt::Write \
             or by a method that the subject names. A type that is declared immutable does not.",
            "no crate that we know of";
        ShrinkingKeepsText shrinking_keeps_text,
            "shrink_to_fit keeps the text and enough capacity for it. It does not raise the \
             capacity, except to the inline capacity.",
            "no crate that we know of";
    }
    "Memory" {
        AllocationLayouts allocation_layouts,
            "dealloc and realloc receive the layout that alloc received; nothing writes outside a \
             block or after it is freed.",
            "compact_str#452 and #459; AddressSanitizer missed both, because the system's \
             allocator ignores layouts";
        NothingLeaks nothing_leaks,
            "Each block is freed exactly once, after any sequence of operations.",
            "no crate that we know of";
        FailedAllocationsLoseNothing failed_allocations_lose_nothing,
            "If the nth allocation fails, a try_ method returns an error, leaves the text \
             unchanged, and leaks nothing.",
            "requested in compact_str#323 and wasmtime#12534";
        InlineIsFree inline_is_free,
            "A text of up to the inline capacity allocates nothing, and a text one byte longer \
             allocates.",
            "no crate that we know of";
        InlineIsInside inline_is_inside,
            "A text of up to the inline capacity lies inside the value, a longer text does not, \
             and is_inline says which. An empty text may lie anywhere.",
            "no crate that we know of";
        HeapSizeIsWhatWasAsked heap_size_is_what_was_asked,
            "heap_size returns the bytes that the type requested from the allocator.",
            "requested in get-size2#30 and heapsize#37";
    }
    "Sharing" {
        ClonesAreIndependent clones_are_independent,
            "A clone is equal to its original, and a change of one does not change the other.",
            "lean_string 0.5.3, which did not copy a shared text before a write; hipstr 0.8.0 in \
             a debug build, which panics at a wrong assertion";
        ClonesShare clones_share,
            "Clones share their text if and only if the subject declares it; a clone that shares \
             allocates nothing.",
            "flexstr 0.11.7, which copies a text made from a String in each clone; bytestring \
             1.5.1, whose first clone allocates";
        LastCloneFrees last_clone_frees,
            "Clones may be dropped in any order: the text lives until the last one is dropped, \
             and is freed with it.",
            "ecow#9, string-cache#301";
        OptionIsFree option_is_free,
            "Option of the type has the size of the type: records have many optional fields.",
            "smartstring 2.0.0 and kstring 2.0.2: 24 bytes become 32; ecow 0.3.1 and tendril \
             0.5.1: 16 become 24";
    }
    "Threads" {
        IsSendAndSync is_send_and_sync,
            "The type is Send and Sync.",
            "Rc, tendril 0.5.1: reference counts that are not atomic";
        ThreadsMayShare threads_may_share,
            "Threads that clone one text, read it and change their clones see complete texts, and \
             free the text once.",
            "ecow#9, lean_string 0.5.3, arcstr#69";
    }
    "Serde" {
        SerdeRoundTrips serde_round_trips,
            "Serialize writes what str's Serialize writes, and Deserialize accepts any text of a \
             format: borrowed, transient or owned.",
            "smallvec 1, which serializes its bytes as a sequence of numbers";
        SerdeRefusesOther serde_refuses_other,
            "Deserialize refuses bytes that are not UTF-8, and input that is not text.",
            "no crate that we know of";
    }
}
