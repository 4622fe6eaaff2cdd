//! Both allocators return the same counts for the same calls.

use std::alloc::{GlobalAlloc, Layout};

use string_kit_conformance::{CountingAllocator, Counts, count, with_budget};

use crate::{ALLOCATOR, aligned, reports_nothing};

#[test]
fn random_calls_count_alike() {
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

/// Makes random calls, and returns the success and the counts of each.
fn trace(allocator: &dyn GlobalAlloc, seed: u32, budget: usize) -> Vec<(bool, Counts)> {
    const CALLS: usize = 200;
    let mut random = seed;
    let mut pick = move |below: u32| {
        // A linear congruential generator, with the numbers of the C standard's example.
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
                    // SAFETY: `allocator` returned the block for this layout, and the block has
                    // left the list, so nothing uses or frees it again.
                    unsafe { allocator.dealloc(block, layout) }
                    true
                }
                (1, Some((block, layout))) => {
                    // SAFETY: `allocator` returned the block for this layout, the list replaces a
                    // moved block, and the new size is from 1 to 100.
                    let moved = unsafe { allocator.realloc(block, layout, size) };
                    if !moved.is_null() {
                        blocks[index] = (moved, aligned(size, layout.align()));
                    }
                    !moved.is_null()
                }
                _ => {
                    // SAFETY: the layout has a size from 1 to 100, which is not zero.
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
        // SAFETY: `allocator` returned the block for this layout, and nothing uses it afterwards.
        unsafe { allocator.dealloc(block, layout) }
    }
    trace
}
