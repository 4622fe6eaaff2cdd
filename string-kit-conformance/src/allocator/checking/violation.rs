//! The rules of `GlobalAlloc` that a program can break.

use std::alloc::Layout;
use std::error::Error;
use std::fmt;

/// A function of `GlobalAlloc`.
///
/// A value takes one byte, and is displayed without an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // Each has the name of the function.
pub enum Call {
    Alloc,
    AllocZeroed,
    Dealloc,
    Realloc,
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Alloc => "alloc",
            Self::AllocZeroed => "alloc_zeroed",
            Self::Dealloc => "dealloc",
            Self::Realloc => "realloc",
        })
    }
}

/// A broken rule of `GlobalAlloc`, as [`check`](crate::check) reports it: the function `call`, and
/// the layout that the `block` was allocated with.
///
/// Displays as one line; allocates nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // The fields are described above, and those that are not have a comment.
pub enum Violation {
    /// A block was freed or resized with another layout, `given`, than its own.
    WrongLayout {
        call: Call,
        block: Layout,
        given: Layout,
    },
    /// Bytes before a block were overwritten, the nearest at this distance: 1 is just before it.
    DamagedBefore { block: Layout, distance: usize },
    /// Bytes after a block were overwritten, the nearest at this distance: 1 is just after it.
    DamagedAfter { block: Layout, distance: usize },
    /// A block was written to after it was freed, or after it was moved by `realloc`. `offset` is
    /// the index of the first such byte in the block.
    WrittenAfterFree { block: Layout, offset: usize },
    /// A block was freed or resized after it was freed, or after it was moved by `realloc`.
    FreedTwice { call: Call, block: Layout },
    /// A call requested zero bytes, which `GlobalAlloc` forbids.
    ZeroSize { call: Call },
    /// A `realloc` requested `new_size` bytes, more than `isize::MAX`, which `GlobalAlloc` forbids.
    TooLong { block: Layout, new_size: usize },
    /// The number of violations after the first 32, which are not kept. Always last in the list.
    Unlisted { count: usize },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::WrongLayout { call, block, given } => {
                let (block, given) = (Shown(block), Shown(given));
                write!(f, "{call} was given {given} for a block of {block}")
            }
            Self::DamagedBefore { block, distance } => {
                let block = Shown(block);
                write!(
                    f,
                    "written before a block of {block}, at distance {distance}"
                )
            }
            Self::DamagedAfter { block, distance } => {
                let block = Shown(block);
                write!(
                    f,
                    "written after a block of {block}, at distance {distance}"
                )
            }
            Self::WrittenAfterFree { block, offset } => {
                let block = Shown(block);
                write!(
                    f,
                    "written after free to a block of {block}, at byte {offset}"
                )
            }
            Self::FreedTwice { call, block } => {
                write!(f, "{call} was given a freed block of {}", Shown(block))
            }
            Self::ZeroSize { call } => write!(f, "{call} was asked for zero bytes"),
            Self::TooLong { block, new_size } => {
                let block = Shown(block);
                write!(
                    f,
                    "realloc was asked for {new_size} bytes for a block of {block}"
                )
            }
            Self::Unlisted { count } => write!(f, "{count} more violations were not kept"),
        }
    }
}

impl Error for Violation {}

/// A layout that displays as words.
struct Shown(Layout);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, align) = (self.0.size(), self.0.align());
        let bytes = if size == 1 { "byte" } else { "bytes" };
        write!(f, "{size} {bytes} aligned to {align}")
    }
}
