#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod action;
mod allocator;
mod arbitrary;
mod capture;
#[macro_use]
mod law;
mod examine;
mod examined;
mod histories;
mod hostile;
mod laws;
mod macros;
pub mod model;
mod op;
#[doc(hidden)]
pub mod probe;
mod slot;
mod subject;
pub mod texts;
pub mod values;
mod verdict;

pub use self::action::{Action, Creation};
pub use self::allocator::{
    Call, CheckingAllocator, CountingAllocator, Counts, Violation, check, count, is_checking,
    is_counting, with_budget,
};
pub use self::capture::Capture;
pub use self::hostile::{Draining, Fickle, Span};
pub use self::law::Law;
#[doc(hidden)]
pub use self::subject::NotCaptured;
pub use self::subject::Subject;
pub use self::verdict::{Counterexample, Verdict};
