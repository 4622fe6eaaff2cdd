//! The code that repeats a model test.

use super::{Action, Creation, LONGEST, MOST_TEXTS, Text, retained};
use crate::code::{Source, char_literal, literal, number, range_of};
use crate::hostile::{Draining, caught};
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
        texts: Vec::new(),
        current: 0,
        made: 0,
    };
    program.create(creation);
    for (at, action) in actions.iter().enumerate() {
        program.act(action, at + 1 == actions.len());
    }
    program.check();
    program.code
}

/// The code so far, and the texts as the actions leave them in a `String`.
struct Program<'a> {
    source: &'a Source,
    names: &'a Names,
    code: String,
    /// The variable of each text, and the text.
    texts: Vec<(String, String)>,
    current: usize,
    made: usize,
}

impl Program<'_> {
    /// Makes a variable from an expression.
    fn keep(&mut self, value: &str, control: String) {
        if self.texts.len() == MOST_TEXTS {
            self.texts.pop();
        }
        self.made += 1;
        let name = match self.made {
            1 => "s".to_owned(),
            made => format!("s{made}"),
        };
        self.code += &format!("let mut {name} = {value};\n");
        self.texts.push((name, control));
        self.current = self.texts.len() - 1;
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

    /// Adds a call that changes the current text. Checks its result if the action is the last one.
    /// `change` does the same to a `String` and returns the result in code, empty for `()`.
    fn call(&mut self, call: &str, is_last: bool, change: impl FnOnce(&mut String) -> String) {
        let control = &mut self.texts[self.current].1;
        self.code += &match caught(|| change(control)) {
            Ok(result) if result.is_empty() => format!("{call};\n"),
            Ok(result) if is_last => format!("assert_eq!({call}, {result});\n"),
            Ok(_) => format!("_ = {call};\n"),
            Err(_) => {
                format!("assert!(catch_unwind(AssertUnwindSafe(|| _ = {call})).is_err());\n")
            }
        };
    }

    /// Adds a call that changes the current text and returns nothing.
    fn change(&mut self, call: &str, change: impl FnOnce(&mut String)) {
        self.call(call, false, |text| {
            change(text);
            String::new()
        });
    }

    /// Adds a call that returns a new text, which becomes the current one.
    fn split(&mut self, call: &str, change: impl FnOnce(&mut String) -> String) {
        let control = &mut self.texts[self.current].1;
        match caught(|| change(control)) {
            Ok(part) => self.keep(call, part),
            Err(_) => {
                self.code +=
                    &format!("assert!(catch_unwind(AssertUnwindSafe(|| _ = {call})).is_err());\n");
            }
        }
    }

    #[allow(clippy::too_many_lines)] // There is an arm for each action.
    fn act(&mut self, action: &Action, is_last: bool) {
        let names = self.names;
        let (name, control) = self.texts[self.current].clone();
        let s = name.as_str();
        let may_grow = control.len() < LONGEST;
        match action {
            Action::Clone if names.implements("Clone") => {
                self.keep(&format!("{s}.clone()"), control);
            }
            Action::Drop if self.texts.len() > 1 => {
                self.texts.remove(self.current);
                self.code += &format!("drop({s});\n");
                self.current = self.current.saturating_sub(1);
            }
            Action::Turn(to) => self.current = usize::from(*to) % self.texts.len(),
            Action::Push(c) if names.has("push") => {
                let call = format!("@push({s}, {})", char_literal(*c));
                self.change(&call, |text| text.push(*c));
            }
            Action::PushStr(more) if may_grow && names.has("push_str") => {
                let call = format!("@push_str({s}, {})", literal(&more.get()));
                self.change(&call, |text| text.push_str(&more.get()));
            }
            Action::TryPushStr(more) if may_grow && names.has("try_push_str") => {
                let call = format!("@try_push_str({s}, {})", literal(&more.get()));
                self.call(&call, is_last, |text| {
                    text.push_str(&more.get());
                    "true".to_owned()
                });
            }
            Action::Write(more, width) if may_grow && names.implements("fmt::Write") => {
                let (more, width) = (more.get(), usize::from(*width));
                let call = format!("write!({s}, \"{{:>{width}}}\", {})", literal(&more));
                self.call(&call, is_last, |text| {
                    text.push_str(&format!("{more:>width$}"));
                    "Ok(())".to_owned()
                });
            }
            Action::ExtendChars(more) if may_grow && names.implements("Extend<char>") => {
                let call = format!("{s}.extend({}.chars())", literal(&more.get()));
                self.change(&call, |text| text.push_str(&more.get()));
            }
            Action::ExtendStrings(more) if may_grow && names.implements("Extend<String>") => {
                let shown: Vec<_> = more
                    .iter()
                    .map(|text| format!("String::from({})", literal(&text.get())))
                    .collect();
                let call = format!(
                    "{s}.extend([{}] as [String; {}])",
                    shown.join(", "),
                    more.len()
                );
                self.change(&call, |text| text.extend(more.iter().map(Text::get)));
            }
            Action::Pop if names.has("pop") => {
                self.call(&format!("@pop({s})"), is_last, |text| {
                    text.pop().map_or_else(
                        || "None".to_owned(),
                        |c| format!("Some({})", char_literal(c)),
                    )
                });
            }
            Action::Remove(at) if names.has("remove") => {
                let at = at.within(&control);
                let call = format!("@remove({s}, {})", number(at));
                self.call(&call, is_last, |text| char_literal(text.remove(at)));
            }
            Action::Insert(at, c) if names.has("insert") => {
                let at = at.within(&control);
                let call = format!("@insert({s}, {}, {})", number(at), char_literal(*c));
                self.change(&call, |text| text.insert(at, *c));
            }
            Action::InsertStr(at, more) if may_grow && names.has("insert_str") => {
                let (at, more) = (at.within(&control), more.get());
                let call = format!("@insert_str({s}, {}, {})", number(at), literal(&more));
                self.change(&call, |text| text.insert_str(at, &more));
            }
            Action::Truncate(at) if names.has("truncate") => {
                let at = at.within(&control);
                let call = format!("@truncate({s}, {})", number(at));
                self.change(&call, |text| text.truncate(at));
            }
            Action::Clear if names.has("clear") => {
                self.change(&format!("@clear({s})"), String::clear);
            }
            Action::Retain(bits) if names.has("retain") => {
                let call = format!(
                    "{{\n    let (mut bits, mut seen) = ({bits}_u32, String::new());\n    \
                     @retain({s}, &mut |c| {{\n        seen.push(c);\n        \
                     bits = bits.rotate_left(1);\n        bits & 1 == 0\n    }});\n    seen\n}}"
                );
                self.call(&call, is_last, |text| {
                    literal(&retained(*bits, |keep| text.retain(keep)))
                });
            }
            Action::Drain(between, front, back) if names.has("drain") => {
                let bounds = between.within(&control);
                let how = Draining {
                    front: (*front).into(),
                    back: (*back).into(),
                    leak: false,
                };
                let call = self.source.drain(s, &range_of(bounds), how);
                self.call(&call, is_last, |text| {
                    literal(&how.apply(text.drain(bounds)))
                });
            }
            Action::ReplaceRange(between, with) if may_grow && names.has("replace_range") => {
                let (bounds, with) = (between.within(&control), with.get());
                let range = range_of(bounds);
                let call = format!("@replace_range({s}, {range}, {})", literal(&with));
                self.change(&call, |text| text.replace_range(bounds, &with));
            }
            Action::ExtendFromWithin(between) if may_grow && names.has("extend_from_within") => {
                let bounds = between.within(&control);
                let call = format!("@extend_from_within({s}, {})", range_of(bounds));
                self.change(&call, |text| text.extend_from_within(bounds));
            }
            Action::SplitOff(at) if names.has("split_off") => {
                let at = at.within(&control);
                let call = format!("@split_off({s}, {})", number(at));
                self.split(&call, |text| text.split_off(at));
            }
            Action::Slice(between) if names.has("slice") => {
                let bounds = between.within(&control);
                let call = format!("@slice({s}, {})", range_of(bounds));
                self.split(&call, |text| text[bounds].to_owned());
            }
            Action::Repeat(times) if may_grow && names.has("repeat") => {
                let times = usize::from(times % 8);
                self.split(&format!("@repeat({s}, {times})"), |text| text.repeat(times));
            }
            Action::Reserve(more) if names.has("reserve") => {
                self.change(&format!("@reserve({s}, {more})"), |_| {});
            }
            Action::TryReserve(more) if names.has("try_reserve") => {
                let call = format!("@try_reserve({s}, {more})");
                self.call(&call, is_last, |_| "true".to_owned());
            }
            Action::ShrinkToFit if names.has("shrink_to_fit") => {
                self.change(&format!("@shrink_to_fit({s})"), |_| {});
            }
            Action::Uppercase if names.has("as_mut_str") => {
                let call = format!("@as_mut_str({s}).make_ascii_uppercase()");
                self.change(&call, |text| text.make_ascii_uppercase());
            }
            Action::ThroughString
                if names.implements("Into<String>") && names.implements("From<String>") =>
            {
                self.code += &format!("{s} = S::from(Into::<String>::into({s}));\n");
            }
            Action::ThroughBox
                if names.implements("Into<Box<str>>") && names.implements("From<Box<str>>") =>
            {
                self.code += &format!("{s} = S::from(Into::<Box<str>>::into({s}));\n");
            }
            // The type does not support the action, or the text is too long to grow further.
            _ => {}
        }
    }

    /// Adds the checks of all texts and their capacities.
    fn check(&mut self) {
        for (name, control) in &self.texts {
            self.code += &format!("assert_eq!(@text({name}), {});\n", literal(control));
            if self.names.has("capacity") {
                self.code += &format!("assert!(@capacity({name}) >= {});\n", control.len());
            }
        }
    }
}
