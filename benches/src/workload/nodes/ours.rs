//! The types of string-kit-concat: counted nodes, arenas with and without columns, a frozen arena.

use std::marker::PhantomData;

use string_kit_concat::{
    ConcatArena, ConcatId, ConcatStr, FrozenConcat, FrozenId, Narrow, Wide, Width,
};

use super::{Design, Origin};

/// The name of a width.
pub(crate) trait Named: Width {
    const COUNTED: &'static str;
}

impl Named for Narrow {
    const COUNTED: &'static str = "ConcatStr";
}

impl Named for Wide {
    const COUNTED: &'static str = "ConcatStr<Wide>";
}

/// `ConcatStr`: 12 bytes a node, and 16 in the wide form.
#[derive(Default)]
pub(crate) struct CountedIds<W>(PhantomData<W>);

impl<W: Named> Design for CountedIds<W> {
    const NAME: &'static str = W::COUNTED;
    const ORIGIN: Origin = Origin::StringKit;

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

/// A kind of arena.
pub(crate) trait Kind {
    const NAME: &'static str;

    type Width: Width;

    fn arena() -> ConcatArena<Self::Width>;
}

/// Defines kinds of arenas: name, width of the ids, and an empty arena.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident($name:literal, $width:ty, $arena:expr);)*) => {
        $(
            $(#[$doc])*
            pub(crate) struct $kind;

            impl Kind for $kind {
                const NAME: &'static str = $name;
                type Width = $width;

                fn arena() -> ConcatArena<$width> {
                    $arena
                }
            }
        )*
    };
}

kinds! {
    /// The default: 8 bytes a node.
    Plain("ConcatArena", Narrow, ConcatArena::new());
    /// Ids for more than 2^32 nodes: 10 bytes a node.
    WideIds("ConcatArena<Wide>", Wide, ConcatArena::new());
    /// A column of lengths.
    Lengths("ConcatArena with lengths", Narrow, ConcatArena::new().with_lengths());
    /// A column of fingerprints.
    Fingerprints("ConcatArena with fingerprints", Narrow, ConcatArena::new().with_fingerprints());
    /// One node for all that join the same two.
    Consed("ConcatArena hash-consed", Narrow, ConcatArena::new().hash_consed());
}

/// `ConcatArena`.
pub(crate) struct Arena<K: Kind>(ConcatArena<K::Width>);

impl<K: Kind> Default for Arena<K> {
    fn default() -> Self {
        Self(K::arena())
    }
}

impl<K: Kind> Design for Arena<K> {
    const NAME: &'static str = K::NAME;
    const ORIGIN: Origin = Origin::StringKit;

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
