//! The places of values along an axis.

use std::iter;

use super::chart::{Axis, Scale};
use crate::run::Unit;

/// An axis as lengths: values on a linear axis, their decimal logarithms on the other.
pub(super) struct Ruler<'a> {
    axis: &'a Axis,
    /// The pixels at which it begins and ends.
    ends: (i32, i32),
    /// The length at which the axis begins; on a log axis, the place of 0 if there is one.
    low: f64,
    /// The length at which it ends.
    ///
    /// INVARIANT: above `low`.
    high: f64,
    has_zero: bool,
}

impl<'a> Ruler<'a> {
    pub(super) fn over(
        axis: &'a Axis,
        ends: (i32, i32),
        values: impl Iterator<Item = f64>,
    ) -> Self {
        let is_log = axis.scale == Scale::Log;
        let (zeros, values): (Vec<f64>, Vec<f64>) = values.partition(|&at| is_log && at <= 0.0);
        let length = |at: &f64| if is_log { at.log10() } else { *at };
        let lengths = values.iter().map(length);
        let least = lengths.clone().reduce(f64::min).unwrap_or(0.0);
        let low = if is_log {
            least.floor()
        } else {
            least.min(0.0)
        };
        let limit = lengths.fold(low, f64::max);
        // A length that is next to nothing has no values to draw between its ends.
        let high = if low + 1e-12 < limit {
            limit
        } else {
            low + 1.0
        };
        let gap = if zeros.is_empty() { 0.0 } else { 0.12 };
        Self {
            axis,
            ends,
            low: low - gap * (high - low),
            high,
            has_zero: !zeros.is_empty(),
        }
    }

    pub(super) fn length(&self, value: f64) -> f64 {
        match self.axis.scale {
            Scale::Linear => value,
            Scale::Log if value <= 0.0 => self.low,
            Scale::Log => value.log10(),
        }
    }

    #[allow(clippy::cast_possible_truncation)] // It is within the drawing.
    pub(super) fn pixel(&self, length: f64) -> i32 {
        let share = (length - self.low) / (self.high - self.low);
        let (from, to) = self.ends;
        from + (f64::from(to - from) * share).round() as i32
    }

    /// Returns at most some `most` round values, in order, each with its pixel.
    pub(super) fn ticks(&self, limit: u32) -> Vec<(i32, String)> {
        let lengths = match self.axis.scale {
            Scale::Linear => self.round_steps(limit),
            Scale::Log => self.decades(limit as usize),
        };
        let tick = |length: f64| {
            let value = match self.axis.scale {
                Scale::Linear => length,
                Scale::Log if self.has_zero && length <= self.low => 0.0,
                Scale::Log => 10_f64.powf(length),
            };
            (self.pixel(length), self.axis.unit.show(value))
        };
        let shown = lengths.into_iter().take_while(|&at| at <= self.high);
        shown.map(tick).collect()
    }

    /// Returns the lengths of 0 and of powers of ten, and of 2 and 5 times these if there is room.
    fn decades(&self, limit: usize) -> Vec<f64> {
        let decades = || iter::successors(Some(self.low.ceil()), |at| Some(at + 1.0));
        let count = decades().take_while(|&at| at <= self.high).count();
        let digits = if count * 3 <= limit { 3 } else { 1 };
        let digits = &[1.0_f64, 2.0, 5.0][..digits];
        let every = (count * digits.len()).div_ceil(limit);
        let shown = decades().take(count).step_by(every);
        let above = shown.flat_map(|at| digits.iter().map(move |digit| at + digit.log10()));
        let zero = self.has_zero.then_some(self.low);
        zero.into_iter().chain(above).collect()
    }

    /// Returns multiples of 1, 2 or 5 of a power of ten.
    fn round_steps(&self, limit: u32) -> Vec<f64> {
        let least = (self.high - self.low) / f64::from(limit);
        let decade = 10_f64.powf(least.log10().floor());
        let steps = [1.0, 2.0, 5.0].map(|digit| digit * decade);
        let step = steps.into_iter().find(|&step| step >= least);
        let is_whole = matches!(self.axis.unit, Unit::Count | Unit::Bytes);
        let step = step.unwrap_or(10.0 * decade).max(f64::from(is_whole));
        let first = (self.low / step).ceil();
        let ticks = (0..=limit).map(|at| (first + f64::from(at)) * step);
        ticks.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_values_and_zero_lies_before_a_log_axis() {
        let (linear, log) = (Scale::Linear, Scale::Log);
        for (scale, values, expected) in [
            (linear, &[0.0, 2.0][..], "0 B, 1 B, 2 B"),
            (linear, &[30.0], "0 B, 5 B, 10 B, 15 B, 20 B, 25 B, 30 B"),
            (log, &[0.0, 1.0, 150.0], "0 B, 1 B, 10 B, 100 B"),
            (log, &[30.0, 70.0], "10 B, 20 B, 50 B"),
            (log, &[1.0, 1e9], "1 B, 100 B, 10.0 KB, 1.00 MB, 100 MB"),
            (log, &[], "1 B, 2 B, 5 B, 10 B"),
        ] {
            let axis = Axis::new("length", Unit::Bytes, scale);
            let ruler = Ruler::over(&axis, (100, 920), values.iter().copied());
            let (pixels, shown): (Vec<i32>, Vec<String>) = ruler.ticks(7).into_iter().unzip();
            assert!(pixels.is_sorted(), "{pixels:?}");
            assert_eq!(shown.join(", "), expected);
        }
    }
}
