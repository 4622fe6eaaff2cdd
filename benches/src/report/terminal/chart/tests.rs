//! Charts as a reader sees them.

use super::*;
use crate::report::{Axis, Scale, Series, Shape, Unit};

const STYLE: Style = Style {
    width: 44,
    colour: false,
    narrow_tables: false,
};

fn chart(scale: Scale, shape: Shape, series: &[(&str, &[(f64, f64)])]) -> Chart {
    let axis = |name: &str, unit| Axis {
        name: name.to_owned(),
        unit,
        scale,
    };
    Chart {
        id: "test".to_owned(),
        caption: "A test.".to_owned(),
        x: axis("length", Unit::Bytes),
        y: axis("held", Unit::Bytes),
        shape,
        series: series
            .iter()
            .map(|(name, points)| Series {
                name: (*name).to_owned(),
                points: points.to_vec(),
            })
            .collect(),
    }
}

fn picture(chart: &Chart, style: Style) -> String {
    let mut out = Vec::new();
    write(chart, style, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[track_caller]
fn looks(chart: &Chart, expected: &str) {
    let picture = picture(chart, STYLE);
    assert!(picture == expected, "it looks otherwise:\n{picture}");
}

fn lines() -> Chart {
    let up = [(0.0, 0.0), (100.0, 2_000.0)];
    let down = [(0.0, 2_000.0), (50.0, 0.0)];
    chart(Scale::Linear, Shape::Lines, &[("up", &up), ("down", &down)])
}

fn steps() -> Chart {
    let spike = [
        (0.0, 200.0),
        (700.0, 2_000.0),
        (700.1, 300.0),
        (1000.0, 0.0),
    ];
    let flat = [(0.0, 500.0), (1000.0, 500.0)];
    chart(
        Scale::Linear,
        Shape::Steps,
        &[("spike", &spike), ("flat", &flat)],
    )
}

fn logs() -> Chart {
    let doubled = [(0.0, 0.0), (1.0, 2.0), (1000.0, 2_000.0)];
    chart(Scale::Log, Shape::Lines, &[("doubled", &doubled)])
}

fn many() -> Chart {
    let rising = [(0.0, 1.0), (9.0, 2.0)];
    let names = [
        "one", "two", "three", "four", "five", "six", "seven", "eight",
    ];
    let series = names.map(|name| (name, &rising[..]));
    chart(Scale::Linear, Shape::Lines, &series)
}

#[test]
fn lines_bear_letters_along_them_and_at_their_ends() {
    let expected = "\
A test.

held
  2 KB ┤⠱⡀                              ⡠⠊A
       │ ⠱⡀                           A⠊
       │  ⠱⡀                       ⢀⠔⠉
       │   ⠑⡄                    ⢀⠔⠁
1.5 KB ┤    ⠘⡄                 ⢀⠔⠁
       │     ⠘⡄              ⢀⠔⠁
       │      ⠘⢄           ⡠⠊⠁
  1 KB ┤       ⠈⢆        ⡠⠊
       │        ⠈⢆     ⡠⠊
       │         ⠈⢢ ⢀⡠⠊
       │          ⢀⢷⠁
 500 B ┤        ⢀⠔⠁ ⢣
       │      A⠔⠁    ⠣⡀
       │    ⣀⠔⠁       ⠱⡀
       │  ⡠⠊           ⠱⡀
   0 B ┤⡠⠊              ⠱B
       └┬──────┬─────┬──────┬─────┬──────┬
       0 B   20 B  40 B   60 B  80 B 100 B
                                    length

A up    ends at 2.00 KB
B down  ends at 0 B, peak 2.00 KB
";
    looks(&lines(), expected);
}

#[test]
fn a_spike_is_as_high_as_it_was() {
    let expected = "\
A test.

held
  2 KB ┤                       ⢸
       │                       ⢸
       │                       ⢸
       │                       ⢸
1.5 KB ┤                       ⢸
       │                       ⢸
       │                       ⢸
  1 KB ┤                       ⢸
       │                       ⢸
       │                       ⢸
       │                       ⢸
 500 B ┤⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀B⣀⣀⣀⣀⣸⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀B
       │                       ⢸
       │                       ⢸⠤⠤⠤⠤⠤⠤A⠤⠤⢤
       │⠒⠒⠒⠒⠒⠒A⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠚         ⢸
   0 B ┤                                 ⢸A
       └┬────────────────┬───────────────┬
       0 B             500 B          1 KB
                                    length

A spike  ends at 0 B, peak 2.00 KB
B flat   ends at 500 B
";
    looks(&steps(), expected);
}

#[test]
fn zero_lies_before_a_log_axis() {
    let expected = "\
A test.

held
      │                                  ⡠⠊A
 1 KB ┤                               ⢀⠔⠉
      │                             ⢀⠔⠁
      │                           ⡠⠊⠁
      │                         ⡠⠊
      │                      ⢀⠔⠉
100 B ┤                    ⣀⠔⠁
      │                  ⡠⠊
      │               ⢀⡠⠊
      │             ⢀⠔⠁
 10 B ┤           ⣀A⠁
      │         ⡠⠊
      │      ⢀⡠⠊
      │    ⢀⠔⠁
      │  ⣀⠔⠁
  0 B ┤⡠⠊
      └┬┄┄┄──────────┬──────────┬─────────┬
      0 B          10 B       100 B    1 KB
                                     length

A doubled  ends at 2.00 KB
";
    looks(&logs(), expected);
}

#[test]
fn six_are_drawn_and_all_are_listed() {
    let expected = "\
A test.

held
2 B ┤                             ⣀⠤⠒⠉ABCDEF
    │                         ⣀⠤⠒⠉
    │                    ⢀⡠⠤⠒⠉
    │                ⢀⡠⠔⠊⠁
    │            ⢀⡠⠔⠊⠁
    │        ⣀⠤⠒⠊⠁
    │    ⣀⠤⠒⠉
1 B ┤⣀⠤⠒⠉
    │
    │
    │
    │
    │
    │
    │
0 B ┤
    └┬──────┬──────┬──────┬──────┬────
    0 B    2 B    4 B    6 B    8 B
                                length

A one    ends at 2 B   E five   ends at 2 B
B two    ends at 2 B   F six    ends at 2 B
C three  ends at 2 B     seven  ends at 2 B
D four   ends at 2 B     eight  ends at 2 B
Drawn: the first 6 of 8.
";
    looks(&many(), expected);
}

#[test]
fn colour_repeats_what_the_letters_say() {
    let style = Style {
        colour: true,
        ..STYLE
    };
    let coloured = picture(&lines(), style);
    assert!(coloured.contains("\x1b[36mA\x1b[0m"));
    assert!(coloured.contains("\x1b[33mB down  ends at 0 B, peak 2.00 KB\x1b[0m"));
    let mut plain = coloured;
    for escape in ["\x1b[36m", "\x1b[33m", "\x1b[0m"] {
        plain = plain.replace(escape, "");
    }
    assert_eq!(plain, picture(&lines(), STYLE));
}

#[test]
fn no_points_are_no_picture() {
    let none = chart(Scale::Log, Shape::Lines, &[("none", &[(f64::NAN, 1.0)])]);
    looks(&none, "A test.\n\n(nothing was measured)\n");
}

#[test]
fn no_line_is_longer_than_the_terminal() {
    let mut long_name = lines();
    long_name.series[1].name = "what/was/saved/under/a/name/that/is/long".to_owned();
    let mut long_caption = lines();
    long_caption.caption = "Bytes that are held,\nover the events. ".repeat(9);
    for width in [40, 72, 200] {
        for chart in [
            &lines(),
            &steps(),
            &logs(),
            &many(),
            &long_name,
            &long_caption,
        ] {
            let style = Style { width, ..STYLE };
            let picture = picture(chart, style);
            let longest = picture.lines().map(|line| line.chars().count()).max();
            assert!(longest <= Some(width), "{width}:\n{picture}");
        }
    }
}
