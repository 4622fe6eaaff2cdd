use lasso::Rodeo;

struct Record {
    field: Text,
}

impl Record {
    fn of_text(text: &str, table: &mut Rodeo) -> Self {
        let field = table.get_or_intern(text);
        Self { field }
    }

    fn as_str<'a>(&self, table: &'a Rodeo) -> &'a str {
        table.resolve(&self.field)
    }
}
