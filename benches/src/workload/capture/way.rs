//! A way to capture.

use std::fmt::{self, Display};
use std::hint::black_box;

use string_kit_measure::engine::repeat;
use string_kit_measure::run::twin;
use string_kit_types::Facts;

pub(crate) use super::containers::Use;
use super::containers::{Capture, Containers, Texts, Timer};
use crate::workload::slices::Values;

/// The title of the way that all others are compared with.
pub(crate) const BASELINE_TITLE: &str = "Vec<String>, to_string";

/// The strategy of the ways that know the types of the values. The others have `&dyn Display`.
pub(crate) const TYPED: &str = "typed";

/// Workloads of functions, each under its function's name, by the type that is in the container,
/// and the title.
macro_rules! workloads {
    ($group:expr; $($run:ident: $text:expr, $title:expr);* $(;)?) => {
        vec![$($crate::workload::capture::way::Workload::new(
            $group, stringify!($run), $text, $title, $run,
        )),*]
    };
}

/// The kind of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Formatting alone, nothing kept: no way that formats can be faster. A way that knows the
    /// types of the values does not format, and can be.
    Floor,
    /// The seven ways whose times were published, and one of them as it was changed later.
    Published,
    /// string-kit's own container.
    StringKit,
    /// Containers of other crates.
    Rival,
    /// A boxed slice of a representation, filled by one of string-kit's strategies.
    Representation,
    /// Values whose types are known where they are captured, each captured alone.
    Typed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// Captures, and drops at once: the allocator's fastest path.
    Capture,
    /// Captures into one of many places, and drops the container that was there: blocks are freed
    /// in another order than they were allocated.
    WorkingSet,
    /// Captures names in ten scripts, four at a time, and drops them at once.
    Names,
    /// Uses what was captured before.
    Use(Use),
}

impl Operation {
    const ALL: [Self; 7] = [
        Self::Capture,
        Self::WorkingSet,
        Self::Names,
        Self::Use(Use::Read),
        Self::Use(Use::Index),
        Self::Use(Use::Clone),
        Self::Use(Use::Compare),
    ];
}

impl Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Capture => "capture and drop",
            Self::WorkingSet => "capture into a working set",
            Self::Names => "capture names in ten scripts",
            Self::Use(Use::Read) => "read all",
            Self::Use(Use::Index) => "read one by its index",
            Self::Use(Use::Clone) => "clone and drop",
            Self::Use(Use::Compare) => "compare with an equal one",
        })
    }
}

/// One way to capture.
#[allow(missing_debug_implementations)] // Functions have none.
pub struct Workload {
    /// The kind of way.
    pub group: Group,
    /// The name of the function or of the representation: a Rust identifier.
    pub name: &'static str,
    /// The strategy, where the way is one of a representation's, or `typed`.
    pub strategy: Option<&'static str>,
    /// The name of the type of a string in the container, or of a container that is not made of
    /// strings.
    pub(crate) text: &'static str,
    /// The facts of that type, where a strategy captures into it.
    pub(crate) facts: Option<Facts>,
    /// The name that readers know: the container and how it is made.
    pub(crate) title: String,
    /// The size of the container itself, without what it points to.
    pub(crate) handle_bytes: usize,
    /// Captures each slice, and drops what was captured before the next. A call runs a whole loop,
    /// so that it costs an operation nothing.
    pass: Box<Pass>,
    containers: Box<dyn Containers>,
}

type Pass = dyn Fn(&[Values<'_>]) + Send + Sync;

impl Workload {
    pub(super) fn new<C: Texts>(
        group: Group,
        name: &'static str,
        text: &'static str,
        title: impl Into<String>,
        run: impl Fn(Values<'_>) -> C + Copy + Send + Sync + 'static,
    ) -> Self {
        Self {
            group,
            name,
            strategy: None,
            text,
            facts: None,
            title: title.into(),
            handle_bytes: size_of::<C>(),
            pass: Box::new(move |slices| {
                for slice in slices {
                    // PERF: by reference. By value a result of two registers goes through memory,
                    // which costs a String a quarter of its time.
                    black_box(&run(black_box(slice)));
                }
            }),
            containers: Box::new(Capture::<C>(Box::new(run))),
        }
    }

    pub(super) fn by(mut self, strategy: &'static str, facts: Option<Facts>) -> Self {
        (self.strategy, self.facts) = (Some(strategy), facts);
        self
    }

    /// Returns whether this way is the one that all others are compared with, or its twin.
    pub(crate) fn is_baseline(&self) -> bool {
        self.title == BASELINE_TITLE || self.title == twin(BASELINE_TITLE)
    }

    pub(crate) fn is_floor(&self) -> bool {
        self.group == Group::Floor
    }

    /// Returns the name that the strategies of a representation share.
    pub(crate) fn family(&self) -> Option<String> {
        (self.group == Group::Representation).then(|| self.name.to_owned())
    }

    /// Returns the operations that are measured: all for one way of each kind of container.
    pub(crate) fn operations(&self) -> &'static [Operation] {
        let is_first = match self.strategy {
            Some(strategy) => strategy == "one_pass",
            None => matches!(self.group, Group::StringKit | Group::Rival) || self.is_baseline(),
        };
        &Operation::ALL[..if is_first { Operation::ALL.len() } else { 1 }]
    }

    /// Captures each slice, and drops what was captured before the next.
    ///
    /// # Panics
    ///
    /// If the way is `typed`, and a slice has more values than the example slices have.
    pub fn pass(&self, slices: &[Values<'_>]) {
        (self.pass)(slices);
    }

    /// Captures each slice within a call of `around`, and drops what was captured after it.
    pub(crate) fn keep(&self, slices: &[Values<'_>], mut around: impl FnMut(&mut dyn FnMut())) {
        self.containers.keep(slices, &mut around);
    }

    /// Returns a function that does an operation on each slice a number of times, and returns the
    /// time that it took.
    pub(crate) fn timer<'a>(&'a self, operation: Operation, slices: &'a [Values<'a>]) -> Timer<'a> {
        match operation {
            Operation::Capture | Operation::Names => {
                Box::new(move |count| repeat(count, || self.pass(slices)))
            }
            Operation::WorkingSet => self.containers.working_set(slices),
            Operation::Use(kind) => self.containers.used(kind, slices),
        }
    }

    /// Captures a slice. Returns a sentence if its texts are not those that `to_string` gives.
    pub(crate) fn check(&self, values: Values<'_>) -> Result<(), String> {
        let expected: Vec<String> = values.iter().map(ToString::to_string).collect();
        let texts = self.containers.texts(values);
        if self.is_floor() || texts == expected {
            return Ok(());
        }
        Err(format!("{self} captured {texts:?}, not {expected:?}"))
    }
}

impl Display for Workload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.strategy {
            Some(strategy) => f.pad(&format!("{}/{strategy}", self.name)),
            None => f.pad(self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn keep_holds_what_pass_drops() {
        let text: &'static Arc<str> = Box::leak(Box::new("text".into()));
        let capture = |_: Values<'_>| vec![Arc::clone(text)];
        let workload = Workload::new(Group::Rival, "test", "test", "test", capture);
        let slices: [Values<'_>; 2] = [&[], &[]];
        workload.pass(&slices);
        assert_eq!(Arc::strong_count(text), 1);
        workload.keep(&slices, |capture| {
            capture();
            assert_eq!(Arc::strong_count(text), 3);
        });
        assert_eq!(Arc::strong_count(text), 1);
    }
}
