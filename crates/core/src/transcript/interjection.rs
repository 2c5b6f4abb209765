//! Interjections: the person's messages to an agent inside a turn, and their delivery.
//!
//! `conversation::interject` sends them.

mod delivery;
mod request;
mod target;

use serde::{Deserialize, Serialize};

use super::{Activity, ActivityKind, ActivityStatus, LedgerEvent, Turn};
use crate::change::Change;
use crate::effect::Diagnostic;
use crate::id::{ActivityId, MessageId};
use crate::run_event::ReportedInterjection;
use crate::step::Step;
use crate::time::Millis;

pub(crate) use request::{InterjectionAnswered, NextInterjection, Revised};

pub use delivery::{Delivery, Undelivered};
pub use target::{Target, visibility};

/// Separates a message's id from the number of a copy.
const COPY: char = '~';

/// The id of a message's copy for the recipient at this index; the first has the message's own id.
pub(crate) fn copy_id(id: &MessageId, place: usize) -> MessageId {
    if place == 0 {
        return id.clone();
    }
    MessageId::from(format!("{id}{COPY}{}", place + 1))
}

/// Whether two ids are copies of one message.
fn are_copies(one: &MessageId, other: &MessageId) -> bool {
    one != other && original(one) == original(other)
}

fn original(id: &MessageId) -> &str {
    match id.as_str().rsplit_once(COPY) {
        Some((first, number)) if number.parse::<usize>().is_ok() => first,
        _ => id.as_str(),
    }
}

/// A message of the person to an agent inside a turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Interjection {
    /// The message's id; a prompt made from it keeps the id.
    pub id: MessageId,
    /// The text, as the agent has it or will get it.
    pub text: String,
    /// The person's change since the backend received it.
    pub revision: Option<Revision>,
    /// The agent the person meant.
    pub target: Target,
    /// The name of the agent that gets the message; `None` until the backend reports it.
    pub agent: Option<String>,
    /// Whether the chosen agent had ended, so that its parent agent or the main agent gets the
    /// message.
    pub fell_back: bool,
    /// How far the delivery is.
    pub delivery: Delivery,
    /// How many messages of the agent the turn had when this one was delivered or put into a
    /// request; `None` before that.
    pub place: Option<usize>,
}

/// A change to an interjection, or its removal, that the backend has not accepted yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Revision {
    /// The text the person wants.
    pub text: String,
    /// Whether the message is taken back: its text returns to the composer.
    pub back: bool,
    /// Whether the change is still to be sent: a request about the message is under way first.
    pub unsent: bool,
}

impl Interjection {
    /// The text the person wants.
    pub fn wanted(&self) -> &str {
        self.revision.as_ref().map_or(&self.text, |held| &held.text)
    }

    /// Removes the revision and returns its text; empty if nothing was changed.
    pub(crate) fn drop_revision(&mut self) -> String {
        let text = self.revision.take().map(|held| held.text);
        text.filter(|text| *text != self.text).unwrap_or_default()
    }

    /// Whether the agent may still get the message.
    pub fn is_pending(&self) -> bool {
        !matches!(
            self.delivery,
            Delivery::Delivered { .. } | Delivery::Undelivered(_)
        )
    }

    /// Whether no agent got it, and it can be sent as a message of its own.
    pub fn is_stranded(&self) -> bool {
        matches!(
            self.delivery,
            Delivery::Undelivered(Undelivered::Stopped | Undelivered::Unreachable)
        )
    }

    /// Whether the person can still change it.
    pub fn is_changeable(&self) -> bool {
        self.is_pending() && !matches!(self.delivery, Delivery::InRequest | Delivery::Unheard)
    }

    /// Whether a request to the backend about the message is under way.
    pub(crate) fn is_under_way(&self) -> bool {
        matches!(self.delivery, Delivery::Sending { .. })
            || (self.delivery == Delivery::Accepted && self.revision.is_some())
    }
}

/// The activity id of an interjection. It has a prefix, because a message and an activity may have
/// the same id.
pub fn interjection_activity(id: &MessageId) -> ActivityId {
    ActivityId::from(format!("interjection:{id}"))
}

impl Turn {
    /// The interjections, in the order they were made.
    pub fn interjections(&self) -> impl Iterator<Item = &Interjection> {
        self.activities
            .iter()
            .filter_map(|activity| match &activity.kind {
                ActivityKind::Interjection(said) => Some(said),
                _ => None,
            })
    }

    /// One interjection.
    pub fn interjection(&self, id: &MessageId) -> Option<&Interjection> {
        self.interjections().find(|said| said.id == *id)
    }

    /// Whether another copy of this message was delivered, may still be delivered, or is a queued
    /// prompt. If so, this copy need not be sent again. Of the copies in `together`, which are sent
    /// again at the same time, only the first is sent.
    pub(crate) fn is_said_elsewhere(&self, id: &MessageId, together: &[MessageId]) -> bool {
        let before = |other: &MessageId| {
            let place = |wanted: &MessageId| together.iter().position(|held| held == wanted);
            match (place(other), place(id)) {
                (Some(other), Some(own)) => other < own,
                (None, _) | (Some(_), None) => true,
            }
        };
        // A copy that the person has changed is another message.
        let own = self.interjection(id).map(Interjection::wanted);
        let mut copies = self
            .interjections()
            .filter(|said| are_copies(&said.id, id) && Some(said.wanted()) == own);
        copies.any(|said| match said.delivery {
            Delivery::Delivered { .. } | Delivery::Undelivered(Undelivered::Queued) => true,
            Delivery::Undelivered(_) => false,
            Delivery::Unsent
            | Delivery::Sending { .. }
            | Delivery::Accepted
            | Delivery::Held
            | Delivery::AfterAnswer
            | Delivery::InRequest
            | Delivery::Unheard => before(&said.id),
        })
    }

    /// The interjections that the agent may still get, in the order they were made.
    pub(crate) fn pending(&self, which: impl Fn(&Interjection) -> bool) -> Vec<MessageId> {
        self.interjections()
            .filter(|said| said.is_pending() && which(said))
            .map(|said| said.id.clone())
            .collect()
    }

    /// Applies the backend's report that it received an interjection, or a later report of the
    /// recipient. An unknown interjection was sent from another page, and is added.
    pub(crate) fn heard(&mut self, heard: ReportedInterjection, at: Millis, step: &mut Step) {
        let ReportedInterjection {
            id,
            text,
            parent,
            agent,
            fell_back,
        } = heard;
        // The backend names the call that owns a subagent; the subagent's activity is inside that
        // call.
        let owned = |activity: &&Activity| {
            matches!(activity.kind, ActivityKind::Subagent { .. }) && activity.parent == parent
        };
        let target = match &parent {
            None => Target::Root,
            Some(parent) => {
                let agent = self.activities.iter().rev().find(owned);
                Target::Agent(agent.map_or_else(|| parent.clone(), |agent| agent.id.clone()))
            }
        };
        let wanted = interjection_activity(&id);
        // The report of a message that was taken back meanwhile brings nothing back.
        let blank = text.trim().is_empty() || self.taken_back.contains(&id);
        let Some(activity) = self.activities.iter_mut().find(|held| held.id == wanted) else {
            if blank {
                step.diagnose(Diagnostic::Unknown(id.to_string()));
                return;
            }
            let said = Interjection {
                id,
                text,
                revision: None,
                target,
                agent,
                fell_back,
                delivery: Delivery::Accepted,
                place: None,
            };
            self.interject(said, at, step);
            return;
        };
        let fell = if let ActivityKind::Interjection(said) = &mut activity.kind {
            match said.delivery {
                Delivery::Sending { .. }
                | Delivery::Unsent
                | Delivery::Held
                | Delivery::AfterAnswer => {
                    said.delivery = Delivery::Accepted;
                }
                // Only the backend's answer was lost, not the message.
                Delivery::Undelivered(Undelivered::Unreachable) => {
                    said.delivery = Delivery::Accepted;
                    activity.status = ActivityStatus::Running;
                    activity.ended_at = None;
                }
                Delivery::Accepted
                | Delivery::InRequest
                | Delivery::Unheard
                | Delivery::Delivered { .. }
                | Delivery::Undelivered(_) => {}
            }
            let is_it = |held: &Revision| held.text == text && !held.back;
            if said.revision.as_ref().is_some_and(is_it) {
                said.revision = None;
            }
            // Keep the person's text if the backend does not repeat it.
            if !blank {
                said.text = text;
            }
            said.agent = agent;
            let fell = fell_back && !said.fell_back;
            said.fell_back |= fell_back;
            activity.parent = target.agent().cloned();
            said.target = target;
            fell
        } else {
            false
        };
        step.change(Change::ActivityChanged {
            turn: self.id.clone(),
            activity: wanted,
        });
        step.change(Change::ActivitiesMoved(self.id.clone()));
        if fell {
            self.log(LedgerEvent::FellBack(id), at, step);
        }
    }

    /// Adds an interjection under its target.
    pub(crate) fn interject(&mut self, said: Interjection, at: Millis, step: &mut Step) {
        let parent = said.target.agent().cloned();
        let id = interjection_activity(&said.id);
        let mut activity = Activity::running(id, ActivityKind::Interjection(said), at);
        activity.parent = parent;
        self.add(activity, step);
    }

    /// Changes an interjection and its activity.
    pub(crate) fn change_interjection(
        &mut self,
        id: &MessageId,
        step: &mut Step,
        change: impl FnOnce(&mut Interjection),
    ) -> bool {
        let wanted = interjection_activity(id);
        let found = self.activities.iter_mut().find(|held| held.id == wanted);
        let Some(Activity {
            kind: ActivityKind::Interjection(said),
            ..
        }) = found
        else {
            return false;
        };
        change(said);
        step.change(Change::ActivityChanged {
            turn: self.id.clone(),
            activity: wanted,
        });
        true
    }

    /// Marks an interjection as delivered and moves it to the place where the agent got it. One that was in a
    /// request is there already: what the agent shows first is its reaction.
    pub(crate) fn deliver(
        &mut self,
        id: &MessageId,
        at_step: Option<u64>,
        at: Millis,
        step: &mut Step,
    ) -> bool {
        let place = self.messages.len();
        let wanted = interjection_activity(id);
        let found = self.activities.iter_mut().find(|held| held.id == wanted);
        let Some(activity) = found else {
            return false;
        };
        activity.ended_at = None;
        activity.end(ActivityStatus::Done, at);
        let mut was_requested = false;
        if let ActivityKind::Interjection(said) = &mut activity.kind {
            said.delivery = Delivery::Delivered { step: at_step };
            was_requested = said.place.is_some();
            said.place.get_or_insert(place);
        }
        step.change(Change::ActivityChanged {
            turn: self.id.clone(),
            activity: wanted,
        });
        if !was_requested {
            self.stands_here(id, step);
        }
        true
    }

    /// Moves an interjection to the end of what the turn shows so far.
    fn stands_here(&mut self, id: &MessageId, step: &mut Step) {
        let wanted = interjection_activity(id);
        let Some(index) = self.activities.iter().position(|held| held.id == wanted) else {
            return;
        };
        let mut activity = self.activities.remove(index);
        let after = self.last_text();
        if index < self.activities.len() || activity.after != after {
            step.change(Change::ActivitiesMoved(self.id.clone()));
        }
        activity.after = after;
        self.activities.push(activity);
    }

    /// Marks an interjection as undelivered.
    pub(crate) fn undeliver(
        &mut self,
        id: &MessageId,
        why: Undelivered,
        at: Millis,
        step: &mut Step,
    ) {
        let wanted = interjection_activity(id);
        if let Some(activity) = self.change(&wanted, step) {
            if let ActivityKind::Interjection(said) = &mut activity.kind {
                said.delivery = Delivery::Undelivered(why);
                said.place = None;
            }
            activity.ended_at = None;
            activity.end(ActivityStatus::Cancelled, at);
        }
    }

    /// Removes an interjection as if it had never been sent. Returns the interjection.
    pub(crate) fn take_back(&mut self, id: &MessageId, step: &mut Step) -> Option<Interjection> {
        let wanted = interjection_activity(id);
        let index = self.activities.iter().position(|held| held.id == wanted)?;
        let activity = self.activities.remove(index);
        step.change(Change::ActivitiesMoved(self.id.clone()));
        self.taken_back.push(id.clone());
        match activity.kind {
            ActivityKind::Interjection(said) => Some(said),
            _ => None,
        }
    }
}
