//! Opens manifests with toml_edit, which keeps their keys, spaces and comments.

fn main() {
    string_kit_programs::run(|text| text.parse::<toml_edit::DocumentMut>().ok());
}
