//! What a block takes: allocators give out sizes in classes, so that some bytes more cost nothing, and
//! one more may cost sixteen.

use serde::{Deserialize, Serialize};

use crate::measure::live;

/// The sizes that are asked for: those of a concatenation's node, from two ids to the widest.
pub(super) const SIZES: [usize; 10] = [8, 16, 24, 32, 40, 48, 56, 64, 72, 80];

/// How many blocks are made of each.
const BLOCKS: usize = 4096;

/// A size, and what the allocator makes of it.
///
/// ```
/// use string_kit_benches::measure::nodes::Class;
///
/// let class = Class { asked: 40, usable: Some(40), takes: 48 };
/// assert!(class.takes >= class.asked);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Class {
    /// The bytes that are asked for.
    pub asked: usize,
    /// The bytes that the program may use; none if the allocator does not tell.
    pub usable: Option<usize>,
    /// From the beginning of a block to that of the next.
    pub takes: usize,
}

/// What this program's allocator makes of every size.
pub(crate) fn classes() -> Vec<Class> {
    SIZES.map(class).into()
}

fn class(asked: usize) -> Class {
    let blocks: Vec<Vec<u8>> = (0..BLOCKS).map(|_| Vec::with_capacity(asked)).collect();
    let mut addresses: Vec<usize> = blocks.iter().map(|one| one.as_ptr().addr()).collect();
    addresses.sort_unstable();
    let mut strides: Vec<usize> = addresses.windows(2).map(|two| two[1] - two[0]).collect();
    strides.sort_unstable();
    Class {
        asked,
        usable: live::usable(asked),
        // Most lie side by side: what lies between slabs is farther, and nothing is nearer.
        takes: strides[strides.len() / 2],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_takes_what_is_asked_for_at_least() {
        for class in classes() {
            assert!(class.takes >= class.asked, "{class:?}");
            assert!(class.usable.is_none_or(|usable| usable >= class.asked));
        }
    }
}
