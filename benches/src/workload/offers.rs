//! What string types offer, as their code tells.

use std::any::type_name;
use std::collections::HashMap;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use string_kit::{CapturedStr, CloneCost, StrList};
use string_kit_subjects::for_each_representation;

use super::json::{BORROWED, STR_LIST};

/// What a type offers.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The name of its workloads.
    pub name: &'static str,
    /// The type's name as its users write it.
    pub type_name: &'static str,
    /// Whether its crate implements serde's traits.
    pub serde: bool,
    /// Whether it can be read from a stream, which a borrow cannot.
    pub streaming: bool,
    /// The longest text, in bytes, that is kept inside the value.
    pub inline_capacity: usize,
    /// Whether text can be appended in place.
    pub mutable: bool,
    /// What a clone does with a text on the heap: `copies` or `shares`.
    pub clone: &'static str,
    /// The version of its crate; `None` for std.
    pub version: Option<&'static str>,
    /// What its crate marks `unsafe`: blocks, functions, impls; `None` for std.
    pub unsafe_code: Option<usize>,
}

/// Whether serde can make a value that borrows nothing: a constant of the type itself comes before
/// one of a trait.
struct Probe<T>(PhantomData<T>);

impl<T: DeserializeOwned> Probe<T> {
    const OWNED: bool = true;
}

#[allow(
    dead_code,
    reason = "every representation has serde's traits, in these versions"
)]
trait Otherwise {
    const OWNED: bool = false;
}

impl<T> Otherwise for Probe<T> {}

/// What each representation offers, `StrList`, and a borrow.
///
/// ```
/// use string_kit_benches::workload;
///
/// let offers = workload::offers();
/// let string = offers.iter().find(|offer| offer.name == "string").unwrap();
/// assert!(string.serde && string.streaming && string.mutable);
/// ```
#[must_use]
pub fn offers() -> Vec<Offer> {
    let census = census();
    let mut offers = Vec::new();
    macro_rules! add {
        ($name:ident, $ty:ty) => {
            let profile = <$ty>::PROFILE;
            let known = census.get(crate_of::<$ty>());
            offers.push(Offer {
                name: stringify!($name),
                type_name: profile.name,
                serde: <Probe<$ty>>::OWNED,
                streaming: true,
                inline_capacity: profile.inline_capacity,
                mutable: profile.mutable,
                clone: if profile.clone == CloneCost::Shares {
                    "shares"
                } else {
                    "copies"
                },
                version: known.map(|known| known.version),
                unsafe_code: known.map(|known| known.r#unsafe),
            });
        };
    }
    for_each_representation!(add);
    let known = census.get(crate_of::<StrList>());
    offers.push(Offer {
        name: STR_LIST,
        type_name: "StrList",
        serde: <Probe<StrList>>::OWNED,
        streaming: true,
        // Each string takes a byte beside its text.
        inline_capacity: 14,
        mutable: false,
        clone: "shares",
        version: known.map(|known| known.version),
        unsafe_code: known.map(|known| known.r#unsafe),
    });
    offers.push(Offer {
        name: BORROWED,
        type_name: "&str",
        serde: true,
        streaming: false,
        inline_capacity: 0,
        mutable: false,
        clone: "shares",
        version: None,
        unsafe_code: None,
    });
    offers
}

/// The crate that a type is defined in.
fn crate_of<T>() -> &'static str {
    let path = type_name::<T>();
    path.split("::").next().unwrap_or(path)
}

/// What is known of a crate.
#[derive(Deserialize)]
struct Crate {
    name: &'static str,
    version: &'static str,
    r#unsafe: usize,
}

/// What is known of each crate, by name.
///
/// The file is made, and held to be true, by the test `unsafe_census`.
fn census() -> HashMap<&'static str, Crate> {
    let crates: Vec<Crate> = serde_json::from_str(include_str!("../../data/unsafe.json"))
        .expect("the file is as the test wrote it");
    crates
        .into_iter()
        .map(|known| (known.name, known))
        .collect()
}
