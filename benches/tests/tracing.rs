//! The tracing allocator, as the allocator of a whole program, with no harness: a scope records
//! what any thread does, and a harness has threads of its own.
#![allow(missing_docs)]

use std::collections::HashMap;
use std::hint::black_box;
use std::panic::{self, catch_unwind};
use std::thread;

use string_kit_measure::memory::{Event, LaboratoryAllocator, Trace, trace};

#[global_allocator]
static ALLOCATOR: LaboratoryAllocator = LaboratoryAllocator;

const MILLION: usize = 1_000_000;

fn main() {
    one_thread();
    a_scope_that_panics();
    a_buffer_that_is_full();
    threads();
    ten_million();
}

fn one_thread() {
    let (kept, recorded) = trace(100, || {
        let mut vec = Vec::<u8>::with_capacity(black_box(10));
        vec.resize(10, 1);
        vec.reserve_exact(black_box(20));
        drop(black_box(Box::new([0_u64; 4])));
        vec
    });
    let sizes: Vec<isize> = recorded.events.iter().map(Event::bytes).collect();
    assert_eq!(sizes, [10, 30, -10, 32, -32]);
    assert_eq!(recorded.events[1].block().addr, kept.as_ptr().addr());

    let ((), outside) = trace(100, || ());
    assert_eq!(outside, Trace::default());
}

fn a_scope_that_panics() {
    // The panics are on purpose, and nothing to read about.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let panicked = catch_unwind(|| trace(100, || -> () { panic!("on purpose") }));
    assert!(panicked.is_err());
    let nested = catch_unwind(|| trace(100, || trace(100, || ())));
    assert!(nested.is_err());
    panic::set_hook(hook);
    let (_box, recorded) = trace(100, || Box::new(1_u64));
    assert_eq!(recorded.events.len(), 1);
}

fn a_buffer_that_is_full() {
    let (_, recorded) = trace(3, || {
        let mut vec = vec![1_u8];
        vec.reserve_exact(black_box(5));
        vec.reserve_exact(black_box(50));
        vec
    });
    assert_eq!((recorded.events.len(), recorded.lost), (3, 2));
}

/// Checks that four threads at once lose no event, and that no block is handed out twice before it
/// is given back.
fn threads() {
    const ROUNDS: usize = 20_000;
    let ((), recorded) = trace(MILLION, || {
        thread::scope(|scope| {
            for size in 1..=4 {
                scope.spawn(move || {
                    for _ in 0..ROUNDS {
                        drop(black_box(Vec::<u8>::with_capacity(1000 + size)));
                    }
                });
            }
        });
    });
    assert_eq!(recorded.lost, 0);
    let ours = |event: &&Event| (1001..=1004).contains(&event.block().size);
    let mut held = HashMap::new();
    for event in recorded.events.iter().filter(ours) {
        let block = event.block();
        match event {
            Event::Alloc(_) => assert_eq!(held.insert(block.addr, block.size), None),
            Event::Freed(_) => assert_eq!(held.remove(&block.addr), Some(block.size)),
        }
    }
    assert!(held.is_empty());
    assert_eq!(recorded.events.iter().filter(ours).count(), 4 * 2 * ROUNDS);
}

fn ten_million() {
    let ((), recorded) = trace(10 * MILLION, || {
        for size in 0..5 * MILLION {
            drop(black_box(Vec::<u8>::with_capacity(size % 64 + 1)));
        }
    });
    assert_eq!((recorded.events.len(), recorded.lost), (10 * MILLION, 0));
}
