use string_interner::DefaultStringInterner;

struct Record {
    field: Text,
}

impl Record {
    fn of_text(text: &str, table: &mut DefaultStringInterner) -> Self {
        let field = table.get_or_intern(text);
        Self { field }
    }

    /// Returns `None` if the text is of another table.
    fn as_str<'a>(&self, table: &'a DefaultStringInterner) -> Option<&'a str> {
        table.resolve(self.field)
    }
}
