//! string-kit's own: its list, and every strategy into every representation.

use string_kit::StrList;
use string_kit_subjects::Representation as Subject;
use string_kit_subjects::for_each_representation;
use string_kit_subjects::strategy::{
    Native, OnePass, StackBuffer, Strategy, ThreadLocalBuffer, ToStringThenConvert,
};

use super::{Group, Workload};
use crate::workload::slices::Values;

pub(super) fn workloads() -> Vec<Workload> {
    let mut workloads = workloads![Group::StringKit; str_list: "StrList, capture"];
    macro_rules! add {
        ($name:ident, $ty:ty) => {
            workloads.extend(strategies::<$ty>(stringify!($name)));
        };
    }
    for_each_representation!(add);
    workloads
}

/// Captures the slice in one value of 16 bytes.
fn str_list(values: Values<'_>) -> StrList {
    StrList::capture(values)
}

/// Returns the ways into a boxed slice of the representation, by every strategy.
fn strategies<S: Subject>(name: &'static str) -> [Workload; 5] {
    [
        strategy::<S, ToStringThenConvert>(name, "to_string, converted"),
        strategy::<S, ThreadLocalBuffer>(name, "thread local"),
        strategy::<S, StackBuffer>(name, "stack buffer"),
        strategy::<S, Native>(name, "its own way"),
        strategy::<S, OnePass>(name, "capture_all"),
    ]
}

fn strategy<S: Subject, T: Strategy + 'static>(name: &'static str, how: &str) -> Workload {
    let title = format!("Box<[{}]>, {how}", S::PROFILE.name);
    Workload::new(Group::Representation, name, title, T::capture_all::<S>).by(T::NAME)
}
