//! Changes that make the crate wrong, of which each must fail a test.

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

/// Returns whether this mutation is planted; false in all builds but those of the crate's own tests.
macro_rules! planted {
    ($planted:ident) => {{
        #[cfg(all(test, not(loom)))]
        let on = $crate::mutated::is_planted($crate::mutated::Planted::$planted);
        #[cfg(not(all(test, not(loom))))]
        let on = false;
        on
    }};
}
pub(crate) use planted;

#[cfg(all(test, not(loom)))]
mod plants {
    use std::sync::LazyLock;
    use std::{env, format};

    /// Set for a process whose tests must fail.
    pub(crate) const VARIABLE: &str = "STRING_KIT_PLANTED";

    /// A change in the tree, the patches or the nodes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Planted {
        /// A double rotation that takes the inner children in the wrong order.
        Rotation,
        /// A rotation that is left out.
        NoRotation,
        /// A patch that moves as if nothing was inserted before it.
        PatchPlace,
        /// A patch that takes one byte too few of the gap's side.
        PatchGap,
        /// A node whose children keep their references as it is freed.
        LostRelease,
        /// A leaf that is written to although others have it.
        SharedWrite,
        /// A patch that is written to although others have it.
        SharedPatch,
        /// A boundary that is looked for in the first byte of a character alone.
        Boundary,
        /// A count at its limit that goes on.
        Limit,
        /// Equal ids that are taken for equal parts.
        EqualIds,
    }

    impl Planted {
        pub(crate) const ALL: [Self; 10] = [
            Self::Rotation,
            Self::NoRotation,
            Self::PatchPlace,
            Self::PatchGap,
            Self::LostRelease,
            Self::SharedWrite,
            Self::SharedPatch,
            Self::Boundary,
            Self::Limit,
            Self::EqualIds,
        ];
    }

    pub(crate) fn is_planted(planted: Planted) -> bool {
        static ON: LazyLock<Option<Planted>> = LazyLock::new(|| {
            let name = env::var(VARIABLE).ok()?;
            Planted::ALL
                .into_iter()
                .find(|planted| format!("{planted:?}") == name)
        });
        *ON == Some(planted)
    }
}
#[cfg(all(test, not(loom)))]
pub(crate) use plants::{Planted, VARIABLE, is_planted};
