//! The readers of the advisor, from bytes: what the fuzzer calls.

use std::io::{Cursor, Read};

use crate::input::{Options, Source, read_source};
use crate::profile::{Profile, Profiler, read_rows_from, write_rows};

/// Profiles bytes in a format, or reads the rows of a profile if it is "profile", within about `memory` bytes, and
/// returns the rows of the profile.
///
/// # Errors
///
/// The fault, if the bytes are not of this format, or the format does not exist.
///
/// # Panics
///
/// If the profile cannot be read as it was written.
#[doc(hidden)]
pub fn profile_bytes(
    format: &str,
    bytes: impl Read + 'static,
    memory: usize,
) -> Result<Vec<u8>, String> {
    let source = |bytes: Box<dyn Read>| Source::of_bytes("bytes", bytes, 1 << 20);
    let rows = |bytes: Box<dyn Read>| read_rows_from(source(bytes)?, usize::MAX);
    let profile = if format == "profile" {
        let mut profile = rows(Box::new(bytes)).map_err(|fault| fault.to_string())?;
        profile.limit(memory);
        profile
    } else {
        let options = Options {
            format: Some(clap::ValueEnum::from_str(format, false)?),
            ..Options::default()
        };
        let mut profiler = Profiler::new(&[], memory);
        let read =
            source(Box::new(bytes)).and_then(|source| read_source(source, options, &mut profiler));
        read.map_err(|fault| fault.to_string())?;
        profiler.finish().0
    };
    let written = |profile: &Profile| {
        let mut written = Vec::new();
        write_rows(profile, &mut written).expect("a vector takes all bytes");
        written
    };
    let first = written(&profile);
    let bytes = Box::new(Cursor::new(first.clone()));
    let read = rows(bytes).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(read == profile, "the profile that is read is another");
    Ok(first)
}
