//! Units of numbers, and how a reader sees them.

use serde::{Deserialize, Serialize};

/// The unit of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Nanoseconds.
    Ns,
    /// Bytes; a KB is 1,000 of them.
    Bytes,
    /// A number of things.
    Count,
    /// Yes (1) or no (0).
    Flag,
    /// A ratio of two numbers that were measured together.
    Ratio,
}

impl Unit {
    /// Returns whether samples in this unit vary, so that the judge has to compare them.
    pub fn varies(self) -> bool {
        matches!(self, Self::Ns | Self::Ratio)
    }

    /// Returns the number with its unit, in three digits or, for a count, in full.
    #[must_use]
    pub fn show(self, number: f64) -> String {
        match self {
            Self::Count if number.fract() != 0.0 && number.abs() < 99.95 => format!("{number:.1}"),
            Self::Count | Self::Flag => grouped(number),
            Self::Bytes => {
                let is_whole = (number - number.round()).abs() < 1e-6;
                let decimals = if is_whole { 0 } else { 2 };
                scaled(number, &["B", "KB", "MB", "GB", "TB"], decimals)
            }
            Self::Ns => scaled(number, &["ns", "µs", "ms", "s"], 2),
            Self::Ratio => format!("{number:.2}x"),
        }
    }
}

/// Returns a size with its unit.
pub fn bytes(bytes: usize) -> String {
    Unit::Bytes.show(bytes as f64)
}

/// Returns three digits and the name of the thousand; a number of the first name has `decimals` at most.
fn scaled(number: f64, names: &[&str], decimals: usize) -> String {
    let mut number = number;
    let mut names = names.iter();
    let mut name = names.next().expect("a unit has a name");
    let mut most = decimals;
    // 999.5 would be shown as four digits.
    while number.abs() >= 999.5 {
        let Some(next) = names.next() else { break };
        number /= 1000.0;
        name = next;
        most = 2;
    }
    let digits = match number.abs() {
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    format!("{number:.*} {name}", digits.min(most))
}

/// Returns a whole number, with a comma before every three digits.
fn grouped(number: f64) -> String {
    let digits = format!("{:.0}", number.abs());
    let mut shown = String::from(if number < 0.0 { "-" } else { "" });
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_whatever_the_size_and_counts_in_groups() {
        let bytes = [0.0, 999.0, 999.6, 9_996.0, 99_960.0, 1e6, 4e15];
        let shown = bytes.map(|bytes| Unit::Bytes.show(bytes)).join(", ");
        assert_eq!(
            shown,
            "0 B, 999 B, 1.00 KB, 10.0 KB, 100 KB, 1.00 MB, 4000 TB"
        );
        let times = [7.25, 1_500.0].map(|ns| Unit::Ns.show(ns));
        assert_eq!(times, ["7.25 ns", "1.50 µs"]);
        let counts = [0.0, 3.1, 999.0, 1_000.0, -1_234_567.0];
        let counts = counts.map(|count| Unit::Count.show(count));
        assert_eq!(counts, ["0", "3.1", "999", "1,000", "-1,234,567"]);
    }
}
