//! The types of string-kit-concat: counted nodes with and without lengths, arenas with and
//! without columns, a frozen arena.

use std::marker::PhantomData;

use string_kit_concat::{
    ConcatArena, ConcatId, ConcatStr, FrozenConcat, FrozenId, MeasuredConcatStr,
};

use super::design::Insert;
use super::{Design, Origin};

/// Defines the design of a counted type: its name, and the most edits of a version history.
macro_rules! counted {
    ($($(#[$doc:meta])* $design:ident($Type:ident, $most:expr);)*) => {
        $(
            $(#[$doc])*
            #[derive(Default)]
            pub(crate) struct $design;

            impl Design for $design {
                const NAME: &'static str = stringify!($Type);
                const ORIGIN: Origin = Origin::StringKit;
                const INSERT: Option<Insert<Self>> = Some(|_, of, at, text| {
                    of.substr(..at) + text + of.substr(at..)
                });
                const MOST_EDITS: usize = $most;

                type Handle = $Type;

                fn leaf(&mut self, text: &str) -> $Type {
                    text.into()
                }

                fn concat(&mut self, left: &$Type, right: &$Type) -> $Type {
                    left.concat(right)
                }

                fn flatten(&self, of: &$Type, length: usize) -> Vec<u8> {
                    let text = of.to_text(length);
                    text.expect("it is no longer than that").into_bytes()
                }
            }
        )*
    };
}

counted! {
    /// Nodes of 12 bytes. Each cut looks at all nodes: with 8,000 edits a history takes seconds.
    Unmeasured(ConcatStr, 1_000);
    /// Nodes of 16 bytes, which keep their length.
    Measured(MeasuredConcatStr, usize::MAX);
}

/// A kind of arena.
pub(crate) trait Kind {
    const NAME: &'static str;

    const KEEPS_LENGTHS: bool;

    fn arena() -> ConcatArena;
}

/// Defines kinds of arenas: name, whether lengths are kept, and an empty arena.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident($name:literal, $lengths:literal, $arena:expr);)*) => {
        $(
            $(#[$doc])*
            pub(crate) struct $kind;

            impl Kind for $kind {
                const NAME: &'static str = $name;
                const KEEPS_LENGTHS: bool = $lengths;

                fn arena() -> ConcatArena {
                    $arena
                }
            }
        )*
    };
}

kinds! {
    /// The default: 8 bytes a node.
    Plain("ConcatArena", false, ConcatArena::new());
    /// A column of lengths.
    Lengths("ConcatArena with lengths", true, ConcatArena::new().with_lengths());
    /// A column of fingerprints.
    Fingerprints("ConcatArena with fingerprints", false, ConcatArena::new().with_fingerprints());
    /// One node for all that join the same two.
    Consed("ConcatArena hash-consed", false, ConcatArena::new().hash_consed());
}

/// `ConcatArena`.
pub(crate) struct Arena<K>(ConcatArena, PhantomData<K>);

impl<K: Kind> Default for Arena<K> {
    fn default() -> Self {
        Self(K::arena(), PhantomData)
    }
}

impl<K: Kind> Arena<K> {
    fn insert(&mut self, of: ConcatId, at: usize, text: &str) -> ConcatId {
        let [before, after] = [self.0.substr(of, ..at), self.0.substr(of, at..)];
        let before = self.0.append(before, text);
        self.0.concat(before, after)
    }
}

impl<K: Kind> Design for Arena<K> {
    const NAME: &'static str = K::NAME;
    const ORIGIN: Origin = Origin::StringKit;
    const INSERT: Option<Insert<Self>> = if K::KEEPS_LENGTHS {
        Some(|arena, of, at, text| arena.insert(*of, at, text))
    } else {
        None
    };

    type Handle = ConcatId;

    fn leaf(&mut self, text: &str) -> Self::Handle {
        self.0.leaf(text)
    }

    fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle {
        self.0.concat(*left, *right)
    }

    fn flatten(&self, of: &Self::Handle, length: usize) -> Vec<u8> {
        let text = self.0.get(*of).and_then(|of| of.to_text(length));
        text.expect("it is the arena's, and no longer than that")
            .into_bytes()
    }
}

/// `FrozenConcat`: its time to build is that of an arena and of freezing it.
pub(crate) enum Frozen {
    Growing(ConcatArena),
    Done(FrozenConcat),
}

/// A node of either.
pub(crate) enum FrozenHandle {
    Growing(ConcatId),
    Done(FrozenId),
}

impl Default for Frozen {
    fn default() -> Self {
        Self::Growing(ConcatArena::new())
    }
}

impl Frozen {
    fn arena(&mut self) -> &mut ConcatArena {
        match self {
            Self::Growing(arena) => arena,
            Self::Done(_) => panic!("a frozen arena does not grow"),
        }
    }
}

impl FrozenHandle {
    fn growing(&self) -> ConcatId {
        match self {
            Self::Growing(id) => *id,
            Self::Done(_) => panic!("a frozen arena does not grow"),
        }
    }
}

impl Design for Frozen {
    const NAME: &'static str = "FrozenConcat";
    const ORIGIN: Origin = Origin::StringKit;

    type Handle = FrozenHandle;

    fn leaf(&mut self, text: &str) -> FrozenHandle {
        FrozenHandle::Growing(self.arena().leaf(text))
    }

    fn concat(&mut self, left: &FrozenHandle, right: &FrozenHandle) -> FrozenHandle {
        FrozenHandle::Growing(self.arena().concat(left.growing(), right.growing()))
    }

    fn finish(&mut self, all: &mut [FrozenHandle]) {
        let (frozen, ids) = self.arena().freeze().expect("there is room for it");
        for handle in all {
            let id = ids.of(handle.growing()).expect("it is the arena's");
            *handle = FrozenHandle::Done(id);
        }
        *self = Self::Done(frozen);
    }

    fn flatten(&self, of: &FrozenHandle, length: usize) -> Vec<u8> {
        let (Self::Done(frozen), FrozenHandle::Done(id)) = (self, of) else {
            panic!("it is frozen before it is read");
        };
        let text = frozen.get(*id).and_then(|of| of.to_text(length));
        text.expect("it is the frozen one's, and no longer than that")
            .into_bytes()
    }
}
