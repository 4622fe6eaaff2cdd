//! The receiver of records that makes their profile, and takes a sample of them.

use super::{Profile, Sample};
use crate::input::Sink;

/// Makes the profile of the records that it takes.
#[derive(Debug, Default)]
pub(crate) struct Profiler {
    profile: Profile,
    sample: Sample,
}

impl Profiler {
    /// Returns a profiler of these fields; of all, if none is named.
    pub(crate) fn new(_fields: &[String]) -> Self {
        todo!()
    }

    /// Returns the profile, and the sample.
    pub(crate) fn finish(self) -> (Profile, Sample) {
        (self.profile, self.sample)
    }
}

impl Sink for Profiler {
    fn field(&mut self, _name: &str) -> Option<usize> {
        todo!()
    }

    fn text(&mut self, _field: usize, _text: &str) {
        todo!()
    }

    fn end_record(&mut self) {
        todo!()
    }
}
