//! Fixed pieces of work that are timed beside what is compared. The judge chooses rounds by them, and so not by the
//! times of what is compared.

use std::hint::black_box;
use std::time::Instant;

/// The number of cache lines of the chase: 2 MB, more than most second-level caches and less than any third.
const LINES: u32 = 1 << 15;
/// The number of `u32` in a cache line.
const LINE: usize = 16;
/// The hops of one time: 0.5 µs in the third-level cache.
///
/// PERF: a ring of 50,000 strings is not slower until a hop takes over twice its calm time; arithmetic that takes 8 %
/// longer tells that another program has half the core. So the arithmetic is most of the time.
const HOPS: u32 = 32;
/// The steps of arithmetic of one time: some 3 µs.
const STEPS: u64 = 2_500;

/// A pointer chase through 2 MB, and arithmetic. Work beside it slows the chase by what it takes of the shared
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
        f64::from(HOPS) * self.hops(HOPS) + core_time()
    }

    /// Returns the nanoseconds of the same hops after one cycle has brought all lines into the caches.
    pub fn time_warm(&mut self) -> f64 {
        const TIMED: u32 = 1 << 14;
        self.hops(LINES);
        f64::from(HOPS) * self.hops(TIMED)
    }

    /// Returns the nanoseconds of a hop.
    fn hops(&mut self, hops: u32) -> f64 {
        let start = Instant::now();
        for _ in 0..hops {
            self.at = self.next[self.at as usize];
        }
        black_box(self.at);
        start.elapsed().as_secs_f64() * 1e9 / f64::from(hops)
    }
}

/// Returns the nanoseconds of some arithmetic, which uses no memory.
///
/// PERF: six chains of additions, shifts and exclusive ors fill a core. Where another program ran on the second thread
/// of the core, they took 1.65 to 2.5 ns a step instead of 1.31 to 1.45, and a `CompactString` of a ring 18.6 instead
/// of 12.1. Four chains of multiplications took 1.8 to 2.1 instead of 1.7: they leave the core too much.
pub fn core_time() -> f64 {
    let start = Instant::now();
    let [mut a, mut b, mut c, mut d, mut e, mut f] = black_box([1_u64, 2, 3, 4, 5, 6]);
    for step in 0..STEPS {
        a = a.wrapping_add(step) ^ (a << 3);
        b = b.wrapping_add(step) ^ (b << 5);
        c = c.wrapping_add(step) ^ (c << 7);
        d = d.wrapping_add(step) ^ (d >> 3);
        e = e.wrapping_add(step) ^ (e >> 5);
        f = f.wrapping_add(step) ^ (f >> 7);
    }
    black_box(a ^ b ^ c ^ d ^ e ^ f);
    start.elapsed().as_secs_f64() * 1e9
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
