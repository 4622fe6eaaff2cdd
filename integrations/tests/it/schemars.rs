use schemars::{JsonSchema, SchemaGenerator, schema_for};
use string_kit::{SharedStr, StrList, StringBuf};

/// Asserts that two types have the same schema, name and id, and that it stands where it is used,
/// without a definition.
fn has_the_schema_of<T: JsonSchema, Control: JsonSchema>() {
    assert!(T::inline_schema());
    assert_eq!(T::schema_name(), Control::schema_name());
    assert_eq!(T::schema_id(), Control::schema_id());
    assert_eq!(schema_for!(T), schema_for!(Control));
    assert_eq!(schema_for!(Option<T>), schema_for!(Option<Control>));
    let mut generator = SchemaGenerator::default();
    let schema = generator.subschema_for::<Vec<T>>();
    assert_eq!(
        schema,
        SchemaGenerator::default().subschema_for::<Vec<Control>>()
    );
    assert!(generator.definitions().is_empty());
}

#[test]
fn schemas_are_those_of_std_types() {
    has_the_schema_of::<SharedStr, String>();
    has_the_schema_of::<StringBuf<0>, String>();
    has_the_schema_of::<StringBuf<24>, String>();
    has_the_schema_of::<StrList, Vec<String>>();
}

#[test]
fn schemas_are_a_string_and_an_array_of_strings() {
    for text in [schema_for!(SharedStr), schema_for!(StringBuf<24>)] {
        assert_eq!(text.get("type").unwrap(), "string");
        assert_eq!(text.get("maxLength"), None);
    }
    let list = schema_for!(StrList);
    assert_eq!(list.get("type").unwrap(), "array");
    assert_eq!(list.get("items").unwrap()["type"], "string");
}
