//! Strategies for random creations and actions, for proptest.

use core::fmt::Debug;
use core::ops::Bound;
use std::sync::LazyLock;

use proptest::collection;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};
use proptest::sample::select;
use proptest::strategy::{Union, ValueTree};
use proptest::test_runner::TestRunner;

use super::examined::Examined;
use super::model::{Action, At, Between, Creation};
use super::texts::text_of;

fn character() -> impl Strategy<Value = char> {
    prop_oneof![
        2 => select(&['a', '\0', 'é', '\u{7ff}', '€', '\u{ffff}', '🦀'][..]),
        1 => any::<char>(),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => collection::vec(character(), 0..10).prop_map(String::from_iter),
        1 => (0..60_usize, 1..5_usize).prop_map(|(len, width)| text_of(len, width)),
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
    let mut supported = kinds();
    supported.retain(|(_, needs, _)| needs.is_empty() || subject.supports(needs));
    let groups = WEIGHTS
        .into_iter()
        .enumerate()
        .filter_map(|(group, weight)| {
            let kinds = supported.iter().filter(|(other, ..)| *other == group);
            let actions: Vec<_> = kinds.map(|(.., action)| action.clone()).collect();
            (!actions.is_empty()).then(|| (weight, Union::new(actions)))
        });
    collection::vec(Union::new_weighted(groups.collect()), 0..30)
}

/// Two actions of each kind, the same ones in each run.
pub(super) static TWO_OF_EACH: LazyLock<Vec<Action>> = LazyLock::new(|| {
    let (kinds, mut runner) = (kinds(), TestRunner::deterministic());
    let both = kinds.iter().chain(&kinds);
    let trees = both.filter_map(|(.., action)| action.new_tree(&mut runner).ok());
    trees.map(|tree| tree.current()).collect()
});

/// The weight of each group of actions, of which a type may support few or many.
const WEIGHTS: [u32; 7] = [3, 2, 2, 3, 3, 3, 2];

/// Returns the kinds of actions, each with its group and what it needs of a type.
fn kinds() -> Vec<(usize, &'static str, BoxedStrategy<Action>)> {
    let drain = |(range, front, back)| Action::Drain(range, front, back);
    let drained = (between(), 0..4_u8, 0..4_u8);
    let replace = two((between(), text()), Action::ReplaceRange);
    let extend = one(between(), Action::ExtendFromWithin);
    let texts = collection::vec(text(), 0..3);
    let strings = "Into<String> + From<String>";
    let boxes = "Into<Box<str>> + From<Box<str>>";
    vec![
        (0, "Clone", none(Action::Clone)),
        (1, "", none(Action::Drop)),
        (2, "", one(any::<u8>(), Action::Turn)),
        (3, "push", one(character(), Action::Push)),
        (3, "push_str", one(text(), Action::PushStr)),
        (3, "try_push_str", one(text(), Action::TryPushStr)),
        (3, "fmt::Write", two((text(), 0..9_u8), Action::Write)),
        (3, "Extend<char>", one(text(), Action::ExtendChars)),
        (3, "Extend<String>", one(texts, Action::ExtendStrings)),
        (3, "insert", two((at(), character()), Action::Insert)),
        (3, "insert_str", two((at(), text()), Action::InsertStr)),
        (3, "repeat", one(0..8_u8, Action::Repeat)),
        (4, "pop", none(Action::Pop)),
        (4, "remove", one(at(), Action::Remove)),
        (4, "truncate", one(at(), Action::Truncate)),
        (4, "clear", none(Action::Clear)),
        (4, "retain", one(any::<u32>(), Action::Retain)),
        (4, "split_off", one(at(), Action::SplitOff)),
        (5, "drain", one(drained, drain)),
        (5, "replace_range", replace),
        (5, "extend_from_within", extend),
        (5, "slice", one(between(), Action::Slice)),
        (6, "reserve", one(0..60_u16, Action::Reserve)),
        (6, "try_reserve", one(0..60_u16, Action::TryReserve)),
        (6, "shrink_to_fit", none(Action::ShrinkToFit)),
        (6, "as_mut_str", none(Action::Uppercase)),
        (6, strings, none(Action::ThroughString)),
        (6, boxes, none(Action::ThroughBox)),
    ]
}

/// Returns an action without arguments.
fn none(action: Action) -> BoxedStrategy<Action> {
    Just(action).boxed()
}

/// Returns an action with an argument.
fn one<A: Debug>(
    argument: impl Strategy<Value = A> + 'static,
    action: impl Fn(A) -> Action + 'static,
) -> BoxedStrategy<Action> {
    argument.prop_map(action).boxed()
}

/// Returns an action with two arguments.
fn two<A: Debug, B: Debug>(
    arguments: impl Strategy<Value = (A, B)> + 'static,
    action: impl Fn(A, B) -> Action + 'static,
) -> BoxedStrategy<Action> {
    one(arguments, move |(a, b)| action(a, b))
}
