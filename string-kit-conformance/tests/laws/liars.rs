//! A type that implements `CapturedStr` and misstates its costs. The recipe of the README finds
//! them: the name of the type is enough.

use std::borrow::Borrow;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use string_kit::{CapturedStr, Profile};
use string_kit_conformance::{Law, Subject, subject};

/// A box that claims to hold text inline, to share it, to append to it and to take a byte more.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Liar(Box<str>);

impl fmt::Debug for Liar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
impl fmt::Display for Liar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
impl AsRef<str> for Liar {
    fn as_ref(&self) -> &str {
        &self.0
    }
}
impl Borrow<str> for Liar {
    fn borrow(&self) -> &str {
        &self.0
    }
}
impl From<&str> for Liar {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}
impl From<String> for Liar {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}
impl CapturedStr for Liar {
    const PROFILE: Profile = Profile::new("a liar").inline(23).shares().mutable();

    fn from_text(text: &str) -> Self {
        Self(text.into())
    }

    fn heap_size(&self) -> usize {
        self.0.len() + 1
    }
}

/// Returns the laws whose tests fail.
fn failures<S: 'static>(subject: &Subject<S>) -> Vec<Law> {
    let fails = |law: &&Law| catch_unwind(AssertUnwindSafe(|| subject.assert(**law))).is_err();
    Law::ALL.iter().filter(fails).copied().collect()
}

#[test]
fn each_misstated_cost_fails() {
    let misstated = [
        Law::MutableAppends,
        Law::InlineIsFree,
        Law::InlineIsInside,
        Law::HeapSizeIsWhatWasAsked,
        Law::ClonesShare,
    ];
    assert_eq!(failures(&subject!(Liar)), misstated);
    // Without the trait's declarations it keeps all laws.
    let honest = subject!(Box<str>);
    assert_eq!(failures(&honest), []);
}

#[test]
fn a_name_in_the_profile_is_the_name_of_the_subject() {
    assert_eq!(subject!(Liar).name(), "a liar");
    assert_eq!(subject!(std::rc::Rc<str>).name(), "Rc<str>");
}

/// A bound hides the implementation of a type parameter, unless it names the trait.
#[test]
fn a_generic_function_sees_only_its_bounds() {
    fn plain<S: for<'a> From<&'a str> + AsRef<str> + 'static>() -> Subject<S> {
        subject!(S)
    }
    fn captured<S: CapturedStr>() -> Subject<S> {
        subject!(S)
    }
    assert_eq!(failures(&plain::<Liar>()), [Law::IsSendAndSync]);
    assert!(failures(&captured::<Liar>()).contains(&Law::HeapSizeIsWhatWasAsked));
}
