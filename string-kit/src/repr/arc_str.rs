//! `Arc<str>` and `Rc<str>`: 16 bytes, no text inline; all text on the heap, shared.
//!
//! The value is a pointer and a length. The heap block is two counts, then the text. The values of
//! `Default` of an `Arc<str>` share one static block; any other empty text has a block of its own.
//! The counts of an `Rc<str>` are not atomic: a clone costs less, and cannot leave its thread.

use alloc::rc::Rc;
use alloc::sync::Arc;

captured! {
    Arc<str>, "Arc<str>".shares();
    /// Copies `text`. Aborts the program if memory runs out, in `try_from_str` too.
    from_text: |text| Self::from(text);
    /// Returns the size of the heap block, in the layout of std 1.95.
    heap_size: |text| super::counted_size(text.len());
}

captured! {
    Rc<str>, "Rc<str>".shares();
    /// Copies `text`. Aborts the program if memory runs out, in `try_from_str` too.
    from_text: |text| Self::from(text);
    /// Returns the size of the heap block, in the layout of std 1.95.
    heap_size: |text| super::counted_size(text.len());
}
