//! Random programs of edits, undo, branches, limits and files, with a list of `String`s as the
//! oracle.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind, Write};

use proptest::prelude::*;
use string_kit_concat::{ConcatStr, History, HistoryError, HistoryWriter, VersionId};
use string_kit_testkit::concat_program::{Draws, Version};

/// A file with room for some bytes.
#[derive(Clone, Default)]
struct Disk {
    bytes: Vec<u8>,
    room: usize,
}

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let len = bytes.len().min(self.room);
        self.room -= len;
        self.bytes.extend_from_slice(&bytes[..len]);
        if len == 0 {
            return Err(ErrorKind::StorageFull.into());
        }
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Made {
    version: Version,
    mark: String,
    parent: Option<usize>,
    is_joined: bool,
    /// The version that it was left for by the last undo, or the newest that was made of it.
    redo: Option<usize>,
}

impl Made {
    fn new(version: Version, mark: String, parent: Option<usize>, is_joined: bool) -> Self {
        Self {
            version,
            mark,
            parent,
            is_joined,
            redo: None,
        }
    }
}

struct State {
    history: History,
    made: Vec<Made>,
    current: usize,
    saved: usize,
    /// The versions that are left, and the limits.
    left: BTreeSet<usize>,
    max: usize,
    has_bytes: bool,
}

fn id(number: usize) -> VersionId {
    VersionId::from(u32::try_from(number).unwrap())
}

fn numbers(history: &History) -> impl Iterator<Item = usize> {
    history.iter().map(|version| u32::from(version.id) as usize)
}

impl State {
    fn check(&self, history: &History) {
        for (number, version) in numbers(history).zip(history.iter()) {
            let made = &self.made[number];
            assert_eq!(*version.text, made.version.model);
            assert_eq!(*version.mark, made.mark);
            let parent = made.parent.map(id).and_then(|parent| history.get(parent));
            assert_eq!(version.parent, parent.map(|parent| parent.id));
            assert_eq!(version.is_joined, made.is_joined);
        }
    }

    fn left(&self, number: Option<usize>) -> Option<usize> {
        number.filter(|number| self.left.contains(number))
    }

    /// Checks which versions were dropped: first the oldest that no undo or redo reaches, by
    /// eighths, then the oldest before the current one.
    fn prune(&mut self) {
        let mut tip = self.current;
        while let Some(next) = self.left(self.made[tip].redo) {
            tip = next;
        }
        let parents = |&number: &usize| self.left(self.made[number].parent);
        let line: BTreeSet<usize> = std::iter::successors(Some(tip), parents).collect();
        let mut order: Vec<usize> = self.left.difference(&line).copied().collect();
        let (unreached, len) = (order.len(), self.left.len());
        order.extend(line.range(..self.current));
        let beyond = len.saturating_sub(self.max);
        let left: BTreeSet<usize> = numbers(&self.history).collect();
        let dropped = len - left.len();
        if !self.has_bytes {
            let by_eighths = unreached.min(len / 8).min(beyond * len);
            assert_eq!(dropped, beyond.min(order.len()).max(by_eighths));
        }
        for number in &order[..dropped] {
            self.left.remove(number);
        }
        assert_eq!(self.left, left);
    }

    /// Undoes a step. Returns false if there is none.
    fn undo(&mut self) -> bool {
        let start = self.current;
        while let Some(parent) = self.left(self.made[self.current].parent) {
            let left = self.current;
            self.made[parent].redo = Some(left);
            self.current = parent;
            if !self.made[left].is_joined {
                break;
            }
        }
        self.current != start
    }

    fn redo(&self) -> Option<usize> {
        let redo = |number: usize| self.left(self.made[number].redo);
        let mut next = redo(self.current)?;
        while let Some(joined) = redo(next).filter(|&joined| self.made[joined].is_joined) {
            next = joined;
        }
        Some(next)
    }

    fn step(&mut self, draws: &mut Draws<'_>) {
        match draws.below(8) {
            0 => {
                let next = self.history.next_undo().map(|version| version.id);
                assert_eq!(self.history.can_undo(), next.is_some());
                assert_eq!(self.history.undo().map(|version| version.id), next);
                assert_eq!(self.undo(), next.is_some());
            }
            1 => {
                let next = self.redo();
                assert_eq!(self.history.can_redo(), next.is_some());
                assert_eq!(self.history.redo().map(|version| version.id), next.map(id));
                self.current = next.unwrap_or(self.current);
            }
            2 => {
                let number = draws.below(self.made.len() + 1);
                let exists = self.left.contains(&number);
                assert_eq!(self.history.go_to(id(number)).is_some(), exists);
                if exists {
                    self.current = number;
                }
                if draws.below(2) == 0 {
                    self.history.mark_saved();
                    self.saved = self.current;
                }
            }
            _ => {
                let mut version = self.made[self.current].version.clone();
                version.text = self.history.text().clone();
                let newest = self.made.iter().rev().take(9);
                let others: Vec<Version> = newest.map(|made| made.version.clone()).collect();
                version.step(draws, &others, true);
                let (before, number) = (self.current, self.made.len());
                let mark = "mark ".repeat(draws.below(3)) + &"m".repeat(draws.below(300));
                let (is_joined, text) = (draws.below(3) == 0, version.text.clone());
                let pushed = match (is_joined, mark.is_empty()) {
                    (true, _) => self.history.push_joined(text, mark.as_str().into()),
                    (false, true) => self.history.push(text),
                    (false, false) => self.history.push_with(text, mark.as_str().into()),
                };
                assert_eq!(pushed, id(number));
                self.made
                    .push(Made::new(version, mark, Some(before), is_joined));
                self.made[before].redo = Some(number);
                self.current = number;
                self.left.insert(number);
                self.prune();
                // Unless the limit has no room for two versions, the edit can be undone.
                assert!(self.left.contains(&before) || self.left.len() == 1);
            }
        }
        let current = self.history.current();
        assert_eq!(*current.text, self.made[self.current].version.model);
        assert_eq!(current.id, id(self.current));
        assert_eq!(self.history.is_saved(), self.current == self.saved);
    }
}

fn run(bytes: &[u8]) {
    let mut draws = Draws(bytes);
    let mut state = State {
        history: History::new(ConcatStr::new()),
        made: vec![Made::new(Version::default(), String::new(), None, false)],
        current: 0,
        saved: 0,
        left: BTreeSet::from([0]),
        max: usize::MAX,
        has_bytes: false,
    };
    let mut writer = HistoryWriter::new(Disk::default());
    let append = |writer: &mut HistoryWriter<Disk>, history: &History, room| {
        writer.get_mut().room = room;
        if let Err(error) = writer.append(history) {
            assert_eq!(error.kind(), ErrorKind::StorageFull);
            writer.get_mut().room = usize::MAX;
            writer.append(history).unwrap();
        }
    };
    while !draws.0.is_empty() {
        match draws.below(24) {
            0 => {
                state.max = 1 + draws.below(30);
                state.history.limit_versions(state.max);
                state.prune();
            }
            1 => {
                state.has_bytes = true;
                let max = draws.below(20_000);
                state.history.limit_bytes(max).unwrap();
                state.prune();
            }
            2..6 => append(&mut writer, &state.history, draws.below(400)),
            6 => {
                append(&mut writer, &state.history, usize::MAX);
                let disk = writer.get_ref().clone();
                let restored = History::read_from(&*disk.bytes).unwrap();
                assert!(!restored.is_torn() && restored.valid_len() == disk.bytes.len() as u64);
                (state.history, writer) = restored.resume(disk);
                (state.max, state.has_bytes) = (usize::MAX, false);
                state.check(&state.history);
                state.prune();
                assert_eq!(state.history.current().id, id(state.current));
                assert_eq!(state.history.is_saved(), state.current == state.saved);
            }
            _ => state.step(&mut draws),
        }
    }
    append(&mut writer, &state.history, usize::MAX);
    // Of a file that is torn or damaged the versions before that place are read.
    let mut file = writer.get_ref().bytes.clone();
    let at = Draws(&bytes[bytes.len() / 2..]).below(file.len());
    let check = |file: &[u8], may_be_damaged: bool| {
        let (history, len) = match History::read_from(file) {
            Ok(restored) => {
                let len = restored.valid_len();
                (Some(Box::new(restored.into_history())), len)
            }
            Err(HistoryError::Damaged { at, history, .. }) if may_be_damaged => (history, at),
            Err(HistoryError::NotAHistory) if may_be_damaged => (None, 0),
            Err(error) => {
                assert!(matches!(error, HistoryError::NoVersion), "{error}");
                (None, 0)
            }
        };
        assert!(len <= at as u64);
        history.inspect(|history| state.check(history));
    };
    check(&file[..at], false);
    file[at] ^= 0x41;
    check(&file, true);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn histories_equal_lists_of_strings(bytes in prop::collection::vec(any::<u8>(), 0..1500)) {
        run(&bytes);
    }
}

#[test]
fn an_edit_just_made_can_be_undone_under_any_limit() {
    // Each version takes a node of 16 bytes.
    let limits: [fn(&mut History, usize); 2] = [
        |history, max| history.limit_versions(max),
        |history, max| history.limit_bytes(max * 16).unwrap(),
    ];
    let start = |limit: fn(&mut History, usize), max| {
        let mut history = History::new(ConcatStr::from("first"));
        limit(&mut history, max);
        history
    };
    for limit in limits {
        let mut history = start(limit, 4);
        for draft in 0..20 {
            history.push(ConcatStr::from(format!("draft {draft}")));
            assert_eq!(history.undo().unwrap().text, "first");
        }
        assert!(numbers(&history).eq([0, 18, 19, 20]));

        let mut history = start(limit, 100);
        for number in 1..100 {
            history.push(ConcatStr::from(format!("version {number}")));
        }
        while history.undo().is_some() {}
        history.push(ConcatStr::from("another"));
        assert_eq!(history.undo().unwrap().text, "first");
        assert!(history.iter().count() >= 100 - 100 / 8);
        assert_eq!(history.go_to(id(99)).unwrap().text, "version 99");
    }
}

#[test]
fn a_step_is_undone_at_once_and_a_branch_is_redone_after_a_restart() {
    let mut history = History::new("".into());
    history.push_with("a".into(), "1".into());
    history.push_joined("ab".into(), "2".into());
    let first = history.push_joined("abc".into(), "3".into());
    assert_eq!(history.undo().unwrap().text, "");
    let second = history.push("x".into());
    history.go_to(first);
    history.undo();
    let mut writer = HistoryWriter::new(Vec::new());
    writer.append(&history).unwrap();
    history.redo();
    writer.append(&history).unwrap();
    history.undo();
    let restored = History::read_from(&**writer.get_ref()).unwrap();
    for mut history in [history, restored.into_history()] {
        history.undo();
        let redone = history.redo().unwrap();
        assert_eq!(
            (redone.id, redone.text, redone.mark),
            (first, &"abc".into(), &"3".into())
        );
        assert_eq!(history.go_to(second).unwrap().mark, "");
    }
}
