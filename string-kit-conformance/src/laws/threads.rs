//! Laws about threads.

use core::sync::atomic::{AtomicBool, AtomicIsize, Ordering};

use super::share::each_change;
use crate::Subject;
use crate::allocator::{count, is_counting};
use crate::code::literal;
use crate::texts::texts;
use crate::verdict::{Outcome, Stop, ensure};

pub(crate) fn is_send_and_sync<S>(subject: &Subject<S>) -> Outcome {
    let (send, sync) = (
        subject.probed.send.is_some(),
        subject.probed.share.is_some(),
    );
    let code = |bound: &str| {
        subject.code(format!(
            "fn requires<T: {bound}>() {{}}\n// This line does not compile.\nrequires::<S>();\n"
        ))
    };
    ensure!(send, code("Send"), "the type is not Send");
    ensure!(sync, code("Sync"), "the type is not Sync");
    Ok(())
}

/// The number of clones that each thread makes, reads and drops.
const ROUNDS: usize = 50;

pub(crate) fn threads_may_share<S>(subject: &Subject<S>) -> Outcome {
    let clone = subject.probed.clone.ok_or(Stop::Lacks("Clone"))?;
    let share = subject.probed.share.ok_or(Stop::Lacks("Sync"))?;
    let send = subject.probed.send.ok_or(Stop::Lacks("Send"))?;
    let as_str = subject.as_str;
    // Every twentieth text: some are inline, some on the heap, some long.
    for text in texts().iter().step_by(20) {
        // Each thread counts its own calls; one thread may free the blocks of another.
        let (whole, held) = (AtomicBool::new(true), AtomicIsize::new(0));
        let add = |bytes| {
            held.fetch_add(bytes, Ordering::Relaxed);
        };
        let looks = |value: &S| {
            if as_str(value).as_bytes() != text.as_bytes() {
                whole.store(false, Ordering::Relaxed);
            }
        };
        let each_clones = |change: &(dyn Fn(&mut S) + Sync)| {
            let (base, counts) = count(|| subject.of(text));
            add(counts.live_bytes);
            share(&base, &|base| {
                let ((), counts) = count(|| {
                    for _ in 0..ROUNDS {
                        let mut own = clone(base);
                        looks(&own);
                        change(&mut own);
                        looks(base);
                    }
                });
                add(counts.live_bytes);
            });
            let ((), counts) = count(|| drop(base));
            add(counts.live_bytes);
        };
        each_clones(&|_| {});
        each_change(subject, &mut |_, change| {
            each_clones(change);
            Ok(())
        })?;
        let (clones, counts) = count(|| {
            let base = subject.of(text);
            let mut clones: Vec<S> = (0..3).map(|_| clone(&base)).collect();
            clones.push(base);
            clones
        });
        // The bytes of the clones without their `Vec`: the call below frees it, but does not count
        // it.
        let frame = isize::try_from(clones.capacity() * size_of::<S>()).unwrap_or(0);
        add(counts.live_bytes - frame);
        send(clones, &|own| {
            let ((), counts) = count(|| {
                looks(&own);
                drop(own);
            });
            add(counts.live_bytes);
        });
        let code = || {
            let mut changes = String::new();
            let _ = each_change(subject, &mut |change, _| {
                changes += &format!(
                    "                {{ let mut s = base.clone(); _ = {}; }}\n",
                    change.code
                );
                Ok(())
            });
            subject.code(format!(
                "// A race: it may take several runs to fail.\n\
                 let held = std::sync::atomic::AtomicIsize::new(0);\n\
                 let hold = |counts: string_kit_conformance::Counts| {{\n    \
                 held.fetch_add(counts.live_bytes, std::sync::atomic::Ordering::Relaxed);\n}};\n\
                 for _ in 0..100 {{\n    let (base, counts) = count(|| @from({text}));\n    \
                 hold(counts);\n    std::thread::scope(|scope| {{\n        for _ in 0..4 {{\n            \
                 scope.spawn(|| for _ in 0..50 {{\n                let ((), counts) = count(|| {{\n                \
                 drop(base.clone());\n{changes}                }});\n                hold(counts);\n                \
                 assert_eq!(@text(base), {text});\n            }});\n        }}\n    }});\n    \
                 hold(count(|| drop(base)).1);\n}}\n\
                 assert_eq!(held.into_inner(), 0);\n",
                text = literal(text)
            ))
        };
        ensure!(
            whole.load(Ordering::Relaxed),
            code(),
            "{text:?} is another text in one of the threads that clone it"
        );
        let held = held.load(Ordering::Relaxed);
        ensure!(
            held == 0 || !is_counting(),
            code(),
            "{text:?}, cloned and dropped by threads, leaves {held} bytes"
        );
    }
    Ok(())
}
