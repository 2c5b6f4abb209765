//! What happens in the last turn, for the snapshot: the agent's steps, its subagents, and what the
//! person said to them.
//!
//! The snapshot is made anew while an answer streams, so nothing here grows with the answer: no
//! arguments, no results, no texts of the agent, and of what has ended only the latest.

use midturn_core::conversation::Conversation;
use midturn_core::id::ActivityId;
use midturn_core::transcript::{Activity, ActivityKind, Interjection, Turn};
use serde::Serialize;

/// How many activities that have ended are told.
const ENDED: usize = 50;

/// A step of the agent.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Step<'a> {
    activity_id: &'a str,
    /// `tool`, `reasoning`, `step` or `note`.
    kind: &'static str,
    /// Of reasoning: none.
    name: Option<&'a str>,
    /// The activity that this one is a part of.
    parent_id: Option<&'a str>,
    status: &'static str,
    /// In percent.
    progress: Option<u8>,
    /// Whether it can be stopped alone now.
    stoppable: bool,
    /// Milliseconds since the Unix epoch; 0 if that is not known.
    started_at: u64,
    ended_at: Option<u64>,
}

/// Another agent that works for the agent.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Subagent<'a> {
    activity_id: &'a str,
    name: &'a str,
    /// What it is to do.
    task: Option<&'a str>,
    /// The activity that this one is a part of, such as the call that started it.
    parent_id: Option<&'a str>,
    status: &'static str,
    progress: Option<u8>,
    stoppable: bool,
    /// Whether an interjection can be for it now.
    listens: bool,
    started_at: u64,
    ended_at: Option<u64>,
}

/// An interjection of the person.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Said<'a> {
    message_id: &'a str,
    text: &'a str,
    /// `root`, or the subagent's activity.
    target: &'a str,
    /// `pending`, `delivered` or `undelivered`.
    status: &'static str,
    /// Whether it can be revised or taken back now.
    changeable: bool,
    /// Whether it can be sent as a message of its own now.
    queueable: bool,
}

/// What is told of the last turn.
#[derive(Default)]
pub(super) struct Doing<'a> {
    pub(super) activities: Vec<Step<'a>>,
    pub(super) subagents: Vec<Subagent<'a>>,
    pub(super) interjections: Vec<Said<'a>>,
}

impl<'a> Doing<'a> {
    /// `at_work`: whether the last turn runs or waits.
    pub(super) fn of(held: &'a Conversation, at_work: bool) -> Self {
        let Some(last) = held.turns().last() else {
            return Self::default();
        };
        let mut doing = Self {
            interjections: said(held, last),
            ..Self::default()
        };
        let stopping = || held.stopping().iter().any(|stop| stop.turn == last.id);
        if !at_work && !stopping() {
            return doing;
        }
        let runs = held.active().is_some();
        let targets = held.targets();
        for activity in latest(last) {
            let (id, parent) = (&activity.id, activity.parent.as_ref());
            let (activity_id, parent_id) = (id.as_str(), parent.map(ActivityId::as_str));
            let (status, progress) = (activity.told_status(), activity.task.progress);
            let stoppable = runs && activity.is_stoppable();
            let (started_at, ended_at) = (activity.started_at, activity.ended_at);
            let (kind, name) = match &activity.kind {
                ActivityKind::Tool { name, .. } => ("tool", Some(name)),
                ActivityKind::Reasoning { .. } => ("reasoning", None),
                ActivityKind::Step { name } => ("step", Some(name)),
                ActivityKind::Note { title, .. } => ("note", Some(title)),
                ActivityKind::Subagent {
                    name, description, ..
                } => {
                    doing.subagents.push(Subagent {
                        activity_id,
                        name,
                        task: description.as_deref(),
                        parent_id,
                        status,
                        progress,
                        stoppable,
                        listens: targets.iter().any(|target| target.id == *id),
                        started_at,
                        ended_at,
                    });
                    continue;
                }
                // Those are told elsewhere.
                ActivityKind::Approval { .. } | ActivityKind::Interjection(_) => continue,
            };
            doing.activities.push(Step {
                activity_id,
                kind,
                name: name.map(String::as_str),
                parent_id,
                status,
                progress,
                stoppable,
                started_at,
                ended_at,
            });
        }
        doing
    }
}

/// The activities that have not ended, and the latest of those that have, in their order.
fn latest(turn: &Turn) -> Vec<&Activity> {
    let mut ended = 0;
    let mut found: Vec<&Activity> = turn
        .activities
        .iter()
        .rev()
        .filter(|activity| {
            ended += usize::from(activity.ended_at.is_some());
            activity.ended_at.is_none() || ended <= ENDED
        })
        .collect();
    found.reverse();
    found
}

fn said<'a>(held: &'a Conversation, turn: &'a Turn) -> Vec<Said<'a>> {
    let of = |said: &'a Interjection| Said {
        message_id: said.id.as_str(),
        text: said.wanted(),
        target: said.target.agent().map_or("root", ActivityId::as_str),
        status: said.delivery.name(),
        changeable: said.is_changeable(),
        queueable: held.is_queueable(&said.id) == Some(true),
    };
    turn.interjections().map(of).collect()
}

fn name_of(kind: &ActivityKind) -> Option<&str> {
    match kind {
        ActivityKind::Tool { name, .. }
        | ActivityKind::Step { name }
        | ActivityKind::Subagent { name, .. }
        | ActivityKind::Note { title: name, .. } => Some(name),
        ActivityKind::Reasoning { .. }
        | ActivityKind::Approval { .. }
        | ActivityKind::Interjection(_) => None,
    }
}

/// What the snapshot tells of an activity that can change while it is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark(&'static str, Option<u8>, bool, Option<u64>, usize);

impl Mark {
    /// None of an interjection: it seldom changes, and any change of it is told.
    pub(super) fn of(activity: &Activity) -> Option<Self> {
        let mark = Self(
            activity.told_status(),
            activity.task.progress,
            activity.is_stoppable(),
            activity.ended_at,
            // A name comes later where a result was there first.
            name_of(&activity.kind).map_or(0, str::len),
        );
        (!activity.is_interjection()).then_some(mark)
    }
}
