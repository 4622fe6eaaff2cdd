//! A grid of characters, each of which is a grid of dots.
//!
//! ```text
//! one character     its bits, from U+2800 up
//!      o o              0x01 0x08
//!      o o              0x02 0x10
//!      o o              0x04 0x20
//!      o o              0x40 0x80
//! ```

/// How many dots a character has across.
pub(super) const ACROSS: usize = 2;
/// How many dots a character has up.
pub(super) const UP: usize = 4;

/// The bits of a character, by its dots up from the bottom and across.
const BITS: [[u8; ACROSS]; UP] = [[0x40, 0x80], [0x04, 0x20], [0x02, 0x10], [0x01, 0x08]];

/// A point in dots: across from the left, up from the bottom.
pub(super) type Dot = (usize, usize);

/// A grid of characters; each is of the colour of the curve that came to it first.
#[derive(Clone, Debug)]
pub(super) struct Canvas {
    columns: usize,
    /// Row by row, from the bottom.
    characters: Vec<Character>,
}

/// What is drawn in one place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Character {
    dots: u8,
    letter: Option<char>,
    /// The curve that came first.
    pub(super) series: Option<usize>,
    /// Whether another curve came later.
    is_shared: bool,
}

impl Character {
    /// What it looks like.
    pub(super) fn glyph(self) -> char {
        let dots = match self.dots {
            0 => ' ',
            dots => char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' '),
        };
        self.letter.unwrap_or(dots)
    }
}

impl Canvas {
    pub(super) fn new(columns: usize, rows: usize) -> Self {
        Self {
            columns,
            characters: vec![Character::default(); columns * rows],
        }
    }

    /// The rows, from the top.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[Character]> {
        self.characters.chunks(self.columns).rev()
    }

    /// A straight line. All that lies on it is dotted, so that the narrowest spike is as high as it
    /// was.
    pub(super) fn line(&mut self, series: usize, from: Dot, to: Dot) {
        let (across, up) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
        let steps = across.max(up).max(1);
        let between = |from: usize, to: usize, step: usize| {
            let way = (from.abs_diff(to) * step + steps / 2) / steps;
            if from < to { from + way } else { from - way }
        };
        for step in 0..=steps {
            self.dot(
                series,
                (between(from.0, to.0, step), between(from.1, to.1, step)),
            );
        }
    }

    fn dot(&mut self, series: usize, (across, up): Dot) {
        let character = &mut self.characters[up / UP * self.columns + across / ACROSS];
        character.dots |= BITS[up % UP][across % ACROSS];
        let first = *character.series.get_or_insert(series);
        character.is_shared |= first != series;
    }

    /// Puts a letter on a curve, on its highest character in a column, and says whether the curve
    /// has one there that is its own.
    pub(super) fn letter(&mut self, series: usize, column: usize, letter: char) -> bool {
        let mut column = self
            .characters
            .iter_mut()
            .skip(column)
            .step_by(self.columns);
        let own = column.rfind(|it| it.series == Some(series) && !it.is_shared);
        if let Some(character) = own {
            character.letter = Some(letter);
            return true;
        }
        false
    }

    /// Puts a letter where a curve ends.
    pub(super) fn end(&mut self, (across, up): Dot, letter: char) {
        self.characters[up / UP * self.columns + across / ACROSS].letter = Some(letter);
    }
}
