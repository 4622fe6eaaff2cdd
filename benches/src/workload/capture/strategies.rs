//! string-kit's own: its list, and every strategy into every representation.

use std::cell::Cell;
use std::fmt::{Display, Write};

use string_kit::{StrList, StringBuf, capture_all};
use string_kit_types::rivals::str_list;
use string_kit_types::{Kept, Representation, Work, representations};

use super::way::{Group, Workload};
use crate::workload::slices::Values;

pub(super) fn workloads() -> Vec<Workload> {
    let text = str_list::This::FACTS.name;
    let mut workloads = workloads![Group::StringKit; str_list: text, "StrList, capture"];
    let mut listed = representations::<Strategies>();
    listed.retain(|listed| !listed.is_twin);
    workloads.extend(listed.into_iter().flat_map(|listed| listed.work.0));
    workloads
}

fn str_list(values: Values<'_>) -> StrList {
    StrList::capture(values)
}

struct Strategies([Workload; 5]);

impl Work for Strategies {
    fn with<S: Representation, const TWIN: bool>() -> Self {
        Self([
            // The conversion copies the `String`, shrinks it, or keeps it as it is, which depends
            // on the type.
            strategy("to_string", "to_string, converted", |values| {
                each(values, |value| S::from(value.to_string()))
            }),
            strategy("thread_local", "thread local", |values| {
                each(values, through_thread::<S>)
            }),
            strategy("stack_buffer", "stack buffer", |values| {
                each(values, through_stack::<S>)
            }),
            strategy("native", "its own way", |values| {
                each(values, |value| S::capture_natively(value))
            }),
            // One formatting pass for the whole slice.
            strategy("one_pass", "capture_all", capture_all::<S>),
        ])
    }
}

fn strategy<S: Representation>(
    strategy: &'static str,
    how: &str,
    run: impl Fn(Values<'_>) -> Box<[S]> + Copy + Send + Sync + 'static,
) -> Workload {
    let facts = <S as Representation>::FACTS;
    let (group, title) = (
        Group::Representation,
        format!("Box<[{}]>, {how}", facts.name),
    );
    Workload::new(group, facts.id, facts.name, title, run).by(strategy, Some(facts))
}

fn each<S>(values: Values<'_>, capture: impl Fn(&dyn Display) -> S) -> Box<[S]> {
    values.iter().map(|value| capture(*value)).collect()
}

/// Writes a value into a `String` of the thread, and copies from it. Once it is large enough, only
/// the result allocates.
fn through_thread<S: Representation>(value: &dyn Display) -> S {
    thread_local! {
        static BUFFER: Cell<String> = const { Cell::new(String::new()) };
    }

    // Taken rather than borrowed: a `Display` that itself captures a value needs a buffer too.
    let mut buffer = BUFFER.try_with(Cell::take).unwrap_or_default();
    buffer.clear();
    write!(buffer, "{value}").expect("a Display implementation returned an error");
    let captured = S::from_text(&buffer);
    // While the thread ends, BUFFER may be gone: then the buffer is freed here.
    let _ = BUFFER.try_with(|place| place.set(buffer));
    captured
}

/// Writes a value into a [`StringBuf`] with 128 bytes on the stack, and copies from it. A longer
/// text also takes a buffer on the heap, which grows.
fn through_stack<S: Representation>(value: &dyn Display) -> S {
    let mut buffer = StringBuf::<128>::new();
    write!(buffer, "{value}").expect("a Display implementation returned an error");
    S::from_text(&buffer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt;
    use std::panic::catch_unwind;

    #[test]
    fn the_buffer_of_the_thread_survives_errors_and_captures_within_a_capture() {
        let capture = |value: bool| {
            through_thread::<String>(&fmt::from_fn(|f| {
                f.write_str("first ")?;
                f.write_str(&through_thread::<String>(&value))?;
                if value { Ok(()) } else { Err(fmt::Error) }
            }))
        };
        for _ in 0..2 {
            assert_eq!(capture(true), "first true");
            assert!(catch_unwind(|| capture(false)).is_err());
        }
    }
}
