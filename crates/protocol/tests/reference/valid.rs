//! Reads generated valid streams. No warning may be reported, and the result must equal the
//! reference client's, except for differences that a rule explains.

use std::fs;
use std::path::Path;

use jsonschema::Validator;
use midturn_protocol::diagnostic::Level;
use serde_json::Value;

use crate::client;
use crate::grammar::{self, Stream};
use crate::reduced::ours;
use crate::rules::{RULES, Seen, Tally, explain};

fn schema() -> Option<Validator> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/agui/schema-1.0.json");
    let Ok(schema) = fs::read(&path) else {
        crate::tell(&format!(
            "not checked against the schema: no {}",
            path.display()
        ));
        return None;
    };
    let schema: Value = serde_json::from_slice(&schema).unwrap();
    Some(jsonschema::validator_for(&schema).unwrap())
}

#[test]
fn valid_streams_leave_no_warning() {
    let schema = schema();
    for seed in crate::seeds() {
        let Stream { request, events } = grammar::valid(seed);
        for event in &events {
            let fits = schema.as_ref().is_none_or(|schema| schema.is_valid(event));
            assert!(fits, "stream {seed}: {event}");
        }
        let body = Stream {
            request: request.clone(),
            events,
        }
        .body();
        let ours = ours(&request, body.as_bytes());
        let warning = ours
            .stream_diagnostics
            .iter()
            .find(|held| held.level() == Level::Warning);
        assert_eq!(warning, None, "stream {seed}: {body}");
    }
}

#[test]
fn valid_streams_give_the_same_result_as_the_reference_client() {
    let seeds = crate::seeds();
    // The default seeds show every difference that generated streams can show, so each rule for
    // such a difference must be used.
    let fixed = seeds.start == 1 && seeds.end > 300;
    let new = crate::new_seeds();
    crate::tell(&format!("valid streams: seeds {seeds:?} and {new:?}"));
    let seeds: Vec<u64> = seeds.chain(new).collect();
    let streams: Vec<Stream> = seeds.iter().map(|seed| grammar::valid(*seed)).collect();
    let bodies: Vec<(Value, String)> = streams
        .iter()
        .map(|stream| (stream.request.clone(), stream.body()))
        .collect();
    let Some(found) = client::reduce(&bodies) else {
        return;
    };
    let mut tally = Tally::default();
    for ((seed, stream), (found, (request, body))) in
        seeds.iter().zip(&streams).zip(found.iter().zip(&bodies))
    {
        let ours = ours(request, body.as_bytes()).reduced;
        let seen = Seen {
            request,
            events: &stream.events,
            ours: &ours,
            made_up: true,
        };
        match explain(found, &seen) {
            Ok(rules) => tally.add(&rules),
            Err(both) => panic!("MIDTURN_REFERENCE_SEED={seed} differs: {both}\n{body}"),
        }
    }
    tally.tell("valid streams");
    for rule in RULES.iter().filter(|rule| fixed && rule.made_up) {
        assert!(
            tally.rules.contains_key(rule.name),
            "no stream shows `{}`",
            rule.name
        );
    }
}
