//! Files of histories: torn, damaged, of another history, open twice.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use string_kit_concat::{ConcatStr, History, HistoryError, HistoryWriter, Opened};

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
fn a_file_that_changed_is_damaged() {
    let (file, starts) = five_versions();
    for at in 0..file.len() {
        let whole = starts[1..].iter().filter(|&&start| start <= at).count();
        for bit in 0..8 {
            let mut changed = file.clone();
            changed[at] ^= 1 << bit;
            match History::read_from(&*changed) {
                Err(HistoryError::NotAHistory) => assert!(at < 8),
                Ok(torn) => {
                    assert!(torn.is_torn());
                    assert_eq!((whole, torn.valid_len()), (4, starts[4] as u64));
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
        drop(opened);
        assert!(fs::read(&path.0).unwrap().starts_with(&file[..valid]));
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
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&path.0, fs::Permissions::from_mode(0o640)).unwrap();
    }
    let permissions = fs::metadata(&path.0).unwrap().permissions();
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
