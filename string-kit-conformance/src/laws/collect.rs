//! Laws about collecting and joining.

use std::sync::LazyLock;

use crate::Subject;
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

/// Texts to append to: an empty text, a text that most types keep inline, and one that they do not.
const BEFORE: [&str; 3] = [
    "",
    "xé€𝄞",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
];

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
                (way.take)(&mut value, Box::new(text.chars()));
                let got = String::from_utf8_lossy(subject.bytes(&value));
                ensure!(
                    got == expected(&way, before, text),
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
                        got == expected || panicked && is_part(&got, before, &expected),
                        "{}, {before:?} and then {text:?} with a size_hint of {hint:?}, makes {got:?}",
                        way.name
                    );
                }
            }
        }
        Ok(())
    })
}

/// Returns true if a text is the earlier text, or a prefix of the expected text.
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
                // The text must still work.
                (way.take)(&mut value, Box::new("é".chars()));
                let after = String::from_utf8_lossy(subject.bytes(&value)).into_owned();
                ensure!(
                    after == expected(&way, &got, "é"),
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
