//! Texts that several threads make, join, cut, send and drop at random, by fixed seeds: whatever the order of
//! the threads, each text is right.
//!
//! `tests/memory.rs` checks that nothing is left in memory.

use std::fmt::Write;
use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::Text;
use crate::inbox::{Inbox, Random, THREADS, rounds};

/// The most handles that a thread has, and the most bytes of a text.
const MOST: usize = 24;
const MAX_LEN: usize = 2000;

/// Runs a function on each thread, with its number, and joins the threads.
///
/// Without a join the data of a thread is freed by std's compiled part, which no sanitizer sees into.
fn on_threads(work: impl Fn(usize) + Sync) {
    thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..THREADS)
            .map(|number| scope.spawn(move || work(number)))
            .collect();
        for thread in threads {
            thread.join().unwrap();
        }
    });
}

/// A text, and the same as a `String`.
struct Handle(Text, String);

impl Handle {
    /// Makes a text of a short or a long leaf.
    fn new(number: usize) -> Self {
        let text = match number % 3 {
            0 => number.to_string(),
            1 => format!("é{number}"),
            _ => format!("a text that is too long for a node: {number}"),
        };
        Self(text.as_str().into(), text)
    }

    fn check(&self) {
        assert!(self.0.chunks().collect::<String>() == self.1);
    }
}

impl Clone for Handle {
    fn clone(&self) -> Self {
        Self(self.0.clone(), self.1.clone())
    }
}

/// A thread that exchanges handles with others.
struct Thread<'a> {
    number: usize,
    random: Random,
    own: Vec<Handle>,
    /// The inbox of each thread.
    boxes: &'a [Inbox<Handle>],
    /// The handles that all threads share.
    common: &'a [Handle],
}

impl Thread<'_> {
    fn any(&mut self) -> Handle {
        let at = self.random.below(self.own.len() + self.common.len());
        let mut all = self.own.iter().chain(self.common);
        all.nth(at).expect("there are so many").clone()
    }

    fn step(&mut self, step: usize) {
        let made = match self.random.below(16) {
            0..2 => Handle::new(step),
            2..7 => {
                let (Handle(left, model), Handle(right, more)) = (self.any(), self.any());
                Handle(left.concat(&right), model + &more)
            }
            7 => {
                let mut handle = self.any();
                handle.0.push_str("+");
                handle.1.push('+');
                handle
            }
            8..10 => self.cut(),
            10..13 if !self.own.is_empty() => {
                let at = self.random.below(self.own.len());
                let handle = self.own.swap_remove(at);
                self.boxes[self.random.below(THREADS)].send(handle);
                return;
            }
            _ => return self.own.extend(self.boxes[self.number].take()),
        };
        if made.1.len() <= MAX_LEN {
            self.own.push(made);
        }
        if self.own.len() > MOST {
            let at = self.random.below(MOST);
            let handle = self.own.swap_remove(at);
            handle.check();
        }
    }

    fn cut(&mut self) -> Handle {
        let Handle(text, model) = self.any();
        let mut ends = [(); 2].map(|()| {
            let end = self.random.below(model.len() + 1);
            model.floor_char_boundary(end)
        });
        ends.sort_unstable();
        let [start, end] = ends;
        let part = text.substr(start..end);
        Handle(part, model[start..end].to_owned())
    }
}

/// Threads of four generations: each goes on with the texts that those before it made.
#[test]
fn texts_are_exchanged_at_random() {
    let boxes: [Inbox<Handle>; THREADS] = [const { Inbox::new() }; THREADS];
    let common: Vec<_> = (0..5).map(Handle::new).collect();
    for generation in 0..4 {
        on_threads(|number| {
            let mut thread = Thread {
                number,
                random: Random::new(generation * THREADS + number),
                own: Vec::new(),
                boxes: &boxes,
                common: &common,
            };
            for step in 0..rounds() {
                thread.step(step);
            }
            thread.own.iter().for_each(Handle::check);
        });
    }
    for inbox in &boxes {
        iter::from_fn(|| inbox.take()).for_each(|handle| handle.check());
    }
    common.iter().for_each(Handle::check);
}

/// One thread makes chains and another one drops them, so that no slot is freed by the thread that took it;
/// and blocks change hands while slots come back.
#[test]
fn chains_are_dropped_where_they_were_not_made() {
    let boxes: [Inbox<Text>; THREADS] = [const { Inbox::new() }; THREADS];
    let links = rounds();
    on_threads(|number| {
        let (from, to) = (&boxes[number], &boxes[(number + 1) % THREADS]);
        let link = Text::from("a link of a chain, ");
        for _ in 0..20 {
            let chain = (0..links).fold(Text::new(), |chain, _| chain + &link);
            to.send(chain);
            if let Some(other) = from.take() {
                assert_eq!(other.len_u128(), Ok(19 * links as u128));
            }
        }
        to.close();
        for other in from.all() {
            assert_eq!(other.chunks().count(), links);
        }
    });
}

/// All threads clone, join and drop the same nodes, and the last of them frees those.
#[test]
fn the_last_of_many_threads_frees_a_text() {
    for round in 0..rounds() / 32 {
        let text = Handle::new(round);
        let whole = text.0.concat(&text.0) + &Text::from("a third part");
        let model = text.1.repeat(2) + "a third part";
        let boxes = [const { Inbox::new() }; THREADS];
        for inbox in &boxes {
            inbox.send(whole.clone());
        }
        drop((text, whole));
        on_threads(|number| {
            let own = boxes[number].take().expect("it was sent");
            let mut kept = Vec::new();
            for step in 0..50 {
                kept.push(own.clone());
                let more = own.concat(&kept[kept.len() / 2]);
                if step % 4 == number {
                    kept.clear();
                    kept.resize(step / 2 + 2, more);
                }
            }
            assert_eq!(own, *model.as_str());
            let part = own.try_substr(1..);
            drop(own);
            assert_eq!(part.is_ok(), model.is_char_boundary(1));
        });
    }
}

/// Nodes that lie side by side in blocks into which all threads put slots back at once.
#[test]
fn many_threads_put_back_into_one_block() {
    let text = |number: usize| Text::from(number.to_string().as_str());
    for _ in 0..rounds() / 64 {
        let all: Vec<_> = (0..4000).map(text).collect();
        let mut kept = Vec::new();
        let mut hands = [const { Vec::new() }; THREADS];
        for (number, text) in all.into_iter().enumerate() {
            match number % (THREADS + 1) {
                THREADS => kept.push((number, text)),
                hand => hands[hand].push(text),
            }
        }
        let boxes = [const { Inbox::new() }; THREADS];
        for (inbox, hand) in boxes.iter().zip(hands) {
            inbox.send(hand);
        }
        let ready = AtomicUsize::new(0);
        on_threads(|number| {
            let hand = boxes[number].take().expect("it was sent");
            ready.fetch_add(1, Ordering::Relaxed);
            while ready.load(Ordering::Relaxed) < THREADS {
                thread::yield_now();
            }
            drop(hand);
        });
        for (number, text) in kept {
            assert_eq!(text, *number.to_string());
        }
    }
}

/// A text is there after the thread that made it has ended, and another thread extends it in place.
#[test]
fn a_text_outlives_the_threads_that_made_it() {
    let mut text = Text::new();
    let mut model = String::new();
    for n in 0..rounds() / 32 {
        text = thread::scope(|scope| {
            let thread = scope.spawn(|| {
                let mut text = text;
                text.push_str("é");
                text += &Text::from(n.to_string());
                text
            });
            thread.join().unwrap()
        });
        write!(model, "é{n}").unwrap();
    }
    assert_eq!(text, *model);
    let part = text.substr(2..);
    thread::scope(|scope| {
        scope.spawn(|| drop(text)).join().unwrap();
    });
    assert_eq!(part, model[2..]);
}
