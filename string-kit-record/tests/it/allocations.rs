//! The allocations of a recorder.

use string_kit::CapturedStr as _;
use string_kit_conformance::count;
use string_kit_record::recorded;

recorded! { type Word = Box<str>, "allocations.word", texts = kept; }

#[test]
fn operations_allocate_what_the_string_does() {
    let texts: Vec<String> = (0..100).map(|number| number.to_string()).collect();
    let capture_all = || {
        let captured = texts.iter().map(|text| Word::from(&**text));
        captured.for_each(drop);
    };
    // The thread's first use of the label, and the samples.
    (0..2_000).for_each(|_| capture_all());
    let word = Word::from("word");
    let ((), counts) = count(|| {
        for _ in 0..1_000 {
            assert!(word == "word" && !word.is_empty());
        }
    });
    assert_eq!(counts.allocations, 0);
    let ((), counts) = count(|| (0..100).for_each(|_| capture_all()));
    // Of 210,000 texts at most one in 16 is followed.
    assert!((10_000..11_250).contains(&counts.allocations), "{counts:?}");
}

#[test]
fn a_label_takes_at_most_4_mb() {
    recorded! { type Long = Box<str>, "allocations.long", texts = kept; }
    let long = "x".repeat(1000);
    let ((), counts) = count(|| {
        drop(
            (0..20_000)
                .map(|number| Long::capture(&number))
                .collect::<Vec<_>>(),
        );
        for number in 0..50_000 {
            drop(Long::capture(&format_args!(
                "{number} {}",
                &long[number / 50..]
            )));
        }
    });
    assert!(counts.live_bytes < 4_000_000, "{counts:?}");
}
