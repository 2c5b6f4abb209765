//! Scenarios in which an agent starts another.

use serde_json::json;

use super::super::beat::{Beat, Cue, Response, call, say};
use crate::conversation::ToolStatus;

/// The main agent: starts an explorer.
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

/// The `explore` agent.
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

/// The main agent: starts three agents at the same time.
pub(in super::super) fn team(cue: &Cue) -> Response {
    match cue.round {
        0 => {
            let mut beats = say("Three agents can share this.");
            beats.extend([
                call("explore", json!({"task": "Find every place that waits"})),
                call("plan", json!({"task": "Plan the change of the unit"})),
                call("agent", json!({"task": "Check that lints are clean"})),
            ]);
            Response::new(beats).all_at_once()
        }
        _ => Response::new(say(
            "The explorer found one place, the planner needs one step, and the lints are clean.",
        )),
    }
}

/// The `plan` agent.
pub(in super::super) fn plan(cue: &Cue) -> Response {
    let beats = match cue.round {
        0 => vec![call("read_file", json!({"path": "src/client.rs"}))],
        _ => say("One step: read the header in seconds. The client needs no change."),
    };
    Response::new(beats)
}

/// The main agent: starts agents that ask before they write.
pub(in super::super) fn delegate(cue: &Cue) -> Response {
    if cue.round > 0 {
        return Response::new(say("That is all that I had handed on."));
    }
    let paths = ["src/retry.rs", "tests/retry.rs", "README.md"];
    let count = cue.number.unwrap_or(1).clamp(1, 2);
    let mut beats = say("I will hand this on.");
    let tasks = paths.iter().take(count);
    beats.extend(tasks.map(|path| call("agent", json!({"task": format!("{WRITE} {path}")}))));
    if count > 1 {
        let readme = json!({"path": paths[2], "content": "# tidepool\n"});
        beats.push(call("write_file", readme));
    }
    Response::new(beats).all_at_once()
}

/// The prefix of a writing agent's task.
const WRITE: &str = "Write the change to";

fn writer(cue: &Cue, path: &str) -> Response {
    let beats = match (cue.round, cue.last_status) {
        (0, _) => {
            let mut beats = say("I have the change ready.");
            let change = json!({"path": path, "content": "// Retry-After counts seconds.\n"});
            beats.push(call("write_file", change));
            beats
        }
        (_, Some(ToolStatus::Ok)) => say(&format!("I have written {path}.")),
        _ => say(&format!("I have left {path} as it was.")),
    };
    Response::new(beats)
}

/// The `agent` agent: writes a file or checks the lints, depending on its task.
pub(in super::super) fn worker(cue: &Cue) -> Response {
    if let Some(path) = cue.task.strip_prefix(WRITE) {
        return writer(cue, path.trim());
    }
    let beats = match cue.round {
        0 => vec![call("run_command", json!({"command": "cargo clippy"}))],
        _ => say("The lints are clean."),
    };
    Response::new(beats)
}

/// The main agent: starts an agent and a command that cannot be cancelled alone.
pub(in super::super) fn firm(cue: &Cue) -> Response {
    match cue.round {
        0 => {
            let task = json!({"task": "Find every place that waits", "allowCancellation": false});
            let command = json!({"command": "cargo test --workspace", "allowCancellation": false});
            let mut beats = say("Please let these two come to their end.");
            beats.extend([call("explore", task), call("run_command", command)]);
            Response::new(beats).all_at_once()
        }
        _ => Response::new(say("One place waits, and all tests pass.")),
    }
}

/// The main agent: asks an `agent-ask` agent a question.
pub(in super::super) fn ask(cue: &Cue) -> Response {
    match cue.round {
        0 => Response::new([call(
            "agent-ask",
            json!({"task": "Which unit does Retry-After have?"}),
        )]),
        _ => Response::new(say("It is seconds, as I thought.")),
    }
}

/// The `agent-ask` agent.
pub(in super::super) fn answer(_: &Cue) -> Response {
    Response::new(say(
        "Retry-After is either a whole number of seconds or an HTTP date.",
    ))
}
