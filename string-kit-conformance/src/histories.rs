//! Ways to make a text: inline, static, on the heap, with spare capacity, grown, cut.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use super::allocator::uncounted;
use super::code::literal;
use super::examined::{Examined, Make};
use super::hostile::{Answers, Draining};
use super::op::{Given, Op};
use super::probe::SerdeInput;
use super::slot::Value;
use super::texts::texts;

/// A value, and how it was made.
pub(super) struct History {
    pub(super) made: Made,
    pub(super) text: Value,
}

/// The way in which a value was made.
///
/// PERF: its parts are shared. A law makes many texts in each way.
#[derive(Clone)]
pub(super) struct Made {
    /// The way, in words.
    pub(super) way: &'static str,
    /// The code that makes `{s}` of `{text}` or of its halves, `{front}` and `{back}`.
    code: &'static str,
    text: Arc<str>,
    /// The edits that change that value to one of the text.
    ops: Arc<[Op]>,
}

/// The code that makes a text from a `&str`.
const FROM: &str = "let mut {s} = @from({text});\n";

/// The code that makes a text from a `String` with spare capacity.
const SPARE: &str = "let mut owned = String::with_capacity({room});\nowned.push_str({text});\n\
                     let mut {s} = S::from(owned);\n";

/// The code that makes an empty text with capacity.
const ROOM: &str = "let mut {s} = @with_capacity(300);\n";

impl Made {
    /// Returns the making of a text from a `&str`.
    pub(super) fn from_str(text: &str) -> Self {
        Self {
            way: "from a &str",
            code: FROM,
            text: text.into(),
            ops: Arc::new([]),
        }
    }

    /// Returns the making of a text from a `String` with spare capacity.
    pub(super) fn with_spare_capacity(text: &str) -> Self {
        Self {
            way: "from a String with spare capacity",
            code: SPARE,
            ..Self::from_str(text)
        }
    }

    /// Adds operations, in these words.
    pub(super) fn and(self, way: &'static str, ops: impl Into<Arc<[Op]>>) -> Self {
        let ops = ops.into();
        Self { way, ops, ..self }
    }

    /// Returns the code that makes the variable `s` in this way.
    pub(super) fn code(&self, subject: Examined<'_>, s: &str) -> String {
        let (front, back) = halves(&self.text);
        let slots = [
            ("{s}", s.to_owned()),
            ("{room}", room_of(&self.text).to_string()),
            ("{text}", literal(&self.text)),
            ("{front}", literal(front)),
            ("{back}", literal(back)),
        ];
        let code = self.code.to_owned();
        let fill = |code: String, (slot, value): &(&str, String)| code.replace(slot, value);
        let code = slots.iter().fold(code, fill);
        let ops = self.ops.iter().map(|op| op.statement(&subject.source, s));
        code + &ops.collect::<String>()
    }
}

/// Returns the capacity of the `String` from which a text with spare capacity is made.
fn room_of(text: &str) -> usize {
    2 * text.len() + 50
}

/// Longer than any inline capacity.
const LONG: &str = "a tail that no type keeps inline, since it is longer than a few words are";

/// Adds ways: each in words, its code and its value.
macro_rules! each {
    ($add:ident, $from:ident; $($way:literal, $code:expr, $value:expr;)*) => {$(
        $add(Made { way: $way, code: $code, ..$from.clone() }, $value);
    )*};
}

/// Takes each way with the value that it made, or `None` if the type does not support it.
type Visit<'a> = &'a mut dyn FnMut(Made, Option<Value>);

impl Examined<'_> {
    /// Makes the text in every way that the type supports.
    ///
    /// Leaves out a way that makes another text: the law about that way reports it.
    pub(super) fn histories(self, text: &'static str) -> Vec<History> {
        let mut all = Vec::new();
        let mut add = |made, value: Option<Value>| {
            if let Some(text) = value.filter(|value| self.bytes(&**value) == text.as_bytes()) {
                all.push(History { made, text });
            }
        };
        self.converted(text, &mut add);
        self.read(text, &mut add);
        for (needs, made) in changes(text) {
            if self.supports(needs) {
                add(made.clone(), self.made_by(made));
            }
        }
        all
    }

    /// Makes the text from a `String` with spare capacity.
    pub(super) fn with_spare_capacity(self, text: &str) -> Option<Value> {
        let mut owned = String::with_capacity(room_of(text));
        owned.push_str(text);
        self.probed.from_string.map(|from| from(owned))
    }

    /// Makes the text by conversions.
    pub(super) fn converted(self, text: &'static str, add: Visit<'_>) {
        let (probed, from) = (&self.probed, Made::from_str(text));
        add(from.clone(), Some(self.of(text)));
        let spare = Made::with_spare_capacity(text);
        add(spare, self.with_spare_capacity(text));
        each! { add, from;
            "from a &'static str", "let mut {s} = <S as From<&'static str>>::from({text});\n",
                probed.from_static.map(|from| from(text));
            "from a String", "let mut {s} = S::from(String::from({text}));\n",
                probed.from_string.map(|from| from(text.to_owned()));
            "from a Box<str>", "let mut {s} = S::from(Box::<str>::from({text}));\n",
                probed.from_boxed.map(|from| from(text.into()));
            "from a borrowed Cow", "let mut {s} = S::from(Cow::Borrowed({text}));\n",
                probed.from_cow.map(|from| from(text.into()));
            "from an owned Cow", "let mut {s} = S::from(Cow::<'static, str>::Owned({text}.into()));\n",
                probed.from_cow.map(|from| from(text.to_owned().into()));
            "parsed", "let mut {s} = {text}.parse::<S>().ok().unwrap();\n",
                probed.parse.and_then(|parse| parse(text));
        }
    }

    /// Makes the text by reading, capturing or collecting.
    fn read(self, text: &'static str, add: Visit<'_>) {
        let (probed, from) = (&self.probed, Made::from_str(text));
        let (bytes, (front, back)) = (text.as_bytes(), halves(text));
        each! { add, from;
            "made by try_from_str", "let mut {s} = @try_from_str({text}).unwrap();\n",
                self.make(Make::TryFromStr(text));
            "made by from_utf8", "let mut {s} = @from_utf8({text}.as_bytes()).unwrap();\n",
                self.make(Make::FromUtf8(bytes));
            "made by from_utf8_lossy", "let mut {s} = @from_utf8_lossy({text}.as_bytes());\n",
                self.make(Make::FromUtf8Lossy(bytes));
            "captured", "let mut {s} = @capture(&{text});\n",
                self.captures.as_ref().map(|captures| (captures.other)(&text));
            "made by try_capture", "let mut {s} = @try_capture(&{text}).unwrap();\n",
                self.make(Make::TryCapture(&text));
            "made by Default", "let mut {s} = S::default();\n",
                probed.default.filter(|_| text.is_empty()).map(|default| default());
            "deserialized", "let mut {s} = SerdeInput::Str({text}).read::<S>().unwrap();\n",
                probed.deserialize.and_then(|read| read(SerdeInput::Str(text)));
            "collected from characters", "let mut {s} = {text}.chars().collect::<S>();\n",
                probed.collect_chars.map(|collect| collect(Box::new(text.chars())));
            "collected from two &strs",
                "let mut {s} = [{front}, {back}].into_iter().collect::<S>();\n",
                probed.collect_strs.map(|collect| collect(Box::new([front, back].into_iter())));
            "collected from two Strings",
                "let mut {s} = [{front}, {back}].map(String::from).into_iter().collect::<S>();\n",
                probed.collect_strings.map(|collect| {
                    collect(Box::new([front, back].map(String::from).into_iter()))
                });
        }
    }

    /// Makes a text and applies operations to it, or returns `None` if the type does not support
    /// that.
    pub(super) fn made_by(self, made: &Made) -> Option<Value> {
        let mut value = match made.code {
            SPARE => self.with_spare_capacity(&made.text)?,
            ROOM => self.make(Make::WithCapacity(300))?,
            _ => self.of(&made.text),
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
    let ((front, back), (len, start)) = (halves(text), (text.len(), LONG.len()));
    let (more, tail) = (|| back.to_owned(), || Answers::of(len..));
    let inside = Answers::of(start..start + len);
    let longer = format!("{text}{LONG}");
    let [front, longer, whole, middle, same] = [
        front,
        &longer,
        &format!("{LONG}{text}"),
        &format!("{LONG}{longer}"),
        text,
    ]
    .map(Made::from_str);
    let (code, empty) = (ROOM, Made::from_str(""));
    let (roomy, spare) = (Made { code, ..empty }, Made::with_spare_capacity(text));
    let ways = [
        ("grown by push", &front, Op::PushEach(more())),
        ("grown by push_str", &front, Op::PushStr(more())),
        ("grown by try_push_str", &front, Op::TryPushStr(more())),
        ("grown by write!", &front, Op::Write(more(), 0)),
        ("grown by Extend<char>", &front, Op::ExtendChars(more())),
        ("grown by +=", &front, Op::AddAssign(back)),
        (
            "grown by insert_str",
            &front,
            Op::InsertStr(len - back.len(), more()),
        ),
        ("with spare capacity", &roomy, Op::PushStr(text.to_owned())),
        ("cut by truncate", &longer, Op::Truncate(len)),
        ("cut by pop", &longer, Op::PopTimes(start)),
        (
            "cut by drain",
            &longer,
            Op::Drain(tail(), Draining::of(0, 0)),
        ),
        (
            "cut by replace_range",
            &longer,
            Op::ReplaceRange(tail(), String::new()),
        ),
        ("cut by split_off", &longer, Op::CutOff(len)),
        ("split off a longer text", &whole, Op::SplitOff(start)),
        ("a slice of a longer text", &middle, Op::Slice(inside)),
        ("a clone that outlives its original", &same, Op::Clone),
        ("a clone of a text with spare capacity", &spare, Op::Clone),
    ];
    let ways = ways.map(|(way, made, op)| (way, made, vec![op]));
    let shrunk = vec![Op::Truncate(len), Op::ShrinkToFit];
    let shrunk = ("cut by truncate and shrink_to_fit", &longer, shrunk);
    let ways = ways.into_iter().chain([shrunk]).map(|(way, made, ops)| {
        let needs = ops.iter().map(Op::needs);
        let needs = needs.collect::<Vec<_>>().join(" + ");
        (needs, made.clone().and(way, ops))
    });
    ways.collect()
}

/// Splits a text in two at a character boundary.
fn halves(text: &str) -> (&str, &str) {
    text.split_at(text.floor_char_boundary(text.len() / 2))
}
