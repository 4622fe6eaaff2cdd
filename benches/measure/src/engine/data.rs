//! The data that a process has as its standard input.

use std::env::temp_dir;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::failure::{Failure, Fault};

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
