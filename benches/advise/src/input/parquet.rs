//! Parquet: columns of strings, and strings within groups, lists and maps.

use std::fs::File;
use std::sync::Arc;

use parquet::basic::{ConvertedType, Repetition};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use parquet::schema::types::Type;

use super::Fault;
use super::names::Names;
use super::receiver::Receiver;
use super::source::Source;

pub(super) fn read(source: Source, to: &mut Receiver<'_>) -> Result<(), Fault> {
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
    let schema = file.metadata().file_metadata().schema();
    // PERF: other columns are not decoded.
    let wanted = wanted(schema, "", to);
    let mut names = Names::default();
    for row in file.get_row_iter(wanted).map_err(damaged)? {
        add_group(&row.map_err(damaged)?, Names::ROOT, &mut names, to);
        to.end_record();
    }
    Ok(())
}

/// Returns the part of a type that has wanted texts; none if there are none. `path` is its name.
fn wanted(of: &Type, path: &str, to: &mut Receiver<'_>) -> Option<Type> {
    let info = of.get_basic_info();
    let is_list = info.converted_type() != ConvertedType::NONE || is_repeated(of);
    if of.is_primitive() || (is_list && !path.is_empty()) {
        return (has_texts(of) && to.wants(path)).then(|| of.clone());
    }
    let fields = of.get_fields().iter().filter_map(|field| {
        let path = match path {
            "" => field.name().to_owned(),
            path => format!("{path}.{}", field.name()),
        };
        wanted(field, &path, to).map(Arc::new)
    });
    let fields: Vec<_> = fields.collect();
    if fields.is_empty() {
        return None;
    }
    let mut group = Type::group_type_builder(of.name()).with_fields(fields);
    if info.has_repetition() {
        group = group.with_repetition(info.repetition());
    }
    group.build().ok()
}

fn is_repeated(of: &Type) -> bool {
    let info = of.get_basic_info();
    info.has_repetition() && info.repetition() == Repetition::REPEATED
}

/// Returns whether a type has texts, at any depth.
fn has_texts(of: &Type) -> bool {
    use ConvertedType::{ENUM, JSON, UTF8};
    if of.is_primitive() {
        return matches!(of.get_basic_info().converted_type(), UTF8 | ENUM | JSON);
    }
    of.get_fields().iter().any(|field| has_texts(field))
}

/// Delivers the texts of a group.
fn add_group(group: &Row, of: usize, names: &mut Names, to: &mut Receiver<'_>) {
    let mut place = 0;
    for (key, value) in group.get_column_iter() {
        let name = names.key(of, &mut place, key);
        add(value, name, names, to);
    }
}

/// Delivers the texts of a value.
fn add(value: &Field, name: Option<usize>, names: &mut Names, to: &mut Receiver<'_>) {
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use parquet::basic::{Compression, GzipLevel};
    use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
    use parquet::schema::parser::parse_message_type;

    use super::super::{Options, Sink, read};
    use super::*;

    const SCHEMA: &str = "message rows {
        required binary name (STRING);
        optional int64 number;
        optional binary raw;
        optional group user { optional binary city (UTF8); }
        optional group tags (LIST) { repeated group list { optional binary element (STRING); } }
    }";

    type Levels<'a> = Option<&'a [i16]>;

    fn add<T: DataType>(
        rows: &mut SerializedRowGroupWriter<'_, File>,
        values: &[T::T],
        defined: Levels<'_>,
        repeated: Levels<'_>,
    ) {
        let mut column = rows.next_column().unwrap().unwrap();
        let typed = column.typed::<T>();
        typed.write_batch(values, defined, repeated).unwrap();
        column.close().unwrap();
    }

    /// Writes three records.
    fn write(path: &Path, compression: Compression) {
        let schema = Arc::new(parse_message_type(SCHEMA).unwrap());
        let properties = WriterProperties::builder().set_compression(compression);
        let file = File::create(path).unwrap();
        let mut file = SerializedFileWriter::new(file, schema, properties.build().into()).unwrap();
        let mut rows = file.next_row_group().unwrap();
        let texts = |texts: &[&'static str]| -> Vec<ByteArray> {
            texts.iter().map(|&text| text.into()).collect()
        };
        add::<ByteArrayType>(&mut rows, &texts(&["Ann", "", "Zoë"]), None, None);
        add::<Int64Type>(&mut rows, &[7], Some(&[0, 1, 0]), None);
        add::<ByteArrayType>(&mut rows, &texts(&["bytes"]), Some(&[1, 0, 0]), None);
        add::<ByteArrayType>(&mut rows, &texts(&["Oslo"]), Some(&[2, 1, 0]), None);
        let tags = texts(&["x", "y"]);
        add::<ByteArrayType>(&mut rows, &tags, Some(&[3, 3, 1, 0]), Some(&[0, 1, 0, 0]));
        rows.close().unwrap();
        file.close().unwrap();
    }

    /// Keeps texts as `name=text`, and a bar for the end of each record.
    #[derive(Default)]
    struct Kept(Vec<String>, String, Option<&'static str>);

    impl Sink for Kept {
        fn wants(&mut self, name: &str) -> bool {
            self.2.is_none_or(|only| only == name)
        }

        fn field(&mut self, name: &str) -> Option<usize> {
            let known = self.0.iter().position(|known| known == name);
            Some(known.unwrap_or_else(|| {
                self.0.push(name.to_owned());
                self.0.len() - 1
            }))
        }

        fn text(&mut self, field: usize, text: &str) {
            let Self(names, shown, _) = self;
            for part in [&*names[field], "=", text, " "] {
                shown.push_str(part);
            }
        }

        fn end_record(&mut self) {
            self.1.push('|');
        }
    }

    #[test]
    fn strings_of_columns_groups_and_lists_are_texts() {
        let folder = tempfile::tempdir().unwrap();
        for compression in [
            Compression::UNCOMPRESSED,
            Compression::SNAPPY,
            Compression::LZ4_RAW,
            Compression::GZIP(GzipLevel::default()),
        ] {
            for name in ["x.parquet", "x"] {
                let path = folder.path().join(name);
                write(&path, compression);
                let mut kept = Kept::default();
                read(&path, Options::default(), &mut kept).unwrap();
                let expected = "name=Ann user.city=Oslo tags[]=x tags[]=y |name= |name=Zoë |";
                assert_eq!(kept.1, expected, "{compression}");
            }
        }
    }

    #[test]
    fn columns_that_are_not_wanted_are_not_decoded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.parquet");
        write(&path, Compression::UNCOMPRESSED);
        let mut bytes = std::fs::read(&path).unwrap();
        let name = bytes.windows(3).position(|part| part == b"Ann").unwrap();
        // A text that is not UTF-8 is a fault, where it is read.
        bytes[name] = 0xFF;
        std::fs::write(&path, bytes).unwrap();
        let mut kept = Kept(Vec::new(), String::new(), Some("user.city"));
        read(&path, Options::default(), &mut kept).unwrap();
        assert_eq!(kept.1, "user.city=Oslo |||");
        assert!(read(&path, Options::default(), &mut Kept::default()).is_err());
    }

    #[test]
    fn parquet_that_is_cut_short_is_a_fault() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.parquet");
        write(&path, Compression::SNAPPY);
        let whole = std::fs::read(&path).unwrap();
        for end in 0..whole.len() {
            std::fs::write(&path, &whole[..end]).unwrap();
            let fault = read(&path, Options::default(), &mut Kept::default()).unwrap_err();
            assert!(
                fault.to_string().contains("it is not sound Parquet: "),
                "{fault}"
            );
        }
    }
}
