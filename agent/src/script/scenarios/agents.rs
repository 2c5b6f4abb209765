//! Scenarios in which the main agent starts others. What those do is in `members.rs`.

use serde_json::json;

use super::super::account::{Piece, lack, report};
use super::super::beat::{Cue, Ended, Response, call, say};
use super::members::{ADVICE, CAUSE, CLEAN, LINTS, PLACE, PLANNED, UNIT, WAITS, WRITE};

/// The main agent: starts an explorer.
pub(in super::super) fn subagent(cue: &Cue) -> Response {
    if cue.round() == 0 {
        let task = json!({"task": "Find out where the client decides to try again, and why it does so too early"});
        let mut beats = say("I will send an explorer through the code first.");
        beats.push(call("explore", task));
        return Response::new(beats);
    }
    let explorer = Piece {
        what: "the explorer",
        proof: CAUSE,
        shows: "the explorer found the cause",
        otherwise: "so I do not know the cause yet",
    };
    Response::new(say(&report(
        "The explorer found the cause: the header is read in the wrong unit, in one function. \
         I can fix it without touching the client.",
        &[explorer],
        &cue.all_results(),
    )))
}

/// The main agent: starts three agents at the same time.
pub(in super::super) fn team(cue: &Cue) -> Response {
    if cue.round() == 0 {
        let mut beats = say("Three agents can share this.");
        beats.extend([
            call("explore", json!({"task": WAITS})),
            call("plan", json!({"task": UNIT})),
            call("agent", json!({"task": LINTS})),
        ]);
        return Response::new(beats).all_at_once();
    }
    let pieces = [
        Piece {
            what: "the explorer",
            proof: PLACE,
            shows: "the explorer found one place",
            otherwise: "so I do not know every place that waits",
        },
        Piece {
            what: "the planner",
            proof: PLANNED,
            shows: "the planner needs one step",
            otherwise: "so there is no plan",
        },
        Piece {
            what: "the agent for the lints",
            proof: CLEAN,
            shows: "the lints are clean",
            otherwise: "so nobody has checked them",
        },
    ];
    Response::new(say(&report(
        "The explorer found one place, the planner needs one step, and the lints are clean.",
        &pieces,
        &by_call(cue, &["explore", "plan", "agent"]),
    )))
}

/// The results of the last response in the order of its calls. Tools that run at the same time end
/// in any order.
fn by_call<'a>(cue: &'a Cue, names: &[&str]) -> Vec<&'a Ended> {
    let ended = |name: &&str| cue.results().iter().find(|ended| ended.name == *name);
    names.iter().filter_map(ended).collect()
}

/// The main agent: starts agents that ask before they write.
pub(in super::super) fn delegate(cue: &Cue) -> Response {
    if cue.round() > 0 {
        return Response::new(say(&handed_on(cue.results())));
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

/// What came of the agents that were to write, and of the main agent's own file.
fn handed_on(results: &[Ended]) -> String {
    let was_written = |ended: &Ended| {
        let as_asked = ended.name == "write_file" || ended.result.content == written(ended);
        ended.is_ok() && as_asked
    };
    if results.iter().all(was_written) {
        return "That is all that I had handed on.".to_owned();
    }
    let lines = results.iter().map(|ended| format!("- {}", came_of(ended)));
    let lines: Vec<String> = lines.collect();
    format!("This is what came of it:\n\n{}", lines.join("\n"))
}

/// The answer of an agent that has written what its task says.
fn written(ended: &Ended) -> String {
    format!("I have written {}.", path_of(ended))
}

fn path_of(ended: &Ended) -> &str {
    let task = ended
        .argument("task")
        .and_then(|task| task.strip_prefix(WRITE));
    let path = task.or_else(|| ended.argument("path"));
    path.unwrap_or("a file").trim()
}

fn came_of(ended: &Ended) -> String {
    let path = path_of(ended);
    match (ended.name.as_str(), ended.is_ok()) {
        ("write_file", true) => format!("I have written {path}."),
        ("write_file", false) => format!("{}.", lack(&format!("the write of {path}"), ended)),
        (_, true) => format!("My agent says: {}", ended.result.content.trim()),
        // An agent that is stopped may have written the file already.
        (_, false) => format!("{}.", lack(&format!("the agent for {path}"), ended)),
    }
}

/// The main agent: starts an agent and a command that cannot be cancelled alone.
pub(in super::super) fn firm(cue: &Cue) -> Response {
    if cue.round() == 0 {
        let task = json!({"task": WAITS, "allowCancellation": false});
        let command = json!({"command": "cargo test --workspace", "allowCancellation": false});
        let mut beats = say("Please let these two come to their end.");
        beats.extend([call("explore", task), call("run_command", command)]);
        return Response::new(beats).all_at_once();
    }
    let pieces = [
        Piece {
            what: "the explorer",
            proof: PLACE,
            shows: "one place waits",
            otherwise: "so I do not know every place that waits",
        },
        Piece {
            what: "the test run",
            proof: "",
            shows: "all tests pass",
            otherwise: "so I have no result of it",
        },
    ];
    Response::new(say(&report(
        "One place waits, and all tests pass.",
        &pieces,
        &by_call(cue, &["explore", "run_command"]),
    )))
}

/// The main agent: asks an `agent-ask` agent a question.
pub(in super::super) fn ask(cue: &Cue) -> Response {
    if cue.round() == 0 {
        let task = json!({"task": "Which unit does Retry-After have?"});
        return Response::new([call("agent-ask", task)]);
    }
    let asked = Piece {
        what: "the agent that I had asked",
        proof: ADVICE,
        shows: "the other agent answered",
        otherwise: "so I cannot tell you the unit",
    };
    let results = cue.all_results();
    Response::new(say(&report(
        "It is seconds, as I thought.",
        &[asked],
        &results,
    )))
}
