//! schemars' trait for string-kit's own types. Each has the schema of `String` or `Vec<String>`, which
//! describes the JSON that serde writes and reads for it.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::{SharedStr, StrList, StringBuf};

/// Implements `JsonSchema` by that of another type.
macro_rules! schema_of {
    ($(#[$doc:meta])* $other:ty: $($header:tt)+) => {
        $(#[$doc])*
        impl $($header)+ {
            fn inline_schema() -> bool {
                <$other>::inline_schema()
            }

            fn schema_name() -> Cow<'static, str> {
                <$other>::schema_name()
            }

            fn schema_id() -> Cow<'static, str> {
                <$other>::schema_id()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                <$other>::json_schema(generator)
            }
        }
    };
}

schema_of! {
    /// Describes a string, inline. There is no `maxLength`, because a text longer than `N` is valid.
    String: <const N: usize> JsonSchema for StringBuf<N>
}

schema_of! {
    /// Describes a string, inline.
    String: JsonSchema for SharedStr
}

schema_of! {
    /// Describes an array of strings, inline.
    Vec<String>: JsonSchema for StrList
}
