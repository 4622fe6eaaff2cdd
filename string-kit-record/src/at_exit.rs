//! The end of the program.

/// Has a function called at the end of the program, after those that are named later. Returns
/// `false` if that is not possible.
#[cfg(any(unix, windows))]
pub(crate) fn at_exit(function: extern "C" fn()) -> bool {
    #[allow(unsafe_code)]
    mod c {
        // C's library declares `atexit` so. It calls the function once, from `exit`. Any thread may
        // call `atexit`.
        unsafe extern "C" {
            pub(super) safe fn atexit(function: extern "C" fn()) -> core::ffi::c_int;
        }
    }
    c::atexit(function) == 0
}

/// Returns `false`: nothing is called at the end of a program here.
#[cfg(not(any(unix, windows)))]
pub(crate) fn at_exit(_: extern "C" fn()) -> bool {
    false
}
