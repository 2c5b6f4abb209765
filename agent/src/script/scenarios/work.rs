//! Scenarios that use tools.

use serde_json::{Value, json};

use super::super::beat::{Act, Beat, Cue, Response, beat, call, end_step, say, step, ticked};
use crate::conversation::ToolStatus;

const FIXED_PARSER: &str = "\
fn parse_retry_after(value: &HeaderValue) -> Duration {
    let seconds = value.to_str().ok().and_then(|v| v.parse().ok());
    Duration::from_secs(seconds.unwrap_or(0))
}
";

fn then(text: &str, calls: impl IntoIterator<Item = Beat>) -> Response {
    let beats: Vec<Beat> = say(text).into_iter().chain(calls).collect();
    Response::new(beats)
}

/// Two tools one after the other, then an answer.
pub(in super::super) fn tools(cue: &Cue) -> Response {
    match cue.round {
        0 => then(
            "I will look at the retry code and at who uses it.",
            [call("read_file", json!({"path": "src/retry.rs"}))],
        ),
        1 => Response::new([call("search_text", json!({"query": "Retry-After"}))]),
        _ => Response::new(say(
            "Found it. parse_retry_after reads the header as milliseconds, but servers send \
             seconds. The only place that reads the header is src/retry.rs, so the fix stays in \
             one function and no caller has to change.",
        )),
    }
}

/// One tool that takes thirty seconds.
pub(in super::super) fn slow(cue: &Cue) -> Response {
    match cue.round {
        0 => then(
            "I will run the whole test suite first. That takes about half a minute.",
            [call(
                "run_command",
                json!({"command": "cargo test --workspace"}),
            )],
        ),
        _ => Response::new(say(
            "All 212 tests pass, the retry tests among them. The suite took 29.6 seconds; most of \
             that is tests/queue.rs.",
        )),
    }
}

/// Three tools of one response, at the same time.
pub(in super::super) fn parallel(cue: &Cue) -> Response {
    match cue.round {
        0 => then(
            "I will check lints, formatting and documentation at the same time.",
            [
                call("run_command", json!({"command": "cargo doc"})),
                call("run_command", json!({"command": "cargo fmt --check"})),
                call("run_command", json!({"command": "cargo clippy"})),
            ],
        )
        .all_at_once(),
        _ => Response::new(say(
            "Everything is in order: no lints, no formatting differences, and the documentation \
             builds.",
        )),
    }
}

/// As many quick tools as the message asks for, each in its own response.
pub(in super::super) fn many(cue: &Cue) -> Response {
    let total = cue.number.unwrap_or(50);
    let path = format!("src/generated/module_{:03}.rs", cue.round + 1);
    let read = beat(
        30,
        Act::Call {
            name: "read_file".into(),
            arguments: json!({"path": path}),
        },
    );
    match cue.round {
        round if round >= total => Response::new(say(&format!(
            "I have read all {total} generated modules. None of them mentions the header."
        ))),
        0 => then("I will read the generated modules one by one.", [read]),
        _ => Response::new([read]),
    }
}

/// Work in named steps.
pub(in super::super) fn plan(cue: &Cue) -> Response {
    match cue.round {
        0 => Response::new(
            std::iter::once(step("Reproduce the failure"))
                .chain(say("First I want to see it fail."))
                .chain([call("run_command", json!({"command": "cargo test retry"}))])
                .collect::<Vec<_>>(),
        ),
        1 => Response::new([
            step("Find the cause"),
            call("read_file", json!({"path": "src/retry.rs"})),
        ]),
        2 => Response::new([
            step("Check who depends on it"),
            call("search_text", json!({"query": "retry::delay"})),
        ]),
        _ => Response::new(
            std::iter::once(end_step())
                .chain(say(
                    "The failure is reproduced and explained: Retry-After is read in the wrong \
                     unit. One caller depends on it, src/client.rs, and it needs no change.",
                ))
                .collect::<Vec<_>>(),
        ),
    }
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

/// The steps of [`todo`].
const TO_DO: [&str; 5] = [
    "Reproduce the failure",
    "Read the retry code",
    "Find everything that uses it",
    "Run the whole test suite",
    "Report what I found",
];

/// A plan that the agent ticks off, as an activity that changes.
pub(in super::super) fn todo(cue: &Cue) -> Response {
    let tool = match cue.round {
        0 => call("run_command", json!({"command": "cargo test retry"})),
        1 => call("read_file", json!({"path": "src/retry.rs"})),
        2 => call("search_text", json!({"query": "Retry-After"})),
        3 => call("run_command", json!({"command": "cargo test --lib"})),
        done => {
            let text = say(
                "All steps are done. The failure is in parse_retry_after, which reads seconds as \
                 milliseconds. Nothing else reads the header.",
            );
            let report = std::iter::once(to_do(done)).chain(text);
            return Response::new(report.chain([to_do(TO_DO.len())]).collect::<Vec<_>>());
        }
    };
    if cue.round > 0 {
        return Response::new([to_do(cue.round), tool]);
    }
    let begin = std::iter::once(to_do(0)).chain(say("I will work through this list."));
    Response::new(begin.chain([tool]).collect::<Vec<_>>())
}

fn to_do(done: usize) -> Beat {
    ticked(&TO_DO, done)
}

/// A tool that needs approval.
pub(in super::super) fn approval(cue: &Cue) -> Response {
    match (cue.round, cue.last_status) {
        (0, _) => then(
            "The fix is one line in src/retry.rs. I would like to write it.",
            [call(
                "write_file",
                json!({"path": "src/retry.rs", "content": FIXED_PARSER}),
            )],
        ),
        (1, Some(ToolStatus::Ok)) => Response::new([call(
            "run_command",
            json!({"command": "cargo test retry -- --nocapture"}),
        )]),
        (_, Some(ToolStatus::Denied)) => Response::new(say(
            "All right, I have not touched the file. If you prefer, I can show you the change as a \
             patch instead.",
        )),
        (_, Some(ToolStatus::Cancelled)) => Response::new(say(
            "You closed the question without an answer, so I have left the file as it was.",
        )),
        _ => Response::new(say(
            "Done. I wrote the fix to src/retry.rs, and all six retry tests pass now.",
        )),
    }
}

/// A tool of the client, for example of its page.
pub(in super::super) fn page(cue: &Cue) -> Response {
    let Some(tool) = &cue.client_tool else {
        return Response::new(say("Your client has not offered me any tool of its own."));
    };
    match (cue.round, cue.last_status) {
        (0, _) => {
            let ask = call(tool.name.clone(), made_up(&tool.parameters));
            let mut beats = say("I need something that only your client can do.");
            beats.extend([call("read_file", json!({"path": "src/retry.rs"})), ask]);
            Response::new(beats).all_at_once()
        }
        (_, Some(ToolStatus::Ok)) => Response::new(say(&format!(
            "Thank you. Your client says: {}",
            cue.last_content
        ))),
        _ => Response::new(say("All right, I will do without it.")),
    }
}

/// Arguments that a schema allows.
fn made_up(schema: &Value) -> Value {
    let properties = schema["properties"].as_object().into_iter().flatten();
    let arguments = properties.map(|(name, property)| {
        let value = match (&property["enum"][0], property["type"].as_str()) {
            (Value::Null, Some("number" | "integer")) => json!(1),
            (Value::Null, Some("boolean")) => json!(true),
            (Value::Null, Some("array")) => json!([]),
            (Value::Null, Some("object")) => json!({}),
            (Value::Null, _) => json!("tidepool"),
            (first, _) => first.clone(),
        };
        (name.clone(), value)
    });
    Value::Object(arguments.collect())
}

/// Two tools of one response that need approval.
pub(in super::super) fn approvals(cue: &Cue) -> Response {
    match cue.round {
        0 => then(
            "The fix needs two files: the parser, and a line in the changelog.",
            [
                call(
                    "write_file",
                    json!({"path": "src/retry.rs", "content": FIXED_PARSER}),
                ),
                call(
                    "write_file",
                    json!({"path": "CHANGELOG.md", "content": "Retry-After is read in seconds.\n"}),
                ),
            ],
        ),
        _ => Response::new(say(
            "Thank you. I have written what you allowed, and left the rest as it was.",
        )),
    }
}

/// A tool that fails, and a way around it.
pub(in super::super) fn failtool(cue: &Cue) -> Response {
    match cue.round {
        0 => then(
            "I will run the tests.",
            [call("run_command", json!({"command": "cargo nextest run"}))],
        ),
        1 => then(
            "nextest is not installed here. The built-in runner will do.",
            [call("run_command", json!({"command": "cargo test retry"}))],
        ),
        _ => Response::new(say(
            "Five of the six retry tests pass. honours_retry_after fails: it expects a wait of two \
             seconds and sees almost none.",
        )),
    }
}
