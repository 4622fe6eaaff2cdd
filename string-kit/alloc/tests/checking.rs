//! The checking allocator, as the program's own: silent on clean code, and loud on every fault.
//!
//! Faults are committed by direct calls of the allocator: the compiler takes calls through
//! `std::alloc` to be free of them, and may turn a fault into anything.
#![allow(unsafe_code)]

mod support;

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::sync::mpsc;
use std::{env, ptr, slice, thread};

use string_kit_alloc::{
    Call, CheckingAllocator, CountingAllocator, Counts, Violation, check, count, with_budget,
};

#[global_allocator]
static ALLOCATOR: CheckingAllocator = CheckingAllocator::new();

const WORD: Layout = Layout::new::<u64>();
const TEN: Layout = Layout::new::<[u8; 10]>();

/// Code that breaks nothing.
mod clean {
    use super::*;

    #[test]
    fn collections() {
        reports_nothing(|| {
            let mut list = Vec::new();
            for number in 0..2_000_u32 {
                list.push(number);
            }
            list.truncate(10);
            list.shrink_to_fit();
            let mut text = String::new();
            for number in &list {
                text.push_str(&number.to_string());
            }
            text.shrink_to_fit();
            assert_eq!(text, "0123456789");
            assert_eq!(
                text.into_boxed_str().into_string().as_bytes(),
                b"0123456789"
            );
            assert_eq!(vec![0_u16; 1_000], [0; 1_000]);
        });
    }

    #[test]
    fn trait_objects() {
        trait Word {
            fn word(&self) -> String;
        }
        struct Owned(String);
        struct Empty;
        impl Word for Owned {
            fn word(&self) -> String {
                self.0.clone()
            }
        }
        impl Word for Empty {
            fn word(&self) -> String {
                String::new()
            }
        }
        reports_nothing(|| {
            let words: Vec<Box<dyn Word>> = vec![Box::new(Owned("tag".into())), Box::new(Empty)];
            assert_eq!(
                words.iter().map(|word| word.word()).collect::<String>(),
                "tag"
            );
        });
    }

    #[test]
    fn over_aligned_types() {
        macro_rules! each {
            ($($align:literal)*) => { $({
                #[repr(align($align))]
                struct Aligned(u8);
                let mut list = vec![Aligned(0)];
                for byte in 1..9 {
                    list.push(Aligned(byte));
                    assert!(list.as_ptr().addr().is_multiple_of($align));
                }
                list.shrink_to_fit();
                assert!(list.iter().map(|item| item.0).eq(0..9));
                assert!(ptr::from_ref(&*Box::new(Aligned(1))).addr().is_multiple_of($align));
            })* };
        }
        reports_nothing(|| {
            each!(1 2 4 8 16 32 64 128 256 512 1024 2048 4096);
        });
    }

    #[test]
    fn every_size_and_alignment() {
        reports_nothing(|| {
            for align in (0..13).map(|power| 1 << power) {
                for size in [1, 2, 7, 8, 15, 16, 17, 100, 4_095, 4_096, 4_097] {
                    let layout = Layout::from_size_align(size, align).unwrap();
                    let longer = Layout::from_size_align(size + 100, align).unwrap();
                    let block = new(layout);
                    write(block, &vec![7; size]);
                    let block = resize(block, layout, longer.size());
                    assert!(block.addr().is_multiple_of(align));
                    assert_eq!(read(block, size), vec![7; size]);
                    let block = resize(block, longer, size);
                    assert!(block.addr().is_multiple_of(align));
                    assert_eq!(read(block, size), vec![7; size]);
                    free(block, layout);
                }
            }
        });
    }

    #[test]
    fn blocks_that_go_from_thread_to_thread() {
        let (send, receive) = mpsc::channel::<Vec<String>>();
        let maker = thread::spawn(move || {
            reports_nothing(|| {
                for round in 0..100 {
                    let list = (0..round).map(|number| number.to_string()).collect();
                    send.send(list).unwrap();
                }
                // What the channel itself holds must outlive this check, too.
                drop(send);
            });
        });
        reports_nothing(|| {
            for (round, list) in receive.iter().enumerate() {
                assert_eq!(list.len(), round);
            }
        });
        maker.join().unwrap();
    }

    #[test]
    fn blocks_of_a_thread_that_ended() {
        reports_nothing(|| {
            let text = thread::spawn(|| "tag".repeat(100)).join().unwrap();
            assert_eq!(text.len(), 300);
        });
    }

    #[test]
    fn threads_that_check_at_once() {
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(collections);
            }
        });
    }

    #[test]
    fn blocks_that_outlive_a_check_or_precede_it() {
        let before = String::from("before");
        let after = reports_nothing(|| {
            drop(before);
            String::from("after")
        });
        reports_nothing(|| {
            let (inner, violations) = check(|| after + " all");
            assert_eq!((inner.as_str(), violations), ("after all", vec![]));
        });
    }

    #[test]
    fn more_blocks_than_the_quarantine_holds() {
        reports_nothing(|| {
            for size in 1..2_000 {
                free(new(bytes(size)), bytes(size));
            }
            for size in [1 << 20, 3 << 20, 4 << 20, 5 << 20, 20 << 20] {
                free(new(bytes(size)), bytes(size));
            }
            reports_nothing(|| {
                for size in 1..1_000 {
                    free(new(bytes(size)), bytes(size));
                }
            });
        });
    }

    #[test]
    fn thread_locals_that_allocate_as_the_thread_ends() {
        struct Loud;
        impl Drop for Loud {
            fn drop(&mut self) {
                reports_nothing(|| assert_eq!("tag".repeat(10).len(), 30));
            }
        }
        thread_local!(static LOUD: Cell<Option<Loud>> = const { Cell::new(None) });
        thread::spawn(|| LOUD.set(Some(Loud))).join().unwrap();
    }
}

/// What the caller gets and finds in it.
mod contents {
    use super::*;

    #[test]
    fn fresh_zeroed_and_freed() {
        reports_nothing(|| {
            let block = new(TEN);
            assert_eq!(read(block, 10), [0xFA; 10]);
            let longer = resize(block, TEN, 20);
            assert_eq!(read(block, 10), [0xFD; 10]);
            assert_eq!(read(longer, 20), [0xFA; 20]);
            free(longer, bytes(20));
            assert_eq!(read(longer, 20), [0xFD; 20]);

            // SAFETY: `TEN` is not zero bytes.
            let zeroed = unsafe { ALLOCATOR.alloc_zeroed(TEN) };
            assert_eq!(read(zeroed, 10), [0; 10]);
            free(zeroed, TEN);
        });
    }

    #[test]
    fn a_block_always_moves() {
        for new_size in [1, 9, 10, 11, 100] {
            let block = new(TEN);
            let moved = resize(block, TEN, new_size);
            assert_ne!(block, moved);
            free(moved, bytes(new_size));
        }
    }

    #[test]
    fn what_is_too_much_is_null() {
        let most = isize::MAX.cast_unsigned();
        reports_nothing(|| {
            for align in [1, 16, 4_096] {
                let layout = Layout::from_size_align(most - (align - 1), align).unwrap();
                // SAFETY: the layout is not zero bytes.
                assert!(unsafe { ALLOCATOR.alloc(layout) }.is_null());
                // SAFETY: the layout is not zero bytes.
                assert!(unsafe { ALLOCATOR.alloc_zeroed(layout) }.is_null());
            }
            let largest = Layout::from_size_align(1, 1 << (usize::BITS - 2)).unwrap();
            // SAFETY: the layout is not zero bytes.
            assert!(unsafe { ALLOCATOR.alloc(largest) }.is_null());

            let block = new(TEN);
            assert!(resize(block, TEN, most).is_null());
            free(block, TEN);
        });
    }
}

/// Each kind of violation, and how the program goes on after it.
mod faults {
    use super::*;

    #[test]
    fn wrong_layout() {
        let given = [
            bytes(8),
            bytes(7),
            bytes(9),
            aligned(8, 4),
            aligned(8, 16),
            aligned(16, 8),
        ];
        for given in given {
            let wrong = |call| Violation::WrongLayout {
                call,
                block: WORD,
                given,
            };
            reports(&[wrong(Call::Dealloc)], || free(new(WORD), given));
            reports(&[wrong(Call::Realloc)], || {
                let block = new(WORD);
                write(block, b"12345678");
                let longer = resize(block, given, 24);
                assert_eq!(read(longer, 10), *b"12345678\xFA\xFA");
                // Resized by the block's true alignment.
                free(longer, aligned(24, 8));
            });
        }
    }

    #[test]
    fn the_true_layout_is_counted() {
        let wrong = || free(resize(new(WORD), bytes(3), 16), aligned(16, 1));
        let (((), counts), violations) = check(|| count(wrong));
        assert_eq!(violations.len(), 2);
        assert_eq!((counts.live_bytes, counts.peak_bytes), (0, 24));
    }

    #[test]
    fn damage_before() {
        for distance in 1..=16 {
            let damage = Violation::DamagedBefore {
                block: TEN,
                distance,
            };
            reports(&[damage], || {
                let block = new(TEN);
                write(block.wrapping_sub(distance), b"!");
                free(block, TEN);
            });
            reports(&[damage], || {
                let block = new(TEN);
                write(block.wrapping_sub(distance), b"!");
                free(resize(block, TEN, 11), bytes(11));
            });
        }
    }

    #[test]
    fn damage_after() {
        for distance in 1..=16 {
            let damage = Violation::DamagedAfter {
                block: TEN,
                distance,
            };
            reports(&[damage], || {
                let block = new(TEN);
                write(block.wrapping_add(9 + distance), b"!");
                free(block, TEN);
            });
            reports(&[damage], || {
                let block = new(TEN);
                write(block.wrapping_add(9 + distance), b"!");
                free(resize(block, TEN, 11), bytes(11));
            });
        }
    }

    #[test]
    fn damage_on_both_sides_of_an_over_aligned_block() {
        let block = aligned(100, 4_096);
        let damage = [
            Violation::DamagedBefore { block, distance: 1 },
            Violation::DamagedAfter { block, distance: 2 },
        ];
        reports(&damage, || {
            let start = new(block);
            write(start.wrapping_sub(2), b"!!");
            write(start.wrapping_add(101), b"!!");
            free(start, block);
        });
    }

    #[test]
    fn damage_is_reported_once_though_the_block_stays() {
        let (block, distance) = (TEN, 1);
        reports(&[Violation::DamagedAfter { block, distance }], || {
            let start = new(TEN);
            write(start.wrapping_add(10), b"!");
            assert!(with_budget(0, || resize(start, TEN, 20)).is_null());
            free(start, TEN);
        });
    }

    #[test]
    fn written_after_free() {
        for offset in [0, 3, 9] {
            let written = Violation::WrittenAfterFree { block: TEN, offset };
            reports(&[written], || {
                let block = new(TEN);
                free(block, TEN);
                write(block.wrapping_add(offset), b"!");
            });
            reports(&[written], || {
                let block = new(TEN);
                let moved = resize(block, TEN, 10);
                write(block.wrapping_add(offset), b"!");
                free(moved, TEN);
            });
        }
    }

    #[test]
    fn written_beside_a_freed_block() {
        let (block, distance) = (TEN, 1);
        reports(&[Violation::DamagedAfter { block, distance }], || {
            let start = new(TEN);
            free(start, TEN);
            write(start.wrapping_add(10), b"!");
        });
    }

    /// A block that leaves the full quarantine is looked at there and then.
    #[test]
    fn written_after_free_is_seen_as_the_block_leaves() {
        let late = Violation::ZeroSize { call: Call::Alloc };
        let written = Violation::WrittenAfterFree {
            block: TEN,
            offset: 0,
        };
        for (count, size) in [(300, 8), (3, 2 << 20)] {
            reports(&[written, late], || {
                let block = new(TEN);
                free(block, TEN);
                write(block, b"!");
                for _ in 0..count {
                    free(new(bytes(size)), bytes(size));
                }
                free(new(bytes(0)), bytes(0));
            });
        }
    }

    #[test]
    fn freed_twice() {
        let twice = |call| Violation::FreedTwice { call, block: TEN };
        reports(&[twice(Call::Dealloc)], || {
            let block = new(TEN);
            free(block, TEN);
            free(block, TEN);
        });
        reports(&[twice(Call::Dealloc)], || {
            let block = new(TEN);
            let moved = resize(block, TEN, 20);
            free(block, TEN);
            free(moved, bytes(20));
        });
        reports(&[twice(Call::Realloc)], || {
            let block = new(TEN);
            free(block, TEN);
            let other = resize(block, TEN, 20);
            assert_eq!(read(other, 20), [0xFA; 20]);
            free(other, bytes(20));
        });
    }

    #[test]
    fn freed_twice_is_counted_once() {
        let twice = || {
            let block = new(TEN);
            free(block, TEN);
            free(block, TEN);
        };
        let (((), counts), violations) = check(|| count(twice));
        assert_eq!(violations.len(), 1);
        assert_eq!((counts.allocations, counts.deallocations), (1, 1));
    }

    #[test]
    fn freed_twice_by_another_thread() {
        let twice = Violation::FreedTwice {
            call: Call::Dealloc,
            block: TEN,
        };
        reports_nothing(|| {
            let block = new(TEN);
            free(block, TEN);
            let address = block.expose_provenance();
            let other = move || {
                let block = ptr::with_exposed_provenance_mut(address);
                reports(&[twice], || free(block, TEN));
            };
            thread::spawn(other).join().unwrap();
        });
    }

    #[test]
    fn freed_twice_with_its_header_overwritten() {
        let block = TEN;
        let expected = [
            Violation::FreedTwice {
                call: Call::Dealloc,
                block,
            },
            Violation::DamagedBefore { block, distance: 1 },
        ];
        reports(&expected, || {
            let start = new(TEN);
            free(start, TEN);
            write(start.wrapping_sub(48), &[b'!'; 48]);
            free(start, TEN);
        });
    }

    #[test]
    fn zero_size() {
        let zero = |call| Violation::ZeroSize { call };
        reports(&[zero(Call::Alloc)], || free(new(bytes(0)), bytes(0)));
        reports(&[zero(Call::AllocZeroed)], || {
            // SAFETY: wrong on purpose; the allocator goes on after it.
            let block = unsafe { ALLOCATOR.alloc_zeroed(bytes(0)) };
            free(block, bytes(0));
        });
        reports(&[zero(Call::Realloc)], || {
            free(resize(new(TEN), TEN, 0), bytes(0));
        });
    }

    #[test]
    fn too_long() {
        for new_size in [isize::MAX.cast_unsigned(), usize::MAX - 6, usize::MAX] {
            let block = WORD;
            reports(&[Violation::TooLong { block, new_size }], || {
                let start = new(WORD);
                assert!(resize(start, WORD, new_size).is_null());
                free(start, WORD);
            });
        }
    }
}

/// What `check` does around its work.
mod checks {
    use super::*;

    const FAULT: Violation = Violation::ZeroSize { call: Call::Alloc };

    fn commit(faults: usize) {
        for _ in 0..faults {
            free(new(bytes(0)), bytes(0));
        }
    }

    #[test]
    fn the_outer_sees_what_the_inner_saw() {
        reports(&[FAULT; 6], || {
            commit(1);
            reports(&[FAULT; 3], || {
                commit(1);
                reports(&[FAULT; 2], || commit(2));
            });
            reports_nothing(|| ());
            commit(2);
        });
        reports_nothing(|| ());
    }

    #[test]
    fn the_outer_keeps_its_quarantine() {
        let written = Violation::WrittenAfterFree {
            block: TEN,
            offset: 0,
        };
        reports(&[written], || {
            let block = new(TEN);
            free(block, TEN);
            reports_nothing(|| free(new(TEN), TEN));
            write(block, b"!");
        });
    }

    #[test]
    fn the_rest_is_told_by_number() {
        let unlisted = |count| Violation::Unlisted { count };
        let listed = |kept: usize, count| {
            let mut list = vec![FAULT; kept];
            list.extend((count > 0).then_some(unlisted(count)));
            list
        };
        reports(&listed(32, 0), || commit(32));
        reports(&listed(32, 1), || commit(33));
        reports(&listed(32, 11), || {
            commit(30);
            reports(&listed(2, 3), || commit(5));
            reports(&listed(0, 7), || commit(7));
            commit(1);
        });
        reports_nothing(|| ());
    }

    #[test]
    fn a_panic_leaves_the_violations_to_the_outer() {
        let written = Violation::WrittenAfterFree {
            block: TEN,
            offset: 0,
        };
        reports(&[FAULT, written], || {
            let unwound = catch_unwind(|| {
                check(|| {
                    commit(1);
                    let block = new(TEN);
                    free(block, TEN);
                    write(block, b"!");
                    panic!("on purpose");
                })
            });
            assert!(unwound.is_err());
        });
        reports_nothing(|| ());
    }

    #[test]
    fn no_budget_refuses_the_report() {
        // The block takes all of the budget.
        let ((), violations) = with_budget(1, || check(|| commit(1)));
        assert_eq!(violations, [FAULT]);
    }

    #[test]
    fn other_threads_report_for_themselves() {
        reports_nothing(|| {
            thread::spawn(|| reports(&[FAULT], || commit(1)))
                .join()
                .unwrap();
        });
    }
}

/// The same calls count the same under both allocators.
mod agreement {
    use super::*;

    #[test]
    fn counts_and_refuses() {
        support::counts_and_refuses();
        reports_nothing(support::counts_and_refuses);
    }

    #[test]
    fn refused_by_the_system() {
        support::refused_by_the_system();
        reports_nothing(support::refused_by_the_system);
    }

    #[test]
    fn asks_without_a_trace() {
        support::asks_without_a_trace(true);
        reports_nothing(|| support::asks_without_a_trace(true));
    }

    #[test]
    fn random_calls() {
        for budget in [0, 1, 5, 20, 50, usize::MAX] {
            for seed in 1..20 {
                let counting = trace(&CountingAllocator::new(), seed, budget);
                assert_eq!(trace(&ALLOCATOR, seed, budget), counting);
                assert_eq!(
                    reports_nothing(|| trace(&ALLOCATOR, seed, budget)),
                    counting
                );
            }
        }
    }

    /// Makes random calls, and gives what was granted and counted after each.
    fn trace(allocator: &dyn GlobalAlloc, seed: u32, budget: usize) -> Vec<(bool, Counts)> {
        const CALLS: usize = 200;
        let mut random = seed;
        let mut pick = move |below: u32| {
            // A linear congruence, as the C standard suggests it.
            random = random.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            usize::try_from((random >> 16) % below).unwrap()
        };
        let mut blocks = Vec::<(*mut u8, Layout)>::with_capacity(CALLS);
        let mut trace = Vec::with_capacity(CALLS);
        with_budget(budget, || {
            for _ in 0..CALLS {
                let size = 1 + pick(100);
                let layout = aligned(size, 1 << pick(8));
                let call = pick(4);
                let index = pick(u32::try_from(blocks.len()).unwrap().max(1));
                let (granted, counts) = count(|| match (call, blocks.get(index).copied()) {
                    (0, Some((block, layout))) => {
                        blocks.swap_remove(index);
                        // SAFETY: the block is of this layout, and off the list.
                        unsafe { allocator.dealloc(block, layout) }
                        true
                    }
                    (1, Some((block, layout))) => {
                        // SAFETY: the block is of this layout; the new size is small.
                        let moved = unsafe { allocator.realloc(block, layout, size) };
                        if !moved.is_null() {
                            blocks[index] = (moved, aligned(size, layout.align()));
                        }
                        !moved.is_null()
                    }
                    _ => {
                        // SAFETY: the layout is not zero bytes.
                        let block = unsafe { allocator.alloc(layout) };
                        if !block.is_null() {
                            blocks.push((block, layout));
                        }
                        !block.is_null()
                    }
                });
                trace.push((granted, counts));
            }
        });
        for (block, layout) in blocks {
            // SAFETY: the block is of this layout, and not used again.
            unsafe { allocator.dealloc(block, layout) }
        }
        trace
    }
}

/// Where there is no `check` to report to: a line, and the end of the program.
mod alone {
    use super::*;

    /// Tells the child process which fault to commit.
    const FAULT: &str = "STRING_KIT_ALLOC_FAULT";

    /// Runs the test named `test` in a process of its own, in which it commits `fault`; gives what
    /// that wrote to standard error. In that process itself, commits it.
    fn dies(test: &str, fault: &str, commit: impl FnOnce()) -> String {
        if let Ok(chosen) = env::var(FAULT) {
            if chosen == fault {
                commit();
                std::process::exit(0);
            }
            return String::new();
        }
        let output = Command::new(env::current_exe().unwrap())
            .args(["--exact", test, "--nocapture", "--test-threads=1"])
            .env(FAULT, fault)
            .output()
            .unwrap();
        assert!(!output.status.success(), "{fault} went on");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    #[track_caller]
    fn dies_with(test: &str, line: &str, commit: impl FnOnce()) {
        let written = dies(test, line, commit);
        let line = format!("string-kit-alloc: {line}");
        assert!(
            env::var_os(FAULT).is_some()
                || written.lines().any(|written| written.starts_with(&line)),
            "no line {line:?} in {written:?}",
        );
    }

    #[test]
    fn faults_end_the_program() {
        let test = "alone::faults_end_the_program";
        dies_with(
            test,
            "dealloc was given 8 bytes aligned to 1 for a block of 8 bytes aligned to 8",
            || free(new(WORD), bytes(8)),
        );
        dies_with(
            test,
            "realloc was given 1 byte aligned to 1 for a block of 10 bytes aligned to 1",
            || free(resize(new(TEN), bytes(1), 5), bytes(5)),
        );
        dies_with(
            test,
            "written before a block of 10 bytes aligned to 1, at distance 2",
            || {
                let block = new(TEN);
                write(block.wrapping_sub(2), b"!");
                free(block, TEN);
            },
        );
        dies_with(
            test,
            "written after a block of 10 bytes aligned to 1, at distance 1",
            || {
                let block = new(TEN);
                write(block.wrapping_add(10), b"!");
                free(block, TEN);
            },
        );
        dies_with(test, "alloc was asked for zero bytes", || {
            new(bytes(0));
        });
    }

    #[test]
    fn a_fault_in_a_thread_of_its_own_ends_the_program() {
        let line = "alloc_zeroed was asked for zero bytes";
        dies_with(
            "alone::a_fault_in_a_thread_of_its_own_ends_the_program",
            line,
            || {
                // SAFETY: wrong on purpose.
                let zeroed = || _ = unsafe { ALLOCATOR.alloc_zeroed(bytes(0)) }.addr();
                check(|| thread::spawn(zeroed).join().unwrap());
            },
        );
    }

    #[test]
    fn a_block_of_nobody_ends_the_program_even_in_a_check() {
        let test = "alone::a_block_of_nobody_ends_the_program_even_in_a_check";
        let mut words = [0_u128; 8];
        let start = words.as_mut_ptr().cast::<u8>().wrapping_add(64);
        // What is written goes on with an address, which the next process has elsewhere.
        dies_with(test, "dealloc was given 0x", || {
            _ = check(|| free(start, TEN));
        });
        dies_with(test, "realloc was given 0x", || {
            _ = check(|| resize(start, TEN, 11));
        });
        dies_with(
            test,
            "dealloc was given 0x1, which is no block of ours",
            || {
                free(ptr::without_provenance_mut(1), TEN);
            },
        );
    }

    #[test]
    fn a_header_that_was_overwritten_ends_the_program_even_in_a_check() {
        let test = "alone::a_header_that_was_overwritten_ends_the_program_even_in_a_check";
        dies_with(test, "dealloc was given 0x", || {
            check(|| {
                let block = new(TEN);
                write(block.wrapping_sub(17), b"!");
                free(block, TEN);
            });
        });
    }

    #[test]
    fn a_panic_writes_the_violations() {
        let test = "alone::a_panic_writes_the_violations";
        let commit = || {
            let unwound = catch_unwind(AssertUnwindSafe(|| {
                check(|| {
                    free(new(WORD), bytes(8));
                    (0..40).for_each(|_| free(new(bytes(0)), bytes(0)));
                    panic!("on purpose");
                })
            }));
            std::process::exit(i32::from(unwound.is_err()));
        };
        let written = dies(test, "panic", commit);
        for line in [
            "string-kit-alloc: dealloc was given 8 bytes aligned to 1 for a block of 8 bytes \
             aligned to 8\n",
            "string-kit-alloc: 9 more violations were not kept\n",
        ] {
            assert!(
                env::var_os(FAULT).is_some() || written.contains(line),
                "{written}"
            );
        }
    }
}

#[test]
fn violations_are_one_line_each() {
    let (block, call) = (TEN, Call::Realloc);
    for (violation, line) in [
        (
            Violation::WrittenAfterFree { block, offset: 3 },
            "written after free to a block of 10 bytes aligned to 1, at byte 3",
        ),
        (
            Violation::FreedTwice { call, block },
            "realloc was given a freed block of 10 bytes aligned to 1",
        ),
        (
            Violation::TooLong { block, new_size: 7 },
            "realloc was asked for 7 bytes for a block of 10 bytes aligned to 1",
        ),
        (
            Violation::Unlisted { count: 5 },
            "5 more violations were not kept",
        ),
    ] {
        let error: Box<dyn std::error::Error> = Box::new(violation);
        assert_eq!(error.to_string(), line);
    }
}

#[track_caller]
fn reports_nothing<R>(work: impl FnOnce() -> R) -> R {
    let (result, violations) = check(work);
    assert_eq!(violations, []);
    result
}

#[track_caller]
fn reports(expected: &[Violation], work: impl FnOnce()) {
    let ((), violations) = check(work);
    assert_eq!(violations, expected);
}

fn bytes(size: usize) -> Layout {
    aligned(size, 1)
}

fn aligned(size: usize, align: usize) -> Layout {
    Layout::from_size_align(size, align).unwrap()
}

/// A new block; zero bytes are asked for on purpose.
fn new(layout: Layout) -> *mut u8 {
    // SAFETY: the layout is not zero bytes, or the allocator goes on after it.
    let block = unsafe { ALLOCATOR.alloc(layout) };
    assert!(!block.is_null());
    assert!(block.addr().is_multiple_of(layout.align()));
    block
}

/// Frees a block; what is wrong about it is wrong on purpose.
fn free(block: *mut u8, layout: Layout) {
    // SAFETY: either all is right, or the allocator reports it and goes on, or it aborts; 48 bytes
    // before the block can be read, or its address is refused unread.
    unsafe { ALLOCATOR.dealloc(block, layout) }
}

/// Resizes a block; what is wrong about it is wrong on purpose.
fn resize(block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
    // SAFETY: as in `free`.
    unsafe { ALLOCATOR.realloc(block, layout, new_size) }
}

fn read(block: *mut u8, length: usize) -> Vec<u8> {
    // SAFETY: the block is live or in quarantine, so its memory is there, and it was filled.
    unsafe { slice::from_raw_parts(block, length) }.to_vec()
}

/// Writes to a block or around it; what is wrong about it is wrong on purpose.
fn write(to: *mut u8, bytes: &[u8]) {
    // SAFETY: the memory is the allocator's, live or in quarantine, and nothing refers to it.
    unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()) }
}
