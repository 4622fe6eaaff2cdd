//! Rows that are not sound, and files that are no rows.

use super::*;

/// A profile of one text.
const SOUND: [&str; 7] = [
    "part,field,bits,count,hash,text,most",
    "records,,,2,,,",
    "record,,0,1,,,",
    "record,,24,1,,,",
    "present,name,,1,,,",
    "length,name,24,1,,,",
    "value,name,24,1,900150983cd24fb0,abc,",
];

/// A row that takes the place of that in a line of [`SOUND`], and a part of the fault.
const UNSOUND: &[(usize, &str, &str)] = &[
    (
        0,
        "part,field,count,rows",
        "rows:1:1: the column 'rows' is unknown; rows with the columns part, field",
    ),
    (0, "part,part", "rows:1:1: the column 'part' is there twice"),
    (
        1,
        "records,,,-2,,,",
        "rows:2:1: '-2' is no number for count; it must be a whole number from 0 to 2^53",
    ),
    (
        1,
        "records,,,9007199254740993,,,",
        "rows:2:1: '9007199254740993' is no number",
    ),
    (
        1,
        "records,,,,,,",
        "rows:2:1: a row of the part 'records' has no count",
    ),
    (
        1,
        "records,,,3,,,",
        "rows: the rows of 'record' count 2 records, and that of 'records' 3; take all rows",
    ),
    (
        1,
        "record,,0,0,,,",
        "rows: it has no row of the part 'records'",
    ),
    (
        2,
        "record,,7,1,,,",
        "rows:3:1: 7 bits are no number of bytes; texts must be UTF-8",
    ),
    (
        2,
        "record,,,1,,,",
        "rows:3:1: a row of the part 'record' has no bits",
    ),
    (
        3,
        "record,,32,1,,,",
        "rows: the texts have 3 bytes by 'length', and 4 by 'record'",
    ),
    (
        4,
        "present,name,,3,,,",
        "rows: in the field 'name', 3 of 2 records have a text",
    ),
    (
        4,
        "present,name,,2,,,",
        "2 records have a text by 'present', and there are 1 texts by 'length'",
    ),
    (
        4,
        "ascii,name,,2,,,",
        "0 records have a text by 'present', and there are 1 texts by 'length'",
    ),
    (
        4,
        "presents,name,,2,,,",
        "rows:5:1: the part 'presents' is unknown; the parts are records,",
    ),
    (
        5,
        "length,name,9007199254740992,9007199254740992,,,",
        "add up to more than 2^53",
    ),
    (
        5,
        "length,name,24,1",
        "rows:6:1: the row has 4 cells, and the head line 7; is the file complete?",
    ),
    (
        6,
        "ascii,name,,2,,,",
        "in the field 'name', 2 of 1 texts are ASCII",
    ),
    (
        6,
        "ascii,name,,1,,,",
        "1 texts have no row of 'value', and there is none of 'unlisted'",
    ),
    (
        6,
        "unlisted,name,,1,,,",
        "values are left out, and the sample is not complete",
    ),
    (
        6,
        "unlisted,name,,2,,,",
        "an unlisted value of 1 texts is there 2 times",
    ),
    (
        6,
        "value,name,24,1,900150983CD24FB0,abc,",
        "rows:7:1: the hash '900150983CD24FB0' is not 16",
    ),
    (
        6,
        "value,name,24,1,900150983cd24fb,abc,",
        "is not 16 hexadecimal digits; it must be substr",
    ),
    (
        6,
        "value,name,24,1,900150983cd24fb0,abd,",
        "the text has the hash 4911e516e5aa21d3, and not 9001",
    ),
    (
        6,
        "value,name,24,1,900150983cd24fb0,ab,",
        "rows:7:1: a text of 16 bits should have 24; write the rows as",
    ),
    (
        6,
        "value,name,32,1,e2fc714c4727ee93,abcd,",
        "the values of 32 bits are more than the texts",
    ),
    (
        6,
        "value,name,24,2,900150983cd24fb0,abc,",
        "the values of 24 bits are more than the texts",
    ),
    (
        6,
        "value,name,24,1,900150983cd24fb0,abc,2",
        "one of 1 texts is there 2 times",
    ),
    (
        6,
        "value,name,24,0,900150983cd24fb0,abc,",
        "a value is there 0 to 0 times",
    ),
    (
        6,
        "value,name,24,1,900150983cd24fb0,abc,0",
        "a value is there 1 to 0 times",
    ),
    (
        6,
        "value,name,9000,1,900150983cd24fb0,abc,",
        "a text of more than 8192 bits is there; its cell",
    ),
];

#[test]
fn unsound_rows_are_faults_with_their_line_and_a_remedy() {
    assert!(read(SOUND.join("\n").as_bytes()).is_ok());
    for &(line, row, expected) in UNSOUND {
        let mut rows = SOUND;
        rows[line] = row;
        let rows = match line {
            0 => row.to_owned(),
            _ => rows.join("\n"),
        };
        let fault = read(rows.as_bytes()).unwrap_err();
        assert!(fault.contains(expected), "{fault}\n{expected}");
        assert!(
            fault.starts_with("rows:") && fault.lines().count() == 1,
            "{fault}"
        );
    }
}

#[test]
fn a_value_that_is_listed_twice_is_a_fault() {
    let profile = profiled(&[vec![(0, "a"), (0, "a")]]);
    let rows = written(&profile);
    let value = rows.lines().find(|row| row.contains("value")).unwrap();
    let once = value.replace("\"count\":2", "\"count\":1");
    let rows = rows.replace(value, &format!("{once}\n{once}"));
    assert!(
        read(rows.as_bytes())
            .unwrap_err()
            .contains("a value is listed twice")
    );
}

#[test]
fn files_that_are_no_rows_are_faults_in_one_line() {
    let long = "x".repeat(2 << 20);
    let faults: [(&[u8], &str); 12] = [
        (b"", "rows: it has no row of the part 'records'"),
        (b"[]", "rows: it has no row of the part 'records'"),
        (b"\x7fELF\0\x01\n", "rows:1:1: the column"),
        (b"part,count\nrec\xffords,1\n", "rows:2:1: it is not UTF-8"),
        (b"{\"part\":\"rec\xff\"}", "rows:1:"),
        (
            b"{\"part\":\"records\",\"count\":1}\n\n{\"part\":",
            "rows:3:",
        ),
        (
            b"{\"part\":\"records\",\"count\":1.5}",
            "rows:1:1: '1.5' is no number for count",
        ),
        (
            b"{\"part\":\"records\",\"count\":true}",
            "a text or a number is needed in each cell",
        ),
        (
            b"{\"part\":\"records\",\"counts\":1}",
            "unknown field `counts`, expected one of `part`",
        ),
        (
            b"{\"part\":\"length\",\"bits\":8,\"count\":1}",
            "a row of the part 'length' has no field",
        ),
        (
            b"[{\"part\":\"records\",\n\"count\":-1}]",
            "rows:2:1: '-1' is no number for count",
        ),
        (long.as_bytes(), "rows:1:1: the line has more than 1 MiB"),
    ];
    for (rows, expected) in faults {
        let fault = read(rows).unwrap_err();
        assert!(fault.contains(expected), "{fault}\n{expected}");
        assert_eq!(fault.lines().count(), 1, "{fault}");
    }
}

#[test]
fn a_byte_order_mark_is_skipped() {
    assert!(read(format!("\u{feff}{}", SOUND.join("\r\n")).as_bytes()).is_ok());
}
