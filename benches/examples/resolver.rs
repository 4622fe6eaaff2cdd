//! A resolver of packages, for `.ci/cases`, with names that record their use.
//!
//! ```text
//! resolver FILE RECORD    reads lines of a package and its dependencies
//! ```
//!
//! As the solver of uv does, it captures the name of each requirement, looks up what it knows of
//! that package, and keeps an incompatibility with a clone of both names. An empty line ends a lock
//! file, whose names are then dropped.

use std::collections::HashMap;
use std::{env, fs};

string_kit_record::recorded! { type Name = String, "name", texts = kept; }

#[derive(Default)]
struct Resolution {
    packages: HashMap<Name, Vec<Name>>,
    incompatibilities: Vec<[Name; 2]>,
}

impl Resolution {
    fn add(&mut self, line: &str) {
        let mut words = line.split(' ');
        let package = Name::from(words.next().unwrap_or_default());
        let requirements: Vec<Name> = words.map(Name::from).collect();
        for requirement in &requirements {
            let entry = self.packages.get_key_value(requirement);
            let known = entry.map_or(requirement, |(name, _)| name);
            self.incompatibilities
                .push([package.clone(), known.clone()]);
        }
        self.packages.insert(package, requirements);
    }
}

fn main() {
    let mut arguments = env::args().skip(1);
    let [file, record] = [(); 2].map(|()| arguments.next().expect("resolver FILE RECORD"));
    let text = fs::read_to_string(&file).unwrap_or_else(|why| panic!("{file}: {why}"));
    for lock in text.split("\n\n") {
        let mut resolution = Resolution::default();
        lock.lines().for_each(|line| resolution.add(line));
    }
    string_kit_record::save(&record).unwrap_or_else(|why| panic!("{record}: {why}"));
}
