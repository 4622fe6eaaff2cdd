//! Capture on several threads at once.

use std::sync::Barrier;
use std::thread;

use string_kit_subjects::Representation;
use string_kit_subjects::strategy::{OnePass, Strategy, ThreadLocalBuffer};

/// Checks that each thread captures into a buffer of its own.
fn captures_on_many_threads<S: Representation>() {
    const THREADS: usize = 4;
    let start = Barrier::new(THREADS);
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let start = &start;
            scope.spawn(move || {
                start.wait();
                for round in 0..50 {
                    let value = format!("{thread}-{}", "x".repeat(round * thread));
                    let first = ThreadLocalBuffer::capture::<S, _>(&value);
                    let second = OnePass::capture::<S, _>(&value);
                    assert_eq!(first.as_str(), value);
                    assert_eq!(first, second);
                }
            });
        }
    });
}

for_each_type! { $ threads_capture_at_once: captures_on_many_threads; }
