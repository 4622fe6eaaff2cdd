//! `Rc<str>`: as `Arc<str>`, for one thread.

use std::rc::Rc;

use crate::{Facts, Representation};

pub type This = Rc<str>;

impl Representation for This {
    const FACTS: Facts = Facts {
        features: &["rc"],
        is_sync: false,
        layout: Some("pointer to counts and text, length: a word each"),
        ..Facts::owned::<Self>("rc_str", "std::rc::Rc<str>", None)
    };
}

laws!(
    subject!(This; as_mut_str: |text| Rc::make_mut(text))
        .known(Law::IsSendAndSync, "by design: its count is not atomic")
);
