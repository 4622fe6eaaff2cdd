//! Types with some of the traits and methods of a law: the law examines those that they have.

use std::borrow::Borrow;
use std::hash::{Hash, Hasher};
use std::ops::Bound;
use std::panic;
use std::sync::Arc;

use string_kit_conformance::model::{At, Between, Text};
use string_kit_conformance::{Action, Creation, Law, Subject, Verdict, model, subject};

/// Asserts that the type keeps the law.
#[track_caller]
fn keeps<S: 'static>(subject: &Subject<S>, law: Law) {
    assert_eq!(subject.examine(law), Verdict::Kept, "{}", law.name());
}

/// Defines text types with derived traits and `Borrow<str>`, and their subjects.
macro_rules! texts {
    ($($name:ident: $($derived:ident)*;)*) => {$(
        #[derive($($derived),*)]
        struct $name(String);

        impl $name {
            fn subject() -> Subject<Self> {
                subject!($name, |text| $name(text.into()), |text| &text.0)
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }
    )*};
}

texts! {
    Ranked: PartialEq PartialOrd;
    Sorted: PartialEq Eq PartialOrd Ord;
    Hashed: PartialEq Eq Hash;
    Unequal: Hash;
    Lumped:;
    Right:;
}

/// Any two texts of the same length are equal.
impl PartialEq for Lumped {
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len()
    }
}

/// The hash does not depend on the text.
impl Hash for Lumped {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(state.finish());
    }
}

impl PartialEq<Right> for str {
    fn eq(&self, other: &Right) -> bool {
        self == other.0
    }
}

#[test]
fn a_type_may_have_partial_order_only() {
    keeps(&Ranked::subject(), Law::OrderIsStrs);
}

#[test]
fn a_key_may_be_ordered_and_not_hashed() {
    keeps(&Sorted::subject(), Law::MapsFindByStr);
}

#[test]
fn a_key_may_be_hashed_and_not_ordered() {
    keeps(&Hashed::subject(), Law::MapsFindByStr);
}

#[test]
fn a_key_needs_equality_or_order() {
    let verdict = Unequal::subject().examine(Law::MapsFindByStr);
    assert_eq!(verdict, Verdict::Lacks("Hash and Ord"));
}

#[test]
fn a_hash_that_reads_the_hasher_is_broken() {
    let subject = Lumped::subject();
    assert!(subject.examine(Law::HashIsStrs).is_broken());
    assert!(subject.examine(Law::MapsFindByStr).is_broken());
}

#[test]
fn str_may_be_on_the_left_only() {
    keeps(&Right::subject(), Law::ComparesWithStr);
}

#[test]
fn a_type_may_have_from_utf8_lossy_only() {
    let subject = subject!(String; from_utf8_lossy: |bytes| {
        String::from_utf8_lossy(bytes).into_owned()
    });
    keeps(&subject, Law::OnlyUtf8GetsIn);
}

#[test]
fn a_type_may_capture_without_try_capture() {
    let subject = subject!(String; capture: |value| value.to_string());
    for law in [Law::CaptureIsToString, Law::CaptureSurvivesPanics] {
        keeps(&subject, law);
    }
}

#[test]
fn a_text_may_shrink_only() {
    let subject = subject!(String; retain, drain);
    for law in [Law::ClosuresMayPanic, Law::DrainsMayLeak] {
        keeps(&subject, law);
    }
}

#[test]
fn a_type_may_have_capacity_without_push() {
    keeps(&subject!(String; capacity), Law::CapacityIsRoom);
    keeps(&subject!(String; shrink_to_fit), Law::ShrinkingKeepsText);
}

#[test]
fn a_type_may_have_one_try_method() {
    keeps(
        &subject!(String; try_reserve),
        Law::CapacityOverflowIsRefused,
    );
    keeps(
        &subject!(String; try_reserve),
        Law::FailedAllocationsLoseNothing,
    );
    let pushes = subject!(String; try_push_str: |text, more| {
        let room = text.try_reserve(more.len()).is_ok();
        if room {
            text.push_str(more);
        }
        room
    });
    keeps(&pushes, Law::FailedAllocationsLoseNothing);
}

#[test]
fn a_method_that_always_refuses_is_broken() {
    let subject = subject!(String; try_from_str: |_| None);
    let verdict = subject.examine(Law::FailedAllocationsLoseNothing);
    assert_eq!(
        verdict.to_string(),
        "broken: try_from_str(\"\") fails with a budget of 100 blocks"
    );
}

#[test]
fn clones_that_share_undeclared_are_broken() {
    let subject = subject!(Arc<str>).shares(false);
    assert!(subject.examine(Law::ClonesShare).is_broken());
}

#[test]
fn a_method_may_take_plain_ranges() {
    let subject = subject!(String; slice: |text, range| text[range.within(text.len())].into());
    keeps(&subject, Law::RangesKeepCharacters);
    assert_eq!(
        subject.examine(Law::RangesAreReadOnce),
        Verdict::Lacks("a method that takes a RangeBounds")
    );
}

#[test]
fn a_closure_may_reject_the_last_range() {
    let subject = subject!(String; drain: |text, range, how| {
        let before = text.clone();
        let drain = text.drain(range);
        assert!(before.get(range.answered(before.len())).is_some(), "the range changed");
        how.apply(drain)
    });
    keeps(&subject, Law::RangesAreReadOnce);
}

#[test]
fn concat_may_use_borrow() {
    let subject = subject!(String; concat: |texts| {
        texts.iter().map(Borrow::<str>::borrow).collect()
    });
    keeps(&subject, Law::BorrowedOnce);
}

/// The model does not lengthen a long text: otherwise its texts would grow without end.
#[test]
fn a_long_text_does_not_grow() {
    fn grows() -> ! {
        panic!("it grows")
    }
    let subject = subject!(String; repeat)
        .push_str(|_, _| grows())
        .try_push_str(|_, _| grows())
        .insert_str(|_, _, _| grows())
        .replace_range(|_, _, _| grows())
        .extend_from_within(|_, _| grows());
    let (long, more) = (Creation::Str(Text::Of(200, 0)), || Text::Of(40, 0));
    let at = At {
        offset: 0,
        snap: true,
    };
    let all = Between(Bound::Unbounded, Bound::Unbounded);
    let actions = [
        Action::Repeat(7),
        Action::Repeat(7),
        Action::PushStr(more()),
        Action::TryPushStr(more()),
        Action::Write(more(), 0),
        Action::ExtendChars(more()),
        Action::ExtendStrings([more()].into()),
        Action::InsertStr(at, more()),
        Action::ReplaceRange(Between(Bound::Included(at), Bound::Excluded(at)), more()),
        Action::ExtendFromWithin(all),
        Action::Repeat(7),
    ];
    assert_eq!(model::run(&subject, &long, &actions), Ok(()));
}

#[test]
fn a_law_with_nothing_to_examine_says_whether_a_trait_or_a_method_is_missing() {
    /// A type without `PartialEq`.
    struct Bare(String);
    impl From<&str> for Bare {
        fn from(text: &str) -> Self {
            Self(text.into())
        }
    }
    impl AsRef<str> for Bare {
        fn as_ref(&self) -> &str {
            &self.0
        }
    }
    let message = |panics: fn()| *panic::catch_unwind(panics).unwrap_err().downcast().unwrap();
    let of_trait: String = message(|| subject!(Bare).unexamined(&[]).assert(Law::EqualityIsStrs));
    assert!(
        of_trait.contains("lacks PartialEq: implement the trait, or add"),
        "{of_trait}"
    );
    let of_method: String = message(|| subject!(Bare).unexamined(&[]).assert(Law::DrainsMayLeak));
    assert!(
        of_method.contains("lacks drain: name the method in `subject!`, or"),
        "{of_method}"
    );
}

mod serde_traits {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::*;

    texts! {
        Written:;
        Read:;
    }

    impl Serialize for Written {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(&self.0)
        }
    }

    impl<'de> Deserialize<'de> for Read {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            String::deserialize(deserializer).map(Self)
        }
    }

    #[test]
    fn a_type_may_serialize_or_deserialize_only() {
        keeps(&Written::subject(), Law::SerdeRoundTrips);
        keeps(&Read::subject(), Law::SerdeRoundTrips);
    }
}
