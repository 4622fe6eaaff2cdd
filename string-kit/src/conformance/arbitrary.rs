//! Creations and actions at random, for proptest.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Bound;

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::select;

use super::model::{Action, At, Between, Creation, Text};

fn character() -> impl Strategy<Value = char> {
    prop_oneof![
        2 => select(&['a', '\0', 'é', '\u{7ff}', '€', '\u{ffff}', '🦀'][..]),
        1 => any::<char>(),
    ]
}

fn text() -> impl Strategy<Value = Text> {
    prop_oneof![
        2 => vec(character(), 0..10).prop_map(|chars| Text::Chars(String::from_iter(chars))),
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
    // Half of them in order and at characters, as `a..b`.
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

pub(super) fn actions() -> impl Strategy<Value = Vec<Action>> {
    vec(action(), 0..30)
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        3 => Just(Action::Clone),
        2 => Just(Action::Drop),
        2 => any::<u8>().prop_map(Action::Turn),
        3 => appends(),
        3 => cuts(),
        3 => ranges(),
        2 => room(),
    ]
}

fn appends() -> impl Strategy<Value = Action> {
    prop_oneof![
        character().prop_map(Action::Push),
        text().prop_map(Action::PushStr),
        text().prop_map(Action::TryPushStr),
        (text(), 0..9_u8).prop_map(|(text, width)| Action::Write(text, width)),
        text().prop_map(Action::ExtendChars),
        vec(text(), 0..3).prop_map(Action::ExtendStrings),
        (at(), character()).prop_map(|(at, c)| Action::Insert(at, c)),
        (at(), text()).prop_map(|(at, text)| Action::InsertStr(at, text)),
        (0..8_u8).prop_map(Action::Repeat),
    ]
}

fn cuts() -> impl Strategy<Value = Action> {
    prop_oneof![
        Just(Action::Pop),
        at().prop_map(Action::Remove),
        at().prop_map(Action::Truncate),
        Just(Action::Clear),
        any::<u32>().prop_map(Action::Retain),
        at().prop_map(Action::SplitOff),
    ]
}

fn ranges() -> impl Strategy<Value = Action> {
    prop_oneof![
        (between(), 0..4_u8, 0..4_u8)
            .prop_map(|(span, front, back)| { Action::Drain(span, front, back) }),
        (between(), text()).prop_map(|(span, text)| Action::ReplaceRange(span, text)),
        between().prop_map(Action::ExtendFromWithin),
        between().prop_map(Action::Slice),
    ]
}

fn room() -> impl Strategy<Value = Action> {
    prop_oneof![
        (0..60_u16).prop_map(Action::Reserve),
        (0..60_u16).prop_map(Action::TryReserve),
        Just(Action::ShrinkToFit),
        Just(Action::Uppercase),
        Just(Action::ThroughString),
        Just(Action::ThroughBox),
    ]
}
