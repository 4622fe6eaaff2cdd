//! Parses the statements of SQL files with sqlparser.

use sqlparser::{dialect::GenericDialect, parser::Parser};

fn main() {
    string_kit_programs::run(|text| {
        let statements = text.split_inclusive(";\n");
        let parsed = statements.filter_map(|sql| Parser::parse_sql(&GenericDialect {}, sql).ok());
        parsed.collect::<Vec<_>>()
    });
}
