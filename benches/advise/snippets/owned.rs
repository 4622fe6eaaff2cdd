use std::fmt::Display;
use string_kit::CapturedStr;

struct Record {
    field: Text,
}

impl Record {
    fn of_text(text: &str) -> Self {
        let field = Text::from_text(text);
        Self { field }
    }

    fn of_value(value: &dyn Display) -> Self {
        let field = Text::capture(value);
        Self { field }
    }
}
