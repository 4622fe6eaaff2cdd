use std::fmt::Display;

struct Record {
    field: Text,
}

impl Record {
    fn of_text(text: &str) -> Self {
        let field = Text::from(text);
        Self { field }
    }

    fn of_value(value: &dyn Display) -> Self {
        let field = Text::from(value.to_string());
        Self { field }
    }
}
