//! Parquet: columns of strings, and strings within groups, lists and maps.

use std::fs::File;
use std::path::Path;

use parquet::basic::ConvertedType;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use parquet::schema::types::Type;

use super::Fault;
use super::object::Names;
use super::receiver::Receiver;
use super::source::{STDIN, is_gzip};

pub(super) fn read(path: &Path, to: &mut Receiver<'_>) -> Result<(), Fault> {
    if path == Path::new(STDIN) || is_gzip(path) {
        let what = "Parquet cannot be read as a stream";
        return Err(Fault::in_file(
            path,
            what,
            "save it in a file, decompressed",
        ));
    }
    let damaged = |error: ParquetError| {
        let what = format_args!("it is not sound Parquet: {error}");
        let remedy = "is it cut short, or compressed with an unusual codec?";
        Fault::in_file(path, what, remedy)
    };
    let file = File::open(path).map_err(|error| Fault::unreadable(path, &error))?;
    let file = SerializedFileReader::new(file).map_err(damaged)?;
    let schema = file.metadata().file_metadata().schema();
    // PERF: other columns are not decoded.
    let columns = schema.get_fields().iter();
    let columns = columns.filter(|column| has_texts(column) && to.sink.wants(column.name()));
    let wanted = Type::group_type_builder(schema.name()).with_fields(columns.cloned().collect());
    let wanted = wanted.build().map_err(damaged)?;
    let mut names = Names::default();
    for row in file.get_row_iter(Some(wanted)).map_err(damaged)? {
        let record = Field::Group(row.map_err(damaged)?);
        add(&record, Names::ROOT, &mut names, to);
        to.end_record();
    }
    Ok(())
}

/// Returns whether a type has texts, at any depth.
fn has_texts(of: &Type) -> bool {
    use ConvertedType::{ENUM, JSON, UTF8};
    if of.is_primitive() {
        return matches!(of.get_basic_info().converted_type(), UTF8 | ENUM | JSON);
    }
    of.get_fields().iter().any(|field| has_texts(field))
}

fn add(value: &Field, name: usize, names: &mut Names, to: &mut Receiver<'_>) {
    match value {
        Field::Str(text) => {
            let target = names.target(name, to);
            to.text(target, text);
        }
        Field::Group(group) => {
            for (key, value) in group.get_column_iter() {
                add(value, names.within(name, Some(key)), names, to);
            }
        }
        Field::ListInternal(list) => {
            let element = names.within(name, None);
            for value in list.elements() {
                add(value, element, names, to);
            }
        }
        Field::MapInternal(map) => {
            let key = names.within(name, Some("key"));
            let of_value = names.within(name, Some("value"));
            for (one, other) in map.entries() {
                add(one, key, names, to);
                add(other, of_value, names, to);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parquet::basic::{Compression, GzipLevel};
    use parquet::data_type::{ByteArrayType, DataType, Int64Type};
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
    use parquet::schema::parser::parse_message_type;

    use crate::input::Options;
    use crate::input::tests::{Kept, read_to};

    const SCHEMA: &str = "message rows {
        required binary name (STRING);
        optional int64 number;
        optional binary raw;
        optional group user { optional binary city (UTF8); }
        optional group tags (LIST) { repeated group list { optional binary element (STRING); } }
    }";

    type Rows<'a> = SerializedRowGroupWriter<'a, Vec<u8>>;

    /// Writes a column: its values, and the levels to which each is defined and repeated.
    fn add<T: DataType>(rows: &mut Rows<'_>, values: &[T::T], levels: [&[i16]; 2]) {
        let mut column = rows.next_column().unwrap().unwrap();
        let [defined, repeated] = levels.map(|levels| (!levels.is_empty()).then_some(levels));
        let typed = column.typed::<T>();
        typed.write_batch(values, defined, repeated).unwrap();
        column.close().unwrap();
    }

    fn add_texts(rows: &mut Rows<'_>, texts: &[&'static str], levels: [&[i16]; 2]) {
        let texts: Vec<_> = texts.iter().map(|&text| text.into()).collect();
        add::<ByteArrayType>(rows, &texts, levels);
    }

    /// Returns a file of three records.
    fn written(compression: Compression) -> Vec<u8> {
        let schema = Arc::new(parse_message_type(SCHEMA).unwrap());
        let properties = WriterProperties::builder().set_compression(compression);
        let properties = properties.build().into();
        let mut file = SerializedFileWriter::new(Vec::new(), schema, properties).unwrap();
        let mut rows = file.next_row_group().unwrap();
        add_texts(&mut rows, &["Ann", "", "Zoë"], [&[], &[]]);
        add::<Int64Type>(&mut rows, &[7], [&[0, 1, 0], &[]]);
        add_texts(&mut rows, &["bytes"], [&[1, 0, 0], &[]]);
        add_texts(&mut rows, &["Oslo"], [&[2, 1, 0], &[]]);
        add_texts(&mut rows, &["x", "y"], [&[3, 3, 1, 0], &[0, 1, 0, 0]]);
        rows.close().unwrap();
        file.into_inner().unwrap()
    }

    /// Reads a file without the texts of a field.
    fn read_without(unwanted: &'static str, name: &str, bytes: &[u8]) -> Result<String, String> {
        let kept = Kept {
            unwanted,
            ..Kept::default()
        };
        let (_, kept) = read_to(kept, name, bytes, Options::default())?;
        Ok(kept.records.join("|"))
    }

    #[test]
    fn strings_of_columns_groups_and_lists_are_texts() {
        use Compression::{GZIP, LZ4_RAW, SNAPPY, UNCOMPRESSED};
        for compression in [UNCOMPRESSED, SNAPPY, LZ4_RAW, GZIP(GzipLevel::default())] {
            for name in ["x.parquet", "x"] {
                let read = read_without("", name, &written(compression)).unwrap();
                let expected = "name=Ann user.city=Oslo tags[]=x tags[]=y|name=|name=Zoë";
                assert_eq!(read, expected, "{compression}");
            }
        }
    }

    #[test]
    fn columns_that_are_not_wanted_are_not_decoded() {
        let mut bytes = written(Compression::UNCOMPRESSED);
        let name = bytes.windows(3).position(|part| part == b"Ann").unwrap();
        // A text that is not UTF-8 is a fault, where it is read.
        bytes[name] = 0xFF;
        let read = read_without("name", "x.parquet", &bytes).unwrap();
        assert_eq!(read, "user.city=Oslo tags[]=x tags[]=y||");
        assert!(read_without("", "x.parquet", &bytes).is_err());
        assert_eq!(read_without("*", "x.parquet", &bytes).unwrap(), "||");
    }

    #[test]
    fn parquet_that_is_cut_short_is_a_fault() {
        let whole = written(Compression::SNAPPY);
        for end in 0..whole.len() {
            let fault = read_without("", "x.parquet", &whole[..end]).unwrap_err();
            assert!(fault.contains("it is not sound Parquet: "), "{fault}");
        }
    }
}
