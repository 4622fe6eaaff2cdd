//! NATIVE

//! CONFORMS
conforms! {
    [] SharedStr { try_from_str: |text| Self::try_copy(text).ok() }
}
