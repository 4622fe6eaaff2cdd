//! NATIVE
    /// The text is `to_string`'s. It is another where the crate sees a float's own type:
    /// `1.0_f64.to_compact_string()` is `1.0`, and `1e16` stays `1e16`.
    #[inline]
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        (&value).to_compact_string()
    }
//! CONFORMS
conforms! {
    [] CompactString {
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
        replace_range, split_off, as_mut_str, repeat, capacity, shrink_to_fit, from_utf8,
        from_utf8_lossy,
        // NOTE: the crate's own check, which it has in debug builds alone. A release build goes on
        // with what is undefined, and asks the allocator for blocks that nobody may ask for.
        with_capacity: |room| {
            assert!(room <= MAX_INLINE_CAPACITY, "capacity <= MAX_VALUE");
            Self::with_capacity(room)
        },
        reserve: |text, more| {
            assert!(more <= MAX_INLINE_CAPACITY, "capacity <= MAX_VALUE");
            text.reserve(more);
        },
        try_reserve: |text, more| {
            assert!(more <= MAX_INLINE_CAPACITY, "capacity <= MAX_VALUE");
            text.try_reserve(more).is_ok()
        },
        concat: |texts| compact_str::CompactStringExt::concat_compact(texts), try_from_str: |text| Self::try_from_text(text).ok(),
    }
    CapacityOverflowIsRefused: "compact_str 0.10.0: a capacity over 56 bits is a panic in a debug \
        build, in try_reserve too, and undefined in a release build \
        (https://github.com/ParkMyCar/compact_str/issues/495)";
}
