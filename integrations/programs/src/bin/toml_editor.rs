//! Opens manifests with toml_edit, which keeps their keys, spaces and comments.

use string_kit_programs::{run, texts};

fn main() {
    run(&texts(), |text| text.parse::<toml_edit::DocumentMut>().ok());
}
