//! Every method that reads, against `str`'s.

use std::borrow::Cow;
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use proptest::prelude::*;
use string_kit_concat::{ConcatSlice, ConcatStr, LineEnds};

/// A text of many pieces, with patches on top, and the same as a `String`.
fn pieces() -> impl Strategy<Value = (ConcatStr, String)> {
    let piece = prop_oneof![
        "[ab\n]{0,40}",
        "[aé€𝄞\r\n]{0,30}",
        "[a-z]{130,300}",
        "(ab|é){70,150}"
    ];
    let edits = prop::collection::vec((any::<prop::sample::Index>(), "[aé\n]{0,3}"), 0..4);
    (prop::collection::vec(piece, 0..8), edits).prop_map(|(pieces, edits)| {
        let mut model = pieces.concat();
        let mut text: ConcatStr = pieces
            .iter()
            .map(|piece| ConcatStr::from(&**piece))
            .collect();
        for (at, with) in edits {
            let at = model.floor_char_boundary(at.index(model.len() + 1));
            model.insert_str(at, &with);
            text.insert_str(at, &with);
        }
        (text, model)
    })
}

/// Checks the methods that take a pattern against `str`'s.
macro_rules! searched {
    ($text:ident, $model:ident, $pattern:expr) => {
        let places = $text.match_indices($pattern).map(|(at, _)| at);
        assert!(places.eq($model.match_indices($pattern).map(|(at, _)| at)));
        assert!($text.matches($pattern).eq($model.matches($pattern)));
        let found = $text.rmatch_indices($pattern);
        let back = found.map(|(at, found)| (at, found.to_string()));
        let expected = $model.rmatch_indices($pattern);
        assert!(back.eq(expected.map(|(at, found)| (at, found.to_owned()))));
        assert!($text.split($pattern).eq($model.split($pattern)));
        assert_eq!($text.find($pattern), $model.find($pattern));
        assert_eq!($text.rfind($pattern), $model.rfind($pattern));
        assert_eq!($text.starts_with($pattern), $model.starts_with($pattern));
        assert_eq!($text.ends_with($pattern), $model.ends_with($pattern));
        let prefix = $text.strip_prefix($pattern).map(String::from);
        assert_eq!(prefix.as_deref(), $model.strip_prefix($pattern));
        let suffix = $text.strip_suffix($pattern).map(String::from);
        assert_eq!(suffix.as_deref(), $model.strip_suffix($pattern));
        for (with, count) in [("", 9999), ("é-", 9999), ("longer than a character", 2)] {
            let replaced = $text.replacen($pattern, with, count);
            assert_eq!(replaced, $model.replacen($pattern, with, count));
        }
        assert_eq!($text.replace($pattern, "-"), $model.replace($pattern, "-"));
    };
}

/// Checks the numbers of lines, characters and UTF-16 code units.
fn numbers(text: ConcatSlice<'_>, model: &str) {
    let lines: Vec<&str> = model.split('\n').collect();
    assert_eq!(text.line_count(), lines.len());
    let mut start = 0;
    for (number, line) in lines.iter().enumerate() {
        assert_eq!(text.byte_of_line(number), Some(start));
        assert_eq!(text.line_of_byte(start + line.len()), number);
        let is_last = number == lines.len() - 1;
        let expected = if is_last {
            line
        } else {
            line.strip_suffix('\r').unwrap_or(line)
        };
        assert_eq!(text.line(number).unwrap(), expected);
        start += line.len() + 1;
    }
    assert!(text.line(lines.len()).is_none() && text.byte_of_line(lines.len()).is_none());
    for line in [0, lines.len() / 2, lines.len()] {
        assert!(text.lines_at(line).eq(model.lines().skip(line)));
    }
    let (mut chars, mut utf16) = (0, 0);
    for (at, c) in model.char_indices() {
        assert_eq!(text.byte_of_char(chars), Some(at));
        for unit in 0..c.len_utf16() {
            assert_eq!(text.byte_of_utf16(utf16 + unit), Some(at));
        }
        if chars % 16 == 0 {
            assert_eq!(
                (text.char_of_byte(at), text.utf16_of_byte(at)),
                (chars, utf16)
            );
        }
        chars += 1;
        utf16 += c.len_utf16();
    }
    assert_eq!((text.char_count(), text.utf16_count()), (chars, utf16));
    assert_eq!(text.byte_of_char(chars), Some(model.len()));
    assert_eq!(text.byte_of_utf16(utf16), Some(model.len()));
    assert!(text.byte_of_char(chars + 1).is_none() && text.byte_of_utf16(utf16 + 1).is_none());
    assert!(text.byte_of_char(usize::MAX).is_none());
}

/// Checks positions against a list of all lines, with their ends.
fn positions(text: ConcatSlice<'_>, model: &str) {
    for ends in [LineEnds::Lf, LineEnds::LfOrCr] {
        let ends_line = |&(at, found): &(usize, &str)| {
            found == "\n" || ends == LineEnds::LfOrCr && !model[at + 1..].starts_with('\n')
        };
        let places = model.match_indices(['\r', '\n']).filter(ends_line);
        let mut starts = vec![0];
        starts.extend(places.map(|(at, _)| at + 1));
        let line = |number: usize| {
            let end = starts.get(number + 1).copied().unwrap_or(model.len());
            let line = &model[starts[number]..end];
            let end = line
                .strip_suffix('\n')
                .map(|line| line.strip_suffix('\r').unwrap_or(line));
            let text = end.unwrap_or(line);
            match ends {
                LineEnds::Lf => text,
                LineEnds::LfOrCr => text.trim_end_matches('\r'),
            }
        };
        for at in (0..model.len() + 9).step_by(1 + model.len() / 8) {
            let place = model.floor_char_boundary(at);
            let number = starts.partition_point(|&start| start <= place) - 1;
            let before = line(number).len().min(place - starts[number]);
            let column = line(number)[..before].encode_utf16().count();
            assert_eq!(text.position_of_byte(at, ends), (number, column));
            let there = starts[number] + before;
            assert_eq!(text.byte_of_position(number, column, ends), there);
            let end = starts[number] + line(number).len();
            assert_eq!(text.byte_of_position(number, column + 9999, ends), end);
            assert_eq!(
                text.byte_of_position(starts.len() + at, at, ends),
                model.len()
            );
        }
    }
}

fn read(text: ConcatSlice<'_>, model: &str, needle: &str) {
    assert_eq!(text.len(), model.len());
    assert_eq!(text.is_empty(), model.is_empty());
    assert_eq!(text.try_to_string().unwrap(), model);
    assert!(text.chars().eq(model.chars()));
    assert!(text.chars().rev().eq(model.chars().rev()));
    assert!(text.char_indices().eq(model.char_indices()));
    assert!(text.char_indices().rev().eq(model.char_indices().rev()));
    assert!(text.bytes().eq(model.bytes()));
    assert!(text.bytes().rev().eq(model.bytes().rev()));
    assert!(text.lines().eq(model.lines()));
    assert!(text.lines().rev().eq(model.lines().rev()));
    let (mut lines, mut model_lines) = (text.lines(), model.lines());
    for _ in 0..=model_lines.clone().count() {
        let (least, most) = lines.size_hint();
        let left = model_lines.clone().count();
        assert!(least <= left && most.is_some_and(|most| left <= most));
        assert!(lines.next().into_iter().eq(model_lines.next()));
        assert!(lines.next_back().into_iter().eq(model_lines.next_back()));
    }
    let mut both = (text.chars(), model.chars());
    while let Some(c) = both.1.next() {
        assert_eq!(
            (both.0.next(), both.0.next_back()),
            (Some(c), both.1.next_back())
        );
    }
    let mut end = model.len();
    for (start, chunk) in text.chunk_indices().rev() {
        assert_eq!(&model[start..end], chunk);
        assert!(!chunk.is_empty());
        end = start;
    }
    assert_eq!(end, 0);
    searched!(text, model, needle);
    let owned = needle.to_owned();
    searched!(text, model, &owned);
    assert_eq!(text.contains(needle), model.contains(needle));
    #[cfg(feature = "std")]
    read_by_std(text, model);
}

#[cfg(feature = "std")]
fn read_by_std(text: ConcatSlice<'_>, model: &str) {
    use std::io::{BufRead, Read};

    let mut out = Vec::new();
    text.write_to(&mut out).unwrap();
    assert_eq!(out, model.as_bytes());
    let mut reader = text.reader();
    let (mut first, mut end) = ([0; 3], Vec::new());
    let len = reader.read(&mut first).unwrap();
    // No text has this byte.
    reader.read_until(0xff, &mut end).unwrap();
    assert_eq!([&first[..len], &end].concat(), model.as_bytes());
}

#[test]
fn what_makes_a_text_makes_the_same_string() {
    let (chars, strs) = (['a', 'é', '𝄞'], ["", "né", "a longer text\n"]);
    let strings = strs.map(str::to_owned);
    assert_eq!(ConcatStr::from_iter(chars), String::from_iter(chars));
    assert_eq!(ConcatStr::from_iter(&chars), String::from_iter(chars));
    assert_eq!(ConcatStr::from_iter(strs), String::from_iter(strs));
    assert_eq!(ConcatStr::from_iter(strs.map(Cow::from)), strs.concat());
    assert_eq!(ConcatStr::from_iter(strings.clone()), strs.concat());
    let (mut text, mut model) = (ConcatStr::from("é"), String::from("é"));
    for _ in 0..100 {
        text.extend(chars);
        text.extend(strs);
        text.extend(strings.clone());
        model.extend(chars);
        model.extend(strs);
        model.extend(strings.clone());
    }
    assert_eq!(text, model);
    for c in chars {
        assert_eq!(ConcatStr::from(c), String::from(c));
    }
    for text in ["né", &model] {
        assert_eq!(text.parse::<ConcatStr>().unwrap(), text);
        assert_eq!(ConcatStr::from(Cow::Borrowed(text)), text);
        assert_eq!(ConcatStr::from(Cow::from(text.to_owned())), text);
        let concat = ConcatStr::from(&text.to_owned());
        assert_eq!(*Box::<str>::from(concat.clone()), *text);
        assert_eq!(*Arc::<str>::from(concat.clone()), *text);
        assert_eq!(Cow::from(concat.clone()), text);
        let (same, other) = (Cow::from(text), Cow::from("another"));
        assert_eq!((concat == same, same == concat), (true, true));
        assert_eq!((concat == other, other == concat), (false, false));
        assert_eq!(concat.as_slice(), same);
        assert_eq!(concat.partial_cmp(&other), Some(text.cmp(&other)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn reading_equals_str((text, model) in pieces(), ends in any::<[prop::sample::Index; 2]>()) {
        let mut ends = ends.map(|end| model.floor_char_boundary(end.index(model.len() + 1)));
        ends.sort_unstable();
        let [from, to] = ends;
        let short = &model[from..model.ceil_char_boundary((from + 4).min(model.len()))];
        for needle in [short, &model[from..to], "", "\n", "no such text"] {
            read(text.as_slice(), &model, needle);
            read(text.slice(from..to), &model[from..to], needle);
        }
        let (part, part_model) = (text.slice(from..), &model[from..]);
        for c in ['a', 'é'] {
            searched!(part, part_model, c);
            searched!(part, part_model, |other: char| other > c);
            searched!(part, part_model, [c, 'b']);
            let chars = [c, '𝄞'];
            searched!(part, part_model, &chars[..]);
        }
        prop_assert_eq!(text.strip_prefix(&model[..from]).unwrap(), &model[from..]);
        prop_assert_eq!(text.strip_suffix(&model[from..]).unwrap(), &model[..from]);
        let (left, right) = text.split_at(from);
        prop_assert_eq!((left, right), (text.slice(..from), text.slice(from..)));
        prop_assert_eq!(text.slice(from..to).to_concat_str(), &model[from..to]);
        for at in 0..=model.len() + 1 {
            prop_assert_eq!(text.is_char_boundary(at), model.is_char_boundary(at));
            prop_assert_eq!(text.byte_at(at), model.as_bytes().get(at).copied());
            prop_assert_eq!(text.get(at..).is_some(), model.get(at..).is_some());
        }
    }

    #[test]
    fn lines_and_characters_have_numbers(
        (text, model) in pieces(),
        from in any::<prop::sample::Index>(),
    ) {
        numbers(text.as_slice(), &model);
        let from = model.floor_char_boundary(from.index(model.len() + 1));
        let to = model.floor_char_boundary(from + (model.len() - from) / 2);
        numbers(text.slice(from..to), &model[from..to]);
        positions(text.as_slice(), &model);
        positions(text.slice(from..to), &model[from..to]);
        // A text that was taken over, of more than one step between two marks.
        let (text, model) = (ConcatStr::from(model.repeat(8)), model.repeat(8));
        let tail = model.floor_char_boundary(model.len().saturating_sub(400));
        numbers(text.slice(tail..), &model[tail..]);
    }

    #[test]
    fn comparison_is_that_of_str((a, a_model) in pieces(), (b, b_model) in pieces()) {
        let mut c = a.clone();
        c.push_str("x");
        c.pop();
        prop_assert_eq!(&c, &a);
        prop_assert_eq!(a.cmp(&b), a_model.cmp(&b_model));
        prop_assert_eq!(a == b, a_model == b_model);
        prop_assert_eq!(a.partial_cmp(&b_model), a_model.partial_cmp(&b_model));
        let state = RandomState::new();
        prop_assert_eq!(state.hash_one(&a), state.hash_one(&a_model));
        let (text, model) = (&a, &a_model);
        prop_assert_eq!(format!("{text} {text:?}"), format!("{model} {model:?}"));
        prop_assert_eq!(format!("{text:>9} {text:.3}"), format!("{model:>9} {model:.3}"));
        let set: HashSet<ConcatStr> = [a, b].into();
        prop_assert!(set.contains(&c));
    }

    #[test]
    fn a_cursor_moves_both_ways((text, model) in pieces(), at in any::<prop::sample::Index>()) {
        let mut cursor = text.cursor();
        let mut read = cursor.chunk().to_owned();
        while cursor.move_next() {
            prop_assert_eq!(cursor.offset(), read.len());
            read.push_str(cursor.chunk());
        }
        prop_assert_eq!(&read, &model);
        while cursor.move_back() {}
        prop_assert_eq!(cursor.offset(), 0);
        let at = at.index(model.len() + 1);
        cursor.seek(at);
        prop_assert!(at >= cursor.offset() && at <= cursor.offset() + cursor.chunk().len());
        let bytes = cursor.bytes_from(at);
        prop_assert!(model.as_bytes()[at..].starts_with(bytes));
        prop_assert_eq!(bytes.is_empty(), at == model.len());
    }
}
