//! The queries by which a SQL engine makes a profile of its own table.
//!
//! One text serves all engines; [`Engine`] has the differences of their dialects. Sorts with a limit find
//! the values that are listed, since engines keep only the rows within the limit; the window functions
//! see no others. Each table expression has a name that a user's table is unlikely to have.

use std::fmt::Write as _;

use crate::profile::{HEAVIEST, LONGEST, SAMPLED};

/// A SQL engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
#[value(rename_all = "lower")]
pub(super) enum Engine {
    DuckDb,
    DataFusion,
    Spark,
}

impl Engine {
    /// Returns the data type of text.
    const fn text_type(self) -> &'static str {
        match self {
            Self::DuckDb | Self::DataFusion => "VARCHAR",
            Self::Spark => "STRING",
        }
    }

    /// Returns the expression that turns a column into text.
    fn text(self, column: &str) -> String {
        // A column or a database of DuckDB may have a collation by which different texts are equal. A
        // cast keeps it; Spark's cast removes it.
        let collation = match self {
            Self::DuckDb => " COLLATE C",
            Self::DataFusion | Self::Spark => "",
        };
        let (column, text) = (self.identifier(column), self.text_type());
        format!("CAST({column} AS {text}){collation}")
    }

    /// Returns the name of a table, with its schema if it has one, as quoted identifiers.
    pub(super) fn table(self, name: &str) -> String {
        let parts = name.split('.').map(|part| self.identifier(part));
        parts.collect::<Vec<_>>().join(".")
    }

    /// Returns a name as a quoted identifier.
    fn identifier(self, name: &str) -> String {
        match self {
            Self::DuckDb | Self::DataFusion => format!("\"{}\"", name.replace('"', "\"\"")),
            Self::Spark => format!("`{}`", name.replace('`', "``")),
        }
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
    let text_type = engine.text_type();
    let (mut record, mut tables, mut rows) = (String::new(), String::new(), String::new());
    for (number, column) in (1..).zip(columns) {
        let text = engine.text(column);
        let _ = writeln!(record, "        + coalesce(bit_length({text}), 0)");
        tables += &tables_of(number, &text, table);
        rows += &rows_of(number, &engine.literal(column));
    }
    format!(
        "-- A profile of text. Save the rows as a file, then: string-kit advise --profile FILE
WITH
  record_lengths AS (
    SELECT bits, count(*) AS count
    FROM (
      SELECT CAST(0 AS BIGINT)
{record}        AS bits
      FROM {table}
    ) AS records
    GROUP BY bits
  ){tables}
SELECT 'records' AS part, CAST(NULL AS {text_type}) AS field, CAST(NULL AS BIGINT) AS bits,
  count(*) AS count, CAST(NULL AS {text_type}) AS hash, CAST(NULL AS {text_type}) AS text,
  CAST(NULL AS BIGINT) AS most
FROM {table}
UNION ALL
SELECT 'record', NULL, bits, count, NULL, NULL, NULL FROM record_lengths
{rows}ORDER BY part, field, bits, hash
"
    )
}

/// Returns the common table expressions of a column, given the expression of its text.
fn tables_of(number: u32, text: &str, table: &str) -> String {
    // At most SAMPLED + HEAVIEST values are listed. So one value more, by count, has the greatest count
    // of all others.
    let (found, longest) = (SAMPLED + HEAVIEST + 1, 8 * LONGEST);
    format!(
        ",
  lengths_of_{number} AS (
    SELECT bit_length(text) AS bits, count(*) AS count,
      count(*) FILTER (WHERE bit_length(text) = 8 * char_length(text)) AS ascii
    FROM (SELECT {text} AS text FROM {table}) AS texts
    WHERE text IS NOT NULL
    GROUP BY bit_length(text)
  ),
  values_of_{number} AS (
    SELECT bit_length(text) AS bits, count(*) AS count, substr(md5(text), 1, 16) AS hash, text
    FROM (SELECT {text} AS text FROM {table}) AS texts
    WHERE text IS NOT NULL
    GROUP BY text
  ),
  -- A fair sample by hash, and the heaviest by count. One row more has the greatest count of all others.
  found_of_{number} AS (
    SELECT *, row_number() OVER (ORDER BY hash) <= {SAMPLED}
      OR row_number() OVER (ORDER BY count DESC, hash) <= {HEAVIEST} AS is_listed
    FROM (
      SELECT * FROM (SELECT * FROM values_of_{number} ORDER BY hash LIMIT {SAMPLED}) AS sample
      UNION
      SELECT * FROM (SELECT * FROM values_of_{number} ORDER BY count DESC, hash LIMIT {found}) AS heaviest
    ) AS found
  ),
  listed_of_{number} AS (
    SELECT CASE WHEN is_listed THEN 'value' ELSE 'unlisted' END AS part,
      CASE WHEN is_listed THEN bits END AS bits,
      max(count) AS count,
      CASE WHEN is_listed THEN hash END AS hash,
      CASE WHEN is_listed AND bits <= {longest} THEN text END AS text
    FROM found_of_{number}
    GROUP BY 1, 2, 4, 5
  )"
    )
}

/// Returns the rows of a column, given its name as a literal.
fn rows_of(number: u32, field: &str) -> String {
    format!(
        "UNION ALL
SELECT 'present', {field}, NULL, CAST(coalesce(sum(count), 0) AS BIGINT), NULL, NULL, NULL
FROM lengths_of_{number}
UNION ALL
SELECT 'ascii', {field}, NULL, CAST(coalesce(sum(ascii), 0) AS BIGINT), NULL, NULL, NULL
FROM lengths_of_{number}
UNION ALL
SELECT 'length', {field}, bits, count, NULL, NULL, NULL FROM lengths_of_{number}
UNION ALL
SELECT part, {field}, bits, count, hash, text, NULL FROM listed_of_{number}
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(engine: Engine, columns: &[&str]) -> String {
        let columns: Vec<String> = columns.iter().map(|&column| column.to_owned()).collect();
        query(engine, "events", &columns)
    }

    #[test]
    fn a_query_of_one_column_is_this_text() {
        let expected = r#"-- A profile of text. Save the rows as a file, then: string-kit advise --profile FILE
WITH
  record_lengths AS (
    SELECT bits, count(*) AS count
    FROM (
      SELECT CAST(0 AS BIGINT)
        + coalesce(bit_length(CAST("city" AS VARCHAR)), 0)
        AS bits
      FROM events
    ) AS records
    GROUP BY bits
  ),
  lengths_of_1 AS (
    SELECT bit_length(text) AS bits, count(*) AS count,
      count(*) FILTER (WHERE bit_length(text) = 8 * char_length(text)) AS ascii
    FROM (SELECT CAST("city" AS VARCHAR) AS text FROM events) AS texts
    WHERE text IS NOT NULL
    GROUP BY bit_length(text)
  ),
  values_of_1 AS (
    SELECT bit_length(text) AS bits, count(*) AS count, substr(md5(text), 1, 16) AS hash, text
    FROM (SELECT CAST("city" AS VARCHAR) AS text FROM events) AS texts
    WHERE text IS NOT NULL
    GROUP BY text
  ),
  -- A fair sample by hash, and the heaviest by count. One row more has the greatest count of all others.
  found_of_1 AS (
    SELECT *, row_number() OVER (ORDER BY hash) <= 4096
      OR row_number() OVER (ORDER BY count DESC, hash) <= 1024 AS is_listed
    FROM (
      SELECT * FROM (SELECT * FROM values_of_1 ORDER BY hash LIMIT 4096) AS sample
      UNION
      SELECT * FROM (SELECT * FROM values_of_1 ORDER BY count DESC, hash LIMIT 5121) AS heaviest
    ) AS found
  ),
  listed_of_1 AS (
    SELECT CASE WHEN is_listed THEN 'value' ELSE 'unlisted' END AS part,
      CASE WHEN is_listed THEN bits END AS bits,
      max(count) AS count,
      CASE WHEN is_listed THEN hash END AS hash,
      CASE WHEN is_listed AND bits <= 8192 THEN text END AS text
    FROM found_of_1
    GROUP BY 1, 2, 4, 5
  )
SELECT 'records' AS part, CAST(NULL AS VARCHAR) AS field, CAST(NULL AS BIGINT) AS bits,
  count(*) AS count, CAST(NULL AS VARCHAR) AS hash, CAST(NULL AS VARCHAR) AS text,
  CAST(NULL AS BIGINT) AS most
FROM events
UNION ALL
SELECT 'record', NULL, bits, count, NULL, NULL, NULL FROM record_lengths
UNION ALL
SELECT 'present', 'city', NULL, CAST(coalesce(sum(count), 0) AS BIGINT), NULL, NULL, NULL
FROM lengths_of_1
UNION ALL
SELECT 'ascii', 'city', NULL, CAST(coalesce(sum(ascii), 0) AS BIGINT), NULL, NULL, NULL
FROM lengths_of_1
UNION ALL
SELECT 'length', 'city', bits, count, NULL, NULL, NULL FROM lengths_of_1
UNION ALL
SELECT part, 'city', bits, count, hash, text, NULL FROM listed_of_1
ORDER BY part, field, bits, hash
"#;
        assert_eq!(of(Engine::DataFusion, &["city"]), expected);
    }

    #[test]
    fn engines_differ_in_types_and_collations_alone() {
        let spark = of(Engine::Spark, &["city"]);
        let datafusion = spark.replace('`', "\"").replace("STRING", "VARCHAR");
        assert_eq!(datafusion, of(Engine::DataFusion, &["city"]));
        let duckdb = of(Engine::DuckDb, &["city"]);
        assert_eq!(duckdb.replace(" COLLATE C", ""), datafusion);
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
            let sql = of(engine, &[name]);
            assert_eq!(sql.matches(identifier).count(), 3, "{engine:?}");
            assert_eq!(sql.matches(literal).count(), 4, "{engine:?}");
        }
    }
}
