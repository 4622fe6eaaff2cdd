//! Lists, made in every way, cloned and dropped in any order, against `Vec<String>`.
#![no_main]

use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use string_kit::{StrList, StrListBuilder};

/// A way to make a list, and its strings.
#[derive(Arbitrary, Debug)]
enum Creation {
    Capture(Vec<String>),
    Collect(Vec<String>),
    Build(Vec<String>),
    /// `times` copies of a text, as separate strings or joined to one string, for lists that are
    /// longer than the input.
    Repeat {
        text: String,
        times: u16,
        is_joined: bool,
        is_built: bool,
    },
}

#[derive(Arbitrary, Debug)]
enum Action {
    Clone(u8),
    Drop(u8),
    Get(u8, usize),
    Compare(u8, u8),
    Recapture(u8),
}

type Controlled = (StrList, Vec<String>);

fn capture(strings: &[String]) -> StrList {
    let values: Vec<&dyn Display> = strings.iter().map(|string| string as _).collect();
    StrList::capture(&values)
}

fn build(strings: &[String]) -> StrList {
    let mut builder = StrListBuilder::new();
    for string in strings {
        builder.push_display(string);
    }
    builder.finish()
}

fn create(creation: Creation) -> Controlled {
    match creation {
        Creation::Capture(control) => (capture(&control), control),
        Creation::Collect(control) => (control.iter().collect(), control),
        Creation::Build(control) => (build(&control), control),
        Creation::Repeat {
            text,
            times,
            is_joined,
            is_built,
        } => {
            let times = usize::from(times % 2_000);
            let control = if is_joined {
                vec![text.clone(), text.repeat(times), text]
            } else {
                vec![text; times]
            };
            let list = if is_built { build } else { capture };
            (list(&control), control)
        }
    }
}

fn check((list, control): &Controlled) {
    assert_eq!(list, control);
    assert!(list.iter().rev().eq(control.iter().rev()));
    assert_eq!(list.text(), control.concat());
    assert_eq!(list.is_inline(), list.heap_size() == 0);
}

fuzz_target!(|input: (Creation, Creation, Vec<Action>)| {
    let (first, second, actions) = input;
    let state = RandomState::new();
    let mut lists = vec![create(first), create(second)];
    lists.iter().for_each(check);
    for action in actions {
        let at = |index: u8| usize::from(index) % lists.len();
        match action {
            Action::Clone(index) if lists.len() < 20 => {
                let clone = lists[at(index)].clone();
                check(&clone);
                lists.push(clone);
            }
            Action::Drop(index) if lists.len() > 1 => {
                lists.swap_remove(at(index));
            }
            Action::Clone(_) | Action::Drop(_) => {}
            Action::Get(index, n) => {
                let (list, control) = &lists[at(index)];
                assert_eq!(list.get(n), control.get(n).map(String::as_str));
            }
            Action::Compare(a, b) => {
                let (a, b) = (&lists[at(a)], &lists[at(b)]);
                assert_eq!(a.0.cmp(&b.0), a.1.cmp(&b.1));
                assert_eq!(a.0 == b.0, a.1 == b.1);
                let copy = StrList::from(&a.1);
                assert_eq!(state.hash_one(&a.0), state.hash_one(&copy));
                let lent_hash = |list: &StrList| state.hash_one(list);
                assert_eq!(StrList::with_strs(&a.1, lent_hash), state.hash_one(&copy));
            }
            Action::Recapture(index) => {
                let index = at(index);
                lists[index].0 = capture(&lists[index].1);
            }
        }
    }
    lists.iter().for_each(check);
});
