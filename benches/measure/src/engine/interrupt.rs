//! The interrupt by which a user ends a run early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Tells whether the user asked for the end of the run.
#[derive(Debug)]
pub(super) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on: the first signal ends the run, the second one the program.
    pub(super) fn listen() -> Self {
        let asked = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // Without a handler a signal ends the program, as it would without this.
            let _ = flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&asked));
            let _ = flag::register(signal, Arc::clone(&asked));
        }
        Self(asked)
    }

    pub(super) fn is_asked(&self) -> bool {
        self.0.load(Relaxed)
    }
}
