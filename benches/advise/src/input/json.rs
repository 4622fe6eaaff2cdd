//! JSON: an array of objects, or objects one after the other.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use string_kit_measure::lines::Limit;

use super::Fault;
use super::object::Record;
use super::receiver::Receiver;
use super::source::{Origin, Source};

/// The form that the file must have.
const OBJECTS: &str = "an array of objects is needed, or objects one after the other";

pub(super) fn read(source: Source, to: &mut Receiver<'_>) -> Result<(), Fault> {
    let limit = source.limit();
    let Source { origin, bytes } = source;
    let mut record = Record::default();
    let mut fault = None;
    let mut json = serde_json::Deserializer::from_reader(bytes);
    loop {
        limit.renew();
        let document = Document {
            record: &mut record,
            to,
            origin: &origin,
            limit: &limit,
            fault: &mut fault,
        };
        let read = match json.end() {
            Ok(()) => return Ok(()),
            // It is not the end: there is another value.
            Err(error) if error.is_syntax() => document.deserialize(&mut json),
            Err(error) => Err(error),
        };
        read.map_err(|error| match fault.take() {
            Some(fault) => fault,
            None if error.is_io() => origin.unreadable(&error.into()),
            None => Fault::json(origin.path(), &error, OBJECTS),
        })?;
    }
}

/// A visitor of a whole value, which delivers each record.
struct Document<'a, 'b> {
    record: &'a mut Record,
    to: &'a mut Receiver<'b>,
    origin: &'a Origin,
    limit: &'a Limit,
    /// The fault of a record that ends the file.
    fault: &'a mut Option<Fault>,
}

impl<'de> DeserializeSeed<'de> for Document<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Document<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array or an object")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<(), A::Error> {
        while from.next_element_seed(self.record.next())?.is_some() {
            self.limit.renew();
            if !self.record.deliver(self.to) {
                let what = format_args!("element {} is not an object", self.to.met() + 1);
                let bad = self.to.bad(self.origin.fault(what, OBJECTS));
                bad.map_err(|fault| {
                    *self.fault = Some(fault);
                    A::Error::custom("a bad record")
                })?;
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, from: A) -> Result<(), A::Error> {
        self.record.next().visit_map(from)?;
        self.record.deliver(self.to);
        Ok(())
    }
}
