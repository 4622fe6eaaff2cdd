//! Each kind of violation, and how the allocator continues after it.

use std::alloc::GlobalAlloc;
use std::{ptr, thread};

use string_kit_conformance::{Call, Violation, check, count, with_budget};

use crate::{
    ALLOCATOR, FRONT, TEN, WORD, aligned, bytes, free, new, read, reports, reports_nothing, resize,
    write,
};

fn twice(call: Call) -> Violation {
    Violation::FreedTwice { call, block: TEN }
}

fn damaged_after(distance: usize) -> Violation {
    let block = TEN;
    Violation::DamagedAfter { block, distance }
}

#[test]
fn a_wrong_layout_is_reported() {
    for given in [
        bytes(8),
        bytes(7),
        bytes(9),
        aligned(8, 4),
        aligned(8, 16),
        aligned(16, 8),
    ] {
        let block = WORD;
        let wrong = |call| Violation::WrongLayout { call, block, given };
        reports(&[wrong(Call::Dealloc)], || free(new(WORD), given));
        reports(&[wrong(Call::Realloc)], || {
            let block = new(WORD);
            write(block, b"12345678");
            let longer = resize(block, given, 24);
            assert_eq!(read(longer, 10), *b"12345678\xFA\xFA");
            // The new block has the alignment of the old block, not the one that was given.
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
fn a_write_beside_a_block_is_reported() {
    for distance in 1..=16 {
        let block = TEN;
        let before = Violation::DamagedBefore { block, distance };
        for (offset, damage) in [
            (distance.wrapping_neg(), before),
            (9 + distance, damaged_after(distance)),
        ] {
            let damaged = || {
                let start = new(TEN);
                write(start.wrapping_add(offset), b"!");
                start
            };
            reports(&[damage], || free(damaged(), TEN));
            reports(&[damage], || free(resize(damaged(), TEN, 11), bytes(11)));
        }
    }
}

#[test]
fn writes_on_both_sides_of_an_over_aligned_block_are_reported() {
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
fn damage_is_reported_once_if_the_block_stays() {
    reports(&[damaged_after(1)], || {
        let start = new(TEN);
        write(start.wrapping_add(10), b"!");
        assert!(with_budget(0, || resize(start, TEN, 20)).is_null());
        free(start, TEN);
    });
}

#[test]
fn a_write_after_free_is_reported() {
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
    reports(&[damaged_after(1)], || {
        let start = new(TEN);
        free(start, TEN);
        write(start.wrapping_add(10), b"!");
    });
}

/// The allocator examines a block again when other blocks push it out of the quarantine.
#[test]
fn a_write_after_free_is_reported_when_the_block_leaves_the_quarantine() {
    let (block, offset) = (TEN, 0);
    let late = Violation::ZeroSize { call: Call::Alloc };
    let written = Violation::WrittenAfterFree { block, offset };
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
fn a_double_free_is_reported_and_counted_once() {
    let frees_twice = || {
        let block = new(TEN);
        free(block, TEN);
        free(block, TEN);
    };
    let (((), counts), violations) = check(|| count(frees_twice));
    assert_eq!(violations, [twice(Call::Dealloc)]);
    assert_eq!((counts.allocations, counts.deallocations), (1, 1));
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
fn a_double_free_by_another_thread_is_reported() {
    reports_nothing(|| {
        let block = new(TEN);
        free(block, TEN);
        let address = block.expose_provenance();
        let other = move || {
            let block = ptr::with_exposed_provenance_mut(address);
            reports(&[twice(Call::Dealloc)], || free(block, TEN));
        };
        thread::spawn(other).join().unwrap();
    });
}

#[test]
fn a_double_free_is_reported_although_the_header_is_overwritten() {
    let (block, distance) = (TEN, 1);
    let damage = Violation::DamagedBefore { block, distance };
    reports(&[twice(Call::Dealloc), damage], || {
        let start = new(TEN);
        free(start, TEN);
        write(start.wrapping_sub(FRONT), &[b'!'; FRONT]);
        free(start, TEN);
    });
}

#[test]
fn a_size_of_zero_is_reported() {
    let zero = |call| Violation::ZeroSize { call };
    reports(&[zero(Call::Alloc)], || free(new(bytes(0)), bytes(0)));
    reports(&[zero(Call::AllocZeroed)], || {
        // SAFETY: the size is zero on purpose, although the contract forbids it: the allocator
        // reports it and returns a block.
        let block = unsafe { ALLOCATOR.alloc_zeroed(bytes(0)) };
        free(block, bytes(0));
    });
    reports(&[zero(Call::Realloc)], || {
        free(resize(new(TEN), TEN, 0), bytes(0));
    });
}

#[test]
fn a_size_above_isize_max_is_reported() {
    for new_size in [isize::MAX.cast_unsigned(), usize::MAX - 6, usize::MAX] {
        let block = WORD;
        reports(&[Violation::TooLong { block, new_size }], || {
            let start = new(WORD);
            assert!(resize(start, WORD, new_size).is_null());
            free(start, WORD);
        });
    }
}
