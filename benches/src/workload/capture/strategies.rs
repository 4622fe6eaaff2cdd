//! string-kit's own: its list, and every strategy into every representation.

use std::cell::Cell;
use std::fmt::{Display, Write};

use string_kit::{StrList, StringBuf};
use string_kit_types::rivals::str_list;
use string_kit_types::{Kept, Representation, Work, representations};

use super::way::{Container, Group, Workload};
use crate::workload::slices::Values;

pub(super) fn workloads() -> Vec<Workload> {
    let text = str_list::This::FACTS.name;
    let mut workloads = workloads![Group::StringKit; str_list: Own(text), "capture"];
    let listed = representations::<Strategies>().into_iter();
    let strategies = listed.filter(|listed| !listed.is_twin);
    workloads.extend(strategies.flat_map(|listed| listed.work.0));
    workloads
}

/// Each strategy into a type.
struct Strategies([Workload; 5]);

impl Work for Strategies {
    fn with<S: Representation, const TWIN: bool>() -> Self {
        Self([
            strategy::<S, ToStringThenConvert>("to_string", "to_string, converted"),
            strategy::<S, ThreadLocalBuffer>("thread_local", "thread local"),
            strategy::<S, StackBuffer>("stack_buffer", "stack buffer"),
            strategy::<S, Native>("native", "its own way"),
            strategy::<S, OnePass>("one_pass", "capture_all"),
        ])
    }
}

fn str_list(values: Values<'_>) -> StrList {
    StrList::capture(values)
}

fn strategy<S: Representation, T: Strategy + 'static>(
    strategy: &'static str,
    how: &str,
) -> Workload {
    let facts = <S as Representation>::FACTS;
    let (group, boxed) = (Group::Representation, (Container::Box, facts.name));
    Workload::new(group, facts.id, boxed, how, T::capture_all::<S>).by(strategy, Some(facts))
}

/// A way to capture values as strings.
trait Strategy {
    fn capture<S: Representation, D: Display + ?Sized>(value: &D) -> S;

    fn capture_all<S: Representation>(values: Values<'_>) -> Box<[S]> {
        values.iter().map(|value| Self::capture(*value)).collect()
    }
}

/// `to_string`, then `From<String>`: the obvious way. The conversion copies the `String`, shrinks
/// it, or keeps it as it is, which depends on the type.
struct ToStringThenConvert;

impl Strategy for ToStringThenConvert {
    fn capture<S: Representation, D: Display + ?Sized>(value: &D) -> S {
        S::from(value.to_string())
    }
}

/// A `String` per thread: cleared, written and copied from for each value. Once it is large enough,
/// only the result allocates.
struct ThreadLocalBuffer;

impl Strategy for ThreadLocalBuffer {
    fn capture<S: Representation, D: Display + ?Sized>(value: &D) -> S {
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
}

/// A [`StringBuf`] with 128 bytes on the stack: written, then copied from. A longer text also takes
/// a buffer on the heap, which grows.
struct StackBuffer;

impl Strategy for StackBuffer {
    fn capture<S: Representation, D: Display + ?Sized>(value: &D) -> S {
        let mut buffer = StringBuf::<128>::new();
        write!(buffer, "{value}").expect("a Display implementation returned an error");
        S::from_text(&buffer)
    }
}

struct Native;

impl Strategy for Native {
    fn capture<S: Representation, D: Display + ?Sized>(value: &D) -> S {
        S::capture_natively(value)
    }
}

/// The capture of string-kit: one formatting pass for the whole slice.
struct OnePass;

impl Strategy for OnePass {
    fn capture<S: Representation, D: Display + ?Sized>(value: &D) -> S {
        S::capture(value)
    }

    fn capture_all<S: Representation>(values: Values<'_>) -> Box<[S]> {
        string_kit::capture_all(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt;
    use std::panic::catch_unwind;

    #[test]
    fn the_buffer_of_the_thread_survives_errors_and_captures_within_a_capture() {
        let capture = |value: bool| {
            ThreadLocalBuffer::capture::<String, _>(&fmt::from_fn(|f| {
                f.write_str("first ")?;
                f.write_str(&ThreadLocalBuffer::capture::<String, _>(&value))?;
                if value { Ok(()) } else { Err(fmt::Error) }
            }))
        };
        for _ in 0..2 {
            assert_eq!(capture(true), "first true");
            assert!(catch_unwind(|| capture(false)).is_err());
        }
    }
}
