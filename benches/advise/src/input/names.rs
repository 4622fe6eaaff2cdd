//! The names of values in objects: `user.name`, `tags[]`.

use std::collections::HashMap;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;

use super::receiver::{LONGEST_NAME, Receiver, Target};

/// The most names that a file may have, including those of numbers and of objects. Texts with further names are
/// left out, and so are texts whose name is longer than [`LONGEST_NAME`].
pub(super) const MOST_NAMES: usize = 10_000;

/// All names of a file, by their numbers.
#[derive(Debug)]
pub(super) struct Names {
    names: Vec<Name>,
    /// The numbers, by a hash of the number of the object or array and the key.
    numbers: HashMap<u64, usize, FixedState>,
}

/// A name as the sink knows it, and the target of its texts. The sink is asked for it with the first text.
type Name = (String, Option<Target>);

impl Default for Names {
    fn default() -> Self {
        let names = vec![(String::new(), None), (String::new(), Some(Target::Beyond))];
        let numbers = HashMap::default();
        Self { names, numbers }
    }
}

impl Names {
    /// The name of a record.
    pub(super) const ROOT: usize = 0;
    /// The name of all values beyond a limit.
    const BEYOND: usize = 1;

    /// Returns the name of a key's value in an object, or of the elements of an array, which have no key.
    #[inline]
    pub(super) fn within(&mut self, outer: usize, key: Option<&str>) -> usize {
        let hash = FixedState::default().hash_one((outer, key));
        match self.numbers.get(&hash) {
            Some(name) => *name,
            None => self.add(outer, key, hash),
        }
    }

    fn add(&mut self, outer: usize, key: Option<&str>, hash: u64) -> usize {
        let (path, _) = &self.names[outer];
        let path = match key {
            None => format!("{path}[]"),
            Some(key) if outer == Self::ROOT => key.to_owned(),
            Some(key) => format!("{path}.{key}"),
        };
        let number = self.names.len();
        if outer == Self::BEYOND || number == MOST_NAMES || path.len() > LONGEST_NAME {
            return Self::BEYOND;
        }
        self.names.push((path, None));
        self.numbers.insert(hash, number);
        number
    }

    /// Returns the target of the texts of a name.
    #[inline]
    pub(super) fn target(&mut self, name: usize, to: &mut Receiver<'_>) -> Target {
        let (path, target) = &mut self.names[name];
        *target.get_or_insert_with(|| to.target(path))
    }
}
