//! Every macro drops the temporary values of its arguments where `format!` does: before the
//! caller's statement goes on.

use std::cell::{RefCell, RefMut};
use std::collections::HashMap;
use std::fmt::Display;
use std::future::ready;
use std::sync::{Mutex, MutexGuard};

use string_kit::{
    StrList, capture, str_list, try_capture, try_str_list, try_with_str_list, with_str_list,
};

/// Passes each macro to `$check` with `$value` as an argument: as few parts as become pieces, a
/// format string that is no literal, and more than 64 parts.
macro_rules! each_macro {
    ($check:ident, $value:expr) => {
        each_macro!(
            @ $check, $value, 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
            0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
        );
        each_macro!(
            @ $check, $value, "{0} {0} {0} {0} {0} {0} {0} {0} {0} {0} {0} {0} {0} {0} {0} {0} {0} \
            {0} {0} {0} {0} {0} {0} {0} {0} {0} {0} {0} {0} {0} {0} {0} {0} "
        );
    };
    (@ $check:ident, $value:expr, $many:literal) => {
        $check!(format!("{}-{:>3}", $value, 7));
        $check!(capture!(String; "{}-{:>3}", $value, 7));
        $check!(try_capture!(String; "{}-{:>3}", $value, 7));
        $check!(capture!(String; concat!("{}", "-{:>3}"), $value, 7));
        $check!(try_capture!(String; concat!("{}", "-{:>3}"), $value, 7));
        $check!(capture!(String; $many, $value));
        $check!(try_capture!(String; $many, $value));
    };
    (@ $check:ident, $value:expr, $($more:literal)*) => {
        $check!(str_list![$value, 7]);
        $check!(try_str_list![$value, 7]);
        $check!(with_str_list!([$value, 7], StrList::len));
        $check!(try_with_str_list!([$value, 7], StrList::len));
        $check!(str_list![$value, $($more),*]);
        $check!(try_str_list![$value, $($more),*]);
        $check!(with_str_list!([$value, $($more),*], StrList::len));
        $check!(try_with_str_list!([$value, $($more),*], StrList::len));
    };
}

/// A cell that lends its number to one reader at a time, and panics if there is another.
trait Lend {
    type Lent<'a>: Display
    where
        Self: 'a;

    fn lend(&self) -> Self::Lent<'_>;
}

impl Lend for Mutex<u8> {
    type Lent<'a> = MutexGuard<'a, u8>;

    fn lend(&self) -> MutexGuard<'_, u8> {
        self.try_lock().expect("the lock is free")
    }
}

impl Lend for RefCell<u8> {
    type Lent<'a> = RefMut<'a, u8>;

    fn lend(&self) -> RefMut<'_, u8> {
        self.borrow_mut()
    }
}

#[test]
fn a_lock_or_a_cell_is_free_for_the_rest_of_the_statement() {
    fn check<C: Lend>(cell: &C) {
        macro_rules! lend_again {
            ($call:expr) => {
                drop(($call, cell.lend()))
            };
        }
        each_macro!(lend_again, cell.lend());
    }
    check(&Mutex::new(7));
    check(&RefCell::new(7));
}

#[test]
fn a_future_that_awaits_with_the_result_is_send() {
    fn assert_send(_: impl Send) {}

    let lock = Mutex::new(7);
    macro_rules! await_it {
        ($call:expr) => {
            assert_send(async { ready($call).await })
        };
    }
    each_macro!(await_it, lock.lend());
}

#[test]
fn a_result_borrows_what_lives_longer_than_the_list() {
    let counters = HashMap::from([(str_list!["GET", 200], 7)]);
    let count: Option<&i32> = with_str_list!([String::from("GET"), 200], |tags| counters.get(tags));
    assert_eq!(count, Some(&7));
    let count = try_with_str_list!([String::from("GET"), 200], |tags| counters.get(tags));
    assert_eq!(count, Ok(Some(&7)));
}
