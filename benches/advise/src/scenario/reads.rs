//! The choice of the strings that are compared, hashed and read.

use super::Details;

/// Numbers of Knuth's linear congruential generator: the places of strings that are compared,
/// hashed and read.
///
/// PERF: they are drawn while the operations are timed, as a program draws them. When memory held
/// the places, 28 bytes for each captured token went through the caches and drove strings out: on
/// mimalloc a `CompactString` took 0.56 of a `String`'s time. Now it takes 0.65 or more, and 0.68
/// in a plain program.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    /// Returns a number below another.
    #[inline(always)]
    #[allow(clippy::inline_always)] // A call would be a good part of the time.
    #[allow(clippy::cast_possible_truncation)] // It is below the other.
    pub(super) fn below(&mut self, end: u32) -> u32 {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 32) * u64::from(end)) >> 32) as u32
    }
}

/// The choice of the strings that are read.
#[derive(Clone, Debug, Default)]
pub(super) struct Reads {
    live: u32,
    /// The shares of reads of the same string as the read before, and of that and the next, in
    /// parts of 2^32.
    near: Option<[u32; 2]>,
    /// The place that was read last.
    last: u32,
}

impl Reads {
    pub(super) fn new(live: u32, details: &Details) -> Self {
        let Details { again, beside, .. } = *details;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // A share is at most 1.
        let part = |share: f64| (share * f64::from(u32::MAX)) as u32;
        let is_near = again + beside > 0.0;
        Self {
            live,
            near: is_near.then(|| [part(again), part(again + beside)]),
            last: 0,
        }
    }

    /// Returns the place of the next string that is read.
    #[inline]
    pub(super) fn next(&mut self, numbers: &mut Numbers) -> u32 {
        match self.near {
            Some(near) => self.next_near(near, numbers),
            None => numbers.below(self.live),
        }
    }

    /// Does the work of `next` where reads are near one another.
    #[inline(never)]
    fn next_near(&mut self, [again, near]: [u32; 2], numbers: &mut Numbers) -> u32 {
        let drawn = numbers.below(u32::MAX);
        if drawn >= near {
            self.last = numbers.below(self.live);
        } else if drawn >= again {
            self.last = to_u32(after(self.last as usize, self.live as usize));
        }
        self.last
    }
}

/// Returns the number of a text or a place.
pub(super) fn to_u32(number: usize) -> u32 {
    u32::try_from(number).expect("a period has fewer texts than 2^32")
}

/// Returns the place after another, the first of `count` after the last.
pub(super) fn after(place: usize, count: usize) -> usize {
    if place + 1 < count { place + 1 } else { 0 }
}
