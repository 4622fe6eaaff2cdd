//! Scenarios that several threads run at once.
