//! `Cow<'static, str>`: a static text, or a `String`.

use crate::{Facts, Representation};
use std::borrow::Cow;

pub type This = Cow<'static, str>;

impl Representation for This {
    const FACTS: Facts = Facts {
        is_drop_in: false,
        layout: Some("pointer, length, capacity: a word each, in any order"),
        ..Facts::owned::<Self>("cow", "std::borrow::Cow<'static, str>", None)
    };
}

laws!(subject!(This;
    push_str: |text, suffix| text.to_mut().push_str(suffix),
    as_mut_str: |text| text.to_mut().as_mut_str(),
    try_from_str: |text| CapturedStr::try_from_str(text).ok(),
));
