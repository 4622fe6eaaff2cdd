//! The readers of the advisor on bytes in memory, for the fuzz target.

use std::io::Read;

use string_kit_data::{Options, Source, read};

use crate::profile::{Profiler, read_rows_from, write_rows};

/// Profiles bytes in a format, or reads the rows of a profile if it is "profile", within about
/// `memory` bytes, and returns the rows of the profile.
///
/// # Errors
///
/// The fault, if the bytes are not of this format, or the format does not exist.
///
/// # Panics
///
/// Never: a vector takes all rows.
#[doc(hidden)]
pub fn profile_bytes(
    format: &str,
    bytes: impl Read + 'static,
    memory: usize,
) -> Result<Vec<u8>, String> {
    let source = Source::new("bytes".into(), bytes, None, 1 << 20);
    let profile = if format == "profile" {
        let read = source.and_then(|source| read_rows_from(source, "bytes".as_ref(), usize::MAX));
        let mut profile = read.map_err(|fault| fault.to_string())?;
        profile.limit(memory);
        profile
    } else {
        let options = Options {
            format: Some(clap::ValueEnum::from_str(format, false)?),
            ..Options::default()
        };
        let mut profiler = Profiler::new(memory);
        let read = source.and_then(|source| read(source, &options, &mut profiler));
        read.map_err(|fault| fault.to_string())?;
        profiler.finish().0
    };
    let mut rows = Vec::new();
    write_rows(&profile, &mut rows).expect("a vector takes all bytes");
    Ok(rows)
}
