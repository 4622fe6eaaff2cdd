//! Parquet: columns of strings, and strings within groups, lists and maps.

use std::fs::File;

use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};

use super::names::Names;
use super::receiver::Receiver;
use super::source::Source;
use super::{Fault, Sink};

pub(super) fn read<S: Sink>(source: Source, to: &mut Receiver<'_, S>) -> Result<(), Fault> {
    let origin = source.origin;
    let Some(path) = origin.plain_file() else {
        let what = "Parquet cannot be read as a stream";
        return Err(origin.fault(what, "save it in a file, decompressed"));
    };
    let damaged = |error: ParquetError| {
        let what = format_args!("it is not sound Parquet: {error}");
        origin.fault(
            what,
            "is it cut short, or compressed with an unusual codec?",
        )
    };
    let file = File::open(path).map_err(|error| origin.unreadable(&error))?;
    let file = SerializedFileReader::new(file).map_err(damaged)?;
    let mut names = Names::default();
    for row in file.get_row_iter(None).map_err(damaged)? {
        add_group(&row.map_err(damaged)?, Names::ROOT, &mut names, to);
        to.end_record();
    }
    Ok(())
}

/// Delivers the texts of a group.
fn add_group<S: Sink>(group: &Row, of: usize, names: &mut Names, to: &mut Receiver<'_, S>) {
    let mut place = 0;
    for (key, value) in group.get_column_iter() {
        let name = names.key(of, &mut place, key);
        add(value, name, names, to);
    }
}

/// Delivers the texts of a value.
fn add<S: Sink>(value: &Field, name: Option<usize>, names: &mut Names, to: &mut Receiver<'_, S>) {
    let Some(name) = name else {
        return to.ignore(1);
    };
    match value {
        Field::Str(text) => {
            let target = names.target(name, to);
            to.text(target, text);
        }
        Field::Group(group) => add_group(group, name, names, to),
        Field::ListInternal(list) => {
            let element = names.element(name);
            for value in list.elements() {
                add(value, element, names, to);
            }
        }
        Field::MapInternal(map) => {
            let (key, value) = (
                names.key(name, &mut 0, "key"),
                names.key(name, &mut 1, "value"),
            );
            for (one, other) in map.entries() {
                add(one, key, names, to);
                add(other, value, names, to);
            }
        }
        _ => {}
    }
}
