//! The functions of the modules for `#[serde(with = "...")]`, each of which calls `As`.

/// Defines `serialize` and `deserialize` of a shape. The brackets have the type parameters that each of
/// them needs, and then comes the type of the field.
macro_rules! functions {
    ($shape:ty: [$($write:tt)*] [$($read:tt)*] $field:ty) => {
        /// Writes the field, as [`As::serialize`](crate::As::serialize) does.
        ///
        /// O(n); allocates nothing itself.
        ///
        /// # Errors
        ///
        /// Returns the serializer's errors.
        pub fn serialize<$($write)* W: serde::Serializer>(
            field: &$field,
            to: W,
        ) -> Result<W::Ok, W::Error> {
            crate::As::<$shape>::serialize(field, to)
        }

        functions!(deserialize, $shape: ['de, $($read)*] $field);
    };
    ($name:ident, $shape:ty: [$($read:tt)*] $field:ty) => {
        /// Reads the field, as [`As::deserialize`](crate::As::deserialize) does, at its cost.
        ///
        /// # Errors
        ///
        /// Returns the errors of `As::deserialize`.
        pub fn $name<$($read)* D: serde::Deserializer<'de>>(from: D) -> Result<$field, D::Error> {
            crate::As::<$shape>::deserialize(from)
        }
    };
}
pub(crate) use functions;
