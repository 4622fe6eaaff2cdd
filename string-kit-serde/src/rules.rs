//! Rules as types, for any mix of limits, scalars, `Option` and policies in one attribute:
//! `#[serde(with = "string_kit_serde::As::<...>")]`.
//!
//! [`As`] takes the shape of the field: [`Text`], [`Seq`], [`Set`], [`List`] or [`Map`], or an `Option` of one of
//! these. The shape takes the [`Rules`]: [`Strings`], [`Scalars`], or [`Limited`] around one of these. A [`Map`] also
//! takes the treatment of null and of nested values: [`Reject`], [`Skip`] or [`AsJson`]. These types are only named:
//! none has a value.
//!
//! ```
//! use std::collections::BTreeMap;
//! use serde::{Deserialize, Serialize};
//! use string_kit_serde::rules::{AsJson, Limited, Map, Scalars, Skip, Strings, Text};
//!
//! #[derive(Deserialize, Serialize)]
//! struct Event {
//!     // A string of at most 64 bytes, or null.
//!     #[serde(default, with = "string_kit_serde::As::<Option<Text<Limited<Strings, 64>>>>")]
//!     title: Option<Box<str>>,
//!     // At most 16 strings, numbers or booleans. Skips null, and keeps nested values as JSON.
//!     #[serde(with = "string_kit_serde::As::<Map<Limited<Scalars, 64, 16>, Skip, AsJson>>")]
//!     fields: BTreeMap<String, String>,
//! }
//!
//! let event: Event = serde_json::from_str(
//!     r#"{"title":null,"fields":{"status":200,"user":null,"at":{"x":1,"y":[2]}}}"#,
//! )?;
//! assert_eq!(event.title, None);
//! assert_eq!(event.fields["status"], "200");
//! assert_eq!(event.fields.get("user"), None);
//! assert_eq!(event.fields["at"], r#"{"x":1,"y":[2]}"#);
//! # Ok::<(), serde_json::Error>(())
//! ```

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;

use serde::de::{DeserializeSeed, Deserializer, Expected};
use serde::ser::{Serialize, Serializer};
use string_kit::{CapturedStr, StrList};

use crate::limits::Limits;
use crate::pairs::{TextMap, TextPairs};
use crate::policy::{Handling, Policy};
use crate::seed::{ListSeed, MapSeed, Optional, SeqVisitor, TextSeed, VecSeed};
use crate::text::Extended;

/// Limits as a type.
///
/// Implement it to give the limits of your fields a name.
///
/// ```
/// use serde::Deserialize;
/// use string_kit_serde::Limits;
/// use string_kit_serde::rules::{Rules, Text};
///
/// struct Id;
///
/// impl Rules for Id {
///     const LIMITS: Limits = Limits::new().scalars().max_len(8);
/// }
///
/// #[derive(Deserialize)]
/// struct Row(#[serde(deserialize_with = "string_kit_serde::As::<Text<Id>>::deserialize")] String);
///
/// assert_eq!(serde_json::from_str::<Row>("42")?.0, "42");
/// assert!(serde_json::from_str::<Row>("123456789").is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
pub trait Rules {
    /// The limits.
    const LIMITS: Limits;
}

/// Defines a type without values that stands for a choice in an attribute.
macro_rules! markers {
    ($($(#[$doc:meta])* $name:ident: $trait:ident { $item:item })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $name {}

        impl $trait for $name {
            $item
        }
    )*};
}

markers! {
    /// Rules that accept strings and have no limits: [`Limits::new`].
    ///
    /// ```
    /// use string_kit_serde::Limits;
    /// use string_kit_serde::rules::{Rules, Strings};
    ///
    /// assert_eq!(Strings::LIMITS, Limits::new());
    /// ```
    Strings: Rules { const LIMITS: Limits = Limits::new(); }

    /// Rules that accept numbers and booleans too, and have no limits: [`Limits::scalars`].
    ///
    /// ```
    /// use string_kit_serde::Limits;
    /// use string_kit_serde::rules::{Rules, Scalars};
    ///
    /// assert_eq!(Scalars::LIMITS, Limits::new().scalars());
    /// ```
    Scalars: Rules { const LIMITS: Limits = Limits::new().scalars(); }

    /// Treatment of null or of nested values in a [`Map`]: they are errors. The default.
    Reject: HandlingType { const HANDLING: Handling = Handling::Reject; }

    /// Treatment of null or of nested values in a [`Map`]: their entries are left out.
    Skip: HandlingType { const HANDLING: Handling = Handling::Skip; }

    /// Treatment of null or of nested values in a [`Map`]: they become text in JSON.
    AsJson: HandlingType { const HANDLING: Handling = Handling::AsJson; }
}

/// A [`Handling`] as a type: [`Reject`], [`Skip`] or [`AsJson`].
///
/// ```
/// use string_kit_serde::Handling;
/// use string_kit_serde::rules::{HandlingType, Skip};
///
/// assert_eq!(Skip::HANDLING, Handling::Skip);
/// ```
pub trait HandlingType {
    /// The handling.
    const HANDLING: Handling;
}

/// The rules `R`, with limits: the most bytes per string, the most items, and the most bytes of
/// text in total.
///
/// The limits replace those of `R`. `usize::MAX`, the default of the last two, sets no limit.
///
/// ```
/// use string_kit_serde::Limits;
/// use string_kit_serde::rules::{Limited, Rules, Scalars};
///
/// assert_eq!(
///     Limited::<Scalars, 64, 16, 512>::LIMITS,
///     Limits::new().scalars().max_len(64).max_items(16).max_bytes(512),
/// );
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Limited<
    R,
    const MAX_LEN: usize,
    const MAX_ITEMS: usize = { usize::MAX },
    const MAX_BYTES: usize = { usize::MAX },
>(PhantomData<R>);

impl<R: Rules, const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize> Rules
    for Limited<R, MAX_LEN, MAX_ITEMS, MAX_BYTES>
{
    const LIMITS: Limits = R::LIMITS
        .max_len(MAX_LEN)
        .max_items(MAX_ITEMS)
        .max_bytes(MAX_BYTES);
}

/// The shape of a string: any [`CapturedStr`] type.
///
/// ```
/// use string_kit_serde::As;
/// use string_kit_serde::rules::{Scalars, Text};
///
/// let mut json = serde_json::Deserializer::from_str("42");
/// let id: Box<str> = As::<Text<Scalars>>::deserialize(&mut json)?;
/// assert_eq!(&*id, "42");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Text<R = Strings>(PhantomData<R>);

/// The shape of a sequence of strings: `Vec<S>`, `Box<[S]>` and all types that
/// [`seq`](crate::seq) reads.
///
/// ```
/// use string_kit_serde::As;
/// use string_kit_serde::rules::{Scalars, Seq};
///
/// let mut json = serde_json::Deserializer::from_str("[42, true]");
/// let tags: Vec<String> = As::<Seq<Scalars>>::deserialize(&mut json)?;
/// assert_eq!(tags, ["42", "true"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Seq<R = Strings>(PhantomData<R>);

/// The shape of a set of strings: `HashSet<S>`, `BTreeSet<S>`, and any other type that implements
/// `Default`, `Extend` and `IntoIterator` for them. A repeated string counts as an item.
///
/// ```
/// use std::collections::BTreeSet;
/// use string_kit_serde::As;
/// use string_kit_serde::rules::{Limited, Set, Strings};
///
/// let read = |json| -> serde_json::Result<BTreeSet<String>> {
///     let mut json = serde_json::Deserializer::from_str(json);
///     As::<Set<Limited<Strings, 8, 3>>>::deserialize(&mut json)
/// };
/// assert_eq!(read(r#"["b", "a", "b"]"#)?, BTreeSet::from(["a".into(), "b".into()]));
/// assert!(read(r#"["a", "b", "c", "d"]"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Set<R = Strings>(PhantomData<R>);

/// The shape of a [`StrList`].
///
/// ```
/// use string_kit_serde::As;
/// use string_kit_serde::rules::{List, Scalars};
///
/// let mut json = serde_json::Deserializer::from_str("[42, true]");
/// assert_eq!(As::<List<Scalars>>::deserialize(&mut json)?, ["42", "true"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct List<R = Strings>(PhantomData<R>);

/// The shape of a map of strings, with the treatment of null and of nested values.
///
/// [`Policy`] says what each treatment does.
///
/// ```
/// use string_kit_serde::As;
/// use string_kit_serde::rules::{AsJson, Map, Scalars, Skip};
///
/// let mut json = serde_json::Deserializer::from_str(r#"{"a": 42, "b": null, "c": [true]}"#);
/// let map: Vec<(String, String)> = As::<Map<Scalars, Skip, AsJson>>::deserialize(&mut json)?;
/// assert_eq!(map, [("a".into(), "42".into()), ("c".into(), "[true]".into())]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Map<R = Strings, NULL = Reject, NESTED = Reject>(PhantomData<(R, NULL, NESTED)>);

/// The functions of a field of shape `A`, for `#[serde(with = "string_kit_serde::As::<...>")]`.
///
/// The [module](self) has the shapes. `As<Text>` does the same as [`captured`](crate::captured),
/// `As<Text<Scalars>>` the same as [`display`](crate::display), `As<Seq>` the same as
/// [`seq`](crate::seq), and so on.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use string_kit_serde::rules::{Limited, Seq, Scalars};
///
/// #[derive(Deserialize, Serialize)]
/// struct Post(#[serde(with = "string_kit_serde::As::<Seq<Limited<Scalars, 8, 2>>>")] Vec<String>);
///
/// let read = serde_json::from_str::<Post>;
/// assert_eq!(serde_json::to_string(&read("[42, true]")?)?, r#"["42","true"]"#);
/// assert!(read("[1, 2, 3]").is_err());
/// assert!(read("[123456789]").is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct As<A>(PhantomData<A>);

impl<A> As<A> {
    /// Writes the field.
    ///
    /// O(n); allocates nothing itself.
    ///
    /// # Errors
    ///
    /// Returns the serializer's errors.
    pub fn serialize<T, W: Serializer>(value: &T, to: W) -> Result<W::Ok, W::Error>
    where
        A: SerializeAs<T>,
    {
        A::serialize_as(value, to)
    }

    /// Reads the field.
    ///
    /// Costs the same as the seed that a method of [`Limits`] returns for the same limits. `None`
    /// allocates nothing.
    ///
    /// # Errors
    ///
    /// Returns the errors of that seed.
    #[inline]
    pub fn deserialize<'de, T, D: Deserializer<'de>>(from: D) -> Result<T, D::Error>
    where
        A: DeserializeAs<T>,
    {
        A::deserialize_as(from)
    }
}

/// A shape that writes a field of type `T`.
///
/// ```
/// use string_kit_serde::rules::{Map, Seq, SerializeAs};
///
/// fn writes<A: SerializeAs<T>, T>() {}
/// writes::<Option<Seq>, Option<Vec<String>>>();
/// writes::<Map, Vec<(String, String)>>();
/// ```
#[diagnostic::on_unimplemented(
    message = "`As<{Self}>` does not write a field of type `{T}`",
    label = "the shape does not fit the field",
    note = "the shape of a string is `Text`, of a `Vec` or slice `Seq`, of a set `Set`, of a `StrList` \
            `List`, of a map `Map`, and of an `Option` an `Option` of these",
    note = "the strings must implement `CapturedStr`: for a type of another crate, string-kit has a \
            feature named after that crate"
)]
pub trait SerializeAs<T> {
    /// Writes the field.
    ///
    /// O(n); allocates nothing itself.
    ///
    /// # Errors
    ///
    /// Returns the serializer's errors.
    fn serialize_as<W: Serializer>(value: &T, to: W) -> Result<W::Ok, W::Error>;
}

/// A shape that reads a field of type `T`.
///
/// ```
/// use string_kit_serde::rules::{DeserializeAs, Map, Seq};
///
/// fn reads<A: DeserializeAs<T>, T>() {}
/// reads::<Option<Seq>, Option<Vec<String>>>();
/// reads::<Map, Vec<(String, String)>>();
/// ```
#[diagnostic::on_unimplemented(
    message = "`As<{Self}>` does not read a field of type `{T}`",
    label = "the shape does not fit the field",
    note = "the shape of a string is `Text`, of a `Vec` or slice `Seq`, of a set `Set`, of a `StrList` \
            `List`, of a map `Map`, and of an `Option` an `Option` of these",
    note = "the strings must implement `CapturedStr`: for a type of another crate, string-kit has a \
            feature named after that crate"
)]
pub trait DeserializeAs<T> {
    /// Reads the field.
    ///
    /// Costs the same as [`As::deserialize`].
    ///
    /// # Errors
    ///
    /// Returns the errors of `As::deserialize`.
    fn deserialize_as<'de, D: Deserializer<'de>>(from: D) -> Result<T, D::Error>;

    /// Writes the expected data, for error messages.
    ///
    /// O(1); allocates nothing.
    ///
    /// # Errors
    ///
    /// Returns the formatter's errors.
    fn expecting(f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

#[diagnostic::do_not_recommend]
impl<S: CapturedStr, R> SerializeAs<S> for Text<R> {
    fn serialize_as<W: Serializer>(string: &S, to: W) -> Result<W::Ok, W::Error> {
        to.serialize_str(string.as_str())
    }
}

#[diagnostic::do_not_recommend]
impl<S: CapturedStr, R: Rules> DeserializeAs<S> for Text<R> {
    #[inline]
    fn deserialize_as<'de, D: Deserializer<'de>>(from: D) -> Result<S, D::Error> {
        TextSeed::new(R::LIMITS).deserialize(from)
    }

    fn expecting(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Expected::fmt(&TextSeed::<S>::new(R::LIMITS), f)
    }
}

#[diagnostic::do_not_recommend]
impl<S, C, R> SerializeAs<C> for Seq<R>
where
    S: CapturedStr,
    C: Deref<Target = [S]>,
{
    fn serialize_as<W: Serializer>(strings: &C, to: W) -> Result<W::Ok, W::Error> {
        to.collect_seq(strings.iter().map(CapturedStr::as_str))
    }
}

#[diagnostic::do_not_recommend]
impl<S, C, R> DeserializeAs<C> for Seq<R>
where
    S: CapturedStr,
    C: From<Vec<S>> + Deref<Target = [S]>,
    R: Rules,
{
    fn deserialize_as<'de, D: Deserializer<'de>>(from: D) -> Result<C, D::Error> {
        VecSeed::new(R::LIMITS).deserialize(from).map(C::from)
    }

    fn expecting(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Expected::fmt(&VecSeed::<S>::new(R::LIMITS), f)
    }
}

#[diagnostic::do_not_recommend]
impl<S, C, R> SerializeAs<C> for Set<R>
where
    S: CapturedStr,
    for<'a> &'a C: IntoIterator<Item = &'a S>,
{
    fn serialize_as<W: Serializer>(strings: &C, to: W) -> Result<W::Ok, W::Error> {
        to.collect_seq(strings.into_iter().map(CapturedStr::as_str))
    }
}

#[diagnostic::do_not_recommend]
impl<S, C, R> DeserializeAs<C> for Set<R>
where
    S: CapturedStr,
    C: Default + Extend<S> + IntoIterator<Item = S>,
    R: Rules,
{
    fn deserialize_as<'de, D: Deserializer<'de>>(from: D) -> Result<C, D::Error> {
        let mut strings = Extended::<C, S>::default();
        SeqVisitor {
            sink: &mut strings,
            limits: R::LIMITS,
        }
        .deserialize(from)?;
        Ok(strings.all)
    }

    fn expecting(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Expected::fmt(&VecSeed::<S>::new(R::LIMITS), f)
    }
}

#[diagnostic::do_not_recommend]
impl<R> SerializeAs<StrList> for List<R> {
    fn serialize_as<W: Serializer>(list: &StrList, to: W) -> Result<W::Ok, W::Error> {
        list.serialize(to)
    }
}

#[diagnostic::do_not_recommend]
impl<R: Rules> DeserializeAs<StrList> for List<R> {
    fn deserialize_as<'de, D: Deserializer<'de>>(from: D) -> Result<StrList, D::Error> {
        ListSeed(R::LIMITS).deserialize(from)
    }

    fn expecting(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Expected::fmt(&ListSeed(R::LIMITS), f)
    }
}

#[diagnostic::do_not_recommend]
impl<M: TextPairs, R, NULL, NESTED> SerializeAs<M> for Map<R, NULL, NESTED> {
    fn serialize_as<W: Serializer>(map: &M, to: W) -> Result<W::Ok, W::Error> {
        map.serialize_pairs(to)
    }
}

#[diagnostic::do_not_recommend]
impl<M, R, NULL, NESTED> DeserializeAs<M> for Map<R, NULL, NESTED>
where
    M: TextMap,
    R: Rules,
    NULL: HandlingType,
    NESTED: HandlingType,
{
    fn deserialize_as<'de, D: Deserializer<'de>>(from: D) -> Result<M, D::Error> {
        Self::seed().deserialize(from)
    }

    fn expecting(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Expected::fmt(&Self::seed::<M>(), f)
    }
}

impl<R: Rules, NULL: HandlingType, NESTED: HandlingType> Map<R, NULL, NESTED> {
    fn seed<M>() -> MapSeed<M> {
        let policy = Policy::new().null(NULL::HANDLING).nested(NESTED::HANDLING);
        MapSeed::new(R::LIMITS).policy(policy)
    }
}

#[diagnostic::do_not_recommend]
impl<T, A: SerializeAs<T>> SerializeAs<Option<T>> for Option<A> {
    fn serialize_as<W: Serializer>(value: &Option<T>, to: W) -> Result<W::Ok, W::Error> {
        match value {
            Some(value) => to.serialize_some(&Present::<T, A>(value, PhantomData)),
            None => to.serialize_none(),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T, A: DeserializeAs<T>> DeserializeAs<Option<T>> for Option<A> {
    #[inline]
    fn deserialize_as<'de, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
        Optional(Shape::<T, A>(PhantomData)).deserialize(from)
    }

    fn expecting(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Expected::fmt(&Optional(Shape::<T, A>(PhantomData)), f)
    }
}

/// A value that is written as a field of shape `A`.
struct Present<'a, T, A>(&'a T, PhantomData<fn() -> A>);

impl<T, A: SerializeAs<T>> Serialize for Present<'_, T, A> {
    fn serialize<W: Serializer>(&self, to: W) -> Result<W::Ok, W::Error> {
        A::serialize_as(self.0, to)
    }
}

/// A seed that reads a field of shape `A`.
struct Shape<T, A>(PhantomData<fn() -> (T, A)>);

impl<T, A: DeserializeAs<T>> Expected for Shape<T, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        A::expecting(f)
    }
}

impl<'de, T, A: DeserializeAs<T>> DeserializeSeed<'de> for Shape<T, A> {
    type Value = T;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<T, D::Error> {
        A::deserialize_as(from)
    }
}
