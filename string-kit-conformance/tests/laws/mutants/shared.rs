//! A text that clones share and copy on write.
#![allow(unsafe_code)]

use std::hint::black_box;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use string_kit_conformance::probe::{self, Probed, Slot, Value};
use string_kit_conformance::{Subject, subject};

mutants! {
    as_mut_str_aliases: ClonesAreIndependent [EditsAsStringDoes ThreadsMayShare],
        "as_mut_str returns the shared text without a copy",
        subject().as_mut_str(Shared::aliased_mut_str);
    clones_copy: ClonesShare [], "a clone copies the text",
        cloned(|text| Value::new(get(text).copied()));
    clone_copies_first: ClonesShare [], "a clone copies the text, drops the copy, and shares it",
        cloned(|text| {
            drop(black_box(get(text).copied()));
            Value::new(get(text).clone())
        });
    count_of_a_byte: LastCloneFrees [], "a reference count of 255 never goes down again",
        cloned(|text| {
            if Arc::strong_count(&get(text).0) >= 255 {
                mem::forget(Arc::clone(&get(text).0));
            }
            Value::new(get(text).clone())
        });
    drop_blanks: LastCloneFrees [EditsAsStringDoes ClonesAreIndependent ThreadsMayShare],
        "dropping a clone overwrites the shared text with NULs",
        made(|text| Shared::new(text, |shared| if Arc::strong_count(&shared.0) > 1 {
            // SAFETY: breaks on purpose the promise that nothing else reads the text: clones may
            // read it. They see NULs, and the text stays where it is and stays UTF-8.
            let text = unsafe { shared.aliased() };
            // SAFETY: the bytes are valid UTF-8 afterwards, since they are all NUL.
            unsafe { text.as_bytes_mut() }.fill(0);
        }), |_| ());
    clones_count_twice: LastCloneFrees [NothingLeaks ThreadsMayShare],
        "a clone adds two to the count, and its drop takes one off",
        cloned(|text| {
            mem::forget(Arc::clone(&get(text).0));
            Value::new(get(text).clone())
        });
    drops_race: ThreadsMayShare [], "a drop decrements the count by a load and a store",
        subject!(
            Shared,
            |text| Shared::new(text, |shared| {
                // Of two drops at once, one is lost, and the block is not freed.
                if shared.0.is_dropping.swap(true, Ordering::AcqRel) {
                    mem::forget(Arc::clone(&shared.0));
                }
                thread::yield_now();
                shared.0.is_dropping.store(false, Ordering::Release);
            }),
            |text| &text.0.text
        )
        .shares(true);
}

fn get(slot: &dyn Slot) -> &Shared {
    probe::get(slot)
}

#[derive(Clone)]
pub(super) struct Shared(Arc<Block>);

pub(super) struct Block {
    text: String,
    /// The bug of a drop.
    drops: fn(&mut Shared),
    /// True while a value is dropped, for the bug of drops that race.
    is_dropping: AtomicBool,
}

impl Shared {
    fn new(text: &str, drops: fn(&mut Self)) -> Self {
        Self(Arc::new(Block {
            text: text.into(),
            drops,
            is_dropping: AtomicBool::new(false),
        }))
    }

    fn copied(&self) -> Self {
        Self::new(&self.0.text, self.0.drops)
    }

    /// Returns the text for a change. Copies it first if it is shared.
    fn own(&mut self) -> &mut String {
        if Arc::get_mut(&mut self.0).is_none() {
            *self = self.copied();
        }
        &mut Arc::get_mut(&mut self.0).expect("there is one owner").text
    }

    fn push_str(&mut self, more: &str) {
        self.own().push_str(more);
    }

    fn pop(&mut self) -> Option<char> {
        self.own().pop()
    }

    fn as_mut_str(&mut self) -> &mut str {
        self.own()
    }

    pub(super) fn aliased_mut_str(&mut self) -> &mut str {
        // SAFETY: breaks on purpose the promise that nothing else reads the text: clones may read
        // it. They see letters change, and the text stays where it is and stays UTF-8.
        unsafe { self.aliased() }
    }

    /// Returns the text for a change. Does not copy it, even if it is shared.
    ///
    /// # Safety
    ///
    /// Nothing else may read or write the text while the reference lives.
    unsafe fn aliased(&mut self) -> &mut str {
        let block = Arc::as_ptr(&self.0).cast_mut();
        // SAFETY: the pointer comes from an `Arc` that `self` holds, so it is valid and aligned;
        // the caller promises that nothing else accesses the text.
        unsafe { &mut (*block).text }
    }
}

impl From<&str> for Shared {
    fn from(text: &str) -> Self {
        Self::new(text, |_| ())
    }
}

impl AsRef<str> for Shared {
    fn as_ref(&self) -> &str {
        &self.0.text
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        (self.0.drops)(self);
    }
}

fn made(from_str: fn(&str) -> Shared, change: impl FnOnce(&mut Probed)) -> Subject<Shared> {
    let mut traits = string_kit_conformance::__with_probes!(
        [string_kit_conformance::__probed] Shared
    );
    change(&mut traits);
    let subject = Subject::new("Shared", from_str, |text| &text.0.text, traits);
    string_kit_conformance::__methods!(Shared; subject; push_str, pop, as_mut_str).shares(true)
}

fn cloned(clone: fn(&dyn Slot) -> Value) -> Subject<Shared> {
    made(|text| text.into(), |traits| traits.clone = Some(clone))
}

pub(super) fn subject() -> Subject<Shared> {
    made(|text| text.into(), |_| ())
}
