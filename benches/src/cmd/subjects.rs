//! Which representations are measured one by one, and which of them the others are compared with.

use super::Failure;

/// The representation that all others are compared with.
pub(super) const BASELINE: &str = "string";

/// Keeps those with `only` in their name, and the baseline.
pub(super) fn only<T>(
    only: Option<&str>,
    subjects: &mut Vec<T>,
    name: impl Fn(&T) -> &'static str,
) -> Result<(), Failure> {
    let Some(only) = only else {
        return Ok(());
    };
    if !subjects.iter().any(|subject| name(subject).contains(only)) {
        return Err(Failure::Arguments(format!(
            "no representation has '{only}' in its name; run without --only to see them all"
        )));
    }
    subjects.retain(|subject| name(subject).contains(only) || name(subject) == BASELINE);
    Ok(())
}
