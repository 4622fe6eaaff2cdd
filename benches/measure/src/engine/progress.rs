//! The share of a run that is done, by the time that is left.

use std::time::Duration;

/// How far a run is at the start of a task.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// The time of the plan.
    pub(super) time: Duration,
    pub(super) elapsed: Duration,
    /// The mean time of a task.
    pub(super) each: Duration,
    /// The tasks that must still run, with this one.
    pub(super) left: u32,
}

impl Progress {
    /// Returns the share of the time that is over when the task has run for so long.
    pub(super) fn share(self, run: Duration) -> f64 {
        let elapsed = (self.elapsed + run).as_secs_f64();
        elapsed / (elapsed + self.seconds_left(run))
    }

    /// Returns the seconds that are left. A task that is over its time takes as much longer: before
    /// the end some time is left.
    fn seconds_left(self, run: Duration) -> f64 {
        let of_plan = self.time.saturating_sub(self.elapsed + run);
        let of_tasks = (self.each * self.left).saturating_sub(run);
        let over = run.saturating_sub(self.each).max(run / 10);
        of_plan.max(of_tasks).max(over).as_secs_f64().max(1e-3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_is_left_follows_from_the_times_of_tasks() {
        // The seconds before the task, its own, those of a mean task, and the tasks that are left.
        for ([before, run, each, left], expected) in [
            ([0, 0, 60, 1], 60),
            ([0, 30, 60, 1], 30),
            // It is over its time.
            ([0, 60, 60, 1], 6),
            ([0, 100, 60, 1], 40),
            // Tasks take twice as long as they should.
            ([40, 0, 40, 2], 80),
            ([40, 10, 40, 2], 70),
            ([10, 0, 2, 1], 50),
        ] {
            let progress = Progress {
                time: Duration::from_mins(1),
                elapsed: Duration::from_secs(before),
                each: Duration::from_secs(each),
                left: u32::try_from(left).unwrap(),
            };
            let seconds = progress.seconds_left(Duration::from_secs(run));
            assert_eq!(Duration::from_secs_f64(seconds).as_secs(), expected);
        }
    }
}
