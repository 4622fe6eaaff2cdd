//! The size, the alignment and the free `Option`s of a type.

/// The size and the alignment of a type, and the number of `Option`s around it that cost nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) size: usize,
    pub(super) align: usize,
    /// The number of nested `Option`s that do not change the size, of those that are tried.
    pub(super) free_options: usize,
}

impl Shape {
    pub(super) const MOST_OPTIONS: usize = 4;

    pub(super) fn new<T>() -> Self {
        let layers: [usize; Self::MOST_OPTIONS] = [
            size_of::<Option<T>>(),
            size_of::<Option<Option<T>>>(),
            size_of::<Option<Option<Option<T>>>>(),
            size_of::<Option<Option<Option<Option<T>>>>>(),
        ];
        let is_free = |layer: &&usize| **layer == size_of::<T>();
        Self {
            size: size_of::<T>(),
            align: align_of::<T>(),
            free_options: layers.iter().take_while(is_free).count(),
        }
    }
}
