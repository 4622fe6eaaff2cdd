#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod capture;
mod captured_str;
pub mod repr;
mod str_list;
mod string_buf;

pub use capture::{
    Bounded, CaptureError, capture_all, capture_shared, strategy, try_capture_all,
    try_capture_shared,
};
pub use captured_str::{CapturedStr, CloneCost, Profile};
pub use str_list::{StrList, StrListBuilder};
pub use string_buf::StringBuf;
