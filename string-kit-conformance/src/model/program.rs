//! The code that repeats a model test.

use super::{Action, At, Between, Creation, Effect, LONGEST, Text, Texts, expected};
use crate::code::{Source, char_literal, literal, number, protected, range_of};
use crate::hostile::Draining;
use crate::subject::Names;

/// Returns the code that makes a text, applies the actions, and checks the result of the last one
/// and all texts. Indices and ranges are those that the actions have on a `String`.
pub(crate) fn program(
    source: &Source,
    names: &Names,
    creation: &Creation,
    actions: &[Action],
) -> String {
    let mut program = Program {
        source,
        names,
        code: String::new(),
        texts: Texts {
            all: Vec::new(),
            current: 0,
        },
        made: 0,
    };
    program.create(creation);
    for (at, action) in actions.iter().enumerate() {
        program.act(action, at + 1 == actions.len());
    }
    program.check();
    program.code
}

/// The code so far, and the texts as the actions leave them in a `String`, each with its variable.
struct Program<'a> {
    source: &'a Source,
    names: &'a Names,
    code: String,
    texts: Texts<String>,
    made: usize,
}

impl Program<'_> {
    /// Makes a variable from an expression.
    fn keep(&mut self, value: &str, control: String) {
        self.made += 1;
        let name = match self.made {
            1 => "s".to_owned(),
            made => format!("s{made}"),
        };
        self.code += &format!("let mut {name} = {value};\n");
        self.texts.keep(name, control);
    }

    fn create(&mut self, creation: &Creation) {
        let control = match creation {
            Creation::Default => String::new(),
            Creation::Str(text)
            | Creation::String(text, _)
            | Creation::Chars(text)
            | Creation::Captured(text) => text.get(),
        };
        let shown = literal(&control);
        let value = match creation {
            Creation::String(_, room) if self.names.implements("From<String>") => {
                self.code += &format!(
                    "let mut owned = String::with_capacity({});\nowned.push_str({shown});\n",
                    control.len() + usize::from(*room)
                );
                "S::from(owned)".to_owned()
            }
            Creation::Chars(_) if self.names.implements("FromIterator<char>") => {
                format!("{shown}.chars().collect::<S>()")
            }
            Creation::Captured(_) if self.names.captures => {
                format!("@capture(&String::from({shown}))")
            }
            Creation::Default if self.names.implements("Default") => "S::default()".to_owned(),
            _ => format!("@from({shown})"),
        };
        self.keep(&value, control);
    }

    /// Adds an action, and checks its result if it is the last one.
    fn act(&mut self, action: &Action, is_last: bool) {
        let (name, control) = self.texts.current().clone();
        match action {
            Action::Clone if self.names.implements("Clone") => {
                self.keep(&format!("{name}.clone()"), control);
            }
            Action::Drop => {
                if let Some(name) = self.texts.remove() {
                    self.code += &format!("drop({name});\n");
                }
            }
            Action::Turn(to) => self.texts.turn(*to),
            action if action.grows() && control.len() >= LONGEST => {}
            action => {
                let Some(call) = self.call(action, &name, &control) else {
                    return;
                };
                self.code += &match expected(action, &mut self.texts.current().1) {
                    Ok(Effect::Splits(part)) => return self.keep(&call, part),
                    Ok(Effect::Gives(result)) if result == "()" => format!("{call};\n"),
                    Ok(Effect::Gives(result)) if is_last => {
                        format!("assert_eq!({call}, {});\n", protected(&result))
                    }
                    Ok(Effect::Gives(_)) => format!("_ = {call};\n"),
                    Err(_) => {
                        format!(
                            "assert!(catch_unwind(AssertUnwindSafe(|| _ = {call})).is_err());\n"
                        )
                    }
                };
            }
        }
    }

    /// Returns the code of an action on the text in the variable `s`, or `None` if the type does not
    /// support it.
    fn call(&self, action: &Action, s: &str, control: &str) -> Option<String> {
        let has = |method| self.names.has(method);
        let implements = |title| self.names.implements(title);
        let at = |at: &At| number(at.within(control));
        let range = |between: &Between| range_of(between.within(control));
        let more = |text: &Text| literal(&text.get());
        Some(match action {
            Action::Push(c) if has("push") => format!("@push({s}, {})", char_literal(*c)),
            Action::PushStr(text) if has("push_str") => format!("@push_str({s}, {})", more(text)),
            Action::TryPushStr(text) if has("try_push_str") => {
                format!("@try_push_str({s}, {})", more(text))
            }
            Action::Write(text, width) if implements("fmt::Write") => {
                format!("write!({s}, \"{{:>{width}}}\", {})", more(text))
            }
            Action::ExtendChars(text) if implements("Extend<char>") => {
                format!("{s}.extend({}.chars())", more(text))
            }
            Action::ExtendStrings(texts) if implements("Extend<String>") => {
                let shown = texts
                    .iter()
                    .map(|text| format!("String::from({})", more(text)));
                let (shown, len) = (shown.collect::<Vec<_>>().join(", "), texts.len());
                format!("{s}.extend([{shown}] as [String; {len}])")
            }
            Action::Pop if has("pop") => format!("@pop({s})"),
            Action::Remove(index) if has("remove") => format!("@remove({s}, {})", at(index)),
            Action::Insert(index, c) if has("insert") => {
                format!("@insert({s}, {}, {})", at(index), char_literal(*c))
            }
            Action::InsertStr(index, text) if has("insert_str") => {
                format!("@insert_str({s}, {}, {})", at(index), more(text))
            }
            Action::Truncate(index) if has("truncate") => {
                format!("@truncate({s}, {})", at(index))
            }
            Action::Clear if has("clear") => format!("@clear({s})"),
            Action::Retain(bits) if has("retain") => format!(
                "{{\n    let (mut bits, mut seen) = ({bits}_u32, String::new());\n    \
                 @retain({s}, &mut |c| {{\n        seen.push(c);\n        \
                 bits = bits.rotate_left(1);\n        bits & 1 == 0\n    }});\n    seen\n}}"
            ),
            Action::Drain(between, front, back) if has("drain") => {
                let how = Draining::of(*front, *back);
                self.source.drain(s, &range(between), how)
            }
            Action::ReplaceRange(between, with) if has("replace_range") => {
                format!("@replace_range({s}, {}, {})", range(between), more(with))
            }
            Action::ExtendFromWithin(between) if has("extend_from_within") => {
                format!("@extend_from_within({s}, {})", range(between))
            }
            Action::SplitOff(index) if has("split_off") => {
                format!("@split_off({s}, {})", at(index))
            }
            Action::Slice(between) if has("slice") => format!("@slice({s}, {})", range(between)),
            Action::Repeat(times) if has("repeat") => format!("@repeat({s}, {})", times % 8),
            Action::Reserve(more) if has("reserve") => format!("@reserve({s}, {more})"),
            Action::TryReserve(more) if has("try_reserve") => {
                format!("@try_reserve({s}, {more})")
            }
            Action::ShrinkToFit if has("shrink_to_fit") => format!("@shrink_to_fit({s})"),
            Action::Uppercase if has("as_mut_str") => {
                format!("@as_mut_str({s}).make_ascii_uppercase()")
            }
            Action::ThroughString if implements("Into<String>") && implements("From<String>") => {
                format!("{s} = S::from(Into::<String>::into({s}))")
            }
            Action::ThroughBox if implements("Into<Box<str>>") && implements("From<Box<str>>") => {
                format!("{s} = S::from(Into::<Box<str>>::into({s}))")
            }
            _ => return None,
        })
    }

    /// Adds the checks of all texts and their capacities.
    fn check(&mut self) {
        for (name, control) in &self.texts.all {
            self.code += &format!("assert_eq!(@text({name}), {});\n", literal(control));
            if self.names.has("capacity") {
                self.code += &format!("assert!(@capacity({name}) >= {});\n", control.len());
            }
        }
    }
}
