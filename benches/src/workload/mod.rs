//! The ways to capture, each defined once, whoever measures it.
//!
//! A way is a plain function from values to a container of texts; a [`Workload`] is that function
//! with a name, and the check that it captured what `to_string` gives.

mod capture;
pub mod contend;
mod floor;
pub mod json;
pub mod lengths;
pub mod lookup;
pub mod nodes;
mod offers;
pub mod pairs;
mod published;
mod rivals;
mod texts;
mod typed;

use std::fmt::{self, Display};
use std::hint::black_box;

pub use capture::{Representation, representations};
pub use offers::{Offer, offers};
pub use texts::Texts;

use crate::input::Values;

/// The way that all others are compared with.
pub const BASELINE: &str = "vec_string";

/// The strategy of the ways that see the types of the values. The others have `&dyn Display`.
pub const TYPED: &str = "typed";

/// What kind of way a workload is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Formatting alone, nothing kept: no way that formats can be faster. A way that sees the
    /// types of the values does not format, and can be.
    Floor,
    /// The seven ways that numbers were published of.
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

impl Group {
    /// The name in reports: a Rust identifier.
    ///
    /// ```
    /// use string_kit_benches::workload::Group;
    ///
    /// assert_eq!(Group::StringKit.name(), "string_kit");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::Published => "published",
            Self::StringKit => "string_kit",
            Self::Rival => "rival",
            Self::Representation => "representation",
            Self::Typed => "typed",
        }
    }
}

/// One way to capture.
///
/// ```
/// use string_kit_benches::{input, workload};
///
/// let list = workload::all().into_iter().find(|way| way.name == "str_list").unwrap();
/// list.pass(&input::pass());
/// assert_eq!(list.handle_bytes, 16);
/// ```
pub struct Workload {
    /// What kind of way it is.
    pub group: Group,
    /// The name, or that of the representation.
    pub name: &'static str,
    /// The strategy, where the way is one of a representation's, or [`TYPED`].
    pub strategy: Option<&'static str>,
    /// The size of the container itself, without what it points to.
    pub handle_bytes: usize,
    pass: Box<Pass>,
    keep: Box<Keep>,
    texts: Box<ToTexts>,
}

type Pass = dyn Fn(&[Values<'_>]) + Send + Sync;
type Keep = dyn Fn(&[Values<'_>], &mut dyn FnMut(&mut dyn FnMut())) + Send + Sync;
type ToTexts = dyn Fn(Values<'_>) -> Option<Vec<String>> + Send + Sync;

impl Workload {
    /// A workload of a function that captures.
    fn new<C: Texts>(
        group: Group,
        name: &'static str,
        run: impl Fn(Values<'_>) -> C + Copy + Send + Sync + 'static,
    ) -> Self {
        Self {
            group,
            name,
            strategy: None,
            handle_bytes: size_of::<C>(),
            pass: Box::new(move |slices| {
                for slice in slices {
                    black_box(run(black_box(slice)));
                }
            }),
            keep: Box::new(move |slices, around| {
                let mut kept: Vec<Option<C>> = slices.iter().map(|_| None).collect();
                around(&mut || {
                    for (kept, slice) in kept.iter_mut().zip(slices) {
                        *kept = Some(run(black_box(slice)));
                    }
                });
            }),
            texts: Box::new(move |slice| run(slice).texts()),
        }
    }

    /// Whether this is the way that all others are compared with.
    ///
    /// ```
    /// use string_kit_benches::workload;
    ///
    /// assert_eq!(workload::all().iter().filter(|way| way.is_baseline()).count(), 1);
    /// ```
    #[must_use]
    pub fn is_baseline(&self) -> bool {
        self.name == BASELINE && self.strategy.is_none()
    }

    /// Captures each slice, and drops what was captured before the next.
    ///
    /// # Panics
    ///
    /// If the way is [`TYPED`], and a slice has more values than the example slices have.
    pub fn pass(&self, slices: &[Values<'_>]) {
        (self.pass)(slices);
    }

    /// Captures each slice within a call of `around`, and drops what was captured after it.
    ///
    /// ```
    /// use string_kit_benches::{input, workload};
    ///
    /// workload::all()[0].keep(&input::pass(), |capture| capture());
    /// ```
    pub fn keep(&self, slices: &[Values<'_>], mut around: impl FnMut(&mut dyn FnMut())) {
        (self.keep)(slices, &mut around);
    }

    /// Captures a slice and compares the texts with what `to_string` gives.
    ///
    /// # Errors
    ///
    /// What differs, in words.
    ///
    /// ```
    /// use string_kit_benches::workload;
    ///
    /// assert_eq!(workload::all()[0].check(&[&1.5]), Ok(()));
    /// ```
    pub fn check(&self, values: Values<'_>) -> Result<(), String> {
        let expected: Vec<String> = values.iter().map(ToString::to_string).collect();
        match (self.texts)(values) {
            Some(texts) if texts != expected => {
                Err(format!("{self} captured {texts:?}, not {expected:?}"))
            }
            _ => Ok(()),
        }
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

impl fmt::Debug for Workload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workload")
            .field("group", &self.group)
            .field("name", &self.name)
            .field("strategy", &self.strategy)
            .field("handle_bytes", &self.handle_bytes)
            .finish_non_exhaustive()
    }
}

/// Workloads of functions, each under its function's name.
macro_rules! workloads {
    ($group:expr; $($run:ident),* $(,)?) => {
        vec![$( $crate::workload::Workload::new($group, stringify!($run), $run) ),*]
    };
}
use workloads;

/// All workloads, group by group.
///
/// ```
/// use string_kit_benches::workload;
///
/// assert!(workload::all().iter().any(|way| way.name == workload::BASELINE));
/// ```
#[must_use]
pub fn all() -> Vec<Workload> {
    [
        floor::workloads(),
        published::workloads(),
        capture::workloads(),
        typed::workloads(),
        rivals::workloads(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::SLICES;
    use std::cell::Cell;
    use std::collections::HashSet;

    #[test]
    fn every_way_captures_what_to_string_gives() {
        for workload in all() {
            for slice in SLICES {
                assert_eq!(workload.check(slice.values), Ok(()), "{}", slice.name);
            }
        }
    }

    #[test]
    fn every_name_is_its_own() {
        let mut seen = HashSet::new();
        for workload in all() {
            assert!(seen.insert(workload.to_string()), "{workload} twice");
        }
    }

    #[test]
    fn keep_holds_what_pass_drops() {
        thread_local! {
            static LIVE: Cell<usize> = const { Cell::new(0) };
        }
        struct Text;
        impl AsRef<str> for Text {
            fn as_ref(&self) -> &'static str {
                "text"
            }
        }
        impl Drop for Text {
            fn drop(&mut self) {
                LIVE.set(LIVE.get() - 1);
            }
        }
        fn capture(_: Values<'_>) -> Vec<Text> {
            LIVE.set(LIVE.get() + 1);
            vec![Text]
        }

        let workload = Workload::new(Group::Rival, "test", capture);
        let slices: [Values<'_>; 2] = [&[], &[]];
        workload.pass(&slices);
        assert_eq!(LIVE.get(), 0);
        workload.keep(&slices, |capture| {
            capture();
            assert_eq!(LIVE.get(), 2);
        });
        assert_eq!(LIVE.get(), 0);
    }
}
