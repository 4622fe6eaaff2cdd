//! NATIVE
    #[inline]
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        arcstr::format!("{value}")
    }
//! CONFORMS
conforms! {
    [] ArcStr {
        repeat: |text, times| Self::repeat(text, times),
        try_from_str: |text| Self::try_from_text(text).ok(),
    }
}
