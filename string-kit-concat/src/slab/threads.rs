//! Each thread's part of a slab.

use core::marker::PhantomData;
use core::ptr::NonNull;

use super::local::Local;
use super::state::NIL;
use super::{Chain, Refused, Slab, Slot, join, split};

/// What lies in a slab of the whole program.
pub(crate) trait Threaded: Slot + 'static {
    /// The slab.
    fn slab() -> &'static Slab<Self>;

    /// Uses what the thread that runs has of the slab. What is done with it takes and puts slots, and nothing
    /// else: without std all threads wait for it.
    fn with_local<R>(inside: Inside, use_it: impl Fn(&Local) -> R) -> R;
}

/// What nobody has outside of here: a method that takes it can be named by other crates, through the traits
/// that they see, and not be called.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inside(());

/// Takes a slot, which is not initialised.
///
/// # Errors
///
/// `Full` if there are no more ids, `Alloc` if there is no room.
#[inline]
pub(crate) fn take<S: Threaded>() -> Result<(u64, NonNull<S>), Refused> {
    S::with_local(Inside(()), |local| S::slab().take(local))
}

/// What puts slots back: for many, it is found once.
///
/// PERF: slots of one block that follow each other are linked as they come, and put back by one exchange. A
/// chain of three million nodes is freed in 5.9 ns a node; it took 8.6 where each slot was held first.
pub(crate) struct Putter<'a, S> {
    local: &'a Local,
    /// The block of the slots that are linked; 0 where there are none.
    block: u32,
    chain: Chain,
    slot: PhantomData<S>,
}

impl<S: Threaded> Putter<'_, S> {
    /// Uses the putter of the thread that runs.
    #[inline]
    pub(crate) fn with(use_it: impl Fn(&mut Putter<'_, S>)) {
        S::with_local(Inside(()), |local| {
            let mut putter = Putter {
                local,
                block: 0,
                chain: Chain::of(NIL),
                slot: PhantomData,
            };
            use_it(&mut putter);
            putter.put_linked();
        });
    }

    /// Puts a slot back.
    ///
    /// # Safety
    ///
    /// The slot was given out, and the caller is the last to use it. It is where `slot` says.
    #[inline]
    pub(crate) unsafe fn put(&mut self, id: u64, slot: NonNull<S>) {
        let (block, place) = split(id);
        if block != self.block {
            self.put_linked();
            self.block = block;
            self.chain = Chain::of(place);
            return;
        }
        // SAFETY: it is free, and this thread's alone.
        unsafe { self.chain.push(place, slot) };
    }

    /// Puts those back that are linked.
    #[inline]
    fn put_linked(&self) {
        match (self.block, self.chain.free) {
            (0, _) => {}
            // SAFETY: the caller of `put` is the last to use it.
            (block, 1) => unsafe { S::slab().put(self.local, join(block, self.chain.head)) },
            // SAFETY: the caller of `put` was the last to use each; they were linked as they came.
            (block, _) => unsafe { S::slab().put_now(self.local, block, self.chain) },
        }
    }
}

/// A thread's part; what it has left goes back as the thread ends.
#[cfg(feature = "std")]
pub(crate) struct Owned<S: Threaded>(Local, PhantomData<S>);

#[cfg(feature = "std")]
impl<S: Threaded> Owned<S> {
    pub(crate) const fn new() -> Self {
        Self(Local::new(), PhantomData)
    }

    /// Uses a part that no thread keeps.
    #[cold]
    pub(crate) fn for_once<R>(use_it: &dyn Fn(&Local) -> R) -> R {
        use_it(&Self::new().0)
    }

    #[inline]
    pub(crate) fn local(&self) -> &Local {
        &self.0
    }
}

#[cfg(feature = "std")]
impl<S: Threaded> Drop for Owned<S> {
    fn drop(&mut self) {
        S::slab().leave(&self.0);
    }
}

/// Gives a type a slab of the whole program: the functions of [`Threaded`].
macro_rules! threaded {
    ($slot:ty) => {
        #[cfg(not(all(loom, test)))]
        #[inline]
        fn slab() -> &'static $crate::slab::Slab<$slot> {
            static SLAB: $crate::slab::Slab<$slot> = $crate::slab::Slab::new();
            &SLAB
        }

        #[cfg(all(loom, test))]
        fn slab() -> &'static $crate::slab::Slab<$slot> {
            unreachable!("a model has a slab of its own")
        }

        #[cfg(feature = "std")]
        #[inline]
        fn with_local<R>(_: $crate::slab::Inside, use_it: impl Fn(&$crate::slab::Local) -> R) -> R {
            use $crate::slab::Owned;
            std::thread_local! {
                static LOCAL: Owned<$slot> = const { Owned::new() };
            }
            // A destructor that runs after this thread's part went takes and puts by itself.
            LOCAL
                .try_with(|owned| use_it(owned.local()))
                .unwrap_or_else(|_| Owned::<$slot>::for_once(&use_it))
        }

        #[cfg(not(feature = "std"))]
        fn with_local<R>(_: $crate::slab::Inside, use_it: impl Fn(&$crate::slab::Local) -> R) -> R {
            use $crate::slab::{Local, Lock};
            // Nothing tells threads apart: one part serves all.
            static LOCAL: Lock<Local> = Lock::new(Local::new());
            LOCAL.with(|local| use_it(local))
        }
    };
}
pub(crate) use threaded;
