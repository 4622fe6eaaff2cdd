//! NATIVE

//! CONFORMS
conforms! {
    [] Box<str> { as_mut_str: |text| text, try_from_str: |text| Self::try_from_text(text).ok() }
}
