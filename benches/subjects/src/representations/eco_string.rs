//! NATIVE
    #[inline]
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        eco_format!("{value}")
    }
//! CONFORMS
conforms! {
    [] EcoString {
        push, push_str, pop, truncate, clear, insert, insert_str, remove, reserve, repeat, capacity,
        with_capacity, as_mut_str: |text| text.make_mut(),
    }
    OptionIsFree: "its union has no niche";
}
