use std::collections::HashSet;

struct Record {
    field: Text,
}

impl Record {
    fn of_text(text: &str, table: &mut HashSet<Text>) -> Self {
        let kept = table.get(text).cloned();
        let field = kept.unwrap_or_else(|| {
            let first = Text::from(text);
            table.insert(first.clone());
            first
        });
        Self { field }
    }
}
