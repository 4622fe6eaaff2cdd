//! Handles of `SharedStr`s and `LocalStr`s, made, cloned, compared, converted and dropped on one thread
//! or several, against `String`s; and what they hold of the heap, against what the living ones say.
//!
//! What the text itself can do is in `representations`.
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
use string_kit::{CapturedStr, LocalStr, SharedStr};
use string_kit_conformance::{CountingAllocator, count};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// The most handles that a thread has.
const MOST: usize = 24;
/// The most threads at once.
const THREADS: usize = 3;

/// The static texts are the first bytes of this one.
const STATIC: &str = "a text that lives as long as the program";

#[derive(Arbitrary, Debug)]
enum Text {
    Of(String),
    /// The lengths that short inputs do not reach.
    Repeated(char, u8),
    Static(u8),
}

/// What a text goes through on its way into a `SharedStr`.
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
                serde_json::from_str(&json.expect("texts can be written")).expect("it was written")
            }
            Self::Postcard => {
                let bytes = postcard::to_stdvec(&SharedStr::from(text.as_ref()));
                postcard::from_bytes(&bytes.expect("texts can be written")).expect("it was written")
            }
        }
    }
}

/// What is done; a number is a handle's, counted from the first again after the last.
#[derive(Arbitrary, Debug)]
enum Action {
    Make(Text, Via),
    /// Makes a text of a handle, which is given away or not.
    Convert(u8, Via, bool),
    Clone(u8),
    Drop(u8),
    Shard(u8),
    /// A `LocalStr` of a `SharedStr`, which is given away or not.
    Local(u8, bool),
    /// A `SharedStr` of a `LocalStr`, which is given away or not.
    Shared(u8, bool),
    Compare(u8, u8),
    Threads(Vec<Job>),
}

/// What a thread gets and does.
#[derive(Arbitrary, Debug)]
struct Job {
    takes: Vec<u8>,
    steps: Vec<Step>,
}

/// As actions, on a thread's own handles, on those that all of them borrow, and on some that any of
/// them may take.
#[derive(Arbitrary, Debug)]
enum Step {
    CloneBorrowed(u8),
    CloneOwn(u8),
    Drop(u8),
    Shard(u8),
    Local(u8),
    Give(u8),
    Take,
}

/// A handle, and the number of its text.
struct Handle {
    kind: Kind,
    of: usize,
}

enum Kind {
    Shared(SharedStr),
    /// With the number of the handle that it and its clones stand on.
    Local(LocalStr, usize),
}

impl Handle {
    fn shared(text: SharedStr, of: usize) -> Self {
        let kind = Kind::Shared(text);
        Self { kind, of }
    }

    fn as_str(&self) -> &str {
        match &self.kind {
            Kind::Shared(text) => text,
            Kind::Local(text, _) => text,
        }
    }
}

impl Clone for Handle {
    fn clone(&self) -> Self {
        let kind = match &self.kind {
            Kind::Shared(text) => Kind::Shared(text.clone()),
            Kind::Local(text, base) => Kind::Local(text.clone(), *base),
        };
        Self { kind, of: self.of }
    }
}

/// Runs `work`, and adds what this thread holds of the heap more, or less, after it.
fn counted<R>(held: &mut isize, work: impl FnOnce() -> R) -> R {
    let (result, counts) = count(work);
    *held += counts.live_bytes;
    result
}

/// The place of a number, counted from the first again after the last.
fn place<T>(of: &[T], number: u8) -> Option<usize> {
    usize::from(number).checked_rem(of.len())
}

#[derive(Default)]
struct State {
    /// Each text that there was.
    texts: Vec<String>,
    handles: Vec<Handle>,
    /// How many handles there were that `LocalStr`s stand on.
    bases: usize,
    /// What the handles hold of the heap.
    held: isize,
}

impl State {
    fn keep(&mut self, handle: Handle) {
        if self.handles.len() == MOST {
            let oldest = self.handles.remove(0);
            counted(&mut self.held, || drop(oldest));
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
        let made = made
            .unwrap_or_else(|| counted(&mut self.held, || via.convert::<&str>(control.as_str())));
        self.keep(Handle::shared(made, self.texts.len()));
        self.texts.push(control);
    }

    fn act(&mut self, action: &Action) -> Option<()> {
        match action {
            Action::Make(text, via) => self.make(text, *via),
            Action::Convert(n, via, given) => {
                let at = place(&self.handles, *n)?;
                let Kind::Shared(text) = &self.handles[at].kind else {
                    return None;
                };
                let made = counted(&mut self.held, || via.convert(text));
                let control = self.texts[self.handles[at].of].clone();
                if *given {
                    let Kind::Shared(text) = self.handles.remove(at).kind else {
                        unreachable!("it was shared");
                    };
                    let again = counted(&mut self.held, || via.convert(text));
                    self.keep(Handle::shared(again, self.texts.len()));
                    self.texts.push(control.clone());
                }
                self.keep(Handle::shared(made, self.texts.len()));
                self.texts.push(control);
            }
            Action::Clone(n) => {
                let handle = &self.handles[place(&self.handles, *n)?];
                let clone = counted(&mut self.held, || handle.clone());
                self.keep(clone);
            }
            Action::Drop(n) => {
                let handle = self.handles.swap_remove(place(&self.handles, *n)?);
                counted(&mut self.held, || drop(handle));
            }
            Action::Shard(n) => {
                let handle = &self.handles[place(&self.handles, *n)?];
                if let Kind::Shared(text) = &handle.kind {
                    let sharded = counted(&mut self.held, || text.shard_now());
                    assert_eq!(sharded, text.is_sharded());
                    assert_eq!(sharded, text.heap_size() > 0, "it is counted");
                }
            }
            Action::Local(n, given) => {
                let at = place(&self.handles, *n)?;
                let (Kind::Shared(text), of) = (&self.handles[at].kind, self.handles[at].of) else {
                    return None;
                };
                let base = self.bases;
                self.bases += 1;
                let local = if *given {
                    let Kind::Shared(text) = self.handles.swap_remove(at).kind else {
                        unreachable!("it was shared");
                    };
                    counted(&mut self.held, || LocalStr::from(text))
                } else {
                    counted(&mut self.held, || text.local())
                };
                let kind = Kind::Local(local, base);
                self.keep(Handle { kind, of });
            }
            Action::Shared(n, given) => {
                let at = place(&self.handles, *n)?;
                let (Kind::Local(text, _), of) = (&self.handles[at].kind, self.handles[at].of)
                else {
                    return None;
                };
                let shared = if *given {
                    let Kind::Local(text, _) = self.handles.swap_remove(at).kind else {
                        unreachable!("it was local");
                    };
                    counted(&mut self.held, || SharedStr::from(text))
                } else {
                    counted(&mut self.held, || text.shared())
                };
                self.keep(Handle::shared(shared, of));
            }
            Action::Compare(a, b) => {
                let [a, b] = [a, b].map(|n| place(&self.handles, *n));
                self.compare(&self.handles[a?], &self.handles[b?]);
            }
            Action::Threads(jobs) => self.run(jobs),
        }
        Some(())
    }

    fn compare(&self, a: &Handle, b: &Handle) {
        let [one, two] = [a, b].map(|handle| &self.texts[handle.of]);
        let state = RandomState::new();
        macro_rules! compare {
            ($a:expr, $b:expr) => {{
                assert_eq!($a == $b, one == two);
                assert_eq!($a.cmp($b), one.cmp(two));
                assert_eq!(state.hash_one($a), state.hash_one(one.as_str()));
            }};
        }
        match (&a.kind, &b.kind) {
            (Kind::Shared(first), Kind::Shared(second)) => {
                compare!(first, second);
                // Static texts of one length are one text.
                let is_static = |text: &SharedStr| !text.is_inline() && text.heap_size() == 0;
                let may_be_one = first.is_inline() && second.is_inline()
                    || is_static(first) && is_static(second);
                let same = a.of == b.of || may_be_one && one == two;
                assert_eq!(first.ptr_eq(second), same);
            }
            (Kind::Local(first, _), Kind::Local(second, _)) => compare!(first, second),
            (Kind::Shared(first), Kind::Local(second, _)) => {
                assert_eq!(first == second, one == two)
            }
            (Kind::Local(first, _), Kind::Shared(second)) => {
                assert_eq!(first == second, one == two)
            }
        }
    }

    /// Runs threads, each with some handles of its own; what they leave to all of them comes back.
    fn run(&mut self, jobs: &[Job]) {
        let jobs = &jobs[..jobs.len().min(THREADS)];
        let own: Vec<_> = jobs.iter().map(|job| self.take(&job.takes)).collect();
        let borrowed: Vec<_> = self
            .handles
            .iter()
            .filter_map(|handle| match &handle.kind {
                Kind::Shared(text) => Some((text, handle.of)),
                Kind::Local(..) => None,
            })
            .collect();
        let (start, anyone) = (Barrier::new(jobs.len()), Mutex::default());
        let (texts, mut held) = (&self.texts, 0);
        thread::scope(|scope| {
            let threads: Vec<_> = jobs
                .iter()
                .zip(own)
                .map(|(job, own)| {
                    let (borrowed, start, anyone) = (&borrowed, &start, &anyone);
                    scope.spawn(move || {
                        let mut worker = Worker {
                            texts,
                            borrowed,
                            anyone,
                            own,
                            held: 0,
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
                held += thread
                    .join()
                    .expect("a thread that panics ends the program");
            }
        });
        self.held += held;
        for (text, of) in anyone.into_inner().expect("no thread panicked") {
            self.keep(Handle::shared(text, of));
        }
    }

    /// Takes the handles with these numbers that can be sent away.
    fn take(&mut self, numbers: &[u8]) -> Vec<Sent> {
        let mut taken = Vec::new();
        for number in numbers {
            let Some(at) = place(&self.handles, *number) else {
                break;
            };
            if let Kind::Shared(_) = self.handles[at].kind {
                let Handle { kind, of } = self.handles.swap_remove(at);
                let Kind::Shared(text) = kind else {
                    unreachable!("it was shared");
                };
                taken.push((text, of));
            }
        }
        taken
    }

    /// Each text is right, and no more is held than for those that have a handle.
    fn check(&self) {
        let (mut blocks, mut bases) = (BTreeMap::new(), BTreeMap::new());
        for handle in &self.handles {
            assert_eq!(handle.as_str(), self.texts[handle.of]);
            let bytes = match &handle.kind {
                Kind::Shared(text) => text.heap_size(),
                Kind::Local(text, base) => {
                    let bytes = text.shared().heap_size();
                    if bytes > 0 {
                        bases.insert(base, size_of::<[usize; 2]>() + size_of::<SharedStr>());
                    }
                    bytes
                }
            };
            blocks.insert(handle.of, bytes);
        }
        let held: usize = blocks.values().chain(bases.values()).sum();
        assert_eq!(isize::try_from(held), Ok(self.held));
    }
}

/// What can be sent to another thread: a handle, and the number of its text.
type Sent = (SharedStr, usize);

/// A thread's part.
struct Worker<'a> {
    texts: &'a [String],
    borrowed: &'a [(&'a SharedStr, usize)],
    anyone: &'a Mutex<Vec<Sent>>,
    own: Vec<Sent>,
    held: isize,
}

impl Worker<'_> {
    fn take_step(&mut self, step: &Step) -> Option<()> {
        match step {
            Step::CloneBorrowed(n) => {
                let (text, of) = self.borrowed[place(self.borrowed, *n)?];
                let clone = counted(&mut self.held, || text.clone());
                self.keep((clone, of));
            }
            Step::CloneOwn(n) => {
                let handle = &self.own[place(&self.own, *n)?];
                let clone = counted(&mut self.held, || handle.clone());
                self.keep(clone);
            }
            Step::Drop(n) => {
                let handle = self.own.swap_remove(place(&self.own, *n)?);
                self.drop(handle);
            }
            Step::Shard(n) => {
                let (text, _) = &self.own[place(&self.own, *n)?];
                let sharded = counted(&mut self.held, || text.shard_now());
                assert_eq!(sharded, text.heap_size() > 0, "it is counted");
            }
            Step::Local(n) => {
                let (text, of) = &self.own[place(&self.own, *n)?];
                counted(&mut self.held, || {
                    let clones = vec![text.local(); 3];
                    let shared = clones[0].shared();
                    drop(clones);
                    assert_eq!(shared, *self.texts[*of]);
                });
            }
            Step::Give(n) => {
                let handle = self.own.swap_remove(place(&self.own, *n)?);
                self.anyone.lock().expect("no thread panicked").push(handle);
            }
            Step::Take => {
                let taken = self.anyone.lock().expect("no thread panicked").pop();
                self.keep(taken?);
            }
        }
        Some(())
    }

    fn keep(&mut self, handle: Sent) {
        if self.own.len() == MOST {
            let oldest = self.own.remove(0);
            self.drop(oldest);
        }
        self.own.push(handle);
    }

    fn drop(&mut self, (text, of): Sent) {
        assert_eq!(text, *self.texts[of]);
        counted(&mut self.held, || drop(text));
    }

    /// Drops what is left; says what the thread holds more, or less, than before.
    fn end(mut self) -> isize {
        for handle in std::mem::take(&mut self.own) {
            self.drop(handle);
        }
        self.held
    }
}

fuzz_target!(|actions: Vec<Action>| {
    let mut state = State::default();
    for action in &actions {
        state.act(action);
        state.check();
    }
    // Each that is left, one by one.
    while let Some(handle) = state.handles.pop() {
        counted(&mut state.held, || drop(handle));
        state.check();
    }
});
