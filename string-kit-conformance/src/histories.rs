//! Ways to make a text: inline, static, on the heap, with spare capacity, grown, cut.

use core::ops::Bound;

use super::Subject;
use super::code::{Source, literal, range_of};
use super::hostile::{Answers, Draining};
use super::probe::SerdeInput;

/// A value, and how it was made.
pub(super) struct History<S> {
    /// The way, in words.
    pub(super) way: &'static str,
    pub(super) made: Made,
    pub(super) text: S,
}

/// A text and the way in which a value of it was made.
#[derive(Clone, Copy)]
pub(super) struct Made {
    pub(super) way: &'static str,
    pub(super) text: &'static str,
}

impl Made {
    /// Returns the code that makes the variable `name` in this way.
    pub(super) fn code(self, source: &Source, name: &str) -> String {
        let (text, len) = (literal(self.text), self.text.len());
        let (front, back) = halves(self.text);
        let (at, front, back) = (front.len(), literal(front), literal(back));
        let longer = literal(&format!("{}{LONG}", self.text));
        let roomy = format!(
            "let mut owned = String::with_capacity({});\nowned.push_str({text});\n",
            2 * len + 50
        );
        let grown = |change: &str| format!("let mut {name} = @from({front});\n{change};\n");
        let cut = |change: &str| format!("let mut {name} = @from({longer});\n{change};\n");
        let made = |value: &str| format!("let mut {name} = {value};\n");
        let tail = (Bound::Included(len), Bound::Unbounded);
        match self.way {
            "from a &'static str" => made(&format!("<S as From<&'static str>>::from({text})")),
            "from a String" => made(&format!("S::from(String::from({text}))")),
            "from a String with spare capacity" => roomy + &made("S::from(owned)"),
            "from a Box<str>" => made(&format!("S::from(Box::<str>::from({text}))")),
            "from a borrowed Cow" => made(&format!("S::from(Cow::Borrowed({text}))")),
            "from an owned Cow" => made(&format!(
                "S::from(Cow::<'static, str>::Owned({text}.into()))"
            )),
            "parsed" => made(&format!("{text}.parse::<S>().ok().unwrap()")),
            "made by try_from_str" => made(&format!("@try_from_str({text}).unwrap()")),
            "made by from_utf8" => made(&format!("@from_utf8({text}.as_bytes()).unwrap()")),
            "made by from_utf8_lossy" => made(&format!("@from_utf8_lossy({text}.as_bytes())")),
            "captured" => made(&format!("@capture(&{text})")),
            "made by try_capture" => made(&format!("@try_capture(&{text}).unwrap()")),
            "made by Default" => made("S::default()"),
            "deserialized" => made(&format!("SerdeInput::Str({text}).read::<S>().unwrap()")),
            "collected from characters" => made(&format!("{text}.chars().collect::<S>()")),
            "collected from two &strs" => {
                made(&format!("[{front}, {back}].into_iter().collect::<S>()"))
            }
            "collected from two Strings" => made(&format!(
                "[{front}, {back}].map(String::from).into_iter().collect::<S>()"
            )),
            "grown by push" => grown(&format!("{back}.chars().for_each(|c| @push({name}, c))")),
            "grown by push_str" => grown(&format!("@push_str({name}, {back})")),
            "grown by try_push_str" => grown(&format!("assert!(@try_push_str({name}, {back}))")),
            "grown by write!" => grown(&format!("write!({name}, \"{{}}\", {back}).unwrap()")),
            "grown by Extend<char>" => grown(&format!("{name}.extend({back}.chars())")),
            "grown by +=" => grown(&format!("{name} += {back}")),
            "grown by insert_str" => grown(&format!("@insert_str({name}, {at}, {back})")),
            "with spare capacity" => {
                made("@with_capacity(300)") + &format!("@push_str({name}, {text});\n")
            }
            "cut by truncate" => cut(&format!("@truncate({name}, {len})")),
            "cut by truncate and shrink_to_fit" => cut(&format!(
                "@truncate({name}, {len});\n@shrink_to_fit({name})"
            )),
            "cut by pop" => cut(&format!(
                "(0..{}).for_each(|_| _ = @pop({name}))",
                LONG.len()
            )),
            "cut by drain" => {
                let how = Draining {
                    front: 0,
                    back: 0,
                    leak: false,
                };
                cut(&format!("_ = {}", source.drain(name, &range_of(tail), how)))
            }
            "cut by replace_range" => {
                cut(&format!("@replace_range({name}, {}, \"\")", range_of(tail)))
            }
            "cut by split_off" => cut(&format!("drop(@split_off({name}, {len}))")),
            "split off a longer text" => format!(
                "let mut whole = @from({});\nlet mut {name} = @split_off(whole, {});\n",
                literal(&format!("{LONG}{}", self.text)),
                LONG.len()
            ),
            "a slice of a longer text" => {
                let (start, end) = (LONG.len(), LONG.len() + len);
                format!(
                    "let whole = @from({});\nlet mut {name} = @slice(whole, {});\n",
                    literal(&format!("{LONG}{}{LONG}", self.text)),
                    range_of((Bound::Included(start), Bound::Excluded(end)))
                )
            }
            "a clone" => made(&format!("@from({text}).clone()")),
            "a clone that outlives its original" => {
                let first = format!("let first = @from({text});\n");
                first + &made("first.clone()") + "drop(first);\n"
            }
            "a clone of a text with spare capacity" => roomy + &made("S::from(owned).clone()"),
            _ => made(&format!("@from({text})")),
        }
    }
}

/// Longer than any inline capacity.
const LONG: &str = "a tail that no type keeps inline, since it is longer than a few words are";

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
        let mut add = |way, made: Option<S>| {
            if let Some(made) = made
                && self.bytes(&made) == text.as_bytes()
            {
                all.push(History {
                    way,
                    made: Made { way, text },
                    text: made,
                });
            }
        };
        add("from a &str", Some(self.of(text)));
        self.converted(text, &mut add);
        self.collected(text, &mut add);
        self.grown(text, &mut add);
        self.cut(text, &mut add);
        if let Some(clone) = self.probed.clone {
            add("a clone", Some(clone(&self.of(text))));
            let (first, spare) = (self.of(text), self.with_spare_capacity(text));
            add("a clone that outlives its original", Some(clone(&first)));
            add(
                "a clone of a text with spare capacity",
                spare.as_ref().map(clone),
            );
        }
        all
    }

    /// Makes the text from a `String` with spare capacity.
    pub(super) fn with_spare_capacity(&self, text: &str) -> Option<S> {
        let mut owned = String::with_capacity(2 * text.len() + 50);
        owned.push_str(text);
        self.probed.from_string.map(|from| from(owned))
    }

    fn converted(&self, text: &'static str, add: &mut impl FnMut(&'static str, Option<S>)) {
        let probed = &self.probed;
        add(
            "from a &'static str",
            probed.from_static.map(|from| from(text)),
        );
        add(
            "from a String",
            probed.from_string.map(|from| from(text.to_string())),
        );
        add(
            "from a String with spare capacity",
            self.with_spare_capacity(text),
        );
        add(
            "from a Box<str>",
            probed.from_boxed.map(|from| from(Box::from(text))),
        );
        add(
            "from a borrowed Cow",
            probed.from_cow.map(|from| from(text.into())),
        );
        add(
            "from an owned Cow",
            probed.from_cow.map(|from| from(text.to_string().into())),
        );
        add("parsed", probed.parse.and_then(|parse| parse(text)));
        add(
            "made by try_from_str",
            self.methods
                .try_from_str
                .and_then(|try_from| try_from(text)),
        );
        let bytes = text.as_bytes();
        add(
            "made by from_utf8",
            self.methods.from_utf8.and_then(|from| from(bytes)),
        );
        add(
            "made by from_utf8_lossy",
            self.methods.from_utf8_lossy.map(|from| from(bytes)),
        );
        add(
            "captured",
            self.captures
                .as_ref()
                .map(|captures| (captures.other)(&text)),
        );
        let tried = self.methods.try_capture.and_then(|capture| capture(&text));
        add("made by try_capture", tried);
        if text.is_empty() {
            add("made by Default", probed.default.map(|default| default()));
        }
        if let Some(read) = probed.deserialize {
            add("deserialized", read(SerdeInput::Str(text)));
        }
    }

    fn collected(&self, text: &'static str, add: &mut impl FnMut(&'static str, Option<S>)) {
        let probed = &self.probed;
        add(
            "collected from characters",
            probed
                .collect_chars
                .map(|collect| collect(Box::new(text.chars()))),
        );
        let (front, back) = halves(text);
        let strs = [front, back];
        add(
            "collected from two &strs",
            probed
                .collect_strs
                .map(|collect| collect(Box::new(strs.into_iter()))),
        );
        let strings = probed.collect_strings;
        let owned = || strs.map(String::from).into_iter();
        add(
            "collected from two Strings",
            strings.map(|collect| collect(Box::new(owned()))),
        );
    }

    fn grown(&self, text: &'static str, add: &mut impl FnMut(&'static str, Option<S>)) {
        let (methods, probed) = (&self.methods, &self.probed);
        let (front, back) = halves(text);
        let mut grow = |way, work: Option<&dyn Fn(&mut S)>| {
            let grown = work.map(|work| {
                let mut grown = self.of(front);
                work(&mut grown);
                grown
            });
            add(way, grown);
        };
        /// Calls `grow` with a method, if the type has it.
        macro_rules! grow {
            ($way:literal, $method:expr, |$method_name:ident, $text:ident| $work:expr) => {
                match $method {
                    Some($method_name) => grow(
                        $way,
                        Some(&|$text: &mut S| {
                            let _ = $work;
                        }),
                    ),
                    None => grow($way, None),
                }
            };
        }
        grow!("grown by push", methods.push, |push, text| back
            .chars()
            .for_each(|c| push(text, c)));
        grow!("grown by push_str", methods.push_str, |push_str, text| {
            push_str(text, back);
        });
        grow!(
            "grown by try_push_str",
            methods.try_push_str,
            |push_str, text| { push_str(text, back) }
        );
        grow!("grown by write!", probed.write, |write, text| write(
            text,
            format_args!("{back}")
        ));
        grow!(
            "grown by Extend<char>",
            probed.extend_chars,
            |extend, text| extend(text, Box::new(back.chars()))
        );
        grow!("grown by +=", probed.add_assign, |add, text| add(
            text, back
        ));
        grow!("grown by insert_str", methods.insert_str, |insert, text| {
            insert(text, front.len(), back);
        });
        if let (Some(with_capacity), Some(push_str)) = (methods.with_capacity, methods.push_str) {
            let mut roomy = with_capacity(300);
            push_str(&mut roomy, text);
            add("with spare capacity", Some(roomy));
        }
    }

    fn cut(&self, text: &'static str, add: &mut impl FnMut(&'static str, Option<S>)) {
        let methods = &self.methods;
        let longer = || self.of(&format!("{text}{LONG}"));
        let all = Answers::steady(Bound::Included(text.len()), Bound::Unbounded);
        let tail = Draining {
            front: 0,
            back: 0,
            leak: false,
        };
        add(
            "cut by truncate",
            methods.truncate.map(|truncate| {
                let mut cut = longer();
                truncate(&mut cut, text.len());
                cut
            }),
        );
        add(
            "cut by truncate and shrink_to_fit",
            methods
                .truncate
                .zip(methods.shrink_to_fit)
                .map(|(truncate, shrink)| {
                    let mut cut = longer();
                    truncate(&mut cut, text.len());
                    shrink(&mut cut);
                    cut
                }),
        );
        add(
            "cut by pop",
            methods.pop.map(|pop| {
                let mut cut = longer();
                LONG.chars().for_each(|_| {
                    pop(&mut cut);
                });
                cut
            }),
        );
        add(
            "cut by drain",
            methods.drain.map(|drain| {
                let mut cut = longer();
                drain(&mut cut, all.span(), tail);
                cut
            }),
        );
        add(
            "cut by replace_range",
            methods.replace_range.map(|replace| {
                let mut cut = longer();
                replace(&mut cut, all.span(), "");
                cut
            }),
        );
        add(
            "cut by split_off",
            methods.split_off.map(|split_off| {
                let mut cut = longer();
                drop(split_off(&mut cut, text.len()));
                cut
            }),
        );
        add(
            "split off a longer text",
            methods
                .split_off
                .map(|split_off| split_off(&mut self.of(&format!("{LONG}{text}")), LONG.len())),
        );
        let (start, end) = (LONG.len(), LONG.len() + text.len());
        let inside = Answers::steady(Bound::Included(start), Bound::Excluded(end));
        add(
            "a slice of a longer text",
            methods.slice.map(|slice| {
                let whole = self.of(&format!("{LONG}{text}{LONG}"));
                slice(&whole, inside.span())
            }),
        );
    }
}

/// Splits a text in two at a character boundary.
fn halves(text: &'static str) -> (&'static str, &'static str) {
    text.split_at(text.floor_char_boundary(text.len() / 2))
}
