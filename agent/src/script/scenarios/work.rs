//! Scenarios that use tools.

use serde_json::json;

use super::super::account::{Errand, Piece, lack, next_errand, report, report_errands};
use super::super::beat::{
    Act, Beat, Cue, Ended, Response, beat, call, end_step, say, step, ticked,
};
use crate::conversation::ToolStatus;
use crate::engine::PlanStatus;

/// A response with this text, then these calls.
pub(super) fn then(text: &str, calls: impl IntoIterator<Item = Beat>) -> Response {
    let beats: Vec<Beat> = say(text).into_iter().chain(calls).collect();
    Response::new(beats)
}

/// The errands of [`tools`].
const LOOKS: [Errand; 2] = [
    Errand {
        says: "I will look at the retry code and at who uses it.",
        tool: ("read_file", "path", "src/retry.rs"),
        what: "the read of src/retry.rs",
        shows: "the header is read as milliseconds, but servers send seconds",
        otherwise: "so I have not seen what becomes of the header",
    },
    Errand {
        says: "",
        tool: ("search_text", "query", "Retry-After"),
        what: "the search",
        shows: "the only place that reads the header is src/retry.rs",
        otherwise: "so I do not know who else reads the header",
    },
];

/// Two tools one after the other, then an answer.
pub(in super::super) fn tools(cue: &Cue) -> Response {
    let all_well = "Found it. parse_retry_after reads the header as milliseconds, but servers send \
                    seconds. The only place that reads the header is src/retry.rs, so the fix \
                    stays in one function and no caller has to change.";
    let beats = next_errand(cue, &LOOKS, say);
    Response::new(beats.unwrap_or_else(|| say(&report_errands(all_well, &LOOKS, cue))))
}

/// The whole test suite. A part of it says nothing about the tests that pass.
const TESTS: Piece = Piece {
    what: "the test run",
    proof: "",
    shows: "the test run is over",
    otherwise: "so I have no result to report",
};

/// One tool that takes thirty seconds.
pub(in super::super) fn slow(cue: &Cue) -> Response {
    if cue.round() == 0 {
        return then(
            "I will run the whole test suite first. That takes about half a minute.",
            [call(
                "run_command",
                json!({"command": "cargo test --workspace"}),
            )],
        );
    }
    Response::new(say(&report(
        "All 212 tests pass, the retry tests among them. The suite took 29.6 seconds; most of \
         that is tests/queue.rs.",
        &[TESTS],
        &cue.all_results(),
    )))
}

/// The commands of [`parallel`], each with what it shows.
const CHECKS: [(&str, Piece); 3] = [
    (
        "cargo doc",
        Piece {
            what: "the build of the documentation",
            proof: "",
            shows: "the documentation builds",
            otherwise: "so I do not know whether it is complete",
        },
    ),
    (
        "cargo fmt --check",
        Piece {
            what: "the check of the formatting",
            proof: "",
            shows: "the formatting has no differences",
            otherwise: "so it is unchecked",
        },
    ),
    (
        "cargo clippy",
        Piece {
            what: "the lint check",
            proof: "",
            shows: "there are no lints",
            otherwise: "so there may be lints",
        },
    ),
];

/// Three tools of one response, at the same time.
pub(in super::super) fn parallel(cue: &Cue) -> Response {
    if cue.round() == 0 {
        let calls = CHECKS.map(|(command, _)| call("run_command", json!({"command": command})));
        let says = "I will check lints, formatting and documentation at the same time.";
        return then(says, calls).all_at_once();
    }
    // The commands end in any order.
    let ended = |(command, _): &(&str, Piece)| {
        let mut results = cue.results().iter();
        results.find(|ended| ended.argument("command") == Some(command))
    };
    let results: Vec<&Ended> = CHECKS.iter().filter_map(ended).collect();
    Response::new(say(&report(
        "Everything is in order: no lints, no formatting differences, and the documentation \
         builds.",
        &CHECKS.map(|(_, piece)| piece),
        &results,
    )))
}

/// As many quick tools as the message asks for, each in its own response.
pub(in super::super) fn many(cue: &Cue) -> Response {
    let total = cue.number.unwrap_or(50);
    let path = format!("src/generated/module_{:03}.rs", cue.round() + 1);
    let read = beat(
        30,
        Act::Call {
            name: "read_file".into(),
            arguments: json!({"path": path}),
        },
    );
    match cue.round() {
        round if round >= total => Response::new(say(&have_read(total, &cue.all_results()))),
        0 => then("I will read the generated modules one by one.", [read]),
        _ => Response::new([read]),
    }
}

fn have_read(total: usize, results: &[&Ended]) -> String {
    let unread = results.iter().filter(|ended| !ended.is_ok());
    let unread: Vec<&Ended> = unread.copied().collect();
    let Some(first) = unread.first() else {
        return format!(
            "I have read all {total} generated modules. None of them mentions the header."
        );
    };
    let path = first.argument("path").unwrap_or("a module");
    let lack = lack(&format!("the read of {path}"), first);
    let read = total.saturating_sub(unread.len());
    format!(
        "{lack}. So I have read {read} of the {total} generated modules. Those that I have read do \
         not mention the header."
    )
}

/// The errands of [`plan`], each in a step of its own.
const STEPS: [(&str, Errand); 3] = [
    (
        "Reproduce the failure",
        Errand {
            says: "First I want to see it fail.",
            tool: ("run_command", "command", "cargo test retry"),
            what: "the test run",
            shows: "the failure is reproduced",
            otherwise: "so I have not seen the failure",
        },
    ),
    (
        "Find the cause",
        Errand {
            says: "",
            tool: ("read_file", "path", "src/retry.rs"),
            what: "the read of src/retry.rs",
            shows: "Retry-After is read in the wrong unit",
            otherwise: "so I do not know the cause",
        },
    ),
    (
        "Check who depends on it",
        Errand {
            says: "",
            tool: ("search_text", "query", "retry::delay"),
            what: "the search",
            shows: "one caller depends on it, src/client.rs",
            otherwise: "so I do not know who depends on it",
        },
    ),
];

/// Work in named steps.
pub(in super::super) fn plan(cue: &Cue) -> Response {
    let errands = STEPS.map(|(_, errand)| errand);
    let all_well = "The failure is reproduced and explained: Retry-After is read in the wrong \
                    unit. One caller depends on it, src/client.rs, and it needs no change.";
    let (mark, beats) = match (STEPS.get(cue.round()), next_errand(cue, &errands, say)) {
        (Some((name, _)), Some(beats)) => (step(name), beats),
        _ => (end_step(), say(&report_errands(all_well, &errands, cue))),
    };
    let beats = std::iter::once(mark).chain(beats);
    Response::new(beats.collect::<Vec<_>>())
}

/// An activity of the agent's own kind that grows, between two texts.
pub(in super::super) fn tide(_: &Cue) -> Response {
    let heights = [1.2, 2.9, 4.6, 5.1, 4.0, 2.2];
    let grown = (1..=heights.len()).map(|count| {
        let content = json!({"place": "Saint-Malo", "heights": heights.get(..count)});
        let kind = "tide";
        beat(300, Act::Activity { kind, content })
    });
    let beats = say("I will ask the tide service for today.")
        .into_iter()
        .chain(grown)
        .chain(say("High water is at noon, with 5.1 metres."));
    Response::new(beats.collect::<Vec<_>>())
}

/// The errands of [`todo`], each with its title in the plan.
const LIST: [(&str, Errand); 4] = [
    ("Reproduce the failure", STEPS[0].1),
    ("Read the retry code", STEPS[1].1),
    ("Find everything that uses it", LOOKS[1]),
    (
        "Run the whole test suite",
        Errand {
            says: "",
            tool: ("run_command", "command", "cargo test"),
            what: "the run of the whole test suite",
            shows: "one of all 212 tests fails",
            otherwise: "so something else may fail too",
        },
    ),
];
/// The last step of [`todo`], which needs no tool.
const REPORT: &str = "Report what I found";

/// A plan that the agent ticks off, as an activity that changes.
pub(in super::super) fn todo(cue: &Cue) -> Response {
    let errands = LIST.map(|(_, errand)| errand);
    let mut over: Vec<PlanStatus> = cue.all_results().into_iter().map(ticked_off).collect();
    let mut beats = vec![to_do(&over)];
    if cue.round() == 0 {
        beats.extend(say("I will work through this list."));
        let tool = next_errand(cue, &errands, |_| Vec::new());
        beats.extend(tool.unwrap_or_default());
        return Response::new(beats);
    }
    if let Some(next) = next_errand(cue, &errands, say) {
        beats.extend(next);
        return Response::new(beats);
    }
    let all_well = "All steps are done. The failure is in parse_retry_after, which reads seconds as \
                    milliseconds. Nothing else reads the header.";
    beats.extend(say(&report_errands(all_well, &errands, cue)));
    over.push(PlanStatus::Completed);
    beats.push(to_do(&over));
    Response::new(beats)
}

fn to_do(over: &[PlanStatus]) -> Beat {
    let titles = LIST.map(|(title, _)| title);
    let titles: Vec<&str> = titles.into_iter().chain([REPORT]).collect();
    ticked(&titles, over)
}

/// What becomes of a step in the plan.
fn ticked_off(ended: &Ended) -> PlanStatus {
    match ended.result.status {
        ToolStatus::Ok => PlanStatus::Completed,
        ToolStatus::Error => PlanStatus::Failed,
        ToolStatus::Denied | ToolStatus::Cancelled => PlanStatus::Skipped,
    }
}

/// A tool that fails, and a way around it.
pub(in super::super) fn failtool(cue: &Cue) -> Response {
    let failing = "Five of the six retry tests pass. honours_retry_after fails: it expects a wait \
                   of two seconds and sees almost none.";
    match (cue.round(), cue.results().first()) {
        (0, _) | (_, None) => then(
            "I will run the tests.",
            [call("run_command", json!({"command": "cargo nextest run"}))],
        ),
        (1, Some(ended)) if ended.result.status == ToolStatus::Error => then(
            "nextest is not installed here. The built-in runner will do.",
            [call("run_command", json!({"command": "cargo test retry"}))],
        ),
        // Somebody who stops the tests does not want them by another way.
        _ => Response::new(say(&report(failing, &[TESTS], &last(cue)))),
    }
}

fn last(cue: &Cue) -> Vec<&Ended> {
    cue.results().iter().take(1).collect()
}
