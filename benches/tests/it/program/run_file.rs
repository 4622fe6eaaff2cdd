//! Runs, read back.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::printed;

/// Returns a path in the folder that Cargo has for tests, where no file is.
pub(crate) fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // One of an earlier run.
    let _ = fs::remove_file(&path);
    path
}

/// Writes a file there.
pub(crate) fn written(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = file(name);
    fs::write(&path, content).unwrap();
    path
}

/// The cells of a run.
#[derive(Debug)]
pub(crate) struct Cells(Vec<Value>);

impl Cells {
    /// Asks a question.
    #[track_caller]
    pub(crate) fn of(args: &[&str]) -> Self {
        let lines = printed(&[args, &["--json", "-"]].concat());
        let mut cells: Vec<Value> = Vec::new();
        for line in lines.lines().skip(1) {
            let line: Value = serde_json::from_str(line).unwrap();
            let cell = usize::try_from(line["cell"].as_u64().unwrap()).unwrap();
            if cell == cells.len() {
                cells.push(line);
            } else {
                cells[cell]["values"] = line["values"].clone();
            }
        }
        Self(cells)
    }

    /// Returns the cell of these factors and this metric.
    #[track_caller]
    pub(crate) fn get(&self, factors: &[(&str, &str)], metric: &str) -> &Value {
        let factors: HashMap<_, _> = factors.iter().copied().collect();
        let is_it = |cell: &&Value| cell["metric"] == metric && cell["factors"] == json!(factors);
        let found = self.0.iter().find(is_it);
        found.unwrap_or_else(|| panic!("no {metric} of {factors:?}"))
    }

    /// Returns the last sample of a cell.
    #[track_caller]
    pub(crate) fn value(&self, factors: &[(&str, &str)], metric: &str) -> f64 {
        let values = self.get(factors, metric)["values"].as_array().unwrap();
        values.last().unwrap().as_f64().unwrap()
    }
}
