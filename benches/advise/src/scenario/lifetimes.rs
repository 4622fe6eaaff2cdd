//! The places of strings that live as long as a record says, and the choice of strings for the
//! other operations.

use std::ops::Range;

use super::Details;

/// Places of strings, and the order in which they are replaced.
///
/// Strings of equal lives share a ring of places: a new string replaces the oldest of its ring. The
/// new strings are dealt to the rings by the number of lives of each. By Little's law, a ring has
/// places by the product of the number of its lives and their length. All lives are scaled alike,
/// so that as many strings are alive as there are places.
#[derive(Debug)]
pub(super) struct Places {
    rings: Vec<Ring>,
    /// All places, those of the shortest lives first. Those of a ring lie all over memory.
    order: Vec<u32>,
    is_ordered: bool,
}

#[derive(Debug)]
struct Ring {
    /// The share of the strings.
    share: f64,
    places: Range<usize>,
    next: usize,
    /// The strings that it is behind its share.
    behind: f64,
}

impl Places {
    /// Divides so many places among lives of these lengths. Without lives, or if they are ordered,
    /// there is one ring.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub(super) fn new(
        count: usize,
        lives: &[(f64, f64)],
        is_ordered: bool,
        random: &mut fastrand::Rng,
    ) -> Self {
        let mut order = Vec::new();
        if !lives.is_empty() {
            order.extend(0..to_u32(count));
            random.shuffle(&mut order);
        }
        let is_ordered = is_ordered || lives.is_empty();
        let lives = if is_ordered { &[(1.0, 1.0)] } else { lives };
        let (number, mean) = (number(lives), mean(lives));
        let (mut rings, mut before, mut start) = (Vec::new(), 0.0, 0);
        for (length, lives) in lives {
            let share = lives / number;
            before += share * length / mean;
            let share_end = (count as f64 * before).round() as usize;
            let end = share_end.max(start + 1).min(count);
            if start < end {
                rings.push(Ring {
                    share,
                    places: start..end,
                    next: start,
                    behind: 0.0,
                });
            }
            start = end;
        }
        Self {
            rings,
            order,
            is_ordered,
        }
    }

    /// Returns the place that the next string takes.
    pub(super) fn next(&mut self) -> usize {
        for ring in &mut self.rings {
            ring.behind += ring.share;
        }
        let rings = self.rings.iter_mut();
        let furthest = rings.max_by(|a, b| a.behind.total_cmp(&b.behind));
        let ring = furthest.expect("places that strings take are in rings");
        ring.behind -= 1.0;
        let next = ring.next;
        ring.next = ring.places.start + after(next - ring.places.start, ring.places.len());
        if self.is_ordered { next } else { self.at(next) }
    }

    fn at(&self, index: usize) -> usize {
        self.order.get(index).map_or(index, |place| *place as usize)
    }

    /// Returns the number of places of the strings with the shortest lives that are this share of
    /// all strings.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn shortest(&self, share: f64) -> usize {
        let mut before = 0.0;
        let places = self.rings.iter().map(|ring| {
            let part = ((share - before) / ring.share).clamp(0.0, 1.0);
            before += ring.share;
            (ring.places.len() as f64 * part).round() as usize
        });
        places.sum()
    }
}

/// The choice of the string that is cloned: places by the number of clones, each kind with the
/// share of clones up to it.
///
/// A record does not say how long the texts with many clones live: here they are those that live
/// longest.
#[derive(Debug)]
pub(super) struct Sources(Vec<(f64, Range<usize>)>);

impl Sources {
    /// Takes numbers of strings of a text that were alive at once, with the number of such texts.
    pub(super) fn new(owners: &Places, strings: &[(f64, f64)]) -> Self {
        // One of the strings is the captured one.
        let clones = |(strings, texts): &(f64, f64)| (strings - 1.0).max(0.0) * texts;
        let (all, texts) = (strings.iter().map(clones).sum::<f64>(), number(strings));
        let (mut kinds, mut share, mut before, mut start) = (Vec::new(), 0.0, 0.0, 0);
        let places = owners.shortest(1.0);
        for kind in strings {
            before += kind.1;
            let end = owners.shortest(before / texts);
            if clones(kind) > 0.0 {
                share += clones(kind) / all;
                kinds.push((share, start.min(places - 1)..end.max(start + 1).min(places)));
            }
            start = end;
        }
        if kinds.is_empty() {
            kinds.push((1.0, 0..places));
        }
        Self(kinds)
    }

    /// Returns the place of the next string that is cloned.
    pub(super) fn next(&self, owners: &Places, random: &mut fastrand::Rng) -> usize {
        let last = self.0.len() - 1;
        let drawn = if last > 0 { random.f64() } else { 0.0 };
        let kind = self.0.partition_point(|(share, _)| *share <= drawn);
        owners.at(random.usize(self.0[kind.min(last)].1.clone()))
    }
}

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

/// Returns the sum of the counts of a histogram.
fn number(histogram: &[(f64, f64)]) -> f64 {
    histogram.iter().map(|(_, count)| count).sum()
}

/// Returns the mean of the numbers that a histogram counts.
pub(super) fn mean(histogram: &[(f64, f64)]) -> f64 {
    let sum: f64 = histogram.iter().map(|(number, count)| number * count).sum();
    sum / number(histogram)
}

/// Returns the number of a text or a place.
pub(super) fn to_u32(number: usize) -> u32 {
    u32::try_from(number).expect("a period has fewer texts than 2^32")
}

/// Returns the place after another, the first of `count` after the last.
pub(super) fn after(place: usize, count: usize) -> usize {
    if place + 1 < count { place + 1 } else { 0 }
}
