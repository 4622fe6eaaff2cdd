//! `HipStr<'static>`: 23 bytes inline, slices share.

use crate::Package;

pub(crate) const PACKAGE: Option<Package> = Some(Package::new("hipstr", [2023, 6], [2025, 2]));

representation! {
    hip_str: hipstr::HipStr<'static>, PACKAGE;
    is_drop_in: false,
}

/// The laws that the type is known to break.
#[cfg(feature = "laws")]
pub mod laws {
    use string_kit_conformance::{Law, Subject, subject};

    use super::This;

    /// Expands to a subject with the methods of a `HipStr` with any reference count.
    macro_rules! hip_str {
        ($ty:ty; $($slice:ident,)?) => {
            breaks_as_hip_str(subject!($ty;
                $($slice,)? push, push_str, pop, truncate, clear, repeat, concat, capacity,
                with_capacity, shrink_to_fit,
                as_mut_str: |text| text.to_mut_str(),
                from_utf8: |bytes| This::from_utf8(bytes.into()).ok(),
                from_utf8_lossy: |bytes| This::from_utf8_lossy(bytes.into()),
            ))
        };
    }
    #[cfg(feature = "rivals")]
    pub(crate) use hip_str;

    pub fn subject() -> Subject<This> {
        breaks_as_slices(hip_str!(This; slice,))
    }

    /// Declares the laws that a `HipStr` breaks with any reference count.
    pub(crate) fn breaks_as_hip_str<S>(subject: Subject<S>) -> Subject<S> {
        let subject = subject.known(
            Law::BorrowedOnce,
            "hipstr 0.8.0 reads the texts of concat twice, for the length and for the bytes: if a \
             text is shorter the second time, bytes of the result are uninitialised",
        );
        if !cfg!(debug_assertions) {
            return subject;
        }
        subject.known(
            Law::ClonesAreIndependent,
            "hipstr 0.8.0 asserts in truncate and clear that a short text is inline, but after \
             with_capacity it is on the heap",
        )
    }

    /// Declares the laws that the slices of a `HipStr` break.
    pub(crate) fn breaks_as_slices<S>(subject: Subject<S>) -> Subject<S> {
        let subject = subject.known(
            Law::CapacityIsRoom,
            "hipstr 0.8.0 returns the capacity of the whole block for a slice, but copies the \
             slice when it grows",
        );
        if cfg!(debug_assertions) {
            return subject;
        }
        subject.known(
            Law::RangesKeepCharacters,
            "hipstr 0.8.0 reads the end of ..=usize::MAX as 0: the sum overflows",
        )
    }
}
