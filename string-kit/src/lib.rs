#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod capture;
mod captured_str;
mod error;
mod inline_or_pointer;
mod integrations;
mod macros;
#[cfg(feature = "pool")]
pub mod pool;
mod range;
mod repr;
pub mod shared;
mod short_text;
mod slices;
mod std_impls;
pub mod str_list;
pub mod string_buf;

/// The items that the macros' expansions name. They may change in any version.
#[doc(hidden)]
pub mod __private {
    pub use crate::capture::buffer::KnownText;
    pub use crate::capture::known::Known;
    pub use crate::capture::pieces::{
        DisplayPiece, KnownPiece, List, Literal, Piece, Pieces, Probe, Sink, ToPiece, probe,
    };
    pub use crate::macros::{capture, capture_arguments, try_capture, try_capture_arguments};
    pub use crate::str_list::typed::{str_list, try_str_list, try_with_str_list, with_str_list};
    #[cfg(feature = "macros")]
    pub use string_kit_macros::capture_pieces;
}

pub use capture::Bounded;
pub use captured_str::{CapturedStr, CloneCost, Profile, ToText};
pub use error::{TextError, TextErrorKind};
#[cfg(feature = "concurrent-pool")]
pub use pool::ConcurrentPool;
#[cfg(feature = "pool")]
pub use pool::Pool;
pub use shared::SharedStr;
pub use slices::{capture_all, capture_shared, try_capture_all, try_capture_shared};
pub use str_list::{StrList, StrListBuilder};
pub use string_buf::StringBuf;
