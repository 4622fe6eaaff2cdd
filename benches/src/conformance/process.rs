//! Examination in a process of its own, since a type that breaks a law may take the process along.
//!
//! ```text
//! examine  -- string-kit examine NAME LAW,LAW,... -->  serve
//!          <-- one line of JSON a law ---------------
//! ```
//!
//! A process that ends before its last line broke the law of the next one; another goes on with those
//! that come after it.

use std::env;
use std::io::{self, Write};
use std::time::Duration;

use string_kit_conformance::Law;
use string_kit_subjects::Examined;

use super::Outcome;
use crate::measure::{CHECKED_BY, Process};

/// The verb that [`examine`] calls this program by.
pub(crate) const VERB: &str = "examine";

/// How long a law may take; in a debug build some take seconds.
const PATIENCE: Duration = Duration::from_mins(2);

/// Examines the subject of this name by laws, and calls `done` after each.
///
/// The program is to [`serve`] when it is called by [`VERB`], and its allocator is to be
/// [`LaboratoryAllocator`](crate::measure::LaboratoryAllocator): else laws about memory see none.
///
/// # Errors
///
/// If no process can be made.
pub(crate) fn examine(subject: &str, laws: &[Law], done: impl Fn()) -> io::Result<Vec<Outcome>> {
    let mut outcomes = Vec::new();
    while outcomes.len() < laws.len() {
        let mut process = start(subject, &laws[outcomes.len()..])?;
        let mut goes_on = true;
        while goes_on && outcomes.len() < laws.len() {
            let outcome = process.next(PATIENCE)?.unwrap_or_else(Outcome::Crashed);
            goes_on = !matches!(outcome, Outcome::Crashed(_));
            outcomes.push(outcome);
            done();
        }
    }
    Ok(outcomes)
}

/// Examines a subject by laws, and writes what each comes to as soon as it is known.
///
/// # Errors
///
/// If it cannot be written.
pub(crate) fn serve(
    subject: &dyn Examined,
    laws: impl IntoIterator<Item = Law>,
    out: &mut impl Write,
) -> io::Result<()> {
    for law in laws {
        serde_json::to_writer(&mut *out, &Outcome::from(subject.examine(law)))?;
        writeln!(out)?;
        out.flush()?;
    }
    Ok(())
}

/// Starts this program to serve.
fn start(subject: &str, laws: &[Law]) -> io::Result<Process<Outcome>> {
    let laws: Vec<&str> = laws.iter().map(|law| law.name()).collect();
    let checked = (CHECKED_BY.to_str().expect("it is ASCII"), "1");
    Process::start(
        &env::current_exe()?,
        [VERB, subject, &laws.join(",")],
        &[checked],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use string_kit_subjects::all;

    #[test]
    fn each_law_is_a_line() {
        let mut out = Vec::new();
        let laws = [Law::RoundTrips, Law::HashIsStrs];
        serve(&*all()[0].subject, laws, &mut out).unwrap();
        let line = "{\"outcome\":\"kept\"}\n";
        assert_eq!(String::from_utf8(out).unwrap(), line.repeat(2));
    }
}
