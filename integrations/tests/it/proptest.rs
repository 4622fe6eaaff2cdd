use std::fmt::Debug;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{TestError, TestRunner};
use string_kit::{SharedStr, StrList, StringBuf};

/// Asserts that a strategy and its control generate equal values from the same random numbers, and
/// shrink them in the same steps.
fn shrinks_as<S, Control>(strategy: &S, control: &Control)
where
    S: Strategy<Value: PartialEq<Control::Value>>,
    Control: Strategy,
{
    let (mut runner, mut control_runner) =
        (TestRunner::deterministic(), TestRunner::deterministic());
    for case in 0..10 {
        let mut tree = strategy.new_tree(&mut runner).unwrap();
        let mut expected = control.new_tree(&mut control_runner).unwrap();
        for step in 0..200 {
            assert_eq!(tree.current(), expected.current());
            // Each case has other steps in which the test passes, so that the value grows again.
            let (went_on, goes_on) = if (step + case) % 5 == 4 {
                (tree.complicate(), expected.complicate())
            } else {
                (tree.simplify(), expected.simplify())
            };
            assert_eq!(went_on, goes_on);
            if !went_on {
                break;
            }
        }
    }
}

#[test]
fn values_and_shrinking_are_those_of_std_types() {
    shrinks_as(&any::<SharedStr>(), &any::<String>());
    shrinks_as(&any::<StringBuf<0>>(), &any::<String>());
    shrinks_as(&any::<StringBuf<24>>(), &any::<String>());
    shrinks_as(&any::<StrList>(), &any::<Vec<String>>());
    shrinks_as(
        &any::<Option<SharedStr>>().prop_map(Option::unwrap_or_default),
        &{ any::<Option<String>>().prop_map(Option::unwrap_or_default) },
    );
}

#[test]
fn parameters_are_those_of_std_types() {
    let hex = "[0-9a-f]{1,40}";
    shrinks_as(
        &any_with::<SharedStr>(hex.into()),
        &any_with::<String>(hex.into()),
    );
    shrinks_as(
        &any_with::<StringBuf<24>>(hex.into()),
        &any_with::<String>(hex.into()),
    );
    let few = || ((1..4).into(), hex.into());
    shrinks_as(&any_with::<StrList>(few()), &any_with::<Vec<String>>(few()));
}

/// Returns the value that a test which fails is reduced to.
fn smallest<T: Arbitrary + Clone + Debug>(fails: impl Fn(&T) -> bool) -> T {
    let test = |value| {
        prop_assert!(!fails(&value));
        Ok(())
    };
    match TestRunner::deterministic().run(&any::<T>(), test) {
        Err(TestError::Fail(_, value)) => value,
        other => panic!("{other:?}"),
    }
}

#[test]
fn failures_are_reduced_to_the_smallest_value() {
    assert_eq!(smallest(|list: &StrList| list.len() > 2), ["", "", ""]);
    let longest = smallest(|list: &StrList| list.iter().any(|text| text.chars().count() > 1));
    assert_eq!((longest.len(), longest[0].chars().count()), (1, 2));
    let text = smallest(|text: &SharedStr| text.chars().count() > 7);
    assert_eq!(text.chars().count(), 8);
    let text = smallest(|text: &StringBuf<3>| !text.is_inline());
    assert!((4..=6).contains(&text.len()), "{text:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// The macro takes the types without a strategy.
    #[test]
    fn types_are_arguments_of_a_test(name: SharedStr, tags: StrList, line: StringBuf<8>) {
        prop_assert_eq!(name.clone(), name);
        prop_assert_eq!(tags.iter().count(), tags.len());
        prop_assert_eq!(line.is_inline(), line.len() <= 8);
    }
}
