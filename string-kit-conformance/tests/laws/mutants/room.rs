//! `String`s with a bug in capacity or memory, and types with a false declaration or layout.
#![allow(unsafe_code)]

use std::mem::{self, ManuallyDrop};
use std::rc::Rc;

use string_kit::StringBuf;
use string_kit_conformance::subject;

use super::{Text, grows, plain, text};

mutants! {
    capacity_rounds_up: CapacityIsRoom [], "capacity is rounded up to 16 bytes",
        with!(grows(plain()); capacity: |text| text.capacity().next_multiple_of(16));
    capacity_is_the_spare_capacity: CapacityIsRoom [EditsAsStringDoes ShrinkingKeepsText],
        "capacity returns the spare capacity",
        with!(grows(plain()); capacity: |text| text.capacity() - text.len());
    repeat_wraps: CapacityOverflowIsRefused [], "the length of the repeated text wraps around",
        with!(grows(plain()); repeat: |text, times| {
            let mut all = String::with_capacity(text.len().wrapping_mul(times));
            while all.len() + text.len() <= all.capacity() && !text.is_empty() {
                all.push_str(text);
            }
            all
        });
    reserve_wraps: CapacityOverflowIsRefused [],
        "reserve adds the lengths, which wraps around to a small number",
        with!(grows(plain()); reserve: |text, more| {
            if text.len().wrapping_add(more) > text.capacity() {
                text.reserve(more);
            }
        });
    shrinking_cuts: ShrinkingKeepsText [EditsAsStringDoes],
        "shrink_to_fit removes a character of a text of up to 24 bytes",
        with!(grows(plain()); shrink_to_fit: |text| {
            if text.len() <= 24 {
                text.pop();
            }
            text.shrink_to_fit();
        });
    shrinking_grows: ShrinkingKeepsText [], "shrink_to_fit rounds the capacity up to 64 bytes",
        with!(grows(plain()); shrink_to_fit: |text| {
            let room = text.len().next_multiple_of(64);
            text.shrink_to(room);
            text.reserve_exact(room - text.len());
        });
    immutable_appends: MutableAppends [], "the type is declared immutable, and has push_str",
        with!(plain(); push_str).mutable(false);
    box_keeps_the_spare_capacity: AllocationLayouts [],
        "a Box<str> takes over a block with spare capacity, and frees it with the text's length",
        grows(text(|traits| traits.into_boxed = Some(|text| match text.take::<Text>() {
            text if text.is_empty() => Box::default(),
            // SAFETY: breaks on purpose the promise that the block has the layout of the `Box`: it
            // is as long as the capacity, not as the text. The pointer is unique, since `leak` gave
            // it up.
            text => unsafe { Box::from_raw(text.leak()) },
        })));
    nul_after_the_end: AllocationLayouts [],
        "a NUL is written after the text, without room for it, before it becomes a Box<str>",
        grows(text(|traits| traits.into_boxed = Some(|text| {
            let mut text: Text = text.take();
            if !text.is_empty() {
                let end = text.as_mut_ptr().wrapping_add(text.len());
                // SAFETY: breaks on purpose the promise that the byte is inside the block: the text
                // may fill it. The checking allocator has 16 valid bytes after each block; bytes
                // need no alignment.
                unsafe { end.write(0) };
            }
            text.into()
        })));
    into_string_forgets: NothingLeaks [], "Into<String> copies the text and forgets its own",
        grows(text(|traits| traits.into_string = Some(|text| {
            ManuallyDrop::new(text.take::<Text>()).as_str().into()
        })));
    failed_reserve_leaks: FailedAllocationsLoseNothing [],
        "try_reserve copies the text, and leaks the copy when memory runs out",
        with!(grows(plain()); try_reserve: |text, more| {
            let mut copy = String::new();
            if !super::try_push_str(&mut copy, text) {
                return false;
            }
            let has_room = text.try_reserve(more).is_ok();
            if !has_room {
                mem::forget(copy);
            }
            has_room
        });
    failed_push_loses: FailedAllocationsLoseNothing [],
        "try_push_str moves the text out, and drops it when memory runs out",
        with!(grows(plain()); try_push_str: |text, more| {
            let mut taken = mem::take(text);
            let has_room = super::try_push_str(&mut taken, more);
            if has_room {
                *text = taken;
            }
            has_room
        });
    heap_size_is_length: HeapSizeIsWhatWasAsked [], "heap_size leaves out the spare capacity",
        with!(grows(plain()); heap_size: String::len);
    no_niche: OptionIsFree [], "the text is in a union, which has no niche",
        subject!(StringBuf<24>);
    not_send: IsSendAndSync [], "the text has a count that is not atomic", subject!(Rc<str>);
}
