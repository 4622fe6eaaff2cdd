//! The memory that a block takes: an allocator has blocks of some sizes only, its size classes.
//!
//! A block takes the distance to its neighbour, which is measured by the addresses of many blocks
//! of one size: `malloc_usable_size` leaves out the word in front of glibc's blocks. The published
//! rules, for 64 bits:
//!
//! ```text
//! asked                        8  16  24  32  40  48  56  64  72  80  88  96 104 112 120 128
//! glibc                       32  32  32  48  48  64  64  80  80  96  96 112 112 128 128 144
//! jemalloc, mimalloc           8  16  32  32  48  48  64  64  80  80  96  96 112 112 128 128
//! mimalloc, aligned to 8       8  16  32  32  48  64  64  64  80  96  96 112 112 128 128 128
//! ```
//!
//! Large blocks:
//!
//! ```text
//! glibc       from 128 KiB    whole pages of 4 KiB, which the system maps
//! jemalloc    over 14 KiB     whole pages, and one more: a block starts anywhere in the first
//! mimalloc    from 512 KiB    whole slices of 64 KiB, one of them for the block's own page header
//! ```
//!
//! glibc raises its limit when such a block is freed, up to 32 MiB. The rule is that of blocks that
//! are kept, as those of a program's data are. Of whole pages, the system gives memory only for
//! those that are written.
//!
//! glibc 2.36: `request2size` and `sysmalloc_mmap` in malloc/malloc.c. jemalloc 5.3.1: src/sc.c,
//! `sz_s2u_compute` in include/jemalloc/internal/sz.h, and `sz_large_pad` in src/sz.c. mimalloc
//! 3.3: src/page-queue.c, src/alloc-aligned.c, and `mi_arenas_page_singleton_alloc` in src/arena.c.

use std::hint::black_box;

use crate::engine::Program;

/// The number of blocks of a size that lie side by side, or nearly all of them.
const BLOCKS: usize = 1024;

/// Returns the sizes whose blocks are shown: 8 to 128 bytes.
pub fn asked() -> impl Iterator<Item = usize> {
    (8..=128).step_by(8)
}

/// Returns the bytes that a block for `count` values takes on the allocator of this program: the
/// most frequent distance of such blocks.
pub fn stride<T>(count: usize) -> usize {
    let blocks: Vec<Vec<T>> = (0..BLOCKS)
        .map(|_| black_box(Vec::with_capacity(count)))
        .collect();
    let mut places: Vec<usize> = blocks.iter().map(|block| block.as_ptr().addr()).collect();
    places.sort_unstable();
    let mut gaps: Vec<usize> = places.windows(2).map(|pair| pair[1] - pair[0]).collect();
    gaps.sort_unstable();
    let equal = gaps.chunk_by(|gap, next| gap == next);
    let most_frequent = equal.max_by_key(|gaps| gaps.len());
    most_frequent.map_or(0, |gaps| gaps[0])
}

const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;
const PAGE: usize = 4 * KIB;

/// The name of the rule for the system's allocator: glibc's where it is glibc. Other systems
/// publish none, and blocks count with the bytes that were requested.
pub const SYSTEM_RULE: &str = if cfg!(target_env = "gnu") {
    "glibc"
} else {
    "requested bytes"
};

/// Returns the bytes that a block of Rust's takes by the published rule of the allocator; of the
/// system's, by [`SYSTEM_RULE`]. The alignment is two words at most, and no more than the size.
pub fn by_rule(allocator: Program, bytes: usize, align: usize) -> usize {
    match allocator {
        _ if bytes == 0 => 0,
        Program::Jemalloc if bytes > 14 * KIB => bytes.next_multiple_of(PAGE) + PAGE,
        Program::Jemalloc => quarters(bytes),
        Program::Mimalloc => mimalloc(bytes, align),
        _ if cfg!(target_env = "gnu") => glibc(bytes),
        Program::System | Program::Counting => bytes,
    }
}

fn glibc(bytes: usize) -> usize {
    let word = size_of::<usize>();
    // A word in front has the size. The whole is a multiple of two words, and of four at least,
    // which a free block needs.
    let block = (bytes + word).next_multiple_of(2 * word).max(4 * word);
    let pages = (block + word).next_multiple_of(PAGE);
    if block < 128 * KIB { block } else { pages }
}

fn mimalloc(bytes: usize, align: usize) -> usize {
    const SLICE: usize = 64 * KIB;

    // Rust asks mimalloc for aligned blocks, whatever the alignment. In a class that is no power of
    // two, or longer than a page, mimalloc adds as many bytes as can reach an aligned address.
    let class = quarters(bytes);
    let has_room = class.is_power_of_two() && class <= PAGE;
    let asked = if has_room { bytes } else { bytes + align - 1 };
    if asked <= 512 * KIB {
        return quarters(asked);
    }
    let step = match asked / MIB {
        0..2 => SLICE,
        2..8 => 256 * KIB,
        8..32 => MIB,
        _ => 4 * MIB,
    };
    asked.next_multiple_of(step) + SLICE
}

/// Returns the next size class: four lie between powers of two, at least 16 bytes apart.
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
    fn the_rules_give_the_sizes_of_the_table_and_those_that_were_measured() {
        let mut table = include_str!("size_class.rs").lines();
        let mut row = |name: &str| -> Vec<usize> {
            let row = table.find_map(|line| line.strip_prefix("//! ")?.strip_prefix(name));
            let numbers = row.unwrap().split_whitespace();
            numbers.map(|number| number.parse().unwrap()).collect()
        };
        let jemalloc = |bytes| by_rule(Program::Jemalloc, bytes, 1);
        let mimalloc = |bytes| by_rule(Program::Mimalloc, bytes, 1);
        let aligned = |bytes| by_rule(Program::Mimalloc, bytes, 8);
        let sizes = row("asked");
        let each = |rule: &dyn Fn(usize) -> usize| -> Vec<usize> {
            sizes.iter().map(|&bytes| rule(bytes)).collect()
        };
        assert!(asked().eq(sizes.iter().copied()));
        assert_eq!(each(&glibc), row("glibc"));
        assert_eq!(each(&mimalloc), each(&jemalloc));
        assert_eq!(each(&jemalloc), row("jemalloc, mimalloc"));
        assert_eq!(each(&aligned), row("mimalloc, aligned to 8"));
        // glibc 2.36, jemalloc 5.3.1 and mimalloc 3.3.
        let blocks = [131_048, 131_056, 150_000, 524_288, 3_000_000].map(glibc);
        assert_eq!(blocks, [131_056, 135_168, 151_552, 528_384, 3_002_368]);
        let blocks = [0, 129, 257, 1025, 14_336, 14_337, 262_144, 400_000].map(jemalloc);
        assert_eq!(
            blocks,
            [0, 160, 320, 1280, 14_336, 20_480, 266_240, 405_504]
        );
        let blocks = [262_144, 524_288, 524_289, 1_048_576, 3_000_000].map(mimalloc);
        assert_eq!(blocks, [262_144, 524_288, 655_360, 1_114_112, 3_211_264]);
        assert_eq!([4096, 8192].map(aligned), [4096, 10 * KIB]);
    }
}
