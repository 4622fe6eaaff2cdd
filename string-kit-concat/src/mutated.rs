//! Changes of a protocol that make it wrong, of which each must fail a model.

/// Returns whether a mutation is on, by the field of that name; false in all builds but those of the models.
macro_rules! mutated {
    ($of:expr, $($mutation:ident)::+) => {{
        #[cfg(all(loom, test))]
        let on = $of.mutation == Some($crate::$($mutation)::+);
        #[cfg(not(all(loom, test)))]
        let on = false;
        on
    }};
}
pub(crate) use mutated;
