//! NATIVE

//! CONFORMS
conforms! {
    [] Cow<'static, str> {
        push_str: |text, more| text.to_mut().push_str(more),
        as_mut_str: |text| text.to_mut().as_mut_str(),
        try_from_str: |text| Self::try_from_text(text).ok(),
    }
}
