//! Laws about threads.

use core::sync::atomic::{AtomicBool, AtomicIsize, Ordering::Relaxed};

use super::share::changes;
use crate::allocator::{count, is_counting};
use crate::examined::Examined;
use crate::op::Op;
use crate::slot::Slot;
use crate::texts::texts;
use crate::verdict::{Outcome, Stop, ensure};

pub(crate) fn is_send_and_sync(subject: Examined<'_>) -> Outcome {
    let bounds = [
        ("Send", subject.probed.send.is_some()),
        ("Sync", subject.probed.share.is_some()),
    ];
    for (bound, holds) in bounds {
        ensure!(holds, "the type is not {bound}");
    }
    Ok(())
}

/// The number of clones that each thread makes, reads and drops.
const ROUNDS: usize = 50;

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
            let base = counted(&held, || subject.value(text));
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
            clones.push(subject.value(text));
            (0..3).for_each(|_| clones.push(clone(&*clones[0])));
        });
        send(clones, &|own| {
            counted(&held, || {
                looks(&*own);
                drop(own);
            });
        });
        let (is_whole, held) = (whole.into_inner(), held.into_inner());
        let what = format_args!("{text:?}, cloned and dropped by threads,");
        ensure!(is_whole, "{what} is another text in one of them");
        let is_freed = held == 0 || !is_counting();
        ensure!(is_freed, "{what} leaves {held} bytes");
    }
    Ok(())
}

/// Adds the bytes that `work` holds at its end to `held`.
fn counted<R>(held: &AtomicIsize, work: impl FnOnce() -> R) -> R {
    let (result, counts) = count(work);
    held.fetch_add(counts.live_bytes, Relaxed);
    result
}
