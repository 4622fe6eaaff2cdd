//! What a trace comes to.

use std::iter;

use serde::Serialize;

use super::event::{Event, Trace};

/// The most points that a curve is given with: more than a screen has columns.
const POINTS: usize = 2_000;

/// What a trace comes to; bytes are those that were asked for.
///
/// ```
/// use string_kit_benches::measure::{Block, Event, Summary};
///
/// let block = Block { addr: 4096, size: 8, ns: None };
/// let summary: Summary = [Event::Alloc(block), Event::Freed(block)].into_iter().collect();
/// assert_eq!((summary.events, summary.peak_bytes, summary.kept_bytes), (2, 8, 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Summary {
    /// How many there were.
    pub events: usize,
    /// How many more there were, of which nothing else is known.
    pub lost: usize,
    /// The most bytes held at once.
    pub peak_bytes: isize,
    /// Bytes held at the end.
    pub kept_bytes: isize,
    /// Blocks handed out.
    pub alloc_events: usize,
    /// Their bytes.
    pub alloc_bytes: usize,
    /// Blocks given back.
    pub freed_events: usize,
    /// Their bytes.
    pub freed_bytes: usize,
    /// Whether the curve is over nanoseconds; else it is over events.
    pub is_timed: bool,
    /// Bytes held after each event, thinned out, but for the peaks.
    pub curve: Vec<(f64, f64)>,
}

impl Summary {
    /// What a trace comes to.
    ///
    /// ```
    /// use string_kit_benches::measure::{Summary, Trace};
    ///
    /// assert_eq!(Summary::of(&Trace { events: vec![], lost: 3 }).lost, 3);
    /// ```
    #[must_use]
    pub(crate) fn of(trace: &Trace) -> Self {
        Self {
            lost: trace.lost,
            ..trace.events.iter().copied().collect()
        }
    }

    /// Where the curve ends: how long it took, or how many events there were.
    ///
    /// ```
    /// assert_eq!(string_kit_benches::measure::Summary::default().length(), 0.0);
    /// ```
    #[must_use]
    pub(crate) fn length(&self) -> f64 {
        self.curve.last().map_or(0.0, |&(x, _)| x)
    }

    fn add(&mut self, event: Event) {
        self.events += 1;
        match event {
            Event::Alloc(block) => {
                self.alloc_events += 1;
                self.alloc_bytes += block.size;
            }
            Event::Freed(block) => {
                self.freed_events += 1;
                self.freed_bytes += block.size;
            }
        }
        self.kept_bytes += event.bytes();
        self.peak_bytes = self.peak_bytes.max(self.kept_bytes);
    }
}

/// Summarises as it reads; the curve takes 24 bytes an event until it is thinned out.
impl FromIterator<Event> for Summary {
    fn from_iter<I: IntoIterator<Item = Event>>(events: I) -> Self {
        let mut summary = Self::default();
        let mut points = Vec::new();
        for event in events {
            summary.add(event);
            points.push((event.block().ns, summary.kept_bytes));
        }
        summary.is_timed = points.iter().all(|(ns, _)| ns.is_some()) && !points.is_empty();
        summary.curve = curve(&points, summary.is_timed);
        summary
    }
}

/// The points over time, or over their number, from nothing on; where they are too many, of each
/// bundle the least and the greatest, and the last of all.
#[allow(clippy::cast_precision_loss)] // Times and sizes are far from 2^52.
fn curve(points: &[(Option<u64>, isize)], is_timed: bool) -> Vec<(f64, f64)> {
    let mut last = 0.0_f64;
    let points = (1..).zip(points).map(|(number, &(ns, bytes))| {
        let x = if is_timed {
            ns.map_or(0.0, |ns| ns as f64)
        } else {
            f64::from(number)
        };
        // Threads take a place and look at the clock, in this order: a later place may have an
        // earlier time.
        last = last.max(x);
        (last, bytes as f64)
    });
    let points: Vec<(f64, f64)> = iter::once((0.0, 0.0)).chain(points).collect();
    if points.len() <= POINTS {
        return points;
    }
    let bundle = points.len().div_ceil(POINTS / 2 - 1);
    let mut thin: Vec<_> = points.chunks(bundle).flat_map(extremes).collect();
    thin.extend(points.last());
    thin
}

/// The least and the greatest of a bundle, in the order in which they came.
fn extremes(bundle: &[(f64, f64)]) -> [(f64, f64); 2] {
    let by_bytes = |a: &&(f64, f64), b: &&(f64, f64)| a.1.total_cmp(&b.1);
    let least = *bundle.iter().min_by(by_bytes).expect("a chunk has a point");
    let most = *bundle.iter().max_by(by_bytes).expect("a chunk has a point");
    if least.0 <= most.0 {
        [least, most]
    } else {
        [most, least]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Block;

    fn block(size: usize, ns: Option<u64>) -> Block {
        Block {
            addr: 4096,
            size,
            ns,
        }
    }

    #[test]
    fn a_peak_survives_the_thinning() {
        let small = block(8, None);
        let spike = block(1_000_000, None);
        let events = (0..100_000).flat_map(|number| {
            let block = if number == 77_777 { spike } else { small };
            [Event::Alloc(block), Event::Freed(block)]
        });
        let summary: Summary = events.collect();
        assert!(summary.curve.len() <= POINTS);
        assert!(summary.curve.contains(&(155_555.0, 1_000_000.0)));
        assert_eq!(summary.peak_bytes, 1_000_000);
    }

    #[test]
    fn a_thin_curve_ends_where_all_ends() {
        let up_and_down = [
            Event::Alloc(block(500, None)),
            Event::Freed(block(500, None)),
        ];
        let events = up_and_down.into_iter().cycle().take(10_000);
        let summary: Summary = events.chain([Event::Alloc(block(7, None))]).collect();
        assert_eq!(summary.curve.last(), Some(&(10_001.0, 7.0)));
    }

    #[test]
    fn time_never_falls() {
        let events = [5, 3, 9].map(|ns| Event::Alloc(block(1, Some(ns))));
        let summary: Summary = events.into_iter().collect();
        assert_eq!(
            summary.curve,
            [(0.0, 0.0), (5.0, 1.0), (5.0, 2.0), (9.0, 3.0)]
        );
    }

    #[test]
    fn one_event_without_a_time_makes_all_be_numbered() {
        let events = [
            Event::Alloc(block(1, Some(7))),
            Event::Freed(block(1, None)),
        ];
        let summary: Summary = events.into_iter().collect();
        assert!(!summary.is_timed);
        assert_eq!(summary.curve, [(0.0, 0.0), (1.0, 1.0), (2.0, 0.0)]);
    }
}
