//! The shards of a `SharedStr`, and the budget for those of all texts.

use super::SharedStr;
use super::count::SHARD_BUDGET;

/// The shards of one text.
impl SharedStr {
    /// Returns `true` if the text has shards, in which threads count their clones.
    ///
    /// O(1), no allocation. Always `false` for an inline or static text, which counts nothing.
    ///
    /// ```
    /// assert!(!string_kit::SharedStr::from("longer than fifteen bytes").is_sharded());
    /// ```
    #[must_use]
    #[inline]
    pub fn is_sharded(&self) -> bool {
        let block = self.packed.block();
        block.is_some_and(|block| block.count().is_sharded())
    }

    /// Adds shards to the text now, before threads contend for it, and returns `true` if it has
    /// them.
    ///
    /// Use it for a text that many threads will clone at the same time. Handles that were made
    /// before stay counted in the one word, and their drops change it.
    ///
    /// The first call takes O(shards) and one allocation, each later one O(1). Returns `false` for
    /// an inline or static text, if the shards exceed the
    /// [budget](Self::set_shard_budget), and if the allocator returns no memory: the text is then
    /// unchanged.
    ///
    /// ```
    /// use string_kit::SharedStr;
    ///
    /// let text = SharedStr::from("longer than fifteen bytes");
    /// assert!(text.add_shards() && text.is_sharded());
    /// assert!(!SharedStr::from("short").add_shards());
    /// ```
    #[must_use = "it returns `false` if the text has no shards"]
    pub fn add_shards(&self) -> bool {
        let block = self.packed.block();
        block.is_some_and(|block| block.count().add_shards())
    }

    /// Frees the shards of the text if this is its only handle, and returns `true` if it has none
    /// now.
    ///
    /// Call it for texts that live long, such as the names in a registry, when threads no longer
    /// contend for them. A text with other handles keeps its shards. So does one whose last other
    /// handle is being dropped by another thread. Threads that contend for the text later give it
    /// shards again.
    ///
    /// O(shards), no allocation; O(1) if the text has no shards or other handles are counted in the
    /// one word.
    ///
    /// ```
    /// use string_kit::SharedStr;
    ///
    /// let mut text = SharedStr::from("longer than fifteen bytes");
    /// let clone = text.clone();
    /// assert!(text.add_shards() && !text.unshard());
    /// drop(clone);
    /// assert!(text.unshard() && !text.is_sharded());
    /// ```
    pub fn unshard(&mut self) -> bool {
        self.packed.unshard()
    }
}

/// The budget for the shards of all texts.
impl SharedStr {
    /// Sets the number of bytes that the shards of all texts of the process may take: 16 MiB by
    /// default, none if it is 0.
    ///
    /// A text whose shards exceed the budget gets none. Its clones use one count, as those of an
    /// `Arc` do. It gets shards when threads contend while the budget has room. A text that has shards
    /// keeps them, even if the new budget is lower than [`shard_bytes`](Self::shard_bytes). Set the
    /// budget when the program starts: a change does not wait for threads that allocate shards at
    /// the same time.
    ///
    /// O(1), no allocation. Two versions of this crate in one program have a budget each.
    ///
    /// ```standalone_crate
    /// use string_kit::SharedStr;
    ///
    /// SharedStr::set_shard_budget(0);
    /// assert!(!SharedStr::from("longer than fifteen bytes").add_shards());
    /// ```
    pub fn set_shard_budget(bytes: usize) {
        SHARD_BUDGET.set_limit(bytes);
    }

    /// Returns the number of bytes that the shards of all texts of the process may take.
    #[must_use]
    pub fn shard_budget() -> usize {
        SHARD_BUDGET.limit()
    }

    /// Returns the number of bytes that the shards of all texts of the process take.
    ///
    /// O(1), no allocation. Includes shards that another thread is about to allocate, or has just
    /// freed.
    ///
    /// ```standalone_crate
    /// use string_kit::SharedStr;
    ///
    /// let text = SharedStr::from("longer than fifteen bytes");
    /// let without_shards = text.heap_size();
    /// assert!(text.add_shards());
    /// assert_eq!(SharedStr::shard_bytes(), text.heap_size() - without_shards);
    /// ```
    #[must_use]
    pub fn shard_bytes() -> usize {
        SHARD_BUDGET.reserved()
    }
}
