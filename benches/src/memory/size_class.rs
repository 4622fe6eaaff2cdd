//! What a block takes of memory: an allocator has blocks of some sizes only, its size classes.
//!
//! A block is as large as the distance to its neighbour. That is measured, by the places of many
//! blocks of one size, and what an allocator says of a block (`malloc_usable_size`) is not: of glibc's
//! blocks it leaves out the word in front.
//!
//! The published rules stand beside it, for sizes that nobody measured and for allocators that have no
//! program here:
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
use std::time::Duration;

use serde::Serialize;

use super::Task;
use super::{Allocator, ask};

/// How many sizes are asked for, each by [`STEP`] more than the one before.
const ASKED: usize = 16;
const STEP: usize = size_of::<u64>();

/// The alignments that they are asked for at: of text, and of what has counts or pointers.
const ALIGNS: [usize; 2] = [align_of::<u8>(), align_of::<u64>()];

/// How many blocks of a size lie side by side, or nearly all of them.
const BLOCKS: usize = 1024;

/// How long a program may take to measure the classes of its allocator.
const PATIENCE: Duration = Duration::from_secs(10);

/// The sizes that are asked for where size classes are shown: 8 to 128 bytes.
pub(crate) fn asked() -> impl Iterator<Item = usize> {
    (1..=ASKED).map(|count| count * STEP)
}

/// What a block for so many `T`s takes on the allocator of this program: the distance at which most of
/// such blocks lie beside each other.
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

/// What each size that is asked for takes here, at each of the alignments.
pub(super) fn strides() -> [Vec<usize>; 2] {
    [
        asked().map(stride::<u8>).collect(),
        asked().map(|bytes| stride::<u64>(bytes / STEP)).collect(),
    ]
}

/// What a block of so many bytes takes that is asked for as Rust does it, by the rule that the allocator
/// has published: of the system's, if that is glibc. For blocks that come from a page of many, aligned
/// to two words at most and to no more than they have bytes.
pub(crate) fn by_rule(allocator: Allocator, bytes: usize, align: usize) -> usize {
    let word = size_of::<usize>();
    let class = quarters(bytes);
    match allocator {
        _ if bytes == 0 => 0,
        // A word in front has the size, and the whole is aligned to two; a free block needs four.
        Allocator::Laboratory | Allocator::System => {
            (bytes + word).next_multiple_of(2 * word).max(4 * word)
        }
        // Rust's allocator asks mimalloc for aligned blocks, whatever the alignment. Of a class that is
        // no power of two it takes so many bytes more that one of them is aligned.
        Allocator::Mimalloc if !class.is_power_of_two() => quarters(bytes + align - 1),
        Allocator::Jemalloc | Allocator::Mimalloc => class,
    }
}

/// The next of four size classes from each power of two to the next, 16 bytes apart at least.
fn quarters(bytes: usize) -> usize {
    if bytes <= 8 {
        return 8;
    }
    let power = bytes.next_power_of_two() / 2;
    bytes.next_multiple_of((power / 4).max(16))
}

/// The size classes of an allocator, as far as they are shown.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SizeClasses {
    /// Whose they are.
    pub(crate) allocator: Allocator,
    /// The sizes that are asked for.
    pub(crate) asked: Vec<usize>,
    /// What each takes, by the alignment that it is asked for at.
    pub(crate) aligned: [Aligned; 2],
}

/// What blocks of one alignment take.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Aligned {
    /// The alignment.
    pub(crate) align: usize,
    /// By the published rule.
    pub(crate) by_rule: Vec<usize>,
    /// Measured; none if no program runs on the allocator.
    pub(crate) measured: Option<Vec<usize>>,
}

impl SizeClasses {
    /// The classes of the system's allocator, of jemalloc and of mimalloc, measured where there is a
    /// program to measure them: this one must run on the system's.
    pub(crate) fn detect() -> Vec<Self> {
        let detect = |allocator: Allocator| {
            if allocator == Allocator::System {
                return Self::of(allocator, Some(strides()));
            }
            let program = allocator.program().ok();
            let measured = program.and_then(|it| ask(&it, &Task::Strides, PATIENCE).ok()?.ok());
            Self::of(allocator, measured)
        };
        let allocators = [Allocator::System, Allocator::Jemalloc, Allocator::Mimalloc];
        allocators.map(detect).into()
    }

    /// The classes by the rule, and by what was measured at each alignment.
    pub(crate) fn of(allocator: Allocator, measured: Option<[Vec<usize>; 2]>) -> Self {
        let [one, word] = measured.map_or([None, None], |both| both.map(Some));
        let aligned = |align, measured| Aligned {
            align,
            by_rule: asked()
                .map(|bytes| by_rule(allocator, bytes, align))
                .collect(),
            measured,
        };
        Self {
            allocator,
            asked: asked().collect(),
            aligned: [aligned(ALIGNS[0], one), aligned(ALIGNS[1], word)],
        }
    }

    /// What a block of so many bytes at this alignment takes: as measured, if just that was, or else by
    /// the rule.
    pub(crate) fn taken(&self, bytes: usize, align: usize) -> usize {
        let of = self.aligned.iter().find(|of| of.align == align);
        let index = self.asked.iter().position(|&asked| asked == bytes);
        of.zip(index)
            .and_then(|(of, index)| of.measured.as_ref()?.get(index).copied())
            .unwrap_or_else(|| by_rule(self.allocator, bytes, align))
    }

    /// Whether it was measured.
    pub(crate) fn is_measured(&self) -> bool {
        self.aligned.iter().all(|of| of.measured.is_some())
    }

    /// Whether what was measured is what the rule says.
    pub(crate) fn is_as_published(&self) -> bool {
        let is = |of: &Aligned| of.measured.as_ref().is_none_or(|it| *it == of.by_rule);
        self.aligned.iter().all(is)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables, as they are published for machines of 64 bits.
    #[cfg(target_pointer_width = "64")]
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
        for align in ALIGNS {
            assert_eq!(table(Allocator::System, align), glibc);
            assert_eq!(table(Allocator::Jemalloc, align), quarters);
        }
        assert_eq!(table(Allocator::Mimalloc, 1), quarters);
        assert_eq!(table(Allocator::Mimalloc, 8), aligned);
        let beyond = [129, 160, 161, 192, 256, 257, 1025];
        let beyond = beyond.map(|bytes| by_rule(Allocator::Jemalloc, bytes, 1));
        assert_eq!(beyond, [160, 160, 192, 192, 256, 320, 1280]);
    }

    #[test]
    fn nothing_takes_nothing() {
        for classes in SizeClasses::detect() {
            assert_eq!(classes.taken(0, 1), 0);
        }
    }

    /// The tests run on the system's allocator.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[test]
    fn blocks_lie_as_far_apart_as_the_rule_says() {
        let here = SizeClasses::of(Allocator::System, Some(strides()));
        assert!(here.is_measured() && here.is_as_published(), "{here:?}");
    }

    #[test]
    fn what_was_measured_goes_before_the_rule() {
        let odd = SizeClasses::of(Allocator::Jemalloc, Some([vec![24, 40], vec![56]]));
        let taken = [(8, 1), (16, 1), (8, 8), (16, 8), (9, 1), (8, 4)];
        let taken = taken.map(|(bytes, align)| odd.taken(bytes, align));
        assert_eq!(taken, [24, 40, 56, 16, 16, 8]);
        assert!(!odd.is_as_published());
        let unknown = SizeClasses::of(Allocator::Jemalloc, None);
        assert!(unknown.is_as_published() && !unknown.is_measured());
    }
}
