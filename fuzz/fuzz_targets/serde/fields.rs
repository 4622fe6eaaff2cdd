//! A struct with one field for each adapter: serde's derive reads and writes the field by it.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::marker::PhantomData;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Deserializer};
use serde::{Deserialize, Serialize};
use string_kit::{CapturedStr, StrList, StrListBuilder};
use string_kit_serde::{AppendSeq, AppendStr, Limits, captured, map, seq};

/// Defines a transparent struct for each adapter.
macro_rules! fields {
    ($($name:ident: $ty:ty, $with:literal;)*) => {$(
        #[derive(Deserialize, Serialize)]
        #[serde(transparent, bound = "")]
        pub(crate) struct $name<S: CapturedStr>(#[serde(with = $with)] pub(crate) $ty, PhantomData<S>);
    )*};
}

fields! {
    Text: S, "captured";
    OptionalText: Option<S>, "captured::option";
    Strings: Vec<S>, "seq";
    Shared: Arc<[S]>, "seq";
    OptionalStrings: Option<Box<[S]>>, "seq::option";
    Tree: BTreeMap<S, S>, "map";
    Hashed: HashMap<S, S>, "map";
    AppendedStr: String, "append::one";
    AppendedSeq: StrList, "append::all";
    DisplayText: S, "string_kit_serde::display";
    DisplayOption: Option<S>, "string_kit_serde::display::option";
    DisplaySeq: Vec<S>, "string_kit_serde::display::seq";
    DisplayMap: Vec<(S, S)>, "string_kit_serde::display::map";
    DisplayList: StrList, "string_kit_serde::display::list";
    LimitedText: S, "limited::text";
    LimitedSeq: Vec<S>, "limited::seq";
    LimitedMap: Vec<(S, S)>, "limited::map";
    LimitedList: StrList, "limited::list";
}

/// Reads strings into a builder that has one already, and returns the new ones. Asserts that the
/// builder keeps the earlier string, even after an error.
fn append<T>(read: impl FnOnce(&mut StrListBuilder) -> Result<(), T>) -> Result<StrList, T> {
    let mut builder = StrListBuilder::from_iter(["first"]);
    let read = read(&mut builder);
    let list = builder.finish();
    assert_eq!(&list[0], "first");
    read.map(|()| list.iter().skip(1).collect())
}

mod append {
    use super::*;

    pub mod one {
        use super::*;
        pub use captured::serialize;

        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
            let list = append(|builder| AppendStr(builder).deserialize(from))?;
            assert_eq!(list.len(), 1);
            Ok(list[0].to_owned())
        }
    }

    pub mod all {
        use super::*;
        pub use string_kit_serde::display::list::serialize;

        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<StrList, D::Error> {
            append(|builder| AppendSeq(builder).deserialize(from))
        }
    }
}

thread_local! {
    // A format's function takes a type and no seed, so the field's function takes the limits from
    // here.
    pub(crate) static LIMITS: Cell<Limits> = const { Cell::new(Limits::new()) };
}

mod limited {
    use super::*;

    pub mod text {
        use super::*;
        pub use captured::serialize;

        pub fn deserialize<'de, S: CapturedStr, D: Deserializer<'de>>(
            from: D,
        ) -> Result<S, D::Error> {
            LIMITS.get().text().deserialize(from)
        }
    }

    pub mod seq {
        use super::*;
        pub use string_kit_serde::seq::serialize;

        pub fn deserialize<'de, S: CapturedStr, D: Deserializer<'de>>(
            from: D,
        ) -> Result<Vec<S>, D::Error> {
            LIMITS.get().seq().deserialize(from)
        }
    }

    pub mod map {
        use super::*;
        pub use string_kit_serde::map::serialize;

        pub fn deserialize<'de, S: CapturedStr, D: Deserializer<'de>>(
            from: D,
        ) -> Result<Vec<(S, S)>, D::Error> {
            LIMITS.get().map().deserialize(from)
        }
    }

    pub mod list {
        use super::*;
        pub use string_kit_serde::display::list::serialize;

        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<StrList, D::Error> {
            LIMITS.get().list().deserialize(from)
        }
    }
}
