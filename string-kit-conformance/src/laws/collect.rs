//! Laws about collecting and joining.

use std::sync::LazyLock;

use crate::Subject;
use crate::code::literal;
use crate::hostile::{Bomb, Fickle, Fuse, Hinted, caught};
use crate::texts::texts_to;
use crate::verdict::{Outcome, Stop, ensure};

/// The characters that a type must collect.
type Chars<'a> = Box<dyn Iterator<Item = char> + 'a>;

/// A way to collect characters, or texts of one character each.
pub(super) struct Way<'a, S> {
    name: &'static str,
    /// True if the way keeps the earlier text.
    appends: bool,
    /// The adaptor that turns characters into the items, in code.
    items: &'static str,
    /// Passes the iterator to the type, which drops it.
    pub(super) take: &'a dyn Fn(&mut S, Chars<'_>),
}

/// Returns a character as a `&'static str`: the traits are detected for this type of item.
fn of_one(c: char) -> &'static str {
    static ALL: LazyLock<String> = LazyLock::new(|| texts_to(usize::MAX).collect());
    let at = ALL
        .find(c)
        .expect("one of the test texts has the character");
    &ALL[at..at + c.len_utf8()]
}

/// Calls `check` for each way that the type supports.
pub(super) fn each<S>(
    subject: &Subject<S>,
    mut check: impl FnMut(Way<'_, S>) -> Outcome,
) -> Outcome {
    let probed = &subject.probed;
    let mut has_any = false;
    macro_rules! ways {
        ($($name:literal, $appends:literal, $items:literal, $way:ident, |$text:ident, $chars:ident| $take:expr;)*) => {$(
            if let Some($way) = probed.$way {
                has_any = true;
                let take = |$text: &mut S, $chars: Chars<'_>| $take;
                check(Way { name: $name, appends: $appends, items: $items, take: &take })?;
            }
        )*};
    }
    ways! {
        "FromIterator<char>", false, "", collect_chars, |text, chars| *text = collect_chars(chars);
        "FromIterator<&str>", false, ".map(|c| &*c.to_string().leak())", collect_strs,
            |text, chars| *text = collect_strs(Box::new(chars.map(of_one)));
        "FromIterator<String>", false, ".map(String::from)", collect_strings,
            |text, chars| *text = collect_strings(Box::new(chars.map(String::from)));
        "Extend<char>", true, "", extend_chars, |text, chars| extend_chars(text, chars);
        "Extend<&str>", true, ".map(|c| &*c.to_string().leak())", extend_strs,
            |text, chars| extend_strs(text, Box::new(chars.map(of_one)));
        "Extend<String>", true, ".map(String::from)", extend_strings,
            |text, chars| extend_strings(text, Box::new(chars.map(String::from)));
    }
    if has_any {
        Ok(())
    } else {
        Err(Stop::Lacks("FromIterator and Extend"))
    }
}

impl<S> Way<'_, S> {
    /// Returns the code that makes `s` of `before`, and then passes characters to it in this way.
    fn code(&self, before: &str, chars: &str) -> String {
        let items = self.items;
        format!("let mut s = @from({});\n", literal(before))
            + &if self.appends {
                format!("s.extend({chars}{items});\n")
            } else {
                format!("s = {chars}{items}.collect();\n")
            }
    }

    /// The same, with a panic caught; `panicked` is then true.
    pub(super) fn caught(&self, before: &str, chars: &str) -> String {
        let items = self.items;
        let take = if self.appends {
            format!("s.extend({chars}{items})")
        } else {
            format!("s = {chars}{items}.collect()")
        };
        format!(
            "let mut s = @from({});\n\
             let panicked = catch_unwind(AssertUnwindSafe(|| {take})).is_err();\n",
            literal(before)
        )
    }
}

/// Texts to append to: an empty text, a text that most types keep inline, and one that they do not.
const BEFORE: [&str; 3] = [
    "",
    "xé€𝄞",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
];

/// Returns the code that checks the text of `s`.
fn is_text(text: &str) -> String {
    format!("assert_eq!(@text(s), {});\n", literal(text))
}

/// Returns the code that checks that `s` is `text`, or after a panic a part of it.
fn is_part_code<S>(way: &Way<'_, S>, before: &str, text: &str) -> String {
    let (before, text) = (literal(before), literal(text));
    let least = if way.appends { before.as_str() } else { "\"\"" };
    format!(
        "let is_part = {text}.starts_with(@text(s)) && @text(s).starts_with({least});\n\
         assert!(@text(s) == {text} || panicked && (@text(s) == {before} || is_part), \"{{s:?}}\", \
         s = @text(s));\n"
    )
}

/// Returns the text that a way must make.
fn expected<S>(way: &Way<'_, S>, before: &str, taken: &str) -> String {
    if way.appends {
        [before, taken].concat()
    } else {
        taken.into()
    }
}

pub(crate) fn collects_all<S>(subject: &Subject<S>) -> Outcome {
    each(subject, |way| {
        for text in texts_to(usize::MAX) {
            for before in BEFORE {
                let mut value = subject.of(before);
                let taken = caught(|| (way.take)(&mut value, Box::new(text.chars())));
                let code = || {
                    subject.code(
                        way.code(before, &format!("{}.chars()", literal(text)))
                            + &is_text(&expected(&way, before, text)),
                    )
                };
                if let Err(panic) = taken {
                    ensure!(
                        false,
                        code(),
                        "{}, {before:?} and then the characters of {text:?}, panics ({panic})",
                        way.name
                    );
                }
                let got = String::from_utf8_lossy(subject.bytes(&value));
                ensure!(
                    got == expected(&way, before, text),
                    code(),
                    "{}, {before:?} and then the characters of {text:?}, makes {got:?}",
                    way.name
                );
            }
        }
        Ok(())
    })
}

pub(crate) fn size_hint_is_a_hint<S>(subject: &Subject<S>) -> Outcome {
    // A type may trust the modest hints and reserve memory; it may panic for the absurd ones.
    let modest = [(0, Some(0)), (0, None), (1, Some(1)), (3_000, None)];
    let absurd = [
        (300, Some(2)),
        (usize::MAX, None),
        (usize::MAX, Some(0)),
        (usize::MAX - 30, None),
    ];
    each(subject, |way| {
        for text in texts_to(46).step_by(3) {
            for before in BEFORE {
                for (hint, may_panic) in modest
                    .map(|hint| (hint, false))
                    .into_iter()
                    .chain(absurd.map(|hint| (hint, true)))
                {
                    let mut value = subject.of(before);
                    let items = text.chars();
                    let take = || (way.take)(&mut value, Box::new(Hinted { items, hint }));
                    let panicked = if may_panic {
                        caught(take).is_err()
                    } else {
                        take();
                        false
                    };
                    let got = String::from_utf8_lossy(subject.bytes(&value));
                    let expected = expected(&way, before, text);
                    ensure!(
                        // A panic may leave the earlier text and some of the new items.
                        got == expected || panicked && is_part(&way, &got, before, &expected),
                        subject.code(
                            way.caught(
                                before,
                                &format!(
                                    "Hinted {{ items: {}.chars(), hint: {hint:?} }}",
                                    literal(text)
                                )
                            ) + &if may_panic {
                                is_part_code(&way, before, &expected)
                            } else {
                                "assert!(!panicked);\n".to_owned() + &is_text(&expected)
                            }
                        ),
                        "{}, {before:?} and then {text:?} with a size_hint of {hint:?}, makes {got:?}",
                        way.name
                    );
                }
            }
        }
        Ok(())
    })
}

/// Returns true if a text is the earlier text, or the part of a text that was collected until a
/// panic: an appending way keeps all of the earlier text.
fn is_part<S>(way: &Way<'_, S>, got: &str, before: &str, expected: &str) -> bool {
    got == before || expected.starts_with(got) && (!way.appends || got.starts_with(before))
}

pub(crate) fn iterators_may_panic<S>(subject: &Subject<S>) -> Outcome {
    each(subject, |way| {
        for text in texts_to(46).step_by(9) {
            let fuses = (0..text.chars().count())
                .map(Fuse::Next)
                .chain([Fuse::Drop]);
            for (fuse, before) in fuses.flat_map(|fuse| BEFORE.map(|before| (fuse, before))) {
                let mut value = subject.of(before);
                let result = caught(|| {
                    (way.take)(&mut value, Box::new(Bomb::new(text.chars(), fuse)));
                });
                let got = String::from_utf8_lossy(subject.bytes(&value)).into_owned();
                let case = || {
                    format!(
                        "{}, {before:?} and then {text:?} with a panic in {fuse:?}",
                        way.name
                    )
                };
                let code = |then: String| {
                    let items = format!("Bomb::new({}.chars(), Fuse::{fuse:?})", literal(text));
                    subject.code(way.caught(before, &items) + &then)
                };
                ensure!(
                    fuse == Fuse::Drop || result.is_err(),
                    code("assert!(panicked);\n".to_owned()),
                    "{}, swallows the panic",
                    case()
                );
                ensure!(
                    is_part(&way, &got, before, &expected(&way, before, text)),
                    code(is_part_code(&way, before, &expected(&way, before, text))),
                    "{}, leaves {got:?}",
                    case()
                );
                // The text must still work.
                (way.take)(&mut value, Box::new("é".chars()));
                let after = String::from_utf8_lossy(subject.bytes(&value)).into_owned();
                ensure!(
                    after == expected(&way, &got, "é"),
                    code(if way.appends {
                        format!("s.extend(\"é\".chars(){});\n", way.items)
                            + &is_text(&expected(&way, &got, "é"))
                    } else {
                        format!("s = \"é\".chars(){}.collect();\n", way.items) + &is_text("é")
                    }),
                    "{}, leaves {got:?}; \"é\" then makes it {after:?}",
                    case()
                );
            }
        }
        Ok(())
    })
}

pub(crate) fn borrowed_once<S>(subject: &Subject<S>) -> Outcome {
    let concat = subject.methods.concat.ok_or(Stop::Lacks("concat"))?;
    // The next answer is longer, shorter, ends inside an earlier character, or differs each time.
    let long = "𝄞".repeat(40);
    let scripts: [&[&str]; 6] = [
        &["ab", "a"],
        &["a", "é€"],
        &["€", "é", ""],
        &["", &long],
        &[&long, ""],
        &["x", "xé", &long, "€", "x"],
    ];
    for first in scripts {
        for second in scripts {
            let pieces = [Fickle::new(first), Fickle::new(second), Fickle::new(first)];
            // A panic is allowed; bytes that were in no answer are not.
            let Ok(value) = caught(|| concat(&pieces)) else {
                continue;
            };
            let bytes = subject.bytes(&value);
            let is_of_answers = first.iter().any(|a| {
                second.iter().any(|b| {
                    first
                        .iter()
                        .any(|c| [*a, *b, *c].concat().as_bytes() == bytes)
                })
            });
            ensure!(
                is_of_answers,
                subject.code(format!(
                    "let first: &[&str] = &{first:?};\nlet second: &[&str] = &{second:?};\n\
                     let s = @concat(&[Fickle::new(first), Fickle::new(second), \
                     Fickle::new(first)]);\n\
                     let is_of_answers = first.iter().any(|a| {{\n    \
                     second.iter().any(|b| first.iter().any(|c| [*a, *b, *c].concat() == \
                     @text(s)))\n}});\nassert!(is_of_answers);\n"
                )),
                "concat of texts that return {first:?}, {second:?} and {first:?} in turn, read \
                 {}, {} and {} times, makes {:?}",
                pieces[0].reads(),
                pieces[1].reads(),
                pieces[2].reads(),
                String::from_utf8_lossy(bytes)
            );
        }
    }
    Ok(())
}
