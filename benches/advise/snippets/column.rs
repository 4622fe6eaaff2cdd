use string_kit::{StrList, StrListBuilder};

struct Columns {
    field: StrList,
}

impl Columns {
    fn of_texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut list = StrListBuilder::default();
        texts.into_iter().for_each(|text| list.push(text));
        let field = list.finish();
        Self { field }
    }

    fn text(&self, row: usize) -> &str {
        &self.field[row]
    }
}
