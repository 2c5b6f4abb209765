//! Scenarios in which an agent starts another.
//!
//! Not responsible for: how nested agents live and end (the engine's).

use serde_json::json;

use super::super::beat::{Beat, Cue, Response, call, say};

/// The outer agent.
pub(in super::super) fn subagent(cue: &Cue) -> Response {
    match cue.round {
        0 => {
            let task = json!({"task": "Find out where the client decides to try again, and why it does so too early"});
            let mut beats = say("I will send an explorer through the code first.");
            beats.push(call("explore", task));
            Response::new(beats)
        }
        _ => Response::new(say(
            "The explorer found the cause: the header is read in the wrong unit, in one function. \
             I can fix it without touching the client.",
        )),
    }
}

/// The explorer.
pub(in super::super) fn explore(cue: &Cue) -> Response {
    let beats: Vec<Beat> = match cue.round {
        0 => say("Looking for the place where the delay is decided.")
            .into_iter()
            .chain([call("search_text", json!({"query": "delay"}))])
            .collect(),
        1 => vec![call("read_file", json!({"path": "src/retry.rs"}))],
        _ => say(
            "The delay is decided in src/retry.rs. When the server sends Retry-After, its seconds \
             are read as milliseconds, so the client tries again almost at once.",
        ),
    };
    Response::new(beats)
}
