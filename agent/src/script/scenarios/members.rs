//! The agents that a main agent starts. Each answers with what its tools have shown.
//!
//! A person is asked to speak to these agents, or to stop one of several: they think aloud, and the
//! agents of `team` end one after the other.

use serde_json::json;

use super::super::account::{Errand, lack, next_errand, quote, report_errands};
use super::super::beat::{Beat, Cue, Ended, Response, aloud, call, say};
use crate::conversation::{ToolStatus, Unmade};

/// Tasks of the agents of `team`. That of the explorer is also in `firm`.
pub(super) const WAITS: &str = "Find every place that waits";
pub(super) const UNIT: &str = "Plan the change of the unit";
pub(super) const LINTS: &str = "Check that lints are clean";
/// The prefix of a writing agent's task.
pub(super) const WRITE: &str = "Write the change to";

/// What the answers contain if the agents have found what they were to find.
pub(super) const PLACE: &str = "One place waits:";
pub(super) const CAUSE: &str = "are read as milliseconds";
pub(super) const PLANNED: &str = "One step:";
pub(super) const CLEAN: &str = "The lints are clean.";
pub(super) const ADVICE: &str = "either a whole number of seconds or an HTTP date";

/// The change that a writing agent makes.
pub(super) const CONTENT: &str = "// Retry-After counts seconds.\n";

/// The errands of an explorer that looks for a cause.
const CAUSES: [Errand; 2] = [
    Errand {
        says: "Looking for the place where the delay is decided.",
        tool: ("search_text", "query", "delay"),
        what: "the search",
        shows: "the search names src/client.rs and src/retry.rs",
        otherwise: "so other places may decide about the delay too",
    },
    Errand {
        says: "The client asks retry::delay after each answer, and that is in src/retry.rs. I will \
               read how it comes to its number, and what it does with the headers of the answer. \
               There are two ways to get one: from the server, or by counting the attempts.",
        tool: ("read_file", "path", "src/retry.rs"),
        what: "the read of src/retry.rs",
        shows: "in src/retry.rs, the seconds of Retry-After are taken for milliseconds",
        otherwise: "so I have not seen how the delay is decided",
    },
];

/// The errands of an explorer that looks for places that wait.
const PLACES: [Errand; 4] = [
    Errand {
        says: "Looking for the place where the delay is decided.",
        tool: ("search_text", "query", "sleep("),
        what: "the search",
        shows: "the search names one line of src/client.rs",
        otherwise: "so I may have missed a place",
    },
    Errand {
        says: "The search names one line, in src/client.rs. I will read what is around it: who \
               waits there, what comes before, and whether anything else in the file waits too.",
        tool: ("read_file", "path", "src/client.rs"),
        what: "the read of src/client.rs",
        shows: "one function of src/client.rs waits before it tries again",
        otherwise: "so I have not seen who waits there",
    },
    Errand {
        says: "That is send, which waits before it tries again. Nothing else in the file does. How \
               long it waits is decided elsewhere, so src/retry.rs comes next.",
        tool: ("read_file", "path", "src/retry.rs"),
        what: "the read of src/retry.rs",
        shows: "the code in src/retry.rs only says how long",
        otherwise: "so it may wait as well",
    },
    Errand {
        says: "No wait in src/retry.rs: it only counts. The tests come last, because one that waits \
               for real would be slow.",
        tool: ("read_file", "path", "tests/retry.rs"),
        what: "the read of tests/retry.rs",
        shows: "the test has a paused clock",
        otherwise: "so the tests may wait for real",
    },
];

/// The `explore` agent: looks for waits or for a cause, depending on its task.
pub(in super::super) fn explore(cue: &Cue) -> Response {
    let (errands, all_well): (&[Errand], String) = if cue.task == WAITS {
        let end = "send in src/client.rs, before it tries again. src/retry.rs says how long.";
        (&PLACES, format!("{PLACE} {end}"))
    } else {
        let end = format!(
            "The delay is decided in src/retry.rs. When the server sends Retry-After, its seconds \
             {CAUSE}, so the client tries again almost at once."
        );
        (&CAUSES, end)
    };
    // The first words come at once: there is nothing to think about yet.
    let speak = if cue.round() == 0 { say } else { aloud };
    let beats = next_errand(cue, errands, speak);
    Response::new(beats.unwrap_or_else(|| say(&report_errands(&all_well, errands, cue))))
}

/// The errands of a planner.
const PLANS: [Errand; 2] = [
    Errand {
        says: "",
        tool: ("read_file", "path", "src/client.rs"),
        what: "the read of src/client.rs",
        shows: "the client hands the headers on as they are",
        otherwise: "so I do not know what the client needs",
    },
    Errand {
        says: "The client hands the headers on as they are, and waits as long as it is told. So it \
               need not know about units at all. What is left is the place that makes a duration \
               of the header, and I want to see it before I promise anything.",
        tool: ("read_file", "path", "src/retry.rs"),
        what: "the read of src/retry.rs",
        shows: "one function of src/retry.rs reads the header",
        otherwise: "so I have no plan",
    },
];

/// The `plan` agent.
pub(in super::super) fn plan(cue: &Cue) -> Response {
    let all_well = format!("{PLANNED} read the header in seconds. The client needs no change.");
    let beats = next_errand(cue, &PLANS, aloud);
    Response::new(beats.unwrap_or_else(|| say(&report_errands(&all_well, &PLANS, cue))))
}

/// The errand of an agent that checks the lints.
const LINT: [Errand; 1] = [Errand {
    says: "",
    tool: ("run_command", "command", "cargo clippy --all-targets"),
    what: "the lint check",
    shows: "the lints are clean",
    otherwise: "so I have nothing to say about the lints",
}];

/// The `agent` agent: writes a file or checks the lints, depending on its task.
pub(in super::super) fn worker(cue: &Cue) -> Response {
    if let Some(path) = cue.task.strip_prefix(WRITE) {
        return writer(cue, path.trim());
    }
    let beats = next_errand(cue, &LINT, aloud);
    Response::new(beats.unwrap_or_else(|| say(&report_errands(CLEAN, &LINT, cue))))
}

fn writer(cue: &Cue, path: &str) -> Response {
    let change = json!({"path": path, "content": CONTENT});
    let Some(ended) = cue.results().first() else {
        let mut beats = say("I have the change ready.");
        beats.push(call("write_file", change));
        return Response::new(beats);
    };
    let beats: Vec<Beat> = match ended.unmade() {
        _ if ended.is_ok() && ended.arguments == change => say(&format!("I have written {path}.")),
        _ if ended.is_ok() => {
            let path = ended.argument("path").unwrap_or(path);
            say(&format!("I have written {path}, as you changed it."))
        }
        Some(Unmade::Denied(Some(reason))) => say(&format!(
            "I have left {path} as it was, because you said: {}.",
            quote(reason)
        )),
        _ if may_have_begun(ended) => say(&format!(
            "{}. Please look at the file before you use it.",
            lack(&format!("the write of {path}"), ended)
        )),
        _ => say(&format!("I have left {path} as it was.")),
    };
    Response::new(beats)
}

/// Whether a write that did not succeed may have changed the file.
pub(super) fn may_have_begun(ended: &Ended) -> bool {
    match ended.unmade() {
        Some(Unmade::Denied(_) | Unmade::Replaced | Unmade::Dismissed) => false,
        Some(Unmade::Stopped(_) | Unmade::Interrupted { .. }) => true,
        None => ended.result.status != ToolStatus::Denied,
    }
}

/// The `agent-ask` agent. It looks the answer up, so that there is time to speak to its caller.
pub(in super::super) fn answer(_: &Cue) -> Response {
    let beats = aloud(
        "That is in RFC 9110, in the section about Retry-After. I will read what it says about \
         both of its forms, and which of them servers send in practice.\n\n",
    );
    let answer = say(&format!("Retry-After is {ADVICE}."));
    Response::new(beats.into_iter().chain(answer).collect::<Vec<_>>())
}
