//! Markers for the attributes of `serde_with`, which nests them in any container.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Deref;

use serde::de::{Deserialize, DeserializeSeed, Deserializer};
use serde::ser::Serializer;
use serde_with::de::{DeserializeAs, DeserializeAsWrap};
use serde_with::ser::{SerializeAs, SerializeAsWrap};
#[cfg(feature = "std")]
use string_kit::SharedStr;
use string_kit::{CapturedStr, StrList};

#[cfg(feature = "pool")]
use crate::pooled::Scoped;
use crate::{Limits, captured, pairs};

/// Defines a marker of a type, the module that writes it, and the seed that reads it.
macro_rules! marker {
    ($(#[$doc:meta])* $name:ident: [$($param:tt)*] $text:ty, $module:ident, $seed:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl<$($param)*> SerializeAs<$text> for $name {
            fn serialize_as<W: Serializer>(text: &$text, to: W) -> Result<W::Ok, W::Error> {
                $module::serialize(text, to)
            }
        }

        impl<'de, $($param)*> DeserializeAs<'de, $text> for $name {
            #[inline]
            fn deserialize_as<D: Deserializer<'de>>(from: D) -> Result<$text, D::Error> {
                $seed.deserialize(from)
            }
        }
    };
}

marker! {
    /// A marker of strings: any [`CapturedStr`] type is read and written as a string.
    ///
    /// It nests in all that `serde_with` nests: options, vectors, boxed slices, sets, maps, tuples.
    /// A string costs what [`captured`](crate::captured) costs. `serde_with` allocates
    /// its container as serde does a container of `String`.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use std::sync::Arc;
    /// use serde_with::serde_as;
    /// use string_kit::StringBuf;
    /// use string_kit_serde::Captured;
    ///
    /// #[serde_as]
    /// #[derive(serde::Deserialize, serde::Serialize)]
    /// struct Labels(
    ///     #[serde_as(as = "BTreeMap<Captured, Option<Captured>>")]
    ///     BTreeMap<StringBuf<16>, Option<Arc<str>>>,
    /// );
    ///
    /// let json = r#"{"region":"eu-west","zone":null}"#;
    /// let labels: Labels = serde_json::from_str(json)?;
    /// assert_eq!(labels.0["region"].as_deref(), Some("eu-west"));
    /// assert_eq!(serde_json::to_string(&labels)?, json);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    Captured: [S: CapturedStr] S, captured, Limits::new().text()
}

marker! {
    /// A marker of strings that the data may hold as numbers or booleans. They become the text that
    /// `to_string` gives for them, and are written as strings.
    ///
    /// - An integer of up to 128 bits keeps its value, and so does a boolean.
    /// - A float is an error: its digits are gone. JSON's `1.10` comes as the same float as `1.1`,
    ///   and an integer of 22 digits as a float of 17. With `serde_json`'s feature
    ///   `arbitrary_precision` the digits come along, and the text has all of them: `1.10`, or 22
    ///   digits. It writes exponents as `1e+3`; its `Value` passes on short floats as floats.
    /// - Null, sequences and maps are errors, and so are TOML's dates.
    ///
    /// The text is that of the value, not of its notation. TOML's `0xff` becomes `255`. In a format
    /// that infers numbers the value itself may be wrong: csv passes on `01234` as 1234, `+1` as
    /// 1, and `1e3` as a float, which is an error. So read CSV with [`Captured`], which gets each
    /// field as it was written. csv also infers what `#[serde(flatten)]` and untagged enums buffer,
    /// and then `Captured` returns an error for a number: keep such a field out of them, or read
    /// the whole row as a map.
    ///
    /// The format must be self-describing, as JSON, TOML and CBOR are, and postcard is not.
    ///
    /// ```
    /// use serde_with::serde_as;
    /// use string_kit_serde::CapturedDisplay;
    ///
    /// #[serde_as]
    /// #[derive(serde::Deserialize, serde::Serialize)]
    /// struct Tags(#[serde_as(as = "Vec<CapturedDisplay>")] Vec<Box<str>>);
    ///
    /// let tags: Tags = serde_json::from_str(r#"["id", 42, true]"#)?;
    /// assert_eq!(serde_json::to_string(&tags)?, r#"["id","42","true"]"#);
    /// let error = serde_json::from_str::<Tags>("[1.10]").err().unwrap().to_string();
    /// assert!(error.starts_with("invalid type: floating point `1.1`, expected a string"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    CapturedDisplay: [S: CapturedStr] S, captured, Limits::new().scalars().text()
}

marker! {
    /// A marker of [`StrList`]s of keys and values that are read and written as maps, as
    /// [`pairs`](crate::pairs) does.
    ///
    /// ```
    /// use serde_with::serde_as;
    /// use string_kit::StrList;
    /// use string_kit_serde::Pairs;
    ///
    /// #[serde_as]
    /// #[derive(serde::Deserialize)]
    /// struct Series(#[serde_as(as = "Vec<Option<Pairs>>")] Vec<Option<StrList>>);
    ///
    /// let series: Series = serde_json::from_str(r#"[{"method":"GET"},null]"#)?;
    /// assert_eq!(series.0[0].as_ref().unwrap().get_pair("method"), Some("GET"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    Pairs: [] StrList, pairs, Limits::new().pairs()
}

#[cfg(feature = "pool")]
marker! {
    /// A marker of [`SharedStr`]s that are read through the pool of the
    /// [`scope`](crate::pooled::scope), in any container that `serde_with` nests.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use serde_with::serde_as;
    /// use string_kit::{Pool, SharedStr};
    /// use string_kit_serde::{Pooled, pooled};
    ///
    /// #[serde_as]
    /// #[derive(serde::Deserialize)]
    /// struct Labels(
    ///     #[serde_as(as = "BTreeMap<Pooled, Option<Pooled>>")]
    ///     BTreeMap<SharedStr, Option<SharedStr>>,
    /// );
    ///
    /// let json = r#"[{"kubernetes.io/name":"a"},{"kubernetes.io/name":null}]"#;
    /// let mut pool = Pool::new();
    /// let read: Vec<Labels> = pooled::scope(&mut pool, || serde_json::from_str(json))?;
    /// assert_eq!((read.len(), pool.len()), (2, 1));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    Pooled: [] SharedStr, captured, Limits::new().pooled(Scoped)
}

#[cfg(feature = "std")]
marker! {
    /// A marker of [`SharedStr`]s that become slices of the input of
    /// [`with_input`](crate::sliced::with_input), in any container that `serde_with` nests.
    ///
    /// ```
    /// use serde_with::serde_as;
    /// use string_kit::SharedStr;
    /// use string_kit_serde::{Sliced, sliced};
    ///
    /// #[serde_as]
    /// #[derive(serde::Deserialize)]
    /// struct Lines(#[serde_as(as = "Vec<Option<Sliced>>")] Vec<Option<SharedStr>>);
    ///
    /// let input = SharedStr::from(r#"["a line of some length", null]"#);
    /// let lines: Lines = sliced::with_input(&input, || serde_json::from_str(&input))?;
    /// assert_eq!(lines.0[0].as_ref().unwrap().as_ptr(), input[2..].as_ptr());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    Sliced: [] SharedStr, captured, Limits::new().sliced()
}

/// A marker of shared slices, `Arc<[_]>` and `Rc<[_]>`, which `serde_with` does not read.
///
/// Reads any type that collects items and dereferences to a slice of them. Allocates a `Vec` first,
/// and the slice at its exact size.
///
/// ```
/// use std::sync::Arc;
/// use serde_with::serde_as;
/// use string_kit_serde::{Captured, Slice};
///
/// #[serde_as]
/// #[derive(serde::Deserialize, serde::Serialize)]
/// struct Tags(#[serde_as(as = "Option<Slice<Captured>>")] Option<Arc<[Box<str>]>>);
///
/// let tags: Tags = serde_json::from_str(r#"["id","42"]"#)?;
/// assert_eq!(&*tags.0.as_ref().unwrap()[1], "42");
/// assert_eq!(serde_json::to_string(&tags)?, r#"["id","42"]"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Slice<A>(PhantomData<A>);

impl<T, C: Deref<Target = [T]>, A: SerializeAs<T>> SerializeAs<C> for Slice<A> {
    fn serialize_as<W: Serializer>(items: &C, to: W) -> Result<W::Ok, W::Error> {
        to.collect_seq(items.iter().map(SerializeAsWrap::<T, A>::new))
    }
}

impl<'de, T, C, A> DeserializeAs<'de, C> for Slice<A>
where
    C: FromIterator<T> + Deref<Target = [T]>,
    A: DeserializeAs<'de, T>,
{
    fn deserialize_as<D: Deserializer<'de>>(from: D) -> Result<C, D::Error> {
        let items = Vec::<DeserializeAsWrap<T, A>>::deserialize(from)?;
        Ok(items
            .into_iter()
            .map(DeserializeAsWrap::into_inner)
            .collect())
    }
}

/// A marker of an optional map that is itself flattened.
///
/// With `Option` in its place, `serde_with` writes the map and does not read it back: "can only
/// flatten structs and maps". This marker reads what serde's own `Option` does: `Some` of a map of
/// all other fields, or `None` if one of them is an error. For the optional fields of a flattened
/// struct, `Option` is enough.
///
/// ```
/// use std::collections::BTreeMap;
/// use serde_with::serde_as;
/// use string_kit_serde::{Captured, FlatOption};
///
/// #[serde_as]
/// #[derive(serde::Deserialize, serde::Serialize)]
/// struct Event {
///     id: u32,
///     #[serde(flatten)]
///     #[serde_as(as = "FlatOption<BTreeMap<Captured, Captured>>")]
///     labels: Option<BTreeMap<String, Box<str>>>,
/// }
///
/// let event: Event = serde_json::from_str(r#"{"id":1,"region":"eu-west"}"#)?;
/// assert_eq!(&*event.labels.unwrap()["region"], "eu-west");
/// assert!(serde_json::from_str::<Event>(r#"{"id":1,"region":2}"#)?.labels.is_none());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FlatOption<A>(PhantomData<A>);

impl<T, A: SerializeAs<T>> SerializeAs<Option<T>> for FlatOption<A> {
    fn serialize_as<W: Serializer>(value: &Option<T>, to: W) -> Result<W::Ok, W::Error> {
        Option::<A>::serialize_as(value, to)
    }
}

impl<'de, T, A: DeserializeAs<'de, T>> DeserializeAs<'de, Option<T>> for FlatOption<A> {
    fn deserialize_as<D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
        let value = Option::<DeserializeAsWrap<T, A>>::deserialize(from)?;
        Ok(value.map(DeserializeAsWrap::into_inner))
    }
}
