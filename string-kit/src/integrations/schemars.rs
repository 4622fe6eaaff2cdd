//! schemars' trait for string-kit's own types. Each has the schema of `String` or `Vec<String>`,
//! which describes the JSON that serde writes and reads for it.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::{SharedStr, StrList, StringBuf};

macro_rules! schemas_of {
    ($($(#[$doc:meta])* $other:ty: [$($param:tt)*] $ty:ty;)*) => {$(
        $(#[$doc])*
        impl<$($param)*> JsonSchema for $ty {
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
    )*};
}

schemas_of! {
    /// Describes a string, inline. There is no `maxLength`, because a text longer than `N` is
    /// valid.
    String: [const N: usize] StringBuf<N>;
    String: [] SharedStr;
    Vec<String>: [] StrList;
}
