//! Reads damaged streams. Checks that nothing panics and no text is lost. A stream that the
//! reference client rejects must leave a diagnostic here, except for the reasons in `QUIET`.

use std::collections::{BTreeMap, BTreeSet};

use midturn_core::testing::invariants;
use midturn_core::transcript::ActivityKind;
use midturn_protocol::diagnostic::{Kind, Level};
use serde_json::Value;

use crate::client;
use crate::damage::{Damage, Damaged, damaged, words_in};
use crate::reduced::{End, Ours, Reduced, ours};

/// A reason for which the reference client rejects a stream and no diagnostic is needed here. `is`
/// gets the damaged stream and the reference client's error.
struct Quiet {
    why: &'static str,
    is: fn(&Damaged, &str) -> bool,
}

const QUIET: &[Quiet] = &[
    Quiet {
        why: "a field is missing, or null, that nothing depends on",
        is: |damaged, _| {
            let gone = [Damage::FieldRemoved, Damage::FieldNull].contains(&damaged.damage);
            let (event, field) = damaged.place.split_once('/').unwrap_or_default();
            gone && !NEEDED.iter().any(|(kind, fields)| {
                event.starts_with(kind) && fields.split(' ').any(|needed| field == needed)
            })
        },
    },
    Quiet {
        why: "a field has another type that is not read, has a default, or is shown whatever it is",
        is: |damaged, _| {
            let field = damaged.place.split_once('/').unwrap_or_default().1;
            let unread = |name| UNREAD.split(' ').any(|unread| unread == name);
            let patch = damaged.place.starts_with("ACTIVITY_DELTA/");
            damaged.damage == Damage::FieldRetyped && (patch || field.split('/').any(unread))
        },
    },
    Quiet {
        why: "it is about a message that is not shown, because it is not the assistant's",
        is: |damaged, why| {
            let words = why.split(|letter: char| !letter.is_alphanumeric());
            let words: Vec<&str> = words.collect();
            damaged.muted().any(|id| words.contains(&id.as_str()))
        },
    },
    Quiet {
        why: "the message of a result, or the span of a reasoning, is another agent's",
        is: |damaged, why| {
            let place = damaged.place.as_str();
            let is_there = place == "TOOL_CALL_RESULT/messageId" || place.starts_with("REASONING_");
            is_there && why.contains("opener's")
        },
    },
];

/// Fields without which less is shown, so that their loss must be reported. Listed by the start of
/// the event's name.
const NEEDED: &[(&str, &str)] = &[
    ("RUN_STARTED", "runId"),
    ("RUN_ERROR", "message"),
    ("TEXT_MESSAGE_START", "messageId"),
    ("TEXT_MESSAGE_CONTENT", "messageId delta"),
    ("TEXT_MESSAGE_END", "messageId"),
    ("TOOL_CALL_START", "toolCallId toolCallName"),
    ("TOOL_CALL_ARGS", "toolCallId delta"),
    ("TOOL_CALL_END", "toolCallId"),
    ("TOOL_CALL_RESULT", "toolCallId content"),
    ("REASONING_START", "messageId"),
    ("REASONING_END", "messageId"),
    ("REASONING_MESSAGE_START", "messageId"),
    ("REASONING_MESSAGE_CONTENT", "messageId delta"),
    ("REASONING_MESSAGE_END", "messageId"),
    (
        "REASONING_ENCRYPTED_VALUE",
        "subtype entityId encryptedValue",
    ),
    ("STEP_", "stepName"),
    ("MESSAGES_SNAPSHOT", "messages"),
    ("ACTIVITY_SNAPSHOT", "messageId activityType content"),
    ("CUSTOM", "name"),
    ("SUBAGENT_", "subagentRunId"),
    ("SUBAGENT_STARTED", "name"),
    ("SUBAGENT_ERROR", "message"),
];

/// Fields that are not read, that are shown with any content, or that have a default.
const UNREAD: &str = "threadId runId protocolVersion parentRunId input timestamp metadata rawEvent \
    role name source event snapshot delta patch replace outcome content result usage type";

#[test]
fn damaged_streams_keep_their_text_and_every_invariant() {
    let mut kinds: BTreeMap<Damage, usize> = BTreeMap::new();
    for seed in crate::seeds() {
        let damaged = damaged(seed);
        let found = ours(&damaged.request, damaged.body().as_bytes());
        let about = format!(
            "MIDTURN_REFERENCE_SEED={seed} {:?} {}\n{}",
            damaged.damage,
            damaged.place,
            damaged.body()
        );
        assert_eq!(invariants::broken(&found.conversation), None, "{about}");
        let held = held(&found);
        let lost: Vec<String> = damaged.words().difference(&held).cloned().collect();
        assert!(lost.is_empty(), "{lost:?} is lost: {about}");
        let told = |kind: Kind| {
            found
                .stream_diagnostics
                .iter()
                .any(|held| held.kind == kind)
        };
        let said = match damaged.damage {
            Damage::Cut => found.reduced.end == End::Lost || refused(&found) || damaged.has_end(),
            Damage::FieldAdded => told(Kind::UnknownField),
            Damage::EventAdded => told(Kind::UnknownEvent) || told(Kind::AfterEnd),
            Damage::BrokenJson => told(Kind::Unreadable),
            _ => true,
        };
        assert!(said, "nothing was said: {about}");
        *kinds.entry(damaged.damage).or_default() += 1;
    }
    let survived: usize = kinds.values().sum();
    crate::tell(&format!(
        "damaged streams: {survived} tried, {survived} survived with all their text"
    ));
    for (damage, count) in kinds {
        crate::tell(&format!("{count:>9} {damage:?}"));
    }
}

/// Whether a question is open again because the run with its answer had no end.
fn refused(found: &Ours) -> bool {
    let last = found.conversation.turns().last().unwrap();
    let mut asked = last.open_interrupts().map(|held| last.asked(&held.id));
    asked.any(|asked| asked.is_some_and(|asked| asked.refused.is_some()))
}

#[test]
fn every_stream_that_the_reference_client_rejects_leaves_a_diagnostic() {
    let damaged: Vec<(u64, Damaged)> = crate::seeds().map(|seed| (seed, damaged(seed))).collect();
    let bodies: Vec<(Value, String)> = damaged
        .iter()
        .map(|(_, damaged)| (damaged.request.clone(), damaged.body()))
        .collect();
    let Some(found) = client::reduce(&bodies) else {
        return;
    };
    let (mut rejected, mut quiet, mut silent) = (0, vec![0; QUIET.len()], Vec::new());
    for ((seed, damaged), found) in damaged.iter().zip(&found) {
        let End::Rejected(why) = Reduced::of_reference(found).end else {
            continue;
        };
        rejected += 1;
        let ours = ours(&damaged.request, damaged.body().as_bytes());
        if says(&ours) {
            continue;
        }
        match QUIET.iter().position(|quiet| (quiet.is)(damaged, &why)) {
            Some(place) => quiet[place] += 1,
            None => silent.push(format!(
                "MIDTURN_REFERENCE_SEED={seed} {:?} {}: {}",
                damaged.damage,
                damaged.place,
                why.split_whitespace().collect::<Vec<_>>().join(" ")
            )),
        }
    }
    assert!(
        silent.is_empty(),
        "nothing is said of\n{}",
        silent.join("\n")
    );
    let tried = damaged.len();
    crate::tell(&format!(
        "damaged streams: {tried} tried, {rejected} given up by the reference client, none by us"
    ));
    for (quiet, count) in QUIET.iter().zip(quiet) {
        crate::tell(&format!("{count:>9} without a word: {}", quiet.why));
    }
}

/// Whether a broken rule was reported.
fn says(ours: &Ours) -> bool {
    ours.stream_diagnostics
        .iter()
        .any(|held| held.level() == Level::Warning)
        || !ours.core_diagnostics.is_empty()
        || ours.reduced.end == End::Lost
}

/// The words of the answer that are shown.
fn held(ours: &Ours) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for turn in ours.conversation.turns() {
        for (_, text) in turn.texts() {
            words.extend(words_in(text));
        }
        for activity in &turn.activities {
            if let ActivityKind::Subagent { text, .. } = &activity.kind {
                words.extend(words_in(text));
            }
        }
    }
    words
}
