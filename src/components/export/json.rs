//! A thread as JSON. `docs/export.md` describes the fields.

use midturn_core::attachment::Attachment;
use midturn_core::id::ActivityId;
use midturn_core::left_out::LeftOut;
use midturn_core::transcript::{
    Activity, ActivityKind, ActivityStatus, Answer, Closed, Delivery, Outcome, Turn,
};
use serde::Serialize;

use super::Thread;
use super::order::{Piece, pieces};

/// The version of the format. A new field does not change it.
const VERSION: u32 = 1;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Saved<'a> {
    format: &'static str,
    version: u32,
    thread_id: &'a str,
    title: &'a str,
    turns: Vec<TurnOf<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TurnOf<'a> {
    id: &'a str,
    started_at: u64,
    ended_at: Option<u64>,
    text: &'a str,
    files: Vec<File<'a>>,
    content: Vec<Part<'a>>,
    outcome: Option<&'static str>,
    error: Option<&'a str>,
    steps: usize,
    left_out: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct File<'a> {
    name: &'a str,
    media_type: &'a str,
    size: u64,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Part<'a> {
    Text { r#type: &'static str, text: &'a str },
    Step(Box<Step<'a>>),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Step<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<&'a str>,
    status: ActivityStatus,
    started_at: u64,
    ended_at: Option<u64>,
    #[serde(flatten)]
    what: What<'a>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum What<'a> {
    Tool {
        name: &'a str,
        arguments: &'a str,
        result: Option<&'a str>,
        files: Vec<File<'a>>,
    },
    Reasoning {
        text: &'a str,
    },
    Subagent {
        name: &'a str,
        task: Option<&'a str>,
        text: &'a str,
        error: Option<&'a str>,
    },
    Step {
        name: &'a str,
    },
    Question {
        question: &'a str,
        answer: Option<&'a Answer>,
        closed: Option<Closed>,
    },
    Interjection {
        text: &'a str,
        agent: Option<&'a str>,
        delivery: &'a Delivery,
    },
    Note {
        name: &'a str,
        content: &'a str,
    },
}

/// The text of the file.
pub(super) fn written(thread: Thread<'_>) -> String {
    let turn = |turn| turn_of(turn, thread.left_out);
    let saved = Saved {
        format: "midturn-thread",
        version: VERSION,
        thread_id: thread.id,
        title: thread.title,
        turns: thread.turns.iter().map(turn).collect(),
    };
    // Fails only for maps whose keys are no texts.
    serde_json::to_string_pretty(&saved).unwrap_or_default()
}

fn turn_of<'a>(turn: &'a Turn, out: &LeftOut) -> TurnOf<'a> {
    let part = |piece| match piece {
        Piece::Text(text) => Part::Text {
            r#type: "text",
            text,
        },
        Piece::Activity(activity, _) => Part::Step(Box::new(step(activity))),
    };
    let error = turn.outcome.as_ref().map(Outcome::message);
    TurnOf {
        id: turn.id.as_str(),
        started_at: turn.started_at,
        ended_at: turn.ended_at,
        text: &turn.text,
        files: files(&turn.attachments),
        content: pieces(turn).into_iter().map(part).collect(),
        outcome: turn.outcome.as_ref().map(Outcome::name),
        error: error.filter(|error| !error.is_empty()),
        steps: turn.finished_steps(),
        left_out: out.has(&turn.id),
    }
}

fn step(activity: &Activity) -> Step<'_> {
    Step {
        id: activity.id.as_str(),
        parent: activity.parent.as_ref().map(ActivityId::as_str),
        status: activity.status,
        started_at: activity.started_at,
        ended_at: activity.ended_at,
        what: what(&activity.kind),
    }
}

fn what(kind: &ActivityKind) -> What<'_> {
    match kind {
        ActivityKind::Tool {
            name,
            arguments,
            result,
            ..
        } => What::Tool {
            name,
            arguments,
            result: result.as_ref().map(|result| result.content.as_str()),
            files: result
                .as_ref()
                .map(|result| files(&result.attachments))
                .unwrap_or_default(),
        },
        ActivityKind::Reasoning { text, .. } => What::Reasoning { text },
        ActivityKind::Subagent {
            name,
            description,
            text,
            error,
        } => What::Subagent {
            name,
            task: description.as_deref(),
            text,
            error: error.as_deref(),
        },
        ActivityKind::Step { name } => What::Step { name },
        ActivityKind::Approval {
            interrupt,
            answer,
            asked,
        } => What::Question {
            question: interrupt.message.as_ref().unwrap_or(&interrupt.reason),
            answer: answer.as_ref(),
            closed: asked.closed,
        },
        ActivityKind::Interjection(said) => What::Interjection {
            text: said.wanted(),
            agent: said.agent.as_deref(),
            delivery: &said.delivery,
        },
        ActivityKind::Note { title, content } => What::Note {
            name: title,
            content,
        },
    }
}

fn files(all: &[Attachment]) -> Vec<File<'_>> {
    all.iter()
        .map(|file| File {
            name: &file.name,
            media_type: &file.media_type,
            size: file.size,
        })
        .collect()
}
