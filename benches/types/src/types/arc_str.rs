//! `Arc<str>`: on the heap behind two counts.

use std::sync::Arc;

use crate::{Facts, Representation};

pub type This = Arc<str>;

impl Representation for This {
    const FACTS: Facts = Facts {
        features: &["rc"],
        layout: Some("pointer to counts and text, length: a word each"),
        ..Facts::owned::<Self>("arc_str", "std::sync::Arc<str>", None)
    };
}

laws!(subject!(This; as_mut_str: |text| Arc::make_mut(text)));
