//! The plan of a run, its tasks, and the data that their processes read.

use std::env::temp_dir;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::program::Program;
use crate::failure::{Failure, Fault};
use crate::run::{Compared, Factors, Header};

#[derive(Clone, Debug)]
pub struct Plan {
    /// The header of the run, as far as the question knows it.
    pub header: Header,
    pub time: Duration,
    pub tasks: Vec<Task>,
    /// The most threads that run at once, if there are several.
    pub threads: usize,
}

impl Plan {
    /// Returns a plan without tasks: for 10 seconds, by 40 processes.
    pub fn new(question: &str, title: impl Into<String>) -> Self {
        Self {
            header: Header {
                question: question.to_owned(),
                title: title.into(),
                processes: 40,
                ..Header::default()
            },
            time: Duration::from_secs(10),
            tasks: Vec::new(),
            threads: 0,
        }
    }

    /// Sets the time of all processes together, and their number.
    pub fn lasting(mut self, time: Duration, processes: u32) -> Self {
        (self.time, self.header.processes) = (time, processes);
        self
    }

    /// Sets the factor whose values are compared, and the baseline among them.
    pub fn comparing(mut self, factor: &str, baseline: &str) -> Self {
        self.header.compared = Some(Compared::with(factor, baseline));
        self
    }
}

/// Cells that a process measures together.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Task {
    /// The name, which is unique in the plan.
    pub name: String,
    pub program: Program,
    /// True if one process is enough, since its samples do not vary.
    pub once: bool,
    pub factors: Factors,
    work: serde_json::Value,
    /// A file without a name, which its processes have as their standard input.
    #[serde(skip)]
    pub(super) data: Option<Arc<File>>,
}

impl Task {
    /// Returns a task whose samples vary.
    pub fn new(name: String, program: Program, factors: Factors) -> Self {
        Self {
            name,
            program,
            factors,
            ..Self::default()
        }
    }

    /// Returns a task of this name for each allocator. Of several, the allocator is a factor.
    pub fn on(programs: &[Program], name: &str) -> Vec<Self> {
        let factors = |program: &Program| match programs {
            [_] => Factors::default(),
            _ => Factors::default().with("allocator", program),
        };
        let task = |program: &Program| Self::new(name.to_owned(), *program, factors(program));
        programs.iter().map(task).collect()
    }

    /// Returns a task whose samples do not vary.
    pub fn once(name: &str, program: Program) -> Self {
        Self {
            once: true,
            ..Self::new(name.to_owned(), program, Factors::default())
        }
    }

    /// Sets the work, which [`work`](Self::work) returns in the process that does it.
    pub fn with_work(mut self, work: impl Serialize) -> Self {
        self.work = serde_json::to_value(work).expect("work is plain data");
        self
    }

    /// Sets the file that its processes have as their standard input.
    pub fn with_data(mut self, data: &Arc<File>) -> Self {
        self.data = Some(Arc::clone(data));
        self
    }

    pub fn work<W: DeserializeOwned>(&self) -> Result<W, Failure> {
        W::deserialize(&self.work)
            .map_err(|error| Failure::Unexpected(format!("{}: {error}", self.name)))
    }
}

/// Writes data to a file without a name. The system removes it when the last process that has it
/// open ends, however that ends.
pub fn save(data: &impl Serialize) -> Result<Arc<File>, Failure> {
    save_with(|out| Ok(serde_json::to_writer(out, data)?))
}

/// Writes data of any form to such a file.
pub fn save_with(
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<Arc<File>, Failure> {
    let save = || {
        let mut out = BufWriter::new(tempfile::tempfile()?);
        write(&mut out)?;
        out.flush()?;
        Ok(Arc::new(out.into_inner()?))
    };
    save().map_err(|error: io::Error| Failure::File(temp_dir(), error))
}

/// Reads the data of a parent process from the standard input.
pub fn load<T: DeserializeOwned>() -> Result<T, Failure> {
    let data = serde_json::from_reader(BufReader::new(io::stdin()));
    Ok(data.map_err(|error| Fault::json(Path::new("-"), &error, "run the command again"))?)
}
