//! `StringBuf` with several inline capacities against `String`, with the model of
//! string-kit-conformance.
#![no_main]

use libfuzzer_sys::fuzz_target;
use string_kit_conformance::{Action, Creation, model};
use string_kit_types::types::string_buf::laws::with_capacity;

fn run<const N: usize>(creation: &Creation, actions: &[Action]) {
    if let Err(case) = model::replay(&with_capacity::<N>(), creation, actions) {
        panic!("StringBuf<{N}>: {case}");
    }
}

fuzz_target!(|input: (Creation, Vec<Action>)| {
    let (creation, actions) = input;
    run::<0>(&creation, &actions);
    run::<7>(&creation, &actions);
    run::<24>(&creation, &actions);
});
