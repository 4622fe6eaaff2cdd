//! Curves in characters, for the terminal.

use super::chart::{Chart, Series, Shape};
use super::ruler::Ruler;

/// The rows of a plot above its x axis.
const ROWS: usize = 12;
/// A character for each height of a bar within its row.
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const STEPS: usize = BARS.len() - 1;
/// The most curves that are drawn, and the fewest columns of each.
const MOST_CURVES: usize = 3;
const LEAST_COLUMNS: usize = 24;

/// Returns the first curves of a chart side by side, or `None` if no curve has two points. Each has
/// an x axis of its own; all have the same y axis. A bar has the greatest value of its column.
///
/// ```text
/// 80.0 KB│       ▂█▂▂▂▂▂  │         █▂▂▂▂
/// 40.0 KB│    ▄█████████  │   ▄█▂▂██████
///     0 B│▁▂▆███████████  │▄▄███████████
///         String           SmolStr
///         events 0 to 99   events 0 to 25
/// ```
pub(super) fn plot(chart: &Chart, width: usize) -> Option<String> {
    let has_line = |series: &&Series| series.finite().nth(1).is_some();
    let count = (width / LEAST_COLUMNS).clamp(1, MOST_CURVES);
    let curves: Vec<&Series> = chart.series.iter().filter(has_line).take(count).collect();
    let values = curves.iter().flat_map(|series| series.finite());
    let top = i32::try_from(ROWS * STEPS).ok()?;
    let y = Ruler::over(&chart.y, (0, top), values.map(|(_, y)| y));
    let mut labels = vec![String::new(); ROWS + 2];
    for (height, label) in y.ticks(5) {
        let row = (usize::try_from(height).ok()? / STEPS).min(ROWS - 1);
        labels[ROWS - 1 - row] = label;
    }
    let margin = labels.iter().map(|label| label.chars().count()).max()?;
    let room = width.saturating_sub(margin) / curves.len().max(1);
    // An axis, and a space between curves.
    let columns = room.saturating_sub(2).max(1);
    let mut lines: Vec<String> = labels
        .iter()
        .map(|label| format!("{label:>margin$}"))
        .collect();
    for series in &curves {
        let bars = bars(chart, series, &y, columns)?;
        let (mut points, x) = (series.finite(), &chart.x);
        // The axis begins at 0, or at a value below that.
        let ends = [points.next()?.0.min(0.0), points.next_back()?.0];
        let [first, last] = ends.map(|at| x.unit.show(at));
        for (line, row) in lines.iter_mut().zip((0..ROWS).rev()) {
            let bar = |height: &usize| BARS[height.saturating_sub(row * STEPS).min(STEPS)];
            line.push('│');
            line.extend(bars.iter().map(bar));
            line.push(' ');
        }
        let range = format!("{} {first} to {last}", x.name);
        for (line, words) in lines[ROWS..].iter_mut().zip([&series.name, &range]) {
            let shown: String = words.chars().take(columns).collect();
            line.extend([" ", &format!("{shown:columns$}"), " "]);
        }
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    (!curves.is_empty()).then(|| lines.join("\n"))
}

/// Returns the height of the bar in each column.
fn bars(chart: &Chart, series: &Series, y: &Ruler<'_>, columns: usize) -> Option<Vec<usize>> {
    let last = i32::try_from(columns).ok()? - 1;
    let x = Ruler::over(&chart.x, (0, last), series.finite().map(|(x, _)| x));
    let mut bars = vec![0; columns];
    let mut before: Option<(i32, i32)> = None;
    for point in series.finite() {
        let (across, up) = (x.pixel(x.length(point.0)), y.pixel(y.length(point.1)));
        let (start, from) = before.unwrap_or((across, up));
        for column in start..=across {
            let height: i32 = match chart.shape {
                _ if column == across => up,
                Shape::Steps => from,
                _ => from + (up - from) * (column - start) / (across - start),
            };
            let bar = &mut bars[usize::try_from(column).ok()?];
            *bar = usize::try_from(height).ok()?.max(*bar);
        }
        before = Some((across, up));
    }
    Some(bars)
}
