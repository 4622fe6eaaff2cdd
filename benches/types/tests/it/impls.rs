//! The impls and methods of `String` and `CompactString` that string-kit's types have, found at
//! compile time.

use std::any::type_name;
use std::borrow::{Borrow, BorrowMut, Cow};
use std::error::Error;
use std::ffi::{CString, OsStr, OsString};
use std::fmt::{Debug, Display, Write};
use std::hash::Hash;
use std::net::ToSocketAddrs;
use std::ops::{Add, AddAssign, Deref, DerefMut, Index, IndexMut, RangeFull, RangeTo};
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::str::FromStr;
use std::sync::Arc;

use compact_str::CompactString;
use serde::Serialize;
use serde::de::DeserializeOwned;
use string_kit::{SharedStr, StringBuf};
use string_kit_testkit::implements;

/// An impl or a method, and whether the type has it.
struct Entry {
    group: &'static str,
    title: &'static str,
    found: bool,
}

/// The result of a method that a type lacks.
struct Lacking;

/// Returns `true` if a type has an associated function of its own with this name and these
/// arguments. Methods of `str` do not count.
///
/// A function of the type takes precedence over that of the trait, which returns `Lacking`.
macro_rules! has_method {
    ($ty:ty, $name:ident($($argument:ty),*)) => {{
        trait Otherwise {
            #[allow(dead_code)]
            fn $name($(_: $argument),*) -> Lacking {
                Lacking
            }
        }
        impl<T: ?Sized> Otherwise for T {}
        fn is_found<R: 'static>(_: unsafe fn($($argument),*) -> R) -> bool {
            type_name::<R>() != type_name::<Lacking>()
        }
        #[allow(unstable_name_collisions)]
        is_found(<$ty>::$name)
    }};
}

/// Makes entries for the traits of a type.
macro_rules! traits {
    ($ty:ty: $group:literal: $($bound:path),* $(,)?) => {
        [$(Entry { group: $group, title: stringify!($bound), found: implements!($ty: $bound) }),*]
    };
}

/// Makes entries for the traits of std's types that name the type.
macro_rules! traits_of_others {
    ($group:literal: $($ty:ty: $bound:path),* $(,)?) => {
        [$(Entry {
            group: $group,
            title: concat!(stringify!($ty), ": ", stringify!($bound)),
            found: implements!($ty: $bound),
        }),*]
    };
}

/// Makes entries for the methods of a type.
macro_rules! methods {
    ($ty:ty: $group:literal: $($name:ident($($argument:ty),*)),* $(,)?) => {
        [$(Entry {
            group: $group,
            title: stringify!($name),
            found: has_method!($ty, $name($($argument),*)),
        }),*]
    };
}

/// Returns the entries for a type, the same for each.
macro_rules! entries {
    ($own:ty) => {{
        type ThisType = $own;
        type Ref = &'static ThisType;
        type Mut = &'static mut ThisType;
        let mut entries = Vec::new();
        entries.extend(traits!(ThisType: "Basics":
            Clone, Default, Debug, Display, Eq, Ord, Hash, Send, Sync, Unpin, UnwindSafe,
            RefUnwindSafe, Serialize, DeserializeOwned,
        ));
        entries.extend(traits!(ThisType: "Reading":
            Deref<Target = str>, AsRef<str>, AsRef<[u8]>, AsRef<OsStr>, AsRef<Path>, Borrow<str>,
            Index<RangeFull>, Index<RangeTo<usize>>, ToSocketAddrs,
        ));
        entries.extend(traits!(ThisType: "Changing":
            DerefMut, AsMut<str>, BorrowMut<str>, IndexMut<RangeFull>, IndexMut<RangeTo<usize>>,
            Write, Add<&'static str>, AddAssign<&'static str>, Extend<char>, Extend<&'static char>,
            Extend<&'static str>, Extend<String>, Extend<Box<str>>, Extend<Cow<'static, str>>,
            Extend<ThisType>, Extend<&'static ThisType>,
        ));
        entries.extend(traits!(ThisType: "Comparing":
            PartialEq<ThisType>, PartialEq<str>, PartialEq<&'static str>, PartialEq<String>,
            PartialEq<Cow<'static, str>>, PartialEq<Box<str>>, PartialEq<Path>, PartialEq<PathBuf>,
            PartialOrd<ThisType>, PartialOrd<str>, PartialOrd<&'static str>, PartialOrd<String>,
        ));
        entries.extend(traits_of_others!("Comparing":
            str: PartialEq<ThisType>, &'static str: PartialEq<ThisType>,
            String: PartialEq<ThisType>, Cow<'static, str>: PartialEq<ThisType>,
            Path: PartialEq<ThisType>, PathBuf: PartialEq<ThisType>, String: PartialOrd<ThisType>,
        ));
        entries.extend(traits!(ThisType: "Converting from":
            From<&'static str>, From<&'static mut str>, From<String>, From<&'static String>,
            From<Box<str>>, From<Cow<'static, str>>, From<Arc<str>>, From<Rc<str>>, From<char>,
            From<&'static char>, From<&'static ThisType>, FromStr, TryFrom<Vec<u8>>,
            TryFrom<CString>,
        ));
        entries.extend(traits_of_others!("Converting into":
            String: From<ThisType>, Box<str>: From<ThisType>, Arc<str>: From<ThisType>,
            Rc<str>: From<ThisType>, Vec<u8>: From<ThisType>, Cow<'static, str>: From<ThisType>,
            Cow<'static, str>: From<&'static ThisType>, OsString: From<ThisType>,
            PathBuf: From<ThisType>, Box<dyn Error>: From<ThisType>,
            Box<dyn Error + Send + Sync>: From<ThisType>,
        ));
        entries.extend(traits!(ThisType: "Collecting":
            FromIterator<char>, FromIterator<&'static char>, FromIterator<&'static str>,
            FromIterator<String>, FromIterator<Box<str>>, FromIterator<Cow<'static, str>>,
            FromIterator<ThisType>, FromIterator<&'static ThisType>,
        ));
        entries.extend(traits_of_others!("Collecting":
            String: FromIterator<ThisType>, Box<str>: FromIterator<ThisType>,
            Cow<'static, str>: FromIterator<ThisType>, String: Extend<ThisType>,
            Cow<'static, str>: Extend<ThisType>,
        ));
        entries.extend(methods!(ThisType: "Methods that make a text":
            with_capacity(usize), try_with_capacity(usize), from_utf8(Vec<u8>),
            from_utf8_lossy(&'static [u8]), from_utf8_unchecked(Vec<u8>),
            from_utf16(&'static [u16]), from_utf16_lossy(&'static [u16]), repeat(Ref, usize),
        ));
        entries.extend(methods!(ThisType: "Methods that read":
            as_str(Ref), as_bytes(Ref), len(Ref), is_empty(Ref), capacity(Ref),
        ));
        entries.extend(methods!(ThisType: "Methods that convert":
            into_string(ThisType), into_bytes(ThisType), into_boxed_str(ThisType), leak(ThisType),
            slice(Ref, RangeFull),
        ));
        entries.extend(methods!(ThisType: "Methods that change":
            as_mut_str(Mut), reserve(Mut, usize), reserve_exact(Mut, usize),
            try_reserve(Mut, usize), try_reserve_exact(Mut, usize), shrink_to(Mut, usize),
            shrink_to_fit(Mut), push(Mut, char), push_str(Mut, &'static str),
            try_push_str(Mut, &'static str), pop(Mut), insert(Mut, usize, char),
            insert_str(Mut, usize, &'static str), remove(Mut, usize), truncate(Mut, usize),
            clear(Mut), retain(Mut, fn(char) -> bool), drain(Mut, RangeFull),
            replace_range(Mut, RangeFull, &'static str), split_off(Mut, usize),
            extend_from_within(Mut, RangeFull),
        ));
        entries
    }};
}

fn found() -> [Vec<Entry>; 4] {
    [
        entries!(String),
        entries!(CompactString),
        entries!(SharedStr),
        entries!(StringBuf<24>),
    ]
}

fn count(entries: &[Entry]) -> usize {
    entries.iter().filter(|entry| entry.found).count()
}

/// The groups and entries that a `SharedStr` need not have: they change a text, or belong to a
/// capacity or a buffer of one owner.
const MUTABLE: [&str; 6] = [
    "Changing",
    "Methods that change",
    "with_capacity",
    "try_with_capacity",
    "capacity",
    "leak",
];

#[test]
fn our_types_have_what_string_and_compact_string_have() {
    let [string, compact, shared, buf] = found();
    for ty in [&string, &compact] {
        for ((entry, shared), buf) in ty.iter().zip(&shared).zip(&buf) {
            let title = entry.title;
            let is_mutable = MUTABLE.contains(&entry.group) || MUTABLE.contains(&title);
            assert!(buf.found >= entry.found, "StringBuf lacks {title}");
            let has_it = is_mutable || shared.found >= entry.found;
            assert!(has_it, "SharedStr lacks {title}");
        }
    }
    assert!(count(&shared) >= 94);
    assert!(count(&buf) > count(&string).max(count(&compact)).max(133));
}

/// The entries of `String` that a recorded string lacks, since its crate has no unsafe function.
const NOT_RECORDED: [&str; 1] = ["from_utf8_unchecked"];

#[test]
fn a_recorded_string_has_what_string_has() {
    string_kit_record::recorded! { type Word = String, "impls.word"; }
    let (string, word) = (entries!(String), entries!(Word));
    let pairs = string.iter().zip(&word);
    let lacking = pairs.filter(|(string, word)| string.found && !word.found);
    let titles: Vec<&str> = lacking.map(|(entry, _)| entry.title).collect();
    assert_eq!(titles, NOT_RECORDED);
}
