//! The facts of a type: what cannot be measured, or is asked before anything is.

use std::cmp::Reverse;

use string_kit::{CapturedStr, CloneCost};

/// The facts of a type. Each stands in the type's own file, and nowhere else.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::struct_excessive_bools)] // Each is a fact of its own.
pub struct Facts {
    /// The name for `--type`: a Rust identifier, that of the type's file.
    pub id: &'static str,
    /// The name that readers know.
    pub name: &'static str,
    /// The path of the type of a value, as users write it.
    pub path: &'static str,
    /// The package that defines it; none for std's own types.
    pub package: Option<Package>,
    /// The features of the package that code with the type turns on, `serde` among them; for a type
    /// of std those of serde.
    pub features: &'static [&'static str],
    /// The way in which it keeps a text.
    pub kind: Kind,
    /// The bytes of the longest text that a value keeps in place.
    pub inline: usize,
    /// True if text can be appended to a value in place.
    pub is_mutable: bool,
    /// True if the clone of a text on the heap shares it.
    pub shares_clones: bool,
    /// True if the clones of a text on the heap count in one word, on which threads contend.
    pub clones_contend: bool,
    /// True if threads can share values.
    pub is_sync: bool,
    /// True if the alias of a recorded program can be this type: it is made of a `&str`, and has
    /// the traits of `String` that such a program uses.
    pub is_drop_in: bool,
    /// What changes in code whose strings become such values; empty if its documentation says it.
    pub usage: &'static str,
    /// The parts of a value, if they are known and none is text.
    pub layout: Option<&'static str>,
}

/// The way in which a type keeps a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A value owns its text.
    Owned,
    /// A table keeps each text once; a value is a handle.
    Interner(Interner),
    /// A list keeps all texts of a record; of records with one text, those of all records.
    List,
}

/// The facts of a table that keeps each text once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interner {
    /// True if a text is freed when no handle of it is left.
    pub frees: bool,
    /// True if the table is of the process, and lives as long.
    pub is_of_process: bool,
    /// True if a text is read by the table, not by its handle.
    pub is_read_by_table: bool,
    /// The path of the table; empty if it is of the process.
    pub table: &'static str,
    /// The expression that makes a handle of `text` by `table`; empty if serde makes it.
    pub make: &'static str,
}

impl Interner {
    /// A table whose handles read their texts, and which frees them when it is dropped.
    #[cfg(feature = "rivals")]
    pub(crate) const OWNED: Self = Self {
        frees: false,
        is_of_process: false,
        is_read_by_table: false,
        table: "",
        make: "",
    };
    /// A table that reads the texts of its handles, and frees them when it is dropped.
    #[cfg(feature = "rivals")]
    pub(crate) const READ_BY_TABLE: Self = Self {
        is_read_by_table: true,
        ..Self::OWNED
    };
}

impl Facts {
    /// Returns the facts of an immutable type whose texts are on the heap, and whose clones copy.
    pub(crate) const fn new(id: &'static str, name: &'static str, path: &'static str) -> Self {
        Self {
            id,
            name,
            path,
            package: None,
            features: &[],
            kind: Kind::Owned,
            inline: 0,
            is_mutable: false,
            shares_clones: false,
            clones_contend: false,
            is_sync: true,
            is_drop_in: false,
            usage: "",
            layout: None,
        }
    }

    /// Returns the facts of a representation: those of its profile.
    pub(crate) const fn owned<S: CapturedStr>(
        id: &'static str,
        path: &'static str,
        package: Option<Package>,
    ) -> Self {
        let shares_clones = matches!(S::PROFILE.clone, CloneCost::Shares);
        Self {
            package,
            features: if package.is_some() { &["serde"] } else { &[] },
            inline: S::PROFILE.inline_capacity,
            is_mutable: S::PROFILE.mutable,
            shares_clones,
            clones_contend: shares_clones,
            is_drop_in: true,
            ..Self::new(id, S::PROFILE.name, path)
        }
    }

    /// Returns the facts of the table, if it is one.
    pub fn interner(&self) -> Option<Interner> {
        match self.kind {
            Kind::Interner(interner) => Some(interner),
            Kind::Owned | Kind::List => None,
        }
    }

    /// Returns whether a list keeps all texts of a record.
    pub fn is_list(&self) -> bool {
        self.kind == Kind::List
    }
}

/// A package that defines types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Package {
    pub name: &'static str,
    /// The year and month of the first release and of the last, in November 2026; none if it is not
    /// published.
    pub releases: Option<[[u16; 2]; 2]>,
    /// The security advisory about it, if there is one.
    pub advisory: Option<&'static str>,
}

/// The crates of this repository.
pub(crate) const STRING_KIT: Option<Package> = Some(Package {
    name: "string-kit",
    releases: None,
    advisory: None,
});

/// The month in which releases were looked up.
const NOW: [u16; 2] = [2026, 11];

/// Returns the months from one month to another.
const fn months([from_year, from_month]: [u16; 2], [year, month]: [u16; 2]) -> u16 {
    (year * 12 + month) - (from_year * 12 + from_month)
}

impl Package {
    /// Returns a package by its first and last release, each a year and a month.
    pub(crate) const fn new(name: &'static str, first: [u16; 2], last: [u16; 2]) -> Self {
        Self {
            name,
            releases: Some([first, last]),
            advisory: None,
        }
    }

    /// Adds a security advisory.
    pub(crate) const fn advised(mut self, advisory: &'static str) -> Self {
        self.advisory = Some(advisory);
        self
    }

    /// Returns whether the package has no advisory, and releases that span two years or more.
    pub fn is_mature(&self) -> bool {
        let spans = |[first, last]: [[u16; 2]; 2]| months(first, last) >= 24;
        self.advisory.is_none() && self.releases.is_some_and(spans)
    }

    /// Returns two keys by which the packages of less risk come first: whether it is not mature and
    /// whether it has a warning; then the months that its releases span.
    pub fn risk(&self) -> ([bool; 2], Reverse<u16>) {
        let span = self.releases.map(|[first, last]| months(first, last));
        let class = [!self.is_mature(), self.warning().is_some()];
        (class, Reverse(span.unwrap_or(0)))
    }

    /// Returns a reason to be careful with the package: it is unpublished, younger than a year, has
    /// an advisory, or had no release for two years.
    pub fn warning(&self) -> Option<String> {
        let Some([first, last]) = self.releases else {
            return Some(format!("{} is not published", self.name));
        };
        let [[first_year, first_month], [last_year, _]] = [first, last];
        let reason = if let Some(advisory) = self.advisory {
            format!("has the advisory {advisory}")
        } else if months(first, NOW) < 12 {
            format!("was first released in {first_year}-{first_month:02}")
        } else if months(last, NOW) >= 24 {
            format!("has had no release since {last_year}")
        } else {
            return None;
        };
        Some(format!("{} {reason}", self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maturity_and_warnings_follow_from_releases() {
        let published = |first, last| Package::new("name", first, last);
        for (package, is_mature, warning) in [
            (published([2018, 8], [2026, 10]), true, None),
            (published([2024, 12], [2026, 11]), false, None),
            (
                published([2026, 2], [2026, 10]),
                false,
                Some("name was first released in 2026-02"),
            ),
            (
                published([2020, 3], [2024, 8]),
                true,
                Some("name has had no release since 2024"),
            ),
            (
                published([2020, 5], [2026, 11]).advised("RUSTSEC-2026-0249"),
                false,
                Some("name has the advisory RUSTSEC-2026-0249"),
            ),
            (
                STRING_KIT.unwrap(),
                false,
                Some("string-kit is not published"),
            ),
        ] {
            assert_eq!(package.is_mature(), is_mature, "{package:?}");
            assert_eq!(package.warning().as_deref(), warning);
        }
    }
}
