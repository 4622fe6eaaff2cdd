//! The sums and the curve of a trace.

use std::iter;

use super::event::{Event, Trace};

/// The most points of a curve: more than a screen has columns.
const POINTS: usize = 200;

/// The sums and the curve of a trace; bytes are those that were asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// The most bytes held at once.
    pub peak: isize,
    /// The bytes of all blocks that were handed out.
    pub allocated: usize,
    /// The number of each event and the bytes held after it, from nothing on; thinned out, but for the
    /// peaks.
    pub curve: Vec<(usize, isize)>,
}

impl Summary {
    /// Returns the sums, the peak and the curve of a trace.
    pub fn of(trace: &Trace) -> Self {
        let mut held = 0;
        let points = (1..).zip(&trace.events).map(|(number, event)| {
            held += event.bytes();
            (number, held)
        });
        let points: Vec<_> = iter::once((0, 0)).chain(points).collect();
        let allocated = trace.events.iter().map(|event| match event {
            Event::Alloc(block) => block.size,
            Event::Freed(_) => 0,
        });
        Self {
            peak: points.iter().map(|(_, held)| *held).max().unwrap_or(0),
            allocated: allocated.sum(),
            curve: thin(points),
        }
    }
}

/// Keeps, of too many points, the least and the greatest of each bundle, and the last of all.
fn thin(points: Vec<(usize, isize)>) -> Vec<(usize, isize)> {
    if points.len() <= POINTS {
        return points;
    }
    let bundle = points.len().div_ceil(POINTS / 2 - 1);
    let mut thin: Vec<_> = points.chunks(bundle).flat_map(extremes).collect();
    thin.dedup();
    if thin.last() != points.last() {
        thin.extend(points.last());
    }
    thin
}

/// Returns the least and the greatest of a bundle, in their order.
fn extremes(bundle: &[(usize, isize)]) -> [(usize, isize); 2] {
    let held = |point: &&(usize, isize)| point.1;
    let least = *bundle.iter().min_by_key(held).expect("a chunk has a point");
    let most = *bundle.iter().max_by_key(held).expect("a chunk has a point");
    [least.min(most), least.max(most)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Block;

    fn block(size: usize) -> Block {
        Block {
            addr: 4096,
            size,
            ns: None,
        }
    }

    fn summary(events: Vec<Event>) -> Summary {
        Summary::of(&Trace { events, lost: 0 })
    }

    #[test]
    fn a_peak_survives_the_thinning() {
        let events = (0..100_000).flat_map(|number| {
            let block = block(if number == 77_777 { 1_000_000 } else { 8 });
            [Event::Alloc(block), Event::Freed(block)]
        });
        let summary = summary(events.collect());
        assert!(summary.curve.len() <= POINTS);
        assert!(summary.curve.contains(&(155_555, 1_000_000)));
        assert_eq!(summary.peak, 1_000_000);
    }

    #[test]
    fn a_thin_curve_ends_at_the_last_event() {
        let both = [Event::Alloc(block(500)), Event::Freed(block(500))];
        let events = both.into_iter().cycle().take(10_000);
        let summary = summary(events.chain([Event::Alloc(block(7))]).collect());
        assert_eq!(summary.curve.last(), Some(&(10_001, 7)));
    }

    #[test]
    fn a_short_curve_has_every_event() {
        let summary = summary(vec![Event::Alloc(block(3)), Event::Freed(block(3))]);
        assert_eq!(summary.curve, [(0, 0), (1, 3), (2, 0)]);
        assert_eq!((summary.peak, summary.allocated), (3, 3));
    }
}
