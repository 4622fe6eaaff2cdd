//! Frozen arenas, walked.
