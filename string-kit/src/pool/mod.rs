//! [`Pool`]: each text once, forgotten when nobody uses it.
//!
//! ```
//! use string_kit::{Pool, SharedStr};
//!
//! let mut pool: Pool = Pool::new();
//! let name: SharedStr = pool.intern("http.server.request.duration"); // allocates
//! let again = pool.intern("http.server.request.duration"); // does not
//! assert!(SharedStr::ptr_eq(&name, &again));
//! assert!(pool.intern("GET").is_inline()); // up to 16 bytes: the pool is not touched
//!
//! assert_eq!(pool.sweep(), 0); // `name` is in use
//! drop((name, again));
//! assert_eq!(pool.sweep(), 1);
//! assert!(pool.is_empty());
//! ```
//!
//! A handle is a plain [`SharedStr`](crate::SharedStr) or [`StrList`](crate::StrList). It needs no
//! pool to be read, compared or cloned, and outlives the pool. Two handles that a pool gave out for
//! the same text share its memory, so that
//! [`SharedStr::ptr_eq`](crate::SharedStr::ptr_eq) tells in O(1) that they are equal.
//!
//! `ConcurrentPool`, of the feature `concurrent-pool`, is the pool of several threads.

#[cfg(feature = "concurrent-pool")]
mod concurrent;
mod kept;
#[cfg(feature = "concurrent-pool")]
mod lock;
mod table;

#[cfg(feature = "concurrent-pool")]
pub use concurrent::ConcurrentPool;
pub use kept::Handle;
pub use table::Pool;
