//! Ways to make a text: inline, static, on the heap, with spare capacity, grown, cut.

use core::ops::Bound;

use super::Subject;
use super::hostile::{Answers, Draining};
use super::probe::SerdeInput;

/// A text, and how it was made, in words.
pub(super) struct History<S> {
    pub(super) way: &'static str,
    pub(super) text: S,
}

/// Longer than any inline capacity.
const LONG: &str = "a tail that no type keeps inline, since it is longer than a few words are";

impl<S> Subject<S> {
    /// Makes the text in every way that the type supports.
    ///
    /// Leaves out a way that makes another text: the law about that way reports it.
    pub(super) fn histories(&self, text: &'static str) -> Vec<History<S>> {
        let mut all = Vec::new();
        let mut add = |way, made: Option<S>| {
            if let Some(made) = made
                && self.bytes(&made) == text.as_bytes()
            {
                all.push(History { way, text: made });
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
