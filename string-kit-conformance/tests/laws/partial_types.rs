//! Types with some of the traits and methods of a law: the law examines those that they have.

use std::borrow::Borrow;
use std::hash::{Hash, Hasher};
use std::ops::Bound;
use std::panic;
use std::sync::Arc;

use string_kit_conformance::model::{At, Between};
use string_kit_conformance::{Action, Creation, Law, Subject, Verdict, model, subject};

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

kept! {
    a_type_may_have_partial_order_only: Ranked::subject(), OrderIsStrs;
    a_key_may_be_ordered_and_not_hashed: Sorted::subject(), MapsFindByStr;
    a_key_may_be_hashed_and_not_ordered: Hashed::subject(), MapsFindByStr;
    str_may_be_on_the_left_only: Right::subject(), ComparesWithStr;
    a_type_may_have_from_utf8_lossy_only:
        subject!(String; from_utf8_lossy: |bytes| String::from_utf8_lossy(bytes).into_owned()),
        OnlyUtf8GetsIn;
    a_type_may_capture_without_try_capture:
        subject!(String; capture: |value| value.to_string()),
        CaptureIsToString CaptureSurvivesPanics;
    a_text_may_shrink_only: subject!(String; retain, drain), ClosuresMayPanic DrainsMayLeak;
    a_type_may_have_capacity_without_push: subject!(String; capacity), CapacityIsRoom;
    a_type_may_shrink_without_capacity: subject!(String; shrink_to_fit), ShrinkingKeepsText;
    a_type_may_have_try_reserve_only:
        subject!(String; try_reserve), CapacityOverflowIsRefused FailedAllocationsLoseNothing;
    a_type_may_have_try_push_str_only:
        subject!(String; try_push_str: |text, more| {
            let room = text.try_reserve(more.len()).is_ok();
            if room {
                text.push_str(more);
            }
            room
        }),
        FailedAllocationsLoseNothing;
    a_method_may_take_plain_ranges:
        subject!(String; slice: |text, range| text[range.within(text.len())].into()),
        RangesKeepCharacters;
    a_closure_may_reject_the_last_range:
        subject!(String; drain: |text, range, how| {
            let before = text.clone();
            let drain = text.drain(range);
            assert!(before.get(range.answered(before.len())).is_some(), "the range changed");
            how.apply(drain)
        }),
        RangesAreReadOnce;
    concat_may_use_borrow:
        subject!(String; concat: |texts| texts.iter().map(Borrow::<str>::borrow).collect()),
        BorrowedOnce;
}

#[test]
fn a_law_without_its_traits_or_methods_has_nothing_to_examine() {
    let verdict = Unequal::subject().examine(Law::MapsFindByStr);
    assert_eq!(verdict, Verdict::Lacks("Hash and Ord"));
    let plain = subject!(String; slice: |text, range| text[range.within(text.len())].into());
    let verdict = plain.examine(Law::RangesAreReadOnce);
    assert_eq!(verdict, Verdict::Lacks("a method that takes a RangeBounds"));
}

#[test]
fn a_hash_that_reads_the_hasher_is_broken() {
    let subject = Lumped::subject();
    assert!(subject.examine(Law::HashIsStrs).is_broken());
    assert!(subject.examine(Law::MapsFindByStr).is_broken());
}

#[test]
fn a_method_that_always_refuses_is_broken() {
    let subject = subject!(String; try_from_str: |_| None);
    let verdict = subject.examine(Law::FailedAllocationsLoseNothing);
    let expected = "broken: try_from_str(\"\") fails with a budget of 100 blocks";
    assert_eq!(verdict.to_string(), expected);
}

#[test]
fn clones_that_share_undeclared_are_broken() {
    let subject = subject!(Arc<str>).shares(false);
    assert!(subject.examine(Law::ClonesShare).is_broken());
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
    let (long, more) = (Creation::Str("a".repeat(200)), || "a".repeat(40));
    let at = At {
        offset: 0,
        snap: true,
    };
    let all = Between(Bound::Unbounded, Bound::Unbounded);
    let nothing = Between(Bound::Included(at), Bound::Excluded(at));
    let actions = [
        Action::Repeat(7),
        Action::Repeat(7),
        Action::PushStr(more()),
        Action::TryPushStr(more()),
        Action::Write(more(), 0),
        Action::ExtendChars(more()),
        Action::ExtendStrings([more()].into()),
        Action::InsertStr(at, more()),
        Action::ReplaceRange(nothing, more()),
        Action::ExtendFromWithin(all),
        Action::Repeat(7),
    ];
    assert_eq!(model::replay(&subject, &long, &actions), Ok(()));
}

#[test]
fn a_law_with_nothing_to_examine_says_whether_a_trait_or_a_method_is_missing() {
    /// A type without `PartialEq`.
    struct Bare(String);
    let bare = || subject!(Bare, |text| Bare(text.into()), |text| &text.0).unexamined(&[]);
    let remedies = [
        "lacks PartialEq: implement the trait, or add",
        "lacks drain: name the method in `subject!`, or",
    ];
    let laws = [Law::EqualityIsStrs, Law::DrainsMayLeak];
    for (law, expected) in laws.into_iter().zip(remedies) {
        let panic = panic::catch_unwind(|| bare().assert(law)).unwrap_err();
        let message: Box<String> = panic.downcast().unwrap();
        assert!(message.contains(expected), "{message}");
    }
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

    kept! {
        a_type_may_serialize_only: Written::subject(), SerdeRoundTrips;
        a_type_may_deserialize_only: Read::subject(), SerdeRoundTrips;
    }
}
