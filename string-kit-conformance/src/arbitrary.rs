//! Strategies for random creations and actions, for proptest.

use core::ops::Bound;

use proptest::collection;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};
use proptest::sample::select;
use proptest::strategy::Union;

use super::Subject;
use super::model::{Action, At, Between, Creation, Text};
use super::subject::Methods;

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
pub(super) fn actions<S>(subject: &Subject<S>) -> impl Strategy<Value = Vec<Action>> + use<S> {
    collection::vec(Union::new_weighted(kinds(subject)), 0..30)
}

/// An action, and true if the type supports it.
type Kind = (bool, BoxedStrategy<Action>);

/// Returns the kinds of actions that the type supports, each with its weight.
fn kinds<S>(subject: &Subject<S>) -> Vec<(u32, Union<BoxedStrategy<Action>>)> {
    let kinds = [
        (
            3,
            vec![(subject.probed.clone.is_some(), Just(Action::Clone).boxed())],
        ),
        (2, vec![(true, Just(Action::Drop).boxed())]),
        (2, vec![(true, any::<u8>().prop_map(Action::Turn).boxed())]),
        (3, appends(subject)),
        (3, cuts(&subject.methods)),
        (3, ranges(&subject.methods)),
        (2, room(subject)),
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

fn appends<S>(subject: &Subject<S>) -> Vec<Kind> {
    let (methods, probed) = (&subject.methods, &subject.probed);
    let write = (text(), 0..9_u8).prop_map(|(text, width)| Action::Write(text, width));
    let insert = (at(), character()).prop_map(|(at, c)| Action::Insert(at, c));
    let insert_str = (at(), text()).prop_map(|(at, text)| Action::InsertStr(at, text));
    vec![
        (
            methods.push.is_some(),
            character().prop_map(Action::Push).boxed(),
        ),
        (
            methods.push_str.is_some(),
            text().prop_map(Action::PushStr).boxed(),
        ),
        (
            methods.try_push_str.is_some(),
            text().prop_map(Action::TryPushStr).boxed(),
        ),
        (probed.write.is_some(), write.boxed()),
        (
            probed.extend_chars.is_some(),
            text().prop_map(Action::ExtendChars).boxed(),
        ),
        (
            probed.extend_strings.is_some(),
            collection::vec(text(), 0..3)
                .prop_map(Action::ExtendStrings)
                .boxed(),
        ),
        (methods.insert.is_some(), insert.boxed()),
        (methods.insert_str.is_some(), insert_str.boxed()),
        (
            methods.repeat.is_some(),
            (0..8_u8).prop_map(Action::Repeat).boxed(),
        ),
    ]
}

fn cuts<S>(methods: &Methods<S>) -> Vec<Kind> {
    vec![
        (methods.pop.is_some(), Just(Action::Pop).boxed()),
        (
            methods.remove.is_some(),
            at().prop_map(Action::Remove).boxed(),
        ),
        (
            methods.truncate.is_some(),
            at().prop_map(Action::Truncate).boxed(),
        ),
        (methods.clear.is_some(), Just(Action::Clear).boxed()),
        (
            methods.retain.is_some(),
            any::<u32>().prop_map(Action::Retain).boxed(),
        ),
        (
            methods.split_off.is_some(),
            at().prop_map(Action::SplitOff).boxed(),
        ),
    ]
}

fn ranges<S>(methods: &Methods<S>) -> Vec<Kind> {
    let drain = (between(), 0..4_u8, 0..4_u8)
        .prop_map(|(span, front, back)| Action::Drain(span, front, back));
    let replace = (between(), text()).prop_map(|(span, text)| Action::ReplaceRange(span, text));
    vec![
        (methods.drain.is_some(), drain.boxed()),
        (methods.replace_range.is_some(), replace.boxed()),
        (
            methods.extend_from_within.is_some(),
            between().prop_map(Action::ExtendFromWithin).boxed(),
        ),
        (
            methods.slice.is_some(),
            between().prop_map(Action::Slice).boxed(),
        ),
    ]
}

fn room<S>(subject: &Subject<S>) -> Vec<Kind> {
    let (methods, probed) = (&subject.methods, &subject.probed);
    let through_string = probed.into_string.is_some() && probed.from_string.is_some();
    let through_box = probed.into_boxed.is_some() && probed.from_boxed.is_some();
    vec![
        (
            methods.reserve.is_some(),
            (0..60_u16).prop_map(Action::Reserve).boxed(),
        ),
        (
            methods.try_reserve.is_some(),
            (0..60_u16).prop_map(Action::TryReserve).boxed(),
        ),
        (
            methods.shrink_to_fit.is_some(),
            Just(Action::ShrinkToFit).boxed(),
        ),
        (
            methods.as_mut_str.is_some(),
            Just(Action::Uppercase).boxed(),
        ),
        (through_string, Just(Action::ThroughString).boxed()),
        (through_box, Just(Action::ThroughBox).boxed()),
    ]
}
