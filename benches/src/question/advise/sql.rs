//! The queries by which a SQL engine makes a profile of its own table.

/// A SQL engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
#[value(rename_all = "lower")]
pub(super) enum Engine {
    DuckDb,
    DataFusion,
    Spark,
}

/// Returns the query whose result has the rows of `profile::rows`, for these columns of a table.
pub(super) fn query(_engine: Engine, _table: &str, _columns: &[String]) -> String {
    todo!()
}
