//! The adapters, each with a struct whose field serde's derive reads and writes by it.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::marker::PhantomData;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Deserializer};
use serde::{Deserialize, Serialize};
use string_kit::{CapturedStr, StrList, StrListBuilder};
use string_kit_serde::{Captured as Newtype, Limits, captured, map, seq};

use crate::view::{View, all, hashed, list, lists, one, optional, pairs, tree};
use crate::{Expected, Input};

/// Defines [`Adapter`], and for each adapter a transparent struct and the check of what it reads. A
/// line has the adapter, the type, the module that reads and writes it, and the texts of a value.
macro_rules! adapters {
    ($($name:ident: $ty:ty $(, $with:literal)? => $view:expr;)*) => {
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
                    $(Adapter::$name => self.check_read::<$name<S>>(expected, |read| {
                        let view: fn(&$ty) -> View<'_> = $view;
                        view(&read.0)
                    }),)*
                    Adapter::Own | Adapter::List => {
                        unreachable!("these have serde's traits themselves")
                    }
                }
            }
        }
    };
}

adapters! {
    Captured: S, "captured" => one;
    CapturedOption: Option<S>, "captured::option" => optional;
    Newtypes: Vec<Newtype<S>> => |read| all(read);
    NewtypeKeys: BTreeMap<Newtype<S>, StrList> => |read| lists(read);
    Seq: Vec<S>, "seq" => |read| all(read);
    SeqShared: Arc<[S]>, "seq" => |read| all(read);
    SeqOption: Option<Box<[S]>>, "seq::option" => |read| read.as_deref().and_then(all);
    Map: BTreeMap<S, S>, "map" => tree;
    MapHashed: HashMap<S, S>, "map" => hashed;
    AppendStr: String, "append::one" => one;
    AppendSeq: StrList, "append::all" => list;
    Display: S, "string_kit_serde::display" => one;
    DisplayOption: Option<S>, "string_kit_serde::display::option" => optional;
    DisplaySeq: Vec<S>, "string_kit_serde::display::seq" => |read| all(read);
    DisplayMap: Vec<(S, S)>, "string_kit_serde::display::map" => |read| pairs(read);
    DisplayList: StrList, "string_kit_serde::display::list" => list;
    LimitedText: S, "limited::text" => one;
    LimitedSeq: Vec<S>, "limited::seq" => |read| all(read);
    LimitedMap: Vec<(S, S)>, "limited::map" => |read| pairs(read);
    LimitedList: StrList, "limited::list" => list;
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
