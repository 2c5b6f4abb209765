//! The state of a conversation as one snapshot.

use midturn_core::card::{Card, PauseReason};
use midturn_core::conversation::{Conversation, Phase};
use midturn_core::delivery::{DeliveryContext, DeliveryMode, DeliveryOutcome};
use midturn_core::id::ThreadId;
use midturn_protocol::json::to_json;
use serde::Serialize;

use super::activities::{Doing, Said, Step, Subagent};
use super::shapes::{Question, QueuedPrompt};

/// What the chat is doing.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Snapshot<'a> {
    thread_id: &'a str,
    /// `loading`, `idle`, `running` or `waiting`.
    status: &'static str,
    /// The turn that runs or waits.
    turn_id: Option<&'a str>,
    /// `hidden`, `running`, `cancelling`, `paused` or `resuming`.
    card: &'static str,
    /// Why the queue waits for the person.
    paused_because: Option<&'static str>,
    queue: Vec<QueuedPrompt<'a>>,
    pauses_after_turn: bool,
    waiting_for: Vec<Question<'a>>,
    /// `none`, `connecting`, `open`, `reconnecting`, `busy` or `offline`.
    connection: &'static str,
    deliveries: Deliveries,
    activities: Vec<Step<'a>>,
    subagents: Vec<Subagent<'a>>,
    interjections: Vec<Said<'a>>,
    /// The tools that are always allowed.
    always_allowed: &'a [String],
    draft_files: Vec<DraftFile<'a>>,
    awaited_files: AwaitedFiles<'a>,
}

/// A file in the composer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DraftFile<'a> {
    file_id: &'a str,
    name: &'a str,
    media_type: &'a str,
    /// In bytes.
    size: u64,
}

/// The files that the submitted message waits for, by name.
#[derive(Serialize)]
struct AwaitedFiles<'a> {
    reading: Vec<&'a str>,
    unreadable: Vec<&'a str>,
}

/// What would happen now to a message, by the way it is delivered.
#[derive(Serialize)]
struct Deliveries {
    queue: &'static str,
    interject: &'static str,
    replace: &'static str,
}

/// The snapshot of a thread, as JSON text. `conversation`: `None` while the thread is loading.
/// `after_response`: whether interjections wait until the agent's answer is complete.
pub fn snapshot(
    thread: &ThreadId,
    conversation: Option<&Conversation>,
    after_response: bool,
) -> String {
    let last = conversation.and_then(|held| held.turns().last());
    let card = conversation.map_or(&Card::Hidden, Conversation::card);
    let waits = last.is_some_and(|last| last.open_interrupts().next().is_some());
    let status = match conversation {
        None => "loading",
        Some(held) if held.active().is_some() => "running",
        Some(_) if waits => "waiting",
        Some(_) => "idle",
    };
    let busy = matches!(status, "running" | "waiting");
    let prompts = conversation.map(|held| held.queue().prompts().iter());
    let phase = conversation.and_then(Conversation::active);
    let doing = conversation.map_or_else(Doing::default, |held| Doing::of(held, busy));
    let awaited = conversation.map(Conversation::awaited_files);
    let (reading, unreadable) = awaited.unwrap_or_default();
    to_json(&Snapshot {
        thread_id: thread.as_str(),
        status,
        turn_id: last.filter(|_| busy).map(|last| last.id.as_str()),
        card: card_name(card),
        paused_because: paused_because(card),
        queue: prompts
            .into_iter()
            .flatten()
            .map(QueuedPrompt::of)
            .collect(),
        pauses_after_turn: conversation.is_some_and(|held| held.queue().pauses()),
        waiting_for: last.map(Question::all_of).unwrap_or_default(),
        connection: phase.map_or("none", |run| connection(run.phase)),
        deliveries: deliveries(conversation.map(|held| held.delivery(after_response))),
        activities: doing.activities,
        subagents: doing.subagents,
        interjections: doing.interjections,
        always_allowed: conversation.map_or(&[], Conversation::always_allowed),
        draft_files: conversation.map(draft_files).unwrap_or_default(),
        awaited_files: AwaitedFiles {
            reading,
            unreadable,
        },
    })
}

fn draft_files(held: &Conversation) -> Vec<DraftFile<'_>> {
    let files = held.attached().files().iter();
    let files = files.map(|file| DraftFile {
        file_id: file.id.as_str(),
        name: &file.name,
        media_type: &file.media_type,
        size: file.size,
    });
    files.collect()
}

fn card_name(card: &Card) -> &'static str {
    match card {
        Card::Hidden => "hidden",
        Card::Running { .. } => "running",
        Card::Cancelling { .. } => "cancelling",
        Card::Paused { .. } => "paused",
        Card::Resuming { .. } => "resuming",
    }
}

fn paused_because(card: &Card) -> Option<&'static str> {
    let (Card::Paused { reason, .. } | Card::Resuming { reason, .. }) = card else {
        return None;
    };
    Some(match reason {
        PauseReason::Cancelled => "cancelled",
        PauseReason::Failed => "failed",
        PauseReason::Interrupted => "interrupted",
        PauseReason::Waiting => "waiting",
        PauseReason::Editing => "editing",
        PauseReason::Finished => "finished",
        PauseReason::Asked => "asked",
        PauseReason::Held => "held",
    })
}

fn connection(phase: Phase) -> &'static str {
    match phase {
        Phase::Reading | Phase::Blocked | Phase::Opening { .. } => "connecting",
        Phase::Streaming => "open",
        Phase::Retrying { .. } | Phase::Rejoining { .. } | Phase::Rejoined { .. } => "reconnecting",
        Phase::Tools => "none",
        Phase::Busy => "busy",
        Phase::Offline { .. } => "offline",
    }
}

fn deliveries(context: Option<DeliveryContext>) -> Deliveries {
    let of = |mode| context.map_or("turn", |context| outcome_name(context.outcome(mode)));
    Deliveries {
        queue: of(DeliveryMode::Queue),
        interject: of(DeliveryMode::Interject),
        replace: of(DeliveryMode::Replace),
    }
}

fn outcome_name(outcome: DeliveryOutcome) -> &'static str {
    match outcome {
        DeliveryOutcome::Turn => "turn",
        DeliveryOutcome::LastPrompt => "last-prompt",
        DeliveryOutcome::FirstPrompt => "first-prompt",
        DeliveryOutcome::Interjection => "interjection",
        DeliveryOutcome::AnotherRun => "another-run",
        DeliveryOutcome::InPlaceOfAnswer => "in-place-of-answer",
        DeliveryOutcome::Replacement => "replacement",
    }
}
