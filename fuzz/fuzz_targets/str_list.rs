//! Lists, made in every way, cloned and dropped in any order, against `Vec<String>`.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use string_kit::StrList;
use string_kit_testkit::lists;

/// The strings of a list.
#[derive(Arbitrary, Debug)]
enum Strings {
    These(Vec<String>),
    /// `times` copies of a text as separate strings, for lists that are longer than the input.
    Repeated(String, u16),
    /// A text, `times` copies of it as one string, and the text.
    Joined(String, u16),
}

impl Strings {
    fn into_vec(self) -> Vec<String> {
        match self {
            Self::These(strings) => strings,
            Self::Repeated(text, times) => vec![text; usize::from(times % 300)],
            Self::Joined(text, times) => {
                let joined = text.repeat(usize::from(times % 300));
                vec![text.clone(), joined, text]
            }
        }
    }
}

fuzz_target!(|input: (Strings, Strings, Vec<u8>)| {
    let (a, b) = (input.0.into_vec(), input.1.into_vec());
    lists::check_all_ways(&a);
    lists::check_all_ways(&b);
    let lists = [StrList::from(&a), StrList::from(&b)];
    assert_eq!(lists[0].cmp(&lists[1]), a.cmp(&b));
    assert_eq!(lists[0] == lists[1], a == b);
    let mut clones = Vec::from(lists);
    for number in input.2 {
        let at = usize::from(number / 2) % clones.len();
        if number % 2 == 0 {
            clones.push(clones[at].clone());
        } else if clones.len() > 1 {
            clones.swap_remove(at);
        }
    }
    assert!(clones.iter().all(|list| *list == a || *list == b));
});
