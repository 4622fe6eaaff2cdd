//! Laws about clones.

use core::mem::swap;

use crate::allocator::count;
use crate::case::{Case, ensure};
use crate::code::literal;
use crate::examined::Examined;
use crate::op::Op;
use crate::texts::{ascii, texts, texts_to};
use crate::verdict::{Outcome, Stop};

/// Returns operations that change a text, of which the type supports some.
pub(super) fn changes() -> [Op; 16] {
    let more = || "é€".to_owned();
    [
        Op::Push('é'),
        Op::PushStr(more()),
        Op::TryPushStr(more()),
        Op::Pop,
        Op::Truncate(0),
        Op::Clear,
        Op::Insert(0, 'é'),
        Op::InsertStr(0, more()),
        Op::Retain(u32::MAX, None),
        Op::Uppercase,
        Op::Reserve(100),
        Op::ShrinkToFit,
        Op::CutOff(0),
        Op::Write("1".to_owned(), 0),
        Op::AddAssign("é€"),
        Op::ExtendChars(more()),
    ]
}

pub(crate) fn clones_are_independent(subject: Examined<'_>) -> Outcome {
    let clone = subject.probed.clone.ok_or(Stop::Lacks("Clone"))?;
    for text in texts() {
        for history in subject.histories(text) {
            let made = || history.made.code(subject, "s") + "let s = s.clone();\n";
            let what = format_args!("a clone of {text:?}, {},", history.made.way);
            let case = Case(subject, &made, what);
            case.has_text(&*clone(&*history.text), text)?;
        }
    }
    let all = changes();
    let changes = || all.iter().filter(|change| subject.supports_op(change));
    for (text, change) in texts()
        .iter()
        .step_by(20)
        .flat_map(|text| changes().map(move |op| (text, op)))
    {
        for history in subject.histories(text) {
            let (mut first, made) = (history.text, history.made);
            for (cloned, whose) in [
                ("let mut other = s.clone();\n", "its clone"),
                (
                    "let mut other = s;\nlet s = other.clone();\n",
                    "the original",
                ),
            ] {
                let (mut other, mut same) = (clone(&*first), first);
                if whose == "the original" {
                    swap(&mut other, &mut same);
                }
                subject.apply(&mut other, change);
                let code = || {
                    let change = change.statement(&subject.source, "other");
                    made.code(subject, "s") + cloned + &change
                };
                let what = format_args!(
                    "{text:?}, {}, after {} on {whose},",
                    made.way,
                    change.needs()
                );
                Case(subject, &code, what).has_text(&*same, text)?;
                first = same;
            }
        }
    }
    Ok(())
}

pub(crate) fn clones_share(subject: Examined<'_>) -> Outcome {
    let declared = Stop::Lacks("a declaration by Subject::shares");
    let shares = subject.shares.ok_or(declared)?;
    let clone = subject.probed.clone.ok_or(Stop::Lacks("Clone"))?;
    for text in texts().iter().filter(|text| text.len() > 127) {
        for history in subject.histories(text) {
            let (copy, counts) = count(|| clone(&*history.text));
            let same = subject.bytes(&*copy).as_ptr() == subject.bytes(&*history.text).as_ptr();
            let made =
                || history.made.code(subject, "s") + "let (copy, counts) = count(|| s.clone());\n";
            let way = history.made.way;
            let what = format_args!("a clone of {} bytes, {way},", text.len());
            let case = Case(subject, &made, what);
            // A type that copies may still share a static text.
            ensure!(
                case,
                shares || !same || way != "from a &str",
                ("assert_ne!(@text(copy).as_ptr(), @text(s).as_ptr());\n"),
                "shares them"
            );
            ensure!(
                case,
                !shares || same,
                ("assert_eq!(@text(copy).as_ptr(), @text(s).as_ptr());\n"),
                "is a copy"
            );
            ensure!(
                case,
                !shares || counts.allocations == 0,
                ("assert_eq!(counts.allocations, 0);\n"),
                "takes {} allocations",
                counts.allocations
            );
        }
    }
    Ok(())
}

pub(crate) fn last_clone_frees(subject: Examined<'_>) -> Outcome {
    let clone = subject.probed.clone.ok_or(Stop::Lacks("Clone"))?;
    let orders = [[0, 0, 0, 0], [3, 2, 1, 0], [1, 2, 0, 0], [2, 0, 1, 0]];
    for (text, order) in texts_to(256).flat_map(|text| orders.map(|order| (text, order))) {
        let made = || {
            format!(
                "let ((), counts) = count(|| {{\n    let first = @from({text});\n    \
                 let mut clones: Vec<S> = (0..3).map(|_| first.clone()).collect();\n    \
                 clones.push(first);\n    for at in {order:?} {{\n        \
                 drop(clones.swap_remove(at));\n        for at in 0..clones.len() {{\n            \
                 let left = @text(clones[at]);\n            \
                 assert_eq!(left, {text});\n        }}\n    }}\n}});\n\
                 assert_eq!(counts.live_bytes, 0);\n",
                text = literal(text)
            )
        };
        let what = format_args!("4 clones of {text:?}, dropped in the order {order:?},");
        let case = Case(subject, &made, what);
        let (result, counts) = count(|| -> Outcome {
            let first = subject.of(text);
            let mut clones: Vec<_> = (0..3).map(|_| clone(&*first)).collect();
            clones.push(first);
            for at in order {
                drop(clones.swap_remove(at));
                for left in &clones {
                    let is_whole = subject.bytes(&**left) == text.as_bytes();
                    ensure!(case, is_whole, (""), "leave {:?}", subject.lossy(&**left));
                }
            }
            Ok(())
        });
        result?;
        let bytes = counts.live_bytes;
        ensure!(case, bytes == 0, (""), "leave {bytes} bytes");
    }
    // 10,000 clones at once: the reference count must be wider than a byte.
    let text = ascii(100);
    let (right, counts) = count(|| {
        let first = subject.of(&text);
        let clones: Vec<_> = (0..10_000).map(|_| clone(&*first)).collect();
        drop(first);
        let mut clones = clones.iter();
        clones.all(|left| subject.bytes(&**left) == text.as_bytes())
    });
    ensure!(
        Case(subject, &String::new, format_args!("10,000 clones")),
        right && counts.live_bytes == 0,
        ("let text = ascii(100);\nlet ((), counts) = count(|| {{\n    \
             let first = @from(text.as_str());\n    \
             let clones: Vec<S> = (0..10_000).map(|_| first.clone()).collect();\n    \
             drop(first);\n    \
             (0..10_000).for_each(|at| assert_eq!(@text(clones[at]), text));\n}});\n\
             assert_eq!(counts.live_bytes, 0);\n"),
        "have the text: {right}; they leave {} bytes",
        counts.live_bytes
    );
    Ok(())
}

pub(crate) fn option_is_free(subject: Examined<'_>) -> Outcome {
    let [own, optional] = subject.sizes;
    ensure!(
        Case(subject, &String::new, format_args!("Option")),
        own == optional,
        ("assert_eq!(size_of::<Option<S>>(), size_of::<S>());\n"),
        "takes {optional} bytes, the type {own}"
    );
    Ok(())
}
