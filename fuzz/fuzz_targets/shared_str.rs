//! Handles of `SharedStr`s that are made, cloned, compared, converted and dropped on one thread or
//! several, against `String`s. The live bytes of the heap must be the sum of the `heap_size`s of the
//! texts.
//!
//! The target `representations` fuzzes the operations on the text itself.
#![no_main]

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::error::Error;
use std::hash::{BuildHasher, RandomState};
use std::rc::Rc;
use std::sync::{Arc, Barrier, Mutex};
use std::thread;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use string_kit::{CapturedStr, SharedStr};
use string_kit_conformance::{CountingAllocator, count};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// The most handles that a thread has.
const MAX_HANDLES: usize = 24;
/// The most threads at once.
const MAX_THREADS: usize = 3;

/// Each static text is the first bytes of this one.
const STATIC: &str = "a text that lives as long as the program";

#[derive(Arbitrary, Debug)]
enum Text {
    Of(String),
    /// Makes a text that is longer than the input.
    Repeated(char, u8),
    Static(u8),
}

/// The type or the operation that converts a text into a `SharedStr`.
#[derive(Arbitrary, Clone, Copy, Debug)]
enum Via {
    Nothing,
    String,
    Boxed,
    Arc,
    Rc,
    Cow,
    Bytes,
    Error,
    Chars,
    Words,
    Capture,
    Json,
    Postcard,
}

impl Via {
    fn convert<'a, T>(self, text: T) -> SharedStr
    where
        T: AsRef<str> + Into<String> + Into<Box<str>> + Into<Arc<str>> + Into<Rc<str>>,
        T: Into<Cow<'a, str>> + Into<Vec<u8>> + Into<Box<dyn Error>>,
    {
        match self {
            Self::Nothing => SharedStr::from(text.as_ref()),
            Self::String => SharedStr::from(Into::<String>::into(text)),
            Self::Boxed => SharedStr::from(Into::<Box<str>>::into(text)),
            Self::Arc => SharedStr::from(Into::<Arc<str>>::into(text)),
            Self::Rc => SharedStr::from(Into::<Rc<str>>::into(text)),
            Self::Cow => SharedStr::from(Into::<Cow<'_, str>>::into(text)),
            Self::Bytes => {
                let bytes: Vec<u8> = text.into();
                SharedStr::from(str::from_utf8(&bytes).expect("the text is UTF-8"))
            }
            Self::Error => {
                let error: Box<dyn Error> = text.into();
                SharedStr::capture(&error)
            }
            Self::Chars => text.as_ref().chars().collect(),
            Self::Words => text.as_ref().split_inclusive(' ').collect(),
            Self::Capture => SharedStr::capture(text.as_ref()),
            Self::Json => {
                let json = serde_json::to_string(&SharedStr::from(text.as_ref()));
                serde_json::from_str(&json.expect("texts can be written"))
                    .expect("it was just written")
            }
            Self::Postcard => {
                let bytes = postcard::to_stdvec(&SharedStr::from(text.as_ref()));
                postcard::from_bytes(&bytes.expect("texts can be written"))
                    .expect("it was just written")
            }
        }
    }
}

/// An operation on the handles. A number selects a handle, modulo their number.
#[derive(Arbitrary, Debug)]
enum Action {
    Make(Text, Via),
    /// Converts a handle into a new text by reference, and if true into another one by value.
    Convert(u8, Via, bool),
    Clone(u8),
    Drop(u8),
    Shard(u8),
    Compare(u8, u8),
    Threads(Vec<Job>),
}

/// The handles that a thread takes, and its steps.
#[derive(Arbitrary, Debug)]
struct Job {
    takes: Vec<u8>,
    steps: Vec<Step>,
}

/// An operation of a thread: on its own handles, on those that all threads borrow, or on those in a
/// pool that any thread may take from.
#[derive(Arbitrary, Debug)]
enum Step {
    CloneBorrowed(u8),
    CloneOwn(u8),
    Drop(u8),
    Shard(u8),
    Give(u8),
    Take,
}

/// A handle, and the index of its text.
type Handle = (SharedStr, usize);

/// Runs `work`, and adds the change of this thread's live bytes to `live`.
fn track<R>(live: &mut isize, work: impl FnOnce() -> R) -> R {
    let (result, counts) = count(work);
    *live += counts.live_bytes;
    result
}

/// Returns the index that a number selects, modulo the length.
fn index_in<T>(items: &[T], number: u8) -> Option<usize> {
    usize::from(number).checked_rem(items.len())
}

#[derive(Default)]
struct State {
    /// Every text that was made.
    texts: Vec<String>,
    handles: Vec<Handle>,
    /// The bytes on the heap.
    live: isize,
}

impl State {
    fn keep(&mut self, handle: Handle) {
        if self.handles.len() == MAX_HANDLES {
            let oldest = self.handles.remove(0);
            track(&mut self.live, || drop(oldest));
        }
        self.handles.push(handle);
    }

    fn make(&mut self, text: &Text, via: Via) {
        let (control, made) = match text {
            Text::Of(text) => (text.clone(), None),
            Text::Repeated(c, times) => (c.to_string().repeat(usize::from(*times)), None),
            Text::Static(len) => {
                let text = &STATIC[..usize::from(*len) % (STATIC.len() + 1)];
                (text.to_owned(), Some(SharedStr::from_static(text)))
            }
        };
        let made =
            made.unwrap_or_else(|| track(&mut self.live, || via.convert::<&str>(control.as_str())));
        self.keep((made, self.texts.len()));
        self.texts.push(control);
    }

    fn act(&mut self, action: &Action) -> Option<()> {
        match action {
            Action::Make(text, via) => self.make(text, *via),
            Action::Convert(n, via, by_value) => {
                let at = index_in(&self.handles, *n)?;
                let (text, text_index) = &self.handles[at];
                let made = track(&mut self.live, || via.convert(text));
                let control = self.texts[*text_index].clone();
                if *by_value {
                    let (text, _) = self.handles.remove(at);
                    let again = track(&mut self.live, || via.convert(text));
                    self.keep((again, self.texts.len()));
                    self.texts.push(control.clone());
                }
                self.keep((made, self.texts.len()));
                self.texts.push(control);
            }
            Action::Clone(n) => {
                let handle = &self.handles[index_in(&self.handles, *n)?];
                let clone = track(&mut self.live, || handle.clone());
                self.keep(clone);
            }
            Action::Drop(n) => {
                let handle = self.handles.swap_remove(index_in(&self.handles, *n)?);
                track(&mut self.live, || drop(handle));
            }
            Action::Shard(n) => {
                let (text, _) = &self.handles[index_in(&self.handles, *n)?];
                let had_shards = text.is_sharded();
                let sharded = track(&mut self.live, || text.add_shards());
                assert_eq!(sharded, text.is_sharded());
                assert!(sharded || !had_shards);
                assert!(!sharded || text.heap_size() > 0);
            }
            Action::Compare(a, b) => {
                let [a, b] = [a, b].map(|n| index_in(&self.handles, *n));
                self.compare(&self.handles[a?], &self.handles[b?]);
            }
            Action::Threads(jobs) => self.run(jobs),
        }
        Some(())
    }

    fn compare(&self, (first, at): &Handle, (second, other_at): &Handle) {
        let (one, two) = (&self.texts[*at], &self.texts[*other_at]);
        let state = RandomState::new();
        assert_eq!(first == second, one == two);
        assert_eq!(first.cmp(second), one.cmp(two));
        assert_eq!(state.hash_one(first), state.hash_one(one.as_str()));
        // Static texts of the same length are the same bytes.
        let is_static = |text: &SharedStr| !text.is_inline() && text.heap_size() == 0;
        let may_be_one =
            first.is_inline() && second.is_inline() || is_static(first) && is_static(second);
        let same = at == other_at || may_be_one && one == two;
        assert_eq!(SharedStr::ptr_eq(first, second), same);
    }

    /// Runs threads, each with some handles of its own, and takes back the handles that the pool
    /// has then.
    fn run(&mut self, jobs: &[Job]) {
        let jobs = &jobs[..jobs.len().min(MAX_THREADS)];
        let own: Vec<_> = jobs.iter().map(|job| self.take(&job.takes)).collect();
        let borrowed: Vec<&Handle> = self.handles.iter().collect();
        let (start, pool) = (Barrier::new(jobs.len()), Mutex::default());
        let (texts, mut live) = (&self.texts, 0);
        thread::scope(|scope| {
            let threads: Vec<_> = jobs
                .iter()
                .zip(own)
                .map(|(job, own)| {
                    let (borrowed, start, pool) = (&borrowed, &start, &pool);
                    scope.spawn(move || {
                        let mut worker = Worker {
                            texts,
                            borrowed,
                            pool,
                            own,
                            live: 0,
                        };
                        start.wait();
                        for step in &job.steps {
                            worker.take_step(step);
                        }
                        worker.end()
                    })
                })
                .collect();
            for thread in threads {
                live += thread
                    .join()
                    .expect("a thread that panics ends the program");
            }
        });
        self.live += live;
        for handle in pool.into_inner().expect("no thread panicked") {
            self.keep(handle);
        }
    }

    /// Takes the selected handles.
    fn take(&mut self, numbers: &[u8]) -> Vec<Handle> {
        let mut taken = Vec::new();
        for number in numbers {
            let Some(at) = index_in(&self.handles, *number) else {
                break;
            };
            taken.push(self.handles.swap_remove(at));
        }
        taken
    }

    /// Asserts that each text is right, and that the live bytes are those of the texts that have a
    /// handle.
    fn check(&self) {
        let mut blocks = BTreeMap::new();
        for (text, text_index) in &self.handles {
            assert_eq!(text, &self.texts[*text_index]);
            blocks.insert(text_index, text.heap_size());
        }
        let live: usize = blocks.values().sum();
        assert_eq!(isize::try_from(live), Ok(self.live));
    }
}

/// The state of a thread.
struct Worker<'a> {
    texts: &'a [String],
    borrowed: &'a [&'a Handle],
    pool: &'a Mutex<Vec<Handle>>,
    own: Vec<Handle>,
    live: isize,
}

impl Worker<'_> {
    fn take_step(&mut self, step: &Step) -> Option<()> {
        match step {
            Step::CloneBorrowed(n) => {
                let handle = self.borrowed[index_in(self.borrowed, *n)?];
                let clone = track(&mut self.live, || handle.clone());
                self.keep(clone);
            }
            Step::CloneOwn(n) => {
                let handle = &self.own[index_in(&self.own, *n)?];
                let clone = track(&mut self.live, || handle.clone());
                self.keep(clone);
            }
            Step::Drop(n) => {
                let handle = self.own.swap_remove(index_in(&self.own, *n)?);
                self.drop(handle);
            }
            Step::Shard(n) => {
                let (text, _) = &self.own[index_in(&self.own, *n)?];
                let sharded = track(&mut self.live, || text.add_shards());
                assert_eq!(sharded, text.is_sharded());
            }
            Step::Give(n) => {
                let handle = self.own.swap_remove(index_in(&self.own, *n)?);
                self.pool.lock().expect("no thread panicked").push(handle);
            }
            Step::Take => {
                let taken = self.pool.lock().expect("no thread panicked").pop();
                self.keep(taken?);
            }
        }
        Some(())
    }

    fn keep(&mut self, handle: Handle) {
        if self.own.len() == MAX_HANDLES {
            let oldest = self.own.remove(0);
            self.drop(oldest);
        }
        self.own.push(handle);
    }

    fn drop(&mut self, (text, text_index): Handle) {
        assert_eq!(text, *self.texts[text_index]);
        track(&mut self.live, || drop(text));
    }

    /// Drops the remaining handles, and returns the change of the live bytes.
    fn end(mut self) -> isize {
        for handle in std::mem::take(&mut self.own) {
            self.drop(handle);
        }
        self.live
    }
}

fuzz_target!(|actions: Vec<Action>| {
    let mut state = State::default();
    for action in &actions {
        state.act(action);
        state.check();
    }
    // Drops the remaining handles one by one.
    while let Some(handle) = state.handles.pop() {
        track(&mut state.live, || drop(handle));
        state.check();
    }
});
