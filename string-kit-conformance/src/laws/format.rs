//! Laws about formatting.

use core::fmt::{self, Display, Write};

use crate::examined::Examined;
use crate::histories::History;
use crate::slot::Slot;
use crate::texts::texts;
use crate::values::{Chars, Errs, Pieces, Shields};
use crate::verdict::{Outcome, Stop, ensure};

/// A value, and a function that displays it.
pub(super) struct With<'a>(
    pub(super) &'a dyn Slot,
    pub(super) fn(&dyn Slot, &mut fmt::Formatter<'_>) -> fmt::Result,
);

impl Display for With<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.1)(self.0, f)
    }
}

pub(crate) fn display_is_strs(subject: Examined<'_>) -> Outcome {
    let display = subject.probed.display.ok_or(Stop::Lacks("Display"))?;
    for (index, text) in texts().iter().enumerate() {
        // Most texts are made in one way only, because padding depends only on the text.
        let ways = if index % 5 == 0 { usize::MAX } else { 1 };
        for History { way, value } in subject.histories(text).into_iter().take(ways) {
            let value = With(&*value, display);
            macro_rules! same {
                ($($format:literal)*) => {$({
                    let (got, expected) = (format!($format, value), format!($format, text));
                    ensure!(got == expected, "{way} is {got:?} with {}", $format);
                })*};
            }
            same!("{}" "{:>40}" "{:<7}" "{:*^40.7}" "{:.1}" "{:.0}" "{:#}");
        }
    }
    Ok(())
}

pub(crate) fn debug_is_strs(subject: Examined<'_>) -> Outcome {
    let debug = subject.probed.debug.ok_or(Stop::Lacks("Debug"))?;
    for text in texts().iter().map(String::as_str).chain(["\"\\\n\u{301}"]) {
        let got = With(&*subject.value(text), debug).to_string();
        ensure!(got == format!("{text:?}"), "Debug of {text:?} is {got}");
    }
    Ok(())
}

pub(crate) fn write_is_to_string(subject: Examined<'_>) -> Outcome {
    let write = subject.probed.write.ok_or(Stop::Lacks("fmt::Write"))?;
    let (piece, times) = ("0123456789".repeat(50), 3);
    let values: [&dyn Display; 8] = [
        &"",
        &"é",
        &1.5,
        &Chars("aé€𝄞"),
        &Pieces { piece, times },
        &Shields(Errs("half")),
        &Errs(""),
        &Errs("half a text"),
    ];
    for text in texts() {
        for value in values {
            let (mut control, mut got) = (text.clone(), subject.value(text));
            let expected = write!(control, "{value:>3}|{value}");
            let result = write(&mut *got, format_args!("{value:>3}|{value}"));
            let got = subject.lossy(&*got);
            ensure!(
                (result, &got) == (expected, &control),
                "write!({text:?}, ...) returns {result:?}, not {expected:?}, and leaves {got:?}, \
                 not {control:?}"
            );
        }
    }
    Ok(())
}
