//! The names of values in objects, kept as a tree: `user.name`, `tags[]`.

use indexmap::IndexMap;

use super::receiver::{LONGEST_NAME, Receiver, Target};

/// The most names that a file may have, including those of numbers and of objects. Texts with further names are
/// left out, and so are texts whose name is longer than [`LONGEST_NAME`].
pub(super) const MOST_NAMES: usize = 10_000;

/// All names of a file.
///
/// PERF: objects of a file mostly have the same keys in the same order. A key is first compared with the
/// one that came next in earlier objects; only if it differs, it is hashed.
#[derive(Debug)]
pub(super) struct Names(Vec<Node>);

/// A name, with those of the values within.
#[derive(Debug, Default)]
struct Node {
    /// The name as the sink knows it.
    path: String,
    keys: IndexMap<Box<str>, usize>,
    element: Option<usize>,
    target: Option<Target>,
}

impl Default for Names {
    fn default() -> Self {
        let beyond = Node {
            target: Some(Target::Beyond),
            ..Node::default()
        };
        Self(vec![Node::default(), beyond])
    }
}

impl Names {
    /// The name of a record.
    pub(super) const ROOT: usize = 0;
    /// The name of all values beyond a limit.
    const BEYOND: usize = 1;

    /// Returns the name of a key's value in an object. `place` is that of the key expected next.
    #[inline]
    pub(super) fn key(&mut self, object: usize, place: &mut usize, key: &str) -> usize {
        if let Some((expected, &name)) = self.0[object].keys.get_index(*place)
            && **expected == *key
        {
            *place += 1;
            return name;
        }
        self.unexpected(object, place, key)
    }

    fn unexpected(&mut self, object: usize, place: &mut usize, key: &str) -> usize {
        let Node { path, keys, .. } = &self.0[object];
        if let Some((known, _, &name)) = keys.get_full(key) {
            *place = known + 1;
            return name;
        }
        let path = if object == Self::ROOT {
            key.to_owned()
        } else {
            format!("{path}.{key}")
        };
        let name = self.add(object, path);
        if name != Self::BEYOND {
            let keys = &mut self.0[object].keys;
            keys.insert(key.into(), name);
            *place = keys.len();
        }
        name
    }

    /// Returns the name of an array's elements.
    pub(super) fn element(&mut self, array: usize) -> usize {
        let Node { path, element, .. } = &self.0[array];
        if let Some(element) = *element {
            return element;
        }
        let element = self.add(array, format!("{path}[]"));
        self.0[array].element = Some(element);
        element
    }

    fn add(&mut self, within: usize, path: String) -> usize {
        if within == Self::BEYOND || self.0.len() == MOST_NAMES || path.len() > LONGEST_NAME {
            return Self::BEYOND;
        }
        self.0.push(Node {
            path,
            ..Node::default()
        });
        self.0.len() - 1
    }

    /// Returns the target of the texts of a name. The sink is asked for it with the first text.
    #[inline]
    pub(super) fn target(&mut self, name: usize, to: &mut Receiver<'_>) -> Target {
        let Node { path, target, .. } = &mut self.0[name];
        *target.get_or_insert_with(|| to.target(path))
    }
}
