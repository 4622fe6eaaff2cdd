//! Embedded texts as programs have them: tokens of source code, and tags of telemetry.
//!
//! The README of each folder in `benches/data/` has their source.

use serde::Deserialize;

/// Returns the tokens of three Rust source files in order, white space and comments included.
///
/// # Panics
///
/// Never: the file is as it was embedded.
#[must_use]
pub fn tokens() -> Vec<String> {
    let tokens = serde_json::from_str(include_str!("../../../data/tokens/tokens.json"));
    tokens.expect("the embedded tokens are strings")
}

/// Returns the tags of 1,000 operations, each a list of keys and values; numbers and booleans are text.
///
/// # Panics
///
/// Never: the file is as it was embedded.
#[must_use]
pub fn tags() -> Vec<Vec<(String, String)>> {
    #[derive(Deserialize)]
    #[serde(transparent)]
    struct Tags(#[serde(with = "string_kit_serde::display::map")] Vec<(String, String)>);

    let tags = serde_json::from_str(include_str!("../../../data/tags/tags.json"));
    let tags: Vec<Tags> = tags.expect("the embedded tags are maps");
    tags.into_iter().map(|Tags(tags)| tags).collect()
}
