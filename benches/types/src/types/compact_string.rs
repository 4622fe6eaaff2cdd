//! `CompactString`: growable, 24 bytes inline.

use compact_str::ToCompactString;

use crate::Package;

representation! {
    compact_string: compact_str::CompactString,
    Some(Package::new("compact_str", [2021, 9], [2026, 7])),
    |value| (&value).to_compact_string();
}

laws!(
    {
        use compact_str::CompactStringExt;

        /// The greatest capacity that a `CompactString` can store.
        const MAX_COMPACT_CAPACITY: usize = (usize::MAX >> 8) - 1;

        // NOTE: these are the crate's own assertions, which it has only in debug builds. A release
        // build of it continues with undefined behaviour, and requests impossible blocks.
        subject!(This;
            push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
            replace_range, split_off, as_mut_str, repeat, capacity, shrink_to_fit, from_utf8,
            from_utf8_lossy,
            with_capacity: |room| {
                assert!(room <= MAX_COMPACT_CAPACITY, "capacity <= MAX_VALUE");
                This::with_capacity(room)
            },
            reserve: |text, room| {
                assert!(room <= MAX_COMPACT_CAPACITY, "capacity <= MAX_VALUE");
                text.reserve(room);
            },
            try_reserve: |text, room| {
                assert!(room <= MAX_COMPACT_CAPACITY, "capacity <= MAX_VALUE");
                text.try_reserve(room).is_ok()
            },
            concat: |texts| CompactStringExt::concat_compact(texts),
            try_from_str: |text| CapturedStr::try_from_str(text).ok(),
        )
    },
    to_compact_string: subject!(This;
        try_capture: |value| value.try_to_compact_string().ok(),
        capture: |value| value.to_compact_string(),
    )
    .named("CompactString::to_compact_string")
    .known(
        Law::CaptureIsToString,
        "compact_str 0.10.0 formats floats by zmij: 1.0 is \"1.0\" \
         (https://github.com/ParkMyCar/compact_str/issues/351)",
    );
    CapacityOverflowIsRefused:
        "compact_str 0.10.0: a capacity of more than 56 bits is a panic in a debug build, even in \
         try_reserve, and undefined behaviour in a release build \
         (https://github.com/ParkMyCar/compact_str/issues/495)",
);
