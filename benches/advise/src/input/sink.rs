//! The receiver of records, whatever file they come from.

/// Takes records, text by text.
///
/// A reader calls [`field`](Self::field) when it meets a name, [`text`](Self::text) for each text, and
/// [`end_record`](Self::end_record) after the last text of a record.
pub(crate) trait Sink {
    /// Returns the number of the field with this name, or `None` if its texts are not wanted.
    fn field(&mut self, name: &str) -> Option<usize>;

    /// Returns whether the field with this name, or one within it, is wanted; the names of other fields are
    /// not asked for.
    #[cfg(feature = "parquet")]
    fn wants(&mut self, _name: &str) -> bool {
        true
    }

    /// Takes a text of the current record. A field may have several in one record, or none.
    fn text(&mut self, field: usize, text: &str);

    /// Ends the current record.
    fn end_record(&mut self);
}
