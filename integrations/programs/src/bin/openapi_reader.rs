//! Reads descriptions of interfaces with openapiv3.

fn main() {
    string_kit_programs::run(|text| serde_json::from_str::<openapiv3::OpenAPI>(text).ok());
}
