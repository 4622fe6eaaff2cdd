//! Tests of the crate from outside, by technique.

mod model;
