//! Each thread's part of a slab.

#[cfg(feature = "std")]
use core::marker::PhantomData;
use core::ptr::NonNull;

use super::local::Local;
use super::putter::Putter;
use super::{Refused, Slab, Slot};

/// A type that lies in one slab of the whole program.
pub(crate) trait Threaded: Slot + 'static {
    /// Returns the slab.
    fn slab() -> &'static Slab<Self>;

    /// Calls `use_it` with the running thread's part of the slab. It takes and puts slots, frees the
    /// texts of leaves, and does nothing else: without std all threads wait for it.
    fn with_local<R>(use_it: impl Fn(&Local) -> R) -> R;
}

/// Takes a slot, which is not initialised.
///
/// # Errors
///
/// `Full` if there are no more ids, `Alloc` if there is no room.
#[inline]
pub(crate) fn take<S: Threaded>() -> Result<(u64, NonNull<S>), Refused> {
    S::with_local(|local| S::slab().take(local))
}

impl<S: Threaded> Putter<'_, S> {
    /// Calls `use_it` with a putter of the running thread.
    ///
    /// PERF: for many slots, the thread's part is found once.
    #[inline]
    pub(crate) fn with(use_it: impl Fn(&mut Putter<'_, S>)) {
        S::with_local(|local| {
            use_it(&mut Putter::new(S::slab(), local));
        });
    }
}

/// Puts back all slots that the running thread has; without std, those that all threads share.
pub(crate) fn release<S: Threaded>() {
    S::with_local(|local| S::slab().leave(local));
}

/// A thread's part. Its slots go back as the thread ends.
#[cfg(feature = "std")]
pub(crate) struct Owned<S: Threaded>(Local, PhantomData<S>);

#[cfg(feature = "std")]
impl<S: Threaded> Owned<S> {
    pub(crate) const fn new() -> Self {
        Self(Local::new(), PhantomData)
    }

    /// Calls `use_it` with a part that is dropped then.
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
        fn with_local<R>(use_it: impl Fn(&$crate::slab::Local) -> R) -> R {
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
        fn with_local<R>(use_it: impl Fn(&$crate::slab::Local) -> R) -> R {
            use $crate::slab::{Local, Lock};
            // Nothing tells threads apart: one part serves all.
            static LOCAL: Lock<Local> = Lock::new(Local::new());
            LOCAL.with(|local| use_it(local))
        }
    };
}
pub(crate) use threaded;
