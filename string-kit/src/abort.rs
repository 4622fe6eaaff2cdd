//! The end of the program, with std or without.

/// Ends the program: after this there is nothing sound left to do.
///
/// With `std` it is `std::process::abort`. Without, a panic whose unwinding panics again: that
/// aborts wherever panics unwind, and where they do not the first one ends the program.
#[cold]
pub(crate) fn abort(why: &str) -> ! {
    #[cfg(feature = "std")]
    {
        std::eprintln!("{why}: aborting");
        std::process::abort()
    }
    #[cfg(not(feature = "std"))]
    {
        struct PanicOnDrop<'a>(&'a str);
        impl Drop for PanicOnDrop<'_> {
            fn drop(&mut self) {
                panic!("{}", self.0);
            }
        }
        let _second = PanicOnDrop(why);
        panic!("{why}")
    }
}
