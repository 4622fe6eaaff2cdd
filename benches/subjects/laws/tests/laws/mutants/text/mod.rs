//! Types that keep their text in a `String`.
//!
//! `Whole` has every trait and method that the laws examine. A mutant has some of them: with fewer
//! ways to make a text, a law tries fewer cases.

mod capture;
mod collect;
mod compare;
mod convert;
mod drain;
mod edit;
mod format;
mod room;

use std::marker::PhantomData;

use string_kit_conformance::{Subject, subject};

pub(crate) use self::capture::Ways;

/// A text that implements the traits of `K`.
#[allow(clippy::struct_field_names)] // The field is the text.
pub(crate) struct Text<K> {
    text: String,
    /// True during a change, in the bugs that fail to reset it. While it is true, other changes are
    /// ignored.
    in_use: bool,
    kind: PhantomData<K>,
}

impl<K> Text<K> {
    fn new() -> Self {
        Self::of(String::new())
    }

    fn of(text: String) -> Self {
        Self {
            text,
            in_use: false,
            kind: PhantomData,
        }
    }
}

/// The types with the traits that compare, format and convert, and with serde's.
trait Views {}

/// The types with `Extend` and `FromIterator`.
trait Collects {}

pub(crate) enum Viewed {}
impl Views for Viewed {}

pub(crate) enum Collected {}
impl Collects for Collected {}

pub(crate) enum Captured {}

pub(crate) enum Edited {}

pub(crate) enum Roomy {}

pub(crate) enum Whole {}
impl Views for Whole {}
impl Collects for Whole {}

pub(crate) mod whole {
    use super::*;

    pub(crate) fn subject() -> Subject<Text<Whole>> {
        grows(edits(captures(
            subject!(Text<Whole>; from_utf8, from_utf8_lossy, push_str, truncate, concat),
        )))
    }
}

pub(crate) mod viewed {
    use super::*;

    pub(crate) fn subject() -> Subject<Text<Viewed>> {
        subject!(Text<Viewed>; from_utf8, from_utf8_lossy).named("Text")
    }
}

pub(crate) mod collected {
    use super::*;

    pub(crate) fn subject() -> Subject<Text<Collected>> {
        subject!(Text<Collected>; push_str, concat).named("Text")
    }
}

pub(crate) mod captured {
    use super::*;

    pub(crate) fn subject() -> Subject<Text<Captured>> {
        captures(subject!(Text<Captured>))
    }
}

pub(crate) mod edited {
    use super::*;

    pub(crate) fn subject() -> Subject<Text<Edited>> {
        edits(subject!(Text<Edited>; push_str, truncate))
    }
}

pub(crate) mod roomy {
    use super::*;

    pub(crate) fn subject() -> Subject<Text<Roomy>> {
        grows(subject!(Text<Roomy>; push_str))
    }
}

fn captures<K>(subject: Subject<Text<K>>) -> Subject<Text<K>> {
    subject
        .named("Text")
        .capture::<Ways>()
        .written_capture("value", "Ways::capture(value)")
        .try_capture(|value| Text::try_capture(value))
        .written("try_capture", "|value| Text::try_capture(value)")
}

fn edits<K>(subject: Subject<Text<K>>) -> Subject<Text<K>> {
    subject
        .named("Text")
        .push(Text::push)
        .pop(Text::pop)
        .clear(Text::clear)
        .insert(Text::insert)
        .insert_str(Text::insert_str)
        .remove(Text::remove)
        .retain(|text, keep| text.retain(keep))
        .drain(|text, range, how| text.drain(range, how))
        .written("drain", "|text, range, how| text.drain(range, how)")
        .replace_range(|text, range, with| text.replace_range(range, with))
        .extend_from_within(|text, range| text.extend_from_within(range))
        .split_off(Text::split_off)
        .as_mut_str(Text::as_mut_str)
        .slice(|text, range| text.slice(range))
}

fn grows<K>(subject: Subject<Text<K>>) -> Subject<Text<K>> {
    subject
        .named("Text")
        .inline_capacity(0)
        .shares(false)
        .heap_size(Text::heap_size)
        .repeat(Text::repeat)
        .capacity(Text::capacity)
        .with_capacity(Text::with_capacity)
        .reserve(Text::reserve)
        .try_reserve(Text::try_reserve)
        .written("try_reserve", "Text::try_reserve")
        .shrink_to_fit(Text::shrink_to_fit)
        .try_push_str(Text::try_push_str)
        .written("try_push_str", "Text::try_push_str")
        .try_from_str(|text| Text::try_from_str(text))
        .written("try_from_str", "|text| Text::try_from_str(text)")
}
