//! The frame of the programs: reads texts, keeps what a parser makes of them, and measures it.

use std::io::stdin;

/// Returns the texts of the files that standard input names, without those that are no UTF-8.
pub fn texts() -> Vec<String> {
    let names = stdin().lines().map(|name| name.expect("a name in UTF-8"));
    names
        .filter_map(|name| std::fs::read_to_string(name).ok())
        .collect()
}

/// Parses each text and keeps the results. Prints the bytes of their blocks, the CPU seconds of
/// the process after they were dropped, and the size of a string in place.
///
/// If the variable `STRING_KIT_RECORD` names a file, the record of the strings is saved there.
pub fn run<'a, T>(texts: &'a [String], parse: impl Fn(&'a str) -> Option<T>) {
    let before = allocated();
    let mut kept: Vec<T> = Vec::with_capacity(texts.len());
    kept.extend(texts.iter().filter_map(|text| parse(text)));
    let bytes = allocated() - before;
    drop(kept);
    println!("{bytes} {} {}", cpu_seconds(), size_of::<text::Text>());
}

/// Returns the bytes of all blocks that glibc's allocator gave out, with their headers.
fn allocated() -> usize {
    // SAFETY: the function only reads the allocator's counts.
    let info = unsafe { libc::mallinfo2() };
    info.uordblks + info.hblkhd
}

fn cpu_seconds() -> f64 {
    // SAFETY: all bits zero are a `rusage`, and the pointer is to one.
    let usage = unsafe {
        let mut usage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &raw mut usage);
        usage
    };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}
