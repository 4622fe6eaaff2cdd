//! NATIVE
            #[inline]
            fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
                let mut captured = Self::new();
                write!(captured, "{value}").expect("a Display implementation returned an error");
                captured
            }
//! CONFORMS
        conforms! {
            [] SmartString<$mode> {
                push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
                replace_range, extend_from_within, split_off, as_mut_str, capacity, shrink_to_fit,
            }
            RangesAreReadOnce: "smartstring 2.0.0 asks for the bounds of replace_range and \
extend_from_within twice, and checks the first answer alone";
            OptionIsFree: "smartstring 2.0.0 has no niche";
        }
