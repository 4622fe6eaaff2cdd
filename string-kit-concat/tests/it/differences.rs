//! Differences of texts that were taken over, copied, or read from a file: the same, since where an
//! edit cuts a text is no difference. An insertion or a deletion has several places if the text
//! behind it begins as it does: any of them is right.

use std::ops::Range;

use proptest::prelude::*;
use string_kit_concat::{ConcatStr, History, HistoryWriter};

/// Edits that are this far apart are ranges of their own.
const APART: usize = 1024;

/// A range of a text that is replaced by a text.
type Edit = (Range<usize>, String);

/// Makes a version by edits, which are in order and do not overlap.
fn edited(old: &ConcatStr, edits: &[Edit]) -> ConcatStr {
    let mut new = old.clone();
    for (range, with) in edits.iter().rev() {
        new.replace_range(range.clone(), with);
    }
    new
}

/// Returns two versions as they are read from a file.
fn read_again(old: &ConcatStr, new: &ConcatStr) -> (ConcatStr, ConcatStr) {
    let mut history = History::new(old.clone());
    history.push(new.clone());
    let mut writer = HistoryWriter::new(Vec::new());
    writer.append(&history).unwrap();
    let history = History::read_from(&**writer.get_ref())
        .unwrap()
        .into_history();
    (
        history.get(0).unwrap().clone(),
        history.get(1).unwrap().clone(),
    )
}

/// Returns the differences of a text and of its edited version: taken over, copied, and both read
/// from a file. Checks that each makes the new text of the old one.
fn differences(model: &str, edits: &[Edit]) -> [Vec<(Range<usize>, Range<usize>)>; 4] {
    let texts = [ConcatStr::from(model.to_owned()), ConcatStr::from(model)];
    let [taken, copied] = texts.map(|old| (edited(&old, edits), old));
    let files = [&taken, &copied].map(|(new, old)| read_again(old, new));
    let [(taken_new, taken), (copied_new, copied)] = [taken, copied];
    let [taken_file, copied_file] = files;
    [
        (taken, taken_new),
        (copied, copied_new),
        taken_file,
        copied_file,
    ]
    .map(|(old, new)| {
        let mut ranges: Vec<_> = old.diff(&new).collect();
        let mut sent = model.to_owned();
        for (removed, inserted) in ranges.iter().rev() {
            sent.replace_range(removed.clone(), &new.slice(inserted.clone()).to_string());
        }
        assert_eq!(new, sent);
        ranges
            .iter_mut()
            .for_each(|range| moved(model, &sent, range));
        ranges
    })
}

/// Moves an insertion or a deletion behind what it has in common with the text that follows: there
/// it makes the same text.
fn moved(old: &str, new: &str, (removed, inserted): &mut (Range<usize>, Range<usize>)) {
    let (text, range) = match (removed.is_empty(), inserted.is_empty()) {
        (true, false) => (new, &inserted),
        (false, true) => (old, &removed),
        _ => return,
    };
    let behind = text[range.end..].chars();
    let same = text[range.start..]
        .chars()
        .zip(behind)
        .take_while(|(a, b)| a == b);
    let by = same.map(|(c, _)| c.len_utf8()).sum::<usize>();
    *removed = removed.start + by..removed.end + by;
    *inserted = inserted.start + by..inserted.end + by;
}

/// Texts of letters and longer characters, and places of edits with what they write.
fn edits() -> impl Strategy<Value = (String, Vec<(usize, usize, String)>)> {
    let edit = (0..1000_usize, 0..300_usize, "[a-cé]{0,5}|[a-zé]{0,400}");
    (
        "([a-z]{1,20}|é){2000,4000}",
        prop::collection::vec(edit, 1..9),
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn edits_that_are_apart_are_the_same_ranges_in_all_texts((model, places) in edits()) {
        let room = model.len() / places.len();
        let edits: Vec<Edit> = places
            .into_iter()
            .enumerate()
            .map(|(index, (at, len, with))| {
                let from = model.floor_char_boundary(index * room + at % (room - APART - 300));
                (from..model.floor_char_boundary(from + len), with)
            })
            .collect();
        let [taken, others @ ..] = differences(&model, &edits);
        let changes = edits.iter().filter(|(range, with)| model[range.clone()] != **with);
        prop_assert_eq!(taken.len(), changes.count());
        for ranges in others {
            prop_assert_eq!(&taken, &ranges);
        }
    }

    #[test]
    fn text_that_is_far_from_all_edits_does_not_differ((model, places) in edits()) {
        let mut edits: Vec<Edit> = Vec::new();
        let mut near = vec![false; model.len()];
        for (at, len, with) in places {
            let behind = edits.last().map_or(0, |edit| edit.0.end);
            let from = model.floor_char_boundary(behind + 3 * at);
            let to = model.floor_char_boundary(from + len);
            if from >= behind && to < model.len() {
                near[from.saturating_sub(APART)..model.len().min(to + APART)].fill(true);
                edits.push((from..to, with));
            }
        }
        for (removed, _) in differences(&model, &edits).into_iter().flatten() {
            prop_assert!(near[removed].iter().all(|&is_near| is_near));
        }
    }
}

#[test]
fn a_thousand_edits_of_a_text_that_was_taken_over_are_a_thousand_ranges() {
    let model = "The quick fox jumps over the lazy dog.\n".repeat(75_000);
    let edits: Vec<Edit> = (0..1000)
        .map(|n| (n * 2900..n * 2900 + 3, "#".to_owned()))
        .collect();
    for ranges in differences(&model, &edits) {
        assert_eq!(ranges.len(), 1000);
        assert!(
            ranges
                .iter()
                .map(|range| &range.0)
                .eq(edits.iter().map(|edit| &edit.0))
        );
    }
}
