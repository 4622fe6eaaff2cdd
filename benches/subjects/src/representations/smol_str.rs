//! NATIVE
    #[inline]
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        format_smolstr!("{value}")
    }
//! CONFORMS
conforms! {
    [] SmolStr { from_utf8 }
}
