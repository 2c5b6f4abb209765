//! Scenarios that wait for a person: for an approval, or for a tool of the client.

use serde_json::{Value, json};

use super::super::account::{lack, listed, quote};
use super::super::beat::{Cue, Ended, Response, call, say};
use super::members::may_have_begun;
use super::work::then;
use crate::conversation::Unmade;

const FIXED_PARSER: &str = "\
fn parse_retry_after(value: &HeaderValue) -> Duration {
    let seconds = value.to_str().ok().and_then(|v| v.parse().ok());
    Duration::from_secs(seconds.unwrap_or(0))
}
";

fn fix() -> Value {
    json!({"path": "src/retry.rs", "content": FIXED_PARSER})
}

fn note() -> Value {
    json!({"path": "CHANGELOG.md", "content": "Retry-After is read in seconds.\n"})
}

/// A tool that needs approval.
pub(in super::super) fn approval(cue: &Cue) -> Response {
    match (cue.round(), cue.results().first()) {
        (0, _) | (_, None) => then(
            "The fix is one line in src/retry.rs. I would like to write it.",
            [call("write_file", fix())],
        ),
        (1, Some(ended)) if ended.is_ok() && ended.arguments == fix() => Response::new([call(
            "run_command",
            json!({"command": "cargo test retry -- --nocapture"}),
        )]),
        (1, Some(ended)) if ended.is_ok() => Response::new(say(&format!(
            "Done. I wrote {}, as you changed it. I have not run the tests on your version.",
            path_of(ended)
        ))),
        (1, Some(ended)) => Response::new(say(&unwritten(ended))),
        (_, Some(ended)) if ended.is_ok() => Response::new(say(
            "Done. I wrote the fix to src/retry.rs, and all six retry tests pass now.",
        )),
        (_, Some(ended)) => Response::new(say(&format!(
            "I wrote the fix to src/retry.rs. {}, so it is not tested yet.",
            lack("the test run", ended)
        ))),
    }
}

/// The answer when the fix was not written.
fn unwritten(ended: &Ended) -> String {
    match ended.unmade() {
        Some(Unmade::Dismissed) => {
            "You closed the question without an answer, so I have left the file as it was."
                .to_owned()
        }
        _ if may_have_begun(ended) => format!(
            "{}, so please look at src/retry.rs before you use it.",
            lack("the write", ended)
        ),
        Some(Unmade::Denied(Some(reason))) => format!(
            "All right, I have not touched the file, because you said: {}. If you prefer, I can \
             show you the change as a patch instead.",
            quote(reason)
        ),
        _ => "All right, I have not touched the file. If you prefer, I can show you the change as \
              a patch instead."
            .to_owned(),
    }
}

/// The path that a call named when it ran.
fn path_of(ended: &Ended) -> &str {
    ended.argument("path").unwrap_or("the file")
}

/// A tool of the client, for example of its page.
pub(in super::super) fn page(cue: &Cue) -> Response {
    let Some(tool) = &cue.client_tool else {
        return Response::new(say("Your client has not offered me any tool of its own."));
    };
    if cue.round() == 0 {
        let ask = call(tool.name.clone(), made_up(&tool.parameters));
        let mut beats = say("I need something that only your client can do.");
        beats.extend([call("read_file", json!({"path": "src/retry.rs"})), ask]);
        return Response::new(beats).all_at_once();
    }
    let asked = cue.results().iter().find(|ended| ended.name == tool.name);
    let says = asked.map(|ended| ended.result.content.trim());
    let says = says.unwrap_or_default();
    Response::new(say(&match asked {
        Some(ended) if ended.is_ok() => format!("Thank you. Your client says: {says}"),
        Some(ended) if ended.unmade().is_none() && !says.is_empty() => {
            format!("All right, I will do without it. Your client says: {says}")
        }
        _ => "All right, I will do without it.".to_owned(),
    }))
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
    if cue.round() == 0 {
        return then(
            "The fix needs two files: the parser, and a line in the changelog.",
            [call("write_file", fix()), call("write_file", note())],
        );
    }
    Response::new(say(&allowed(cue.results())))
}

/// What the person allowed, what not, and why.
fn allowed(results: &[Ended]) -> String {
    let as_asked = [fix(), note()];
    let written = results.iter().filter(|ended| ended.is_ok());
    let written: Vec<String> = written
        .map(|ended| {
            let path = path_of(ended);
            if as_asked.contains(&ended.arguments) {
                path.to_owned()
            } else {
                format!("{path} as you changed it")
            }
        })
        .collect();
    let clauses: Vec<&str> = written.iter().map(String::as_str).collect();
    let written = listed(&clauses);
    let lacks: Vec<String> = results
        .iter()
        .filter(|ended| !ended.is_ok())
        .map(not_written)
        .collect();
    match (clauses.is_empty(), lacks.is_empty()) {
        (false, true) => format!("Thank you. I have written {written}."),
        (false, false) => format!(
            "Thank you. I have written what you allowed, {written}. {}",
            lacks.join(" ")
        ),
        (true, _) => format!("All right, I have written nothing. {}", lacks.join(" ")),
    }
}

fn not_written(ended: &Ended) -> String {
    let path = path_of(ended);
    let lack = lack(&format!("the write of {path}"), ended);
    if may_have_begun(ended) {
        format!("{lack}, so please look at it before you use it.")
    } else {
        format!("{lack}, so I have left it as it was.")
    }
}
