//! Charts in a terminal.

use std::io::{self, Write};

use super::Style;
use crate::report::document::Chart;

pub(super) fn write(chart: &Chart, _style: Style, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", chart.caption)
}
