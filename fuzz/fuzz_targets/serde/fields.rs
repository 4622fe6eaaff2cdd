//! The adapters, each with a struct whose field serde's derive reads and writes by it.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::marker::PhantomData;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Deserializer};
use serde::{Deserialize, Serialize};
use string_kit::{CapturedStr, StrList, StrListBuilder};
use string_kit_serde::{Captured as Newtype, Limits, captured, map, seq};

use crate::{Expected, Input};

/// Defines [`Adapter`], and for each adapter a transparent struct and the check of what it reads. A
/// line has the adapter, the type, and the module that reads and writes it.
macro_rules! adapters {
    ($($name:ident: $ty:ty $(, $with:literal)?;)*) => {
        /// An adapter, or types that implement serde's traits themselves.
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum Adapter {
            Own,
            List,
            $($name,)*
        }

        $(
            #[derive(Deserialize, Serialize)]
            #[serde(transparent, bound = "")]
            struct $name<S: CapturedStr>($(#[serde(with = $with)])? $ty, PhantomData<S>);
        )*

        impl Input<'_> {
            /// Compares the adapter with the control's result, for one representation.
            pub(crate) fn check_representation<S: CapturedStr>(
                &self,
                expected: Option<&Expected<'_>>,
            ) {
                match self.adapter {
                    $(Adapter::$name => self.check_read::<$name<S>>(expected),)*
                    Adapter::Own | Adapter::List => {
                        unreachable!("these have serde's traits themselves")
                    }
                }
            }
        }
    };
}

adapters! {
    Captured: S, "captured";
    CapturedOption: Option<S>, "captured::option";
    Newtypes: Vec<Newtype<S>>;
    NewtypeKeys: BTreeMap<Newtype<S>, StrList>;
    Seq: Vec<S>, "seq";
    SeqShared: Arc<[S]>, "seq";
    SeqOption: Option<Box<[S]>>, "seq::option";
    Map: BTreeMap<S, S>, "map";
    MapHashed: HashMap<S, S>, "map";
    AppendStr: String, "append::one";
    AppendSeq: StrList, "append::all";
    Display: S, "string_kit_serde::display";
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
            let list = append(|builder| string_kit_serde::AppendStr(builder).deserialize(from))?;
            assert_eq!(list.len(), 1);
            Ok(list[0].to_owned())
        }
    }

    pub mod all {
        use super::*;
        pub use string_kit_serde::display::list::serialize;

        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<StrList, D::Error> {
            append(|builder| string_kit_serde::AppendSeq(builder).deserialize(from))
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
