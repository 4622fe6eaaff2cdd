//! What maps are filled with and asked for.

/// The most keys of a set: so many have names of their own.
pub const MOST: usize = 8_000_000;

/// How long the keys are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Of 6 to 14 letters: most types keep them inline.
    Short,
    /// Paths of 24 to 40 bytes: none keeps all of them inline.
    Long,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Short, Self::Long];

    /// The name in reports: a Rust identifier.
    ///
    /// ```
    /// use string_kit_benches::workload::lookup::Kind;
    ///
    /// assert_eq!(Kind::Short.name(), "short");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Long => "long",
        }
    }

    /// The least and the greatest length in bytes, each between them as frequent.
    ///
    /// ```
    /// use string_kit_benches::workload::lookup::Kind;
    ///
    /// assert_eq!(Kind::Short.lengths(), (6, 14));
    /// ```
    #[must_use]
    pub const fn lengths(self) -> (usize, usize) {
        match self {
            Self::Short => (6, 14),
            Self::Long => (24, 40),
        }
    }

    /// The memory of one entry of a map of `String`: the handle, the value, the text, and what the
    /// allocator adds to it.
    ///
    /// ```
    /// use string_kit_benches::workload::lookup::Kind;
    ///
    /// assert!(Kind::Long.string_bytes() > Kind::Short.string_bytes());
    /// ```
    #[must_use]
    pub const fn string_bytes(self) -> usize {
        let (least, most) = self.lengths();
        size_of::<(String, u32)>() + usize::midpoint(least, most) + 16
    }
}

/// Different keys in no order, and the place of each in order.
///
/// They lie in one text: a key costs no block of its own before a map has it.
#[derive(Clone, Debug)]
pub struct Keys {
    text: String,
    ends: Vec<u32>,
    ranks: Vec<u32>,
}

impl Keys {
    /// So many keys, at most [`MOST`]; the same in every run.
    ///
    /// ```
    /// use string_kit_benches::workload::lookup::{Keys, Kind};
    ///
    /// assert_eq!(Keys::new(Kind::Short, 100).count(), 100);
    /// ```
    ///
    /// # Panics
    ///
    /// If there are not so many.
    #[must_use]
    pub fn new(kind: Kind, count: usize) -> Self {
        assert!(count <= MOST, "{count} keys have no names of their own");
        let mut random = fastrand::Rng::with_seed(3);
        let (least, most) = kind.lengths();
        let mut keys = Self {
            text: String::with_capacity(count * usize::midpoint(least, most)),
            ends: Vec::with_capacity(count),
            ranks: vec![0; count],
        };
        for at in 0..count {
            let start = keys.text.len();
            let end = start + random.usize(least..=most) - SUFFIX as usize;
            match kind {
                Kind::Short => {
                    keys.text.extend((start..end).map(|_| random.lowercase()));
                }
                Kind::Long => {
                    while keys.text.len() < end {
                        keys.text.push_str(WORDS[random.usize(..WORDS.len())]);
                        keys.text.push('/');
                    }
                    keys.text.truncate(end);
                }
            }
            push_suffix(&mut keys.text, at);
            keys.ends.push(narrow(keys.text.len()));
        }
        let mut sorted: Vec<u32> = (0..narrow(count)).collect();
        sorted.sort_unstable_by_key(|&at| keys.get(at));
        for (rank, at) in (0..).zip(sorted) {
            keys.ranks[at as usize] = rank;
        }
        keys
    }

    /// How many there are.
    ///
    /// ```
    /// use string_kit_benches::workload::lookup::{Keys, Kind};
    ///
    /// assert_eq!(Keys::new(Kind::Long, 3).count(), 3);
    /// ```
    #[must_use]
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// The keys with their places in order.
    ///
    /// ```
    /// use string_kit_benches::workload::lookup::{Keys, Kind};
    ///
    /// let keys = Keys::new(Kind::Short, 100);
    /// let first = keys.iter().min().unwrap();
    /// assert_eq!(first.1, 0);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        let places = self.ranks.iter().zip(0..);
        places.map(|(rank, at)| (self.get(at), *rank))
    }

    fn get(&self, at: u32) -> &str {
        let start = at
            .checked_sub(1)
            .map_or(0, |before| self.ends[before as usize]);
        &self.text[start as usize..self.ends[at as usize] as usize]
    }
}

/// The letters at a key's end that no other key has: 26^5 is 11.9 million.
const SUFFIX: u32 = 5;

/// Appends what no other number below 26^5 has, in letters that look random.
fn push_suffix(text: &mut String, number: usize) {
    const COUNT: usize = 26usize.pow(SUFFIX);
    // Multiplying by what shares no divisor with the count puts the numbers in another order.
    let mut rest = number * 4_829_731 % COUNT;
    for _ in 0..SUFFIX {
        #[allow(clippy::cast_possible_truncation)] // One of 26.
        text.push(char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
}

/// The parts of a path.
const WORDS: [&str; 16] = [
    "account", "billing", "cache", "device", "europe", "gateway", "history", "invoice", "metric",
    "network", "order", "profile", "region", "session", "tenant", "user",
];

/// Keys drawn at random, laid out in the order in which they are asked for: reading them on costs
/// next to nothing, wherever the map's own keys lie.
#[derive(Clone, Debug)]
pub struct Queries {
    text: String,
    /// Where each ends, and its place in order.
    ends: Vec<(u32, u32)>,
}

impl Queries {
    /// So many of these keys.
    ///
    /// ```
    /// use string_kit_benches::workload::lookup::{Keys, Kind, Queries};
    ///
    /// let queries = Queries::new(&Keys::new(Kind::Short, 100), 4096);
    /// assert_eq!(queries.iter(0, 4096).count(), 4096);
    /// ```
    #[must_use]
    pub fn new(keys: &Keys, count: usize) -> Self {
        let mut random = fastrand::Rng::with_seed(4);
        let mut queries = Self {
            text: String::new(),
            ends: Vec::with_capacity(count),
        };
        for _ in 0..count {
            let at = random.usize(..keys.count());
            queries.text.push_str(keys.get(narrow(at)));
            let end = narrow(queries.text.len());
            queries.ends.push((end, keys.ranks[at]));
        }
        queries
    }

    /// How many there are.
    ///
    /// ```
    /// use string_kit_benches::workload::lookup::{Keys, Kind, Queries};
    ///
    /// assert_eq!(Queries::new(&Keys::new(Kind::Long, 3), 7).count(), 7);
    /// ```
    #[must_use]
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// Some of them with their places in order.
    ///
    /// ```
    /// use string_kit_benches::workload::lookup::{Keys, Kind, Queries};
    ///
    /// let queries = Queries::new(&Keys::new(Kind::Long, 1), 7);
    /// assert!(queries.iter(5, 2).all(|(_, place)| place == 0));
    /// ```
    pub fn iter(&self, from: usize, count: usize) -> impl Iterator<Item = (&str, u32)> {
        let before = from.checked_sub(1);
        let mut start = before.map_or(0, |before| self.ends[before].0 as usize);
        self.ends[from..from + count]
            .iter()
            .map(move |&(end, rank)| {
                let text = &self.text[start..end as usize];
                start = end as usize;
                (text, rank)
            })
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("the longest keys of the largest set have 320 MB")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_and_are_as_long_as_said() {
        for kind in Kind::ALL {
            let keys = Keys::new(kind, 20_000);
            let mut sorted: Vec<(&str, u32)> = keys.iter().collect();
            sorted.sort_unstable();
            assert!(sorted.is_sorted_by(|(a, _), (b, _)| a < b), "{kind:?}");
            let (least, most) = kind.lengths();
            for (expected, (key, rank)) in (0..).zip(sorted) {
                assert_eq!(rank, expected);
                assert!((least..=most).contains(&key.len()), "{key}");
            }
        }
    }

    #[test]
    fn the_query_after_some_is_the_same() {
        let queries = Queries::new(&Keys::new(Kind::Long, 50), 64);
        let all: Vec<_> = queries.iter(0, 64).collect();
        assert_eq!(queries.iter(10, 5).collect::<Vec<_>>(), all[10..15]);
    }
}
