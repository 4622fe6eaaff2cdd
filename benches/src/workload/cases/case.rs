//! Benchmarks, and pairs of them to one result.

use std::fmt::Debug;
use std::hint::black_box;

/// A benchmark.
#[allow(missing_debug_implementations)] // It holds a closure.
pub struct Case {
    /// The function of its group of names.
    pub function: String,
    /// The name, unique in the function.
    pub name: String,
    /// Runs it once, and drops what it made.
    pub run: Box<dyn Fn()>,
}

impl Case {
    pub(super) fn new(
        function: impl Into<String>,
        name: impl Into<String>,
        run: impl Fn() + 'static,
    ) -> Self {
        Self {
            function: function.into(),
            name: name.into(),
            run: Box::new(run),
        }
    }

    // A call through `dyn` is never inlined, so that all ways are called at the same cost.
    fn of_way<T: 'static>(function: &str, name: &str, way: Box<dyn Fn() -> T>) -> Self {
        Self::new(function, name, move || {
            black_box(way());
        })
    }
}

/// The functions whose results differ: a list is compared with a block of its size, and a string
/// with a copy of its text.
const UNLIKE: [&str; 2] = ["list", "smol_str_new"];

/// Returns two ways to one result, which a debug build compares.
pub(super) fn pair<T: Debug + 'static, U: Debug + 'static>(
    functions: [&'static str; 2],
    name: &str,
    way: impl Fn() -> T + 'static,
    against: impl Fn() -> U + 'static,
) -> [Case; 2] {
    if cfg!(debug_assertions) && !UNLIKE.contains(&functions[0]) {
        let results = [format!("{:?}", way()), format!("{:?}", against())];
        assert_eq!(results[0], results[1], "{functions:?}, {name}");
    }
    [
        Case::of_way(functions[0], name, Box::new(way)),
        Case::of_way(functions[1], name, Box::new(against)),
    ]
}

/// Makes pairs of two functions: `"name" => way, way to compare with;`.
macro_rules! pairs {
    ($functions:expr; $($name:expr => $way:expr, $against:expr;)*) => {
        vec![$( $crate::workload::cases::case::pair($functions, $name, || $way, || $against) ),*]
    };
}
pub(super) use pairs;
