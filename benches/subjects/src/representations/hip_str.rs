//! NATIVE

//! CONFORMS
conforms! {
    [] HipStr<'static> {
        push, push_str, pop, truncate, clear, slice, repeat, concat, capacity, with_capacity,
        shrink_to_fit, as_mut_str: |text| text.to_mut_str(), from_utf8: |bytes| HipStr::from_utf8(bytes.into()).ok(),
        from_utf8_lossy: |bytes| HipStr::from_utf8_lossy(bytes.into()),
    }
    BorrowedOnce: "hipstr 0.8.0 sizes concat by one answer of AsRef, and copies another: what a \
        shorter one leaves is uninitialised";
    CapacityIsRoom: "hipstr 0.8.0 gives the capacity of the block that a slice is a part of, which it \
        copies when it grows";
    #[cfg(not(debug_assertions))]
    RangesKeepCharacters: "hipstr 0.8.0 takes an end of ..=usize::MAX for 0: the sum overflows";
    #[cfg(debug_assertions)]
    ClonesAreIndependent: "hipstr 0.8.0 asserts in truncate and clear what a short text in a \
        block of with_capacity is not: normalized";
}
