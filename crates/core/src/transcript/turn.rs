//! A turn: one message of the person and everything the agent did in response.
//!
//! A turn only records; the conversation manages runs and cancels. `history` writes the agent's
//! history.

use serde::{Deserialize, Serialize};

use super::approval::approval_activity;
use super::reused::Reused;
use super::{
    Activity, ActivityKind, ActivityStatus, AgentMessage, Asked, Entry, LedgerEvent, Outcome, Stop,
    Writing,
};
use crate::attachment::{Attachment, MessageContent};
use crate::change::Change;
use crate::id::{ActivityId, MessageId, RunId};
use crate::run_event::{Interrupt, Limit};
use crate::step::Step;
use crate::stored::is_default;
use crate::time::Millis;

/// One message of the person and everything the agent did in response.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Turn {
    /// The id of the person's message, which is also the turn's id.
    pub id: MessageId,
    /// The person's text. Blank if the message has only files, or if the turn begins with the
    /// agent.
    pub text: String,
    /// When it began.
    pub started_at: Millis,
    /// When it ended.
    pub ended_at: Option<Millis>,
    /// How it ended; `None` while it runs.
    pub outcome: Option<Outcome>,
    /// The agent's messages, in the order of the wire.
    #[serde(default, skip_serializing_if = "is_default")]
    pub messages: Vec<AgentMessage>,
    /// The activities, in the order they began.
    #[serde(default, skip_serializing_if = "is_default")]
    pub activities: Vec<Activity>,
    /// Messages of subagents, each with its subagent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) speakers: Vec<(MessageId, ActivityId)>,
    /// The interjections that the person took back. The backend may still report that it got them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) taken_back: Vec<MessageId>,
    /// How many runs the turn has had after the first.
    #[serde(default, skip_serializing_if = "is_default")]
    pub further_runs: u32,
    /// The interruptions, in the order they happened.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ledger: Vec<Entry>,
    /// The files of the person's message.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attachments: Vec<Attachment>,
    /// Whether the last run ended well but showed nothing.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unanswered: bool,
    /// What cut off the last run's answer, by the backend's word. Counts only if the turn completed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit: Option<Limit>,
    /// How far the agent's last text is.
    #[serde(default, skip_serializing_if = "is_default")]
    pub writing: Writing,
    /// The ids that the backend has used again.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) reused: Reused,
    /// The ids of the consent questions, which the page itself asks.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) own_questions: Vec<String>,
}

impl Turn {
    /// A turn that has just begun.
    pub fn new(id: MessageId, text: String, at: Millis) -> Self {
        Self {
            id,
            text,
            started_at: at,
            ended_at: None,
            outcome: None,
            messages: Vec::new(),
            activities: Vec::new(),
            speakers: Vec::new(),
            taken_back: Vec::new(),
            further_runs: 0,
            ledger: Vec::new(),
            attachments: Vec::new(),
            unanswered: false,
            limit: None,
            writing: Writing::default(),
            reused: Reused::default(),
            own_questions: Vec::new(),
        }
    }

    /// The person's message.
    pub(crate) fn said(&self) -> MessageContent {
        MessageContent {
            text: self.text.clone(),
            attachments: self.attachments.clone(),
        }
    }

    /// Whether the turn begins with the agent, without a message of the person.
    pub fn begins_with_agent(&self) -> bool {
        self.text.is_empty() && self.attachments.is_empty()
    }

    /// The number of finished activities: the N of "Cancelled after N steps". A subagent and the
    /// call that started it count as one step.
    pub fn finished_steps(&self) -> usize {
        let finished = self.activities.iter().filter(|held| held.is_finished());
        finished.filter(|held| self.started(held).is_none()).count()
    }

    /// The subagent that a call started, if it started exactly one. The two are one step and are
    /// shown as one.
    pub fn started(&self, call: &Activity) -> Option<&Activity> {
        if !matches!(call.kind, ActivityKind::Tool { .. }) {
            return None;
        }
        let is_its = |held: &&Activity| {
            matches!(held.kind, ActivityKind::Subagent { .. })
                && held.parent.as_ref() == Some(&call.id)
        };
        let mut agents = self.activities.iter().filter(is_its);
        agents.next().filter(|_| agents.next().is_none())
    }

    /// Whether the turn has ended, and waits for no answer of the person.
    pub fn is_over(&self) -> bool {
        self.outcome.is_some() && !self.is_waiting()
    }

    /// Whether the agent has shown nothing yet.
    pub fn is_blank(&self) -> bool {
        self.activities.is_empty() && self.texts().next().is_none()
    }

    /// The agent's texts for the person, with their message ids. Leaves out messages that only
    /// carry calls.
    pub fn texts(&self) -> impl Iterator<Item = (&MessageId, &str)> {
        self.messages.iter().filter_map(|message| match message {
            AgentMessage::Assistant { id, text, .. } if !text.is_empty() => {
                Some((id, text.as_str()))
            }
            AgentMessage::Assistant { .. }
            | AgentMessage::Tool { .. }
            | AgentMessage::Reasoning { .. } => None,
        })
    }

    /// The text of one message of the agent; empty if there is no such message.
    pub fn text_of(&self, message: &MessageId) -> &str {
        self.messages
            .iter()
            .rev()
            .find_map(|held| match held {
                AgentMessage::Assistant { id, text, .. } if id == message => Some(text.as_str()),
                AgentMessage::Assistant { .. }
                | AgentMessage::Tool { .. }
                | AgentMessage::Reasoning { .. } => None,
            })
            .unwrap_or_default()
    }

    /// The last run of the turn.
    pub fn last_run(&self) -> RunId {
        RunId::of_attempt(&self.id, self.further_runs + 1)
    }

    /// The run before the last.
    pub(crate) fn run_before_last(&self) -> RunId {
        RunId::of_attempt(&self.id, self.further_runs)
    }

    /// Counts one more run of the turn; returns the new run's id. A run that brings answers may
    /// repeat what was there before it.
    pub(crate) fn next_run(&mut self, brings_answers: bool) -> RunId {
        self.text_is_whole();
        self.limit = None;
        self.reused.next_run(brings_answers);
        self.further_runs += 1;
        self.last_run()
    }

    /// Whether a tool or subagent is running whose result is still to come.
    pub(crate) fn has_work_under_way(&self) -> bool {
        self.activities.iter().any(Activity::is_under_way)
    }

    /// Ends all running activities except interjections.
    pub(crate) fn close_open(&mut self, status: ActivityStatus, at: Millis, step: &mut Step) {
        for activity in &mut self.activities {
            if activity.ended_at.is_none() && !activity.is_interjection() {
                activity.end(status, at);
                step.change(Change::ActivityChanged {
                    turn: self.id.clone(),
                    activity: activity.id.clone(),
                });
            }
        }
    }

    /// One activity.
    pub fn activity(&self, id: &ActivityId) -> Option<&Activity> {
        self.activities
            .iter()
            .rev()
            .find(|activity| activity.id == *id)
    }

    /// The name of a tool call, and its arguments as raw JSON text.
    pub fn tool_call(&self, call: &ActivityId) -> Option<(&str, &str)> {
        match &self.activity(call)?.kind {
            ActivityKind::Tool {
                name, arguments, ..
            } => Some((name, arguments)),
            _ => None,
        }
    }

    /// Whether the message was stopped before anything of it was sent. The agent is not told of it.
    pub fn is_unsent(&self) -> bool {
        self.outcome == Some(Outcome::Cancelled(Stop::Unsent))
    }

    /// Ends the turn and its running activities. A second end changes the outcome and ends
    /// activities that were left open because the backend had not confirmed the stop. The other
    /// activities keep their status from the first end.
    pub(crate) fn end(&mut self, outcome: Outcome, at: Millis) {
        let (open, waiting) = match &outcome {
            Outcome::Completed | Outcome::Waiting(_) => {
                (ActivityStatus::Interrupted, ActivityStatus::Waiting)
            }
            Outcome::Cancelled(Stop::Requested) => {
                (ActivityStatus::Stopping, ActivityStatus::Cancelled)
            }
            Outcome::Cancelled(Stop::Confirmed | Stop::Unknown | Stop::Unsent) => {
                (ActivityStatus::Cancelled, ActivityStatus::Cancelled)
            }
            Outcome::Failed(_) => (ActivityStatus::Failed, ActivityStatus::Failed),
            Outcome::Interrupted(_) => (ActivityStatus::Interrupted, ActivityStatus::Interrupted),
        };
        let good = matches!(outcome, Outcome::Completed | Outcome::Waiting(_));
        let asked: &[Interrupt] = match &outcome {
            Outcome::Waiting(interrupts) => interrupts,
            Outcome::Completed
            | Outcome::Cancelled(_)
            | Outcome::Failed(_)
            | Outcome::Interrupted(_) => &[],
        };
        for activity in &mut self.activities {
            let is_asked = asked
                .iter()
                .any(|interrupt| interrupt.call.as_ref() == Some(&activity.id));
            // If questions are open, suspended activities and the calls in question wait for the
            // answers. Other calls without results wait too, and get their results later.
            let unfinished = matches!(activity.kind, ActivityKind::Tool { result: None, .. });
            let waits = activity.status == ActivityStatus::Waiting || unfinished;
            if (is_asked || (waits && !asked.is_empty())) && activity.ended_at.is_none() {
                activity.status = waiting;
                continue;
            }
            // The delivery of an interjection is tracked separately (see `interjection`).
            if activity.is_interjection() {
                continue;
            }
            if open == ActivityStatus::Stopping {
                if activity.ended_at.is_none() {
                    activity.status = open;
                }
                continue;
            }
            let unanswered = matches!(&activity.kind, ActivityKind::Tool { result: None, .. });
            activity.end(
                if good && !unanswered {
                    ActivityStatus::Done
                } else {
                    open
                },
                at,
            );
        }
        for interrupt in asked {
            self.ask(interrupt, at);
        }
        self.writing_ends(&outcome);
        self.ended_at.get_or_insert(at.max(self.started_at));
        self.outcome = Some(outcome);
    }

    pub(super) fn ask(&mut self, interrupt: &Interrupt, at: Millis) {
        let mut activity = Activity::running(
            approval_activity(&interrupt.id),
            ActivityKind::Approval {
                interrupt: interrupt.clone(),
                answer: None,
                // Keeps earlier state: a backend may ask again, and an answer may have been
                // refused.
                asked: Asked {
                    closed: None,
                    ..self.asked(&interrupt.id).cloned().unwrap_or_default()
                },
            },
            at,
        );
        activity.status = ActivityStatus::Waiting;
        activity.after = self.last_text();
        let event = LedgerEvent::Asked(activity.id.clone());
        self.ledger.push(Entry { at, event });
        self.activities.retain(|held| held.id != activity.id);
        self.activities.push(activity);
    }

    /// Ends all waiting activities, because the questions are closed without answers.
    pub(crate) fn abandon_questions(&mut self, at: Millis, step: &mut Step) {
        for activity in &mut self.activities {
            if activity.status == ActivityStatus::Waiting {
                activity.end(ActivityStatus::Cancelled, at);
                step.change(Change::ActivityChanged {
                    turn: self.id.clone(),
                    activity: activity.id.clone(),
                });
            }
        }
    }

    /// The interrupts that wait for an answer.
    pub fn open_interrupts(&self) -> impl Iterator<Item = &Interrupt> {
        match &self.outcome {
            Some(Outcome::Waiting(interrupts)) => interrupts.as_slice(),
            _ => &[],
        }
        .iter()
    }

    /// Whether nothing but reasoning came of the turn.
    pub(crate) fn only_thought(&self) -> bool {
        let mut thought = false;
        let no_work = self.activities.iter().all(|held| {
            thought |= matches!(held.kind, ActivityKind::Reasoning { .. });
            matches!(
                held.kind,
                ActivityKind::Reasoning { .. }
                    | ActivityKind::Step { .. }
                    | ActivityKind::Interjection(_)
            )
        });
        no_work && thought && self.texts().next().is_none()
    }

    /// Whether the turn ended well by the agent's word, with a call whose result never came and no
    /// text after it.
    pub fn ends_with_open_call(&self) -> bool {
        let last = self.last_text();
        self.outcome == Some(Outcome::Completed)
            && self.activities.iter().any(|held| {
                held.after == last
                    && held.status == ActivityStatus::Interrupted
                    && self.is_unanswered(&held.id)
            })
    }

    /// What cut off the answer of a turn that ended well by the agent's word.
    pub fn ended_by_limit(&self) -> Option<Limit> {
        let completed = self.outcome == Some(Outcome::Completed);
        self.limit.filter(|_| completed)
    }

    /// Whether the turn ended well by the agent's word, and yet without an answer.
    pub fn has_no_answer(&self) -> bool {
        self.unanswered || self.ends_with_open_call()
    }

    /// Whether the turn's message may be sent again in place of an answer that did not come, or not
    /// whole.
    pub fn may_be_tried_again(&self) -> bool {
        let ended_badly = matches!(
            self.outcome,
            Some(Outcome::Failed(_) | Outcome::Interrupted(_) | Outcome::Cancelled(_))
        );
        ended_badly || self.has_no_answer() || self.ended_by_limit().is_some()
    }

    /// Whether this turn has this call without a result.
    pub(crate) fn is_unanswered(&self, call: &ActivityId) -> bool {
        matches!(
            self.activity(call).map(|activity| &activity.kind),
            Some(ActivityKind::Tool { result: None, .. })
        )
    }
}
