//! Plain lines: each is a record with one text.

use super::Fault;
use super::receiver::Receiver;
use super::source::{Lines, Source};

/// The name of the field.
const LINE: &str = "line";

pub(super) fn read(source: Source, to: &mut Receiver<'_>) -> Result<(), Fault> {
    let Source { origin, bytes } = source;
    let mut lines = Lines::new(bytes);
    let target = to.target(LINE);
    let unreadable = |error| origin.unreadable(&error);
    while let Some((number, line)) = lines.next_line().map_err(unreadable)? {
        match str::from_utf8(line.strip_suffix(b"\r").unwrap_or(line)) {
            Ok(line) => {
                to.text(target, line);
                to.end_record();
            }
            Err(error) => to.bad(Fault::not_utf8(origin.path(), number, &error))?,
        }
    }
    Ok(())
}
