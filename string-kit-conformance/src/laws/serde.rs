//! Laws about serde. Without the feature `serde` they have nothing to examine.

use core::fmt;

use crate::Subject;
use crate::code::{bytes_literal, literal, protected};
use crate::probe::SerdeInput;
use crate::texts::texts;
use crate::verdict::{Outcome, Stop, ensure};

/// A value, and its `Serialize` for a formatter, which serde implements `Serializer` for.
struct Serialized<'a, S>(&'a S, fn(&S, &mut fmt::Formatter<'_>) -> fmt::Result);

impl<S> fmt::Display for Serialized<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.1)(self.0, f)
    }
}

pub(crate) fn serde_round_trips<S>(subject: &Subject<S>) -> Outcome {
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
                let result = fmt::write(
                    &mut got,
                    format_args!("{}", Serialized(&history.text, serialize)),
                );
                ensure!(
                    result.is_ok() && got == *text,
                    subject.code_of(
                        history.made,
                        &format!(
                            "assert_eq!(serialized(&s).as_deref(), Ok({}));\n",
                            literal(text)
                        )
                    ),
                    "{text:?}, {}, is serialized as {got:?}, {result:?}",
                    history.made.way
                );
            }
        }
        if let Some(read) = read {
            for input in [
                SerdeInput::Str(text),
                SerdeInput::Owned(text),
                SerdeInput::Borrowed(text),
            ] {
                let value = read(input);
                let got = value.as_ref().map(|value| subject.bytes(value));
                ensure!(
                    got == Some(text.as_bytes()),
                    subject.code(format!(
                        "let s = SerdeInput::{}.read::<S>().expect(\"it is text\");\n\
                         assert_eq!(@text(s), {});\n",
                        protected(&format!("{input:?}")),
                        literal(text)
                    )),
                    "{input:?} is read as {:?}",
                    got.map(String::from_utf8_lossy)
                );
            }
        }
    }
    Ok(())
}

pub(crate) fn serde_refuses_other<S>(subject: &Subject<S>) -> Outcome {
    let read = subject
        .probed
        .deserialize
        .ok_or(Stop::Lacks("Deserialize"))?;
    ensure!(
        read(SerdeInput::Number(42)).is_none(),
        subject.code("assert!(SerdeInput::Number(42).read::<S>().is_none());\n"),
        "a number is read as text"
    );
    for text in texts() {
        for bytes in [b"\xff".as_slice(), b"\xc3", b"\xed\xa0\x80", b""] {
            let bytes = [text.as_bytes(), bytes].concat();
            for input in [SerdeInput::Bytes(&bytes), SerdeInput::BorrowedBytes(&bytes)] {
                // A type may read bytes that are UTF-8, or refuse them.
                let Some(value) = read(input) else { continue };
                let got = subject.bytes(&value);
                let form = match input {
                    SerdeInput::Bytes(_) => "Bytes",
                    _ => "BorrowedBytes",
                };
                ensure!(
                    got == bytes && core::str::from_utf8(&bytes).is_ok(),
                    subject.code(format!(
                        "let bytes: &[u8] = {};\nif let Some(s) = SerdeInput::{form}(bytes).read::<S>() {{\n    \
                         assert_eq!(Ok(@text(s)), std::str::from_utf8(bytes));\n}}\n",
                        bytes_literal(&bytes)
                    )),
                    "{input:?} is read as \"{}\"",
                    got.escape_ascii()
                );
            }
        }
    }
    Ok(())
}
