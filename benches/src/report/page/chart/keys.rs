//! Whose curve is whose: beside the curves' ends where there is room, below the chart on a phone.

use maud::{Markup, html};

use super::thin::Thin;
use super::{look, percent};
use crate::report::document::{Chart, Series, Shape};

/// How high a key is, in rem.
const KEY: f64 = 1.25;
/// How high a plot is at least, in rem.
const LEAST: f64 = 24.0;

/// The keys of a chart.
pub(super) struct Keys {
    /// How high the plot must be so that all keys find room beside it, in rem.
    pub(super) height: f64,
    /// How many characters the longest has.
    pub(super) width: usize,
    all: Vec<Key>,
}

struct Key {
    name: String,
    /// What became of it.
    outcome: String,
    /// The values of that alone, under a heading that says the rest.
    values: String,
    /// How far its curve lies from the top at the right edge, as a share of the height; none if it
    /// ends before.
    end: Option<f64>,
    /// How far it lies itself.
    place: f64,
}

impl Keys {
    #[allow(clippy::cast_precision_loss)] // Curves are few.
    pub(super) fn of(chart: &Chart, curves: &[Thin]) -> Self {
        let height = LEAST.max(curves.len() as f64 * KEY);
        let wanted: Vec<f64> = curves
            .iter()
            .map(|curve| level(curve, chart.shape).map_or(1.0, |up| 1.0 - up))
            .collect();
        let places = spread(&wanted, KEY / height);
        let key = |index: usize, series: &Series| {
            let end = curves[index].0.last();
            let is_at_edge = end.is_some_and(|end| end.across > 0.99);
            let outcome = series.outcome(chart.y.unit);
            Key {
                name: series.name.clone(),
                values: series.end(chart.y.unit).unwrap_or_else(|| outcome.clone()),
                outcome,
                end: is_at_edge.then_some(wanted[index]),
                place: places[index],
            }
        };
        let all: Vec<Key> = chart
            .series
            .iter()
            .enumerate()
            .map(|(index, series)| key(index, series))
            .collect();
        let characters = |key: &Key| key.name.chars().count() + key.values.chars().count();
        Self {
            height,
            width: all.iter().map(characters).max().unwrap_or_default(),
            all,
        }
    }

    /// The lines from the curves' ends to their keys.
    pub(super) fn leaders(&self) -> Markup {
        html! {
            svg.leaders aria-hidden="true" {
                @for (index, key) in self.all.iter().enumerate() {
                    @if let Some(end) = key.end {
                        line class={ "curve " (look::classes(index)) } data-series=(index)
                            x1="0" x2="100%" y1=(percent(end)) y2=(percent(key.place)) {}
                    }
                }
            }
        }
    }

    pub(super) fn list(&self) -> Markup {
        html! {
            div.keys {
                p.choose hidden {
                    "Show "
                    button type="button" data-choose="all" { "all" }
                    " "
                    button type="button" data-choose="none" { "none" }
                }
                p.ends { "at the end" }
                ul {
                    @for (index, key) in self.all.iter().enumerate() {
                        li style={ "--place:" (percent(key.place)) } { (self::key(key, index)) }
                    }
                }
            }
        }
    }
}

fn key(key: &Key, index: usize) -> Markup {
    html! {
        button.key type="button" disabled aria-pressed="true"
            data-series=(index) title={ (key.name) ": " (key.outcome) }
        {
            svg class={ "curve " (look::classes(index)) } width="28" height="12" aria-hidden="true" {
                path d="M0,6H28" {}
                use href=(look::mark(index)) x="14" y="6" {}
            }
            span.name { (key.name) }
            " "
            span.outcome { (key.values) }
        }
    }
}

/// How high a curve is where it ends. If values hold and all is given back at the end, what held until
/// then counts: at 0 all keys would lie together.
fn level(curve: &Thin, shape: Shape) -> Option<f64> {
    let mut ends = curve.0.iter().rev();
    let last = ends.next()?;
    match (shape, ends.next()) {
        (Shape::Steps, Some(before)) if last.value.1 == 0.0 => Some(before.up),
        _ => Some(last.up),
    }
}

/// Places that are near the wanted ones, at least `apart` from each other and within 0 to 1.
fn spread(wanted: &[f64], apart: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
    let mut places = wanted.to_vec();
    let mut least = apart / 2.0;
    for &at in &order {
        places[at] = places[at].max(least);
        least = places[at] + apart;
    }
    let mut most = 1.0 - apart / 2.0;
    for &at in order.iter().rev() {
        places[at] = places[at].min(most);
        most = places[at] - apart;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_do_not_overlap() {
        let wanted = [0.5, 0.5, 1.0, 0.0, 1.0, 0.51];
        let mut places = spread(&wanted, 0.1);
        places.sort_by(f64::total_cmp);
        let apart = places.windows(2).map(|pair| pair[1] - pair[0]);
        assert!(apart.min_by(f64::total_cmp).unwrap() > 0.0999, "{places:?}");
        assert!(places[0] >= 0.0 && places[5] <= 1.0, "{places:?}");
    }

    #[test]
    fn keys_with_room_lie_where_they_want() {
        let places = spread(&[0.2, 0.8, 0.5], 0.1);
        assert!(
            places
                .iter()
                .zip([0.2, 0.8, 0.5])
                .all(|(a, b)| (a - b).abs() < 1e-9)
        );
    }
}
