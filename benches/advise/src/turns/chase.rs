//! A fixed piece of work that is slow when the machine is not calm: a pointer chase.

use std::hint::black_box;
use std::time::Instant;

/// The number of cache lines: 2 MB, more than a core's own caches have, and less than all cores share.
const LINES: u32 = 1 << 15;
/// The steps of a chase.
const STEPS: u32 = 1 << 14;

/// A cache line with the number of the next one.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line(u32);

/// Lines that are visited in a drawn order, all in one cycle.
#[derive(Debug)]
pub(super) struct Chase {
    lines: Vec<Line>,
    at: u32,
}

impl Chase {
    pub(super) fn new() -> Self {
        let mut random = fastrand::Rng::with_seed(1);
        let mut order: Vec<u32> = (0..LINES).collect();
        random.shuffle(&mut order);
        let mut lines = vec![Line(0); order.len()];
        for (from, to) in order.iter().zip(order.iter().cycle().skip(1)) {
            lines[*from as usize] = Line(*to);
        }
        Self { lines, at: 0 }
    }

    /// Returns the nanoseconds of a step, after a whole cycle has brought all lines into the caches.
    pub(super) fn time(&mut self) -> f64 {
        self.run(LINES);
        let start = Instant::now();
        self.run(STEPS);
        start.elapsed().as_secs_f64() * 1e9 / f64::from(STEPS)
    }

    fn run(&mut self, steps: u32) {
        for _ in 0..steps {
            self.at = self.lines[self.at as usize].0;
        }
        black_box(self.at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_visited() {
        let chase = Chase::new();
        let mut at = 0;
        let steps = (1..).find(|_| {
            at = chase.lines[at as usize].0;
            at == 0
        });
        assert_eq!(steps, Some(LINES));
    }
}
