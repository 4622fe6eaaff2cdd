//! The containers: how to look at what was captured.

use string_kit::StrList;

/// A container of captured texts.
///
/// ```
/// use string_kit_benches::workload::Texts;
///
/// assert_eq!(vec!["tag"].texts(), Some(vec!["tag".to_owned()]));
/// assert_eq!(().texts(), None);
/// ```
pub trait Texts: 'static {
    /// The texts, copied; `None` if the way keeps none.
    fn texts(&self) -> Option<Vec<String>>;
}

impl Texts for () {
    fn texts(&self) -> Option<Vec<String>> {
        None
    }
}

impl<S: AsRef<str> + 'static> Texts for Vec<S> {
    fn texts(&self) -> Option<Vec<String>> {
        copied(self)
    }
}

impl<S: AsRef<str> + 'static> Texts for Box<[S]> {
    fn texts(&self) -> Option<Vec<String>> {
        copied(self)
    }
}

impl<S: AsRef<str> + 'static> Texts for Option<Box<[S]>> {
    fn texts(&self) -> Option<Vec<String>> {
        copied(self.iter().flatten())
    }
}

impl Texts for StrList {
    fn texts(&self) -> Option<Vec<String>> {
        copied(self.iter())
    }
}

impl Texts for seq_str::SeqStr {
    fn texts(&self) -> Option<Vec<String>> {
        copied(self.iter())
    }
}

impl Texts for compact_strings::CompactStrings {
    fn texts(&self) -> Option<Vec<String>> {
        copied(self.iter())
    }
}

impl Texts for nested::Nested<String> {
    fn texts(&self) -> Option<Vec<String>> {
        copied(self.iter())
    }
}

#[allow(clippy::unnecessary_wraps)] // It is the `Some` of every container.
fn copied(texts: impl IntoIterator<Item = impl AsRef<str>>) -> Option<Vec<String>> {
    Some(
        texts
            .into_iter()
            .map(|text| text.as_ref().to_owned())
            .collect(),
    )
}
