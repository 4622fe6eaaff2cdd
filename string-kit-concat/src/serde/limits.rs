//! The seeds of nodes with limits.

use alloc::vec::Vec;

use serde::de::DeserializeSeed;
use string_kit::concat::{ConcatStr, Width};

use super::arena::Texts;
use super::build::{ConcatVec, OneArena, OneConcat};
use crate::limits::Limits;

impl Limits {
    /// Reads nodes, and the one text of them, whose own length has no limit.
    ///
    /// Costs what [`concat::deserialize`](crate::concat::deserialize()) costs.
    ///
    /// # Errors
    ///
    /// The seed's: a [`LimitError`](crate::LimitError), else as `concat::deserialize`.
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use string_kit::concat::Narrow;
    /// use string_kit_serde::Limits;
    ///
    /// let json = r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[1]}"#;
    /// let read = |limits: Limits| {
    ///     limits.concat::<Narrow>().deserialize(&mut serde_json::Deserializer::from_str(json))
    /// };
    /// assert_eq!(read(Limits::new().max_items(3))?, "nana");
    /// let error = read(Limits::new().max_items(2)).unwrap_err();
    /// assert!(error.to_string().starts_with("more than 2 items"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn concat<W: Width>(self) -> impl for<'de> DeserializeSeed<'de, Value = ConcatStr<W>> {
        OneConcat::new(self)
    }

    /// Reads nodes, and any number of texts of them.
    ///
    /// Costs what [`concat::seq::deserialize`](crate::concat::seq::deserialize()) into a `Vec` costs.
    ///
    /// # Errors
    ///
    /// The seed's: a [`LimitError`](crate::LimitError), else as `concat::seq::deserialize`.
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use string_kit::concat::Narrow;
    /// use string_kit_serde::Limits;
    ///
    /// let json = r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[0,1]}"#;
    /// let read = Limits::new().max_items(4).concat_seq::<Narrow>();
    /// let texts = read.deserialize(&mut serde_json::Deserializer::from_str(json))?;
    /// assert_eq!(texts, ["na", "nana"]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn concat_seq<W: Width>(
        self,
    ) -> impl for<'de> DeserializeSeed<'de, Value = Vec<ConcatStr<W>>> {
        ConcatVec::new(self)
    }

    /// Reads nodes into an arena, and says which are the texts.
    ///
    /// Costs what [`concat::arena::deserialize`](crate::concat::arena::deserialize()) costs.
    ///
    /// # Errors
    ///
    /// The seed's: a [`LimitError`](crate::LimitError), else as `concat::arena::deserialize`.
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use string_kit::concat::Narrow;
    /// use string_kit_serde::Limits;
    ///
    /// let json = r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[1]}"#;
    /// let read = Limits::new().max_bytes(2).concat_arena::<Narrow>();
    /// let (arena, ids) = read.deserialize(&mut serde_json::Deserializer::from_str(json))?;
    /// assert_eq!(arena.get(ids[0]).unwrap(), "nana");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn concat_arena<W: Width>(self) -> impl for<'de> DeserializeSeed<'de, Value = Texts<W>> {
        OneArena::new(self)
    }
}
