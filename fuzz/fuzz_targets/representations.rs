//! Any creation and any actions on every representation, against `String`, with the model of
//! string-kit-conformance.
#![no_main]

use libfuzzer_sys::fuzz_target;
use string_kit_conformance::{Action, Creation, model};
use string_kit_types::types;

fuzz_target!(|input: (Creation, Vec<Action>)| {
    let (creation, actions) = input;
    macro_rules! run {
        ($name:ident, $ty:ty) => {
            let subject = types::$name::laws::subject();
            if let Err(case) = model::replay(&subject, &creation, &actions) {
                panic!("{}: {case}", subject.name());
            }
        };
    }
    string_kit_types::for_each_representation!(run);
});
