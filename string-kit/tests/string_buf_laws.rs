//! `StringBuf` by every law on the system's own allocator: `valgrind` sees what is uninitialised,
//! which the checking allocator fills.
#![cfg(feature = "conformance")]
#![allow(missing_docs)]

use string_kit::StringBuf;
use string_kit::conformance::Conform;

string_kit::conformance! { of_0: StringBuf::<0>::subject() }
string_kit::conformance! { of_7: StringBuf::<7>::subject() }
string_kit::conformance! { of_24: StringBuf::<24>::subject() }
