//! The things that a question measures: string types, ways to capture, designs.

use crate::run::twin;

/// A thing that is measured, with what a question does with it.
#[derive(Clone, Debug)]
pub struct Subject<W> {
    /// The name in reports.
    pub name: String,
    /// The names that `--type` knows; the first is the one that readers know.
    pub types: Vec<String>,
    /// True if others are compared with it: it is the baseline, the baseline's twin or a floor. `--type`
    /// keeps it.
    pub is_reference: bool,
    /// The functions that do its work.
    pub work: W,
}

impl<W> Subject<W> {
    /// Returns a subject that is compared with others, and whose type has this identifier.
    pub fn new(name: impl Into<String>, id: &str, work: W) -> Self {
        let name = name.into();
        Self {
            types: vec![name.clone(), id.to_owned()],
            name,
            is_reference: false,
            work,
        }
    }

    /// Makes this subject the baseline.
    #[must_use]
    pub fn baseline(mut self) -> Self {
        self.is_reference = true;
        self
    }

    /// Returns the baseline's twin: the same code, compiled a second time. Its ratio to the baseline shows
    /// the noise.
    #[must_use]
    pub fn twin(&self, work: W) -> Self {
        Self {
            name: twin(&self.name),
            types: self.types.clone(),
            is_reference: true,
            work,
        }
    }
}
