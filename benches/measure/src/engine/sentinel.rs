//! A fixed piece of work that is timed in every round. The judge chooses rounds by it, and so not by the
//! times of what is compared.

use std::hint::black_box;
use std::time::Instant;

use super::clock::Stopwatch;

/// The number of cache lines of the chase: 2 MB, more than most second-level caches and less than any third.
const LINES: u32 = 1 << 15;
/// The number of `u32` in a cache line.
const LINE: usize = 16;
/// The hops of one time: some 3 µs in the third-level cache.
const HOPS: u32 = 256;
/// The steps of arithmetic of one time: some 3 µs.
const STEPS: u64 = 3_000;

/// A pointer chase through 2 MB and arithmetic. Work beside it slows the chase by what it takes of the shared
/// cache, and the arithmetic by what it takes of the core.
#[derive(Debug)]
pub struct Sentinel {
    /// The place of the next line, in the first word of each line.
    next: Vec<u32>,
    at: u32,
}

impl Sentinel {
    /// Returns a sentinel whose chase visits all lines in a random order.
    pub fn new(random: &mut fastrand::Rng) -> Self {
        let mut order: Vec<u32> = (0..).step_by(LINE).take(LINES as usize).collect();
        random.shuffle(&mut order);
        let mut next = vec![0; LINES as usize * LINE];
        for (line, following) in order.iter().zip(order.iter().cycle().skip(1)) {
            next[*line as usize] = *following;
        }
        Self { next, at: 0 }
    }

    /// Does the work, and returns its time in nanoseconds.
    pub fn time(&mut self) -> f64 {
        let mut watch = Stopwatch::default();
        watch.time(|| {
            self.chase(HOPS);
            // Four chains: they take as much of the core as most code does.
            let mut chains = black_box([1_u64, 2, 3, 4]);
            for step in 0..STEPS {
                for chain in &mut chains {
                    *chain = (chain.rotate_left(5) ^ step).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                }
            }
            black_box(chains);
        });
        watch.elapsed().as_nanos() as f64
    }

    /// Returns the nanoseconds of a hop of the chase, after one cycle has brought all lines into the caches.
    pub fn hop_time(&mut self) -> f64 {
        const TIMED: u32 = 1 << 14;
        self.chase(LINES);
        let start = Instant::now();
        self.chase(TIMED);
        start.elapsed().as_secs_f64() * 1e9 / f64::from(TIMED)
    }

    fn chase(&mut self, hops: u32) {
        for _ in 0..hops {
            self.at = self.next[self.at as usize];
        }
        black_box(self.at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chase_visits_every_line() {
        let mut sentinel = Sentinel::new(&mut fastrand::Rng::with_seed(1));
        let start = sentinel.at;
        let mut hops = 0;
        loop {
            sentinel.at = sentinel.next[sentinel.at as usize];
            hops += 1;
            if sentinel.at == start {
                break;
            }
        }
        assert_eq!(hops, LINES);
        assert!(sentinel.time() > 0.0);
    }
}
