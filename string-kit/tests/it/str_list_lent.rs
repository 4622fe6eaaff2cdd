//! Tests of the lists that `with_captured` and `with_strs` lend, against owned lists.

use std::collections::{BTreeMap, HashMap};
use std::panic;
use std::thread;

use string_kit::{StrList, StrListBuilder};
use string_kit_conformance::{Counts, count};
use string_kit_testkit::lists::{check, displays, expected_size};
use string_kit_testkit::panics::panics;
use string_kit_testkit::support::{Reenters, ascii, fails_until_it_fits};

const TAGS: [&str; 4] = ["eu-west-1", "GET", "/api/v1/users", "200"];

#[test]
fn a_look_up_allocates_nothing() {
    let long = ascii(4_000);
    let lists: [&[&str]; 5] = [&[], &["GET", "200"], &TAGS, &["x"; 64], &[&long, "x"]];
    let mut hashed = HashMap::new();
    let mut sorted = BTreeMap::new();
    for (number, strings) in lists.iter().enumerate() {
        hashed.insert(StrList::from(*strings), number);
        sorted.insert(StrList::from(*strings), number);
    }
    for (number, strings) in lists.iter().enumerate() {
        let (values, builder) = (displays(strings), StrListBuilder::from_iter(*strings));
        let found = |list: &StrList| (hashed.get(list).copied(), sorted.get(list).copied());
        let look_ups: [&dyn Fn() -> _; 3] = [
            &|| StrList::with_captured(&values, found),
            &|| StrList::with_strs(strings, found),
            // Strings in chunks on the heap are lent from the stack too.
            &|| builder.with_list(found),
        ];
        for look_up in look_ups {
            let (result, counts) = count(look_up);
            assert_eq!(result, (Some(number), Some(number)));
            assert_eq!(counts, Counts::default());
        }
    }
    assert!(!StrList::with_strs(&["GET"], |list| hashed.contains_key(list)));
    assert_eq!(
        StrList::with_strs(&["GET", "200"], |list| hashed.remove(list)),
        Some(1)
    );
}

#[test]
fn a_clone_of_a_lent_list_is_an_owned_copy() {
    let model = TAGS.map(String::from);
    let values = displays(&TAGS);
    let (clones, counts) = count(|| {
        StrList::with_captured(&values, |list| {
            let clone = list.clone();
            assert!(!StrList::ptr_eq(list, &clone) && !list.is_unique() && clone.is_unique());
            [clone.clone(), list.clone(), clone]
        })
    });
    assert_eq!(counts.allocations, 2);
    assert_eq!(counts.live_bytes, 2 * expected_size(&model).cast_signed());
    assert!(StrList::ptr_eq(&clones[0], &clones[2]));
    for clone in &clones {
        check(clone, &model);
    }
    let ((), counts) = count(|| drop(clones));
    assert_eq!(counts.deallocations, 2);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "starts threads")]
fn threads_read_and_clone_a_lent_list() {
    StrList::with_strs(&TAGS, |list| {
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        assert_eq!(list.clone(), TAGS);
                    }
                });
            }
        });
    });
}

#[test]
fn lent_lists_nest() {
    let total = StrList::with_captured(&[&"outer", &"a text of some length"], |outer| {
        StrList::with_strs(&TAGS, |middle| {
            StrList::with_captured(&[&outer.join("+"), &middle.join("+")], |inner| {
                assert_eq!(*inner, [outer.join("+"), TAGS.join("+")]);
                assert_eq!(middle, &TAGS);
                outer.len() + middle.len() + inner.len()
            })
        })
    });
    assert_eq!(total, 8);
    let reenters = Reenters::<String>::new(5, |inner| {
        StrList::with_captured(&[&"", inner], |list| list.text().to_owned())
    });
    StrList::with_captured(&[&reenters], |list| {
        assert_eq!(*list, [Reenters::<String>::expected(5)]);
    });
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_panic_of_the_closure_frees_all_memory() {
    let long = ascii(10_000);
    for strings in [&["short"][..], &TAGS, &[&long[..4_000], "x"], &[&long, "x"]] {
        let values = displays(strings);
        // A panic without a hook, whose message would take memory.
        let unwind = |_: &StrList| panic::resume_unwind(Box::new(()));
        let ((), counts) = count(|| {
            assert!(panics(|| StrList::with_captured(&values, unwind)));
            assert!(panics(|| StrList::with_strs(strings, unwind)));
        });
        assert_eq!(counts.live_bytes, 0);
    }
}

#[test]
fn out_of_memory_for_a_lent_copy_is_an_error() {
    let long = ascii(10_000);
    let copied = || StrList::try_with_strs(&[&long], |list| *list == [&long]);
    assert!(fails_until_it_fits(copied));
}
