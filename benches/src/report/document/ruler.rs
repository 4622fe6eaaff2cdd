//! Where a value lies along an axis.
//!
//! ```text
//! Linear  0      1      2      3      4        Log  0    1    10    100   1000
//!         |------|------|------|------|             |....|-----|-----|-----|
//!         0                           1             0                      1    place
//! ```

use super::ticks::{self, Tick};
use super::{Axis, Scale};
use crate::report::Unit;

/// The part of a log axis that lies between 0 and the least value above it.
const GAP: f64 = 0.12;

/// An axis that knows from where to where it goes.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::report) struct Ruler {
    scale: Scale,
    unit: Unit,
    /// The least and the greatest value; on a log axis, of those above 0.
    ///
    /// INVARIANT: the first is below the second.
    low: f64,
    high: f64,
    /// Where the least value lies: above 0 if a log axis has a 0 in front of it.
    start: f64,
}

impl Ruler {
    /// The ruler on which all these values lie.
    pub(super) fn over(axis: &Axis, values: impl Iterator<Item = f64>) -> Self {
        let is_log = axis.scale == Scale::Log;
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut start = 0.0;
        for value in values {
            if is_log && value <= 0.0 {
                start = GAP;
            } else {
                (low, high) = (low.min(value), high.max(value));
            }
        }
        if high < low {
            (low, high) = (1.0, 1.0);
        }
        if is_log {
            if low >= high {
                (low, high) = (low / 2.0, high * 2.0);
            }
        } else {
            low = low.min(0.0);
            if low >= high {
                high = low + 1.0;
            }
        }
        Self {
            scale: axis.scale,
            unit: axis.unit,
            low,
            high,
            start,
        }
    }

    /// Where a value lies: 0 is the axis's beginning and 1 its end.
    pub(in crate::report) fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log if value <= 0.0 => 0.0,
            Scale::Log => {
                let along = (value / self.low).ln() / (self.high / self.low).ln();
                self.start + along * (1.0 - self.start)
            }
        }
    }

    /// From where on equal lengths mean the same: above 0 if there is a gap behind a log axis's 0.
    pub(in crate::report) fn start(&self) -> f64 {
        self.start
    }

    /// At most so many round values with their places, in order.
    pub(in crate::report) fn ticks(&self, most: usize) -> Vec<Tick> {
        let values = match self.scale {
            Scale::Linear => ticks::linear(self.low, self.high, most),
            Scale::Log => {
                let zero = (self.start > 0.0).then_some(0.0);
                let most = most - usize::from(zero.is_some());
                let above = ticks::log(self.low, self.high, most);
                zero.into_iter().chain(above).collect()
            }
        };
        ticks::labelled(values, self.unit, |value| self.place(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruler(scale: Scale, values: &[f64]) -> Ruler {
        let axis = Axis {
            name: String::new(),
            unit: Unit::Count,
            scale,
        };
        Ruler::over(&axis, values.iter().copied())
    }

    #[track_caller]
    fn lies(ruler: &Ruler, value: f64, place: f64) {
        let found = ruler.place(value);
        assert!((found - place).abs() < 1e-9, "{value} lies at {found}");
    }

    #[test]
    fn a_linear_axis_begins_at_zero_or_below() {
        let above = ruler(Scale::Linear, &[2.0, 4.0]);
        lies(&above, 0.0, 0.0);
        lies(&above, 2.0, 0.5);
        let below = ruler(Scale::Linear, &[-2.0, 2.0]);
        lies(&below, -2.0, 0.0);
        lies(&below, 0.0, 0.5);
    }

    #[test]
    fn a_log_axis_has_a_place_for_zero_only_if_there_is_one() {
        let above = ruler(Scale::Log, &[1.0, 100.0]);
        lies(&above, 1.0, 0.0);
        lies(&above, 10.0, 0.5);
        let with_zero = ruler(Scale::Log, &[0.0, 1.0, 100.0]);
        lies(&with_zero, 0.0, 0.0);
        lies(&with_zero, 1.0, GAP);
        lies(&with_zero, 100.0, 1.0);
    }

    #[test]
    fn one_value_and_none_have_a_place() {
        for scale in [Scale::Linear, Scale::Log] {
            for values in [&[][..], &[0.0], &[7.0]] {
                let ruler = ruler(scale, values);
                for value in values {
                    assert!((0.0..=1.0).contains(&ruler.place(*value)));
                }
                assert!(!ruler.ticks(5).is_empty(), "{scale:?} {values:?}");
            }
        }
    }

    #[test]
    fn ticks_are_few_and_in_order() {
        for scale in [Scale::Linear, Scale::Log] {
            for high in [1.0, 3.0, 42.0, 4096.0, 1e9] {
                for most in 3..12 {
                    let ticks = ruler(scale, &[0.0, 1.0, high]).ticks(most);
                    assert!(ticks.len() <= most, "{scale:?} to {high}: {ticks:?}");
                    assert!(ticks.is_sorted_by(|a, b| a.place < b.place));
                }
            }
        }
    }
}
