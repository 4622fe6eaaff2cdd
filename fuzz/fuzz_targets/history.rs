//! The file of a history with any bytes in it: it is refused, or makes texts that can be edited and
//! written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use string_kit_concat::History;
use string_kit_testkit::concat_program::{Draws, Version};

/// The bytes of a text that is not read: few records make gigabytes.
const LONG: usize = 1 << 16;

fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| crc >> 1 ^ (crc & 1) * 0xedb8_8320;
    let byte = |crc: u32, byte: &u8| (0..8).fold(crc ^ u32::from(*byte), step);
    !bytes.iter().fold(!0, byte)
}

fuzz_target!(|payload: &[u8]| {
    let mut file = b"skhist1\n".to_vec();
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
    for ((_, old), (_, new)) in history.iter().zip(history.iter().skip(1)).take(4) {
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
        history.push(version.text);
        history.go_to(draws.below(history.current() + 1));
    }
    writer.append(&history).unwrap();
    let again = History::read_from(&**writer.get_ref())
        .unwrap()
        .into_history();
    assert_eq!(again.iter().count(), history.iter().count());
    for ((number, text), (_, written)) in again.iter().zip(history.iter()) {
        assert_eq!(text.len(), written.len());
        assert!(text.len() > LONG || text == written, "version {number}");
    }
});
