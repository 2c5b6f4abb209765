//! Applies a run's events to its turn.
//!
//! The conversation itself handles the opening, the end and the loss of a run. Nothing here fails:
//! an event with an unknown reference leaves a diagnostic.

use super::{Activity, ActivityKind, ActivityStatus, AgentMessage, ToolResult, Turn, Writing};
use crate::change::Change;
use crate::effect::Diagnostic;
use crate::id::{ActivityId, MessageId};
use crate::run_event::RunEvent;
use crate::step::Step;
use crate::time::Millis;

impl Turn {
    /// Applies one event with content. Events about the run itself do nothing here.
    #[expect(
        clippy::too_many_lines,
        reason = "one arm per event, together so that none is missed"
    )]
    pub(crate) fn apply(&mut self, event: RunEvent, at: Millis, step: &mut Step) {
        let Some(event) = self.with_own_ids(event, step) else {
            return;
        };
        let ended = self.writing == Writing::Ended;
        self.follow_text(&event);
        if event.shows() {
            self.limit = None;
        }
        if ended != (self.writing == Writing::Ended) {
            step.change(Change::TurnChanged(self.id.clone()));
        }
        match event {
            RunEvent::TextStart { message, subagent } => {
                if subagent.is_none() {
                    self.assistant(&message);
                } else if let Some(owner) = subagent {
                    self.speakers_start(message, &owner, step);
                }
            }
            RunEvent::TextDelta { message, delta } => self.grow_text(&message, &delta, step),
            RunEvent::TextReplaced { message, text } => self.replace_text(&message, text, step),
            RunEvent::ReasoningStart { message, subagent } => {
                self.start_reasoning(&message, subagent, at, step);
            }
            RunEvent::ReasoningDelta { message, delta } => {
                self.start_reasoning(&message, None, at, step);
                let activity = self.change(&reasoning_id(&message), step);
                if let Some(ActivityKind::Reasoning { text, .. }) = kind_of(activity) {
                    text.push_str(&delta);
                }
            }
            RunEvent::ReasoningEnd { message } => {
                self.end_activity(&reasoning_id(&message), ActivityStatus::Done, at, step);
            }
            RunEvent::ToolStart {
                call,
                name,
                parent,
                subagent,
            } => {
                self.start_tool(call, name, parent, subagent, at, step);
            }
            RunEvent::ToolArgs { call, delta } => {
                // Once there is a result or a question, the arguments are complete. Some backends
                // send a call again after its approval, which would double the arguments.
                if !self.was_asked(&call)
                    && let Some(Activity {
                        status: ActivityStatus::Running,
                        kind:
                            ActivityKind::Tool {
                                arguments,
                                result: None,
                                ..
                            },
                        ..
                    }) = self.change(&call, step)
                {
                    arguments.push_str(&delta);
                }
            }
            RunEvent::ToolResult {
                call,
                message,
                content,
                attachments,
                failed,
            } => {
                let result = ToolResult {
                    message,
                    content,
                    encrypted: None,
                    attachments,
                };
                if self.activity(&call).is_none() {
                    self.add_nameless(call.clone(), at, step);
                }
                self.finish_tool(&call, result, failed, at, step);
            }
            RunEvent::StepStarted { name } => {
                let open = self.open_step(&name);
                if open.is_none() {
                    let id = ActivityId::from(format!("step:{}:{name}", self.activities.len()));
                    self.add(Activity::running(id, ActivityKind::Step { name }, at), step);
                }
            }
            RunEvent::StepFinished { name } => match self.open_step(&name) {
                Some(id) => self.end_activity(&id, ActivityStatus::Done, at, step),
                None => step.diagnose(Diagnostic::Unknown(name)),
            },
            RunEvent::SubagentStarted {
                id,
                name,
                description,
                parent,
            } => {
                if self.activity(&id).is_some() {
                    self.go_on_with(&id, step);
                } else {
                    let kind = ActivityKind::Subagent {
                        name,
                        description,
                        text: String::new(),
                        error: None,
                    };
                    let mut activity = Activity::running(id, kind, at);
                    activity.parent = parent;
                    self.add(activity, step);
                }
            }
            RunEvent::SubagentEnded { id, error } => {
                let status = if error.is_some() {
                    ActivityStatus::Failed
                } else {
                    ActivityStatus::Done
                };
                let activity = self.change(&id, step);
                if let Some(ActivityKind::Subagent { error: held, .. }) = kind_of(activity) {
                    *held = error;
                }
                self.end_activity(&id, status, at, step);
            }
            RunEvent::SubagentSuspended { id } => {
                if let Some(activity) = self.change(&id, step)
                    && activity.ended_at.is_none()
                {
                    activity.status = ActivityStatus::Waiting;
                }
            }
            RunEvent::Note { id, title, content } => self.note(id, title, content, at, step),
            // Shown when the turn ends.
            RunEvent::Limited(limit) => self.limit = Some(limit),
            RunEvent::Encrypted {
                entity,
                of_call,
                value,
            } => self.keep_encrypted(&entity, of_call, &value),
            RunEvent::Snapshot(messages) => self.merge(messages, at, step),
            RunEvent::Task { element, event } => self.task(&element, event, at, step),
            RunEvent::TextEnd { .. }
            | RunEvent::ToolEnd { .. }
            | RunEvent::State(_)
            | RunEvent::Memory(_)
            | RunEvent::Title(_)
            | RunEvent::Opened
            | RunEvent::OpenFailed(_)
            | RunEvent::Started
            | RunEvent::Abilities(_)
            | RunEvent::Interjected(_)
            | RunEvent::InterjectionDelivered { .. }
            | RunEvent::InterjectionUndelivered { .. }
            | RunEvent::Finished(_)
            | RunEvent::Failed(_)
            | RunEvent::Lost(_) => {}
        }
    }

    /// Marks a waiting subagent as running again.
    fn go_on_with(&mut self, id: &ActivityId, step: &mut Step) {
        // Some backends report a waiting subagent as finished. In a further run of the turn, it is
        // reopened too.
        let later = self.further_runs > 0;
        if let Some(activity) = self.change(id, step)
            && (activity.status == ActivityStatus::Waiting || later)
        {
            activity.status = ActivityStatus::Running;
            activity.ended_at = None;
        }
    }

    /// Appends an activity. It follows the turn's last text.
    pub(super) fn add(&mut self, mut activity: Activity, step: &mut Step) {
        activity.after = self.last_text();
        self.add_in_place(activity, step);
    }

    /// Appends an activity that knows which text it follows.
    fn add_in_place(&mut self, activity: Activity, step: &mut Step) {
        step.change(Change::ActivityAdded {
            turn: self.id.clone(),
            activity: activity.id.clone(),
        });
        self.activities.push(activity);
    }

    /// Returns an activity and reports it as changed; leaves a diagnostic if it is unknown.
    pub(crate) fn change(&mut self, id: &ActivityId, step: &mut Step) -> Option<&mut Activity> {
        let activity = self.activities.iter_mut().rev().find(|held| held.id == *id);
        if activity.is_some() {
            step.change(Change::ActivityChanged {
                turn: self.id.clone(),
                activity: id.clone(),
            });
        } else {
            step.diagnose(Diagnostic::Unknown(id.to_string()));
        }
        activity
    }

    fn end_activity(
        &mut self,
        id: &ActivityId,
        status: ActivityStatus,
        at: Millis,
        step: &mut Step,
    ) {
        if let Some(activity) = self.change(id, step) {
            activity.told(status, at);
        }
    }

    /// The index of the assistant message with this id.
    pub(super) fn place_of(&self, id: &MessageId) -> Option<usize> {
        self.messages.iter().rposition(
            |held| matches!(held, AgentMessage::Assistant { id: held, .. } if held == id),
        )
    }

    /// The index of the assistant message with this id; appends one if there is none.
    pub(super) fn assistant(&mut self, id: &MessageId) -> usize {
        self.place_of(id).unwrap_or_else(|| {
            self.messages.push(AgentMessage::Assistant {
                id: id.clone(),
                text: String::new(),
                calls: Vec::new(),
                encrypted: None,
            });
            self.messages.len() - 1
        })
    }

    fn start_reasoning(
        &mut self,
        message: &MessageId,
        subagent: Option<ActivityId>,
        at: Millis,
        step: &mut Step,
    ) {
        let id = reasoning_id(message);
        if self.activity(&id).is_some() {
            return;
        }
        if subagent.is_none() {
            self.messages.push(AgentMessage::Reasoning {
                id: message.clone(),
                activity: id.clone(),
            });
        }
        let kind = ActivityKind::Reasoning {
            text: String::new(),
            encrypted: None,
        };
        let mut activity = Activity::running(id, kind, at);
        activity.parent = subagent;
        self.add(activity, step);
    }

    pub(super) fn start_tool(
        &mut self,
        call: ActivityId,
        name: String,
        parent: Option<MessageId>,
        subagent: Option<ActivityId>,
        at: Millis,
        step: &mut Step,
    ) {
        if self.activity(&call).is_some() {
            return;
        }
        let mut after = self.last_text();
        if subagent.is_none() {
            let host = parent.unwrap_or_else(|| MessageId::from(call.as_str()));
            let place = self.assistant(&host);
            // A snapshot may bring a call of an earlier message.
            after = self.text_at(place);
            if let Some(AgentMessage::Assistant { calls, .. }) = self.messages.get_mut(place) {
                calls.push(call.clone());
            }
        }
        let kind = ActivityKind::Tool {
            name,
            arguments: String::new(),
            result: None,
            encrypted: None,
        };
        let mut activity = Activity::running(call, kind, at);
        activity.parent = subagent;
        activity.after = after;
        self.add_in_place(activity, step);
    }

    pub(super) fn finish_tool(
        &mut self,
        call: &ActivityId,
        given: ToolResult,
        failed: bool,
        at: Millis,
        step: &mut Step,
    ) {
        let Some(activity) = self.change(call, step) else {
            return;
        };
        let ActivityKind::Tool {
            result: result @ None,
            ..
        } = &mut activity.kind
        else {
            return;
        };
        *result = Some(given);
        // Without a result, the tool is marked as failed only because its turn failed.
        if activity.status == ActivityStatus::Failed {
            activity.ended_at = None;
        }
        let status = if failed {
            ActivityStatus::Failed
        } else {
            ActivityStatus::Done
        };
        activity.told(status, at);
        let in_history = self.messages.iter().any(
            |held| matches!(held, AgentMessage::Assistant { calls, .. } if calls.contains(call)),
        );
        let told = AgentMessage::Tool { call: call.clone() };
        if in_history && !self.messages.contains(&told) {
            self.messages.push(told);
        }
    }

    fn open_step(&self, name: &str) -> Option<ActivityId> {
        self.activities
            .iter()
            .rev()
            .find(|activity| {
                activity.ended_at.is_none()
                    && matches!(&activity.kind, ActivityKind::Step { name: held } if held == name)
            })
            .map(|activity| activity.id.clone())
    }

    fn note(
        &mut self,
        id: ActivityId,
        title: String,
        content: String,
        at: Millis,
        step: &mut Step,
    ) {
        let kind = ActivityKind::Note { title, content };
        if self.activity(&id).is_some() {
            if let Some(activity) = self.change(&id, step) {
                activity.kind = kind;
            }
            return;
        }
        let mut activity = Activity::running(id, kind, at);
        activity.end(ActivityStatus::Done, at);
        self.add(activity, step);
    }
}

/// The kind of an activity, if there is one.
pub(super) fn kind_of(activity: Option<&mut Activity>) -> Option<&mut ActivityKind> {
    activity.map(|activity| &mut activity.kind)
}

/// The activity id of a reasoning message. In AG-UI a reasoning id may equal a message id, so the
/// activity id has a prefix.
pub(super) fn reasoning_id(message: &MessageId) -> ActivityId {
    ActivityId::from(format!("reasoning:{message}"))
}
