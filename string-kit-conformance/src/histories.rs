//! Ways to make a text: inline, static, on the heap, with spare capacity, grown, cut.

use core::ops::Bound;

use super::Subject;
use super::code::{Source, literal, range_of};
use super::hostile::{Answers, Draining};
use super::probe::SerdeInput;

/// A value, and how it was made.
pub(super) struct History<S> {
    pub(super) made: Made,
    pub(super) text: S,
}

/// A text and the way in which a value of it was made.
#[derive(Clone, Copy)]
pub(super) struct Made {
    /// The way, in words.
    pub(super) way: &'static str,
    pub(super) text: &'static str,
    /// The code, in which names in braces stand for the variable, the text and its parts.
    code: &'static str,
}

/// Expands to the code that makes a value.
macro_rules! made {
    ($value:literal) => {
        concat!("let mut {s} = ", $value, ";\n")
    };
}

/// Expands to the code that makes a value of a `String` with spare capacity.
macro_rules! roomy {
    ($value:literal) => {
        concat!(
            "let mut owned = String::with_capacity({room});\nowned.push_str({text});\n",
            made!($value)
        )
    };
}

/// Expands to the code that makes a value of the first half of the text, and changes it.
macro_rules! grown {
    ($change:literal) => {
        concat!(made!("@from({front})"), $change, ";\n")
    };
}

/// Expands to the code that makes a value of a longer text, and changes it.
macro_rules! cut {
    ($change:literal) => {
        concat!(made!("@from({longer})"), $change, ";\n")
    };
}

impl Made {
    /// Returns the making of a text from a `&str`.
    pub(super) fn from_str(text: &'static str) -> Self {
        let (way, code) = ("from a &str", made!("@from({text})"));
        Self { way, text, code }
    }

    /// Returns the making of a text from a `String` with spare capacity.
    pub(super) fn with_spare_capacity(text: &'static str) -> Self {
        let (way, code) = (
            "from a String with spare capacity",
            roomy!("S::from(owned)"),
        );
        Self { way, text, code }
    }

    /// Returns the code that makes the variable `name` in this way.
    pub(super) fn code(self, source: &Source, name: &str) -> String {
        let (text, len) = (self.text, self.text.len());
        let (front, back) = halves(text);
        let tail = range_of((Bound::Included(len), Bound::Unbounded));
        let slots = [
            ("{drain}", source.drain(name, &tail, Draining::of(0, 0))),
            ("{s}", name.to_owned()),
            ("{tail}", tail),
            ("{len}", len.to_string()),
            ("{room}", (2 * len + 50).to_string()),
            ("{at}", front.len().to_string()),
            ("{start}", LONG.len().to_string()),
            ("{end}", (LONG.len() + len).to_string()),
            ("{text}", literal(text)),
            ("{front}", literal(front)),
            ("{back}", literal(back)),
            ("{longer}", literal(&format!("{text}{LONG}"))),
            ("{whole}", literal(&format!("{LONG}{text}"))),
            ("{middle}", literal(&format!("{LONG}{text}{LONG}"))),
        ];
        let code = self.code.to_owned();
        slots
            .iter()
            .fold(code, |code, (slot, value)| code.replace(slot, value))
    }
}

/// Longer than any inline capacity.
const LONG: &str = "a tail that no type keeps inline, since it is longer than a few words are";

/// Adds ways: each in words, its code and its value.
macro_rules! each {
    ($add:ident, $text:ident; $($way:literal, $code:expr, $value:expr;)*) => {$(
        $add(Made { way: $way, text: $text, code: $code }, $value);
    )*};
}

/// Takes each way with the value that it made, or `None` if the type does not support it.
type Visit<'a, S> = &'a mut dyn FnMut(Made, Option<S>);

impl<S> Subject<S> {
    /// Returns the code that makes `s` in a way, and then runs `then`.
    pub(super) fn code_of(&self, made: Made, then: &str) -> String {
        self.code(made.code(&self.source, "s") + then)
    }

    /// Makes the text in every way that the type supports.
    ///
    /// Leaves out a way that makes another text: the law about that way reports it.
    pub(super) fn histories(&self, text: &'static str) -> Vec<History<S>> {
        let mut all = Vec::new();
        let mut add = |made, value: Option<S>| {
            if let Some(value) = value
                && self.bytes(&value) == text.as_bytes()
            {
                all.push(History { made, text: value });
            }
        };
        self.converted(text, &mut add);
        self.read(text, &mut add);
        self.grown(text, &mut add);
        self.cut(text, &mut add);
        self.cloned(text, &mut add);
        all
    }

    /// Makes the text from a `String` with spare capacity.
    pub(super) fn with_spare_capacity(&self, text: &str) -> Option<S> {
        let mut owned = String::with_capacity(2 * text.len() + 50);
        owned.push_str(text);
        self.probed.from_string.map(|from| from(owned))
    }

    /// Makes the text by conversions.
    pub(super) fn converted(&self, text: &'static str, add: Visit<'_, S>) {
        let probed = &self.probed;
        add(Made::from_str(text), Some(self.of(text)));
        add(
            Made::with_spare_capacity(text),
            self.with_spare_capacity(text),
        );
        each! { add, text;
            "from a &'static str", made!("<S as From<&'static str>>::from({text})"),
                probed.from_static.map(|from| from(text));
            "from a String", made!("S::from(String::from({text}))"),
                probed.from_string.map(|from| from(text.to_owned()));
            "from a Box<str>", made!("S::from(Box::<str>::from({text}))"),
                probed.from_boxed.map(|from| from(text.into()));
            "from a borrowed Cow", made!("S::from(Cow::Borrowed({text}))"),
                probed.from_cow.map(|from| from(text.into()));
            "from an owned Cow", made!("S::from(Cow::<'static, str>::Owned({text}.into()))"),
                probed.from_cow.map(|from| from(text.to_owned().into()));
            "parsed", made!("{text}.parse::<S>().ok().unwrap()"),
                probed.parse.and_then(|parse| parse(text));
        }
    }

    /// Makes the text by reading, capturing or collecting.
    fn read(&self, text: &'static str, add: Visit<'_, S>) {
        let (methods, probed) = (&self.methods, &self.probed);
        let (bytes, (front, back)) = (text.as_bytes(), halves(text));
        each! { add, text;
            "made by try_from_str", made!("@try_from_str({text}).unwrap()"),
                methods.try_from_str.and_then(|try_from| try_from(text));
            "made by from_utf8", made!("@from_utf8({text}.as_bytes()).unwrap()"),
                methods.from_utf8.and_then(|from| from(bytes));
            "made by from_utf8_lossy", made!("@from_utf8_lossy({text}.as_bytes())"),
                methods.from_utf8_lossy.map(|from| from(bytes));
            "captured", made!("@capture(&{text})"),
                self.captures.as_ref().map(|captures| (captures.other)(&text));
            "made by try_capture", made!("@try_capture(&{text}).unwrap()"),
                methods.try_capture.and_then(|capture| capture(&text));
            "made by Default", made!("S::default()"),
                probed.default.filter(|_| text.is_empty()).map(|default| default());
            "deserialized", made!("SerdeInput::Str({text}).read::<S>().unwrap()"),
                probed.deserialize.and_then(|read| read(SerdeInput::Str(text)));
            "collected from characters", made!("{text}.chars().collect::<S>()"),
                probed.collect_chars.map(|collect| collect(Box::new(text.chars())));
            "collected from two &strs", made!("[{front}, {back}].into_iter().collect::<S>()"),
                probed.collect_strs.map(|collect| collect(Box::new([front, back].into_iter())));
            "collected from two Strings",
                made!("[{front}, {back}].map(String::from).into_iter().collect::<S>()"),
                probed.collect_strings.map(|collect| {
                    collect(Box::new([front, back].map(String::from).into_iter()))
                });
        }
    }

    /// Makes the first half of the text, and appends the second.
    fn grown(&self, text: &'static str, add: Visit<'_, S>) {
        let (methods, probed) = (&self.methods, &self.probed);
        let (front, back) = halves(text);
        let grown = |grow: &dyn Fn(&mut S)| self.changed(front, grow);
        each! { add, text;
            "grown by push", grown!("{back}.chars().for_each(|c| @push({s}, c))"),
                methods.push.map(|push| grown(&|text| back.chars().for_each(|c| push(text, c))));
            "grown by push_str", grown!("@push_str({s}, {back})"),
                methods.push_str.map(|push_str| grown(&|text| push_str(text, back)));
            "grown by try_push_str", grown!("assert!(@try_push_str({s}, {back}))"),
                methods.try_push_str.map(|push_str| grown(&|text| _ = push_str(text, back)));
            "grown by write!", grown!("write!({s}, \"{}\", {back}).unwrap()"),
                probed.write.map(|write| grown(&|text| _ = write(text, format_args!("{back}"))));
            "grown by Extend<char>", grown!("{s}.extend({back}.chars())"),
                probed.extend_chars.map(|extend| grown(&|text| extend(text, Box::new(back.chars()))));
            "grown by +=", grown!("{s} += {back}"),
                probed.add_assign.map(|add| grown(&|text| add(text, back)));
            "grown by insert_str", grown!("@insert_str({s}, {at}, {back})"),
                methods.insert_str.map(|insert| grown(&|text| insert(text, front.len(), back)));
            "with spare capacity",
                concat!(made!("@with_capacity(300)"), "@push_str({s}, {text});\n"),
                methods.with_capacity.zip(methods.push_str).map(|(with_capacity, push_str)| {
                    let mut roomy = with_capacity(300);
                    push_str(&mut roomy, text);
                    roomy
                });
        }
    }

    /// Makes a longer text, and cuts it.
    fn cut(&self, text: &'static str, add: Visit<'_, S>) {
        let methods = &self.methods;
        let (start, len) = (LONG.len(), text.len());
        let cut = |cut: &dyn Fn(&mut S)| self.changed(&format!("{text}{LONG}"), cut);
        let tail = Answers::steady(Bound::Included(len), Bound::Unbounded);
        let inside = Answers::steady(Bound::Included(start), Bound::Excluded(start + len));
        each! { add, text;
            "cut by truncate", cut!("@truncate({s}, {len})"),
                methods.truncate.map(|truncate| cut(&|text| truncate(text, len)));
            "cut by truncate and shrink_to_fit",
                cut!("@truncate({s}, {len});\n@shrink_to_fit({s})"),
                methods.truncate.zip(methods.shrink_to_fit).map(|(truncate, shrink)| cut(&|text| {
                    truncate(text, len);
                    shrink(text);
                }));
            "cut by pop", cut!("(0..{start}).for_each(|_| _ = @pop({s}))"),
                methods.pop.map(|pop| cut(&|text| LONG.chars().for_each(|_| _ = pop(text))));
            "cut by drain", cut!("_ = {drain}"),
                methods.drain.map(|drain| cut(&|text| {
                    drain(text, tail.span(), Draining::of(0, 0));
                }));
            "cut by replace_range", cut!("@replace_range({s}, {tail}, \"\")"),
                methods.replace_range.map(|replace| cut(&|text| replace(text, tail.span(), "")));
            "cut by split_off", cut!("drop(@split_off({s}, {len}))"),
                methods.split_off.map(|split_off| cut(&|text| drop(split_off(text, len))));
            "split off a longer text",
                "let mut whole = @from({whole});\nlet mut {s} = @split_off(whole, {start});\n",
                methods.split_off.map(|split_off| {
                    split_off(&mut self.of(&format!("{LONG}{text}")), start)
                });
            "a slice of a longer text",
                "let whole = @from({middle});\nlet mut {s} = @slice(whole, ~{start}..{end}~);\n",
                methods.slice.map(|slice| {
                    slice(&self.of(&format!("{LONG}{text}{LONG}")), inside.span())
                });
        }
    }

    fn cloned(&self, text: &'static str, add: Visit<'_, S>) {
        let Some(clone) = self.probed.clone else {
            return;
        };
        let (first, spare) = (self.of(text), self.with_spare_capacity(text));
        each! { add, text;
            "a clone", made!("@from({text}).clone()"), Some(clone(&self.of(text)));
            "a clone that outlives its original",
                concat!("let first = @from({text});\n", made!("first.clone()"), "drop(first);\n"),
                Some(clone(&first));
            "a clone of a text with spare capacity", roomy!("S::from(owned).clone()"),
                spare.as_ref().map(clone);
        }
    }

    /// Makes a text and changes it.
    fn changed(&self, text: &str, change: &dyn Fn(&mut S)) -> S {
        let mut value = self.of(text);
        change(&mut value);
        value
    }
}

/// Splits a text in two at a character boundary.
fn halves(text: &'static str) -> (&'static str, &'static str) {
    text.split_at(text.floor_char_boundary(text.len() / 2))
}
