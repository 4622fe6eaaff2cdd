//! Laws about clones.

use crate::Subject;
use crate::allocator::count;
use crate::texts::{ascii, texts, texts_to};
use crate::verdict::{Outcome, Stop, ensure};

/// Calls `visit` with each method that changes a text.
pub(super) fn each_change<S>(
    subject: &Subject<S>,
    mut visit: impl FnMut(&str, &(dyn Fn(&mut S) + Sync)) -> Outcome,
) -> Outcome {
    let (methods, probed) = (&subject.methods, &subject.probed);
    macro_rules! changes {
        ($($from:ident.$name:ident, |$text:ident| $change:expr;)*) => {$(
            if let Some($name) = $from.$name {
                visit(stringify!($name), &|$text: &mut S| { let _ = $change; })?;
            }
        )*};
    }
    changes! {
        methods.push, |text| push(text, 'é');
        methods.push_str, |text| push_str(text, "é€");
        methods.try_push_str, |text| try_push_str(text, "é€");
        methods.pop, |text| pop(text);
        methods.truncate, |text| truncate(text, 0);
        methods.clear, |text| clear(text);
        methods.insert, |text| insert(text, 0, 'é');
        methods.insert_str, |text| insert_str(text, 0, "é€");
        methods.retain, |text| retain(text, &mut |_| false);
        methods.as_mut_str, |text| as_mut_str(text).make_ascii_uppercase();
        methods.reserve, |text| reserve(text, 100);
        methods.shrink_to_fit, |text| shrink_to_fit(text);
        methods.split_off, |text| split_off(text, 0);
        probed.write, |text| write(text, format_args!("{}", 1));
        probed.add_assign, |text| add_assign(text, "é€");
        probed.extend_chars, |text| extend_chars(text, Box::new("é€".chars()));
    }
    Ok(())
}

pub(crate) fn clones_are_independent<S>(subject: &Subject<S>) -> Outcome {
    let clone = subject.probed.clone.ok_or(Stop::Lacks("Clone"))?;
    for text in texts() {
        for history in subject.histories(text) {
            let copy = clone(&history.text);
            let got = String::from_utf8_lossy(subject.bytes(&copy));
            ensure!(
                got == *text,
                "a clone of {text:?}, {}, is {got:?}",
                history.way
            );
        }
    }
    for text in texts().iter().step_by(20) {
        each_change(subject, |name, change| {
            for history in subject.histories(text) {
                let (mut first, way) = (history.text, history.way);
                let mut second = clone(&first);
                change(&mut second);
                let got = String::from_utf8_lossy(subject.bytes(&first)).into_owned();
                ensure!(
                    got == *text,
                    "{text:?}, {way}, is {got:?} after {name} on its clone"
                );
                let second = clone(&first);
                change(&mut first);
                let got = String::from_utf8_lossy(subject.bytes(&second));
                ensure!(
                    got == *text,
                    "a clone of {text:?}, {way}, is {got:?} after {name} on the original"
                );
            }
            Ok(())
        })?;
    }
    Ok(())
}

pub(crate) fn clones_share<S>(subject: &Subject<S>) -> Outcome {
    let shares = subject
        .shares
        .ok_or(Stop::Lacks("a declaration by Subject::shares"))?;
    let clone = subject.probed.clone.ok_or(Stop::Lacks("Clone"))?;
    for text in texts().iter().filter(|text| text.len() > 127) {
        for history in subject.histories(text) {
            let (copy, counts) = count(|| clone(&history.text));
            let same = subject.bytes(&copy).as_ptr() == subject.bytes(&history.text).as_ptr();
            let way = history.way;
            if shares {
                ensure!(same, "a clone of {} bytes, {way}, is a copy", text.len());
                ensure!(
                    counts.allocations == 0,
                    "a clone of {} bytes, {way}, takes {} allocations",
                    text.len(),
                    counts.allocations
                );
            } else {
                // A type that copies may still share a static text.
                ensure!(
                    !same || way != "from a &str",
                    "a clone of {} bytes shares them",
                    text.len()
                );
            }
        }
    }
    Ok(())
}

pub(crate) fn last_clone_frees<S>(subject: &Subject<S>) -> Outcome {
    let clone = subject.probed.clone.ok_or(Stop::Lacks("Clone"))?;
    let orders = [[0, 0, 0, 0], [3, 2, 1, 0], [1, 2, 0, 0], [2, 0, 1, 0]];
    for text in texts_to(256) {
        for order in orders {
            let (result, counts) = count(|| -> Outcome {
                let first = subject.of(text);
                let mut clones: Vec<S> = (0..3).map(|_| clone(&first)).collect();
                clones.push(first);
                for at in order {
                    drop(clones.swap_remove(at));
                    for left in &clones {
                        let got = String::from_utf8_lossy(subject.bytes(left));
                        ensure!(
                            got == text,
                            "one of {} clones of {text:?} is {got:?} after the others were dropped",
                            clones.len()
                        );
                    }
                }
                Ok(())
            });
            result?;
            ensure!(
                counts.live_bytes == 0,
                "4 clones of {text:?}, dropped in the order {order:?}, leave {} bytes",
                counts.live_bytes
            );
        }
    }
    // 10,000 clones at once: the reference count must be wider than a byte.
    let text = ascii(100);
    let (right, counts) = count(|| {
        let first = subject.of(&text);
        let clones: Vec<S> = (0..10_000).map(|_| clone(&first)).collect();
        drop(first);
        clones
            .iter()
            .all(|left| subject.bytes(left) == text.as_bytes())
    });
    ensure!(right, "one of 10,000 clones has another text");
    ensure!(
        counts.live_bytes == 0,
        "10,000 clones leave {} bytes",
        counts.live_bytes
    );
    Ok(())
}

pub(crate) fn option_is_free<S>(_: &Subject<S>) -> Outcome {
    let (own, optional) = (size_of::<S>(), size_of::<Option<S>>());
    ensure!(
        own == optional,
        "Option takes {optional} bytes, the type {own}"
    );
    Ok(())
}
