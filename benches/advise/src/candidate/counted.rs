//! The bytes that a candidate keeps, counted.

use string_kit_measure::memory::counts;

use crate::scenario::Store;

/// Returns the requested bytes that a value keeps; zero, unless the program's allocator is the
/// laboratory's.
#[allow(clippy::cast_sign_loss)] // No candidate frees a block that it has not asked for.
pub(super) fn kept_bytes<T>(make: impl FnOnce() -> T) -> u64 {
    let mut value = None;
    let counts = counts(|| value = Some(make()));
    counts.live_bytes as u64
}

/// Returns the requested bytes that a store keeps for these texts.
#[allow(clippy::unnecessary_wraps)] // It is the candidates' function of the others.
pub(super) fn kept<H: Store>(texts: &[&str]) -> Option<u64> {
    Some(kept_bytes(|| {
        let mut store = H::default();
        let strings: Vec<H::Text> = texts.iter().map(|text| store.capture(text)).collect();
        store.shrink();
        (store, strings)
    }))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use crate::candidate::{Part, candidates};
    use crate::input::{self, Records};
    use crate::profile::Field;

    #[test]
    fn memory_is_what_the_allocator_counts() {
        let (keys, values) = input::tags().into_iter().flatten().unzip();
        let cities: Vec<Value> = serde_json::from_str(&Records::cities().json).unwrap();
        let of_cities = |field: &str| -> Vec<String> {
            let texts = cities.iter().filter_map(|city| city[field].as_str());
            texts.map(ToOwned::to_owned).collect()
        };
        let (cities, states) = (of_cities("city"), of_cities("state"));
        // At these numbers tables grow.
        let numbers = (0..3000_usize).map(|n| n.to_string().repeat(1 + n % 40));
        let growing: Vec<usize> = (0..40).chain([50, 56, 57, 100, 113, 500, 1000]).collect();
        // The ends of a list take more bytes from these lengths on.
        let ends = [13, 14, 253, 254, 255, 65_530, 65_531, 65_532, 65_533]
            .map(|bytes| (vec!["x".repeat(bytes), "y".to_owned()], Vec::new()));
        let names: Vec<String> = input::names().iter().map(|row| row.name.clone()).collect();
        let sets = [keys, values, input::tokens(), cities, states, names]
            .map(|texts| (texts, vec![10, 100]));
        let all = sets
            .into_iter()
            .chain([(numbers.collect(), growing)])
            .chain(ends);
        for (texts, mut counts) in all {
            counts.push(texts.len());
            for count in counts {
                let texts: Vec<&str> = texts.iter().take(count).map(String::as_str).collect();
                let field = Field::from_texts(&texts);
                // Other tests fill a table of the process too.
                for one in candidates().iter().filter(|one| !one.is_of_process()) {
                    let asked = one.memory(&Part::of_field(&field)).asked();
                    let kept = (one.kept)(&texts).unwrap();
                    let error = asked.abs_diff(kept) as f64 / kept.max(1) as f64;
                    // A list's block does not depend on the order of its texts.
                    let most = if one.is_list() { 0.0 } else { one.tolerance() };
                    let which = (&one.name, count, texts.first());
                    assert!(error <= most, "{which:?}: {asked} for {kept}");
                }
            }
        }
    }
}
