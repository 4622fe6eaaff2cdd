//! std's traits of `StringBuf` and `SharedStr`, with `str` and `String` as the oracle, and their
//! allocations. The laws examine the traits that most string types have.

use std::borrow::Cow;
use std::error::Error;
use std::ffi::CString;
#[cfg(feature = "std")]
use std::ffi::{OsStr, OsString};
#[cfg(feature = "std")]
use std::net::ToSocketAddrs;
use std::panic::{RefUnwindSafe, UnwindSafe};
#[cfg(feature = "std")]
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use proptest::prelude::*;
use string_kit::{SharedStr, StrList, StringBuf};
use string_kit_conformance::{Counts, count};
use string_kit_testkit::implements;
use string_kit_testkit::support::assert_exact;

type Buf = StringBuf<7>;

const TEXTS: [&str; 6] = [
    "",
    "é",
    "0123456",
    "01234567",
    "fifteen letters",
    "a text longer than fifteen bytes",
];

/// Runs the same statements with `Own` as each of the two types.
macro_rules! with_both {
    ($($statement:tt)*) => {
        {
            type Own = Buf;
            $($statement)*
        }
        {
            type Own = SharedStr;
            $($statement)*
        }
    };
}

#[test]
fn each_type_converts_into_both() {
    for text in TEXTS {
        let chars: Vec<char> = text.chars().collect();
        with_both! {
            let made: [Own; 20] = [
                Own::from(text),
                Own::from(&mut *String::from(text)),
                Own::from(&String::from(text)),
                Own::from(&Own::from(text)),
                Own::from(String::from(text)),
                Own::from(Box::<str>::from(text)),
                Own::from(Arc::<str>::from(text)),
                Own::from(Rc::<str>::from(text)),
                Own::from(Cow::Borrowed(text)),
                Own::from(Cow::<str>::Owned(text.into())),
                text.parse().unwrap(),
                CString::new(text).unwrap().try_into().unwrap(),
                chars.iter().collect(),
                chars.iter().copied().collect(),
                [text, ""].into_iter().collect(),
                [String::from(text)].into_iter().collect(),
                [Box::<str>::from(text)].into_iter().collect(),
                [Cow::Borrowed(text)].into_iter().collect(),
                [SharedStr::from(text)].into_iter().collect(),
                [StringBuf::<4>::from(text)].iter().collect(),
            ];
            for (way, made) in made.into_iter().enumerate() {
                assert_eq!(made, text, "way {way}");
            }
        }
        assert_eq!(Buf::from(SharedStr::from(text)), text);
        assert_eq!(SharedStr::from(StringBuf::<4>::from(text)), text);
    }
    for c in ['z', 'é', '€', '🦀'] {
        with_both! {
            assert_eq!([Own::from(c), Own::from(&c)], [c.to_string(), c.to_string()]);
        }
    }
    let error = Buf::try_from(CString::new([0xFF]).unwrap()).unwrap_err();
    assert_eq!(error.into_cstring().as_bytes(), [0xFF]);
}

/// A function that takes `impl Into<Self>` takes a reference too, as with `String`.
#[test]
fn a_reference_converts_into_its_own_type() {
    let shared = SharedStr::from("a text longer than fifteen bytes");
    let (same, counts) = count(|| SharedStr::from(&shared));
    assert_eq!(counts, Counts::default());
    assert!(SharedStr::ptr_eq(&same, &shared));
    with_both! {
        let name = |name: &dyn Fn() -> Own| name();
        assert_eq!(name(&|| (&Own::from("id")).into()), "id");
    }
}

#[test]
fn both_convert_into_each_type() {
    for text in TEXTS {
        with_both! {
            let own = || Own::from(text);
            macro_rules! check {
                ($($ty:ty),*) => {$(
                    assert_eq!(<$ty>::from(own()), <$ty>::from(text));
                    assert_eq!(<$ty>::from(&own()), <$ty>::from(text));
                )*};
            }
            check!(String, Box<str>, Arc<str>, Rc<str>, Vec<u8>);
            assert_eq!(*Arc::<[u8]>::from(own()), *text.as_bytes());
            assert!(matches!(Cow::from(&own()), Cow::Borrowed(same) if same == text));
            assert!(matches!(Cow::from(own()), Cow::Owned(same) if same == text));
            assert_eq!(Box::<dyn Error>::from(own()).to_string(), text);
            assert_eq!(Box::<dyn Error>::from(&own()).to_string(), text);
            assert_eq!(Box::<dyn Error + Send + Sync>::from(own()).to_string(), text);
            assert_eq!(own().into_bytes(), text.as_bytes());
            assert_eq!(own().into_string(), text);
            assert_eq!(&*own().into_boxed_str(), text);
            assert_eq!((own().as_bytes(), &own()[..]), (text.as_bytes(), text));
            assert_eq!(AsRef::<[u8]>::as_ref(&own()), text.as_bytes());
            #[cfg(feature = "std")]
            {
                assert_eq!(OsString::from(own()), text);
                assert_eq!(PathBuf::from(own()), Path::new(text));
                assert_eq!(AsRef::<OsStr>::as_ref(&own()), text);
                assert_eq!(AsRef::<Path>::as_ref(&own()), Path::new(text));
            }

            let twice = text.repeat(2);
            assert_eq!([own(), own()].into_iter().collect::<Own>(), twice);
            assert_eq!([own(), own()].iter().collect::<Own>(), twice);
            assert_eq!([own(), own()].into_iter().collect::<String>(), twice);
            assert_eq!([own(), own()].iter().collect::<String>(), twice);
            assert_eq!(*[own(), own()].into_iter().collect::<Box<str>>(), *twice);
            assert_eq!([own(), own()].into_iter().collect::<Cow<str>>(), twice);
            let mut all = (Buf::from(text), String::from(text), Cow::from(text));
            all.0.extend([own()]);
            all.1.extend([own()]);
            all.2.extend([own()]);
            assert_eq!((all.0, &all.1, &*all.2), (Buf::from(&*twice), &twice, &*twice));
        }
        let mut all = Buf::from(text) + text;
        all += text;
        all.extend([Cow::Borrowed(text), Cow::Owned(text.into())]);
        all.extend([Box::<str>::from(text)]);
        all.extend([&Buf::from(text)]);
        all.extend([&SharedStr::from(text)]);
        assert_eq!(all, text.repeat(8));
    }
}

/// Compares equal and different texts, in both directions.
#[test]
#[allow(clippy::cmp_owned)] // The test compares owned values on purpose.
fn both_compare_with_each_type() {
    for (a, b) in TEXTS.iter().flat_map(|a| TEXTS.map(|b| (*a, b))) {
        macro_rules! check {
            ($($other:expr),*) => {$(
                assert_eq!((Own::from(a) == $other, $other == Own::from(a)), (a == b, a == b));
            )*};
        }
        with_both! {
            check!(b, *b, String::from(b), Cow::Borrowed(b), SharedStr::from(b));
            check!(StringBuf::<0>::from(b), StringBuf::<24>::from(b));
            let own = Own::from(a);
            assert_eq!(own == Box::<str>::from(b), a == b);
            assert_eq!(own == Arc::<str>::from(b), a == b);
            assert_eq!(own == Rc::<str>::from(b), a == b);
            assert_eq!(own.partial_cmp(b), a.partial_cmp(b));
            assert_eq!(own.partial_cmp(&b), a.partial_cmp(b));
            assert_eq!(own.partial_cmp(&String::from(b)), a.partial_cmp(b));
            assert_eq!(String::from(b).partial_cmp(&own), b.partial_cmp(a));
        }
        let (x, y) = (StringBuf::<7>::from(a), StringBuf::<24>::from(b));
        assert_eq!(x.partial_cmp(&y), a.partial_cmp(b));
    }
}

/// Compares types of std that std compares with themselves alone, and infers that.
#[test]
fn a_value_that_is_compared_with_a_type_of_std_is_inferred_as_without_this_crate() {
    with_both! {
        assert!(!implements!(Box<str>: PartialEq<Own>));
        assert!(!implements!(Arc<str>: PartialEq<Own>));
        assert!(!implements!(Rc<str>: PartialEq<Own>));
        assert!(!implements!(&'static str: PartialOrd<Own>));
        assert!(!implements!(str: PartialOrd<Own>));
    }
    // These crates have such impls themselves.
    #[cfg(not(any(feature = "arcstr", feature = "hipstr")))]
    {
        assert!(Box::<str>::from("y") == "y".into());
        assert!(Arc::<str>::from("y") == "y".into());
        assert!(Rc::<str>::from("y") == "y".into());
    }
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
        with_both! {
            let (own, path) = (Own::from(text), Path::new(path));
            let owned = path.to_owned();
            assert_eq!((own == *path, *path == own), (equal, equal));
            assert_eq!((own == owned, owned == own), (equal, equal));
        }
    }
}

#[cfg(feature = "std")]
#[test]
fn a_socket_address_resolves_as_its_str_does() {
    let expected: Vec<_> = "127.0.0.1:80".to_socket_addrs().unwrap().collect();
    with_both! {
        let address = Own::from("127.0.0.1:80");
        assert!(address.to_socket_addrs().unwrap().eq(expected.iter().copied()));
    }
}

#[test]
fn our_types_are_send_sync_and_unwind_safe() {
    fn is<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static>() {}
    is::<Buf>();
    is::<SharedStr>();
    is::<StrList>();
}

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
        with_both! {
            prop_assert_eq!(Own::try_from(bytes.clone()).map(String::from), model.clone());
        }
    }

    #[test]
    fn utf_16_converts_as_into_a_string(
        units in prop_oneof![
            proptest::collection::vec(prop_oneof![any::<u16>(), 0xD800..=0xDFFF_u16], 0..40),
            "\\PC{0,12}".prop_map(|text| text.encode_utf16().collect()),
        ],
    ) {
        let (model, lossy) = (String::from_utf16(&units).ok(), String::from_utf16_lossy(&units));
        with_both! {
            prop_assert_eq!(Own::from_utf16(&units).ok().map(String::from), model.clone());
            prop_assert_eq!(&Own::from_utf16_lossy(&units), &lossy);
        }
    }
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
        Cow::<str>::from,
        |buf| Buf::try_from(Buf::into_bytes(buf)).unwrap(),
        |buf: Buf| Buf::from(buf.into_string()),
    );
    #[cfg(feature = "std")]
    {
        let os_string = |buf| OsString::from(buf).into_encoded_bytes();
        let path = |buf| PathBuf::from(buf).into_os_string().into_encoded_bytes();
        check!(os_string, path);
    }

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
