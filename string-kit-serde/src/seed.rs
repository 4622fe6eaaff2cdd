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

use core::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, Expected};
use string_kit::{CaptureError, StrList, StrListBuilder};

use crate::limits::{Limits, Meter};
use crate::seq::SeqVisitor;
use crate::text::{Keep, Place, TextVisitor};

pub use crate::map::MapSeed;
pub use crate::seq::VecSeed;
pub use crate::text::{Optional, TextSeed};

/// Implements the traits of a seed for every type that it makes. Derived ones would require that
/// type to be `Copy` too.
macro_rules! copy_seed {
    ($seed:ident { $($field:ident),+ }) => {
        impl<T> Clone for $seed<T> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T> Copy for $seed<T> {}

        impl<T> core::fmt::Debug for $seed<T> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($seed))
                    $(.field(stringify!($field), &self.$field))+
                    .finish_non_exhaustive()
            }
        }
    };
}
pub(crate) use copy_seed;

/// Reads one string and appends it to a builder.
///
/// Amortized O(n) in the length of the string; allocates if the builder has to grow.
///
/// # Errors
///
/// Returns the errors of [`captured::deserialize`](crate::captured::deserialize()), and leaves the
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
        let visitor = TextVisitor {
            keep: self.0,
            meter: &mut Meter::new(Limits::new()),
            place: Place::Alone,
        };
        visitor.deserialize(from)
    }
}

/// Reads a sequence of strings and appends them to a builder.
///
/// O(n) in the length of the text; allocates if the builder has to grow.
///
/// # Errors
///
/// Returns the deserializer's errors: `invalid_type` if the data is not a sequence, the errors of
/// [`captured`](crate::captured::deserialize()) for each string, `custom` if memory runs out. The
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
        let visitor = SeqVisitor {
            keep: self.0,
            limits: Limits::new(),
        };
        visitor.deserialize(from)
    }
}

/// A seed that reads a sequence of strings into a [`StrList`]: the type that [`Limits::list`](crate::Limits::list) returns.
///
/// ```
/// use serde::de::DeserializeSeed;
/// use string_kit_serde::Limits;
/// use string_kit_serde::seed::ListSeed;
///
/// let seed: ListSeed = Limits::new().max_len(2).list();
/// let read = seed.deserialize(&mut serde_json::Deserializer::from_str(r#"["id"]"#))?;
/// assert_eq!(read, ["id"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ListSeed(pub(crate) Limits);

impl Expected for ListSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Expected::fmt(&VecSeed::<()>::new(self.0), f)
    }
}

impl<'de> DeserializeSeed<'de> for ListSeed {
    type Value = StrList;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<StrList, D::Error> {
        let mut builder = StrListBuilder::new();
        let visitor = SeqVisitor {
            keep: &mut builder,
            limits: self.0,
        };
        visitor.deserialize(from)?;
        builder.try_finish().map_err(D::Error::custom)
    }
}

/// Reserves nothing: the texts fill a builder's memory, and no format states their length.
impl Keep for StrListBuilder {
    type Kept = ();
    type Error = CaptureError;

    #[inline]
    fn text(&mut self, text: &str) -> Result<(), CaptureError> {
        self.try_push(text)
    }
}
