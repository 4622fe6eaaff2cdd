//! Correct code has no violations, and blocks have the contents that the docs promise.

use std::alloc::GlobalAlloc;
use std::any::Any;
use std::cell::Cell;
use std::sync::mpsc;
use std::{ptr, thread};

use string_kit_conformance::check;

use crate::{ALLOCATOR, TEN, aligned, bytes, free, new, read, reports_nothing, resize, write};

#[test]
fn collections_have_no_violations() {
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
        let boxed = text.into_boxed_str();
        assert_eq!(boxed.into_string().as_bytes(), b"0123456789");
        assert_eq!(vec![0_u16; 1_000], [0; 1_000]);
        let objects: [Box<dyn Any>; 2] = [Box::new(String::from("tag")), Box::new(())];
        assert!(objects[0].is::<String>());
    });
}

#[test]
fn over_aligned_types_have_no_violations() {
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
fn every_size_and_alignment_keeps_its_bytes() {
    reports_nothing(|| {
        for align in (0..13).map(|power| 1 << power) {
            for size in [1, 2, 7, 8, 15, 16, 17, 100, 4_095, 4_096, 4_097] {
                let (layout, longer) = (aligned(size, align), aligned(size + 100, align));
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
fn blocks_may_move_between_threads() {
    let (send, receive) = mpsc::channel::<Vec<String>>();
    let maker = thread::spawn(move || {
        reports_nothing(|| {
            for round in 0..100 {
                let list = (0..round).map(|number| number.to_string()).collect();
                send.send(list).unwrap();
            }
            // The blocks of the channel must outlive this check too.
            drop(send);
        });
    });
    reports_nothing(|| {
        for (round, list) in receive.iter().enumerate() {
            assert_eq!(list.len(), round);
        }
    });
    maker.join().unwrap();
    let outlives = || thread::spawn(|| "tag".repeat(100)).join().unwrap();
    assert_eq!(reports_nothing(outlives).len(), 300);
}

#[test]
fn threads_may_check_at_once() {
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(collections_have_no_violations);
        }
    });
}

#[test]
fn blocks_may_outlive_or_precede_a_check() {
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
fn the_quarantine_may_overflow() {
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
fn thread_locals_may_allocate_while_the_thread_ends() {
    struct Loud;
    impl Drop for Loud {
        fn drop(&mut self) {
            reports_nothing(|| assert_eq!("tag".repeat(10).len(), 30));
        }
    }
    thread_local!(static LOUD: Cell<Option<Loud>> = const { Cell::new(None) });
    thread::spawn(|| LOUD.set(Some(Loud))).join().unwrap();
}

#[test]
fn fresh_and_freed_memory_is_filled() {
    reports_nothing(|| {
        let block = new(TEN);
        assert_eq!(read(block, 10), [0xFA; 10]);
        let longer = resize(block, TEN, 20);
        assert_eq!(read(block, 10), [0xFD; 10]);
        assert_eq!(read(longer, 20), [0xFA; 20]);
        free(longer, bytes(20));
        assert_eq!(read(longer, 20), [0xFD; 20]);

        // SAFETY: `TEN` has a size of ten bytes, which is not zero.
        let zeroed = unsafe { ALLOCATOR.alloc_zeroed(TEN) };
        assert_eq!(read(zeroed, 10), [0; 10]);
        free(zeroed, TEN);
    });
}

#[test]
fn realloc_always_moves() {
    for new_size in [1, 9, 10, 11, 100] {
        let block = new(TEN);
        let moved = resize(block, TEN, new_size);
        assert_ne!(block, moved);
        free(moved, bytes(new_size));
    }
}

#[test]
fn a_block_that_is_too_long_is_null() {
    let most = isize::MAX.cast_unsigned();
    reports_nothing(|| {
        for align in [1, 16, 4_096] {
            let layout = aligned(most - (align - 1), align);
            // SAFETY: the layout has nearly `isize::MAX` bytes, which is not zero.
            assert!(unsafe { ALLOCATOR.alloc(layout) }.is_null());
            // SAFETY: the layout has nearly `isize::MAX` bytes, which is not zero.
            assert!(unsafe { ALLOCATOR.alloc_zeroed(layout) }.is_null());
        }
        let largest = aligned(1, 1 << (usize::BITS - 2));
        // SAFETY: the layout has a size of one byte, which is not zero.
        assert!(unsafe { ALLOCATOR.alloc(largest) }.is_null());

        let block = new(TEN);
        assert!(resize(block, TEN, most).is_null());
        free(block, TEN);
    });
}
