//! How long a verb measures: the value of the flag, and the bar that shows how much of it is done.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on the standard error stream, if that is a terminal.
pub(super) fn progress_bar() -> ProgressBar {
    progress_bar_of("measuring")
}

/// The same for something else than measuring.
pub(super) fn progress_bar_of(what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} [{bar:40}] {percent} %")
        .expect("the template is sound");
    let bar = ProgressBar::new(STEPS).with_style(style.progress_chars("=> "));
    bar.with_message(what)
}

/// Moves the bar to the share that is done.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss
)] // A share is no less than 0, and the steps are few.
pub(super) fn show(bar: &ProgressBar, share: f64) {
    bar.set_position((share * STEPS as f64) as u64);
}

/// How finely the bar moves.
const STEPS: u64 = 1000;

/// Reads a number of seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .filter(|&seconds: &f64| seconds > 0.0 && seconds <= 3600.0)
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "a number from above 0 to 3600 is needed".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_out_of_range_are_refused() {
        for text in ["", "0", "-1", "x", "inf", "NaN", "3601"] {
            assert!(seconds(text).is_err(), "{text}");
        }
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
    }
}
