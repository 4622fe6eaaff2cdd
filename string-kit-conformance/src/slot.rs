//! Values of a type under examination, without the type in their own: so the laws are compiled
//! once, and not once for each type.

use core::any::Any;
use core::fmt;
use core::ops::{Deref, DerefMut};

use crate::allocator::uncounted;

/// The place of a value. Only `Option` implements it: a reference to anything else does not coerce
/// to it by mistake.
pub trait Slot: Any {
    /// Drops the value.
    fn clear(&mut self);
}

impl<S: 'static> Slot for Option<S> {
    fn clear(&mut self) {
        *self = None;
    }
}

/// Returns the value in a slot of an `S`.
///
/// # Panics
///
/// Panics if the slot is of another type.
pub fn get<S: 'static>(slot: &dyn Slot) -> &S {
    let any: &dyn Any = slot;
    let option = any.downcast_ref::<Option<S>>();
    option
        .and_then(Option::as_ref)
        .expect("a value of the type")
}

/// Returns the value in a slot of an `S`, for a change.
///
/// # Panics
///
/// Panics if the slot is of another type.
pub fn get_mut<S: 'static>(slot: &mut dyn Slot) -> &mut S {
    let any: &mut dyn Any = slot;
    let option = any.downcast_mut::<Option<S>>();
    option
        .and_then(Option::as_mut)
        .expect("a value of the type")
}

/// A value in a box, which the counts of allocations do not show.
pub struct Value(Option<Box<dyn Slot>>);

impl Value {
    /// Moves a value to a box.
    #[must_use]
    pub fn new<S: 'static>(value: S) -> Self {
        Self(Some(uncounted(|| Box::new(Some(value)))))
    }

    /// Moves the value out of the box.
    ///
    /// # Panics
    ///
    /// Panics if the value is of another type.
    #[must_use]
    pub fn take<S: 'static>(mut self) -> S {
        let any: &mut dyn Any = &mut *self;
        let option = any.downcast_mut::<Option<S>>();
        option.and_then(Option::take).expect("a value of the type")
    }
}

impl Deref for Value {
    type Target = dyn Slot;

    fn deref(&self) -> &dyn Slot {
        self.0.as_deref().expect("a box until the drop")
    }
}

impl DerefMut for Value {
    fn deref_mut(&mut self) -> &mut dyn Slot {
        self.0.as_deref_mut().expect("a box until the drop")
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }
}

impl Drop for Value {
    fn drop(&mut self) {
        // The counts show what the value frees.
        (**self).clear();
        let slot = self.0.take();
        uncounted(|| drop(slot));
    }
}
