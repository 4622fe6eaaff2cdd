use std::fmt::Debug;

use borsh::io::{Error, ErrorKind, Read};
use borsh::{BorshDeserialize, BorshSerialize, from_slice, to_vec};
use proptest::prelude::*;
use string_kit::{SharedStr, StrList, StringBuf};
use string_kit_conformance::count;
use string_kit_conformance::texts::{ascii, texts};

use crate::{assert_counts, fails_until_it_fits, lists, some_strings};

/// A type that has the bytes of another, in both directions.
trait Text:
    BorshSerialize + BorshDeserialize + Debug + PartialEq<String> + for<'a> From<&'a str>
{
}

impl Text for SharedStr {}
impl<const N: usize> Text for StringBuf<N> {}

fn has_the_bytes_of_a_string<T: Text>(text: &String) {
    let bytes = to_vec(text).unwrap();
    assert_eq!(to_vec(&T::from(text)).unwrap(), bytes);
    assert_eq!(from_slice::<T>(&bytes).unwrap(), *text);
}

fn has_the_bytes_of_a_vec(strings: &Vec<String>) {
    let bytes = to_vec(strings).unwrap();
    assert_eq!(to_vec(&StrList::from_iter(strings)).unwrap(), bytes);
    assert_eq!(from_slice::<StrList>(&bytes).unwrap(), *strings);
}

#[test]
fn texts_have_the_bytes_of_a_string() {
    for text in texts()
        .iter()
        .chain(&[4095, 4096, 4097, 8192, 100_000].map(ascii))
    {
        has_the_bytes_of_a_string::<SharedStr>(text);
        has_the_bytes_of_a_string::<StringBuf<0>>(text);
        has_the_bytes_of_a_string::<StringBuf<24>>(text);
        has_the_bytes_of_a_string::<StringBuf<512>>(text);
    }
}

#[test]
fn lists_have_the_bytes_of_a_vec() {
    lists().for_each(|strings| has_the_bytes_of_a_vec(&strings));
}

/// Asserts that a type and its control read the same value or return the same error.
fn reads_as<T, Control>(bytes: &[u8])
where
    T: BorshDeserialize + Debug + PartialEq<Control>,
    Control: BorshDeserialize + Debug,
{
    match (from_slice::<T>(bytes), from_slice::<Control>(bytes)) {
        (Ok(read), Ok(expected)) => assert_eq!(read, expected),
        (Err(error), Err(expected)) => assert_eq!(
            (error.kind(), error.to_string()),
            (expected.kind(), expected.to_string())
        ),
        (read, expected) => panic!("{read:?}, not {expected:?}"),
    }
}

fn read_as_std_types(bytes: &[u8]) {
    reads_as::<SharedStr, String>(bytes);
    reads_as::<StringBuf<4>, String>(bytes);
    reads_as::<StringBuf<24>, String>(bytes);
    reads_as::<StrList, Vec<String>>(bytes);
}

#[test]
fn input_that_ends_too_early_is_the_error_of_borsh() {
    for len in [0, 1, 15, 16, 255, 256, 257, 5000] {
        let text = to_vec(&ascii(len)).unwrap();
        let list = to_vec(&[String::new(), ascii(len), ascii(3)].to_vec()).unwrap();
        for bytes in [&text, &list] {
            for end in (0..bytes.len()).filter(|end| *end < 300 || end % 100 == 0) {
                read_as_std_types(&bytes[..end]);
            }
        }
        // A byte too many.
        read_as_std_types(&[&text[..], &[0]].concat());
    }
}

#[test]
fn bytes_that_are_not_utf8_are_the_error_of_borsh() {
    for len in [1, 16, 256, 257, 5000] {
        for wrong in [0xFF, 0x80, 0xE2] {
            for at in [0, len / 2, len - 1] {
                let mut bytes = ascii(len).into_bytes();
                bytes[at] = wrong;
                let list = to_vec(&vec![b"first".to_vec(), bytes.clone()]).unwrap();
                let bytes = to_vec(&bytes).unwrap();
                let error = from_slice::<SharedStr>(&bytes).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::InvalidData);
                read_as_std_types(&bytes);
                read_as_std_types(&list);
            }
        }
    }
}

proptest! {
    #[test]
    fn any_list_has_the_bytes_of_a_vec(strings in some_strings()) {
        has_the_bytes_of_a_vec(&strings);
        strings.iter().for_each(has_the_bytes_of_a_string::<SharedStr>);
        strings.iter().for_each(has_the_bytes_of_a_string::<StringBuf<24>>);
    }

    /// Small numbers in front, so that they are often lengths that fit.
    #[test]
    fn any_bytes_are_read_as_std_types_read_them(
        numbers in proptest::array::uniform3(0_u32..12),
        rest in proptest::collection::vec(0_u8..0x90, 0..20),
    ) {
        let [a, b, c] = numbers.map(u32::to_le_bytes);
        let bytes = [&a[..], &b, &rest[..rest.len().min(9)], &c, &rest].concat();
        for start in [0, 4, 8] {
            read_as_std_types(&bytes[start..]);
        }
    }
}

/// Returns the bytes of a text that announces `announced` bytes and has `len`.
fn announces(announced: u32, len: usize) -> Vec<u8> {
    [&announced.to_le_bytes()[..], ascii(len).as_bytes()].concat()
}

/// Asserts that the bytes are an error of a type, and that at most `limit` bytes are in use until
/// then.
fn fails_within<T: BorshDeserialize + Debug>(limit: usize, bytes: &[u8]) {
    let (error, counts) = count(|| from_slice::<T>(bytes).unwrap_err());
    let peak = usize::try_from(counts.peak_bytes).unwrap();
    assert!(peak <= limit, "{counts:?}, at most {limit}: {error}");
}

#[test]
fn memory_follows_the_bytes_and_not_the_announced_length() {
    for len in [0, 1, 300, 5000, 100_000] {
        // The first read is of 4 KiB. Each later one doubles what has come, and to grow takes the
        // old buffer and the new one.
        let limit = 4096.max(len * 2) + len + 1024;
        let text = announces(u32::MAX, len);
        fails_within::<SharedStr>(limit, &text);
        fails_within::<StringBuf<24>>(limit, &text);
        // As many strings, of which the first is as long.
        fails_within::<StrList>(limit, &[&u32::MAX.to_le_bytes()[..], &text].concat());
    }
    // The number of strings alone: only the error allocates.
    fails_within::<StrList>(255, &[0xFF; 4]);
}

#[test]
fn texts_allocate_what_they_need() {
    for (len, shared, buf) in [
        (0, 0, 0),
        (16, 0, 0),
        (17, 1, 0),
        (24, 1, 0),
        (25, 1, 1),
        (256, 1, 1),
    ] {
        let bytes = to_vec(&ascii(len)).unwrap();
        let (text, counts) = count(|| from_slice::<SharedStr>(&bytes).unwrap());
        assert_counts(counts, shared, 0, text.heap_size());
        let (text, counts) = count(|| from_slice::<StringBuf<24>>(&bytes).unwrap());
        assert_counts(counts, buf, 0, len * buf);
        assert_eq!(text.is_inline(), buf == 0);
    }
    // A longer text is read into a buffer, which a `StringBuf` keeps. It begins with 4 KiB at most.
    for (len, growths) in [(257, 0), (4096, 0), (4097, 1), (20_000, 3)] {
        let bytes = to_vec(&ascii(len)).unwrap();
        let (text, counts) = count(|| from_slice::<StringBuf<24>>(&bytes).unwrap());
        assert_counts(counts, 1, growths, len);
        assert_eq!(text.capacity(), len);
        let (text, counts) = count(|| from_slice::<SharedStr>(&bytes).unwrap());
        assert_counts(counts, 2, growths, text.heap_size());
    }
    // The chunk of the builder, and the list.
    let bytes = to_vec(&vec![ascii(20); 20]).unwrap();
    let (list, counts) = count(|| from_slice::<StrList>(&bytes).unwrap());
    assert_counts(counts, 2, 0, list.heap_size());
}

#[test]
fn out_of_memory_is_an_error_and_leaks_nothing() {
    let out_of_memory = |error: &Error| error.kind() == ErrorKind::OutOfMemory;
    for (len, shared, buf) in [(10, 0, 0), (100, 1, 1), (1000, 2, 1), (10_000, 4, 3)] {
        let bytes = to_vec(&ascii(len)).unwrap();
        let read = || from_slice::<SharedStr>(&bytes);
        assert_eq!(fails_until_it_fits(read, out_of_memory), shared);
        let read = || from_slice::<StringBuf<24>>(&bytes);
        assert_eq!(fails_until_it_fits(read, out_of_memory), buf);
        let list = to_vec(&vec![ascii(len); 20]).unwrap();
        let read = || from_slice::<StrList>(&list);
        // The list, and for more than 256 bytes the chunks of the builder.
        let least = 1 + usize::from(20 * len > 256);
        assert!(fails_until_it_fits(read, out_of_memory) >= least);
    }
}

/// A reader that returns few bytes at a time and is interrupted between them, and fails after
/// `len` bytes.
struct Slow<'a> {
    bytes: &'a [u8],
    step: usize,
    len: usize,
    interrupted: bool,
}

impl Read for Slow<'_> {
    fn read(&mut self, to: &mut [u8]) -> borsh::io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(ErrorKind::Interrupted.into());
        }
        if self.len == 0 {
            return Err(ErrorKind::TimedOut.into());
        }
        let step = self.step.min(self.len).min(to.len()).min(self.bytes.len());
        let (now, later) = self.bytes.split_at(step);
        to[..step].copy_from_slice(now);
        (self.bytes, self.len) = (later, self.len - step);
        Ok(step)
    }
}

#[test]
fn slow_readers_are_read_to_the_end_and_their_errors_returned() {
    for len in [0, 20, 300, 5000] {
        let strings = vec![ascii(len), ascii(3)];
        let bytes = to_vec(&strings).unwrap();
        for step in [1, 7, 1000] {
            let slow = |len| Slow {
                bytes: &bytes,
                step,
                len,
                interrupted: false,
            };
            let list = StrList::deserialize_reader(&mut slow(usize::MAX)).unwrap();
            assert_eq!(list, strings);
            for end in [0, 3, 4, 6, 8, bytes.len() - 1] {
                let error = StrList::deserialize_reader(&mut slow(end)).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::TimedOut, "after {end} bytes");
            }
            let mut slow = slow(usize::MAX);
            let count = u32::deserialize_reader(&mut slow).unwrap();
            assert_eq!(count, 2);
            assert_eq!(
                SharedStr::deserialize_reader(&mut slow).unwrap(),
                strings[0]
            );
            // It takes its own bytes and no more.
            assert_eq!(
                StringBuf::<24>::deserialize_reader(&mut slow).unwrap(),
                strings[1]
            );
            assert_eq!(slow.bytes, b"");
        }
    }
}
