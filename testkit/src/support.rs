//! Texts, values and assertions for string types.

use std::fmt::{self, Display};
use std::marker::PhantomData;

use string_kit::{CapturedStr, TextError, TextErrorKind};
use string_kit_conformance::{Counts, count, with_budget};

pub use string_kit_conformance::texts::*;
pub use string_kit_conformance::values::*;

/// Returns `true` if a concrete type implements a trait: `implements!(String: fmt::Write)`.
///
/// The inherent constant exists only if the bound holds. It then takes precedence over the constant
/// of the trait.
#[macro_export]
macro_rules! implements {
    ($ty:ty: $($bound:tt)+) => {{
        struct Probe<T: ?Sized>(std::marker::PhantomData<T>);
        #[allow(dead_code)]
        trait Otherwise {
            const YES: bool = false;
        }
        impl<T: ?Sized> Otherwise for Probe<T> {}
        #[allow(dead_code)]
        impl<T: ?Sized + $($bound)+> Probe<T> {
            const YES: bool = true;
        }
        <Probe<$ty>>::YES
    }};
}

/// A value whose `Display` captures another such value, one level less deep, and writes its text.
#[derive(Debug)]
pub struct Reenters<S> {
    depth: usize,
    capture: fn(&Reenters<S>) -> S,
}

impl<S: CapturedStr> Reenters<S> {
    /// Makes a value that captures others `depth` levels deep, with this function.
    pub fn new(depth: usize, capture: fn(&Self) -> S) -> Self {
        Self { depth, capture }
    }

    /// Returns the text of a value of this depth.
    #[must_use]
    pub fn expected(depth: usize) -> String {
        match depth.checked_sub(1) {
            None => String::from("core"),
            Some(less) => format!("{depth}[{}]{depth}", Self::expected(less)),
        }
    }
}

impl<S: CapturedStr> Display for Reenters<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(depth) = self.depth.checked_sub(1) else {
            return f.write_str("core");
        };
        write!(f, "{}[", self.depth)?;
        let inner = (self.capture)(&Self { depth, ..*self });
        f.write_str(inner.as_str())?;
        write!(f, "]{}", self.depth)
    }
}

/// Returns values that misbehave, but whose `to_string` returns a text.
#[must_use]
pub fn odd_values<S: CapturedStr>() -> Vec<Box<dyn Display>> {
    let (huge, mixed) = (ascii(20_000), "aé€𝄞".repeat(700));
    let pieces = |piece: &str, times| -> Box<dyn Display> {
        let piece = piece.to_owned();
        Box::new(Pieces { piece, times })
    };
    vec![
        pieces("", 0),
        pieces("", 10_000),
        pieces(&huge, 1),
        pieces("x", 9_000),
        Box::new(Chars(mixed)),
        Box::new(Swallows(3)),
        Box::new(Swallows(1_000)),
        Box::new(Shields(Errs("half"))),
        Box::new(Reenters::<S>::new(4, |inner| S::capture(inner))),
        Box::new(CapturesSlice::<S>(PhantomData)),
    ]
}

/// A value whose `Display` captures a slice.
struct CapturesSlice<S>(PhantomData<S>);

impl<S: CapturedStr> Display for CapturesSlice<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("before ")?;
        let nested = Reenters::<S>::new(2, |inner| S::capture(inner));
        for part in &*string_kit::capture_shared::<S>(&[&1, &"two", &nested]) {
            write!(f, "{part} ")?;
        }
        f.write_str("after")
    }
}

/// Runs `work` with a budget of 0 allocations, then 1, and so on, until it succeeds. Asserts that
/// each failure is `Alloc` and leaks nothing. The global allocator must be a `CountingAllocator`.
pub fn fails_until_it_fits<R>(mut work: impl FnMut() -> Result<R, TextError>) -> R {
    for budget in 0..100 {
        let (result, counts) = count(|| with_budget(budget, &mut work));
        match result {
            Ok(done) => return done,
            Err(error) => assert_eq!(error.kind(), TextErrorKind::Alloc, "{budget} allocations"),
        }
        assert_eq!(counts.live_bytes, 0, "{budget} allocations");
    }
    panic!("100 allocations are not enough");
}

/// Asserts that the result is an error of this kind, with this index.
#[track_caller]
pub fn assert_error<R>(result: Result<R, TextError>, kind: TextErrorKind, index: Option<usize>) {
    let error = result.map(drop).unwrap_err();
    assert_eq!((error.kind(), error.index()), (kind, index));
}

/// Returns the counts of one block of `size` bytes that is allocated and kept, or of none if `size`
/// is 0.
#[must_use]
pub fn exact(size: usize) -> Counts {
    let bytes = isize::try_from(size).unwrap();
    Counts {
        allocations: usize::from(size > 0),
        live_bytes: bytes,
        peak_bytes: bytes,
        ..Counts::default()
    }
}

/// Asserts that one block of `size` bytes was allocated and kept, or none if `size` is 0.
#[track_caller]
pub fn assert_exact(counts: Counts, size: usize, what: &str) {
    assert_eq!(counts, exact(size), "{what}");
}
