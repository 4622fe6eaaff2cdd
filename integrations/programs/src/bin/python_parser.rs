//! Parses Python modules with rustpython-parser.

use rustpython_parser::{Mode, parse};
use string_kit_programs::{run, texts};

fn main() {
    run(&texts(), |text| parse(text, Mode::Module, "module.py").ok());
}
