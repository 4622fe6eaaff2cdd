//! string-kit's own: its list, and every strategy into every representation.

use std::cell::Cell;
use std::fmt::{Display, Write};

use string_kit::{StrList, StringBuf, capture_all};
use string_kit_subjects::{Representation, for_each_representation};

use super::{Group, Workload};
use crate::workload::slices::Values;

pub(super) fn workloads() -> Vec<Workload> {
    let mut workloads = workloads![Group::StringKit; str_list: "StrList, capture"];
    macro_rules! add {
        ($name:ident, $ty:ty) => {
            let name = stringify!($name);
            let to_string = each(|value| <$ty>::from(value.to_string()));
            let native = each(|value| <$ty>::capture_natively(value));
            let (thread_local, stack_buffer) = (each(thread_local::<$ty>), each(stack_buffer));
            workloads.extend([
                strategy::<$ty>(name, "to_string", "to_string, converted", to_string),
                strategy::<$ty>(name, "thread_local", "thread local", thread_local),
                strategy::<$ty>(name, "stack_buffer", "stack buffer", stack_buffer),
                strategy::<$ty>(name, "native", "its own way", native),
                strategy::<$ty>(name, "one_pass", "capture_all", capture_all),
            ]);
        };
    }
    for_each_representation!(add);
    workloads
}

/// Captures the slice in one value of 16 bytes.
fn str_list(values: Values<'_>) -> StrList {
    StrList::capture(values)
}

/// Returns the way into a boxed slice of the representation, by a strategy.
fn strategy<S: Representation>(
    name: &'static str,
    strategy: &'static str,
    how: &str,
    capture_all: impl Fn(Values<'_>) -> Box<[S]> + Copy + Send + Sync + 'static,
) -> Workload {
    let title = format!("Box<[{}]>, {how}", S::PROFILE.name);
    Workload::new(Group::Representation, name, title, capture_all).by(strategy)
}

/// Returns a function that captures value by value.
fn each<S>(capture: impl Fn(&dyn Display) -> S + Copy) -> impl Fn(Values<'_>) -> Box<[S]> + Copy {
    move |values| values.iter().map(|value| capture(*value)).collect()
}

/// Captures by a `String` per thread: cleared, written and copied from for each value. Once it is large enough, only
/// the result allocates.
fn thread_local<S: Representation>(value: &dyn Display) -> S {
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

/// Captures by a [`StringBuf`] with 128 bytes on the stack: written, then copied from. A longer text also takes a
/// buffer on the heap, which grows.
fn stack_buffer<S: Representation>(value: &dyn Display) -> S {
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
            thread_local::<String>(&fmt::from_fn(|f| {
                f.write_str("first ")?;
                f.write_str(&thread_local::<String>(&value))?;
                if value { Ok(()) } else { Err(fmt::Error) }
            }))
        };
        for _ in 0..2 {
            assert_eq!(capture(true), "first true");
            assert!(catch_unwind(|| capture(false)).is_err());
        }
    }
}
