//! The file of a history with any bytes in it: it is refused, or makes texts that can be edited and
//! written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use string_kit_concat::{History, VersionId};
use string_kit_testkit::concat_program::{Draws, Version};

/// The bytes of a text that is not read: few records make gigabytes.
const LONG: usize = 1 << 16;
/// Marks of versions.
const MARKS: [&str; 3] = ["", "12", "a mark of more bytes"];

fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| crc >> 1 ^ (crc & 1) * 0xedb8_8320;
    let byte = |crc: u32, byte: &u8| (0..8).fold(crc ^ u32::from(*byte), step);
    !bytes.iter().fold(!0, byte)
}

fuzz_target!(|payload: &[u8]| {
    let mut file = b"skhist2\n".to_vec();
    let mut len = payload.len();
    while len >= 128 {
        file.push(u8::try_from(len % 128 + 128).unwrap());
        len /= 128;
    }
    file.push(u8::try_from(len).unwrap());
    file.extend_from_slice(payload);
    file.extend_from_slice(&crc32(payload).to_le_bytes());
    let Ok(restored) = History::read_from(&*file) else {
        return;
    };
    assert!(!restored.is_torn() && restored.valid_len() == file.len() as u64);
    let (mut history, mut writer) = restored.resume(file);
    // A text of gigabytes may have few nodes: its differences take memory by the nodes.
    for (old, new) in history.iter().zip(history.iter().skip(1)).take(4) {
        let (old, new) = (old.text, new.text);
        let mut edited = old.clone();
        let at = (old.len() / 3..)
            .find(|&at| old.is_char_boundary(at))
            .unwrap();
        if edited.try_replace_range(at..at, "x").is_ok() {
            let ranges: Vec<_> = old.diff(&edited).collect();
            assert!(matches!(&ranges[..], [(old, new)] if old.is_empty() && new.len() == 1));
        }
        if old.len() + new.len() < 1 << 22 {
            let ends = old.diff(new).last().unwrap_or_default();
            assert_eq!(old.len() - ends.0.end, new.len() - ends.1.end);
        }
    }
    let mut draws = Draws(payload);
    for _ in 0..20 {
        let text = history.text().clone();
        if text.len() > LONG {
            break;
        }
        let model = String::from(&text);
        assert_eq!(text, model);
        let mut version = Version {
            text,
            model,
            last: draws.below(256),
        };
        let others = [version.clone()];
        version.step(&mut draws, &others, true);
        version.check();
        let mark = MARKS[draws.below(3)].into();
        if draws.below(2) == 0 {
            history.push_with(version.text, mark);
        } else {
            history.push_joined(version.text, mark);
        }
        let newest = u32::from(history.current().id) as usize;
        let number = u32::try_from(draws.below(newest + 1)).unwrap();
        history.go_to(VersionId::from(number));
        history.undo();
    }
    writer.append(&history).unwrap();
    let again = History::read_from(&**writer.get_ref())
        .unwrap()
        .into_history();
    assert_eq!(again.iter().count(), history.iter().count());
    for (read, written) in again.iter().zip(history.iter()) {
        assert_eq!(read.text.len(), written.text.len());
        assert!(read.text.len() > LONG || read == written, "{:?}", read.id);
    }
    let next = |history: &History| history.next_redo().map(|version| version.id);
    assert_eq!(next(&again), next(&history));
});
