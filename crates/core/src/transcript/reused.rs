//! Ids that a backend uses again after their thing has ended: the later thing gets an id of its own.
//!
//! A run that brings answers may repeat what was there before it. What it repeats is the same thing;
//! what differs is another.

mod ids;

use super::apply::reasoning_id;
use super::{Activity, ActivityKind, ActivityStatus, Turn, Writing};
use crate::client_tool::result_message;
use crate::effect::Diagnostic;
use crate::history::numbered;
use crate::id::{ActivityId, MessageId};
use crate::run_event::RunEvent;
use crate::step::Step;

pub(super) use ids::{Kind, Reused};

impl Turn {
    /// Puts the ids here into an event of the backend. `None` if the event only repeats what the
    /// turn has.
    pub(super) fn with_own_ids(
        &mut self,
        mut event: RunEvent,
        step: &mut Step,
    ) -> Option<RunEvent> {
        match &mut event {
            RunEvent::TextStart { message, subagent } => {
                if let Some(owner) = subagent {
                    *owner = self.own_activity(owner);
                    *message = self.own_text(message);
                } else {
                    *message = self.begin(Kind::Text, message.as_str(), step)?.into();
                }
            }
            RunEvent::TextDelta { message, delta } => {
                *message = self.grow(Kind::Text, message.as_str(), delta, step)?.into();
            }
            RunEvent::TextReplaced { message, text } => {
                let own = self.own_text(message);
                if let Some(Some(done)) = self.reused.repeated(Kind::Text, own.as_str()) {
                    *done = 0;
                }
                *message = self.grow(Kind::Text, message.as_str(), text, step)?.into();
            }
            RunEvent::TextEnd { message } => {
                *message = self.own_text(message);
                if self.reused.set_repeated(Kind::Text, message.as_str(), None) {
                    return None;
                }
            }
            RunEvent::ReasoningStart { message, subagent } => {
                *subagent = subagent.as_ref().map(|owner| self.own_activity(owner));
                *message = self.begin(Kind::Reasoning, message.as_str(), step)?.into();
            }
            RunEvent::ReasoningDelta { message, delta } => {
                *message = self
                    .grow(Kind::Reasoning, message.as_str(), delta, step)?
                    .into();
            }
            RunEvent::ReasoningEnd { message } => {
                *message = self.own_reasoning(message.as_str());
                if self
                    .reused
                    .set_repeated(Kind::Reasoning, message.as_str(), None)
                {
                    return None;
                }
            }
            RunEvent::ToolStart {
                call,
                name,
                parent,
                subagent,
            } => {
                *subagent = subagent.as_ref().map(|owner| self.own_activity(owner));
                *parent = parent.as_ref().map(|host| self.own_text(host));
                let own = self.own_activity(call);
                if self.names_step(&own, name, step) {
                    return None;
                }
                let is_open = self.reused.goes_on(&own);
                let held = self.tool_call(&own);
                let is_same = |held: (&str, &str)| name.is_empty() || held.0 == name.as_str();
                if is_open && held.is_some_and(is_same) {
                    return None;
                }
                *call = if held.is_some_and(|(held, _)| held != name.as_str()) {
                    self.rename(Kind::Activity, call.as_str(), step).into()
                } else {
                    self.begin(Kind::Activity, call.as_str(), step)?.into()
                };
            }
            RunEvent::ToolArgs { call, delta } => {
                *call = self
                    .grow(Kind::Activity, call.as_str(), delta, step)?
                    .into();
            }
            RunEvent::ToolResult { call, .. } => {
                *call = self.answered(call);
                self.may_answer_again(call);
            }
            RunEvent::SubagentStarted { id, parent, .. } => {
                *parent = parent.as_ref().map(|parent| self.own_activity(parent));
                *id = self.own_activity(id);
            }
            RunEvent::SubagentEnded { id, .. } | RunEvent::SubagentSuspended { id } => {
                *id = self.own_activity(id);
            }
            RunEvent::Task { element, .. } => *element = self.own_activity(element),
            _ => {}
        }
        Some(event)
    }

    /// Notes that the stream of the active run was joined again.
    pub(crate) fn joined(&mut self) {
        let calls = self.activities.iter().map(|held| &held.id);
        let open = calls.filter(|id| self.is_unanswered(id)).cloned().collect();
        self.reused.joined(open);
    }

    /// The id here of the last activity with this id.
    pub(crate) fn own_activity(&self, id: &ActivityId) -> ActivityId {
        self.reused.last(Kind::Activity, id.as_str()).into()
    }

    /// The backend's id of an activity with this id here.
    pub(crate) fn their_activity(&self, own: &ActivityId) -> ActivityId {
        self.reused.theirs(Kind::Activity, own.as_str()).into()
    }

    pub(super) fn own_reasoning(&self, id: &str) -> MessageId {
        self.reused.last(Kind::Reasoning, id).into()
    }

    pub(super) fn own_text(&self, id: &MessageId) -> MessageId {
        self.reused.last(Kind::Text, id.as_str()).into()
    }

    /// The ids here of all things with this id, in the order in which they began.
    pub(super) fn all_of(&self, kind: Kind, id: &str) -> Vec<String> {
        let later = self.reused.held.iter();
        let later = later.filter(|held| held.kind == kind && held.id == id && held.own != id);
        let all = std::iter::once(id.to_owned()).chain(later.map(|held| held.own.clone()));
        all.collect()
    }

    /// The id here for something that begins. `None` if the run may be repeating what it names.
    fn begin(&mut self, kind: Kind, id: &str, step: &mut Step) -> Option<String> {
        let own = self.reused.last(kind, id);
        let first = self.reused.is_first(kind, id);
        if !self.has_ended(kind, &own) {
            return Some(own);
        }
        if first {
            self.reused.set_repeated(kind, &own, Some(0));
            return None;
        }
        Some(self.rename(kind, id, step))
    }

    /// The id here of what grows. `None` if the piece repeats what is there. Where it differs, the
    /// piece is given what was repeated before it, and another thing begins.
    fn grow(
        &mut self,
        kind: Kind,
        id: &str,
        piece: &mut String,
        step: &mut Step,
    ) -> Option<String> {
        let own = self.reused.last(kind, id);
        let Some(Some(done)) = self.reused.repeated(kind, &own).copied() else {
            return Some(own);
        };
        let held = self.content(kind, &own);
        let (before, rest) = held.split_at_checked(done).unwrap_or((held, ""));
        if rest.starts_with(piece.as_str()) {
            let done = Some(done + piece.len());
            self.reused.set_repeated(kind, &own, done);
            return None;
        }
        let whole = format!("{before}{piece}");
        if kind == Kind::Activity {
            let call = ActivityId::from(own.as_str());
            let asked = self.was_asked(&call);
            if asked || self.is_unanswered(&call) {
                // It is the call that waits. The person may have edited the arguments.
                if asked && !held.is_empty() {
                    return None;
                }
                whole.strip_prefix(held)?.clone_into(piece);
                self.reused.set_repeated(kind, &own, None);
                return Some(own);
            }
        }
        *piece = whole;
        self.reused.set_repeated(kind, &own, None);
        let new = self.rename(kind, id, step);
        if kind == Kind::Activity {
            self.begin_like(&own, &new, step);
        }
        Some(new)
    }

    /// Begins a call of the same tool as another.
    fn begin_like(&mut self, held: &str, new: &str, step: &mut Step) {
        let held = self.activity(&held.into());
        let Some(Activity {
            kind: ActivityKind::Tool { name, .. },
            parent,
            started_at,
            ..
        }) = held
        else {
            return;
        };
        let (name, parent, at) = (name.clone(), parent.clone(), *started_at);
        self.start_tool(new.into(), name, None, parent, at, step);
    }

    /// The id here of the call that this result is for: calls are answered in their order.
    pub(super) fn answered(&self, call: &ActivityId) -> ActivityId {
        let all = self.all_of(Kind::Activity, call.as_str());
        let find = |is_it: &dyn Fn(&Activity) -> bool| {
            let mut all = all.iter().map(|id| ActivityId::from(id.as_str()));
            all.find(|id| self.is_unanswered(id) && self.activity(id).is_some_and(is_it))
        };
        find(&|held| held.ended_at.is_none())
            .or_else(|| find(&|_| true))
            .unwrap_or_else(|| self.own_activity(call))
    }

    /// Makes room for the backend's own result, where the call has one of the page or of an
    /// earlier run.
    fn may_answer_again(&mut self, call: &ActivityId) {
        let first = self.reused.is_first(Kind::Result, call.as_str());
        self.reused
            .set_repeated(Kind::Activity, call.as_str(), None);
        let held = self.activities.iter_mut().rev();
        let held = held.into_iter().find(|held| held.id == *call);
        let Some(Activity {
            kind: ActivityKind::Tool { result, .. },
            status,
            ended_at,
            ..
        }) = held
        else {
            return;
        };
        let page = result_message(call);
        if result
            .as_ref()
            .is_some_and(|held| first || held.message == page)
        {
            *result = None;
            *ended_at = None;
            *status = ActivityStatus::Running;
        }
    }

    /// The id for a later thing with an id that the turn has used.
    pub(super) fn rename(&mut self, kind: Kind, id: &str, step: &mut Step) -> String {
        step.diagnose(Diagnostic::Reused(id.to_owned()));
        let mut count = self.all_of(kind, id).len();
        loop {
            count += 1;
            let new = numbered(id, count);
            if !self.has(kind, &new) {
                self.reused.add(kind, id, &new);
                return new;
            }
        }
    }

    fn has(&self, kind: Kind, id: &str) -> bool {
        match kind {
            Kind::Text => {
                let id = MessageId::from(id);
                self.speaker(&id).is_some() || self.place_of(&id).is_some()
            }
            Kind::Reasoning => self.activity(&reasoning_id(&id.into())).is_some(),
            Kind::Activity | Kind::Result => self.activity(&id.into()).is_some(),
        }
    }

    /// Whether something with this id is there and has ended. A call counts as ended as soon as
    /// it has begun: a second start is another call.
    fn has_ended(&self, kind: Kind, id: &str) -> bool {
        match kind {
            Kind::Text => {
                let id = MessageId::from(id);
                if self.speaker(&id).is_some() {
                    return true;
                }
                let Some(place) = self.place_of(&id) else {
                    return false;
                };
                if self.text_of(&id).is_empty() {
                    place + 1 < self.messages.len()
                } else {
                    self.writing != Writing::Text || self.last_text() != Some(id)
                }
            }
            Kind::Reasoning => {
                let held = self.activity(&reasoning_id(&id.into()));
                held.is_some_and(|held| held.ended_at.is_some())
            }
            Kind::Activity | Kind::Result => self.tool_call(&id.into()).is_some(),
        }
    }

    fn content(&self, kind: Kind, id: &str) -> &str {
        match kind {
            Kind::Text => self.text_of(&id.into()),
            Kind::Reasoning => match self.activity(&reasoning_id(&id.into())) {
                Some(Activity {
                    kind: ActivityKind::Reasoning { text, .. },
                    ..
                }) => text,
                _ => "",
            },
            Kind::Activity | Kind::Result => {
                let call = self.tool_call(&id.into());
                call.map_or("", |(_, arguments)| arguments)
            }
        }
    }

    /// Leaves a diagnostic for each id that earlier turns had for something else: the next request
    /// has another id for it (see [`distinct`](crate::history::distinct)).
    pub(crate) fn note_reused(&self, earlier: &[Self], step: &mut Step) {
        // A turn has few things, the thread has many: those are looked at once.
        let mut note = |mut own: Vec<&str>, earlier: &mut dyn Iterator<Item = &str>| {
            for id in earlier {
                if let Some(place) = own.iter().position(|held| *held == id) {
                    own.swap_remove(place);
                    step.diagnose(Diagnostic::Reused(id.to_owned()));
                }
            }
        };
        let own = self.message_ids().map(MessageId::as_str);
        let before = earlier.iter().flat_map(Self::message_ids);
        note(own.collect(), &mut before.map(MessageId::as_str));
        let own = self.calls().map(ActivityId::as_str);
        let before = earlier.iter().flat_map(Self::calls);
        note(own.collect(), &mut before.map(ActivityId::as_str));
    }

    fn calls(&self) -> impl Iterator<Item = &ActivityId> {
        let calls = self.activities.iter();
        let calls = calls.filter(|held| matches!(held.kind, ActivityKind::Tool { .. }));
        calls.map(|held| &held.id)
    }
}
