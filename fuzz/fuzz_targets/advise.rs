//! The advisor's readers: bytes of each format are profiled, or refused with one line. A profile is
//! read as it was written, however little memory it had.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use string_kit_advise::profile_bytes;

const FORMATS: [&str; 6] = ["jsonl", "json", "csv", "tsv", "lines", "profile"];

fuzz_target!(|input: &[u8]| {
    let [choice, bytes @ ..] = input else {
        return;
    };
    let choice = usize::from(*choice);
    let memory = [1 << 10, 1 << 16, 256 << 20][choice / FORMATS.len() % 3];
    let bytes = Cursor::new(bytes.to_vec());
    match profile_bytes(FORMATS[choice % FORMATS.len()], bytes, memory) {
        Ok(rows) => {
            let read = profile_bytes("profile", Cursor::new(rows.clone()), usize::MAX);
            assert_eq!(read.as_deref(), Ok(&*rows));
        }
        Err(fault) => assert_eq!(fault.lines().count(), 1, "{fault}"),
    }
});
