//! `Box<str>`: on the heap, at its exact size.

representation! {
    boxed_str: Box<str>, None;
    layout: Some("pointer, length: a word each"),
}

laws!(subject!(This;
    as_mut_str: |text| text,
    try_from_str: |text| CapturedStr::try_from_str(text).ok(),
));
