//! The recorders of each thread.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::label::Label;
use crate::record::{Record, Recorder};
use crate::{forks, save};

/// The number of labels that a thread finds without a search.
const DIRECT: usize = 16;

struct Own {
    /// For each remainder of a label's key, the recorder that was used last.
    direct: [Cell<Option<(u64, &'static Recorder)>>; DIRECT],
    all: RefCell<Vec<(u64, &'static Recorder)>>,
}

thread_local! {
    static OWN: Own = const {
        Own { direct: [const { Cell::new(None) }; DIRECT], all: RefCell::new(Vec::new()) }
    };
}

impl Drop for Own {
    fn drop(&mut self) {
        for (_, recorder) in self.all.get_mut().drain(..) {
            recorder.record.give_back(recorder);
        }
    }
}

/// Returns the key of a label: a hash of its name.
const fn key(name: &str) -> u64 {
    let name = name.as_bytes();
    let mut key = 0xCBF2_9CE4_8422_2325;
    let mut at = 0;
    while at < name.len() {
        key = (key ^ name[at] as u64).wrapping_mul(0x100_0000_01B3);
        at += 1;
    }
    key
}

#[inline]
pub(crate) fn recorder<L: Label>() -> &'static Recorder {
    let key = const { key(L::NAME) };
    let found = OWN.try_with(|own| {
        #[allow(clippy::cast_possible_truncation)] // The remainder is small.
        let direct = &own.direct[(key % DIRECT as u64) as usize];
        match direct.get() {
            Some((other, recorder)) if other == key => recorder,
            _ => {
                let recorder = own.find(key, L::NAME, || Record::labelled::<L>());
                direct.set(Some((key, recorder)));
                recorder
            }
        }
    });
    // The thread-locals are gone: the thread ends, and drops its last strings.
    found.unwrap_or_else(|_| Record::labelled::<L>().shared())
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
    fn find(
        &self,
        key: u64,
        name: &str,
        record: impl FnOnce() -> &'static Record,
    ) -> &'static Recorder {
        let all = self.all.borrow();
        let mut of_key = all.iter().filter(|(other, _)| *other == key);
        if let Some((_, recorder)) = of_key.find(|(_, recorder)| recorder.record.name == name) {
            return recorder;
        }
        drop(all);
        if !IS_USED.swap(true, Relaxed) {
            forks::watch(begin_child);
            save::prepare();
        }
        let recorder = record().take();
        self.all.borrow_mut().push((key, recorder));
        recorder
    }
}
