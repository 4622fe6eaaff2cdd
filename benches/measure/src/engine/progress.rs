//! The share of a run that is done, by the time that is left.

use std::time::Duration;

/// How far a run is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// The time of the plan, and whether the run takes it whole.
    pub(super) time: Duration,
    pub(super) keeps_time: bool,
    /// The time so far, and that of the task that runs.
    pub(super) elapsed: Duration,
    pub(super) of_task: Duration,
    /// The tasks that are done, and those that must still run, with the one that runs.
    pub(super) done: usize,
    pub(super) left: usize,
}

impl Progress {
    /// Returns the share of the time that is over.
    pub(super) fn share(self) -> f64 {
        let elapsed = self.elapsed.as_secs_f64();
        elapsed / (elapsed + self.seconds_left())
    }

    /// Returns the seconds that are left. Tasks take as long as those that are done took, and the
    /// one that runs at least a tenth longer: before the end some time is left.
    fn seconds_left(self) -> f64 {
        let seconds = |time: Duration| time.as_secs_f64();
        let (elapsed, of_task) = (seconds(self.elapsed), seconds(self.of_task));
        let of_plan = seconds(self.time) - elapsed;
        let of_tasks = if self.done == 0 {
            of_plan
        } else {
            (elapsed - of_task) / self.done as f64 * self.left as f64 - of_task
        };
        let left = if self.keeps_time {
            of_tasks.max(of_plan)
        } else {
            of_tasks
        };
        left.max(of_task / 10.0).max(1e-3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_is_left_follows_from_the_times_of_tasks() {
        // The time so far, that of the task, the tasks that are done and left, the time left.
        for (keeps_time, [elapsed, of_task, done, left], expected) in [
            (true, [0, 0, 0, 2], 60),
            (true, [30, 30, 0, 1], 30),
            // It is over its time.
            (true, [100, 100, 0, 1], 10),
            // Tasks take twice as long as they should.
            (true, [40, 0, 1, 2], 80),
            (true, [50, 10, 1, 2], 70),
            // Tasks are quick, and the time is kept.
            (true, [10, 0, 5, 1], 50),
            (false, [10, 0, 5, 1], 2),
            (false, [200, 0, 10, 10], 200),
        ] {
            let [elapsed, of_task] = [elapsed, of_task].map(Duration::from_secs);
            let progress = Progress {
                time: Duration::from_mins(1),
                keeps_time,
                elapsed,
                of_task,
                done: usize::try_from(done).unwrap(),
                left: usize::try_from(left).unwrap(),
            };
            let left = Duration::from_secs_f64(progress.seconds_left());
            assert_eq!(left.as_secs(), expected);
        }
    }
}
