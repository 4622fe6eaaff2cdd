//! Ways to make a text: inline, static, on the heap, with spare capacity, grown, cut.

use core::fmt;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use super::allocator::uncounted;
use super::examined::{Examined, Make};
use super::hostile::{Answers, Draining};
use super::op::{Given, Op};
use super::probe::SerdeInput;
use super::slot::Value;
use super::texts::texts;

/// A text, and the way in which a value of it was made. Displays as both.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) text: &'static str,
    pub(super) words: &'static str,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, {},", self.text, self.words)
    }
}

/// A value, and how it was made.
pub(super) struct History {
    pub(super) way: Way,
    pub(super) value: Value,
}

/// The value with which a making starts.
#[derive(Clone, Copy)]
enum Start {
    Str,
    /// A `String` with spare capacity.
    Spare,
    /// An empty text with capacity.
    Room,
}

/// A text to start with, and the edits that change it.
///
/// PERF: its parts are shared. A law makes many texts in each way.
#[derive(Clone)]
pub(super) struct Made {
    pub(super) words: &'static str,
    start: Start,
    text: Arc<str>,
    ops: Arc<[Op]>,
}

impl Made {
    pub(super) fn from_str(text: &str) -> Self {
        Self {
            words: "from a &str",
            start: Start::Str,
            text: text.into(),
            ops: Arc::new([]),
        }
    }

    pub(super) fn with_spare_capacity(text: &str) -> Self {
        Self {
            words: "from a String with spare capacity",
            start: Start::Spare,
            ..Self::from_str(text)
        }
    }

    /// Adds operations, in these words.
    pub(super) fn and(self, words: &'static str, ops: impl Into<Arc<[Op]>>) -> Self {
        let ops = ops.into();
        Self { words, ops, ..self }
    }
}

/// Longer than any inline capacity.
const LONG: &str = "a tail that no type keeps inline, since it is longer than a few words are";

/// Takes the words of each way with the value that it made, if the type supports it.
type Visit<'a> = &'a mut dyn FnMut(&'static str, Option<Value>);

impl Examined<'_> {
    /// Makes the text in every way that the type supports.
    ///
    /// Leaves out a way that makes another text: the law about that way reports it.
    pub(super) fn histories(self, text: &'static str) -> Vec<History> {
        let mut all = Vec::new();
        let mut add = |words, value: Option<Value>| {
            if let Some(value) = value.filter(|value| self.bytes(&**value) == text.as_bytes()) {
                let way = Way { text, words };
                all.push(History { way, value });
            }
        };
        self.converted(text, &mut add);
        self.read(text, &mut add);
        for (needs, made) in changes(text) {
            if self.supports(needs) {
                add(made.words, self.made_by(made));
            }
        }
        all
    }

    fn with_spare_capacity(self, text: &str) -> Option<Value> {
        let mut owned = String::with_capacity(2 * text.len() + 50);
        owned.push_str(text);
        self.probed.from_string.map(|from| from(owned))
    }

    pub(super) fn converted(self, text: &'static str, add: Visit<'_>) {
        let probed = &self.facts.probed;
        add("from a &str", Some(self.value(text)));
        let spare = self.with_spare_capacity(text);
        add("from a String with spare capacity", spare);
        let from_static = probed.from_static.map(|from| from(text));
        add("from a &'static str", from_static);
        let from_string = probed.from_string.map(|from| from(text.to_owned()));
        add("from a String", from_string);
        let from_boxed = probed.from_boxed.map(|from| from(text.into()));
        add("from a Box<str>", from_boxed);
        let borrowed = probed.from_cow.map(|from| from(text.into()));
        add("from a borrowed Cow", borrowed);
        let owned = probed.from_cow.map(|from| from(text.to_owned().into()));
        add("from an owned Cow", owned);
        add("parsed", probed.parse.and_then(|parse| parse(text)));
    }

    /// Makes the text by reading, capturing or collecting.
    fn read(self, text: &'static str, add: Visit<'_>) {
        let probed = &self.facts.probed;
        let (bytes, (front, back)) = (text.as_bytes(), halves(text));
        for (words, make) in [
            ("made by try_from_str", Make::TryFromStr(text)),
            ("made by from_utf8", Make::FromUtf8(bytes)),
            ("made by from_utf8_lossy", Make::FromUtf8Lossy(bytes)),
            ("made by try_capture", Make::TryCapture(&text)),
        ] {
            add(words, self.make(make));
        }
        let captures = self.facts.captures.as_ref();
        add("captured", captures.map(|captures| (captures.other)(&text)));
        let default = probed.default.filter(|_| text.is_empty());
        add("made by Default", default.map(|default| default()));
        let input = SerdeInput::Str(text);
        let deserialized = probed.deserialize.and_then(|read| read(input));
        add("deserialized", deserialized);
        let collect = probed.collect_chars;
        let chars = collect.map(|collect| collect(Box::new(text.chars())));
        add("collected from characters", chars);
        let (collect, items) = (probed.collect_strs, [front, back].into_iter());
        let strs = collect.map(|collect| collect(Box::new(items.clone())));
        add("collected from two &strs", strs);
        let collect = probed.collect_strings;
        let strings = collect.map(|collect| collect(Box::new(items.map(String::from))));
        add("collected from two Strings", strings);
    }

    /// Makes a text and applies operations to it, or returns `None` if the type does not support
    /// that.
    pub(super) fn made_by(self, made: &Made) -> Option<Value> {
        let mut value = match made.start {
            Start::Str => self.value(&made.text),
            Start::Spare => self.with_spare_capacity(&made.text)?,
            Start::Room => self.make(Make::WithCapacity(300))?,
        };
        for op in &*made.ops {
            // A new text replaces the value.
            if let Given::New(new) = self.apply(&mut value, op)? {
                value = new;
            }
        }
        Some(value)
    }
}

/// Returns the ways to make another text and change it, and what they need.
fn changes(text: &'static str) -> &'static [(String, Made)] {
    static CHANGES: LazyLock<HashMap<&str, Vec<(String, Made)>>> = LazyLock::new(|| {
        let texts = texts().iter().map(String::as_str);
        texts.map(|text| (text, changes_of(text))).collect()
    });
    uncounted(|| &CHANGES[text])
}

fn changes_of(text: &'static str) -> Vec<(String, Made)> {
    let changes = grown(text).into_iter().chain(cut(text));
    let needs_and_makings = changes.map(|(words, made, ops)| {
        let needs: Vec<_> = ops.iter().map(Op::needs).collect();
        (needs.join(" + "), made.and(words, ops))
    });
    needs_and_makings.collect()
}

/// What a text is made by: in words, its beginning, and operations on it.
type Change = (&'static str, Made, Vec<Op>);

fn grown(text: &'static str) -> Vec<Change> {
    let (front, back) = halves(text);
    let ops = [
        ("grown by push", Op::PushEach(back.to_owned())),
        ("grown by push_str", Op::PushStr(back.to_owned())),
        ("grown by try_push_str", Op::TryPushStr(back.to_owned())),
        ("grown by write!", Op::Write(back.to_owned(), 0)),
        ("grown by Extend<char>", Op::ExtendChars(back.to_owned())),
        ("grown by +=", Op::AddAssign(back)),
        (
            "grown by insert_str",
            Op::InsertStr(front.len(), back.to_owned()),
        ),
    ];
    let mut ways = Vec::from(ops.map(|(words, op)| (words, Made::from_str(front), vec![op])));
    let roomy = Made {
        start: Start::Room,
        ..Made::from_str("")
    };
    let push = Op::PushStr(text.to_owned());
    ways.push(("with spare capacity", roomy, vec![push]));
    ways
}

fn cut(text: &'static str) -> Vec<Change> {
    let (len, start) = (text.len(), LONG.len());
    let tail = || Answers::steady(len..);
    let inside = Answers::steady(start..start + len);
    let longer = &format!("{text}{LONG}");
    let (whole, middle) = (&format!("{LONG}{text}"), &format!("{LONG}{longer}"));
    let drain = Op::Drain(tail(), Draining::both_ends(0, 0));
    let replace = Op::ReplaceRange(tail(), String::new());
    let shrunk = vec![Op::Truncate(len), Op::ShrinkToFit];
    let ways = [
        ("cut by truncate", &**longer, vec![Op::Truncate(len)]),
        ("cut by pop", longer, vec![Op::PopTimes(start)]),
        ("cut by drain", longer, vec![drain]),
        ("cut by replace_range", longer, vec![replace]),
        ("cut by split_off", longer, vec![Op::CutOff(len)]),
        ("cut by truncate and shrink_to_fit", longer, shrunk),
        ("split off a longer text", whole, vec![Op::SplitOff(start)]),
        ("a slice of a longer text", middle, vec![Op::Slice(inside)]),
        ("a clone that outlives its original", text, vec![Op::Clone]),
    ];
    let spare = Made::with_spare_capacity(text);
    let mut ways = Vec::from(ways.map(|(words, start, ops)| (words, Made::from_str(start), ops)));
    let words = "a clone of a text with spare capacity";
    ways.push((words, spare, vec![Op::Clone]));
    ways
}

/// Splits a text in two at a character boundary.
fn halves(text: &str) -> (&str, &str) {
    text.split_at(text.floor_char_boundary(text.len() / 2))
}
