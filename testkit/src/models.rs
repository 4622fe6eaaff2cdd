//! Support for loom's models of threads: runs them, and checks that each seeded mutation fails its
//! models.

use std::env;
use std::fmt::Debug;
use std::process::Command;

use loom::thread;

/// Runs work on threads of its own, the last here.
pub fn together<const N: usize>(works: [Box<dyn FnOnce() + Send>; N]) {
    let mut works = Vec::from(works);
    let here = works.pop();
    let threads: Vec<_> = works.into_iter().map(thread::spawn).collect();
    if let Some(work) = here {
        work();
    }
    for thread in threads {
        thread.join().unwrap();
    }
}

/// Evaluates each expression on a thread of its own, the last here.
#[macro_export]
macro_rules! threads {
    ($($work:expr),+ $(,)?) => {
        $crate::models::together([$(::std::boxed::Box::new(move || $work)),+])
    };
}

/// Runs a model in the interleavings of its threads with up to four preemptions.
pub fn explore(model: impl Fn() + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(4);
    builder.check(model);
}

/// Set for a process that runs a model with this mutation.
pub const MUTATED: &str = "STRING_KIT_MUTATION";

/// Fails if a model holds in spite of a mutation.
///
/// In a process of its own, since what goes wrong may end it.
pub fn must_fail(model: &str, mutation: impl Debug, reasons: &[&str]) {
    let ended = Command::new(env::current_exe().unwrap())
        .args(["--exact", model, "--nocapture"])
        .env(MUTATED, format!("{mutation:?}"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&[ended.stdout, ended.stderr].concat()).into_owned();
    assert!(said.contains("running 1 test"), "{model}: {said}");
    assert!(!ended.status.success(), "{model} holds with {mutation:?}");
    assert!(
        reasons.iter().any(|reason| said.contains(reason)),
        "{model} fails with {mutation:?}, but how: {said}"
    );
}

/// Defines models as tests, with the mutations that must fail each of them.
///
/// The caller has `First`, the value that a model begins with; `explore`, which runs a model in all
/// its interleavings; `Mutation`; and `REASONS`, one of which a model that fails must give.
#[macro_export]
macro_rules! models {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident($first:ident) $body:block
        $(fails: [$($mutation:ident),+])?;
    )*) => {$(
        mod $name {
            use super::*;

            $(#[doc = $doc])+
            fn model($first: First) $body

            #[test]
            fn holds() {
                let mutation = std::env::var($crate::models::MUTATED).ok();
                let mutations: &[Mutation] = &[$($(Mutation::$mutation),+)?];
                let mutation = mutations
                    .iter()
                    .find(|known| mutation.as_ref() == Some(&std::format!("{known:?}")));
                explore(model, mutation.copied());
            }

            $(#[test]
            fn mutations_fail() {
                let model = concat!(module_path!(), "::holds").split_once("::").unwrap().1;
                for mutation in [$(Mutation::$mutation),+] {
                    $crate::models::must_fail(model, mutation, &REASONS);
                }
            })?
        }
    )*};
}
