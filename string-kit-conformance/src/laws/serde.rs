//! Laws about serde. Without the feature `serde` they have nothing to examine.

use core::fmt;

use super::format::With;
use crate::examined::Examined;
use crate::histories::History;
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
            for History { way, value } in subject.histories(text) {
                let mut got = String::new();
                // serde implements `Serializer` for a formatter.
                let value = With(&*value, serialize);
                let result = fmt::write(&mut got, format_args!("{value}"));
                ensure!(
                    result.is_ok() && got == *text,
                    "{way} is serialized as {got:?}, {result:?}"
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
            ensure!(got.as_ref() == Some(text), "{input:?} is read as {got:?}");
        }
    }
    Ok(())
}

pub(crate) fn serde_refuses_other(subject: Examined<'_>) -> Outcome {
    let deserialize = subject.probed.deserialize;
    let read = deserialize.ok_or(Stop::Lacks("Deserialize"))?;
    let is_refused = read(SerdeInput::Number(42)).is_none();
    ensure!(is_refused, "a number is read as text");
    for text in texts() {
        for bytes in [b"\xff".as_slice(), b"\xc3", b"\xed\xa0\x80", b""] {
            let bytes = [text.as_bytes(), bytes].concat();
            for input in [SerdeInput::Bytes(&bytes), SerdeInput::BorrowedBytes(&bytes)] {
                // A type may read bytes that are UTF-8, or refuse them.
                let Some(value) = read(input) else { continue };
                let got = subject.bytes(&*value);
                ensure!(
                    got == bytes && str::from_utf8(&bytes).is_ok(),
                    "{input:?} is read as \"{}\"",
                    got.escape_ascii()
                );
            }
        }
    }
    Ok(())
}
