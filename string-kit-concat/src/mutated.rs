//! Changes of a protocol that make it wrong, of which each must fail a model.

/// Returns whether the mutation that is on is this one; false in all builds but those of the models.
macro_rules! mutated {
    ($on:expr, $mutation:path) => {{
        #[cfg(all(loom, test))]
        let on = $on == Some($mutation);
        #[cfg(not(all(loom, test)))]
        let on = false;
        on
    }};
}
pub(crate) use mutated;
