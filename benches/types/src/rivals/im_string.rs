//! `ImString`: a shared `String` and a range.

use crate::Package;

string_type! {
    im_string: imstr::ImString, "ImString", Some(Package::new("imstr", [2023, 3], [2023, 4])),
    This::from;
    shares_clones: true,
    is_mutable: true,
}

laws!({
    /// A bug that two laws find.
    const TAKEN: &str = "imstr 0.2.0 moves the String out while it changes it: after a panic \
            during the change, every use of the text panics";

    let subject = subject!(This;
        push, push_str, pop, truncate, clear, insert, insert_str, slice, split_off, as_mut_str,
        capacity, with_capacity, from_utf8_lossy,
        from_utf8: |bytes| This::from_utf8(bytes.to_vec()).ok(),
    );
    declared(subject).known(Law::IteratorsMayPanic, TAKEN).known(Law::SizeHintIsAHint, TAKEN)
};
    RangesKeepCharacters:
        "imstr 0.2.0 subtracts 1 from an included end and should add it: it reads 0..=1 as 0..0. \
         A panic in insert leaves a text that panics when it is read",
    RangesAreReadOnce:
        "imstr 0.2.0 reads the bounds of slice twice, and checks only the first ones",
    EditsAsStringDoes:
        "imstr 0.2.0: split_off of a slice ignores where the slice begins, and truncate of a \
         shared text does not check character boundaries, so both can leave invalid UTF-8. A \
         panic in insert leaves a text that panics when it is read",
    CapacityIsRoom:
        "imstr 0.2.0 returns the capacity of the shared text, but copies the text when it grows",
);
