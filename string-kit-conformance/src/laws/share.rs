//! Laws about clones.

use core::mem::swap;

use crate::allocator::count;
use crate::examined::Examined;
use crate::histories::History;
use crate::op::Op;
use crate::texts::{ascii, texts_to};
use crate::verdict::{Outcome, Stop, ensure};

pub(super) fn changes() -> [Op; 16] {
    let more = || "é€".to_owned();
    [
        Op::Push('é'),
        Op::PushStr(more()),
        Op::TryPushStr(more()),
        Op::Pop,
        Op::Truncate(0),
        Op::Clear,
        Op::Insert(0, 'é'),
        Op::InsertStr(0, more()),
        Op::Retain(u32::MAX, None),
        Op::Uppercase,
        Op::Reserve(100),
        Op::ShrinkToFit,
        Op::CutOff(0),
        Op::Write("1".to_owned(), 0),
        Op::AddAssign("é€"),
        Op::ExtendChars(more()),
    ]
}

pub(crate) fn clones_are_independent(subject: Examined<'_>) -> Outcome {
    let clone = subject.probed.clone.ok_or(Stop::Lacks("Clone"))?;
    let all_texts = || texts_to(usize::MAX);
    for History { way, value } in all_texts().flat_map(|text| subject.histories(text)) {
        subject.has_text(&*clone(&*value), way.text, format_args!("a clone of {way}"))?;
    }
    let (all, texts) = (changes(), all_texts().step_by(20));
    let changes = || all.iter().filter(|change| subject.supports_op(change));
    for (text, change) in texts.flat_map(|text| changes().map(move |op| (text, op))) {
        for History { way, value } in subject.histories(text) {
            let mut first = value;
            for whose in ["its clone", "the original"] {
                let (mut other, mut same) = (clone(&*first), first);
                if whose == "the original" {
                    swap(&mut other, &mut same);
                }
                subject.apply(&mut other, change);
                let what = format_args!("{way} after {} on {whose},", change.needs());
                subject.has_text(&*same, text, what)?;
                first = same;
            }
        }
    }
    Ok(())
}

pub(crate) fn clones_share(subject: Examined<'_>) -> Outcome {
    let declared = Stop::Lacks("a declaration by Subject::shares");
    let shares = subject.shares.ok_or(declared)?;
    let clone = subject.probed.clone.ok_or(Stop::Lacks("Clone"))?;
    let texts = texts_to(usize::MAX).filter(|text| text.len() > 127);
    for History { way, value } in texts.flat_map(|text| subject.histories(text)) {
        let (copy, counts) = count(|| clone(&*value));
        let same = subject.bytes(&*copy).as_ptr() == subject.bytes(&*value).as_ptr();
        let what = format_args!("a clone of {} bytes, {},", way.text.len(), way.words);
        // A type that copies may still share a static text.
        let may_be_same = shares || way.words != "from a &str";
        ensure!(may_be_same || !same, "{what} shares them");
        ensure!(!shares || same, "{what} is a copy");
        ensure!(
            !shares || counts.allocations == 0,
            "{what} takes {} allocations",
            counts.allocations
        );
    }
    Ok(())
}

pub(crate) fn last_clone_frees(subject: Examined<'_>) -> Outcome {
    let clone = subject.probed.clone.ok_or(Stop::Lacks("Clone"))?;
    let orders = [[0, 0, 0, 0], [3, 2, 1, 0], [1, 2, 0, 0], [2, 0, 1, 0]];
    for (text, order) in texts_to(256).flat_map(|text| orders.map(|order| (text, order))) {
        let what = format_args!("4 clones of {text:?}, dropped in the order {order:?},");
        let (result, counts) = count(|| -> Outcome {
            let first = subject.value(text);
            let mut clones: Vec<_> = (0..3).map(|_| clone(&*first)).collect();
            clones.push(first);
            for at in order {
                drop(clones.swap_remove(at));
                for left in &clones {
                    let is_whole = subject.bytes(&**left) == text.as_bytes();
                    ensure!(is_whole, "{what} leave {:?}", subject.lossy(&**left));
                }
            }
            Ok(())
        });
        result?;
        let bytes = counts.live_bytes;
        ensure!(bytes == 0, "{what} leave {bytes} bytes");
    }
    // 10,000 clones at once: the reference count must be wider than a byte.
    let text = ascii(100);
    let (right, counts) = count(|| {
        let first = subject.value(&text);
        let clones: Vec<_> = (0..10_000).map(|_| clone(&*first)).collect();
        drop(first);
        let mut clones = clones.iter();
        clones.all(|left| subject.bytes(&**left) == text.as_bytes())
    });
    ensure!(
        right && counts.live_bytes == 0,
        "10,000 clones have the text: {right}; they leave {} bytes",
        counts.live_bytes
    );
    Ok(())
}

pub(crate) fn option_is_free(subject: Examined<'_>) -> Outcome {
    let [own, optional] = subject.sizes;
    let is_free = own == optional;
    ensure!(is_free, "Option takes {optional} bytes, the type {own}");
    Ok(())
}
