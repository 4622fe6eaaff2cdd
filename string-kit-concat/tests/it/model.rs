//! Random programs of all operations and versions, with `String` as the oracle.

use string_kit_concat::ConcatStr;

pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 32).unwrap() % end.max(1)
    }
}

fn boundary(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at.min(text.len()))
}

#[track_caller]
fn check(text: &ConcatStr, model: &str, draw: &mut Draw) {
    assert_eq!(text.len(), model.len());
    assert_eq!(String::from(text), model);
    assert_eq!(*text, ConcatStr::from(model));
    assert!(
        text.chunks()
            .rev()
            .eq(text.chunks().collect::<Vec<_>>().into_iter().rev())
    );
    if !model.is_empty() {
        let at = draw.below(model.len());
        assert_eq!(text.byte_at(at), Some(model.as_bytes()[at]));
        let (piece, start) = (text.cursor_at(at).chunk(), text.cursor_at(at).offset());
        assert_eq!(&model[start..start + piece.len()], piece);
    }
}

fn program(seed: u64, steps: usize, edits: usize, joins: usize) {
    let draw = &mut Draw(seed);
    let start = "0123456789abcdé\n".repeat(300);
    let mut all = vec![(start.clone(), ConcatStr::from(start))];
    for _ in 0..steps {
        let pick = if draw.below(3) > 0 {
            all.len() - 1
        } else {
            draw.below(all.len())
        };
        let (model, text) = &all[pick];
        let near = model.len() / 2;
        let place = |draw: &mut Draw| {
            let at = if draw.below(5) > 0 {
                near + draw.below(60) + 2000 * draw.below(2)
            } else {
                draw.below(model.len() + 1)
            };
            boundary(model, at)
        };
        let (a, b) = (place(draw), place(draw));
        let (a, mut b) = (a.min(b), a.max(b));
        let kind = draw.below(edits + joins + 1);
        let new = if kind == 0 {
            (model[a..b].to_owned(), text.substr(a..b))
        } else if kind <= joins {
            let (u, v) = &all[draw.below(all.len())];
            if model.len() + u.len() > 20_000 {
                (u.clone(), v.clone())
            } else {
                (model.clone() + u, text.concat(v))
            }
        } else {
            if draw.below(3) > 0 {
                b = a;
            } else if draw.below(20) > 0 {
                b = boundary(model, b.min(a + draw.below(60)));
            }
            let with = [
                "x",
                "",
                "é",
                "€uro ",
                "a longer piece of text that fits no patch at all, never",
            ][draw.below(5)];
            let with = with.repeat(if draw.below(50) == 0 { 40 } else { 1 });
            let (mut model, mut text) = (model.clone(), text.clone());
            if draw.below(2) == 0 {
                all.swap_remove(pick);
            }
            model.replace_range(a..b, &with);
            text.replace_range(a..b, &with);
            (model, text)
        };
        check(&new.1, &new.0, draw);
        if all.len() > 100 {
            let at = draw.below(100);
            all.swap_remove(at);
        }
        all.push(new);
    }
    for (model, text) in &all {
        check(text, model, draw);
    }
}

#[test]
fn programs_equal_strings() {
    program(1, 4000, 10, 0);
    program(2, 4000, 8, 2);
    program(3, 4000, 2, 4);
}
