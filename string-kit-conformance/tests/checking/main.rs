//! Tests of the checking allocator, which is the global one.
//!
//! The tests commit faults by calling the allocator directly. The compiler assumes that calls
//! through `std::alloc` are correct, so a fault there would be undefined behaviour.
#![allow(unsafe_code)]

mod agreement;
mod alone;
mod checks;
mod clean;
mod faults;
#[path = "../support/mod.rs"]
mod support;

use std::alloc::{GlobalAlloc, Layout};
use std::{ptr, slice};

use string_kit_conformance::{Call, CheckingAllocator, Violation, check};

#[global_allocator]
static ALLOCATOR: CheckingAllocator = CheckingAllocator::new();

/// Eight bytes. An integer of that size has an alignment of 4 on some machines.
const WORD: Layout = match Layout::from_size_align(8, 8) {
    Ok(layout) => layout,
    Err(_) => panic!("8 is a power of two"),
};
const TEN: Layout = Layout::new::<[u8; 10]>();

/// The bytes in front of a block: a header of four words, and a red zone.
const FRONT: usize = 4 * size_of::<usize>() + 16;

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

/// Allocates a block; a size of zero is a deliberate fault.
fn new(layout: Layout) -> *mut u8 {
    // SAFETY: the size is not zero, or the fault is deliberate: the allocator reports it and
    // returns a block.
    let block = unsafe { ALLOCATOR.alloc(layout) };
    assert!(!block.is_null());
    assert!(block.addr().is_multiple_of(layout.align()));
    block
}

/// Frees a block; any fault is deliberate.
fn free(block: *mut u8, layout: Layout) {
    // SAFETY: the block is live and of this layout, or the fault is deliberate: the allocator
    // reports it and goes on, or aborts. It reads the `FRONT` bytes before the block, which are
    // readable unless the address is misaligned or below `FRONT`, and then it reads nothing.
    unsafe { ALLOCATOR.dealloc(block, layout) }
}

/// Resizes a block; any fault is deliberate.
fn resize(block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
    // SAFETY: the block is live and of this layout, or the fault is deliberate: the allocator
    // reports it and goes on, or aborts. The `FRONT` bytes before the block are readable. A new
    // size of zero or above `isize::MAX` is a deliberate fault, too.
    unsafe { ALLOCATOR.realloc(block, layout, new_size) }
}

fn read(block: *mut u8, length: usize) -> Vec<u8> {
    // SAFETY: the block is live or in quarantine, so its memory is valid and filled; bytes need no
    // alignment; nothing writes to it during the copy.
    unsafe { slice::from_raw_parts(block, length) }.to_vec()
}

/// Writes to a block or around it; any fault is deliberate.
fn write(to: *mut u8, bytes: &[u8]) {
    // SAFETY: the memory belongs to a live block, to one in quarantine or to their red zones and
    // headers; bytes need no alignment; no reference to it exists, and `bytes` lies elsewhere.
    unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()) }
}
