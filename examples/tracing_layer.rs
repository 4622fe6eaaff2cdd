//! Keeps the fields of `tracing` spans, and prints every event with the fields of its spans.
//!
//! Run it with `cargo run --example tracing_layer`.
//!
//! A span outlives the values of its fields, so a layer keeps their texts. Two things matter then:
//!
//! - Most texts are short. A [`SmolStr`] keeps up to 23 bytes inline and allocates nothing for
//!   them. A line is put together in a [`StringBuf`], which lies on the stack until it is longer
//!   than 256 bytes.
//! - Some texts come from outside. [`CapturedStr::capture_bounded`] keeps at most [`MAX_LEN`] bytes
//!   of each, and stops its `Display` there: the longer text is never made.

use std::fmt::{self, Debug, Write};

use smol_str::SmolStr;
use string_kit::{Bounded, CapturedStr, StringBuf};
use tracing::field::{Empty, Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Subscriber, info, info_span, warn};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::{LookupSpan, Registry, Scope};

/// The most bytes of a value that are kept.
const MAX_LEN: usize = 40;

/// The captured fields of a span or an event.
#[derive(Debug, Default)]
struct Fields(Vec<(&'static str, Bounded<SmolStr>)>);

impl Fields {
    /// Sets a field. A second value of a field replaces the first.
    fn set(&mut self, field: &Field, value: Bounded<SmolStr>) {
        match self.0.iter_mut().find(|(name, _)| *name == field.name()) {
            Some((_, old)) => *old = value,
            None => self.0.push((field.name(), value)),
        }
    }

    /// Appends the fields to `line`.
    ///
    /// Values are quoted and escaped, so that none can look like a field or a line of its own.
    fn write(&self, line: &mut impl Write) -> fmt::Result {
        for (name, Bounded { value, truncated }) in &self.0 {
            let rest = if *truncated { "..." } else { "" };
            write!(line, " {name}={value:?}{rest}")?;
        }
        Ok(())
    }
}

impl Visit for Fields {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.set(field, SmolStr::capture_bounded(value, MAX_LEN));
    }

    /// Captures a value of any other type.
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let value = format_args!("{value:?}");
        self.set(field, SmolStr::capture_bounded(&value, MAX_LEN));
    }
}

/// A layer that gives each event to a function, as one line.
struct Lines<P>(P);

impl<S, P> Layer<S> for Lines<P>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
    P: Fn(&str) + 'static,
{
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        let span = context.span(id).expect("the span is new");
        span.extensions_mut().insert(fields);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        let span = context.span(id).expect("the span is open");
        if let Some(fields) = span.extensions_mut().get_mut::<Fields>() {
            values.record(fields);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut line = StringBuf::<256>::new();
        // Fails only if memory runs out. The line then ends early.
        let _ = write_event(&mut line, event, &context);
        (self.0)(&line);
    }
}

/// Appends the event's level, its spans from the outermost on, and its own fields to `line`.
fn write_event<S>(line: &mut impl Write, event: &Event<'_>, context: &Context<'_, S>) -> fmt::Result
where
    S: Subscriber + for<'span> LookupSpan<'span>,
{
    write!(line, "{}", event.metadata().level())?;
    for span in context
        .event_scope(event)
        .into_iter()
        .flat_map(Scope::from_root)
    {
        write!(line, " {}", span.name())?;
        if let Some(fields) = span.extensions().get::<Fields>() {
            fields.write(line)?;
        }
        line.write_str(":")?;
    }
    let mut fields = Fields::default();
    event.record(&mut fields);
    fields.write(line)
}

/// Serves two requests. The second tries to forge a line of the log.
fn serve() {
    let forged = "/\"\nINFO request: user=\"root\" is an owner of the cities";
    for (id, path) in [(7, "/boise"), (8, forged)] {
        let request = info_span!("request", id, path, user = Empty);
        let _entered = request.enter();
        info!("received");
        request.record("user", "ada");
        info_span!("query", table = "cities").in_scope(|| warn!(seconds = 1.5, "slow"));
    }
}

/// Runs `program` with its events printed by `print`.
fn run(program: fn(), print: impl Fn(&str) + Send + Sync + 'static) {
    tracing::subscriber::with_default(Registry::default().with(Lines(print)), program);
}

fn main() {
    run(serve, |line| println!("{line}"));
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// Runs `program` and returns the lines of its events.
    fn lines(program: fn()) -> Vec<String> {
        let lines = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&lines);
        run(program, move |line| {
            kept.lock().expect("no panic").push(line.to_owned());
        });
        lines.lock().expect("no panic").split_off(0)
    }

    #[test]
    fn events_are_printed_with_the_fields_of_their_spans() {
        let requests = [
            r#"request id="7" path="/boise""#,
            r#"request id="8" path="/\"\nINFO request: user=\"root\" is an owner"..."#,
        ];
        let query = r#"query table="cities": message="slow" seconds="1.5""#;
        let expected = requests.map(|request| {
            [
                format!(r#"INFO {request}: message="received""#),
                format!(r#"WARN {request} user="ada": {query}"#),
            ]
        });
        assert_eq!(lines(serve), expected.concat());
    }

    #[test]
    fn a_value_without_end_is_cut() {
        struct Endless;

        impl Debug for Endless {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                loop {
                    f.write_str("more ")?;
                }
            }
        }

        let expected = format!("INFO value=\"{}\"...", "more ".repeat(MAX_LEN / 5));
        assert_eq!(lines(|| info!(value = ?Endless)), [expected]);
    }
}
