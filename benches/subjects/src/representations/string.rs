//! NATIVE

//! CONFORMS
conforms! {
    // Without `[S]::concat`: in Rust 1.95 it believes a borrow that changes its answer, and writes
    // beyond its block (mended by rust#155708); the law that finds it would end the process.
    [] String {
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
        replace_range, extend_from_within, split_off, as_mut_str, capacity, with_capacity, reserve,
        try_reserve, shrink_to_fit, from_utf8: |bytes| String::from_utf8(bytes.into()).ok(),
        from_utf8_lossy: |bytes| String::from_utf8_lossy(bytes).into_owned(),
        repeat: |text, times| text.as_str().repeat(times),
        try_from_str: |text| Self::try_from_text(text).ok(),
    }
}
