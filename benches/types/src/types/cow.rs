//! `Cow<'static, str>`: a static text, or a `String`.

representation! {
    cow: std::borrow::Cow<'static, str>, None;
    is_drop_in: false,
    layout: Some("pointer, length, capacity: a word each, in any order"),
}

laws!(subject!(This;
    push_str: |text, suffix| text.to_mut().push_str(suffix),
    as_mut_str: |text| text.to_mut().as_mut_str(),
    try_from_str: |text| CapturedStr::try_from_str(text).ok(),
));
