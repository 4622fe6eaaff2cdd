//! Fields that are read through a [`Pool`], so that equal texts share their memory.
//!
//! `#[serde(with = "string_kit_serde::pooled")]` reads a [`SharedStr`] through the pool that
//! [`scope`] sets for the thread. In containers the marker `Pooled` of the feature `serde_with`
//! does the same. Without a pool, both copy the text, as `captured` does.
//!
//! ```
//! use serde::Deserialize;
//! use string_kit::{Pool, SharedStr};
//! use string_kit_serde::pooled;
//!
//! #[derive(Deserialize)]
//! struct Span {
//!     #[serde(with = "string_kit_serde::pooled")]
//!     service: SharedStr,
//! }
//!
//! let json = r#"[{"service":"checkout-service-eu"},{"service":"checkout-service-eu"}]"#;
//! let mut pool = Pool::new();
//! let spans: Vec<Span> = pooled::scope(&mut pool, || serde_json::from_str(json))?;
//! assert!(SharedStr::ptr_eq(&spans[0].service, &spans[1].service));
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! A pool of the whole program needs no scope. A function reads through it:
//!
//! ```
//! use std::sync::LazyLock;
//! use serde::{Deserialize, Deserializer, de::DeserializeSeed};
//! use string_kit::{ConcurrentPool, SharedStr};
//! use string_kit_serde::Limits;
//!
//! static POOL: LazyLock<ConcurrentPool> = LazyLock::new(ConcurrentPool::new);
//!
//! fn service<'de, D: Deserializer<'de>>(from: D) -> Result<SharedStr, D::Error> {
//!     Limits::new().max_len(64).pooled(&*POOL).deserialize(from)
//! }
//!
//! #[derive(Deserialize)]
//! struct Span(#[serde(deserialize_with = "service")] SharedStr);
//!
//! let Span(first) = serde_json::from_str(r#""checkout-service-eu""#)?;
//! assert!(SharedStr::ptr_eq(&first, &POOL.intern("checkout-service-eu")));
//! # Ok::<(), serde_json::Error>(())
//! ```

use core::cell::RefCell;
use core::hash::BuildHasher;
use core::{fmt, mem};

use serde::de::{DeserializeSeed, Deserializer, Error, Expected};
use string_kit::{ConcurrentPool, Pool, SharedStr, StrList, StrListBuilder, TextError};

pub use crate::captured::serialize;
use crate::limits::Limits;
use crate::text::TextSink;

std::thread_local! {
    /// The pool of the innermost [`scope`] of this thread.
    static POOL: RefCell<Option<Pool>> = const { RefCell::new(None) };
}

/// Reads fields through a pool: those that `read` reads on this thread by [`deserialize`] or by the
/// marker `Pooled`.
///
/// Moves the pool into a thread-local while `read` runs, and back, also if `read` panics. Within an
/// inner scope, its pool is used. In a destructor that runs after that thread-local's, the fields
/// are copied.
pub fn scope<R>(pool: &mut Pool, read: impl FnOnce() -> R) -> R {
    /// Puts the pool back, and the one of the outer scope.
    struct Scope<'a> {
        pool: &'a mut Pool,
        outer: Option<Pool>,
    }

    impl Drop for Scope<'_> {
        fn drop(&mut self) {
            // The thread-local has a pool, or is gone and the pool was never moved.
            if let Some(pool) = replace(|| self.outer.take()) {
                *self.pool = pool;
            }
        }
    }

    let outer = replace(|| Some(mem::take(pool)));
    let _scope = Scope { pool, outer };
    read()
}

/// Replaces the pool of the thread, and returns the one before. While a thread ends, the
/// thread-local may be gone: then `pool` is not called.
fn replace(pool: impl FnOnce() -> Option<Pool>) -> Option<Pool> {
    POOL.try_with(|current| current.replace(pool())).ok()?
}

/// Reads a string through the pool of the [`scope`]. Copies it if there is none.
///
/// # Errors
///
/// Returns the errors of [`captured::deserialize`](crate::captured::deserialize).
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<SharedStr, D::Error> {
    Limits::new().pooled(Scoped).deserialize(from)
}

/// A seed that reads one string through a pool, from [`Limits::pooled`].
#[derive(Clone, Copy, Debug)]
pub struct PooledSeed<P> {
    limits: Limits,
    pool: P,
}

impl Limits {
    /// Returns a seed that reads one string through a pool: a `&mut Pool` or a `&ConcurrentPool`.
    ///
    /// A text that the pool has, and a short one, allocates nothing. Its length is checked before
    /// the pool is asked.
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use string_kit::Pool;
    /// use string_kit_serde::Limits;
    ///
    /// let mut pool: Pool = Pool::new();
    /// let mut json = serde_json::Deserializer::from_str(r#""checkout-service-eu""#);
    /// let service = Limits::new().pooled(&mut pool).deserialize(&mut json)?;
    /// assert_eq!(pool.get("checkout-service-eu"), Some(service));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn pooled<P>(self, pool: P) -> PooledSeed<P> {
        let limits = self;
        PooledSeed { limits, pool }
    }
}

impl<P> Expected for PooledSeed<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Expected::fmt(&self.limits.text::<SharedStr>(), f)
    }
}

impl<'de, P: TextSink<Kept = SharedStr>> DeserializeSeed<'de> for PooledSeed<P> {
    type Value = SharedStr;

    fn deserialize<D: Deserializer<'de>>(mut self, from: D) -> Result<SharedStr, D::Error> {
        self.limits.read(&mut self.pool, from)
    }
}

/// A seed that reads a list of strings through a pool, from [`Limits::pooled_list`].
#[derive(Clone, Copy, Debug)]
pub struct PooledListSeed<P> {
    limits: Limits,
    pool: P,
}

impl Limits {
    /// Returns a seed that reads a sequence of strings through a pool of lists: a
    /// `&mut Pool<StrList>` or a `&ConcurrentPool<StrList>`.
    ///
    /// A list that the pool has, and an inline one, allocates nothing, unless its strings take more
    /// than 255 bytes with one more for each.
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use string_kit::{Pool, StrList};
    /// use string_kit_serde::Limits;
    ///
    /// let mut pool = Pool::<StrList>::new();
    /// let mut json = serde_json::Deserializer::from_str(r#"["region","eu-west-1"]"#);
    /// let labels = Limits::new().pooled_list(&mut pool).deserialize(&mut json)?;
    /// assert_eq!(pool.get(&labels), Some(labels));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn pooled_list<P>(self, pool: P) -> PooledListSeed<P> {
        let limits = self;
        PooledListSeed { limits, pool }
    }
}

/// Reads lists through a type of pool.
macro_rules! list_seed {
    ($pool:ty) => {
        impl<'de, S: BuildHasher> DeserializeSeed<'de> for PooledListSeed<$pool> {
            type Value = StrList;

            fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<StrList, D::Error> {
                let mut builder = StrListBuilder::new();
                self.limits.append(&mut builder, from)?;
                let kept = builder.try_with_list(|list| self.pool.try_intern(list));
                kept.and_then(|kept| kept).map_err(D::Error::custom)
            }
        }
    };
}

list_seed!(&mut Pool<StrList, S>);
list_seed!(&ConcurrentPool<StrList, S>);

/// The pool of the thread's scope.
pub(crate) struct Scoped;

/// Keeps each text in a pool.
macro_rules! sink {
    ([$($param:tt)*] $pool:ty: $intern:expr) => {
        impl<$($param)*> TextSink for $pool {
            type Kept = SharedStr;
            type Error = TextError;

            fn text(&mut self, text: &str) -> Result<SharedStr, TextError> {
                $intern(self, text)
            }
        }
    };
}

sink!([S: BuildHasher] &mut Pool<SharedStr, S>: Pool::try_intern);
sink!([S: BuildHasher] &ConcurrentPool<SharedStr, S>: |pool: &Self, text| pool.try_intern(text));
sink!([] Scoped: |_, text| {
    let kept = POOL.try_with(|pool| Some(pool.borrow_mut().as_mut()?.try_intern(text)));
    kept.ok().flatten().unwrap_or_else(|| SharedStr::try_from_str(text))
});
