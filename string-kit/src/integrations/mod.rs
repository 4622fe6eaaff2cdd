//! Traits of other crates for string-kit's own types: one file and one feature for each crate.

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "borsh")]
mod borsh;
#[cfg(feature = "proptest")]
mod proptest;
#[cfg(feature = "rkyv")]
mod rkyv;
#[cfg(feature = "schemars")]
mod schemars;
#[cfg(feature = "serde")]
mod serde;

/// Converts a text that was read: takes an owned one over if the type can.
#[cfg(any(feature = "borsh", feature = "serde"))]
fn convert<S: crate::CapturedStr>(
    text: alloc::borrow::Cow<'_, str>,
) -> Result<S, crate::TextError> {
    match text {
        alloc::borrow::Cow::Borrowed(text) => S::try_from_str(text),
        alloc::borrow::Cow::Owned(text) => S::try_from_string(text),
    }
}
