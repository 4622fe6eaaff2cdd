//! The fingerprints of leaves, of which many may be slices of one text.

use alloc::vec::Vec;

use crate::error::ConcatError;
use crate::fingerprint::Affine;

/// Leaves of at most this many bytes are read wherever they occur.
pub(super) const SHORT: usize = 256;

/// Returns the map of each leaf.
///
/// Takes O(leaves log leaves + bytes) time, where a byte of a text counts once, however many leaves overlap
/// there, and `SHORT` bytes of each leaf. Takes 32 bytes for each leaf and 8 more for each long one.
pub(super) fn maps_of(leaves: &[&[u8]], work: &Work) -> Result<Vec<Affine>, ConcatError> {
    let mut maps = Vec::new();
    maps.try_reserve_exact(leaves.len())?;
    maps.extend(leaves.iter().map(|leaf| {
        if leaf.len() > SHORT {
            return Affine::EMPTY;
        }
        work.add(leaf.len());
        Affine::of(leaf)
    }));
    let long = |leaf: &usize| leaves[*leaf].len() > SHORT;
    let count = (0..leaves.len()).filter(long).count();
    let (mut starts, mut ends) = (Vec::new(), Vec::new());
    for list in [&mut starts, &mut ends] {
        list.try_reserve_exact(count)?;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "leaves have ids of 31 bits"
        )]
        list.extend((0..leaves.len()).filter(long).map(|leaf| leaf as u32));
    }
    let start = |leaf: u32| leaves[leaf as usize].as_ptr().addr();
    let end = |leaf: u32| start(leaf) + leaves[leaf as usize].len();
    starts.sort_unstable_by_key(|&leaf| start(leaf));
    ends.sort_unstable_by_key(|&leaf| end(leaf));

    // Goes through memory from one start or end of a leaf to the next. `rest` is the rest, from here on, of
    // the leaf that reaches furthest, and `map` that of all bytes since the last place that no leaf covers.
    let (mut rest, mut map): (&[u8], Affine) = (&[], Affine::EMPTY);
    let mut starts = starts.into_iter().peekable();
    for leaf in ends {
        while let Some(next) = starts.next_if(|&next| start(next) < end(leaf)) {
            let bytes = leaves[next as usize];
            if rest.is_empty() {
                map = Affine::EMPTY;
            } else {
                advance(&mut rest, start(next), &mut map, work);
            }
            if bytes.len() > rest.len() {
                rest = bytes;
            }
            maps[next as usize] = map;
        }
        advance(&mut rest, end(leaf), &mut map, work);
        let before = &mut maps[leaf as usize];
        *before = map.without(*before, leaves[leaf as usize].len());
    }
    Ok(maps)
}

/// Appends the bytes before an address to a map.
fn advance(rest: &mut &[u8], to: usize, map: &mut Affine, work: &Work) {
    let (passed, after) = rest.split_at(to - rest.as_ptr().addr());
    if !passed.is_empty() {
        work.add(passed.len());
        *map = map.then(Affine::of(passed));
    }
    *rest = after;
}

/// A counter of steps and of bytes that are read, in tests alone.
#[derive(Debug, Default)]
pub(super) struct Work {
    #[cfg(test)]
    pub(super) units: core::cell::Cell<usize>,
}

impl Work {
    #[inline]
    pub(super) fn add(&self, units: usize) {
        #[cfg(test)]
        self.units.set(self.units.get() + units);
        #[cfg(not(test))]
        let _ = (self, units);
    }
}
