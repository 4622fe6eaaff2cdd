//! The memory that a block takes: an allocator has blocks of some sizes only, its size classes.
//!
//! A block takes the distance to its neighbour, which is measured by the addresses of many blocks of one
//! size: `malloc_usable_size` leaves out the word in front of glibc's blocks. The published rules, for 64
//! bits:
//!
//! ```text
//! asked                        8  16  24  32  40  48  56  64  72  80  88  96 104 112 120 128
//! glibc                       32  32  32  48  48  64  64  80  80  96  96 112 112 128 128 144
//! jemalloc, mimalloc           8  16  32  32  48  48  64  64  80  80  96  96 112 112 128 128
//! mimalloc, aligned to 8       8  16  32  32  48  64  64  64  80  96  96 112 112 128 128 128
//! ```
//!
//! glibc 2.36: `request2size` in malloc/malloc.c. jemalloc 5.3: src/sc.c. mimalloc 3.3: src/page-queue.c
//! and src/alloc-aligned.c.

use std::hint::black_box;

use crate::engine::Program;

/// The number of blocks of a size that lie side by side, or nearly all of them.
const BLOCKS: usize = 1024;

/// Returns the sizes whose blocks are shown: 8 to 128 bytes.
pub(crate) fn asked() -> impl Iterator<Item = usize> {
    (8..=128).step_by(8)
}

/// Returns the bytes that a block for `count` values takes on the allocator of this program: the most
/// frequent distance of such blocks.
pub(crate) fn stride<T>(count: usize) -> usize {
    let blocks: Vec<Vec<T>> = (0..BLOCKS)
        .map(|_| black_box(Vec::with_capacity(count)))
        .collect();
    let mut places: Vec<usize> = blocks.iter().map(|block| block.as_ptr().addr()).collect();
    places.sort_unstable();
    let mut gaps: Vec<usize> = places.windows(2).map(|pair| pair[1] - pair[0]).collect();
    gaps.sort_unstable();
    let equal = gaps.chunk_by(|one, next| one == next);
    equal
        .max_by_key(|gaps| gaps.len())
        .map_or(0, |gaps| gaps[0])
}

/// Returns the bytes that a block of Rust's takes by the published rule of the allocator; glibc's for the
/// system's. The alignment is two words at most, and no more than the size.
pub(crate) fn by_rule(allocator: Program, bytes: usize, align: usize) -> usize {
    let word = size_of::<usize>();
    let class = quarters(bytes);
    match allocator {
        _ if bytes == 0 => 0,
        // A word in front has the size. The whole is a multiple of two words, and of four at least, which
        // a free block needs.
        Program::System | Program::Counting => {
            (bytes + word).next_multiple_of(2 * word).max(4 * word)
        }
        // Rust asks mimalloc for aligned blocks, whatever the alignment. In a class that is no power of
        // two, mimalloc asks for as many more bytes as can reach an aligned address.
        Program::Mimalloc if !class.is_power_of_two() => quarters(bytes + align - 1),
        Program::Jemalloc | Program::Mimalloc => class,
    }
}

/// Returns the next of four size classes from each power of two to the next, 16 bytes apart at least.
fn quarters(bytes: usize) -> usize {
    if bytes <= 8 {
        return 8;
    }
    let power = bytes.next_power_of_two() / 2;
    bytes.next_multiple_of((power / 4).max(16))
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;

    #[test]
    fn the_rules_give_the_published_tables() {
        let table = |allocator, align| -> Vec<usize> {
            asked()
                .map(|bytes| by_rule(allocator, bytes, align))
                .collect()
        };
        let glibc = [
            32, 32, 32, 48, 48, 64, 64, 80, 80, 96, 96, 112, 112, 128, 128, 144,
        ];
        let quarters = [
            8, 16, 32, 32, 48, 48, 64, 64, 80, 80, 96, 96, 112, 112, 128, 128,
        ];
        let aligned = [
            8, 16, 32, 32, 48, 64, 64, 64, 80, 96, 96, 112, 112, 128, 128, 128,
        ];
        for align in [1, 8] {
            assert_eq!(table(Program::System, align), glibc);
            assert_eq!(table(Program::Jemalloc, align), quarters);
        }
        assert_eq!(table(Program::Mimalloc, 1), quarters);
        assert_eq!(table(Program::Mimalloc, 8), aligned);
        let beyond = [0, 129, 160, 161, 192, 256, 257, 1025];
        let beyond = beyond.map(|bytes| by_rule(Program::Jemalloc, bytes, 1));
        assert_eq!(beyond, [0, 160, 160, 192, 192, 256, 320, 1280]);
    }
}
