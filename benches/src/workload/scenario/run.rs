//! The run of a script by one candidate.

use super::{Holder, Measured, Script};

/// Prepares a script for a holder. A twin is compiled as another function.
///
/// # Errors
///
/// If the holder cannot do an operation of the script, with the reason.
pub(crate) fn measured<H: Holder + 'static, const TWIN: bool>(
    _script: &Script,
    _texts: &[&str],
) -> Result<Measured, &'static str> {
    todo!()
}
