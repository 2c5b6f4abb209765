//! Times 1,000 deltas in messages, threads and turns of growing size. The times in a group should
//! be about equal. The view is not measured.

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use midturn_core::conversation::Conversation;
use midturn_core::id::RunId;
use midturn_core::input::Input;
use midturn_core::run_event::{FinishOutcome, RunEvent};

/// Deltas in one measured batch. The clone before each batch is not measured.
const DELTAS: usize = 1_000;

fn put(conversation: &mut Conversation, run: &RunId, event: RunEvent) {
    let (run, cursor) = (run.clone(), None);
    black_box(conversation.apply(Input::Run { run, cursor, event }, 2));
}

fn text(delta: String) -> RunEvent {
    RunEvent::TextDelta {
        message: "answer".into(),
        delta,
    }
}

fn start(conversation: &mut Conversation, id: &str) -> RunId {
    conversation.apply(
        Input::ComposerChanged {
            text: "hello".into(),
        },
        1,
    );
    conversation.apply(Input::Submit { id: id.into() }, 1);
    RunId::of_attempt(&id.into(), 1)
}

/// A conversation with an active turn after `turns` other turns. The active turn has `activities`
/// activities and a text of `bytes` bytes.
fn at_work(turns: usize, activities: usize, bytes: usize) -> (Conversation, RunId) {
    let mut conversation = Conversation::new("t".into());
    for turn in 0..turns {
        let run = start(&mut conversation, &format!("m{turn}"));
        put(&mut conversation, &run, text("an answer".into()));
        put(
            &mut conversation,
            &run,
            RunEvent::Finished(FinishOutcome::Success),
        );
    }
    let run = start(&mut conversation, "last");
    for step in 0..activities {
        let note = RunEvent::Note {
            id: format!("note{step}").into(),
            title: "step".into(),
            content: String::new(),
        };
        put(&mut conversation, &run, note);
    }
    put(&mut conversation, &run, text("x".repeat(bytes)));
    (conversation, run)
}

fn deltas(criterion: &mut Criterion, group: &str, cases: [(&str, usize, usize, usize); 3]) {
    let mut group = criterion.benchmark_group(group);
    for (name, turns, activities, bytes) in cases {
        let (conversation, run) = at_work(turns, activities, bytes);
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            let fresh = || {
                let mut conversation = conversation.clone();
                // A clone has no spare capacity, so the first delta reallocates the text. That must
                // not be measured.
                put(&mut conversation, &run, text("x".repeat(bytes)));
                conversation
            };
            let stream = |mut conversation: Conversation| {
                for _ in 0..DELTAS {
                    put(&mut conversation, &run, text("token".into()));
                }
                conversation
            };
            bencher.iter_batched(fresh, stream, BatchSize::LargeInput);
        });
    }
    group.finish();
}

fn message_length(criterion: &mut Criterion) {
    deltas(
        criterion,
        "1000 deltas, by message length",
        [
            ("1 KB", 10, 10, 1_000),
            ("100 KB", 10, 10, 100_000),
            ("1 MB", 10, 10, 1_000_000),
        ],
    );
}

fn thread_length(criterion: &mut Criterion) {
    deltas(
        criterion,
        "1000 deltas, by thread length",
        [
            ("10 turns", 10, 10, 1_000),
            ("100 turns", 100, 10, 1_000),
            ("1000 turns", 1_000, 10, 1_000),
        ],
    );
}

fn activities(criterion: &mut Criterion) {
    deltas(
        criterion,
        "1000 deltas, by activities",
        [
            ("1 activity", 10, 1, 1_000),
            ("20 activities", 10, 20, 1_000),
            ("200 activities", 10, 200, 1_000),
        ],
    );
}

criterion_group!(benches, message_length, thread_length, activities);
criterion_main!(benches);
