//! `Rc<str>`: as `Arc<str>`, for one thread.

use std::fmt::Display;
use std::rc::Rc;

use crate::{Facts, Representation};

/// The type.
pub type This = Rc<str>;

impl Representation for This {
    const FACTS: Facts = Facts {
        features: &["rc"],
        is_sync: false,
        layout: Some("pointer to counts and text, length: a word each"),
        ..Facts::owned::<Self>("rc_str", "std::rc::Rc<str>", None)
    };

    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        value.to_string().into()
    }
}

/// The laws that the type is known to break.
#[cfg(feature = "laws")]
pub mod laws {
    use std::rc::Rc;
    use string_kit_conformance::{Law, Subject, subject};

    use super::This;

    /// Returns the subject.
    #[must_use]
    pub fn subject() -> Subject<This> {
        subject!(This; as_mut_str: |text| Rc::make_mut(text))
            .known(Law::IsSendAndSync, "by design: its count is not atomic")
    }
}
