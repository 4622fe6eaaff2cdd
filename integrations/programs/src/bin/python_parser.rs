//! Parses Python modules with rustpython-parser.

use rustpython_parser::{Mode, parse};

fn main() {
    string_kit_programs::run(|text| parse(text, Mode::Module, "module.py").ok());
}
