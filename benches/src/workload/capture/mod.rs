//! The ways to capture a slice of values: functions from values to a container of texts, and uses
//! of the container. Each has a check that it captures what `to_string` returns.

/// Workloads of functions, each under its function's name, by the kind of container, the type that
/// is in it, and the way it is made.
macro_rules! workloads {
    ($group:expr; $($run:ident: $container:ident($text:expr), $how:expr);* $(;)?) => {
        vec![$({
            let container = $crate::workload::capture::Container::$container;
            $crate::workload::capture::Workload::new(
                $group, stringify!($run), (container, $text), $how, $run,
            )
        }),*]
    };
}

mod functions;
pub mod published;
mod strategies;
mod typed;

use std::fmt::{self, Display};
use std::hint::black_box;
use std::time::Duration;

use string_kit::StrList;
use string_kit_measure::Subject;
use string_kit_measure::engine::repeat;
use string_kit_measure::run::twin;
use string_kit_types::Facts;

pub(crate) use self::functions::floor_per_slice;
use super::slices::Values;

/// The title of the way that all others are compared with.
pub(crate) const BASELINE_TITLE: &str = "Vec<String>, to_string";

/// The strategy of the ways that know the types of the values. The others have `&dyn Display`.
pub(crate) const TYPED: &str = "typed";

/// Returns all workloads, group by group.
#[must_use]
pub fn all() -> Vec<Workload> {
    let mut all = functions::floor();
    all.extend(published::workloads());
    all.extend(strategies::workloads());
    all.extend(typed::workloads());
    all.extend(functions::rivals());
    all
}

/// Returns all workloads as subjects, and the baseline's twin.
pub(crate) fn subjects() -> Vec<Subject<Workload>> {
    let subject = |way: Workload| Subject {
        name: way.title.clone(),
        types: if way.is_floor() {
            Vec::new()
        } else {
            vec![way.text.to_owned(), way.name.to_owned()]
        },
        is_reference: way.is_baseline() || way.is_floor(),
        work: way,
    };
    let twin = functions::baseline_twin();
    all().into_iter().chain(twin).map(subject).collect()
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

/// An operation on containers of captured texts.
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

/// A use of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Read,
    Index,
    Clone,
    Compare,
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

/// A kind of container of captured texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Container {
    /// No container: nothing is kept.
    None,
    /// A type that keeps all texts.
    Own,
    Vec,
    Box,
    OptionBox,
}

impl Container {
    /// Returns the name that readers know of a container, and how it is made.
    fn title(self, text: &str, how: &str) -> String {
        match self {
            Self::None => how.to_owned(),
            Self::Own => format!("{text}, {how}"),
            Self::Vec => format!("Vec<{text}>, {how}"),
            Self::Box => format!("Box<[{text}]>, {how}"),
            Self::OptionBox => format!("Option<Box<[{text}]>>, {how}"),
        }
    }
}

/// The number of containers of a working set: far more than the blocks that an allocator keeps at
/// hand, and few enough that the sets of all ways fit the last cache.
const WORKING_SET: usize = 128;

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
    fn new<C: Texts>(
        group: Group,
        name: &'static str,
        (container, text): (Container, &'static str),
        how: &str,
        run: impl Fn(Values<'_>) -> C + Copy + Send + Sync + 'static,
    ) -> Self {
        Self {
            group,
            name,
            strategy: None,
            text,
            facts: None,
            title: container.title(text, how),
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

    fn by(mut self, strategy: &'static str, facts: Option<Facts>) -> Self {
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

/// A function that does an operation so many times, and returns the time that it took.
pub(crate) type Timer<'a> = Box<dyn FnMut(u32) -> Duration + 'a>;

/// A way's containers, and their uses. All ways into one kind of container share this code: only a
/// capture that is dropped at once is compiled for each way.
trait Containers: Send + Sync {
    fn keep(&self, slices: &[Values<'_>], around: &mut dyn FnMut(&mut dyn FnMut()));
    fn working_set<'a>(&'a self, slices: &'a [Values<'a>]) -> Timer<'a>;
    /// Times a use of containers, each beside an equal one.
    fn used(&self, kind: Use, slices: &[Values<'_>]) -> Timer<'static>;
    fn texts(&self, slice: Values<'_>) -> Vec<String>;
}

/// The function of a way into a `C`.
struct Capture<C>(Box<dyn Fn(Values<'_>) -> C + Send + Sync>);

impl<C: Texts> Capture<C> {
    fn made(&self, slices: &[Values<'_>]) -> Vec<C> {
        let mut made = Vec::with_capacity(slices.len());
        for slice in slices {
            made.push((self.0)(slice));
        }
        made
    }
}

impl<C: Texts> Containers for Capture<C> {
    fn keep(&self, slices: &[Values<'_>], around: &mut dyn FnMut(&mut dyn FnMut())) {
        let mut kept = Vec::with_capacity(slices.len());
        around(&mut || {
            for slice in slices {
                kept.push((self.0)(black_box(slice)));
            }
        });
    }

    fn working_set<'a>(&'a self, slices: &'a [Values<'a>]) -> Timer<'a> {
        let mut places = self.made(&slices.repeat(WORKING_SET / slices.len()));
        let mut next = 0_usize;
        Box::new(move |count| {
            // Brings the set back into the nearer caches: how far away it was depends on the
            // neighbours of the machine.
            for place in &places {
                place.read();
            }
            repeat(count, || {
                for slice in slices {
                    // An odd step visits all places, and none soon again.
                    next = next.wrapping_add(389);
                    let place = next % places.len();
                    places[place] = (self.0)(black_box(slice));
                }
            })
        })
    }

    fn used(&self, kind: Use, slices: &[Values<'_>]) -> Timer<'static> {
        let (containers, equal) = (self.made(slices), self.made(slices));
        match kind {
            Use::Read => each(containers, equal, |one, _| one.read()),
            // The slice with two values has an index of 1, that with four too.
            Use::Index => each(containers, equal, |one, _| {
                black_box(&one.get(black_box(1)));
            }),
            Use::Clone => each(containers, equal, |one, _| {
                black_box(&one.clone());
            }),
            Use::Compare => each(containers, equal, |one, other| {
                black_box(one == other);
            }),
        }
    }

    fn texts(&self, slice: Values<'_>) -> Vec<String> {
        let mut texts = Vec::new();
        (self.0)(slice).each(|text| texts.push(text.to_owned()));
        texts
    }
}

/// Returns a timer of some work with each container and its equal.
fn each<C: 'static>(all: Vec<C>, equal: Vec<C>, work: impl Fn(&C, &C) + 'static) -> Timer<'static> {
    Box::new(move |count| {
        repeat(count, || {
            for (one, other) in all.iter().zip(&equal) {
                work(black_box(one), black_box(other));
            }
        })
    })
}

/// A container of captured texts.
pub(crate) trait Texts: Clone + PartialEq + 'static {
    fn each(&self, visit: impl FnMut(&str));

    fn get(&self, index: usize) -> Option<&str>;

    /// Reads every byte of every text.
    fn read(&self) {
        self.each(|text| {
            // A sum of all bytes, which nothing but reading them gives.
            black_box(text.bytes().fold(0_u8, u8::wrapping_add));
        });
    }
}

impl Texts for () {
    fn each(&self, _visit: impl FnMut(&str)) {}

    fn get(&self, _index: usize) -> Option<&str> {
        None
    }
}

/// Implements the trait by an expression that iterates over a container, and one that gets a text.
macro_rules! texts {
    ($(
        [$($bound:tt)*] $ty:ty:
            |$all:ident| $iterate:expr, |$one:ident, $index:ident| $get:expr;
    )*) => {$(
        impl<$($bound)*> Texts for $ty {
            fn each(&self, mut visit: impl FnMut(&str)) {
                let $all = self;
                for text in $iterate {
                    visit(text.as_ref());
                }
            }

            fn get(&self, $index: usize) -> Option<&str> {
                let $one = self;
                $get
            }
        }
    )*};
}

texts! {
    [S: AsRef<str> + Clone + PartialEq + 'static] Vec<S>:
        |all| all.iter(), |one, index| one.as_slice().get(index).map(AsRef::as_ref);
    [S: AsRef<str> + Clone + PartialEq + 'static] Box<[S]>:
        |all| all.iter(), |one, index| (**one).get(index).map(AsRef::as_ref);
    [S: AsRef<str> + Clone + PartialEq + 'static] Option<Box<[S]>>:
        |all| all.iter().flatten(), |one, index| one.as_deref()?.get(index).map(AsRef::as_ref);
    [] StrList: |all| all.iter(), |one, index| one.get(index);
    [] seq_str::SeqStr: |all| all.iter(), |one, index| one.get(index);
    [] compact_strings::CompactStrings: |all| all.iter(), |one, index| one.get(index);
    [] nested::Nested<String>: |all| all.iter(), |one, index| one.get(index);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::slices::SLICES;
    use std::collections::HashSet;
    use std::sync::Arc;

    #[test]
    fn every_way_has_a_name_and_captures_what_to_string_gives() {
        let rows = string_kit_data::names().iter();
        let drawn: Vec<&dyn Display> = rows.map(|row| &row.name as _).collect();
        let mut names = HashSet::new();
        for workload in all() {
            for (slice, values) in SLICES {
                assert_eq!(workload.check(values), Ok(()), "{slice}");
            }
            if workload.operations().contains(&Operation::Names) {
                for values in drawn.chunks(4) {
                    assert_eq!(workload.check(values), Ok(()));
                }
            }
            for name in [workload.to_string(), workload.title] {
                assert!(names.insert(name.clone()), "{name} twice");
            }
        }
    }

    #[test]
    fn keep_holds_what_pass_drops() {
        let text: &'static Arc<str> = Box::leak(Box::new("text".into()));
        let capture = |_: Values<'_>| vec![Arc::clone(text)];
        let workload = Workload::new(
            Group::Rival,
            "test",
            (Container::Own, "test"),
            "test",
            capture,
        );
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
