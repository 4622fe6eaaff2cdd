//! Differences of texts that were taken over, copied, or read from a file: the same, since where an
//! edit cuts a text is no difference.

use std::ops::Range;

use proptest::prelude::*;
use string_kit_concat::{ConcatSlice, ConcatStr, History, HistoryWriter};

/// Edits that are this far apart are ranges of their own. A range may be longer than an edit by
/// text that the edit wrote again.
const APART: usize = 1024;

/// A range of a text that is replaced by a text.
type Edit = (Range<usize>, String);

/// Returns two versions as they are read from a file.
fn read_again(old: ConcatStr, new: ConcatStr) -> (ConcatStr, ConcatStr) {
    let (mut history, mut writer) = (History::new(old), HistoryWriter::new(Vec::new()));
    history.push(new);
    writer.append(&history).unwrap();
    let mut history = History::read_from(&*writer.into_inner())
        .unwrap()
        .into_history();
    (
        history.undo().unwrap().text.clone(),
        history.redo().unwrap().text.clone(),
    )
}

/// Checks that the differences of a text and of its edited version are the same if the text was
/// taken over, copied, or read from a file, and make the new text. Returns them.
fn differences(model: &str, edits: &[Edit]) -> Vec<(Range<usize>, Range<usize>)> {
    let versions = [ConcatStr::from(model.to_owned()), ConcatStr::from(model)].map(|old| {
        let mut new = old.clone();
        for (range, with) in edits.iter().rev() {
            new.replace_range(range.clone(), with);
        }
        (old, new)
    });
    let [taken, copied] = versions.clone().map(|(old, new)| read_again(old, new));
    let [first, others @ ..] = [&versions[0], &versions[1], &taken, &copied]
        .map(|(old, new)| old.diff(new).collect::<Vec<_>>());
    assert!(
        others.iter().all(|ranges| *ranges == first),
        "{first:?} {others:?}"
    );
    let mut sent = model.to_owned();
    for (removed, inserted) in first.iter().rev() {
        let with = taken.1.slice(inserted.clone()).to_string();
        sent.replace_range(removed.clone(), &with);
    }
    assert_eq!(taken.1, sent);
    first
}

fn words(count: Range<usize>) -> impl Strategy<Value = String> {
    const WORDS: [&str; 8] = [
        " ",
        "a",
        "bc",
        "é",
        "\r\n",
        "a word",
        "0123456789",
        "ääääää",
    ];
    prop::collection::vec(prop::sample::select(&WORDS[..]), count).prop_map(|words| words.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, ..ProptestConfig::default() })]

    #[test]
    fn any_edits_are_the_same_ranges_in_all_texts(
        model in words(300..4000),
        edits in prop::collection::vec((0..20_000_usize, 0..300_usize, words(0..60)), 1..30),
    ) {
        let mut edited = model.clone();
        let mut edits: Vec<Edit> = edits
            .into_iter()
            .map(|(at, len, with)| {
                let range = edited.floor_char_boundary(at)..edited.floor_char_boundary(at + len);
                edited.replace_range(range.clone(), &with);
                (range, with)
            })
            .collect();
        edits.reverse();
        differences(&model, &edits);
    }

    #[test]
    fn edits_that_are_apart_are_ranges_of_their_own(
        model in words(3000..4000),
        places in prop::collection::vec((0..1000_usize, 0..300_usize, words(0..60)), 1..7),
    ) {
        let room = model.len() / places.len();
        let edits: Vec<Edit> = places
            .into_iter()
            .enumerate()
            .map(|(index, (at, len, with))| {
                let from = model.floor_char_boundary(index * room + at % (room - APART - 600));
                // An insertion among equal text would have several places.
                (from..model.floor_char_boundary(from + len), format!("#{with}#"))
            })
            .collect();
        prop_assert_eq!(differences(&model, &edits).len(), edits.len());
    }
}

#[test]
fn an_edit_in_equal_text_has_the_last_of_its_places() {
    let model = format!("{0}{1}{0}{1}{0}", "some text ".repeat(300), " ".repeat(900));
    for at in (3000..3900).step_by(90) {
        let ranges = differences(&model, &[(at..at, "  ".to_owned())]);
        assert_eq!(ranges, [(3900..3900, 3900..3902)]);
        let ranges = differences(&model, &[(at..at + 7, String::new())]);
        assert_eq!(ranges, [(3893..3900, 3893..3893)]);
        // Such an edit may lie beside one before the equal text.
        let near = [5, 2700, at, 6900].map(|at| (at..at, " ".to_owned()));
        assert_eq!(differences(&model, &near)[1], (2700..2999, 2701..3002));
        // Two such edits may lie side by side.
        let ranges = differences(
            &model,
            &[(at..at, " ".to_owned()), (6900..6900, " ".to_owned())],
        );
        assert_eq!(ranges, [(3900..3900, 3900..3901), (7800..7800, 7801..7802)]);
    }
}

#[test]
fn no_range_cuts_a_line_end_or_a_cluster() {
    let ranges = |old: &str, new: &str| {
        let texts = [old, new].map(ConcatStr::from);
        // Marks above letters belong to them.
        let is_boundary = |text: ConcatSlice<'_>, at: usize| {
            let mark = text.slice(at..).chars().next();
            !mark.is_some_and(|c| ('\u{300}'..'\u{310}').contains(&c))
        };
        [
            texts[0].diff(&texts[1]).next(),
            texts[0].diff_by(&texts[1], is_boundary).next(),
        ]
    };
    assert_eq!(ranges("one\r\ntwo", "one\ntwo")[0], Some((3..5, 3..4)));
    assert_eq!(ranges("one\rtwo", "one\r\ntwo")[1], Some((3..4, 3..5)));
    assert_eq!(ranges("a\r\nb", "a\rX\nb")[0], Some((1..3, 1..4)));
    let accents = ranges("xe\u{300}\u{301}y", "xe\u{300}y");
    assert_eq!(accents, [Some((4..6, 4..4)), Some((1..6, 1..4))]);
    let equal = ["aaaa", "aaaaa"].map(|text| text.repeat(1000));
    assert_eq!(
        ranges(&equal[0], &equal[1])[0],
        Some((4000..4000, 4000..5000))
    );
}

#[test]
fn a_thousand_edits_of_a_text_that_was_taken_over_are_a_thousand_ranges() {
    let model = "The quick fox jumps over the lazy dog.\n".repeat(75_000);
    let places = (0..1000).map(|n| n * 2900..n * 2900 + 3);
    let edits: Vec<Edit> = places.map(|range| (range, "#".to_owned())).collect();
    let ranges = differences(&model, &edits);
    let removed = ranges.iter().map(|range| &range.0);
    assert!(removed.eq(edits.iter().map(|edit| &edit.0)));
}
