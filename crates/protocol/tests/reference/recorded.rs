//! Compares recordings of real servers with stored results of the reference client, and the
//! official streams with the client itself. How each event is read is in the golden files of `it`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::client;
use crate::corpus;
use crate::grammar;
use crate::reduced::{End, Reduced, list, ours};
use crate::rules::{Seen, Tally, explain};

/// The recordings whose results differ, and the rules that explain the differences.
const DIFFERENT: &[(&str, &[&str])] = &[
    // Recorded in a thread that had been used before, so the snapshot has another user message.
    ("langgraph/accept-proto", &["echo"]),
    ("langgraph/after-abort-slowtool", &["earlier"]),
    ("langgraph/default-hitl", &["old interrupt"]),
    ("langgraph/default-resume-command", &["in place"]),
    ("langgraph/default-tool", &["in place"]),
    ("langgraph/lean-resume", &["in place"]),
    ("langgraph/lean-tool", &["in place"]),
    ("langgraph/lean-turn2", &["earlier"]),
    ("langgraph/subagent-inline", &["kept", "in place"]),
    ("langgraph/subagent-one", &["in place"]),
    ("langgraph/subagent-two", &["in place"]),
    ("llamaindex/text", &["trimmed"]),
    ("llamaindex/tool", &["trimmed", "own message"]),
    ("pydantic/hitl-cancelled", &["closed"]),
];

/// One recorded answer, and the reference client's result for it.
struct Recorded {
    name: String,
    request: Value,
    body: Vec<u8>,
    found: Value,
}

fn read(path: PathBuf) -> Option<Value> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

fn recorded() -> Vec<Recorded> {
    let mut places = vec![(corpus::own("recordings"), corpus::own("oracle"))];
    places.extend(corpus::shared("agui/recordings").zip(corpus::shared("agui/oracle")));
    let mut all = BTreeMap::new();
    for (recordings, oracles) in places {
        for recording in corpus::recordings(&recordings) {
            let name = recording.name;
            let file = |root: &Path, kind: &str| read(root.join(format!("{name}.{kind}")));
            let Some(found) = file(&oracles, "json") else {
                continue;
            };
            let recorded = Recorded {
                request: file(&recordings, "request.json").unwrap(),
                body: recording.body,
                found,
                name: name.clone(),
            };
            all.entry(name).or_insert(recorded);
        }
    }
    all.into_values().collect()
}

fn events(body: &[u8]) -> Vec<Value> {
    let lines = std::str::from_utf8(body).unwrap().lines();
    let data = lines.filter_map(|line| line.strip_prefix("data:"));
    data.filter_map(|data| serde_json::from_str(data).ok())
        .collect()
}

#[test]
fn recordings_give_the_same_result_as_the_reference_client() {
    let mut tally = Tally::default();
    let mut left: BTreeMap<&str, &[&str]> = DIFFERENT.iter().copied().collect();
    let mut wrong = Vec::new();
    for Recorded {
        name,
        request,
        body,
        found,
    } in recorded()
    {
        // A refused request has no stream to compare.
        if found["status"] != 200 {
            crate::tell(&format!(
                "left out: {name}, which is HTTP {}",
                found["status"]
            ));
            continue;
        }
        let ours = ours(&request, &body).reduced;
        let events = events(&body);
        let seen = Seen {
            request: &request,
            events: &events,
            ours: &ours,
            made_up: false,
        };
        let expected = left.remove(name.as_str()).unwrap_or_default();
        match explain(&found, &seen) {
            Ok(rules) => {
                tally.add(&rules);
                if rules != expected {
                    wrong.push(format!("{name} differs by {rules:?}, not by {expected:?}"));
                }
            }
            Err(both) => wrong.push(format!("{name} differs: {both}")),
        }
    }
    tally.tell("recordings");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Some recordings are too long to be in the repository.
    if corpus::shared("agui/recordings").is_some() {
        assert!(left.is_empty(), "these are gone: {left:?}");
    }
}

/// Official streams that the reference client rejects, and why the adapter reads them.
const KINDER: &[(&str, &str)] = &[
    (
        "content-without-start-fatal",
        "the text is there to be read",
    ),
    (
        "first-chunk-missing-id-fatal",
        "an id can be made up, and the text is there",
    ),
    (
        "malformed-known-field-fatal",
        "a number can be read as its text",
    ),
    (
        "step-finished-without-start-fatal",
        "the end of a step nobody knows changes nothing",
    ),
];

/// The official streams whose results differ, and the rules that explain the differences.
const OFFICIAL: &[(&str, &[&str])] = &[("unknown-part-in-message-list", &["echo", "kept"])];

#[test]
fn official_streams_give_the_same_result_as_the_reference_client() {
    let Some(folder) = corpus::shared("agui/conformance") else {
        return;
    };
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    let request = json!({"threadId": "t", "runId": "r", "messages": [
        {"id": "u1", "role": "user", "content": "now"},
    ]});
    let streams: Vec<(Value, Vec<Value>)> = files
        .into_iter()
        .map(|file| {
            let fixture = read(file).unwrap();
            let events = list(&fixture["stream"]).cloned().collect();
            (fixture, events)
        })
        .collect();
    let bodies: Vec<(Value, String)> = streams
        .iter()
        .map(|(_, events)| {
            let body = grammar::body(events.iter().map(Value::to_string));
            (request.clone(), body)
        })
        .collect();
    let Some(found) = client::reduce(&bodies) else {
        return;
    };
    let mut tally = Tally::default();
    let mut given_up = Vec::new();
    for (((fixture, events), (_, body)), found) in streams.iter().zip(&bodies).zip(&found) {
        let name = fixture["name"].as_str().unwrap();
        let ours = ours(&request, body.as_bytes()).reduced;
        let rejected = matches!(Reduced::of_reference(found).end, End::Rejected(_));
        assert_eq!(rejected, fixture["expect"]["outcome"] == "failed", "{name}");
        if rejected {
            given_up.push(name);
            continue;
        }
        let seen = Seen {
            request: &request,
            events,
            ours: &ours,
            made_up: false,
        };
        match explain(found, &seen) {
            Ok(rules) => {
                let row = OFFICIAL.iter().find(|row| row.0 == name);
                assert_eq!(rules, row.map_or(&[][..], |row| row.1), "{name}");
                tally.add(&rules);
            }
            Err(both) => panic!("{name} differs: {both}"),
        }
    }
    assert_eq!(tally.different, OFFICIAL.len());
    tally.tell("official streams");
    for (name, why) in KINDER {
        crate::tell(&format!(
            "{name} is given up by the reference, not by us: {why}"
        ));
    }
    let known: Vec<&str> = KINDER.iter().map(|row| row.0).collect();
    assert_eq!(given_up, known);
}
