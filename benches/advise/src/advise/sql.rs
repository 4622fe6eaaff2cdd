//! The queries by which a SQL engine makes a profile of its own table.
//!
//! One text serves all engines; [`Engine`] has the differences of their dialects. Sorts with a
//! limit find the values that are listed, since engines keep only the rows within the limit; the
//! window functions see no others. Each table expression has a name that a user's table is unlikely
//! to have.

use std::fmt::Write as _;

use crate::profile::{HEAVIEST, LONGEST, SAMPLED};

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
#[value(rename_all = "lower")]
pub(super) enum Engine {
    DuckDb,
    DataFusion,
    Spark,
}

impl Engine {
    /// Returns the data type of text, and the quotes of identifiers.
    fn dialect(self) -> (&'static str, &'static str) {
        match self {
            Self::DuckDb | Self::DataFusion => ("VARCHAR", "\""),
            Self::Spark => ("STRING", "`"),
        }
    }

    /// Returns the expression that turns a column into text.
    fn text(self, column: &str) -> String {
        // A column or a database of DuckDB may have a collation by which different texts are equal.
        // A cast keeps it; Spark's cast removes it.
        let is_collated = self == Self::DuckDb;
        let collation = if is_collated { " COLLATE C" } else { "" };
        let (column, (text, _)) = (self.identifier(column), self.dialect());
        format!("CAST({column} AS {text}){collation}")
    }

    /// Returns the name of a table, with its schema if it has one, as quoted identifiers.
    pub(super) fn table(self, name: &str) -> String {
        let parts = name.split('.').map(|part| self.identifier(part));
        parts.collect::<Vec<_>>().join(".")
    }

    /// Returns a name as a quoted identifier.
    fn identifier(self, name: &str) -> String {
        let (_, quote) = self.dialect();
        format!("{quote}{}{quote}", name.replace(quote, &quote.repeat(2)))
    }

    /// Returns a text as a string literal.
    fn literal(self, text: &str) -> String {
        match self {
            Self::DuckDb | Self::DataFusion => format!("'{}'", text.replace('\'', "''")),
            Self::Spark => format!("'{}'", text.replace('\\', r"\\").replace('\'', r"\'")),
        }
    }
}

/// Returns the query whose result has the rows of `profile::rows`, for these columns of a table.
///
/// The table stands after `FROM` as it is. The columns are plain names, which the query quotes.
pub(super) fn query(engine: Engine, table: &str, columns: &[String]) -> String {
    let (mut record, mut tables, mut rows) = (String::new(), String::new(), String::new());
    for (number, column) in (1..).zip(columns) {
        let text = engine.text(column);
        let _ = writeln!(record, "        + coalesce(bit_length({text}), 0)");
        let of_column = format!(
            include_str!("sql/tables.sql"),
            number = number,
            text = text,
            table = table,
            sampled = SAMPLED,
            heaviest = HEAVIEST,
            longest = 8 * LONGEST,
        );
        tables += of_column.trim_end();
        let field = engine.literal(column);
        rows += &format!(
            include_str!("sql/rows.sql"),
            number = number,
            field = field,
            sampled = SAMPLED,
        );
    }
    format!(
        include_str!("sql/query.sql"),
        record = record,
        table = table,
        tables = tables,
        text_type = engine.dialect().0,
        rows = rows,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_differ_in_types_and_collations_alone() {
        let city = |engine| query(engine, "events", &["city".to_owned()]);
        assert_eq!(city(Engine::DataFusion), include_str!("sql/city.sql"));
        let spark = city(Engine::Spark).replace('`', "\"");
        assert_eq!(spark.replace("STRING", "VARCHAR"), city(Engine::DataFusion));
        let duckdb = city(Engine::DuckDb);
        assert_eq!(duckdb.replace(" COLLATE C", ""), city(Engine::DataFusion));
        assert_eq!(duckdb.matches(" COLLATE C").count(), 3);
    }

    #[test]
    fn hostile_names_stay_within_their_quotes() {
        let name = r#"a"b`c'd\e"#;
        for (engine, identifier, literal) in [
            (Engine::DuckDb, r#""a""b`c'd\e""#, r#"'a"b`c''d\e'"#),
            (Engine::DataFusion, r#""a""b`c'd\e""#, r#"'a"b`c''d\e'"#),
            (Engine::Spark, r#"`a"b``c'd\e`"#, r#"'a"b`c\'d\\e'"#),
        ] {
            assert_eq!(engine.identifier(name), identifier, "{engine:?}");
            assert_eq!(engine.literal(name), literal, "{engine:?}");
            let sql = query(engine, "events", &[name.to_owned()]);
            assert_eq!(sql.matches(identifier).count(), 3, "{engine:?}");
            assert_eq!(sql.matches(literal).count(), 5, "{engine:?}");
        }
    }
}
