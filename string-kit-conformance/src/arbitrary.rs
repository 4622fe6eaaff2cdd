//! Strategies for random creations and actions, for proptest.

use core::ops::Bound;

use proptest::collection;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};
use proptest::sample::select;
use proptest::strategy::Union;

use super::model::{Action, At, Between, Creation, Text};
use super::subject::Names;

fn character() -> impl Strategy<Value = char> {
    prop_oneof![
        2 => select(&['a', '\0', 'é', '\u{7ff}', '€', '\u{ffff}', '🦀'][..]),
        1 => any::<char>(),
    ]
}

fn text() -> impl Strategy<Value = Text> {
    prop_oneof![
        2 => collection::vec(character(), 0..10).prop_map(|chars| Text::Chars(String::from_iter(chars))),
        1 => (0..60_u8, 0..4_u8).prop_map(|(len, width)| Text::Of(len, width)),
    ]
}

fn at() -> impl Strategy<Value = At> {
    let offset = prop_oneof![20 => 0..80_u16, 1 => Just(u16::MAX)];
    (offset, proptest::bool::weighted(0.8)).prop_map(|(offset, snap)| At { offset, snap })
}

fn between() -> impl Strategy<Value = Between> {
    fn bound() -> impl Strategy<Value = Bound<At>> {
        prop_oneof![
            3 => at().prop_map(Bound::Included),
            3 => at().prop_map(Bound::Excluded),
            2 => Just(Bound::Unbounded),
        ]
    }
    // Half of the ranges are `a..b` in order, at character boundaries.
    let ordered = (0..40_u16, 0..40_u16).prop_map(|(a, b)| {
        let at = |offset| At { offset, snap: true };
        Between(Bound::Included(at(a.min(b))), Bound::Excluded(at(a.max(b))))
    });
    prop_oneof![ordered, (bound(), bound()).prop_map(|(a, b)| Between(a, b))]
}

pub(super) fn creation() -> impl Strategy<Value = Creation> {
    prop_oneof![
        text().prop_map(Creation::Str),
        (text(), 0..60_u8).prop_map(|(text, room)| Creation::String(text, room)),
        text().prop_map(Creation::Chars),
        text().prop_map(Creation::Captured),
        Just(Creation::Default),
    ]
}

/// Returns lists of actions that the type supports. Other actions would do nothing.
pub(super) fn actions(names: &Names) -> impl Strategy<Value = Vec<Action>> + use<> {
    collection::vec(Union::new_weighted(kinds(names)), 0..30)
}

/// An action, and true if the type supports it.
type Kind = (bool, BoxedStrategy<Action>);

/// Returns the kinds of actions that the type supports, each with its weight.
fn kinds(names: &Names) -> Vec<(u32, Union<BoxedStrategy<Action>>)> {
    let kinds = [
        (
            3,
            vec![(names.implements("Clone"), Just(Action::Clone).boxed())],
        ),
        (2, vec![(true, Just(Action::Drop).boxed())]),
        (2, vec![(true, any::<u8>().prop_map(Action::Turn).boxed())]),
        (3, appends(names)),
        (3, cuts(names)),
        (3, ranges(names)),
        (2, room(names)),
    ];
    let supported = |kind: Vec<Kind>| {
        let supported: Vec<_> = kind
            .into_iter()
            .filter_map(|(has, action)| has.then_some(action))
            .collect();
        (!supported.is_empty()).then(|| Union::new(supported))
    };
    kinds
        .into_iter()
        .filter_map(|(weight, kind)| Some((weight, supported(kind)?)))
        .collect()
}

fn appends(names: &Names) -> Vec<Kind> {
    let write = (text(), 0..9_u8).prop_map(|(text, width)| Action::Write(text, width));
    let insert = (at(), character()).prop_map(|(at, c)| Action::Insert(at, c));
    let insert_str = (at(), text()).prop_map(|(at, text)| Action::InsertStr(at, text));
    vec![
        (
            names.has("push"),
            character().prop_map(Action::Push).boxed(),
        ),
        (
            names.has("push_str"),
            text().prop_map(Action::PushStr).boxed(),
        ),
        (
            names.has("try_push_str"),
            text().prop_map(Action::TryPushStr).boxed(),
        ),
        (names.implements("fmt::Write"), write.boxed()),
        (
            names.implements("Extend<char>"),
            text().prop_map(Action::ExtendChars).boxed(),
        ),
        (
            names.implements("Extend<String>"),
            collection::vec(text(), 0..3)
                .prop_map(Action::ExtendStrings)
                .boxed(),
        ),
        (names.has("insert"), insert.boxed()),
        (names.has("insert_str"), insert_str.boxed()),
        (
            names.has("repeat"),
            (0..8_u8).prop_map(Action::Repeat).boxed(),
        ),
    ]
}

fn cuts(names: &Names) -> Vec<Kind> {
    vec![
        (names.has("pop"), Just(Action::Pop).boxed()),
        (names.has("remove"), at().prop_map(Action::Remove).boxed()),
        (
            names.has("truncate"),
            at().prop_map(Action::Truncate).boxed(),
        ),
        (names.has("clear"), Just(Action::Clear).boxed()),
        (
            names.has("retain"),
            any::<u32>().prop_map(Action::Retain).boxed(),
        ),
        (
            names.has("split_off"),
            at().prop_map(Action::SplitOff).boxed(),
        ),
    ]
}

fn ranges(names: &Names) -> Vec<Kind> {
    let drain = (between(), 0..4_u8, 0..4_u8)
        .prop_map(|(span, front, back)| Action::Drain(span, front, back));
    let replace = (between(), text()).prop_map(|(span, text)| Action::ReplaceRange(span, text));
    vec![
        (names.has("drain"), drain.boxed()),
        (names.has("replace_range"), replace.boxed()),
        (
            names.has("extend_from_within"),
            between().prop_map(Action::ExtendFromWithin).boxed(),
        ),
        (
            names.has("slice"),
            between().prop_map(Action::Slice).boxed(),
        ),
    ]
}

fn room(names: &Names) -> Vec<Kind> {
    let through_string = names.implements("Into<String>") && names.implements("From<String>");
    let through_box = names.implements("Into<Box<str>>") && names.implements("From<Box<str>>");
    vec![
        (
            names.has("reserve"),
            (0..60_u16).prop_map(Action::Reserve).boxed(),
        ),
        (
            names.has("try_reserve"),
            (0..60_u16).prop_map(Action::TryReserve).boxed(),
        ),
        (
            names.has("shrink_to_fit"),
            Just(Action::ShrinkToFit).boxed(),
        ),
        (names.has("as_mut_str"), Just(Action::Uppercase).boxed()),
        (through_string, Just(Action::ThroughString).boxed()),
        (through_box, Just(Action::ThroughBox).boxed()),
    ]
}
