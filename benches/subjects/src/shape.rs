//! What a value of a type takes where it lies.

/// How large a value is, how it is aligned, and how many `Option`s around it cost nothing.
///
/// ```
/// use string_kit_subjects::Shape;
///
/// let shape = Shape::of::<bool>();
/// assert_eq!((shape.size, shape.align), (1, 1));
/// assert_eq!(shape.free_options, Shape::MOST_OPTIONS);
/// assert_eq!(Shape::of::<u8>().free_options, 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The bytes of a value.
    pub size: usize,
    /// What its place is a multiple of.
    pub align: usize,
    /// How many layers of `Option` leave the size as it is; no more than
    /// [`MOST_OPTIONS`](Self::MOST_OPTIONS) are tried.
    pub free_options: usize,
}

impl Shape {
    /// How many layers of `Option` are tried.
    pub const MOST_OPTIONS: usize = 4;

    /// The shape of a type, by its sizes alone.
    ///
    /// ```
    /// use string_kit_subjects::Shape;
    ///
    /// assert_eq!(Shape::of::<&u8>().free_options, 1);
    /// ```
    #[must_use]
    pub fn of<T>() -> Self {
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
