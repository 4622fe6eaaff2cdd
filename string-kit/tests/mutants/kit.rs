//! The surface of the suite: what it says, and what its macros take.
