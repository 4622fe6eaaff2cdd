//! `Cow<'static, str>`: 24 bytes, no text inline; a `&'static str`, or a `String`.
//!
//! `From<&'static str>` keeps the borrow, and allocates nothing. Any other text is owned. A clone
//! of a borrow allocates nothing; a clone of an owned text copies it.

use alloc::borrow::Cow;
use alloc::string::String;

captured! {
    Cow<'static, str>, "Cow<'static, str>".mutable();
    from_text: |text| Cow::Owned(String::from(text));
    heap_size: |text| match text {
        Cow::Borrowed(_) => 0,
        Cow::Owned(text) => text.capacity(),
    };
    try_from_str: |text| String::try_from_str(text).map(Cow::Owned);
    into_string: |text| text.into_owned();
}
