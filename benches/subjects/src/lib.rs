//! The string types that the laboratory compares: string-kit's representations, the strategies to
//! capture into them, and rivals that string-kit has no representation of.

#[doc(hidden)]
pub mod representations;
#[cfg(feature = "rivals")]
#[macro_use]
pub mod rivals;
mod shape;
pub mod strategy;

use std::any::type_name;
use std::{fmt, ptr};

use string_kit_conformance::{Law, Subject, Verdict};

pub use representations::Representation;
#[cfg(feature = "rivals")]
pub use rivals::rivals;
pub use shape::Shape;

/// A string type under examination, whatever the type is.
///
/// ```
/// use string_kit_conformance::{Law, Verdict};
/// use string_kit_conformance::subject;
/// use string_kit_subjects::Examined;
///
/// let string: Box<dyn Examined> = Box::new(subject!(String));
/// assert_eq!((string.name(), string.defined_in()), ("String", "alloc"));
/// assert_eq!(string.examine(Law::HashIsStrs), Verdict::Kept);
/// assert_eq!(string.why_known(Law::HashIsStrs), None);
/// ```
pub trait Examined {
    /// What the type is called.
    fn name(&self) -> &'static str;

    /// The crate that defines the type, as it is in paths of Rust.
    ///
    /// A type that is defined here, around another, is this crate's.
    fn defined_in(&self) -> &'static str;

    /// The type's path, by which it is known that two subjects are of one type.
    fn path(&self) -> &'static str;

    /// What a value takes where it lies.
    fn shape(&self) -> Shape;

    /// Makes a value of this text, and drops it after `during`.
    fn hold(&self, text: &str, during: &mut dyn FnMut());

    /// At which of its bytes a value of this text has the text; none if it is elsewhere, or empty.
    fn inline_at(&self, text: &str) -> Option<usize>;

    /// Examines the type by a law.
    fn examine(&self, law: Law) -> Verdict;

    /// Why the type is known to break a law, if it is.
    fn why_known(&self, law: Law) -> Option<&'static str>;

    /// Examines the type by a law, for a test: [`Subject::assert`].
    ///
    /// # Panics
    ///
    /// As `Subject::assert`.
    fn assert(&self, law: Law);
}

impl<S> Examined for Subject<S> {
    fn name(&self) -> &'static str {
        Subject::name(self)
    }

    fn defined_in(&self) -> &'static str {
        let path = self.path();
        path.split("::").next().unwrap_or(path)
    }

    fn path(&self) -> &'static str {
        type_name::<S>()
    }

    fn shape(&self) -> Shape {
        Shape::of::<S>()
    }

    fn hold(&self, text: &str, during: &mut dyn FnMut()) {
        let value = self.of(text);
        during();
        drop(value);
    }

    fn inline_at(&self, text: &str) -> Option<usize> {
        let value = self.of(text);
        let text = self.bytes(&value);
        let (place, start) = (ptr::from_ref(&value).addr(), text.as_ptr().addr());
        let at = start.checked_sub(place)?;
        (!text.is_empty() && at + text.len() <= size_of::<S>()).then_some(at)
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

/// A subject by its name in a list: a Rust identifier, which is short and needs no quotes in a shell.
pub struct Listed {
    /// The name, which no other has.
    pub name: &'static str,
    /// Whether it is one of string-kit's representations; else it is a rival.
    pub is_representation: bool,
    /// The subject itself, which goes by its type's name.
    pub subject: Box<dyn Examined>,
}

impl fmt::Debug for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listed")
            .field("name", &self.name)
            .field("is_representation", &self.is_representation)
            .finish_non_exhaustive()
    }
}

/// All that is examined: the representations in the order of string-kit's list, then the rivals.
///
/// ```
/// let first = &string_kit_subjects::all()[0];
/// assert_eq!((first.name, first.subject.name()), ("string", "String"));
/// assert!(first.is_representation);
/// ```
#[must_use]
pub fn all() -> Vec<Listed> {
    let mut all = Vec::new();
    macro_rules! add_representation {
        ($name:ident, $ty:ty) => {
            all.push(Listed {
                name: stringify!($name),
                is_representation: true,
                subject: Box::new(<$ty as Representation>::subject().partial()),
            });
        };
    }
    for_each_representation!(add_representation);
    #[cfg(feature = "rivals")]
    macro_rules! add_rival {
        ($name:ident) => {
            all.push(Listed {
                name: stringify!($name),
                is_representation: false,
                subject: Box::new(rivals::$name().partial()),
            });
        };
    }
    #[cfg(feature = "rivals")]
    for_each_rival!(add_rival);
    all
}

/// The subject of a name in the list.
///
/// # Panics
///
/// If no subject has the name.
///
/// ```
/// assert_eq!(string_kit_subjects::named("string").name(), "String");
/// ```
#[must_use]
pub fn named(name: &str) -> Box<dyn Examined> {
    let found = all().into_iter().find(|listed| listed.name == name);
    found.map_or_else(
        || panic!("no subject is called {name}"),
        |listed| listed.subject,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_name_is_its_own() {
        let mut seen = HashSet::new();
        for listed in all() {
            assert!(seen.insert(listed.name), "{} twice", listed.name);
        }
    }
}
