//! Words in HTML.

use maud::{Markup, html};

/// Returns a text whose parts between backticks are code.
pub(super) fn words(text: &str) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    html! {
        @if parts.len().is_multiple_of(2) {
            (text)
        } @else {
            @for (part, is_code) in parts.iter().zip([false, true].into_iter().cycle()) {
                @if is_code { code { (part) } } @else { (part) }
            }
        }
    }
}
