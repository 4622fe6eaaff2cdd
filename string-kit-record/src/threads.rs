//! The recorders of each thread.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::label::Label;
use crate::record::{LabelId, Record, Recorder};
use crate::{forks, save};

/// The number of labels that a thread finds without a search.
const DIRECT: usize = 16;

struct Own {
    /// For each place of labels, the label and the recorder that were used last.
    direct: [Cell<Option<(LabelId, &'static Recorder)>>; DIRECT],
    all: RefCell<Vec<&'static Recorder>>,
}

thread_local! {
    static OWN: Own = const {
        Own { direct: [const { Cell::new(None) }; DIRECT], all: RefCell::new(Vec::new()) }
    };
}

impl Drop for Own {
    fn drop(&mut self) {
        for recorder in self.all.get_mut().drain(..) {
            recorder.record.give_back(recorder);
        }
    }
}

/// Returns the place of a label in [`Own::direct`], by its length and its ends.
const fn place(name: &str) -> usize {
    match name.as_bytes() {
        [first, .., last] => (name.len() + 3 * *first as usize + 7 * *last as usize) % DIRECT,
        _ => 0,
    }
}

#[inline]
pub(crate) fn recorder<L: Label>() -> &'static Recorder {
    let found = OWN.try_with(|own| {
        let direct = &own.direct[const { place(L::NAME) }];
        match direct.get() {
            Some((label, recorder)) if label == (L::NAME, L::TEXTS) => recorder,
            _ => {
                let recorder = own.find::<L>();
                direct.set(Some(((L::NAME, L::TEXTS), recorder)));
                recorder
            }
        }
    });
    // The thread-locals are gone: the thread ends, and drops its last strings.
    found.unwrap_or_else(|_| Record::get::<L>().shared())
}

/// Begins a child: the recorders of its thread are its parent's.
extern "C" fn begin_child() {
    forks::begin();
    let _ = OWN.try_with(|own| {
        own.direct.iter().for_each(|direct| direct.set(None));
        own.all.borrow_mut().clear();
    });
}

/// Set by the first use of a label.
static IS_USED: AtomicBool = AtomicBool::new(false);

impl Own {
    /// Returns the recorder of a label, and takes one if the thread has none.
    #[cold]
    fn find<L: Label>(&self) -> &'static Recorder {
        let mut all = self.all.borrow_mut();
        let label = (L::NAME, L::TEXTS);
        if let Some(recorder) = all.iter().find(|recorder| recorder.record.label == label) {
            return recorder;
        }
        if !IS_USED.swap(true, Relaxed) {
            forks::watch(begin_child);
            save::prepare();
        }
        let recorder = Record::get::<L>().take();
        all.push(recorder);
        recorder
    }
}
