//! Seeds that append strings to a [`StrListBuilder`].
//!
//! With them, a `Visitor` that reads records fills one builder per field. It allocates nothing per
//! string, and makes no intermediate value:
//!
//! ```
//! use std::fmt;
//! use serde::Deserializer;
//! use serde::de::{Error, SeqAccess, Visitor};
//! use string_kit::StrListBuilder;
//! use string_kit_serde::AppendStr;
//!
//! /// Reads `[name, state]`.
//! struct City<'a> {
//!     names: &'a mut StrListBuilder,
//!     states: &'a mut StrListBuilder,
//! }
//!
//! impl<'de> Visitor<'de> for City<'_> {
//!     type Value = ();
//!
//!     fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
//!         f.write_str("a name and a state")
//!     }
//!
//!     fn visit_seq<A: SeqAccess<'de>>(self, mut city: A) -> Result<(), A::Error> {
//!         for (column, builder) in [self.names, self.states].into_iter().enumerate() {
//!             city.next_element_seed(AppendStr(builder))?
//!                 .ok_or_else(|| A::Error::invalid_length(column, &"2 columns"))?;
//!         }
//!         Ok(())
//!     }
//! }
//!
//! let (mut names, mut states) = (StrListBuilder::new(), StrListBuilder::new());
//! for line in [r#"["Boise","Idaho"]"#, r#"["Salem","Oregon"]"#] {
//!     let city = City { names: &mut names, states: &mut states };
//!     serde_json::Deserializer::from_str(line).deserialize_seq(city)?;
//! }
//! assert_eq!(names.finish(), ["Boise", "Salem"]);
//! assert_eq!(states.finish(), ["Idaho", "Oregon"]);
//! # Ok::<(), serde_json::Error>(())
//! ```

use alloc::vec::Vec;
use core::any;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error, Expected, MapAccess, SeqAccess, Visitor};
use string_kit::{CapturedStr, StrList, StrListBuilder};

use crate::limits::{Limits, Meter};
use crate::text::{Counted, Create, Place, TextSink, TextVisitor};

/// Defines a seed with limits. It is `Copy` for every type that it makes: the derived traits would
/// require that type to be `Copy` too.
macro_rules! seed {
    ($(#[$doc:meta])* $seed:ident) => {
        $(#[$doc])*
        pub struct $seed<T> {
            limits: Limits,
            made: PhantomData<fn() -> T>,
        }

        impl<T> $seed<T> {
            fn new(limits: Limits) -> Self {
                let made = PhantomData;
                Self { limits, made }
            }
        }

        impl<T> Clone for $seed<T> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T> Copy for $seed<T> {}

        impl<T> fmt::Debug for $seed<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($seed)).field(&self.limits).finish()
            }
        }
    };
}

/// Reads one string and appends it to a builder.
///
/// Amortized O(n) in the length of the string; allocates if the builder has to grow.
///
/// # Errors
///
/// Returns the errors of [`captured::deserialize`](crate::captured::deserialize), and leaves the
/// builder as it was.
///
/// ```
/// use serde::de::DeserializeSeed;
/// use string_kit::StrListBuilder;
/// use string_kit_serde::AppendStr;
///
/// let mut builder = StrListBuilder::new();
/// let mut json = serde_json::Deserializer::from_str(r#""id" 42"#);
/// AppendStr(&mut builder).deserialize(&mut json)?;
/// assert!(AppendStr(&mut builder).deserialize(&mut json).is_err());
/// assert_eq!(builder.finish(), ["id"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug)]
pub struct AppendStr<'a>(
    /// The builder.
    pub &'a mut StrListBuilder,
);

impl<'de> DeserializeSeed<'de> for AppendStr<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        Limits::new().read(self.0, from)
    }
}

/// Reads a sequence of strings and appends them to a builder.
///
/// O(n) in the length of the text; allocates if the builder has to grow.
///
/// # Errors
///
/// Returns the deserializer's errors: `invalid_type` if the data is not a sequence, the errors of
/// [`captured`](crate::captured::deserialize) for each string, `custom` if memory runs out. The
/// builder keeps its earlier strings, and the strings that were read before the error.
///
/// ```
/// use serde::de::DeserializeSeed;
/// use string_kit::StrListBuilder;
/// use string_kit_serde::AppendSeq;
///
/// let mut builder = StrListBuilder::from_iter(["first"]);
/// let mut json = serde_json::Deserializer::from_str(r#"["id", "name", 42]"#);
/// assert!(AppendSeq(&mut builder).deserialize(&mut json).is_err());
/// assert_eq!(builder.finish(), ["first", "id", "name"]);
/// ```
#[derive(Debug)]
pub struct AppendSeq<'a>(
    /// The builder.
    pub &'a mut StrListBuilder,
);

impl<'de> DeserializeSeed<'de> for AppendSeq<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        Limits::new().append(self.0, from)
    }
}

/// A seed that reads a sequence of strings into a [`StrList`], from [`Limits::list`].
#[derive(Clone, Copy, Debug)]
pub struct ListSeed(Limits);

impl Expected for ListSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Expected::fmt(&VecSeed::<()>::new(self.0), f)
    }
}

impl<'de> DeserializeSeed<'de> for ListSeed {
    type Value = StrList;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<StrList, D::Error> {
        let mut builder = StrListBuilder::new();
        self.0.append(&mut builder, from)?;
        builder.try_finish().map_err(D::Error::custom)
    }
}

seed! {
    /// A seed that reads one string, from [`Limits::text`].
    TextSeed
}

impl<S> Expected for TextSeed<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.limits.accepted().singular())
    }
}

impl<'de, S: CapturedStr> DeserializeSeed<'de> for TextSeed<S> {
    type Value = S;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<S, D::Error> {
        self.limits.read(&mut Create::default(), from)
    }
}

seed! {
    /// A seed that reads a sequence of strings into a `Vec`, from [`Limits::seq`].
    VecSeed
}

impl<S> Expected for VecSeed<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a sequence of {}", self.limits.accepted().plural())
    }
}

impl<'de, S: CapturedStr> DeserializeSeed<'de> for VecSeed<S> {
    type Value = Vec<S>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Vec<S>, D::Error> {
        let mut strings = Vec::new();
        self.limits.append(&mut strings, from)?;
        Ok(strings)
    }
}

impl Limits {
    /// Reads a sequence of strings and appends each to a destination.
    pub(crate) fn append<'de, K: TextSink<Kept = ()>, D: Deserializer<'de>>(
        self,
        sink: &mut K,
        from: D,
    ) -> Result<(), D::Error> {
        let limits = self;
        from.deserialize_seq(SeqVisitor { sink, limits })
    }
}

/// Reads a sequence of strings and appends each to a destination.
struct SeqVisitor<'a, K> {
    sink: &'a mut K,
    limits: Limits,
}

impl<'de, K: TextSink<Kept = ()>> Visitor<'de> for SeqVisitor<'_, K> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Expected::fmt(&VecSeed::<()>::new(self.limits), f)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let reserved = self.limits.reserve(seq.size_hint());
        self.sink.reserve(reserved).map_err(A::Error::custom)?;
        let mut meter = Meter::new(self.limits);
        loop {
            let item = Counted(TextVisitor::new(&mut *self.sink, &mut meter, Place::Item));
            if seq.next_element_seed(item)?.is_none() {
                return Ok(());
            }
        }
    }
}

seed! {
    /// A seed that reads a map of strings, from [`Limits::map`].
    MapSeed
}

impl<'de, M, K, V> DeserializeSeed<'de> for MapSeed<M>
where
    M: Default + Extend<(K, V)> + IntoIterator<Item = (K, V)>,
    K: CapturedStr,
    V: CapturedStr,
{
    type Value = M;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<M, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de, M, K, V> Visitor<'de> for MapSeed<M>
where
    M: Default + Extend<(K, V)> + IntoIterator<Item = (K, V)>,
    K: CapturedStr,
    V: CapturedStr,
{
    type Value = M;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a map of {}", self.limits.accepted().plural())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut pairs: A) -> Result<M, A::Error> {
        let mut map = M::default();
        let mut meter = Meter::new(self.limits);
        while let Some(key) = pairs.next_key_seed(Counted(TextVisitor::new(
            &mut Create::<K>::default(),
            &mut meter,
            Place::Key,
        )))? {
            let value = pairs.next_value_seed(TextVisitor::new(
                &mut Create::<V>::default(),
                &mut meter,
                Place::Value(key.as_str()),
            ))?;
            map.extend(Some((key, value)));
        }
        Ok(map)
    }
}

/// A seed that reads a map of strings into a [`StrList`] of pairs, from [`Limits::pairs`].
#[derive(Clone, Copy, Debug)]
pub struct PairsSeed(Limits);

impl<'de> DeserializeSeed<'de> for PairsSeed {
    type Value = StrList;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<StrList, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for PairsSeed {
    type Value = StrList;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a map of {}", self.0.accepted().plural())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut pairs: A) -> Result<StrList, A::Error> {
        let (mut builder, mut meter) = (StrListBuilder::new(), Meter::new(self.0));
        while pairs
            .next_key_seed(Counted(TextVisitor::new(
                &mut builder,
                &mut meter,
                Place::Key,
            )))?
            .is_some()
        {
            pairs.next_value_seed(TextVisitor::new(&mut builder, &mut meter, Place::Entry))?;
        }
        builder.try_finish().map_err(A::Error::custom)
    }
}

/// A seed that reads null as `None`, and any other data with the seed in it.
///
/// Costs the same as that seed; `None` allocates nothing. A unit is `None` too.
///
/// # Errors
///
/// Returns the errors of that seed, except for null. A field with `#[serde(flatten)]` is never
/// null: read the map by its own seed, as `seed.deserialize(from).map(Some)`.
///
/// ```
/// use serde::de::DeserializeSeed;
/// use string_kit_serde::Limits;
/// use string_kit_serde::seed::Optional;
///
/// let read = |json| {
///     let seed = Optional(Limits::new().max_len(2).text::<Box<str>>());
///     seed.deserialize(&mut serde_json::Deserializer::from_str(json))
/// };
/// assert_eq!(read(r#""id""#)?.as_deref(), Some("id"));
/// assert_eq!(read("null")?, None);
/// assert!(read(r#""too long""#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Optional<T>(
    /// The seed for data that is not null.
    pub T,
);

impl<'de, T: DeserializeSeed<'de> + Expected> DeserializeSeed<'de> for Optional<T> {
    type Value = Option<T::Value>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_option(self).map_err(|error| {
            if any::type_name::<D>().contains("FlatMapDeserializer") {
                let message = "a flattened field is never null: read it with the seed inside \
                               `Optional`, as `seed.deserialize(from).map(Some)`";
                return D::Error::custom(message);
            }
            error
        })
    }
}

impl<'de, T: DeserializeSeed<'de> + Expected> Visitor<'de> for Optional<T> {
    type Value = Option<T::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Expected::fmt(&self.0, f)?;
        f.write_str(" or null")
    }

    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        self.0.deserialize(from).map(Some)
    }
}

/// The seeds of these limits.
///
/// Each costs what its strings and its container cost, and reserves memory for at most 64 strings.
/// It returns the errors of [`captured::deserialize`](crate::captured::deserialize), and a
/// [`LimitError`](crate::LimitError) as `custom`.
impl Limits {
    /// Returns a seed that reads one string.
    #[must_use]
    pub fn text<S: CapturedStr>(self) -> TextSeed<S> {
        TextSeed::new(self)
    }

    /// Returns a seed that reads a sequence of strings.
    #[must_use]
    pub fn seq<S: CapturedStr>(self) -> VecSeed<S> {
        VecSeed::new(self)
    }

    /// Returns a seed that reads a sequence of strings into a list.
    #[must_use]
    pub fn list(self) -> ListSeed {
        ListSeed(self)
    }

    /// Returns a seed that reads a map of strings into a list of pairs, as
    /// [`pairs::deserialize`](crate::pairs::deserialize) does.
    #[must_use]
    pub fn pairs(self) -> PairsSeed {
        PairsSeed(self)
    }

    /// Returns a seed that reads a map of strings: a `BTreeMap`, a `HashMap`, or a `Vec` of pairs.
    ///
    /// If a key repeats, a map keeps its last value, and a `Vec` keeps every pair.
    #[must_use]
    pub fn map<M>(self) -> MapSeed<M> {
        MapSeed::new(self)
    }
}
