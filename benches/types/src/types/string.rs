//! `String`: growable, on the heap.

representation! {
    string: String, None;
    layout: Some("pointer, length, capacity: a word each, in any order"),
}

laws!({
    // `[S]::concat` is left out: in Rust 1.95 it trusts a `Borrow` whose result changes, and
    // writes past its block (fixed by rust#155708). The law that finds this would end the
    // process.
    subject!(This;
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
        replace_range, extend_from_within, split_off, as_mut_str, capacity, with_capacity,
        reserve, try_reserve, shrink_to_fit,
        from_utf8: |bytes| String::from_utf8(bytes.into()).ok(),
        from_utf8_lossy: |bytes| String::from_utf8_lossy(bytes).into_owned(),
        repeat: |text, times| text.as_str().repeat(times),
        try_from_str: |text| CapturedStr::try_from_str(text).ok(),
    )
    .unexamined(&[Law::BorrowedOnce])
});
