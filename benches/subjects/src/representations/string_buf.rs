//! NATIVE
    #[inline]
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        let mut captured = StringBuf::new();
        write!(captured, "{value}").expect("a Display implementation returned an error");
        captured
    }
//! CONFORMS
conforms! {
    [const N: usize] StringBuf<N> {
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
        replace_range, split_off, as_mut_str, capacity, with_capacity, reserve, try_reserve,
        try_push_str, shrink_to_fit, try_from_str: |text| Self::try_from_text(text).ok(),
    }
    OptionIsFree: "SmallVec 1 has no niche";
}
