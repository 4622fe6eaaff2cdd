//! The engine: it measures each question in fresh processes, by rounds.
//!
//! ```text
//! question --> plan: tasks --> P times, tasks in a drawn order: process --> samples
//!                                           Sampler: rounds of all cells <--/
//! ```
//!
//! A *task* is a set of cells that one process measures together. Each repetition of a task is a
//! fresh process, with its own addresses, its own heap padding and its own order of cells, all
//! drawn from the seed of the run. It answers in lines of JSON.

mod concurrent;
mod plan;
mod process;
mod program;
mod rounds;
mod sampler;

pub use concurrent::{Concurrent, Log, ThreadRun, move_to_calm_core};
pub use plan::{Plan, Task, load, save, save_with};
pub use process::{Part, SAMPLE};
pub use program::{Build, Program, TELL_SOURCES};
pub use rounds::{SoFar, run};
pub use sampler::{
    Sampler, Sentinel, Stopwatch, Timed, at_random_place, core_time, cpu_time, repeat,
};
