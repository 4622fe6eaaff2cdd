//! Types that have a part of what a law is about: the law is about that part.

use std::borrow::Borrow;
use std::hash::{Hash, Hasher};
use std::ops::Bound;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use string_kit_conformance::model::{At, Between, Text};
use string_kit_conformance::{Action, Creation, Law, Subject, Verdict, model, subject};

/// The law finds what it is about, and nothing wrong with it.
#[track_caller]
fn keeps<S>(subject: &Subject<S>, law: Law) {
    assert_eq!(subject.examine(law), Verdict::Kept, "{}", law.name());
}

/// Defines a text that has what is derived, and `Borrow<str>`; and how it is a subject.
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
    Written:;
    Read:;
}

/// All of one length are one.
impl PartialEq for Lumped {
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len()
    }
}

/// All are in one place of a map, whichever hasher it has.
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
fn order_may_be_partial() {
    keeps(&Ranked::subject(), Law::OrderIsStrs);
}

#[test]
fn a_map_may_be_ordered_alone() {
    keeps(&Sorted::subject(), Law::MapsFindByStr);
}

#[test]
fn a_map_may_be_hashed_alone() {
    keeps(&Hashed::subject(), Law::MapsFindByStr);
}

#[test]
fn a_map_takes_keys_that_are_equal_or_in_order() {
    let verdict = Unequal::subject().examine(Law::MapsFindByStr);
    assert_eq!(verdict, Verdict::Lacks("Hash and Ord"));
}

#[test]
fn a_hash_may_not_look_at_the_hasher() {
    let subject = Lumped::subject();
    assert!(subject.examine(Law::HashIsStrs).is_broken());
    assert!(subject.examine(Law::MapsFindByStr).is_broken());
}

#[test]
fn a_str_may_be_on_the_left_alone() {
    keeps(&Right::subject(), Law::ComparesWithStr);
}

#[test]
fn serde_may_write_alone_or_read_alone() {
    keeps(&Written::subject(), Law::SerdeRoundTrips);
    keeps(&Read::subject(), Law::SerdeRoundTrips);
}

#[test]
fn bytes_may_go_in_lossily_alone() {
    let subject = subject!(String; from_utf8_lossy: |bytes| {
        String::from_utf8_lossy(bytes).into_owned()
    });
    keeps(&subject, Law::OnlyUtf8GetsIn);
}

#[test]
fn captures_may_have_no_way_that_is_tried() {
    let subject = subject!(String; capture: |value| value.to_string());
    for law in [Law::CaptureIsToString, Law::CaptureSurvivesPanics] {
        keeps(&subject, law);
    }
}

#[test]
fn a_text_may_be_edited_and_not_grow() {
    let subject = subject!(String; retain, drain);
    for law in [Law::ClosuresMayPanic, Law::DrainsMayLeak] {
        keeps(&subject, law);
    }
}

#[test]
fn a_text_may_have_room_and_not_grow() {
    keeps(&subject!(String; capacity), Law::CapacityIsRoom);
    keeps(&subject!(String; shrink_to_fit), Law::ShrinkingKeepsText);
}

#[test]
fn any_one_method_may_refuse() {
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
fn a_method_may_not_refuse_for_ever() {
    let subject = subject!(String; try_from_str: |_| None);
    let verdict = subject.examine(Law::FailedAllocationsLoseNothing);
    assert_eq!(
        verdict.to_string(),
        "broken: try_from_str(\"\") is refused with 100 blocks"
    );
}

#[test]
fn clones_may_not_share_against_the_types_word() {
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
fn a_method_may_be_stopped_at_the_range_that_it_went_by() {
    let subject = subject!(String; drain: |text, range, how| {
        let before = text.clone();
        let drain = text.drain(range);
        assert!(before.get(range.answered(before.len())).is_some(), "it took another");
        how.apply(drain)
    });
    keeps(&subject, Law::RangesAreReadOnce);
}

#[test]
fn texts_may_be_borrowed_rather_than_viewed() {
    let subject = subject!(String; concat: |texts| {
        texts.iter().map(Borrow::<str>::borrow).collect()
    });
    keeps(&subject, Law::BorrowedOnce);
}

/// No action that lengthens a text is done to one that is long: else the model would take for ever.
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
        Action::ReplaceRange(all, more()),
        Action::ExtendFromWithin(all),
        Action::Repeat(7),
    ];
    assert_eq!(model::run(&subject, &long, &actions), Ok(()));
}
