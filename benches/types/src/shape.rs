//! The size, the alignment and the free `Option`s of a type.

/// The size and the alignment of a type, and the number of `Option`s around it that cost nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub size: usize,
    pub align: usize,
    /// The number of nested `Option`s that do not change the size. At most
    /// [`MOST_OPTIONS`](Self::MOST_OPTIONS) are tried.
    pub free_options: usize,
}

impl Shape {
    /// The number of nested `Option`s that are tried.
    pub const MOST_OPTIONS: usize = 4;

    /// Returns the shape of a type, from the sizes of the type and its `Option`s.
    ///
    /// ```
    /// use string_kit_types::Shape;
    ///
    /// let options = [Shape::new::<u8>(), Shape::new::<&u8>(), Shape::new::<bool>()];
    /// assert_eq!(options.map(|shape| shape.free_options), [0, 1, Shape::MOST_OPTIONS]);
    /// ```
    pub fn new<T>() -> Self {
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
