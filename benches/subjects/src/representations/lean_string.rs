//! NATIVE
    /// The text is `to_string`'s. It is another where the crate sees a float's own type:
    /// `1.0_f64.to_lean_string()` is `1.0`, and `1e16` stays `1e16`.
    #[inline]
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        (&value).to_lean_string()
    }
//! CONFORMS
conforms! {
    [] LeanString {
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, replace_range,
        extend_from_within, split_off, repeat, capacity, with_capacity, reserve, try_reserve,
        try_push_str, shrink_to_fit, from_utf8, from_utf8_lossy, try_from_str: |text| Self::try_from_text(text).ok(),
    }
}
