//! What tells one curve from another: a colour, a mark and a dash.
//!
//! Eight curves have a colour and a mark each and no dash; the next eight the same with dashes, and
//! so on: so 32 differ even where there is no colour.

use maud::{Markup, html};

use crate::report::document::Shape;

/// The marks, drawn around 0 within 4 on each side.
const MARKS: [&str; 8] = [
    "M-3.5,0a3.5,3.5 0 1,0 7,0a3.5,3.5 0 1,0 -7,0z",
    "M-3,-3h6v6h-6z",
    "M0,-4L4,3H-4z",
    "M0,-4.5L4.5,0L0,4.5L-4.5,0z",
    "M0,4L4,-3H-4z",
    "M-3,-3L3,3M-3,3L3,-3",
    "M-4,0H4M0,-4V4",
    "M-4,-2.5H4M-4,2.5H4",
];

/// How many kinds of dash there are, none among them.
const DASHES: usize = 4;

/// The marks by the names under which they are used.
pub(in crate::report::page) fn marks() -> Markup {
    html! {
        svg.marks width="0" height="0" aria-hidden="true" {
            defs {
                @for (index, path) in MARKS.iter().enumerate() {
                    path id={ "mark-" (index) } d=(path) {}
                }
            }
        }
    }
}

/// The classes that make a curve's look.
pub(super) fn classes(series: usize) -> String {
    format!(
        "colour-{} dash-{}",
        series % MARKS.len(),
        series / MARKS.len() % DASHES
    )
}

/// The address of a curve's mark.
pub(super) fn mark(series: usize) -> String {
    format!("#mark-{}", series % MARKS.len())
}

/// The name by which the script knows how points are joined.
pub(super) fn shape(shape: Shape) -> &'static str {
    match shape {
        Shape::Lines => "lines",
        Shape::Steps => "steps",
    }
}
