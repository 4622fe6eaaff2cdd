//! The picture of a field: time against memory, with the front.

use string_kit_measure::report::{Axis, Chart, Scale, Series, Shape};
use string_kit_measure::run::Unit;

use super::choice::{Choice, Rated};
use super::facts::FieldFacts;

/// Draws the types by their time and memory; none if no time was measured.
#[allow(clippy::cast_precision_loss)] // Far from 2^52.
pub(super) fn chart(id: &str, field: &FieldFacts, choice: &Choice<'_>) -> Option<Chart> {
    let count = field.count.max(1) as f64;
    let point = |one: &Rated<'_>| {
        let bytes = one.memory.taken as f64 / count;
        Some((one.time?.ratio.value, bytes))
    };
    let front = Series {
        name: "the front".to_owned(),
        points: choice.front().iter().filter_map(point).collect(),
    };
    let mut series = vec![front];
    series.extend(choice.allowed.iter().filter_map(|one| {
        Some(Series {
            name: one.candidate.name.clone(),
            points: vec![point(one)?],
        })
    }));
    (series.len() > 1).then(|| Chart {
        id: id.to_owned(),
        caption: format!(
            "{}: bytes of a text by time over String's. The line joins the types that no other beats in both.",
field.name
        ),
        x: Axis::new("time ratio", Unit::Ratio, Scale::Linear),
        y: Axis::new("bytes a text", Unit::Bytes, Scale::Log),
        shape: Shape::Points,
        series,
    })
}
