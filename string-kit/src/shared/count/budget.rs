//! The budget of the process for the memory of shards.

use core::sync::atomic::{AtomicUsize, Ordering};

/// The budget for the shards of all texts. Each allocation of shards reserves its bytes here first,
/// and each free releases them.
pub(in crate::shared) static SHARD_BUDGET: Budget = Budget::new(16 << 20);

/// A limit in bytes, and the bytes that are reserved.
///
/// No ordering is stronger than Relaxed: the numbers publish no other memory.
pub(in crate::shared) struct Budget {
    limit: AtomicUsize,
    reserved: AtomicUsize,
}

impl Budget {
    const fn new(limit: usize) -> Self {
        Self {
            limit: AtomicUsize::new(limit),
            reserved: AtomicUsize::new(0),
        }
    }

    /// Returns the limit in bytes.
    pub(in crate::shared) fn limit(&self) -> usize {
        self.limit.load(Ordering::Relaxed)
    }

    /// Sets the limit in bytes. What is reserved stays reserved, even if it exceeds the new limit.
    pub(in crate::shared) fn set_limit(&self, bytes: usize) {
        self.limit.store(bytes, Ordering::Relaxed);
    }

    /// Returns the reserved bytes.
    pub(in crate::shared) fn reserved(&self) -> usize {
        self.reserved.load(Ordering::Relaxed)
    }

    /// Returns the number of bytes that can still be reserved.
    pub(super) fn room(&self) -> usize {
        self.limit().saturating_sub(self.reserved())
    }

    /// Reserves `bytes` and returns `true`, or returns `false` if they exceed the limit.
    pub(super) fn reserve(&self, bytes: usize) -> bool {
        let add = |reserved: usize| {
            let sum = reserved.checked_add(bytes)?;
            (sum <= self.limit()).then_some(sum)
        };
        self.reserved
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, add)
            .is_ok()
    }

    /// Releases `bytes` that the caller reserved.
    pub(super) fn release(&self, bytes: usize) {
        self.reserved.fetch_sub(bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_reserved_up_to_the_limit() {
        let budget = Budget::new(10);
        assert!(budget.reserve(6) && !budget.reserve(5) && budget.reserve(4));
        assert_eq!((budget.reserved(), budget.room()), (10, 0));
        assert!(!budget.reserve(usize::MAX) && budget.reserve(0));
        budget.release(6);
        assert_eq!((budget.reserved(), budget.room()), (4, 6));
    }

    #[test]
    fn a_lower_limit_keeps_what_is_reserved() {
        let budget = Budget::new(10);
        assert!(budget.reserve(8));
        budget.set_limit(4);
        assert_eq!(
            (budget.limit(), budget.reserved(), budget.room()),
            (4, 8, 0)
        );
        assert!(!budget.reserve(1));
        budget.release(8);
        assert!(budget.reserve(4));
    }

    #[cfg(feature = "std")]
    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "starts threads")]
    fn threads_reserve_no_more_than_the_limit() {
        let budget = Budget::new(100);
        let reserved: usize = std::thread::scope(|scope| {
            let reserve = || (0..100).filter(|_| budget.reserve(3)).count();
            let threads = [(); 3].map(|()| scope.spawn(reserve));
            threads.map(|thread| thread.join().unwrap()).iter().sum()
        });
        assert_eq!((reserved, budget.reserved()), (33, 99));
    }
}
