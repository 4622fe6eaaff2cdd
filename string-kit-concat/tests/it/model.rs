//! Random programs, with `String` as the oracle.

use proptest::prelude::*;
use string_kit_testkit::concat_program::run;

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn programs_equal_strings(bytes in prop::collection::vec(any::<u8>(), 0..1500)) {
        run(&bytes, "", true, |_| {});
    }
}
