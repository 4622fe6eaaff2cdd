//! Laws about formatting.

use core::fmt::{self, Display, Write};

use crate::case::{Case, ensure};
use crate::code::literal;
use crate::examined::Examined;
use crate::slot::Slot;
use crate::texts::texts;
use crate::values::{Chars, Errs, Pieces, Shields};
use crate::verdict::{Outcome, Stop};

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
        for history in subject.histories(text).into_iter().take(ways) {
            let (value, made) = (With(&*history.text, display), &history.made);
            let code = || made.code(subject, "s");
            let case = Case(subject, &code, format_args!("{text:?}, {},", made.way));
            macro_rules! same {
                ($($format:literal)*) => {$({
                    let (got, expected) = (format!($format, value), format!($format, text));
                    ensure!(
                        case,
                        got == expected,
                        (
                            "assert_eq!(format!({form:?}, s), format!({form:?}, {text}));\n",
                            form = $format,
                            text = literal(text)
                        ),
                        "is {got:?} with {}",
                        $format
                    );
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
        let got = With(&*subject.of(text), debug).to_string();
        let made = || format!("let s = @from({});\n", literal(text));
        ensure!(
            Case(subject, &made, format_args!("Debug of {text:?}")),
            got == format!("{text:?}"),
            (
                "assert_eq!(format!(\"{{s:?}}\"), format!(\"{{:?}}\", {}));\n",
                literal(text)
            ),
            "is {got}"
        );
    }
    Ok(())
}

pub(crate) fn write_is_to_string(subject: Examined<'_>) -> Outcome {
    let write = subject.probed.write.ok_or(Stop::Lacks("fmt::Write"))?;
    let (piece, times) = ("0123456789".repeat(50), 3);
    let values: [(&dyn Display, &str); 8] = [
        (&"", r#""""#),
        (&"é", r#""é""#),
        (&1.5, "1.5"),
        (&Chars("aé€𝄞"), r#"Chars("aé€𝄞")"#),
        (
            &Pieces { piece, times },
            r#"Pieces { piece: "0123456789".repeat(50), times: 3 }"#,
        ),
        (&Shields(Errs("half")), r#"Shields(Errs("half"))"#),
        (&Errs(""), r#"Errs("")"#),
        (&Errs("half a text"), r#"Errs("half a text")"#),
    ];
    for text in texts() {
        for (value, shown) in values {
            let (mut control, mut got) = (text.clone(), subject.of(text));
            let expected = write!(control, "{value:>3}|{value}");
            let result = write(&mut *got, format_args!("{value:>3}|{value}"));
            let got = subject.lossy(&*got);
            let made = || {
                let text = literal(text);
                format!("let mut s = @from({text});\nlet mut string = String::from({text});\n")
            };
            ensure!(
                Case(subject, &made, format_args!("write!({text:?}, ...)")),
                (result, &got) == (expected, &control),
                ("let value = {shown};\nlet result = write!(s, \"{{value:>3}}|{{value}}\");\n\
                     assert_eq!(result, write!(string, \"{{value:>3}}|{{value}}\"));\n\
                     assert_eq!(@text(s), string);\n"),
                "returns {result:?}, not {expected:?}, and leaves {got:?}, not {control:?}"
            );
        }
    }
    Ok(())
}
