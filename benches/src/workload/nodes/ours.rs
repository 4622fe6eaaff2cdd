//! This project's: counted nodes, an arena by what it keeps of each node, and what an arena is frozen to.

use std::marker::PhantomData;

use string_kit_concat::{
    ConcatArena, ConcatId, ConcatStr, FrozenConcat, FrozenId, Narrow, Wide, Width,
};

use super::{Design, Kind};

/// What a width is called.
pub(crate) trait Named: Width {
    /// With counted nodes.
    const COUNTED: &'static str;
}

impl Named for Narrow {
    const COUNTED: &'static str = "concat_str";
}

impl Named for Wide {
    const COUNTED: &'static str = "concat_str_wide";
}

/// `ConcatStr`: 12 bytes a node, and 16 in the wide form.
#[derive(Default)]
pub(crate) struct CountedIds<W>(PhantomData<W>);

impl<W: Named> Design for CountedIds<W> {
    const NAME: &'static str = W::COUNTED;
    const KIND: Kind = Kind::StringKit;

    type Handle = ConcatStr<W>;

    fn leaf(&mut self, text: &str) -> Self::Handle {
        text.into()
    }

    fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle {
        left.concat(right)
    }

    fn flatten(&self, of: &Self::Handle, length: usize) -> Vec<u8> {
        let text = of.view().to_text(length);
        text.expect("it is no longer than that").into_bytes()
    }
}

/// Which arena.
pub(crate) trait Keeps {
    /// What it is called.
    const NAME: &'static str;

    /// How wide its ids are.
    type Width: Width;

    /// An empty one.
    fn arena() -> ConcatArena<Self::Width>;
}

/// An arena as it comes: 8 bytes a node.
pub(crate) struct Nothing;

impl Keeps for Nothing {
    const NAME: &'static str = "concat_arena";
    type Width = Narrow;

    fn arena() -> ConcatArena {
        ConcatArena::new()
    }
}

/// With room for more than 2^32 nodes: 10 bytes a node.
pub(crate) struct WideIds;

impl Keeps for WideIds {
    const NAME: &'static str = "concat_arena_wide";
    type Width = Wide;

    fn arena() -> ConcatArena<Wide> {
        ConcatArena::new()
    }
}

/// With the length of every node.
pub(crate) struct Lengths;

impl Keeps for Lengths {
    const NAME: &'static str = "arena_lengths";
    type Width = Narrow;

    fn arena() -> ConcatArena {
        ConcatArena::new().with_lengths()
    }
}

/// With the fingerprint of every node.
pub(crate) struct Fingerprints;

impl Keeps for Fingerprints {
    const NAME: &'static str = "arena_fingerprints";
    type Width = Narrow;

    fn arena() -> ConcatArena {
        ConcatArena::new().with_fingerprints()
    }
}

/// With one node for all that join the same two.
pub(crate) struct Consed;

impl Keeps for Consed {
    const NAME: &'static str = "arena_hash_consed";
    type Width = Narrow;

    fn arena() -> ConcatArena {
        ConcatArena::new().hash_consed()
    }
}

/// `ConcatArena`.
pub(crate) struct Arena<K: Keeps>(ConcatArena<K::Width>);

impl<K: Keeps> Default for Arena<K> {
    fn default() -> Self {
        Self(K::arena())
    }
}

impl<K: Keeps> Design for Arena<K> {
    const NAME: &'static str = K::NAME;
    const KIND: Kind = Kind::StringKit;

    type Handle = ConcatId<K::Width>;

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

/// `FrozenConcat`: its time to be made is that of an arena and of freezing it.
pub(crate) enum Frozen {
    /// Before all are frozen.
    Growing(ConcatArena),
    /// And then.
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
            Self::Done(_) => panic!("what is frozen does not grow"),
        }
    }
}

impl FrozenHandle {
    fn growing(&self) -> ConcatId {
        match self {
            Self::Growing(id) => *id,
            Self::Done(_) => panic!("what is frozen does not grow"),
        }
    }
}

impl Design for Frozen {
    const NAME: &'static str = "frozen_concat";
    const KIND: Kind = Kind::StringKit;

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
