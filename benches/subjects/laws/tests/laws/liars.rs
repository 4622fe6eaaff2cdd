//! Types that implement `CapturedStr` and misstate a cost. The recipe of the README finds them:
//! the name of the type is enough.

use std::borrow::Borrow;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use string_kit::{CapturedStr, Profile, SharedStr};
use string_kit_conformance::{Law, Subject, subject};

/// Defines a type around another one, with a profile and a heap size of its own.
macro_rules! captured {
    ($name:ident($inner:ty), $profile:expr, $heap_size:expr) => {
        #[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        struct $name($inner);

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, f)
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }
        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }
        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }
        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(<$inner>::from(text))
            }
        }
        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(<$inner>::from(text))
            }
        }
        impl CapturedStr for $name {
            const PROFILE: Profile = $profile;

            fn from_text(text: &str) -> Self {
                Self(<$inner>::from_text(text))
            }

            fn heap_size(&self) -> usize {
                let heap_size: fn(&$inner) -> usize = $heap_size;
                heap_size(&self.0)
            }
        }
    };
}

captured!(Honest(Box<str>), Profile::new("Honest"), |text| text.len());
captured!(
    Roomy(SharedStr),
    Profile::new("Roomy").inline(23).shares(),
    CapturedStr::heap_size
);
captured!(
    Sharing(Box<str>),
    Profile::new("Sharing").shares(),
    |text| text.len()
);
captured!(Heavy(Box<str>), Profile::new("Heavy"), |text| text.len()
    + 1);
captured!(
    Growing(Box<str>),
    Profile::new("Growing").mutable(),
    |text| text.len()
);

/// Returns the laws whose tests fail.
fn failures<S: 'static>(subject: &Subject<S>) -> Vec<Law> {
    let fails = |law: &&Law| catch_unwind(AssertUnwindSafe(|| subject.assert(**law))).is_err();
    Law::ALL.iter().filter(fails).copied().collect()
}

#[test]
fn a_true_profile_passes() {
    assert_eq!(failures(&subject!(Honest)), []);
}

#[test]
fn a_false_inline_capacity_fails() {
    assert_eq!(
        failures(&subject!(Roomy)),
        [Law::InlineIsFree, Law::InlineIsInside]
    );
}

#[test]
fn clones_that_copy_and_declare_that_they_share_fail() {
    assert_eq!(failures(&subject!(Sharing)), [Law::ClonesShare]);
}

#[test]
fn a_false_heap_size_fails() {
    assert_eq!(failures(&subject!(Heavy)), [Law::HeapSizeIsWhatWasAsked]);
}

#[test]
fn a_mutable_type_without_a_way_to_append_fails() {
    assert_eq!(failures(&subject!(Growing)), [Law::MutableAppends]);
}

#[test]
fn a_name_in_the_profile_is_the_name_of_the_subject() {
    assert_eq!(subject!(Growing).name(), "Growing");
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
    assert_eq!(failures(&plain::<Heavy>()), [Law::IsSendAndSync,]);
    assert!(failures(&captured::<Heavy>()).contains(&Law::HeapSizeIsWhatWasAsked));
}
