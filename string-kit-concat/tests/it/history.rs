//! Random programs of edits, undo, branches, limits and files, with a list of `String`s as the
//! oracle.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;

use proptest::prelude::*;
use string_kit_concat::{ConcatStr, History, HistoryError, HistoryWriter, Opened, VersionId};
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

/// A version that a history ever had.
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

/// A history, and all versions that it ever had.
struct State {
    history: History,
    all: Vec<Made>,
    current: usize,
    saved: usize,
    /// The versions that are left, and the limits.
    left: BTreeSet<usize>,
    most: usize,
    has_bytes: bool,
}

fn id(number: usize) -> VersionId {
    VersionId::from(u32::try_from(number).unwrap())
}

/// Returns the numbers of the versions that are left.
fn numbers(history: &History) -> impl Iterator<Item = usize> {
    history.iter().map(|version| u32::from(version.id) as usize)
}

impl State {
    /// Checks the versions that a history has.
    fn check(&self, history: &History) {
        for (number, version) in numbers(history).zip(history.iter()) {
            let made = &self.all[number];
            assert_eq!(*version.text, made.version.model);
            assert_eq!(*version.mark, made.mark);
            let parent = made.parent.map(id).and_then(|parent| history.get(parent));
            assert_eq!(version.parent, parent.map(|parent| parent.id));
            assert_eq!(version.is_joined, made.is_joined);
        }
    }

    /// Returns a version if it is left.
    fn left(&self, number: Option<usize>) -> Option<usize> {
        number.filter(|number| self.left.contains(number))
    }

    /// Checks which versions were dropped: first the oldest that no undo or redo reaches, by
    /// eighths, then the oldest before the current one.
    fn prune(&mut self) {
        let mut tip = self.current;
        while let Some(next) = self.left(self.all[tip].redo) {
            tip = next;
        }
        let parents = |&number: &usize| self.left(self.all[number].parent);
        let line: BTreeSet<usize> = std::iter::successors(Some(tip), parents).collect();
        let mut order: Vec<usize> = self.left.difference(&line).copied().collect();
        let (unreached, len) = (order.len(), self.left.len());
        order.extend(line.range(..self.current));
        let beyond = len.saturating_sub(self.most);
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
        while let Some(parent) = self.left(self.all[self.current].parent) {
            let left = self.current;
            self.all[parent].redo = Some(left);
            self.current = parent;
            if !self.all[left].is_joined {
                break;
            }
        }
        self.current != start
    }

    /// Returns the version that a redo goes to.
    fn redo(&self) -> Option<usize> {
        let redo = |number: usize| self.left(self.all[number].redo);
        let mut next = redo(self.current)?;
        while let Some(joined) = redo(next).filter(|&joined| self.all[joined].is_joined) {
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
                let number = draws.below(self.all.len() + 1);
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
                let mut version = self.all[self.current].version.clone();
                version.text = self.history.text().clone();
                let newest = self.all.iter().rev().take(9);
                let others: Vec<Version> = newest.map(|made| made.version.clone()).collect();
                version.step(draws, &others, true);
                let (before, number) = (self.current, self.all.len());
                let mark = "mark ".repeat(draws.below(3)) + &"m".repeat(draws.below(300));
                let (is_joined, text) = (draws.below(3) == 0, version.text.clone());
                let pushed = match (is_joined, mark.is_empty()) {
                    (true, _) => self.history.push_joined(text, mark.as_str().into()),
                    (false, true) => self.history.push(text),
                    (false, false) => self.history.push_with(text, mark.as_str().into()),
                };
                assert_eq!(pushed, id(number));
                self.all
                    .push(Made::new(version, mark, Some(before), is_joined));
                self.all[before].redo = Some(number);
                self.current = number;
                self.left.insert(number);
                self.prune();
                // Unless the limit has no room for two versions, the edit can be undone.
                assert!(self.left.contains(&before) || self.left.len() == 1);
            }
        }
        let current = self.history.current();
        assert_eq!(*current.text, self.all[self.current].version.model);
        assert_eq!(current.id, id(self.current));
        assert_eq!(self.history.is_saved(), self.current == self.saved);
    }
}

fn run(bytes: &[u8]) {
    let mut draws = Draws(bytes);
    let mut state = State {
        history: History::new(ConcatStr::new()),
        all: vec![Made::new(Version::default(), String::new(), None, false)],
        current: 0,
        saved: 0,
        left: BTreeSet::from([0]),
        most: usize::MAX,
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
                state.most = 1 + draws.below(30);
                state.history.limit_versions(state.most);
                state.prune();
            }
            1 => {
                state.has_bytes = true;
                let most = draws.below(20_000);
                state.history.limit_bytes(most).unwrap();
                state.prune();
            }
            2..6 => append(&mut writer, &state.history, draws.below(400)),
            6 => {
                append(&mut writer, &state.history, usize::MAX);
                let disk = writer.get_ref().clone();
                let restored = History::read_from(&*disk.bytes).unwrap();
                assert!(!restored.is_torn() && restored.valid_len() == disk.bytes.len() as u64);
                (state.history, writer) = restored.resume(disk);
                (state.most, state.has_bytes) = (usize::MAX, false);
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
        |history, most| history.limit_versions(most),
        |history, most| history.limit_bytes(most * 16).unwrap(),
    ];
    let start = |limit: fn(&mut History, usize), most| {
        let mut history = History::new(ConcatStr::from("first"));
        limit(&mut history, most);
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

/// Returns a file of one part.
fn file(payload: &[u8]) -> Vec<u8> {
    let step = |crc: u32, _| (crc >> 1) ^ ((crc & 1) * 0xedb8_8320);
    let add = |crc: u32, byte: &u8| (0..8).fold(crc ^ u32::from(*byte), step);
    let crc = !payload.iter().fold(!0, add);
    let len =
        [payload.len() % 128 + 128, payload.len() / 128].map(|byte| u8::try_from(byte).unwrap());
    [b"skhist2\n", &len[..], payload, &crc.to_le_bytes()].concat()
}

#[test]
fn a_part_that_makes_no_text_is_refused() {
    const LEAF: &[u8] = b"\0\0\0\0\x03n\xc3\xa9";
    const ONE: &[u8] = b"\0\0\0\0\x01a";
    const PATCH: &[u8] = b"\x02\x01\0\0\0\0\x01x";
    const VERSION: &[u8] = b"\x05\x01\0";
    const SWEEP: &[u8] = b"\x08";
    let good = [LEAF, PATCH, PATCH, VERSION].concat();
    let restored = History::read_from(&*file(&good)).unwrap();
    assert_eq!(restored.into_history().text(), "xxné");

    // 2^32 - 1 bytes, the most that there can be: 2^31 and all lower powers of 2.
    let longest: Vec<u8> = (1..32)
        .flat_map(|n| [1, n.min(2), n.min(2), 1, 1, 2])
        .collect();
    let restored = History::read_from(&*file(&[ONE, &longest, VERSION].concat())).unwrap();
    assert_eq!(restored.into_history().text().len(), u32::MAX as usize);

    // A sweep follows as many bytes as there are nodes and versions.
    let swept = [ONE, VERSION, SWEEP, VERSION, SWEEP].concat();
    assert!(History::read_from(&*file(&swept)).is_ok());

    // A file system may leave zeros behind what was written.
    let zeros = [file(&good), vec![0; 20]].concat();
    assert!(History::read_from(&*zeros).unwrap().is_torn());

    let owner = [&b"\x03\xfc\x01"[..], &[b'a'; 252]].concat();
    let doubled = [LEAF, &b"\x01\x01\x01".repeat(31)].concat();
    let chain: Vec<u8> = (1..9).flat_map(|back| [1, 1, back]).collect();
    let long = [&b"\0\0\0\0\xfc\x01"[..], &[b'a'; 252]].concat();
    for payload in [
        &[9][..],
        b"\0\0\0\0\0",
        b"\0\0\0\0\x01\xff",
        b"\0\0\0\0\x05a",
        b"\0\x01\0\0\x01a",
        &[LEAF, b"\0\x01\x02\0\0"].concat(),
        &[LEAF, b"\0\x01\x02\x02\x01a"].concat(),
        &[LEAF, PATCH, b"\0\x01\0\0\x01a"].concat(),
        &long,
        b"\x01\x01\x01",
        &[LEAF, b"\x01\0\x01"].concat(),
        &[LEAF, PATCH, b"\x01\x02\x01"].concat(),
        &[LEAF, PATCH, b"\x01\x01\x02"].concat(),
        &doubled,
        &[ONE, &longest, b"\x01\x01\x01"].concat(),
        &[ONE, &longest, PATCH].concat(),
        &[ONE, &chain].concat(),
        &[ONE, VERSION, SWEEP, SWEEP].concat(),
        &[LEAF, PATCH, PATCH, PATCH].concat(),
        &[LEAF, b"\x02\x01\x04\0\0\0\x01x"].concat(),
        &[LEAF, b"\x02\x01\0\x02\0\0\x01x"].concat(),
        &[LEAF, b"\x02\x01\0\x04\0\0\x01x"].concat(),
        &[LEAF, b"\x02\x01\x01\0\0\0\x01x"].concat(),
        &[LEAF, b"\x02\x01\0\x03\0\0\0"].concat(),
        b"\x03\x01a",
        b"\x04\x01\0\x01",
        &[&owner, &b"\x04\x01\0\x01"[..]].concat(),
        &[&owner, &b"\x04\x01\x01\xfc\x01"[..]].concat(),
        VERSION,
        &[LEAF, b"\x05\x01\x01"].concat(),
        &[LEAF, VERSION, b"\x06\0"].concat(),
        &[LEAF, VERSION, b"\x06\x02"].concat(),
        &[LEAF, VERSION, b"\x05\0\x01\x06\x02\x07\x01"].concat(),
        &[LEAF, VERSION, b"\x05\0\x01\x07\x01\x05\0\x02"].concat(),
        &[LEAF, VERSION, b"\x05\0\x01\x09\x02\x05\0\x02"].concat(),
        &[LEAF, VERSION, b"\x05\0\x01\x09\x01"].concat(),
        &[LEAF, VERSION, b"\x05\0\x01\x09\x02\x09\x02"].concat(),
        &[LEAF, VERSION, b"\x09\0"].concat(),
        &[LEAF, VERSION, b"\x0a\xff\xff\xff\xff\x0f"].concat(),
        b"\x07\x01",
        &[LEAF, VERSION, b"\x07\xff\xff\xff\xff\x0f"].concat(),
        b"\x05\x80",
        b"\x0e",
        &[LEAF, b"\x0b\x01\0\x02\0"].concat(),
        &[LEAF, VERSION, b"\x0c\0\0"].concat(),
        &[LEAF, VERSION, b"\x0c\x02\0"].concat(),
        &[LEAF, VERSION, b"\x0c\x01\x01"].concat(),
        &[LEAF, VERSION, b"\x0d\0"].concat(),
        &[LEAF, VERSION, b"\x0d\x02"].concat(),
    ] {
        let refused = History::read_from(&*file(payload)).map(drop);
        assert!(
            matches!(refused, Err(HistoryError::Invalid(8))),
            "{payload:x?}: {refused:?}"
        );
    }
    let endless = b"skhist2\n\xff\xff\xff\xff\xff\xff\xff\xff\x7f";
    for file in [&endless[..], &[0; 20], &file(LEAF)] {
        let refused = History::read_from(file).map(drop);
        assert!(
            matches!(
                refused,
                Err(HistoryError::NoVersion | HistoryError::NotAHistory)
            ),
            "{refused:?}"
        );
    }
}

/// Returns the file of five versions, and where each part of it begins, with the end.
fn five_versions() -> (Vec<u8>, Vec<usize>) {
    let mut history = History::new(ConcatStr::from("The quick fox"));
    let (mut writer, mut starts) = (HistoryWriter::new(Vec::new()), vec![8]);
    for word in ["brown ", "red ", "lazy ", "sleeping ", ""] {
        writer.append(&history).unwrap();
        starts.push(writer.get_ref().len());
        let mut text = history.text().clone();
        text.insert_str(10, word);
        history.push(text);
    }
    (writer.into_inner(), starts)
}

/// Returns the byte at which a file is damaged, and the number of versions before it.
fn damage(file: &[u8]) -> (usize, usize) {
    match History::read_from(file) {
        Err(HistoryError::Damaged { at, history, .. }) => {
            let versions = history.map_or(0, |history| history.iter().count());
            (usize::try_from(at).unwrap(), versions)
        }
        read => panic!("{read:?}"),
    }
}

#[test]
fn a_file_that_is_cut_is_torn_and_one_that_changed_is_damaged() {
    let (file, starts) = five_versions();
    let torn = |file: &[u8], whole: usize| {
        let restored = History::read_from(file).unwrap();
        assert_eq!(restored.is_torn(), file.len() > starts[whole]);
        assert_eq!(restored.valid_len(), starts[whole] as u64);
        assert_eq!(restored.into_history().iter().count(), whole);
    };
    for at in 0..file.len() {
        let whole = starts[1..].iter().filter(|&&start| start <= at).count();
        match History::read_from(&file[..at]) {
            Err(HistoryError::NoVersion) => assert_eq!(whole, 0),
            _ => torn(&file[..at], whole),
        }
        for bit in 0..8 {
            let mut changed = file.clone();
            changed[at] ^= 1 << bit;
            match History::read_from(&*changed) {
                Err(HistoryError::NotAHistory) => assert!(at < 8),
                Ok(_) => {
                    assert_eq!(whole, 4, "byte {at}, bit {bit}");
                    torn(&changed, whole);
                }
                Err(_) => assert_eq!(damage(&changed), (starts[whole], whole)),
            }
        }
    }
    // A first part that is whole is no crash in the first append: nobody shall start anew.
    let mut first = file[..starts[1]].to_vec();
    first[12] ^= 1;
    assert_eq!(damage(&first), (8, 0));
}

#[test]
fn a_second_writer_damages_the_file() {
    let (file, starts) = five_versions();
    let [left, right] = ["of the first writer", "of the second"].map(|text| {
        let (mut history, mut writer) = History::read_from(&*file).unwrap().resume(Vec::new());
        history.push(ConcatStr::from(text));
        writer.append(&history).unwrap();
        writer.into_inner()
    });
    let before = [&*file, &left].concat();
    for behind in [&*right, &[&*right, &left].concat(), &file[..starts[1]]] {
        let both = [&*before, behind].concat();
        assert_eq!(damage(&both), (before.len(), 6));
    }
}

#[test]
fn a_text_that_is_taken_over_is_written_once() {
    let long = "0123456789".repeat(1000);
    let mut history = History::new(ConcatStr::from(long.clone()));
    let mut writer = HistoryWriter::new(Vec::new());
    history.limit_versions(3);
    for edit in 0..20 {
        let mut text = history.text().clone();
        text.replace_range(
            edit * 400..edit * 400 + 40,
            "a text that fits no patch, and so is cut",
        );
        if edit == 10 {
            text = text.substr(5000..).concat(&ConcatStr::from(long.clone()));
        }
        history.push(text);
        writer.append(&history).unwrap();
    }
    let file = writer.get_ref();
    assert!(file.len() < 2 * long.len() + 3000, "{}", file.len());
    let restored = History::read_from(&**file).unwrap().into_history();
    assert!(restored.iter().eq(history.iter()));
    assert_eq!(restored.iter().count(), 3);
}

#[test]
fn many_texts_that_are_taken_over_are_written_once_each() {
    let long = "0123456789".repeat(30);
    let mut history = History::new(ConcatStr::new());
    let mut writer = HistoryWriter::new(Vec::new());
    history.limit_versions(100);
    history.limit_bytes(usize::MAX).unwrap();
    for number in 0..2000 {
        history.push(ConcatStr::from(format!("{number}{long}")));
        let again = history.text().substr(5..);
        history.push(again);
        writer.append(&history).unwrap();
    }
    let file = writer.into_inner();
    assert!(file.len() < 2000 * (long.len() + 40), "{}", file.len());
    let restored = History::read_from(&*file).unwrap().into_history();
    assert!(restored.iter().eq(history.iter()));
    assert_eq!(restored.iter().count(), 100);
}

#[test]
fn an_error_has_its_source() {
    struct Unreadable;

    impl io::Read for Unreadable {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(ErrorKind::PermissionDenied.into())
        }
    }

    let error = History::read_from(io::BufReader::new(Unreadable)).unwrap_err();
    let source = error.source().unwrap().downcast_ref::<io::Error>();
    assert_eq!(source.unwrap().kind(), ErrorKind::PermissionDenied);
    assert!(HistoryError::NoVersion.source().is_none());
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

#[test]
fn another_history_is_not_appended() {
    let (history, mut writer) = (History::new("a".into()), HistoryWriter::new(Vec::new()));
    writer.append(&history).unwrap();
    let (history, mut writer) = History::read_from(&*writer.into_inner())
        .unwrap()
        .resume(Vec::new());
    let refused = writer.append(&History::new("b".into())).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::InvalidInput);
    writer.append(&history).unwrap();
    assert!(writer.get_ref().is_empty());
}

/// A file that is deleted at the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let name = format!("string-kit-concat-{name}-{}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    fn open(&self) -> Opened {
        History::open(&self.0).unwrap()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_file_that_was_cut_anywhere_is_opened_and_goes_on() {
    let path = Temporary::new("cut");
    let (file, starts) = five_versions();
    // One of each version of the format.
    for at in 0..file.len() {
        let mut bytes = file[..at].to_vec();
        if let Some(version) = bytes.get_mut(6) {
            *version = b'1' + u8::try_from(at % 2).unwrap();
        }
        fs::write(&path.0, &bytes).unwrap();
        let mut opened = path.open();
        let whole = starts[1..].iter().filter(|&&start| start <= at).count();
        let valid = if whole > 0 { starts[whole] } else { 0 };
        assert_eq!(opened.torn_bytes, (at - valid) as u64);
        assert_eq!(opened.is_new, whole == 0);
        assert_eq!(opened.history.iter().count(), whole.max(1));
        opened.history.push_with("new".into(), "mark".into());
        opened.writer.append(&opened.history).unwrap();
        assert!(fs::read(&path.0).unwrap().starts_with(&file[..valid]));
        drop(opened);
        let opened = path.open();
        let newest = opened.history.current();
        assert_eq!((newest.text, newest.mark), (&"new".into(), &"mark".into()));
    }
}

#[test]
fn a_file_that_is_damaged_or_open_stays_as_it_is() {
    let path = Temporary::new("damaged");
    let (mut file, starts) = five_versions();
    file[starts[2] + 5] ^= 1;
    for bytes in [&*file, b"a text"] {
        fs::write(&path.0, bytes).unwrap();
        match History::open(&path.0) {
            Err(HistoryError::Damaged { history, .. }) => {
                assert_eq!(history.unwrap().iter().count(), 2);
            }
            opened => assert!(matches!(opened, Err(HistoryError::NotAHistory))),
        }
        assert_eq!(fs::read(&path.0).unwrap(), bytes);
    }
    fs::remove_file(&path.0).unwrap();
    let mut opened = path.open();
    assert!(matches!(History::open(&path.0), Err(HistoryError::Locked)));
    let refused = opened.history.save(&path.0).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::ResourceBusy);
    opened.writer.append(&opened.history).unwrap();
    drop(opened.writer);
    opened.history.push("new".into());
    opened.history.limit_versions(1);
    opened.history.save(&path.0).unwrap();
    assert!(path.open().history.iter().eq(opened.history.iter()));
}

#[test]
fn a_text_is_saved_in_place_of_a_file_or_not_at_all() {
    let path = Temporary::new("text");
    ConcatStr::from("one").save(&path.0).unwrap();
    let mut permissions = fs::metadata(&path.0).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path.0, permissions.clone()).unwrap();
    // What a crash left is not written to.
    let mut name = path.0.clone().into_os_string();
    name.push(".0.tmp");
    let left = Temporary(name.into());
    File::create(&left.0).unwrap();
    ConcatStr::from("two").save(&path.0).unwrap();
    assert_eq!(fs::read(&path.0).unwrap(), b"two");
    assert_eq!(fs::metadata(&path.0).unwrap().permissions(), permissions);
    assert_eq!(fs::metadata(&left.0).unwrap().len(), 0);
    let refused = ConcatStr::new().save(path.0.join("no/folder"));
    assert!(refused.is_err());
}
