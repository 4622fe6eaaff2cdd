//! The picture of a field: the types by memory and time.

use string_kit_measure::report::{Axis, Chart, Mark, Scale, Series, Shape};
use string_kit_measure::run::Unit;

use super::choice::{Choice, Rated};
use super::facts::FieldFacts;
use crate::candidate::BASELINE;

/// Draws the types by their memory and time; none if no time was measured.
pub(super) fn chart(id: &str, field: &FieldFacts, choice: &Choice<'_>) -> Option<Chart> {
    let point = |one: &Rated<'_>| {
        let bytes = one.memory as f64 / field.alive.unwrap_or(field.count).max(1) as f64;
        Some((bytes, one.time?.value))
    };
    let front = Series {
        name: "best".to_owned(),
        points: choice.front().iter().filter_map(point).collect(),
        mark: Mark::None,
    };
    let pick = choice.pick.as_ref().map(Rated::name);
    let mut points: Vec<&Rated<'_>> = choice.allowed.iter().collect();
    // The pick first: it is drawn above the others.
    points.sort_by_key(|one| Some(one.name()) != pick);
    let points = points.into_iter().filter_map(|one| {
        let mark = match one.name() {
            name if Some(name) == pick => Mark::Pick,
            BASELINE => Mark::Name,
            _ => Mark::None,
        };
        Some(Series {
            name: one.name().to_owned(),
            points: vec![point(one)?],
            mark,
        })
    });
    let series: Vec<Series> = [front].into_iter().chain(points).collect();
    (series.len() > 1).then(|| Chart {
        id: id.to_owned(),
        caption: format!(
            "{}: memory and time of each type. The line joins the types that no other beats in both; the diamond is \
             the pick.",
            field.name
        ),
        x: Axis::new("bytes a text", Unit::Bytes, Scale::Log),
        y: Axis::new("time ratio", Unit::Ratio, Scale::Log),
        shape: Shape::Points,
        series,
    })
}
