//! Laws about the text itself.

use crate::Subject;
use crate::code::{bytes_literal, literal};
use crate::histories::Made;
use crate::texts::{texts, texts_to};
use crate::verdict::{Outcome, Stop, ensure};

pub(crate) fn views_agree<S>(subject: &Subject<S>) -> Outcome {
    let probed = &subject.probed;
    let views = [
        ("AsRef", "AsRef::<str>::as_ref(&s)", probed.as_ref),
        ("Borrow", "Borrow::<str>::borrow(&s)", probed.borrowed),
        ("Deref", "&*s", probed.deref),
    ];
    if views.iter().all(|(.., view)| view.is_none()) {
        return Err(Stop::Lacks("AsRef, Borrow and Deref"));
    }
    for text in texts() {
        let value = subject.of(text);
        for (name, call, view) in views {
            let Some(view) = view else { continue };
            let (seen, shown) = (view(&value), literal(text));
            let then = |check: String| {
                subject.code(format!(
                    "let s = @from({shown});\nlet view: &str = {call};\n{check}"
                ))
            };
            ensure!(
                seen == text,
                then(format!("assert_eq!(view, {shown});\n")),
                "{name} of {text:?} returns {seen:?}"
            );
            let again = view(&value);
            ensure!(
                core::ptr::eq(seen, again),
                then(format!("assert!(std::ptr::eq(view, {call}));\n")),
                "{name} of {text:?} returns it at another address each time"
            );
        }
    }
    Ok(())
}

pub(crate) fn round_trips<S>(subject: &Subject<S>) -> Outcome {
    let probed = &subject.probed;
    let bytes = |value: &S| String::from_utf8_lossy(subject.bytes(value)).into_owned();
    for text in texts() {
        let text = text.as_str();
        let mut wrong = None;
        subject.converted(text, &mut |made, value| {
            let got = value.map(|value| bytes(&value));
            let is_wrong = got.as_ref().is_some_and(|got| got != text);
            wrong = wrong.take().or(is_wrong.then_some((made, got)));
        });
        if let Some((made, got)) = wrong {
            let is_text = format!("assert_eq!(@text(s), {});\n", literal(text));
            let way = made.way;
            ensure!(
                false,
                subject.code_of(made, &is_text),
                "{text:?}, {way}, is {got:?}"
            );
        }
        let into = |made: Made, to: &str| {
            let then = format!(
                "let to: {to} = s.into();\nassert_eq!(&*to, {});\n",
                literal(text)
            );
            subject.code_of(made, &then)
        };
        for history in subject.histories(text) {
            let Some(into_string) = probed.into_string else {
                break;
            };
            let got = into_string(history.text);
            ensure!(
                got == text,
                into(history.made, "String"),
                "{text:?}, {}, is {got:?} as a String",
                history.made.way
            );
        }
        for history in subject.histories(text) {
            let Some(into_boxed) = probed.into_boxed else {
                break;
            };
            let got = into_boxed(history.text);
            ensure!(
                *got == *text,
                into(history.made, "Box<str>"),
                "{text:?}, {}, is {got:?} as a Box<str>",
                history.made.way
            );
        }
    }
    if let Some(from_char) = probed.from_char {
        for c in ['\0', 'a', '\u{7f}', 'é', '€', '\u{ffff}', '\u{10ffff}'] {
            let got = bytes(&from_char(c));
            ensure!(
                got == c.to_string(),
                subject.code(format!(
                    "let s = <S as From<char>>::from({c:?});\nassert_eq!(@text(s), {});\n",
                    literal(&c.to_string())
                )),
                "a text made from {c:?} is {got:?}"
            );
        }
    }
    Ok(())
}

pub(crate) fn default_is_empty<S>(subject: &Subject<S>) -> Outcome {
    let default = subject.probed.default.ok_or(Stop::Lacks("Default"))?();
    let bytes = subject.bytes(&default);
    ensure!(
        bytes.is_empty(),
        subject.code("let s = S::default();\nassert_eq!(@text(s), \"\");\n"),
        "the default is {:?}",
        String::from_utf8_lossy(bytes)
    );
    if let Some(eq) = subject.probed.eq {
        ensure!(
            eq(&default, &subject.of("")),
            subject.code("assert!(S::default() == @from(\"\"));\n"),
            "the default is not equal to \"\""
        );
    }
    Ok(())
}

/// Bytes that are not UTF-8: stray bytes, truncated and overlong sequences, surrogates, values past
/// U+10FFFF.
const INVALID_UTF8: [&[u8]; 12] = [
    b"\x80",
    b"\xc3",
    b"\xe2\x82",
    b"\xf0\x9d\x84",
    b"\xc0\x80",
    b"\xe0\x80\x80",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\xf8\x88\x80\x80\x80",
    b"\xff",
    b"\xfe\xff",
    b"\xe2\x82\xc3\xa9",
];

pub(crate) fn only_utf8_gets_in<S>(subject: &Subject<S>) -> Outcome {
    let (checked, lossy) = (subject.methods.from_utf8, subject.methods.from_utf8_lossy);
    if checked.is_none() && lossy.is_none() {
        return Err(Stop::Lacks("from_utf8"));
    }
    // The invalid bytes come last, first and in the middle, in short and long texts.
    let around = || texts_to(46);
    let invalid = INVALID_UTF8.iter().flat_map(|bytes| {
        around().flat_map(|text| {
            [
                [text.as_bytes(), bytes].concat(),
                [bytes, text.as_bytes()].concat(),
                [text.as_bytes(), bytes, text.as_bytes()].concat(),
            ]
        })
    });
    let valid = around().map(|text| text.as_bytes().to_vec());
    for bytes in valid.chain(invalid) {
        let expected = core::str::from_utf8(&bytes);
        if let Some(checked) = checked {
            let got = checked(&bytes);
            let got = got.as_ref().map(|text| subject.bytes(text));
            ensure!(
                got == expected.ok().map(str::as_bytes),
                subject.code(format!(
                    "let bytes: &[u8] = {};\nlet expected = std::str::from_utf8(bytes).ok();\n\
                     match @from_utf8(bytes) {{\n    \
                     Some(s) => assert_eq!(Some(@text(s)), expected),\n    \
                     None => assert_eq!(None, expected),\n}}\n",
                    bytes_literal(&bytes)
                )),
                "from_utf8({}) returns {got:?}",
                bytes.escape_ascii()
            );
        }
        if let Some(lossy) = lossy {
            let (got, expected) = (lossy(&bytes), String::from_utf8_lossy(&bytes));
            ensure!(
                subject.bytes(&got) == expected.as_bytes(),
                subject.code(format!(
                    "let bytes: &[u8] = {};\nlet s = @from_utf8_lossy(bytes);\n\
                     assert_eq!(@text(s), String::from_utf8_lossy(bytes));\n",
                    bytes_literal(&bytes)
                )),
                "from_utf8_lossy({}) is not {expected:?}",
                bytes.escape_ascii()
            );
        }
    }
    Ok(())
}
