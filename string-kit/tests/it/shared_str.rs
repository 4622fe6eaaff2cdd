//! Tests of `SharedStr`: allocations, the drop of the last handle, and traits.

use std::borrow::{Borrow, Cow};
use std::collections::{BTreeSet, HashMap};
use std::error::Error;
#[cfg(feature = "std")]
use std::ffi::{OsStr, OsString};
#[cfg(feature = "std")]
use std::net::ToSocketAddrs;
#[cfg(feature = "std")]
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::thread;

use string_kit::{CaptureErrorKind, CapturedStr, SharedStr, StringBuf};
use string_kit_conformance::{count, with_budget};

use crate::support::assert_exact;

/// The size in bytes of the reference count in front of a text.
const HEADER: usize = 2 * size_of::<usize>();
/// The size in bytes of one shard.
const SHARD: usize = 128;

const LONG: &str = "a text that is longer than fifteen bytes";

/// Returns texts of 0 to 40 bytes that begin with a character of 1 to 4 bytes.
fn texts() -> impl Iterator<Item = String> {
    (0..=40).flat_map(|len| {
        let starts = ["", "z", "é", "€", "🦀"].into_iter();
        starts
            .filter(move |start| start.len() <= len)
            .map(move |start| start.to_owned() + &"x".repeat(len - start.len()))
    })
}

#[test]
fn a_heap_text_takes_two_words_and_its_bytes() {
    for text in texts() {
        let heap = if text.len() > SharedStr::INLINE_CAPACITY {
            HEADER + text.len()
        } else {
            0
        };
        let (shared, counts) = count(|| SharedStr::from(text.as_str()));
        assert_exact(counts, heap, &text);
        assert_eq!(shared, text);
        assert_eq!((shared.len(), shared.is_inline()), (text.len(), heap == 0));
        assert_eq!(
            (shared.heap_size(), shared.is_empty()),
            (heap, text.is_empty())
        );

        let (captured, counts) = count(|| SharedStr::capture(&text));
        assert_exact(counts, heap, &text);
        assert_eq!(captured, shared);

        let (clone, counts) = count(|| shared.clone());
        assert_exact(counts, 0, &text);
        assert!(SharedStr::ptr_eq(&clone, &shared));
    }
}

#[test]
fn a_static_text_is_not_copied() {
    for text in ["", "short", LONG] {
        let (shared, counts) = count(|| SharedStr::from_static(text));
        assert_exact(counts, 0, text);
        assert!(std::ptr::eq(shared.as_str(), text));
        assert!(!shared.is_inline() && SharedStr::ptr_eq(&shared.clone(), &shared));
        assert_eq!((shared.heap_size(), shared.add_shards()), (0, false));
    }
    assert!(SharedStr::new().is_inline() && SharedStr::default().is_empty());
}

#[test]
fn ptr_eq_tells_clones_from_copies() {
    let text = SharedStr::from(LONG);
    assert!(SharedStr::ptr_eq(&text, &text.clone()));
    assert!(!SharedStr::ptr_eq(&text, &SharedStr::from(LONG)));
    let (one, other) = (SharedStr::from("short"), SharedStr::from("short"));
    assert!(SharedStr::ptr_eq(&one, &other));
    assert!(!SharedStr::ptr_eq(&one, &SharedStr::from("other")));
    assert!(!SharedStr::ptr_eq(&one, &SharedStr::from_static("short")));
    assert!(!SharedStr::ptr_eq(&text, &one) && !SharedStr::ptr_eq(&one, &text));
    assert!(!SharedStr::ptr_eq(
        &SharedStr::from_static(""),
        &SharedStr::new()
    ));
}

#[test]
fn shards_take_one_allocation_and_are_freed_with_the_text() {
    let ((), counts) = count(|| {
        let text = SharedStr::from(LONG);
        assert!(!text.is_sharded());
        let (sharded, counts) = count(|| text.add_shards());
        assert!(sharded && text.is_sharded());
        assert_eq!(counts.allocations, 1);
        let shards = usize::try_from(counts.live_bytes).unwrap();
        assert!(shards.is_multiple_of(SHARD) && (shards / SHARD).is_power_of_two());
        assert_eq!(text.heap_size(), HEADER + LONG.len() + shards);

        let (again, counts) = count(|| text.add_shards());
        assert!(again);
        assert_exact(counts, 0, "the second time");
        let (clone, counts) = count(|| text.clone());
        assert_exact(counts, 0, "a clone in a shard");
        assert!(clone.is_sharded() && SharedStr::ptr_eq(&clone, &text));
    });
    assert_eq!(counts.live_bytes, 0);
}

/// Drops handles from before and after the text got shards, in every order.
#[test]
fn the_last_handle_frees_the_text_in_every_order_of_drops() {
    for order in 0..24 {
        let ((), counts) = count(|| {
            let first = SharedStr::from(LONG);
            let before_shards = first.clone();
            assert!(first.add_shards());
            let mut handles = vec![first.clone(), before_shards, first, SharedStr::new()];
            handles[3] = handles[0].clone();
            let mut order = order;
            while !handles.is_empty() {
                drop(handles.swap_remove(order % handles.len()));
                order /= 4;
                for left in &handles {
                    assert_eq!(left, LONG);
                }
            }
        });
        assert_eq!(counts.live_bytes, 0, "order {order}");
    }
}

#[test]
fn out_of_memory_is_an_error_and_keeps_the_text() {
    assert_eq!(
        with_budget(0, || SharedStr::try_copy(LONG)).err(),
        Some(CaptureErrorKind::Alloc.into())
    );
    assert_eq!(
        with_budget(0, || SharedStr::try_copy("short")).unwrap(),
        "short"
    );

    // The first shards of a process ask std for the number of processors, which allocates.
    assert!(SharedStr::from(LONG).add_shards());
    let text = SharedStr::from(LONG);
    assert!(!with_budget(0, || text.add_shards()));
    assert!(!text.is_sharded());
    assert_eq!(text.clone(), LONG);
    assert!(text.add_shards());
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "starts threads")]
fn a_handle_can_be_cloned_and_dropped_on_another_thread() {
    for sharded in [false, true] {
        let text = SharedStr::from(LONG);
        assert_eq!(sharded && text.add_shards(), sharded);
        let clone = text.clone();
        thread::spawn(move || {
            let own = clone.clone();
            drop(clone);
            assert_eq!(own, LONG);
        })
        .join()
        .unwrap();
        assert_eq!(text, LONG);
    }
}

#[test]
fn each_string_type_converts_into_a_shared_str() {
    for text in ["", "é", "fifteen letters", LONG] {
        let expected = SharedStr::from(text);
        assert_eq!(expected, text);
        assert_eq!(SharedStr::from(&mut *String::from(text)), expected);
        assert_eq!(SharedStr::from(&String::from(text)), expected);
        assert_eq!(SharedStr::from(String::from(text)), expected);
        assert_eq!(SharedStr::from(Box::<str>::from(text)), expected);
        assert_eq!(SharedStr::from(Arc::<str>::from(text)), expected);
        assert_eq!(SharedStr::from(Rc::<str>::from(text)), expected);
        assert_eq!(SharedStr::from(Cow::Borrowed(text)), expected);
        assert_eq!(SharedStr::from(Cow::<str>::Owned(text.into())), expected);
        assert_eq!(text.parse::<SharedStr>(), Ok(expected.clone()));

        let chars = || text.chars().collect::<Vec<_>>();
        assert_eq!(chars().iter().collect::<SharedStr>(), expected);
        assert_eq!(chars().into_iter().collect::<SharedStr>(), expected);
        let (head, tail) = text.split_at(0);
        assert_eq!([head, tail].into_iter().collect::<SharedStr>(), expected);
        let (head, tail) = (String::from(head), String::from(tail));
        assert_eq!([head, tail].into_iter().collect::<SharedStr>(), expected);
        assert_eq!(
            [Box::<str>::from(text)].into_iter().collect::<SharedStr>(),
            expected
        );
        assert_eq!(
            [Cow::Borrowed(text)].into_iter().collect::<SharedStr>(),
            expected
        );
        assert_eq!(
            [expected.clone()].into_iter().collect::<SharedStr>(),
            expected
        );
    }
    for c in ['z', 'é', '€', '🦀'] {
        assert_eq!(SharedStr::from(c), c.to_string());
    }
}

#[test]
fn a_shared_str_converts_into_each_string_type() {
    for text in ["", "é", "fifteen letters", LONG] {
        let shared = SharedStr::from(text);
        macro_rules! check {
            ($($ty:ty),*) => {$(
                assert_eq!(<$ty>::from(shared.clone()), <$ty>::from(text));
                assert_eq!(<$ty>::from(&shared), <$ty>::from(text));
            )*};
        }
        check!(String, Box<str>, Arc<str>, Rc<str>, Vec<u8>);
        #[cfg(feature = "std")]
        check!(OsString, PathBuf);
        assert_eq!(&*Arc::<[u8]>::from(shared.clone()), text.as_bytes());
        assert_eq!(SharedStr::from(StringBuf::<4>::from(shared.clone())), text);
        assert!(matches!(Cow::from(&shared), Cow::Borrowed(same) if same == text));
        assert!(matches!(Cow::from(shared.clone()), Cow::Owned(same) if same == text));
        assert_eq!(Box::<dyn Error>::from(&shared).to_string(), text);
        assert_eq!(
            Box::<dyn Error + Send + Sync>::from(shared.clone()).to_string(),
            text
        );
        let twice: String = [shared.clone(), shared.clone()].into_iter().collect();
        assert_eq!(twice, text.repeat(2));
        assert_eq!([&shared, &shared].into_iter().collect::<String>(), twice);
        let mut all = String::from("all: ");
        all.extend([shared.clone()]);
        assert_eq!(all, format!("all: {text}"));
        assert_eq!(CapturedStr::into_string(shared), text);
    }
}

/// Compares equal and different texts, in both directions.
#[test]
#[allow(clippy::cmp_owned)] // The test compares owned values on purpose.
fn a_shared_str_compares_with_each_string_type() {
    macro_rules! check {
        ($($make:expr),* $(,)?) => {$(
            let make = $make;
            assert!(SharedStr::from("é") == make("é") && make("é") == SharedStr::from("é"));
            assert!(SharedStr::from("é") != make("e") && make("e") != SharedStr::from("é"));
            assert!(SharedStr::from(LONG) == make(LONG) && make(LONG) == SharedStr::from(LONG));
            assert!(SharedStr::from(LONG) != make("e") && make("e") != SharedStr::from(LONG));
        )*};
    }
    check!(
        |text| text,
        String::from,
        Box::<str>::from,
        Cow::Borrowed,
        Arc::<str>::from,
        Rc::<str>::from,
        SharedStr::from,
    );
    assert!(SharedStr::from("é") == *"é" && *"é" == SharedStr::from("é"));
    assert!(SharedStr::from("a") < *"b" && *"a" < SharedStr::from("b"));
}

/// Reads, formats, hashes and orders inline, static and heap texts.
#[test]
fn the_traits_have_the_results_of_str() {
    for text in ["", "short", LONG] {
        let shared = SharedStr::from(text);
        for handle in [shared.clone(), SharedStr::from_static(text)] {
            assert_eq!(AsRef::<str>::as_ref(&handle), text);
            assert_eq!(AsRef::<[u8]>::as_ref(&handle), text.as_bytes());
            #[cfg(feature = "std")]
            {
                assert_eq!(AsRef::<OsStr>::as_ref(&handle), text);
                assert_eq!(AsRef::<Path>::as_ref(&handle), Path::new(text));
            }
            assert_eq!(Borrow::<str>::borrow(&handle), text);
            assert_eq!(
                format!("{handle} {handle:?} {handle:>9}"),
                format!("{text} {text:?} {text:>9}")
            );

            let keys = HashMap::from([(handle, 1)]);
            assert_eq!(keys.get(text), Some(&1));
        }
    }
    let sorted: BTreeSet<SharedStr> = ["b", LONG, "", "a"].into_iter().map(Into::into).collect();
    assert!(sorted.iter().eq(["", "a", LONG, "b"]));
}

#[cfg(feature = "std")]
#[test]
fn a_socket_address_resolves_as_its_str_does() {
    let address = SharedStr::from("127.0.0.1:80");
    assert!(
        address
            .to_socket_addrs()
            .unwrap()
            .eq("127.0.0.1:80".to_socket_addrs().unwrap())
    );
}

#[test]
fn a_shared_str_is_send_sync_and_unwind_safe() {
    fn is_send_and_sync<
        T: Send + Sync + Unpin + std::panic::UnwindSafe + std::panic::RefUnwindSafe,
    >() {
    }
    is_send_and_sync::<SharedStr>();
}
