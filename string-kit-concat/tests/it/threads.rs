//! Versions that threads share, change and drop.

use std::sync::mpsc;
use std::thread;

use string_kit_concat::{ConcatStr, release_thread_cache};

#[test]
fn threads_edit_versions_of_one_text() {
    let model = "0123456789".repeat(500);
    let text = ConcatStr::from(&*model);
    thread::scope(|scope| {
        for thread in 0..4_usize {
            let (mut text, mut model) = (text.clone(), model.clone());
            scope.spawn(move || {
                let mut history = Vec::new();
                for n in 0..300 {
                    let at = (n * 37 + thread * 1009) % model.len();
                    model.insert_str(at, "xy");
                    text.insert_str(at, "xy");
                    history.push(text.clone());
                }
                assert_eq!(text, model);
                history.swap(0, 200);
                drop(history);
            });
        }
    });
    assert_eq!(text, model);
}

#[test]
fn versions_are_dropped_by_another_thread() {
    let (sender, receiver) = mpsc::channel::<ConcatStr>();
    let reader = thread::spawn(move || {
        let mut bytes = 0;
        for text in receiver {
            bytes += text.bytes().filter(|&byte| byte == b'x').count();
        }
        release_thread_cache();
        bytes
    });
    let mut text = ConcatStr::from("0123456789".repeat(50));
    for n in 0..500 {
        text.insert_str(n % 400, "x");
        sender.send(text.clone()).unwrap();
    }
    drop((sender, text));
    assert_eq!(reader.join().unwrap(), 500 * 501 / 2);
}

#[test]
fn a_destructor_that_runs_late_may_use_texts() {
    struct Late(ConcatStr);
    impl Drop for Late {
        fn drop(&mut self) {
            self.0.push_str(" that was made late");
            assert_eq!(self.0.concat(&self.0).len(), 2 * self.0.len());
        }
    }
    std::thread_local! {
        static LATE: Late = Late(ConcatStr::from("a text"));
    }
    // The value is destroyed after the thread's part of the slab, which is made later.
    thread::spawn(|| LATE.with(|late| assert_eq!(late.0, "a text")))
        .join()
        .unwrap();
}
