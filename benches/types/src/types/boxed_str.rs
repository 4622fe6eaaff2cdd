//! `Box<str>`: on the heap, at its exact size.

use crate::{Facts, Representation};

pub type This = Box<str>;

impl Representation for This {
    const FACTS: Facts = Facts {
        layout: Some("pointer, length: a word each"),
        ..Facts::owned::<Self>("boxed_str", "Box<str>", None)
    };
}

laws!(subject!(This;
    as_mut_str: |text| text,
    try_from_str: |text| CapturedStr::try_from_str(text).ok(),
));
