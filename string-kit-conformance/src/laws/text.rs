//! Laws about the text itself.

use crate::case::{Case, ensure};
use crate::code::{bytes_literal, literal};
use crate::examined::{Examined, Make};
use crate::texts::{texts, texts_to};
use crate::verdict::{Outcome, Stop};

pub(crate) fn views_agree(subject: Examined<'_>) -> Outcome {
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
            let (seen, shown) = (view(&*value), literal(text));
            let made = || format!("let s = @from({shown});\nlet view: &str = {call};\n");
            let case = Case(subject, &made, format_args!("{name} of {text:?} returns"));
            ensure!(
                case,
                seen == text,
                ("assert_eq!(view, {shown});\n"),
                "{seen:?}"
            );
            ensure!(
                case,
                core::ptr::eq(seen, view(&*value)),
                ("assert!(std::ptr::eq(view, {call}));\n"),
                "it at another address each time"
            );
        }
    }
    Ok(())
}

pub(crate) fn round_trips(subject: Examined<'_>) -> Outcome {
    let probed = &subject.probed;
    let into = |to, text| match to {
        "String" => probed.into_string.map(|into| into(text)),
        _ => probed.into_boxed.map(|into| into(text).into_string()),
    };
    for text in texts() {
        let mut outcome = Ok(());
        subject.converted(text, &mut |made, value| {
            if let (Ok(()), Some(value)) = (&outcome, value) {
                let code = || made.code(subject, "s");
                let case = Case(subject, &code, format_args!("{text:?}, {},", made.way));
                outcome = case.has_text(&*value, text);
            }
        });
        outcome?;
        for to in ["String", "Box<str>"] {
            for history in subject.histories(text) {
                let Some(got) = into(to, history.text) else {
                    break;
                };
                let made = || history.made.code(subject, "s");
                let what = format_args!("{text:?}, {}, as a {to}", history.made.way);
                ensure!(
                    Case(subject, &made, what),
                    got == *text,
                    (
                        "let to: {to} = s.into();\nassert_eq!(&*to, {});\n",
                        literal(text)
                    ),
                    "is {got:?}"
                );
            }
        }
    }
    if let Some(from_char) = probed.from_char {
        for c in ['\0', 'a', '\u{7f}', 'é', '€', '\u{ffff}', '\u{10ffff}'] {
            let made = || format!("let s = <S as From<char>>::from({c:?});\n");
            let case = Case(subject, &made, format_args!("a text made from {c:?}"));
            case.has_text(&*from_char(c), &c.to_string())?;
        }
    }
    Ok(())
}

pub(crate) fn default_is_empty(subject: Examined<'_>) -> Outcome {
    let default = subject.probed.default.ok_or(Stop::Lacks("Default"))?();
    let made = || "let s = S::default();\n".to_owned();
    let case = Case(subject, &made, format_args!("the default"));
    case.has_text(&*default, "")?;
    let is_equal = |eq: fn(&_, &_) -> bool| eq(&*default, &*subject.of(""));
    ensure!(
        case,
        subject.probed.eq.is_none_or(is_equal),
        ("assert!(s == @from(\"\"));\n"),
        "is not equal to \"\""
    );
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

pub(crate) fn only_utf8_gets_in(subject: Examined<'_>) -> Outcome {
    if !subject.supports("from_utf8") && !subject.supports("from_utf8_lossy") {
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
        let made = || format!("let bytes: &[u8] = {};\n", bytes_literal(&bytes));
        let what = format_args!("from \"{}\":", bytes.escape_ascii());
        let case = Case(subject, &made, what);
        if subject.supports("from_utf8") {
            let got = subject.make(Make::FromUtf8(&bytes));
            let got = got.as_ref().map(|text| subject.bytes(&**text));
            ensure!(
                case,
                got == str::from_utf8(&bytes).ok().map(str::as_bytes),
                ("let expected = std::str::from_utf8(bytes).ok();\n\
                     match @from_utf8(bytes) {{\n    \
                     Some(s) => assert_eq!(Some(@text(s)), expected),\n    \
                     None => assert_eq!(None, expected),\n}}\n"),
                "from_utf8 returns {got:?}"
            );
        }
        if let Some(got) = subject.make(Make::FromUtf8Lossy(&bytes)) {
            let expected = String::from_utf8_lossy(&bytes);
            ensure!(
                case,
                subject.bytes(&*got) == expected.as_bytes(),
                ("let s = @from_utf8_lossy(bytes);\n\
                     assert_eq!(@text(s), String::from_utf8_lossy(bytes));\n"),
                "from_utf8_lossy does not return {expected:?}"
            );
        }
    }
    Ok(())
}
