//! Laws about collecting and joining.

use std::sync::LazyLock;

use crate::case::{Case, ensure, text_check};
use crate::code::literal;
use crate::examined::{Examined, Make};
use crate::histories::Made;
use crate::hostile::{Bomb, Fickle, Fuse, Hinted, caught};
use crate::slot::Value;
use crate::texts::texts_to;
use crate::verdict::{Outcome, Stop};

/// The characters that a type must collect.
type Chars<'a> = Box<dyn Iterator<Item = char> + 'a>;

/// A function that passes an iterator to the type, which drops it.
type Take = Box<dyn Fn(&mut Value, Chars<'_>)>;

/// A way to collect characters, or texts of one character each.
pub(super) struct Way {
    name: &'static str,
    /// True if the way keeps the earlier text.
    appends: bool,
    /// The adaptor that turns characters into the items, in code.
    items: &'static str,
    pub(super) take: Take,
}

/// Returns a character as a `&'static str`: the traits are detected for this type of item.
fn of_one(c: char) -> &'static str {
    static ALL: LazyLock<String> = LazyLock::new(|| texts_to(usize::MAX).collect());
    let at = ALL
        .find(c)
        .expect("one of the test texts has the character");
    &ALL[at..at + c.len_utf8()]
}

/// Returns the ways that the type supports.
pub(super) fn ways(subject: Examined<'_>) -> Vec<Way> {
    let probed = &subject.probed;
    macro_rules! ways {
        ($($name:literal, $appends:literal, $items:literal, $way:ident, |$text:ident, $chars:ident| $take:expr;)*) => {
            [$(probed.$way.map(|$way| Way {
                name: $name,
                appends: $appends,
                items: $items,
                take: Box::new(move |$text: &mut Value, $chars: Chars<'_>| $take),
            })),*]
        };
    }
    let ways = ways! {
        "FromIterator<char>", false, "", collect_chars, |text, chars| *text = collect_chars(chars);
        "FromIterator<&str>", false, ".map(|c| &*c.to_string().leak())", collect_strs,
            |text, chars| *text = collect_strs(Box::new(chars.map(of_one)));
        "FromIterator<String>", false, ".map(String::from)", collect_strings,
            |text, chars| *text = collect_strings(Box::new(chars.map(String::from)));
        "Extend<char>", true, "", extend_chars, |text, chars| extend_chars(&mut **text, chars);
        "Extend<&str>", true, ".map(|c| &*c.to_string().leak())", extend_strs,
            |text, chars| extend_strs(&mut **text, Box::new(chars.map(of_one)));
        "Extend<String>", true, ".map(String::from)", extend_strings,
            |text, chars| extend_strings(&mut **text, Box::new(chars.map(String::from)));
    };
    ways.into_iter().flatten().collect()
}

/// Returns the ways, or ends the law if there is none.
fn some_ways(subject: Examined<'_>) -> Result<Vec<Way>, Stop> {
    let ways = ways(subject);
    if ways.is_empty() {
        return Err(Stop::Lacks("FromIterator and Extend"));
    }
    Ok(ways)
}

impl Way {
    /// Returns the code that passes characters to `s`.
    fn code(&self, chars: &str) -> String {
        let items = self.items;
        if self.appends {
            format!("s.extend({chars}{items})")
        } else {
            format!("s = {chars}{items}.collect()")
        }
    }

    /// Returns the code that makes `s` of `before`, and then passes characters to it. A panic is
    /// caught; `panicked` is then true.
    pub(super) fn caught(&self, subject: Examined<'_>, before: &str, chars: &str) -> String {
        let (from, take) = (Made::from_str(before).code(subject, "s"), self.code(chars));
        format!("{from}let panicked = catch_unwind(AssertUnwindSafe(|| {take})).is_err();\n")
    }

    /// Returns the text that the way must make.
    fn expected(&self, before: &str, taken: &str) -> String {
        let before = if self.appends { before } else { "" };
        [before, taken].concat()
    }

    /// Returns true if a text is the earlier text, or the part of a text that was collected until a
    /// panic: an appending way keeps all of the earlier text.
    fn is_part(&self, got: &str, before: &str, expected: &str) -> bool {
        got == before || expected.starts_with(got) && (!self.appends || got.starts_with(before))
    }

    /// Returns the code that checks that `s` is `text`, or after a panic a part of it.
    fn part_check(&self, before: &str, text: &str) -> String {
        let (before, text) = (literal(before), literal(text));
        let least = if self.appends { &before } else { "\"\"" };
        format!(
            "let is_part = {text}.starts_with(@text(s)) && @text(s).starts_with({least});\n\
             assert!(@text(s) == {text} || panicked && (@text(s) == {before} || is_part), \"{{s:?}}\", \
             s = @text(s));\n"
        )
    }
}

/// Texts to append to: an empty text, a text that most types keep inline, and one that they do not.
const BEFORE: [&str; 3] = [
    "",
    "xé€𝄞",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
];

pub(crate) fn collects_all(subject: Examined<'_>) -> Outcome {
    for way in some_ways(subject)? {
        for (text, before) in texts_to(usize::MAX).flat_map(|text| BEFORE.map(|one| (text, one))) {
            let mut value = subject.of(before);
            let taken = caught(|| (way.take)(&mut value, Box::new(text.chars())));
            let made = || {
                let take = way.code(&format!("{}.chars()", literal(text)));
                Made::from_str(before).code(subject, "s") + &take + ";\n"
            };
            let what = format_args!(
                "{}, {before:?} and then the characters of {text:?},",
                way.name
            );
            let (case, expected) = (Case(subject, &made, what), way.expected(before, text));
            ensure!(
                case,
                taken.is_ok(),
                ("{}", text_check("s", &expected)),
                "panics ({taken:?})"
            );
            case.has_text(&*value, &expected)?;
        }
    }
    Ok(())
}

pub(crate) fn size_hint_is_a_hint(subject: Examined<'_>) -> Outcome {
    // A type may trust the modest hints and reserve memory; it may panic for the absurd ones.
    let modest = [(0, Some(0)), (0, None), (1, Some(1)), (3_000, None)];
    let absurd = [
        (300, Some(2)),
        (usize::MAX, None),
        (usize::MAX, Some(0)),
        (usize::MAX - 30, None),
    ];
    let hints = modest.map(|hint| (hint, false)).into_iter();
    let hints = hints.chain(absurd.map(|hint| (hint, true)));
    let cases = || {
        texts_to(46)
            .step_by(3)
            .flat_map(|text| BEFORE.map(|before| (text, before)))
    };
    for way in some_ways(subject)? {
        for (text, before) in cases() {
            for (hint, may_panic) in hints.clone() {
                let mut value = subject.of(before);
                let items = text.chars();
                let take = || (way.take)(&mut value, Box::new(Hinted { items, hint }));
                let panicked = if may_panic {
                    caught(take).is_err()
                } else {
                    take();
                    false
                };
                let (got, expected) = (subject.lossy(&*value), way.expected(before, text));
                let made = || {
                    let shown = literal(text);
                    let items = format!("Hinted {{ items: {shown}.chars(), hint: {hint:?} }}");
                    way.caught(subject, before, &items)
                };
                let check = || {
                    if may_panic {
                        return way.part_check(before, &expected);
                    }
                    format!("assert!(!panicked);\n{}", text_check("s", &expected))
                };
                let name = way.name;
                let what = format_args!(
                    "{name}, {before:?} and then {text:?} with a size_hint of {hint:?},"
                );
                ensure!(
                    Case(subject, &made, what),
                    // A panic may leave the earlier text and some of the new items.
                    got == expected || panicked && way.is_part(&got, before, &expected),
                    ("{}", check()),
                    "makes {got:?}"
                );
            }
        }
    }
    Ok(())
}

pub(crate) fn iterators_may_panic(subject: Examined<'_>) -> Outcome {
    let cases = || {
        texts_to(46).step_by(9).flat_map(|text| {
            let fuses = (0..text.chars().count()).map(Fuse::Next);
            let fuses = fuses.chain([Fuse::Drop]);
            fuses.flat_map(move |fuse| BEFORE.map(|before| (text, fuse, before)))
        })
    };
    for way in some_ways(subject)? {
        for (text, fuse, before) in cases() {
            let mut value = subject.of(before);
            let bomb = Box::new(Bomb::new(text.chars(), fuse));
            let result = caught(|| (way.take)(&mut value, bomb));
            let got = subject.lossy(&*value);
            let name = way.name;
            let what =
                format_args!("{name}, {before:?} and then {text:?} with a panic in {fuse:?},");
            let made = || {
                let items = format!("Bomb::new({}.chars(), Fuse::{fuse:?})", literal(text));
                way.caught(subject, before, &items)
            };
            let case = Case(subject, &made, what);
            let is_passed_on = fuse == Fuse::Drop || result.is_err();
            ensure!(
                case,
                is_passed_on,
                ("assert!(panicked);\n"),
                "swallows the panic"
            );
            let expected = way.expected(before, text);
            ensure!(
                case,
                way.is_part(&got, before, &expected),
                ("{}", way.part_check(before, &expected)),
                "leaves {got:?}"
            );
            // The text must still work.
            (way.take)(&mut value, Box::new("é".chars()));
            let made = || made() + &way.code("\"é\".chars()") + ";\n";
            let what = format_args!("{what} leaves {got:?}; that and then \"é\"");
            let case = Case(subject, &made, what);
            case.has_text(&*value, &way.expected(&got, "é"))?;
        }
    }
    Ok(())
}

pub(crate) fn borrowed_once(subject: Examined<'_>) -> Outcome {
    if !subject.supports("concat") {
        return Err(Stop::Lacks("concat"));
    }
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
    for (first, second) in scripts.iter().flat_map(|a| scripts.map(|b| (*a, b))) {
        let pieces = [first, second, first].map(Fickle::new);
        // A panic is allowed; bytes that were in no answer are not.
        let Ok(Some(value)) = caught(|| subject.make(Make::Concat(&pieces))) else {
            continue;
        };
        let bytes = subject.bytes(&*value);
        let is_of_answers = first.iter().any(|a| {
            second.iter().any(|b| {
                let mut thirds = first.iter();
                thirds.any(|c| [*a, *b, *c].concat().as_bytes() == bytes)
            })
        });
        let made = || format!("let (first, second) = (&{first:?}[..], &{second:?}[..]);\n");
        let what = format_args!(
            "concat of texts that return {first:?}, {second:?} and {first:?} in turn,"
        );
        ensure!(
            Case(subject, &made, what),
            is_of_answers,
            ("let s = @concat(&[Fickle::new(first), Fickle::new(second), Fickle::new(first)]);\n\
                 let is_of_answers = first.iter().any(|a| {{\n    \
                 second.iter().any(|b| first.iter().any(|c| [*a, *b, *c].concat() == @text(s)))\n\
                 }});\nassert!(is_of_answers);\n"),
            "read {:?} times, makes {:?}",
            pieces.each_ref().map(Fickle::reads),
            subject.lossy(&*value)
        );
    }
    Ok(())
}
