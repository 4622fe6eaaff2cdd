//! Strategies for random creations and actions, for proptest.

use core::fmt::Debug;
use core::ops::Bound;

use proptest::collection;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};
use proptest::sample::select;
use proptest::strategy::Union;

use super::examined::Examined;
use super::model::{Action, At, Between, Creation, Text};

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
pub(super) fn actions(subject: Examined<'_>) -> impl Strategy<Value = Vec<Action>> + use<> {
    collection::vec(Union::new_weighted(kinds(subject)), 0..30)
}

/// Returns the kinds of actions that the type supports, each with its weight.
fn kinds(subject: Examined<'_>) -> Vec<(u32, Union<BoxedStrategy<Action>>)> {
    let drain = |(range, front, back)| Action::Drain(range, front, back);
    let strings = "Into<String> + From<String>";
    let boxes = "Into<Box<str>> + From<Box<str>>";
    let kinds = [
        (3, vec![("Clone", one(Action::Clone))]),
        (2, vec![("", one(Action::Drop))]),
        (2, vec![("", of(any::<u8>(), Action::Turn))]),
        (
            3,
            vec![
                ("push", of(character(), Action::Push)),
                ("push_str", of(text(), Action::PushStr)),
                ("try_push_str", of(text(), Action::TryPushStr)),
                ("fmt::Write", with((text(), 0..9_u8), Action::Write)),
                ("Extend<char>", of(text(), Action::ExtendChars)),
                (
                    "Extend<String>",
                    of(collection::vec(text(), 0..3), Action::ExtendStrings),
                ),
                ("insert", with((at(), character()), Action::Insert)),
                ("insert_str", with((at(), text()), Action::InsertStr)),
                ("repeat", of(0..8_u8, Action::Repeat)),
            ],
        ),
        (
            3,
            vec![
                ("pop", one(Action::Pop)),
                ("remove", of(at(), Action::Remove)),
                ("truncate", of(at(), Action::Truncate)),
                ("clear", one(Action::Clear)),
                ("retain", of(any::<u32>(), Action::Retain)),
                ("split_off", of(at(), Action::SplitOff)),
            ],
        ),
        (
            3,
            vec![
                ("drain", of((between(), 0..4_u8, 0..4_u8), drain)),
                (
                    "replace_range",
                    with((between(), text()), Action::ReplaceRange),
                ),
                (
                    "extend_from_within",
                    of(between(), Action::ExtendFromWithin),
                ),
                ("slice", of(between(), Action::Slice)),
            ],
        ),
        (
            2,
            vec![
                ("reserve", of(0..60_u16, Action::Reserve)),
                ("try_reserve", of(0..60_u16, Action::TryReserve)),
                ("shrink_to_fit", one(Action::ShrinkToFit)),
                ("as_mut_str", one(Action::Uppercase)),
                (strings, one(Action::ThroughString)),
                (boxes, one(Action::ThroughBox)),
            ],
        ),
    ];
    let supported = kinds.into_iter().map(|(weight, kind)| {
        let kind = kind.into_iter();
        let kind = kind.filter(|(needs, _)| needs.is_empty() || subject.supports(needs));
        (weight, kind.map(|(_, action)| action).collect::<Vec<_>>())
    });
    let supported = supported.filter(|(_, kind)| !kind.is_empty());
    supported
        .map(|(weight, kind)| (weight, Union::new(kind)))
        .collect()
}

/// Returns an action without arguments.
fn one(action: Action) -> BoxedStrategy<Action> {
    Just(action).boxed()
}

/// Returns an action with an argument.
fn of<A: Debug>(
    argument: impl Strategy<Value = A> + 'static,
    action: impl Fn(A) -> Action + 'static,
) -> BoxedStrategy<Action> {
    argument.prop_map(action).boxed()
}

/// Returns an action with two arguments.
fn with<A: Debug, B: Debug>(
    arguments: impl Strategy<Value = (A, B)> + 'static,
    action: impl Fn(A, B) -> Action + 'static,
) -> BoxedStrategy<Action> {
    of(arguments, move |(a, b)| action(a, b))
}
