//! The share of a run that is done, by the time that is left.

use std::time::Duration;

/// How far a run is at the start of a task.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// The time of the plan, that of the task, and whether the run takes its time whole.
    pub(super) time: Duration,
    pub(super) of_task: Duration,
    pub(super) keeps_time: bool,
    pub(super) elapsed: Duration,
    /// The tasks that are done, and those that must still run, with this one.
    pub(super) done: usize,
    pub(super) left: usize,
}

impl Progress {
    /// Returns the share of the time that is over when the task has run for so long.
    pub(super) fn share(self, run: Duration) -> f64 {
        let elapsed = (self.elapsed + run).as_secs_f64();
        elapsed / (elapsed + self.seconds_left(run))
    }

    /// Returns the seconds that are left. Tasks take as long as those that are done took. One that
    /// is over its time takes as much longer: before the end some time is left.
    fn seconds_left(self, run: Duration) -> f64 {
        let seconds = [self.time, self.of_task, self.elapsed, run].map(|time| time.as_secs_f64());
        let [time, of_task, before, run] = seconds;
        let of_plan = time - before - run;
        let (mean, of_tasks) = match self.done {
            0 => (of_task, of_plan),
            done => {
                let mean = before / done as f64;
                (mean, mean * self.left as f64 - run)
            }
        };
        let kept = if self.keeps_time { of_plan } else { 0.0 };
        let over = run - of_task.max(mean);
        of_tasks.max(kept).max(over).max(run / 10.0).max(1e-3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_is_left_follows_from_the_times_of_tasks() {
        // The seconds before the task, those of the task, the tasks done and left.
        for (keeps_time, [before, run, done, left], expected) in [
            (true, [0, 0, 0, 2], 60),
            (true, [0, 30, 0, 1], 30),
            // It is over its time.
            (true, [0, 60, 0, 1], 6),
            (true, [0, 100, 0, 1], 40),
            // Tasks take twice as long as they should.
            (true, [40, 0, 1, 2], 80),
            (true, [40, 10, 1, 2], 70),
            // Tasks are quick, and the time is kept.
            (true, [10, 0, 5, 1], 50),
            (false, [10, 0, 5, 1], 2),
            (false, [200, 0, 10, 10], 200),
        ] {
            let progress = Progress {
                time: Duration::from_mins(1),
                of_task: Duration::from_mins(1),
                keeps_time,
                elapsed: Duration::from_secs(before),
                done: usize::try_from(done).unwrap(),
                left: usize::try_from(left).unwrap(),
            };
            let seconds = progress.seconds_left(Duration::from_secs(run));
            assert_eq!(Duration::from_secs_f64(seconds).as_secs(), expected);
        }
    }
}
