//! Taking many pieces in: iterators and borrows of all kinds.

use std::sync::LazyLock;

use crate::Subject;
use crate::caught::caught;
use crate::hostile::{Bomb, Fickle, Fuse, Hinted};
use crate::texts::texts_to;
use crate::verdict::{Outcome, Stop, ensure};

/// The characters that a type takes in.
type Chars<'a> = Box<dyn Iterator<Item = char> + 'a>;

/// A way to make a text of characters, or of texts of one character each.
pub(super) struct Way<'a, S> {
    name: &'static str,
    /// Whether it begins with the text that is there.
    appends: bool,
    /// The type has the iterator, and drops it.
    pub(super) take: &'a dyn Fn(&mut S, Chars<'_>),
}

/// A character as a text that lives on, since traits are looked up for `&'static str`.
fn of_one(c: char) -> &'static str {
    static ALL: LazyLock<String> = LazyLock::new(|| texts_to(usize::MAX).collect());
    let at = ALL.find(c).expect("the character is of one of the texts");
    &ALL[at..at + c.len_utf8()]
}

/// Tries each way that the type has.
pub(super) fn each<S>(
    subject: &Subject<S>,
    mut check: impl FnMut(Way<'_, S>) -> Outcome,
) -> Outcome {
    let probed = &subject.probed;
    let mut has_any = false;
    macro_rules! ways {
        ($($name:literal, $appends:literal, $way:ident, |$text:ident, $chars:ident| $take:expr;)*) => {$(
            if let Some($way) = probed.$way {
                has_any = true;
                let take = |$text: &mut S, $chars: Chars<'_>| $take;
                check(Way { name: $name, appends: $appends, take: &take })?;
            }
        )*};
    }
    ways! {
        "FromIterator<char>", false, collect_chars, |text, chars| *text = collect_chars(chars);
        "FromIterator<&str>", false, collect_strs,
            |text, chars| *text = collect_strs(Box::new(chars.map(of_one)));
        "FromIterator<String>", false, collect_strings,
            |text, chars| *text = collect_strings(Box::new(chars.map(String::from)));
        "Extend<char>", true, extend_chars, |text, chars| extend_chars(text, chars);
        "Extend<&str>", true, extend_strs,
            |text, chars| extend_strs(text, Box::new(chars.map(of_one)));
        "Extend<String>", true, extend_strings,
            |text, chars| extend_strings(text, Box::new(chars.map(String::from)));
    }
    if has_any {
        Ok(())
    } else {
        Err(Stop::Lacks("FromIterator and Extend"))
    }
}

/// What stands before what is appended: nothing, what is inline at most places, and what is not.
const BEFORE: [&str; 3] = [
    "",
    "xé€𝄞",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
];

/// The text that a way should come to, given what was there and what it took.
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
                (way.take)(&mut value, Box::new(text.chars()));
                let got = String::from_utf8_lossy(subject.bytes(&value));
                ensure!(
                    got == expected(&way, before, text),
                    "{}, {before:?} and then the characters of {text:?}, gives {got:?}",
                    way.name
                );
            }
        }
        Ok(())
    })
}

pub(crate) fn size_hint_is_a_hint<S>(subject: &Subject<S>) -> Outcome {
    // Within reason a type may believe them and ask for memory; the last can only be refused.
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
                        // What was there may be left by a panic, and some of what came.
                        got == expected || panicked && is_part(&got, before, &expected),
                        "{}, {before:?} and then {text:?} with a size_hint of {hint:?}, gives {got:?}",
                        way.name
                    );
                }
            }
        }
        Ok(())
    })
}

/// Whether a text is what was there before, or that and some of what should follow.
fn is_part(got: &str, before: &str, expected: &str) -> bool {
    got == before || expected.starts_with(got)
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
                ensure!(
                    fuse == Fuse::Drop || result.is_err(),
                    "{}, swallows the panic",
                    case()
                );
                ensure!(
                    is_part(&got, before, &expected(&way, before, text)),
                    "{}, leaves {got:?}",
                    case()
                );
                // What is left goes on working.
                (way.take)(&mut value, Box::new("é".chars()));
                let after = String::from_utf8_lossy(subject.bytes(&value)).into_owned();
                ensure!(
                    after == expected(&way, &got, "é"),
                    "{}, leaves {got:?}, which with \"é\" gives {after:?}",
                    case()
                );
            }
        }
        Ok(())
    })
}

pub(crate) fn borrowed_once<S>(subject: &Subject<S>) -> Outcome {
    let concat = subject.methods.concat.ok_or(Stop::Lacks("concat"))?;
    // Longer, shorter, cut inside what was a character, and another each time.
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
            // A panic is an answer; bytes that no answer had are none.
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
                "concat of texts that answer {first:?}, {second:?} and {first:?} in turn, asked \
                 {}, {} and {} times, gives {:?}",
                pieces[0].asked(),
                pieces[1].asked(),
                pieces[2].asked(),
                String::from_utf8_lossy(bytes)
            );
        }
    }
    Ok(())
}
