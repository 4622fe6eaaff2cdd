//! Laws about serde. Without the feature `serde` they have nothing to examine.

use core::fmt;

use super::format::With;
use crate::code::{bytes_literal, literal, protected};
use crate::examined::Examined;
use crate::probe::SerdeInput;
use crate::texts::texts;
use crate::verdict::{Outcome, Stop, ensure};

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
                let then = || {
                    let text = literal(text);
                    format!("assert_eq!(serialized(&s).as_deref(), Ok({text}));\n")
                };
                ensure!(
                    subject,
                    result.is_ok() && got == *text,
                    ("{}{}", history.made.code(subject, "s"), then()),
                    "{text:?}, {}, is serialized as {got:?}, {result:?}",
                    history.made.way
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
            ensure!(
                subject,
                got.as_ref() == Some(text),
                (
                    "let s = SerdeInput::{}.read::<S>().expect(\"it is text\");\n\
                     assert_eq!(@text(s), {});\n",
                    protected(&format!("{input:?}")),
                    literal(text)
                ),
                "{input:?} is read as {got:?}"
            );
        }
    }
    Ok(())
}

pub(crate) fn serde_refuses_other(subject: Examined<'_>) -> Outcome {
    let read = subject.probed.deserialize;
    let read = read.ok_or(Stop::Lacks("Deserialize"))?;
    ensure!(
        subject,
        read(SerdeInput::Number(42)).is_none(),
        ("assert!(SerdeInput::Number(42).read::<S>().is_none());\n"),
        "a number is read as text"
    );
    for text in texts() {
        for bytes in [b"\xff".as_slice(), b"\xc3", b"\xed\xa0\x80", b""] {
            let bytes = [text.as_bytes(), bytes].concat();
            for (form, input) in [
                ("Bytes", SerdeInput::Bytes(&bytes)),
                ("BorrowedBytes", SerdeInput::BorrowedBytes(&bytes)),
            ] {
                // A type may read bytes that are UTF-8, or refuse them.
                let Some(value) = read(input) else { continue };
                let got = subject.bytes(&*value);
                ensure!(
                    subject,
                    got == bytes && str::from_utf8(&bytes).is_ok(),
                    (
                        "let bytes: &[u8] = {};\nif let Some(s) = SerdeInput::{form}(bytes).read::<S>() {{\n    \
                         assert_eq!(Ok(@text(s)), std::str::from_utf8(bytes));\n}}\n",
                        bytes_literal(&bytes)
                    ),
                    "{input:?} is read as \"{}\"",
                    got.escape_ascii()
                );
            }
        }
    }
    Ok(())
}
