//! The operations that are counted.

/// Declares the operations that are counted, and lists them in the order of their numbers, with
/// their names in a file.
macro_rules! operations {
    ($($(#[$doc:meta])* $operation:ident: $name:literal,)*) => {
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum Operation {
            $($(#[$doc])* $operation,)*
        }

        pub(crate) const OPERATIONS: [(Operation, &str); [$($name),*].len()] =
            [$((Operation::$operation, $name)),*];
    };
}

operations! {
    Capture: "capture",
    Clone: "clone",
    Drop: "drop",
    /// A comparison with any text.
    Compare: "compare",
    Hash: "hash",
    /// A borrow as a `str`, as a map does when it compares a key with the text that is looked up.
    Lookup: "lookup",
    Read: "read",
    Append: "append",
    /// Any operation on a string whose text another thread had captured.
    Elsewhere: "elsewhere",
    /// A clone of such a string.
    CloneElsewhere: "clone elsewhere",
}

/// Returns whether an operation of this name is counted.
#[must_use]
pub fn is_operation(name: &str) -> bool {
    OPERATIONS.iter().any(|(_, known)| *known == name)
}
