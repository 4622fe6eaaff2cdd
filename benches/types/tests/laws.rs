//! Every law for every representation and every rival, with the checking allocator.
//!
//! `docs/COMPARE.md` has a list of the laws that types are known to break.
#![allow(missing_docs)]

use std::fmt::Write;
use std::{env, fs};

use string_kit_conformance::{CheckingAllocator, Law, Subject, conformance};
use string_kit_types::types;

#[global_allocator]
static ALLOCATOR: CheckingAllocator = CheckingAllocator::new();

macro_rules! examine {
    ($name:ident, $ty:ty) => {
        conformance! { $name: types::$name::laws::subject() }
    };
}
string_kit_types::for_each_representation!(examine);

macro_rules! examine_rival {
    ($name:ident, $subject:path) => {
        conformance! { $name: $subject() }
    };
}
string_kit_types::for_each_rival!(examine_rival);

// Inline capacities of zero, and of no multiple of a word.
conformance! { string_buf_of_0: types::string_buf::laws::with_capacity::<0>() }
conformance! { string_buf_of_7: types::string_buf::laws::with_capacity::<7>() }

/// The name of a type, and the laws that it is known to break.
type Broken = (&'static str, Vec<&'static str>);

fn broken<S>(subject: &Subject<S>) -> Broken {
    let laws = Law::ALL.iter();
    let known = laws.filter(|law| subject.why_known(**law).is_some());
    (subject.name(), known.map(|law| law.name()).collect())
}

fn subjects() -> Vec<Broken> {
    let mut subjects = Vec::new();
    macro_rules! add {
        ($name:ident, $ty:ty) => {
            subjects.push(broken(&types::$name::laws::subject()));
        };
    }
    string_kit_types::for_each_representation!(add);
    macro_rules! add_rival {
        ($name:ident, $subject:path) => {
            subjects.push(broken(&$subject()));
        };
    }
    string_kit_types::for_each_rival!(add_rival);
    subjects
}

/// The file with the list, the lines around it, and the command that writes it.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/COMPARE.md");
const START: &str = "<!-- laws -->\n";
const END: &str = "<!-- end of laws -->\n";
const WRITE: &str = "STRING_KIT_LAWS=write cargo test -p string-kit-types the_list";

// A release build breaks other laws: see `breaks_as_hip_str`.
#[cfg(debug_assertions)]
#[test]
fn the_list_of_broken_laws_is_what_the_types_declare() {
    let (subjects, mut list) = (subjects(), String::new());
    for law in Law::ALL.iter().map(|law| law.name()) {
        let breaking = subjects.iter().filter(|(_, laws)| laws.contains(&law));
        let titles: Vec<&str> = breaking.map(|(title, _)| *title).collect();
        if !titles.is_empty() {
            writeln!(list, "- `{law}`: `{}`", titles.join("`, `")).unwrap();
        }
    }
    let page = fs::read_to_string(FILE).unwrap();
    let (before, later) = page.split_once(START).expect("the page has a list of laws");
    let (_, after) = later.split_once(END).expect("the list of laws ends");
    let new = [before, START, &list, END, after].concat();
    if env::var_os("STRING_KIT_LAWS").is_some_and(|value| value == "write") {
        fs::write(FILE, &new).unwrap();
    } else {
        assert!(page == new, "the list is stale; to write it anew: {WRITE}");
    }
}
