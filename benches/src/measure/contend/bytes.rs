//! How many bytes a string takes, with what the allocator adds.

use std::hint::black_box;

use string_kit::CapturedStr;

use crate::measure::mappings::touched;

/// How many strings are made: at 64 bytes some 25 MB, of which a page is a six-thousandth.
const STRINGS: usize = 1 << 18;

/// The bytes of a string beside its handle: what so many take of the machine's memory.
///
/// By the pages that the process touched, and not by what the allocator says of a block: that leaves
/// out what it keeps beside the blocks, means another thing in each allocator, and asks for the
/// block's address, which a type need not tell. None where the system does not count pages.
pub(super) fn bytes<S: CapturedStr>(size: usize) -> Option<f64> {
    let text = "A".repeat(size);
    let mut strings: Vec<S> = Vec::with_capacity(STRINGS);
    // The handles' own pages, and what the allocator needs for the first block of this size.
    strings.resize(STRINGS, S::default());
    strings.clear();
    drop(black_box(S::from_text(&text)));
    let before = touched()?;
    strings.extend((0..STRINGS).map(|_| S::from_text(&text)));
    let after = touched()?;
    black_box(&strings);
    #[allow(clippy::cast_precision_loss)] // Far from 2^52.
    Some((after as f64 - before as f64) / STRINGS as f64)
}
