//! Scenarios in which something goes wrong or never ends.
//!
//! The server plays faults before a run begins.

use std::time::Duration;

use serde_json::json;

use super::super::account::lack;
use super::super::beat::{Act, Beat, Cue, Response, beat, call, say};
use crate::engine::Failure;
use crate::runtime::Fault;

const WAITING: &str = "Still watching the build. No change so far. Another minute has passed. ";

/// How long the model takes to fail, in milliseconds: a person is asked to queue a message first.
const FAILS_AFTER: u64 = 9_000;

/// Some text, a tool, then an error.
pub(in super::super) fn fail(cue: &Cue) -> Response {
    let Some(read) = cue.results().first() else {
        let mut beats = say("Let me read the test before I say anything about it.");
        beats.push(call("read_file", json!({"path": "tests/retry.rs"})));
        return Response::new(beats);
    };
    let mut beats = if read.is_ok() {
        say("The test expects a wait of two seconds, and")
    } else {
        say(&format!("{}, and", lack("the read of the test", read)))
    };
    beats.push(beat(
        FAILS_AFTER,
        Act::Fail(Failure::new(
            "model_overloaded",
            "The model is overloaded at the moment. Try again in a minute.",
        )),
    ));
    Response::new(beats)
}

/// Fails twice, then answers.
pub(in super::super) fn retry(cue: &Cue) -> Response {
    if cue.attempt < 3 {
        return Response::new([beat(
            200,
            Act::TryAgain(Failure::new(
                "model_overloaded",
                "The model is overloaded at the moment.",
            )),
        )]);
    }
    Response::new(say("At the third attempt there was room for me."))
}

/// One word after another, without end.
pub(in super::super) fn never(_: &Cue) -> Response {
    let words = WAITING.split_inclusive(' ').cycle();
    Response::new(words.map(|word| Beat {
        // Without this pause, a high speed would flood the client with words.
        floor: Duration::from_millis(40),
        ..beat(700, Act::Text(word.to_owned()))
    }))
}

/// Sends nothing and never ends.
pub(in super::super) fn silent(_: &Cue) -> Response {
    Response::new([beat(0, Act::Hush)])
}

/// The connection breaks in the middle of a sentence. The pause before the break lets the browser
/// read the text: a browser drops unread data of a broken connection.
pub(in super::super) fn disconnect(_: &Cue) -> Response {
    let fault = Beat {
        floor: Duration::from_millis(300),
        ..beat(300, Act::Fault(Fault::Disconnect))
    };
    let text = say("I have found the cause of the failure. It is in the way that the header");
    Response::new(text.into_iter().chain([fault]).collect::<Vec<_>>())
}

/// The connection breaks in the middle of a sentence, and the agent goes on. A client that asked for
/// it joins the same run again, and misses nothing.
pub(in super::super) fn lost(_: &Cue) -> Response {
    let fault = Beat {
        floor: Duration::from_millis(300),
        ..beat(300, Act::Fault(Fault::Lose))
    };
    let before = say(
        "The server sends Retry-After in seconds. I read the connection's own log while I write \
         this, and it ends",
    );
    let after = say(
        " here: your connection to me has just been lost. I have not noticed, because I work on \
         without it. What I write meanwhile is kept, and you get it when you are back.\n\n\
         The cause itself is one word. The client reads the number as milliseconds, so it waits \
         2 ms in place of 2 s, is refused again, and the test fails. You have missed nothing of \
         this sentence either.",
    );
    let beats = before.into_iter().chain([fault]).chain(after);
    Response::new(beats.collect::<Vec<_>>())
}

/// A frame that is not JSON, and then valid ones.
pub(in super::super) fn garbage(_: &Cue) -> Response {
    let fault =
        Fault::Garbage("{\"type\":\"TEXT_MESSAGE_CONTENT\",\"delta\":\"half a fra".to_owned());
    let before = say("One frame of this answer is broken. ");
    let after = say("What comes after it is well formed again.");
    let beats = before
        .into_iter()
        .chain([beat(100, Act::Fault(fault))])
        .chain(after);
    Response::new(beats.collect::<Vec<_>>())
}
