//! Laws about the text itself.

use crate::examined::{Examined, Make};
use crate::texts::{texts, texts_to};
use crate::verdict::{Outcome, Stop, ensure};

pub(crate) fn views_agree(subject: Examined<'_>) -> Outcome {
    let probed = &subject.probed;
    let views = [
        ("AsRef", probed.as_ref),
        ("Borrow", probed.borrowed),
        ("Deref", probed.deref),
    ];
    if views.iter().all(|(_, view)| view.is_none()) {
        return Err(Stop::Lacks("AsRef, Borrow and Deref"));
    }
    for text in texts() {
        let value = subject.value(text);
        for (name, view) in views {
            let Some(view) = view else { continue };
            let seen = view(&*value);
            ensure!(seen == text, "{name} of {text:?} returns {seen:?}");
            ensure!(
                core::ptr::eq(seen, view(&*value)),
                "{name} of {text:?} returns it at another address each time"
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
    for text in texts_to(usize::MAX) {
        let mut outcome = Ok(());
        subject.converted(text, &mut |words, value| {
            if let (Ok(()), Some(value)) = (&outcome, value) {
                outcome = subject.has_text(&*value, text, format_args!("{text:?}, {words},"));
            }
        });
        outcome?;
        for to in ["String", "Box<str>"] {
            for history in subject.histories(text) {
                let way = history.way;
                let Some(got) = into(to, history.value) else {
                    break;
                };
                ensure!(got == *text, "{way} as a {to} is {got:?}");
            }
        }
    }
    if let Some(from_char) = probed.from_char {
        for c in ['\0', 'a', '\u{7f}', 'é', '€', '\u{ffff}', '\u{10ffff}'] {
            let what = format_args!("a text made from {c:?}");
            subject.has_text(&*from_char(c), &c.to_string(), what)?;
        }
    }
    Ok(())
}

pub(crate) fn default_is_empty(subject: Examined<'_>) -> Outcome {
    let default = subject.probed.default.ok_or(Stop::Lacks("Default"))?();
    subject.has_text(&*default, "", format_args!("the default"))?;
    let is_equal = |eq: fn(&_, &_) -> bool| eq(&*default, &*subject.value(""));
    let holds = subject.probed.eq.is_none_or(is_equal);
    ensure!(holds, "the default is not equal to \"\"");
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
        let what = format_args!("from \"{}\":", bytes.escape_ascii());
        if subject.supports("from_utf8") {
            let made = subject.make(Make::FromUtf8(&bytes));
            let got = made.as_ref().map(|text| subject.bytes(&**text));
            let expected = str::from_utf8(&bytes).ok().map(str::as_bytes);
            ensure!(got == expected, "{what} from_utf8 returns {got:?}");
        }
        if let Some(got) = subject.make(Make::FromUtf8Lossy(&bytes)) {
            let expected = String::from_utf8_lossy(&bytes);
            ensure!(
                subject.bytes(&*got) == expected.as_bytes(),
                "{what} from_utf8_lossy does not return {expected:?}"
            );
        }
    }
    Ok(())
}
