//! What the caller gets and finds in it.

use std::alloc::{GlobalAlloc, Layout};

use crate::{ALLOCATOR, TEN, bytes, free, new, read, reports_nothing, resize};

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
