//! Profiles written and read back, and rows that are not sound.

use std::io::Cursor;

use string_kit_data::{MEMORY, Sink};

use super::*;
use crate::profile::Profiler;

/// Returns the profile of records, each with texts of the fields by their numbers.
fn profiled<T: AsRef<str>>(records: &[Vec<(usize, T)>]) -> Profile {
    let mut profiler = Profiler::new(MEMORY);
    let fields = ["name", "tag, \"x\""].map(|name| profiler.field(name));
    assert_eq!(fields, [Some(0), Some(1)]);
    for record in records {
        for (field, text) in record {
            profiler.text(*field, text.as_ref());
        }
        profiler.end_record();
    }
    profiler.finish().0
}

fn written(profile: &Profile) -> String {
    let mut rows = Vec::new();
    write_rows(profile, &mut rows).unwrap();
    String::from_utf8(rows).unwrap()
}

fn read_within(rows: impl Into<Vec<u8>>, memory: usize) -> Result<Profile, String> {
    let bytes = Cursor::new(rows.into());
    let source = Source::new("rows".into(), bytes, None, LONGEST_ROW);
    let read = source.and_then(|source| read_rows_from(source, "rows".as_ref(), memory));
    read.map_err(|fault| fault.to_string())
}

fn read(rows: impl Into<Vec<u8>>) -> Result<Profile, String> {
    read_within(rows, MEMORY)
}

/// Returns records of numbers as text: many rare ones, some frequent.
fn numbers(records: u64, distinct: u64) -> Vec<Vec<(usize, String)>> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut record = || {
        let number = random.u64(..distinct).min(random.u64(..distinct));
        vec![(0, number.to_string()), (1, (number % 7).to_string())]
    };
    (0..records).map(|_| record()).collect()
}

#[test]
fn a_profile_with_dropped_values_is_read_as_it_was_written() {
    for distinct in [1_000, 6_000, 200_000] {
        let mut profile = profiled(&numbers(60_000, distinct));
        for memory in [MEMORY, 1 << 20, 1 << 10] {
            profile.limit(memory);
            let rows = written(&profile);
            let is_reduced = memory < 1 << 20 || memory < MEMORY && distinct > 1_000;
            assert_eq!(rows.contains("\"sampled\""), is_reduced);
            let read = read(&*rows).unwrap();
            assert!(read == profile, "{distinct}");
            assert!(written(&read) == rows, "{distinct}");
        }
    }
}

#[test]
fn long_values_have_no_text_and_rows_of_records_may_be_missing() {
    let longest = "\"\\é\n\r\t\0".repeat(128);
    let long = format!("{longest}x");
    let profile = profiled(&[vec![(0, &*long), (0, "")], vec![(1, &longest)]]);
    let rows = written(&profile);
    assert_eq!(read(&*rows).as_ref(), Ok(&profile));
    assert_eq!(rows.matches("\"text\":").count(), 2);
    let kept = rows.lines().filter(|row| !row.contains("\"record\""));
    let read = read(kept.collect::<Vec<_>>().join("\n")).unwrap();
    assert_eq!(read.fields, profile.fields);
    assert_eq!(read.record_bytes.count(), 0);
}

#[test]
fn rows_that_take_too_much_memory_are_a_fault() {
    let row = |at: usize| format!("{{\"part\":\"ascii\",\"field\":\"{at}\",\"count\":1}}");
    let rows = &*(0..2_000).map(row).collect::<Vec<_>>().join("\n");
    let long = &*"x".repeat(2 << 20);
    for (rows, memory, expected) in [
        (rows, 400, "rows:11:1: the rows take too much memory; "),
        (rows, MEMORY, "rows:1001:1: it has more than 1000 fields"),
        (long, MEMORY, "rows: record 1 has more than 1024 KiB; "),
    ] {
        let fault = read_within(rows, memory).unwrap_err();
        assert!(fault.starts_with(expected), "{fault}");
    }
}

/// A profile of one text: a row a line.
const SOUND: &str = r#"{"part":"records","count":2}
{"part":"record","bits":0,"count":1}
{"part":"record","bits":24,"count":1}
{"part":"present","field":"name","count":1}
{"part":"length","field":"name","bits":24,"count":1}
{"part":"value","field":"name","bits":24,"count":1,"hash":"3a416c7a574568a9","text":"abc"}"#;

/// The number of a line of [`SOUND`], the row that takes its place, and a part of the fault.
/// `@`, `#` and `$` stand for the cells of the field, of the hash and of both hash and text.
const UNSOUND: &str = r#"
1 | {"part":"records","count":-2} | rows:1:28: invalid value: integer `-2`, expected u64; each
1 | {"part":"records","count":9007199254740993} | rows: the counts are above 2^53
1 | {"part":"records","count":1.5} | invalid type: floating point `1.5`, expected u64
1 | {"part":"records","counts":1} | missing field `count`
1 | {"part":"records","count":3} | rows: the rows of 'record' count 2 records, and that of
1 | {"part":"record","bits":0,"count":0} | rows: it has no row of the part 'records'
1 | part,count | rows:1:1: expected value; each line must be a JSON object with the columns part,
2 | {"part":"record","bits":7,"count":1} | rows:2:1: 7 bits are no number of bytes; texts must be
2 | {"part":"record","count":1} | missing field `bits`
3 | {"part":"record","bits":32,"count":1} | rows: the texts have 3 bytes by 'length', and 4 by
4 | {"part":"present",@,"count":3} | rows: in the field 'name', 3 of 2 records have a text by
4 | {"part":"present",@,"count":2} | 2 of 2 records have a text by 'present', and there are 1
4 | {"part":"present","count":1} | rows:4:1: the row has no field
4 | {"part":"presents",@,"count":2} | unknown variant `presents`, expected one of `records`,
5 | {"part":"length",@,"bits":9007199254740992,"count":9007199254740992} | add up to more than 2^53
6 | {"part":"ascii",@,"count":2} | in the field 'name', 2 of 1 texts are ASCII
6 | {"part":"ascii",@,"count":1} | 1 texts have no row of 'value', and there is no sample of 0
6 | {"part":"value",@,"bits":24,"count":1,"hash":"3A416C7A574568A9"} | '3A416C7A574568A9' is not 16
6 | {"part":"value",@,"bits":24,"count":1,"text":"abd",#} | the hash %abd%
6 | {"part":"value",@,"bits":24,"count":1,"text":"ab",#} | the text has 16 bits and the hash %ab%
6 | {"part":"value",@,"bits":32,"count":1,"hash":"%abcd%","text":"abcd"} | of 32 bits are
6 | {"part":"value",@,"bits":24,"count":2,$} | the values of 24 bits are more than the texts
6 | {"part":"sampled",@,"count":0} | 1 texts have no row of 'value', and there is no sample of 0
6 | {"part":"value",@,"bits":24,"count":0,$} | a value is there 0 times
6 | {"part":"value",@,"bits":9000,"count":1,$} | a text of more than 8192 bits is there; leave
"#;

#[test]
fn unsound_rows_are_faults_with_their_line_and_a_remedy() {
    let sound = read(SOUND).unwrap();
    let spaced = format!("\u{feff}{}", SOUND.replace('\n', "\r\n\r\n"));
    assert_eq!(read(spaced).as_ref(), Ok(&sound));
    // Counts of equal rows are summed, and cells may be null.
    let row = r#"{"part":"records","count":1,"bits":null,"hash":null}"#;
    let parts = SOUND.replace(SOUND.lines().next().unwrap(), &format!("{row}\n{row}"));
    assert_eq!(read(parts), Ok(sound));
    let unsound = ["abcd", "abd", "ab"]
        .iter()
        .fold(UNSOUND.to_owned(), |cases, text| {
            cases.replace(&format!("%{text}%"), &format!("{:016x}", hash(text)))
        });
    for case in unsound.trim().lines() {
        let [line, row, expected] = case.splitn(3, " | ").collect::<Vec<_>>()[..] else {
            panic!("{case}");
        };
        let line: usize = line.parse().unwrap();
        let row = row
            .replace('@', r#""field":"name""#)
            .replace('$', r#""text":"abc",#"#)
            .replace('#', r#""hash":"3a416c7a574568a9""#);
        let mut rows: Vec<&str> = SOUND.lines().collect();
        rows[line - 1] = &row;
        let fault = read(rows.join("\n")).unwrap_err();
        assert!(fault.contains(expected), "{fault}\n{expected}");
        let is_line = fault.starts_with("rows:") && fault.lines().count() == 1;
        assert!(is_line, "{fault}");
    }
    let twice = format!("{SOUND}\n{}", SOUND.lines().last().unwrap());
    let fault = read(twice).unwrap_err();
    assert!(fault.starts_with("rows:7:1: a value is listed twice; "));
}

/// A record of two labels.
const RECORD: &str = r#"{"part":"records","count":3}
{"part":"alias","field":"word","text":"Word","count":1}
{"part":"present","field":"word","count":3}
{"part":"ascii","field":"word","count":3}
{"part":"length","field":"word","bits":24,"count":3}
{"part":"value","field":"word","bits":24,"count":3,"hash":"3a416c7a574568a9","text":"abc"}
{"part":"operation","field":"word","text":"capture","count":3}
{"part":"operation","field":"word","text":"clone","count":8}
{"part":"alive","field":"word","count":1,"most":2}
{"part":"owners","field":"word","count":1,"most":2}
{"part":"threads","field":"word","count":4}
{"part":"cloners","field":"word","count":3}
{"part":"keyed","field":"secret","count":1}
{"part":"present","field":"secret","count":1}
{"part":"length","field":"secret","bits":40,"count":1}
{"part":"value","field":"secret","bits":40,"count":1,"hash":"00000000000000ab"}
{"part":"operation","field":"secret","text":"capture","count":1}"#;

#[test]
fn records_have_the_use_of_their_strings_and_merge_unless_their_hashes_differ() {
    let profile = read(RECORD).unwrap();
    let alias = |profile: &Profile| profile.fields[0].usage.as_ref().unwrap().alias.clone();
    assert_eq!(alias(&profile), "Word");
    let hostile = read(RECORD.replace("Word", "Word = u8; fn main() {}")).unwrap();
    assert_eq!(alias(&hostile), "");
    let facts = |profile: &Profile| {
        let usage = profile.fields[0].usage.as_ref().unwrap();
        let (clones, threads) = (usage.operation("clone"), [usage.threads, usage.cloners]);
        (clones, usage.alive, threads)
    };
    assert_eq!(facts(&profile), (8, 2, [4, 3]));
    let (_, secret) = profile.fields[1].values.sample()[0];
    assert_eq!((secret.bytes, &secret.text), (5, &None));
    assert_eq!(read(written(&profile)).as_ref(), Ok(&profile));
    assert_eq!(profile.conflict(&profile), Some("secret"));

    let mut word = profile;
    word.fields.truncate(1);
    assert_eq!(word.conflict(&word), None);
    let mut sum = word.clone();
    sum.merge(&word);
    assert_eq!(facts(&sum), (16, 2, [4, 3]));
    let of_a_file = read(SOUND.replace("name", "word")).unwrap();
    assert_eq!(word.conflict(&of_a_file), None);
}

/// A row of the label `word`, and the fault that it is.
const IMPOSSIBLE: [(&str, &str); 4] = [
    (
        r#""part":"threads","count":0"#,
        "no thread used the strings",
    ),
    (
        r#""part":"operation","text":"fly","count":1"#,
        "the operation 'fly' is unknown",
    ),
    (
        r#""part":"alive","count":3,"most":2"#,
        "the greatest number, 2, is below the counted one, 3",
    ),
    (
        r#""part":"alive","count":0,"most":9007199254740992"#,
        "9007199254740992 strings alive at once take more memory than there is",
    ),
];

#[test]
fn a_record_of_what_no_program_can_do_is_a_fault_with_its_line() {
    let line = RECORD.lines().count() + 1;
    for (row, expected) in IMPOSSIBLE {
        let fault = read(format!("{RECORD}\n{{\"field\":\"word\",{row}}}")).unwrap_err();
        assert!(
            fault.starts_with(&format!("rows:{line}:1: {expected}; ")),
            "{fault}"
        );
        assert_eq!(fault.lines().count(), 1);
    }
    let fault =
        read(RECORD.replace(r#""count":1,"most":2"#, r#""count":1,"most":12"#)).unwrap_err();
    assert!(fault.contains("'word', 11 strings were made by 'operation', 12 were alive at once"));
    let is_other = |line: &&str| !line.contains(r#""part":"operation","field":"word""#);
    let kept: Vec<&str> = RECORD.lines().filter(is_other).collect();
    let fault = read(kept.join("\n")).unwrap_err();
    assert!(fault.contains("'word', 0 strings were made by 'operation', 2 were alive at once"));
}
