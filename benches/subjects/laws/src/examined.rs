//! Subjects as trait objects, and the list of them.

use std::any::type_name;

use string_kit_conformance::{Law, Subject, Verdict};
use string_kit_subjects::Listed;

use crate::{representations, rivals};

/// A [`Subject`] of any string type, as a trait object, with methods of [`Subject`].
#[allow(missing_docs, clippy::missing_panics_doc)] // `Subject` documents the methods.
pub trait Examined {
    /// Returns the path of the type. Two subjects with the same path are of the same type.
    fn path(&self) -> &'static str;
    fn name(&self) -> &'static str;
    fn examine(&self, law: Law) -> Verdict;
    fn why_known(&self, law: Law) -> Option<&'static str>;
    fn assert(&self, law: Law);
}

impl<S: 'static> Examined for Subject<S> {
    fn path(&self) -> &'static str {
        type_name::<S>()
    }

    fn name(&self) -> &'static str {
        Subject::name(self)
    }

    fn examine(&self, law: Law) -> Verdict {
        Subject::examine(self, law)
    }

    fn why_known(&self, law: Law) -> Option<&'static str> {
        Subject::why_known(self, law)
    }

    #[track_caller]
    fn assert(&self, law: Law) {
        Subject::assert(self, law);
    }
}

/// Returns all subjects: the representations in the order of their list, then the rivals.
#[must_use]
pub fn all() -> Vec<Listed<dyn Examined>> {
    let mut all: Vec<Listed<dyn Examined>> = Vec::new();
    macro_rules! add {
        ($name:ident, $ty:ty) => {
            add!($name of representations);
        };
        ($name:ident) => {
            add!($name of rivals);
        };
        ($name:ident of $module:ident) => {
            all.push(Listed {
                name: stringify!($name),
                subject: Box::new($module::$name()),
            });
        };
    }
    string_kit_subjects::for_each_representation!(add);
    for_each_rival!(add);
    all
}

/// Returns the subject with this name in the list.
///
/// # Panics
///
/// Panics if no subject has the name.
#[must_use]
pub fn named(name: &str) -> Box<dyn Examined> {
    let found = all().into_iter().find(|listed| listed.name == name);
    let found = found.unwrap_or_else(|| panic!("no subject has the name {name}"));
    found.subject
}
