// Its one table lives as long as the process.
struct Record {
    field: Text,
}

impl Record {
    fn of_text(text: &str) -> Self {
        let field = Text::from(text);
        Self { field }
    }

    fn as_str(&self) -> &'static str {
        self.field.as_str()
    }
}
