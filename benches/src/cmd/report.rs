//! `report`: draws a trace that was saved, by `trace --events` or by whatever keeps its format.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::output::Output;
use super::{Failure, document};
use crate::input::Fault;
use crate::measure::{Event, Summary};
use crate::report::SavedTrace;

/// What can be asked for.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Lines of JSON, such as {"Alloc":{"addr":4096,"size":8}} or the same with "Freed".
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    output: Output,
}

impl Args {
    pub(super) fn run(self, command: String) -> Result<(), Failure> {
        let saved = SavedTrace {
            command,
            file: self.file.display().to_string(),
            summary: read(&self.file)?,
        };
        // Not this machine's: the trace may be from anywhere.
        let document = document(None, saved.sections());
        self.output.show(&saved, &document)
    }
}

/// What the lines of a file come to; empty ones are passed over.
fn read(path: &Path) -> Result<Summary, Fault> {
    let file = File::open(path).map_err(|error| Fault::unreadable(path, &error))?;
    let mut events = Vec::new();
    // All sizes together: what is held at any time is less.
    let mut allocated = 0;
    for (number, line) in (1..).zip(BufReader::new(file).split(b'\n')) {
        let line = line.map_err(|error| Fault::unreadable(path, &error))?;
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        let event: Event = serde_json::from_slice(line)
            .map_err(|error| Fault::json_line(path, number, &error, FORMAT))?;
        allocated = isize::try_from(event.block().size)
            .ok()
            .and_then(|size| size.checked_add(allocated))
            .ok_or_else(|| Fault::at(path, number, 1, "so much no memory has", FORMAT))?;
        events.push(event);
    }
    if events.is_empty() {
        return Err(Fault::of(path, "there are no events in it", FORMAT));
    }
    Ok(events.into_iter().collect())
}

/// What a file is to be.
const FORMAT: &str = r#"each line is to be like {"Alloc":{"addr":4096,"size":8}} or "Freed""#;
