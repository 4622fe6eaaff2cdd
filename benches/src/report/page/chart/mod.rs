//! Charts: curves in SVG under labels in HTML.
//!
//! The drawing is stretched to whatever room there is and the labels are not, so that they are as
//! large on a phone as anywhere. All places are shares of the plot's width and height.

mod curves;
mod data;
mod keys;
mod look;
mod thin;

use maud::{Markup, html};

use super::json;
use crate::report::document::{Chart, Ruler, Tick};
use thin::Thin;

pub(super) use look::marks;

/// How many labels the axis that goes across has at most: as many as a phone has room for.
const ACROSS: usize = 6;
/// How many labels the axis that goes up has at most.
const UP: usize = 8;

pub(super) fn chart(chart: &Chart) -> Markup {
    let rulers = chart.rulers(&chart.series);
    let [across, up] = &rulers;
    let (across, up) = (Side::of(across, ACROSS), Side::of(up, UP));
    let curves: Vec<Thin> = chart
        .series
        .iter()
        .map(|series| Thin::of(series, &rulers))
        .collect();
    let keys = keys::Keys::of(chart, &curves);
    let points: Vec<_> = curves
        .iter()
        .map(|curve| data::points(curve, chart))
        .collect();
    let title = super::subject(&chart.caption);
    let sizes = format!(
        "--height:{}rem;--margin:{}ch;--keys:{}ch",
        keys.height, up.margin, keys.width,
    );
    html! {
        figure.chart id={ "chart-" (chart.id) } data-shape=(look::shape(chart.shape)) {
            figcaption { (chart.caption) }
            div.frame style=(sizes) {
                p.name-up { (chart.y.name) }
                div.up aria-hidden="true" {
                    @for tick in &up.ticks {
                        span style={ "bottom:" (percent(tick.place)) } { (tick.label) }
                    }
                }
                div.plot data-across=(chart.x.name) data-up=(chart.y.name) {
                    (curves::drawing(title, chart.shape, [&across, &up], &curves))
                }
                (keys.leaders())
                div.across aria-hidden="true" {
                    @for tick in &across.ticks {
                        span style={ "left:" (percent(tick.place)) } { (tick.label) }
                    }
                }
                p.name-across { (chart.x.name) }
                (keys.list())
            }
            (data::table(chart, &rulers))
            (json("points", &points))
        }
    }
}

/// An axis as it is shown.
struct Side {
    ticks: Vec<Tick>,
    /// Where equal lengths begin to mean the same.
    start: f64,
    /// How many characters the longest label has.
    margin: usize,
}

impl Side {
    fn of(ruler: &Ruler, most: usize) -> Self {
        let ticks = ruler.ticks(most);
        let margin = ticks.iter().map(|tick| tick.label.chars().count()).max();
        Self {
            ticks,
            start: ruler.start(),
            margin: margin.unwrap_or_default(),
        }
    }
}

/// A share in percent, as CSS and SVG have it.
fn percent(share: f64) -> String {
    format!("{:.2}%", share * 100.0)
}
