//! The frame of the programs: reads texts, and keeps what a parser makes of them.

use std::env;
use std::fs::read_to_string;

string_kit_record::count_heap!();

/// Parses the text of each file that the file of the first argument names, so often as the second
/// argument says, and keeps the texts and the results to the end. Files that are no UTF-8 are left
/// out.
///
/// # Panics
///
/// Panics if an argument is wrong.
pub fn run<T>(parse: impl Fn(&'static str) -> T) {
    let [names, times] = [1, 2].map(|at| env::args().nth(at).expect("two arguments"));
    let names = read_to_string(names).expect("a file with the names of files");
    let read = names.lines().filter_map(|name| read_to_string(name).ok());
    let texts: Vec<&str> = read.map(|text| &*text.leak()).collect();
    let times: usize = times.parse().expect("a number");
    let mut kept = Vec::with_capacity(texts.len() * times);
    for _ in 0..times {
        kept.extend(texts.iter().map(|text| parse(text)));
    }
    println!("{} texts", kept.len());
}
