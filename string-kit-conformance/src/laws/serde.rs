//! Laws about serde. Without the feature `serde` they have nothing to examine.

use core::fmt;

use super::format::With;
use crate::case::{Case, ensure, text_check};
use crate::code::{bytes_literal, literal, protected};
use crate::examined::Examined;
use crate::probe::SerdeInput;
use crate::texts::texts;
use crate::verdict::{Outcome, Stop};

pub(crate) fn serde_round_trips(subject: Examined<'_>) -> Outcome {
    let (serialize, read) = (subject.probed.serialize, subject.probed.deserialize);
    if serialize.is_none() && read.is_none() {
        return Err(Stop::Lacks(if cfg!(feature = "serde") {
            "Serialize and Deserialize"
        } else {
            "the feature `serde` of string-kit-conformance"
        }));
    }
    for text in texts() {
        if let Some(serialize) = serialize {
            for history in subject.histories(text) {
                let mut got = String::new();
                // serde implements `Serializer` for a formatter.
                let value = With(&*history.text, serialize);
                let result = fmt::write(&mut got, format_args!("{value}"));
                let made = || history.made.code(subject, "s");
                let what = format_args!("{text:?}, {},", history.made.way);
                ensure!(
                    Case(subject, &made, what),
                    result.is_ok() && got == *text,
                    (
                        "assert_eq!(serialized(&s).as_deref(), Ok({}));\n",
                        literal(text)
                    ),
                    "is serialized as {got:?}, {result:?}"
                );
            }
        }
        let Some(read) = read else { continue };
        for input in [
            SerdeInput::Str(text),
            SerdeInput::Owned(text),
            SerdeInput::Borrowed(text),
        ] {
            let got = read(input).map(|value| subject.lossy(&*value));
            let made = || {
                let input = protected(&format!("{input:?}"));
                format!("let s = SerdeInput::{input}.read::<S>().expect(\"it is text\");\n")
            };
            ensure!(
                Case(subject, &made, format_args!("{input:?}")),
                got.as_ref() == Some(text),
                ("{}", text_check("s", text)),
                "is read as {got:?}"
            );
        }
    }
    Ok(())
}

pub(crate) fn serde_refuses_other(subject: Examined<'_>) -> Outcome {
    let read = subject.probed.deserialize;
    let read = read.ok_or(Stop::Lacks("Deserialize"))?;
    ensure!(
        Case(subject, &String::new, format_args!("a number")),
        read(SerdeInput::Number(42)).is_none(),
        ("assert!(SerdeInput::Number(42).read::<S>().is_none());\n"),
        "is read as text"
    );
    for text in texts() {
        for bytes in [b"\xff".as_slice(), b"\xc3", b"\xed\xa0\x80", b""] {
            let bytes = [text.as_bytes(), bytes].concat();
            let made = || format!("let bytes: &[u8] = {};\n", bytes_literal(&bytes));
            for (form, input) in [
                ("Bytes", SerdeInput::Bytes(&bytes)),
                ("BorrowedBytes", SerdeInput::BorrowedBytes(&bytes)),
            ] {
                // A type may read bytes that are UTF-8, or refuse them.
                let Some(value) = read(input) else { continue };
                let got = subject.bytes(&*value);
                ensure!(
                    Case(subject, &made, format_args!("{input:?}")),
                    got == bytes && str::from_utf8(&bytes).is_ok(),
                    ("if let Some(s) = SerdeInput::{form}(bytes).read::<S>() {{\n    \
                         assert_eq!(Ok(@text(s)), std::str::from_utf8(bytes));\n}}\n"),
                    "is read as \"{}\"",
                    got.escape_ascii()
                );
            }
        }
    }
    Ok(())
}
