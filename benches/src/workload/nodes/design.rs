//! What a design has to do to be measured.

use serde::{Deserialize, Serialize};

/// Whose a design is.
///
/// ```
/// use string_kit_benches::workload::nodes::Kind;
///
/// assert_eq!(Kind::Peer.name(), "peer");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// One of the write-up's: a node is as small as its author could make it.
    WriteUp,
    /// This project's.
    StringKit,
    /// What people use to edit or to share long texts, or simply to copy them.
    Peer,
}

impl Kind {
    /// The name in reports.
    ///
    /// ```
    /// use string_kit_benches::workload::nodes::Kind;
    ///
    /// assert_eq!(Kind::WriteUp.name(), "write-up");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::WriteUp => "write-up",
            Self::StringKit => "string-kit",
            Self::Peer => "peer",
        }
    }
}

/// A way to represent strings that are made of each other. The value is what all nodes have in common,
/// if there is such a thing: an arena.
pub(crate) trait Design: Default {
    /// The name in reports.
    const NAME: &'static str;

    /// Whose it is.
    const KIND: Kind;

    /// Whether nodes are ever given back: if not, what it takes to drop them is not told.
    const GIVES_BACK: bool = true;

    /// A string: what other strings are made of, and what keeps it.
    ///
    /// To drop it must take no recursion, however long the chain of nodes that goes with it.
    type Handle;

    /// A string with a text of its own.
    fn leaf(&mut self, text: &str) -> Self::Handle;

    /// Two strings one after the other; both stay what they are.
    fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle;

    /// A string with another at its end, in the way that its design does that: nobody asks for what it
    /// was before.
    fn append(&mut self, to: &mut Self::Handle, what: &Self::Handle) {
        *to = self.concat(to, what);
    }

    /// Brings all strings into the form that is then weighed and read.
    fn finish(&mut self, _all: &mut [Self::Handle]) {}

    /// The bytes of a string, which are known to be so many.
    fn flatten(&self, of: &Self::Handle, length: usize) -> Vec<u8>;
}
