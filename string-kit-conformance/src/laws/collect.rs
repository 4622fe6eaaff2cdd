//! Laws about collecting and joining.

use std::sync::LazyLock;

use crate::examined::{Examined, Make};
use crate::hostile::{Bomb, Fickle, Fuse, Hinted, caught};
use crate::slot::Value;
use crate::texts::texts_to;
use crate::verdict::{Outcome, Stop, ensure};

/// The characters that a type must collect.
type Chars<'a> = Box<dyn Iterator<Item = char> + 'a>;

/// A function that passes an iterator to the type, which drops it.
type Take = Box<dyn Fn(&mut Value, Chars<'_>)>;

/// A way to collect characters, or texts of one character each.
pub(super) struct Way {
    name: &'static str,
    /// True if the way keeps the earlier text.
    appends: bool,
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

pub(super) fn ways(subject: Examined<'_>) -> Vec<Way> {
    let probed = &subject.probed;
    macro_rules! ways {
        ($(
            $name:literal, $appends:literal, $way:ident, |$text:ident, $chars:ident| $take:expr;
        )*) => {
            [$(probed.$way.map(|$way| Way {
                name: $name,
                appends: $appends,
                take: Box::new(move |$text: &mut Value, $chars: Chars<'_>| $take),
            })),*]
        };
    }
    let ways = ways! {
        "FromIterator<char>", false, collect_chars, |text, chars| *text = collect_chars(chars);
        "FromIterator<&str>", false, collect_strs,
            |text, chars| *text = collect_strs(Box::new(chars.map(of_one)));
        "FromIterator<String>", false, collect_strings,
            |text, chars| *text = collect_strings(Box::new(chars.map(String::from)));
        "Extend<char>", true, extend_chars, |text, chars| extend_chars(&mut **text, chars);
        "Extend<&str>", true, extend_strs,
            |text, chars| extend_strs(&mut **text, Box::new(chars.map(of_one)));
        "Extend<String>", true, extend_strings,
            |text, chars| extend_strings(&mut **text, Box::new(chars.map(String::from)));
    };
    ways.into_iter().flatten().collect()
}

fn some_ways(subject: Examined<'_>) -> Result<Vec<Way>, Stop> {
    let ways = ways(subject);
    if ways.is_empty() {
        return Err(Stop::Lacks("FromIterator and Extend"));
    }
    Ok(ways)
}

impl Way {
    fn expected(&self, before: &str, taken: &str) -> String {
        let before = if self.appends { before } else { "" };
        [before, taken].concat()
    }

    /// Returns true if a text is the earlier text, or the part of a text that was collected until a
    /// panic: an appending way keeps all of the earlier text.
    fn is_part(&self, got: &str, before: &str, expected: &str) -> bool {
        got == before || expected.starts_with(got) && (!self.appends || got.starts_with(before))
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
            let mut value = subject.value(before);
            let taken = caught(|| (way.take)(&mut value, Box::new(text.chars())));
            let name = way.name;
            let what = format_args!("{name}, {before:?} and then the characters of {text:?},");
            ensure!(taken.is_ok(), "{what} panics ({taken:?})");
            subject.has_text(&*value, &way.expected(before, text), what)?;
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
    let cases = || {
        let texts = texts_to(46).step_by(3);
        texts.flat_map(|text| BEFORE.map(|before| (text, before)))
    };
    for way in some_ways(subject)? {
        for (text, before) in cases() {
            for hint in modest.into_iter().chain(absurd) {
                let mut value = subject.value(before);
                let items = text.chars();
                let result = caught(|| (way.take)(&mut value, Box::new(Hinted { items, hint })));
                let (got, expected) = (subject.lossy(&*value), way.expected(before, text));
                // A panic may leave the earlier text and some of the new items.
                let is_left = result.is_err()
                    && absurd.contains(&hint)
                    && way.is_part(&got, before, &expected);
                ensure!(
                    result.is_ok() && got == expected || is_left,
                    "{}, {before:?} and then {text:?} with a size_hint of {hint:?}, makes {got:?}, \
                     {result:?}",
                    way.name
                );
            }
        }
    }
    Ok(())
}

pub(crate) fn iterators_may_panic(subject: Examined<'_>) -> Outcome {
    let cases = || {
        texts_to(46).step_by(9).flat_map(|text| {
            let nexts = (0..text.chars().count()).map(Fuse::Next);
            let fuses = nexts.chain([Fuse::Drop]);
            fuses.flat_map(move |fuse| BEFORE.map(|before| (text, fuse, before)))
        })
    };
    for way in some_ways(subject)? {
        for (text, fuse, before) in cases() {
            let mut value = subject.value(before);
            let bomb = Box::new(Bomb::new(text.chars(), fuse));
            let result = caught(|| (way.take)(&mut value, bomb));
            let (got, name) = (subject.lossy(&*value), way.name);
            let what =
                format_args!("{name}, {before:?} and then {text:?} with a panic in {fuse:?},");
            let is_passed_on = fuse == Fuse::Drop || result.is_err();
            ensure!(is_passed_on, "{what} swallows the panic");
            let is_part = way.is_part(&got, before, &way.expected(before, text));
            ensure!(is_part, "{what} leaves {got:?}");
            // The text must still work.
            (way.take)(&mut value, Box::new("é".chars()));
            let what = format_args!("{what} leaves {got:?}; that and then \"é\"");
            subject.has_text(&*value, &way.expected(&got, "é"), what)?;
        }
    }
    Ok(())
}

pub(crate) fn borrowed_once(subject: Examined<'_>) -> Outcome {
    subject.needs("concat")?;
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
        ensure!(
            is_of_answers,
            "concat of texts that return {first:?}, {second:?} and {first:?} in turn, read {:?} \
             times, makes {:?}",
            pieces.each_ref().map(Fickle::reads),
            subject.lossy(&*value)
        );
    }
    Ok(())
}
