//! The memory orderings that the models weaken, to show that each is needed.

use super::shard::Ordering;

macro_rules! orderings {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident: $ordering:ident, weaker $weaker:ident in $mutation:ident;
    )+) => {
        /// A change that makes the protocol wrong. At least one model must fail with it.
        #[cfg(all(loom, test))]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Mutation {
            $($mutation,)+
            /// The models set the flag before there are shards.
            FlagBeforeShards,
        }

        /// The mutation of this process, if it has one.
        #[cfg(all(loom, test))]
        pub(super) static MUTATION: std::sync::OnceLock<Mutation> = std::sync::OnceLock::new();

        $(
            $(#[doc = $doc])+
            #[inline]
            pub(super) fn $name() -> Ordering {
                #[cfg(all(loom, test))]
                if MUTATION.get() == Some(&Mutation::$mutation) {
                    return Ordering::$weaker;
                }
                Ordering::$ordering
            }
        )+
    };
}

orderings! {
    /// A drop releases the reads of the text.
    drop_handle: Release, weaker Relaxed in RelaxedDrop;
    /// A free of a text without shards acquires what all drops released.
    free: Acquire, weaker Relaxed in FreesWithoutAcquire;
    /// Attaching a shard acquires what the drops in it released, and releases it to the root.
    attach: AcqRel, weaker Release in AttachesWithoutAcquire;
    /// A thread that sets the flag acquires the shards that another thread stored, and passes them
    /// on.
    load_shards: Acquire, weaker Relaxed in RelaxedShardsLoad;
}
