//! The cases of `cargo xtask test --filter growth`, which checks how their cost grows with the
//! size. The cost is the number of instructions of [`midturn_measured`] under valgrind, not time.
//!
//! `growth CASE SIZE` runs one case once. The compared sizes and the limits are in
//! `xtask/src/suites/growth.rs`.

use std::hint::black_box;
use std::process::ExitCode;

use midturn_core::conversation::Conversation;
use midturn_core::id::RunId;
use midturn_core::input::Input;
use midturn_core::run_event::{FinishOutcome, RunEvent};
use midturn_markdown::{Rules, Stream};
use midturn_protocol::agui::{MAX_EVENT_BYTES, reader};
use midturn_protocol::sse::SseParser;

/// A part of an answer with the common syntax.
const MIXED: &str = include_str!("../../markdown/benches/mixed.md");

/// The number of deltas that a case of the reducer applies.
const DELTAS: usize = 1_000;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let (case, size) = (words.next(), words.next());
    // `cargo bench` starts this program without arguments, and has nothing to time here.
    let (Some(case), Some(size)) = (case, size.and_then(|size| size.parse().ok())) else {
        return ExitCode::SUCCESS;
    };
    match case.as_str() {
        "markdown" => markdown(size),
        "fence" => fence(size),
        "block" => block(size),
        "nested" => whole(&nested(size)),
        "addresses" => whole(&"(http://a.b)](".repeat(size / 14)),
        "sse" => sse(size),
        "sse-event" => sse_event(size),
        "agui" => agui(size),
        "reducer-thread" => deltas(&mut at_work(size, 0)),
        "reducer-message" => deltas(&mut at_work(5, size)),
        _ => return ExitCode::FAILURE,
    }
    ExitCode::SUCCESS
}

/// Runs the work that is counted. Never inlined, because valgrind finds the function by its name.
#[inline(never)]
fn midturn_measured(work: &mut dyn FnMut()) {
    work();
}

/// Mixed markdown of at least this many bytes, six characters at a time, as models send it.
fn markdown(bytes: usize) {
    feed(&MIXED.repeat(bytes.div_ceil(MIXED.len())));
}

/// Code of at least this many bytes, in blocks of 2 KB.
fn fence(bytes: usize) {
    let line = "    let total = items.iter().map(|item| item.price).sum::<u64>(); // of all\n";
    let block = format!("```rust\n{}```\n\n", line.repeat(27));
    feed(&block.repeat(bytes.div_ceil(block.len())));
}

/// One block of code of at least this many bytes.
fn block(bytes: usize) {
    let line = "    let total = items.iter().map(|item| item.price).sum::<u64>(); // of all\n";
    feed(&["```rust\n", &line.repeat(bytes.div_ceil(line.len()))].concat());
}

/// Nested, closed emphasis of about this many bytes.
fn nested(bytes: usize) -> String {
    let times = bytes / 4;
    [&"*a ".repeat(times), "b", &"*".repeat(times)].concat()
}

/// Parses a text in one piece.
fn whole(text: &str) {
    midturn_measured(&mut || {
        let mut stream = Stream::new(Rules::default());
        stream.write(text);
        black_box(stream.advance(false));
    });
}

fn feed(text: &str) {
    let letters: Vec<char> = text.chars().collect();
    let tokens: Vec<String> = letters.chunks(6).map(|six| six.iter().collect()).collect();
    midturn_measured(&mut || {
        let mut stream = Stream::new(Rules::default());
        for token in &tokens {
            stream.write(token);
            black_box(stream.advance(true));
        }
        black_box(stream.advance(false));
    });
}

/// The bytes of an answer with this many deltas.
fn answer(deltas: usize) -> Vec<u8> {
    let delta =
        "data: {\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"m\",\"delta\":\"token \"}\n\n";
    let mut text =
        "data: {\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r\"}\n\n".to_owned();
    text += &delta.repeat(deltas);
    text += "data: {\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"r\"}\n\n";
    text.into_bytes()
}

fn sse(deltas: usize) {
    parse(&answer(deltas), 16 * 1024);
}

/// One event of this many bytes, read in small chunks.
fn sse_event(bytes: usize) {
    parse(format!("data: {}\n\n", "x".repeat(bytes)).as_bytes(), 1024);
}

fn parse(body: &[u8], chunk: usize) {
    midturn_measured(&mut || {
        let mut parser = SseParser::new(MAX_EVENT_BYTES);
        for chunk in body.chunks(chunk) {
            parser.push(chunk, &mut |item| drop(black_box(item)));
        }
    });
}

fn agui(deltas: usize) {
    let body = answer(deltas);
    midturn_measured(&mut || {
        let mut stream = reader();
        for chunk in body.chunks(1024) {
            black_box(stream.push(chunk));
        }
        black_box(stream.finish());
    });
}

fn apply(conversation: &mut Conversation, run: &RunId, event: RunEvent) {
    let (run, cursor) = (run.clone(), None);
    black_box(conversation.apply(Input::Run { run, cursor, event }, 2));
}

fn text(delta: String) -> RunEvent {
    RunEvent::TextDelta {
        message: "answer".into(),
        delta,
    }
}

/// A conversation with an active turn after `messages` messages. The turn's text has `bytes` bytes.
fn at_work(messages: usize, bytes: usize) -> (Conversation, RunId) {
    let mut conversation = Conversation::new("t".into());
    let submit = |conversation: &mut Conversation, id: String| {
        let text = "hello".into();
        conversation.apply(Input::ComposerChanged { text }, 1);
        let id = id.as_str().into();
        let run = RunId::of_attempt(&id, 1);
        conversation.apply(Input::Submit { id }, 1);
        run
    };
    // A turn is two messages.
    for turn in 0..messages / 2 {
        let run = submit(&mut conversation, format!("m{turn}"));
        apply(&mut conversation, &run, text("an answer".into()));
        let end = RunEvent::Finished(FinishOutcome::Success);
        apply(&mut conversation, &run, end);
    }
    let run = submit(&mut conversation, "last".into());
    apply(&mut conversation, &run, text("x".repeat(bytes)));
    (conversation, run)
}

fn deltas((conversation, run): &mut (Conversation, RunId)) {
    // The first delta reallocates the text, which must not be counted.
    apply(conversation, run, text("token".into()));
    midturn_measured(&mut || {
        for _ in 0..DELTAS {
            apply(conversation, run, text("token".into()));
        }
    });
}
