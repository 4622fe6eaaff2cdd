//! Laws about threads.

use core::sync::atomic::{AtomicBool, AtomicIsize, Ordering::Relaxed};

use super::share::changes;
use crate::allocator::{count, is_counting};
use crate::case::{Case, ensure};
use crate::code::{indented, literal};
use crate::examined::Examined;
use crate::op::Op;
use crate::slot::Slot;
use crate::texts::texts;
use crate::verdict::{Outcome, Stop};

pub(crate) fn is_send_and_sync(subject: Examined<'_>) -> Outcome {
    let bounds = [
        ("Send", subject.probed.send.is_some()),
        ("Sync", subject.probed.share.is_some()),
    ];
    for (bound, holds) in bounds {
        ensure!(
            Case(subject, &String::new, format_args!("the type")),
            holds,
            ("fn requires<T: {bound}>() {{}}\n// This line does not compile.\nrequires::<S>();\n"),
            "is not {bound}"
        );
    }
    Ok(())
}

/// The number of clones that each thread makes, reads and drops.
const ROUNDS: usize = 50;

/// Returns the code that repeats a case, with the changes that the type supports.
fn code_of(subject: Examined<'_>, text: &str) -> String {
    let mut round = "drop(base.clone());\n".to_owned();
    for change in changes() {
        if subject.supports_op(&change) {
            let change = change.statement(&subject.source, "s");
            round += &format!("{{\n    let mut s = base.clone();\n    {change}}}\n");
        }
    }
    let thread = format!(
        "let ((), counts) = count(|| {{\n{}}});\nhold(counts);\nassert_eq!(@text(base), {});\n",
        indented(&round),
        literal(text)
    );
    let threads = format!(
        "let (base, counts) = count(|| @from({}));\nhold(counts);\n\
         std::thread::scope(|scope| {{\n    for _ in 0..4 {{\n        \
         scope.spawn(|| for _ in 0..{ROUNDS} {{\n{}        }});\n    }}\n}});\n\
         hold(count(|| drop(base)).1);\n",
        literal(text),
        indented(&indented(&indented(&thread)))
    );
    format!(
        "// A race: it may take several runs to fail.\n\
         let held = std::sync::atomic::AtomicIsize::new(0);\n\
         let hold = |counts: string_kit_conformance::Counts| {{\n    \
         held.fetch_add(counts.live_bytes, std::sync::atomic::Ordering::Relaxed);\n}};\n\
         for _ in 0..100 {{\n{}}}\nassert_eq!(held.into_inner(), 0);\n",
        indented(&threads)
    )
}

pub(crate) fn threads_may_share(subject: Examined<'_>) -> Outcome {
    let clone = subject.probed.clone.ok_or(Stop::Lacks("Clone"))?;
    let share = subject.probed.share.ok_or(Stop::Lacks("Sync"))?;
    let send = subject.probed.send.ok_or(Stop::Lacks("Send"))?;
    // Every twentieth text: some are inline, some on the heap, some long.
    for text in texts().iter().step_by(20) {
        // Each thread counts its own calls; one thread may free the blocks of another.
        let (whole, held) = (AtomicBool::new(true), AtomicIsize::new(0));
        let looks = |value: &dyn Slot| {
            whole.fetch_and(subject.bytes(value) == text.as_bytes(), Relaxed);
        };
        let each_clones = |change: Option<&Op>| {
            let base = counted(&held, || subject.of(text));
            share(&*base, &|base| {
                counted(&held, || {
                    for _ in 0..ROUNDS {
                        let mut own = clone(base);
                        looks(&*own);
                        if let Some(change) = change {
                            subject.apply(&mut own, change);
                        }
                        looks(base);
                    }
                });
            });
            counted(&held, || drop(base));
        };
        each_clones(None);
        for change in &changes() {
            if subject.supports_op(change) {
                each_clones(Some(change));
            }
        }
        let mut clones = Vec::with_capacity(4);
        counted(&held, || {
            clones.push(subject.of(text));
            (0..3).for_each(|_| clones.push(clone(&*clones[0])));
        });
        send(clones, &|own| {
            counted(&held, || {
                looks(&*own);
                drop(own);
            });
        });
        let (is_whole, held) = (whole.into_inner(), held.into_inner());
        let code = || code_of(subject, text);
        let what = format_args!("{text:?}, cloned and dropped by threads,");
        let case = Case(subject, &code, what);
        ensure!(case, is_whole, (""), "is another text in one of them");
        ensure!(
            case,
            held == 0 || !is_counting(),
            (""),
            "leaves {held} bytes"
        );
    }
    Ok(())
}

/// Adds the bytes that `work` holds at its end to `held`.
fn counted<R>(held: &AtomicIsize, work: impl FnOnce() -> R) -> R {
    let (result, counts) = count(work);
    held.fetch_add(counts.live_bytes, Relaxed);
    result
}
