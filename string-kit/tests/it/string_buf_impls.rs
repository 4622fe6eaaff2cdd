//! Tests of conversions of `StringBuf` and `SharedStr` from and into std's types, with `String` as
//! the oracle, and of their allocations.

use std::borrow::{BorrowMut, Cow};
use std::error::Error;
use std::ffi::CString;
#[cfg(feature = "std")]
use std::ffi::{OsStr, OsString};
use std::ops::Range;
#[cfg(feature = "std")]
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use string_kit::{CaptureErrorKind, SharedStr, StringBuf};
use string_kit_conformance::{Counts, count, with_budget};

use crate::support::assert_exact;

type Buf = StringBuf<7>;

const TEXTS: [&str; 5] = [
    "",
    "é",
    "0123456",
    "01234567",
    "a text longer than fifteen bytes",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bytes_convert_as_into_a_string(
        bytes in prop_oneof![
            proptest::collection::vec(any::<u8>(), 0..40),
            "\\PC{0,12}".prop_map(String::into_bytes),
        ],
    ) {
        let model = String::from_utf8(bytes.clone());
        prop_assert_eq!(
            Buf::from_utf8(&bytes).map(String::from),
            model.clone().map_err(|error| error.utf8_error())
        );
        prop_assert_eq!(Buf::try_from(bytes.clone()).map(String::from), model.clone());
        prop_assert_eq!(SharedStr::try_from(bytes.clone()).map(String::from), model.clone());
        prop_assert_eq!(
            SharedStr::from_utf8(&bytes).map(String::from),
            model.map_err(|error| error.utf8_error())
        );
        let model = String::from_utf8_lossy(&bytes);
        prop_assert_eq!(&Buf::from_utf8_lossy(&bytes), &model);
        prop_assert_eq!(&SharedStr::from_utf8_lossy(&bytes), &model);
    }

    #[test]
    fn utf_16_converts_as_into_a_string(
        units in prop_oneof![
            proptest::collection::vec(prop_oneof![any::<u16>(), 0xD800..=0xDFFF_u16], 0..40),
            "\\PC{0,12}".prop_map(|text| text.encode_utf16().collect()),
        ],
    ) {
        let model = String::from_utf16(&units).ok();
        prop_assert_eq!(Buf::from_utf16(&units).ok().map(String::from), model.clone());
        prop_assert_eq!(SharedStr::from_utf16(&units).ok().map(String::from), model);
        let model = String::from_utf16_lossy(&units);
        prop_assert_eq!(&Buf::from_utf16_lossy(&units), &model);
        prop_assert_eq!(&SharedStr::from_utf16_lossy(&units), &model);
    }

    #[test]
    fn ranges_are_appended_and_texts_repeated_as_in_a_string(
        text in "[a-c😀é€]{0,9}",
        starts_and_ends in proptest::collection::vec((any::<usize>(), any::<usize>()), 0..4),
        times in 0..5_usize,
    ) {
        let mut buf = Buf::from(text.as_str());
        let mut model = text;
        for (start, end) in starts_and_ends {
            let bounds: Vec<_> = (0..=model.len()).filter(|at| model.is_char_boundary(*at)).collect();
            let (start, end) = (bounds[start % bounds.len()], bounds[end % bounds.len()]);
            let range = start.min(end)..start.max(end);
            buf.extend_from_within(range.clone());
            model.extend_from_within(range);
            prop_assert_eq!(&buf, &model);
        }
        prop_assert_eq!(&buf.repeat(times), &model.repeat(times));
        prop_assert_eq!(buf.into_bytes(), model.into_bytes());
    }
}

#[test]
fn std_types_convert_into_both_and_back() {
    for text in TEXTS {
        macro_rules! check {
            ($($own:ty),*) => {$(
                let own = || <$own>::from(text);
                assert_eq!(<$own>::from(Arc::<str>::from(text)), text);
                assert_eq!(<$own>::from(Rc::<str>::from(text)), text);
                assert_eq!(<$own>::from(&'é'), "é");
                assert_eq!(<$own>::try_from(CString::new(text).unwrap()).unwrap(), text);
                assert_eq!(Vec::<u8>::from(own()), text.as_bytes());
                assert_eq!(Cow::<str>::from(own()), text);
                assert!(matches!(Cow::from(&own()), Cow::Borrowed(same) if same == text));
                assert_eq!(Box::<dyn Error>::from(own()).to_string(), text);
                assert_eq!(Box::<dyn Error + Send + Sync>::from(own()).to_string(), text);
                assert_eq!(Box::<dyn Error>::from(&own()).to_string(), text);
                assert_eq!(String::from(&own()), text);
                assert_eq!(own().into_bytes(), text.as_bytes());
                assert_eq!(own().as_bytes(), text.as_bytes());
                assert_eq!(own().into_string(), text);
                assert_eq!(&*own().into_boxed_str(), text);
                assert_eq!(own()[..], *text);

                let twice = text.repeat(2);
                assert_eq!([own(), own()].into_iter().collect::<$own>(), twice);
                assert_eq!([own(), own()].iter().collect::<$own>(), twice);
                assert_eq!([own(), own()].into_iter().collect::<String>(), twice);
                assert_eq!(*[own(), own()].into_iter().collect::<Box<str>>(), *twice);
                assert_eq!([own(), own()].into_iter().collect::<Cow<str>>(), twice);
                let mut all = Cow::from(text);
                all.extend([own()]);
                assert_eq!(all, twice);
                let mut all = Buf::from(text);
                all.extend([own()]);
                assert_eq!(all, twice);
                #[cfg(feature = "std")]
                {
                    assert_eq!(OsString::from(own()), text);
                    assert_eq!(PathBuf::from(own()), Path::new(text));
                    assert_eq!(AsRef::<OsStr>::as_ref(&own()), text);
                    assert_eq!(AsRef::<Path>::as_ref(&own()), Path::new(text));
                }
            )*};
        }
        check!(Buf, SharedStr);
        let mut all = Buf::new();
        all.extend([Cow::Borrowed(text), Cow::Owned(text.into())]);
        all.extend([Box::<str>::from(text)]);
        all.extend([&Buf::from(text)]);
        all.extend([&SharedStr::from(text)]);
        assert_eq!(all, text.repeat(5));
        let (shared, buf) = (SharedStr::from(text), Buf::from(text));
        assert_eq!((shared == buf, buf == shared), (true, true));
    }
    let error = Buf::try_from(CString::new([0xFF]).unwrap()).unwrap_err();
    assert_eq!(error.into_cstring().as_bytes(), [0xFF]);
}

/// Paths compare by component, so that a trailing slash does not matter, as with `String`.
#[cfg(feature = "std")]
#[test]
fn both_compare_with_paths_as_paths_do() {
    for (text, path, equal) in [
        ("a/b", "a/b/", true),
        ("a//b", "a/b", true),
        ("a", "b", false),
    ] {
        macro_rules! check {
            ($($own:ty),*) => {$(
                let (own, path) = (<$own>::from(text), Path::new(path));
                let owned = path.to_owned();
                assert_eq!((own == *path, *path == own), (equal, equal));
                assert_eq!((own == owned, owned == own), (equal, equal));
            )*};
        }
        check!(Buf, SharedStr);
    }
}

#[test]
fn order_with_other_types_is_that_of_str() {
    for (a, b) in TEXTS.iter().flat_map(|a| TEXTS.map(|b| (*a, b))) {
        macro_rules! check {
            ($($own:ty),*) => {$(
                let own = <$own>::from(a);
                assert_eq!(own.partial_cmp(&b), a.partial_cmp(b));
                assert_eq!(own.partial_cmp(&String::from(b)), a.partial_cmp(b));
                assert_eq!(b.partial_cmp(&own), b.partial_cmp(a));
                assert_eq!((&b).partial_cmp(&own), b.partial_cmp(a));
                assert_eq!(String::from(b).partial_cmp(&own), b.partial_cmp(a));
            )*};
        }
        check!(Buf, SharedStr);
    }
}

#[test]
fn mutable_views_change_the_text_in_place() {
    let mut buf = Buf::from("abcdefghij");
    AsMut::<str>::as_mut(&mut buf).make_ascii_uppercase();
    assert_eq!(buf, "ABCDEFGHIJ");
    BorrowMut::<str>::borrow_mut(&mut buf)[..1].make_ascii_lowercase();
    buf[2..4].make_ascii_lowercase();
    assert_eq!(buf, "aBcdEFGHIJ");
}

#[test]
fn a_long_buffer_is_given_away_without_a_copy() {
    macro_rules! check {
        ($($convert:expr),* $(,)?) => {$(
            let mut buf = Buf::with_capacity(40);
            buf.push_str("0123456789");
            let address = buf.as_ptr().addr();
            let convert = $convert;
            let (converted, counts) = count(|| convert(buf));
            assert_eq!(counts, Counts::default(), stringify!($convert));
            assert_eq!(converted.as_ptr().addr(), address, stringify!($convert));
        )*};
    }
    check!(
        String::from,
        Vec::<u8>::from,
        Buf::into_bytes,
        Buf::into_string,
        Cow::<str>::from
    );
    #[cfg(feature = "std")]
    {
        let os_string = |buf| OsString::from(buf).into_encoded_bytes();
        let path = |buf| PathBuf::from(buf).into_os_string().into_encoded_bytes();
        check!(os_string, path);
    }
    check!(|buf| Buf::try_from(Buf::into_bytes(buf)).unwrap());
    check!(|buf| Buf::try_from(Buf::into_bytes(buf)).unwrap());
    check!(|buf: Buf| Buf::from(buf.into_string()));

    let (error, counts) = count(|| Box::<dyn Error>::from(Buf::from("0123456789")));
    // The buffer, and a `String` in a box.
    assert_eq!((counts.allocations, counts.reallocations), (2, 0));
    assert_eq!(error.to_string(), "0123456789");
}

#[test]
fn a_shared_str_is_made_with_one_exact_allocation() {
    let header = 2 * size_of::<usize>();
    let text = "é".repeat(20);
    let units: Vec<u16> = text.encode_utf16().collect();
    macro_rules! check {
        ($($make:expr),* $(,)?) => {$(
            let (shared, counts) = count(|| $make);
            // The source is freed, and nothing else was allocated in between.
            assert_exact(counts, header + text.len(), stringify!($make));
            assert_eq!(shared, text);
        )*};
    }
    check!(
        SharedStr::from_utf8(&text).unwrap(),
        SharedStr::from_utf8_lossy(text.as_bytes()),
        SharedStr::from_utf16(&units).unwrap(),
        SharedStr::from_utf16_lossy(&units),
        text.chars().collect::<SharedStr>(),
        [&*text].into_iter().collect::<SharedStr>(),
    );
    let shared = SharedStr::from(text.as_str());
    let (string, counts) = count(|| shared.clone().into_string());
    assert_exact(counts, text.len(), &string);
    let (boxed, counts) = count(|| shared.clone().into_boxed_str());
    assert_exact(counts, text.len(), &boxed);
    let (bytes, counts) = count(|| shared.clone().into_bytes());
    assert_exact(counts, text.len(), "bytes");
    assert_eq!(bytes, text.as_bytes());
}

#[test]
fn a_short_text_from_bytes_or_utf_16_allocates_nothing() {
    let units: Vec<u16> = "0123456".encode_utf16().collect();
    let (made, counts) = count(|| {
        [
            Buf::from_utf8_lossy(b"0123456"),
            Buf::from_utf16(&units).unwrap(),
            Buf::from_utf16_lossy(&units),
            Buf::from("é").repeat(3),
        ]
    });
    assert_eq!(counts, Counts::default());
    assert!(made.iter().all(StringBuf::is_inline));
    let (made, counts) = count(|| Buf::from_utf8_lossy(b"0123456789"));
    assert_exact(counts, 10, &made);
    let (made, counts) = count(|| made.repeat(3));
    assert_exact(counts, 30, &made);
}

#[test]
fn shrink_to_keeps_the_given_capacity() {
    for (text, capacity, min, expected) in [
        ("0123456789", 40, 20, 20),
        ("0123456789", 40, 0, 10),
        ("0123456789", 40, 40, 40),
        ("0123456789", 40, usize::MAX, 40),
        ("012", 40, 8, 8),
        ("012", 40, 7, 7),
        ("012", 7, 0, 7),
    ] {
        let mut buf = Buf::with_capacity(capacity);
        buf.push_str(text);
        let live = |buf: &Buf| {
            if buf.is_inline() {
                0
            } else {
                buf.capacity().cast_signed()
            }
        };
        let before = live(&buf);
        let ((), counts) = count(|| buf.shrink_to(min));
        assert_eq!((buf.as_str(), buf.capacity()), (text, expected));
        assert_eq!(counts.live_bytes, live(&buf) - before);
    }
}

#[test]
fn out_of_memory_for_a_capacity_is_an_error() {
    let failed = with_budget(0, || Buf::try_with_capacity(8).map(|buf| buf.capacity()));
    assert_eq!(failed.unwrap_err().kind(), CaptureErrorKind::Alloc);
    let inline = with_budget(0, || Buf::try_with_capacity(7).map(|buf| buf.capacity()));
    assert_eq!(inline.unwrap(), 7);
    let (buf, counts) = count(|| Buf::try_with_capacity(40).unwrap());
    assert_exact(counts, 40, &buf);
}

/// Keeps the leaked texts reachable, so that leak checkers find nothing.
static LEAKED: Mutex<Vec<&str>> = Mutex::new(Vec::new());

#[test]
fn leak_returns_the_text() {
    for text in TEXTS {
        let leaked: &'static mut str = Buf::from(text).leak();
        assert_eq!(leaked, text);
        LEAKED.lock().unwrap().push(leaked);
    }
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_range_that_cuts_a_character_is_not_appended() {
    let mut buf = Buf::from("aé€🦀z");
    let reversed = Range { start: 5, end: 3 };
    for range in [2..3, 1..2, reversed, 0..100] {
        let call = std::panic::AssertUnwindSafe(|| buf.extend_from_within(range));
        std::panic::catch_unwind(call).unwrap_err();
        assert_eq!((buf.as_str(), buf.capacity()), ("aé€🦀z", 11));
    }
}

#[test]
#[should_panic = "capacity overflow"]
fn too_many_repetitions_panic() {
    drop(Buf::from("ab").repeat(usize::MAX));
}
