//! The client's requests about an interjection, and how its delivery changes when the backend
//! answers.
//!
//! [`crate::conversation`] handles the effects, the queue and the composer.

use super::super::Turn;
use super::{Delivery, Interjection, Revision, Target, Undelivered};
use crate::control::InterjectionAnswer;
use crate::id::MessageId;
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::LedgerEvent;

/// What waiting interjections need next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NextInterjection {
    /// Nothing: no interjection waits, one is under way, or the next run cannot start yet.
    Nothing,
    /// Another run of the turn is started, with the held interjections in its request.
    AnotherRun,
    /// This interjection is sent.
    Send(MessageId),
}

/// What a change of an interjection's text needs next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Revised {
    /// The agent has the interjection already, or it is gone.
    TooLate,
    /// Nothing: the interjection is not sent yet and was changed, or the change is sent after the
    /// request that is under way.
    Nothing,
    /// The interjection was never sent, and is removed.
    TakeBack,
    /// The change is sent to the backend.
    Send,
}

/// What the backend's answer about an interjection needs next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InterjectionAnswered {
    /// Nothing.
    Nothing,
    /// The person changed the text while the request was under way: the change is sent.
    SendChange,
    /// The backend agreed to take the interjection back.
    TakeBack,
    /// The agent will not get the interjection: it becomes the next prompt.
    Queue,
    /// The interjection is sent again after the backoff of this attempt.
    Retry(u32),
    /// The backend cannot be reached; the interjection stays in its place in the turn.
    NotDelivered,
    /// The change will not reach the agent; its text is put into the composer.
    ChangeLost {
        /// The text.
        text: String,
        /// Whether the backend could not be reached.
        unreachable: bool,
    },
}

impl Turn {
    /// What the turn's waiting interjections need next. They are sent one at a time, so they keep
    /// their order. `ready`: the run has had an event, so the backend has had the chance to report
    /// that it accepts interjections. Only then may another run be started for the held ones.
    pub(crate) fn next_interjection(&mut self, ready: bool, step: &mut Step) -> NextInterjection {
        let has = |delivery| self.interjections().any(|said| said.delivery == delivery);
        if has(Delivery::Held) {
            return if ready && !self.has_work_under_way() {
                NextInterjection::AnotherRun
            } else {
                NextInterjection::Nothing
            };
        }
        if self.interjections().any(Interjection::is_under_way) {
            return NextInterjection::Nothing;
        }
        let unsent = self.pending(|said| said.delivery == Delivery::Unsent);
        let Some(id) = unsent.into_iter().next() else {
            return NextInterjection::Nothing;
        };
        self.change_interjection(&id, step, |said| {
            said.delivery = Delivery::Sending { attempt: 1 };
        });
        NextInterjection::Send(id)
    }

    /// Moves all interjections with one delivery to another.
    fn redeliver(&mut self, from: &Delivery, to: &Delivery, step: &mut Step) {
        for id in self.pending(|said| said.delivery == *from) {
            self.change_interjection(&id, step, |said| said.delivery = to.clone());
        }
    }

    /// Holds unsent interjections for the next run, because the stream of this run has ended.
    pub(crate) fn hold_unsent_interjections(&mut self, step: &mut Step) {
        self.redeliver(&Delivery::Unsent, &Delivery::Held, step);
    }

    /// Makes held interjections ready to be sent, because the backend accepts interjections after
    /// all.
    pub(crate) fn send_held_interjections(&mut self, step: &mut Step) {
        self.redeliver(&Delivery::Held, &Delivery::Unsent, step);
    }

    /// Holds interjections for the run after the next one. The next run has answers, which are sent
    /// alone.
    pub(crate) fn hold_interjections_for_answers(&mut self, step: &mut Step) {
        self.redeliver(&Delivery::Held, &Delivery::AfterAnswer, step);
    }

    /// Puts waiting interjections into the next request. Returns those that were in no request
    /// before.
    pub(crate) fn put_interjections_into_request(&mut self, step: &mut Step) -> Vec<MessageId> {
        let place = self.messages.len();
        let mut brings = Vec::new();
        let waits = |said: &Interjection| {
            matches!(
                said.delivery,
                Delivery::Held | Delivery::AfterAnswer | Delivery::Unheard
            )
        };
        for id in self.pending(waits) {
            self.change_interjection(&id, step, |said| {
                if said.delivery != Delivery::Unheard {
                    brings.push(said.id.clone());
                    said.delivery = Delivery::InRequest;
                }
                said.place = Some(place);
                // Interjections in a request reach the main agent. The subagent they were meant for
                // ended with its run.
                if said.target != Target::Root {
                    said.target = Target::Root;
                    said.agent = None;
                    said.fell_back = true;
                }
            });
            self.stands_here(&id, step);
        }
        brings
    }

    /// Changes the text of an interjection; `None` takes the interjection back.
    pub(crate) fn revise_interjection(
        &mut self,
        id: &MessageId,
        text: Option<String>,
        step: &mut Step,
    ) -> Revised {
        let gone = |said: &Interjection| {
            !said.is_pending() || matches!(said.delivery, Delivery::InRequest | Delivery::Unheard)
        };
        let Some(said) = self.interjection(id).filter(|said| !gone(said)) else {
            return Revised::TooLate;
        };
        if matches!(
            said.delivery,
            Delivery::Unsent | Delivery::Held | Delivery::AfterAnswer
        ) {
            return match text {
                Some(text) => {
                    self.change_interjection(id, step, |said| said.text = text);
                    Revised::Nothing
                }
                None => Revised::TakeBack,
            };
        }
        let waits = said.is_under_way();
        let revision = Revision {
            back: text.is_none(),
            text: text.unwrap_or_else(|| said.wanted().to_owned()),
            // A request that is under way must be answered before the revision is sent.
            unsent: waits,
        };
        self.change_interjection(id, step, |said| said.revision = Some(revision));
        if waits {
            Revised::Nothing
        } else {
            Revised::Send
        }
    }

    /// Removes a change that has not reached the agent from an interjection. Returns the changed
    /// text; empty if nothing was changed.
    pub(crate) fn drop_revision(&mut self, id: &MessageId, step: &mut Step) -> String {
        let mut revised = String::new();
        self.change_interjection(id, step, |said| revised = said.drop_revision());
        revised
    }

    /// Applies the backend's answer to a request about an interjection, or that the backend could
    /// not be reached. `attempts`: how many times a request is sent at most.
    pub(crate) fn interjection_answered(
        &mut self,
        id: &MessageId,
        answer: InterjectionAnswer,
        attempts: u32,
        at: Millis,
        step: &mut Step,
    ) -> InterjectionAnswered {
        let Some(said) = self.interjection(id) else {
            return InterjectionAnswered::Nothing;
        };
        match (answer, said.delivery.clone()) {
            (InterjectionAnswer::Accepted, delivery) => {
                let sending = matches!(delivery, Delivery::Sending { .. });
                self.interjection_accepted(id, sending, step)
            }
            (InterjectionAnswer::TooLate, Delivery::Sending { .. }) => InterjectionAnswered::Queue,
            (InterjectionAnswer::Unreachable, Delivery::Sending { attempt })
                if attempt < attempts =>
            {
                InterjectionAnswered::Retry(attempt)
            }
            (InterjectionAnswer::Unreachable, Delivery::Sending { .. }) => {
                self.not_delivered(id, Undelivered::Unreachable, at, step);
                InterjectionAnswered::NotDelivered
            }
            (answer, _) => InterjectionAnswered::ChangeLost {
                text: self.drop_revision(id, step),
                unreachable: answer == InterjectionAnswer::Unreachable,
            },
        }
    }

    fn interjection_accepted(
        &mut self,
        id: &MessageId,
        sending: bool,
        step: &mut Step,
    ) -> InterjectionAnswered {
        self.change_interjection(id, step, |said| said.delivery = Delivery::Accepted);
        let said = self.interjection(id);
        let Some(revision) = said.and_then(|said| said.revision.clone()) else {
            return InterjectionAnswered::Nothing;
        };
        if revision.unsent || sending {
            self.change_interjection(id, step, |said| {
                if let Some(held) = &mut said.revision {
                    held.unsent = false;
                }
            });
            return InterjectionAnswered::SendChange;
        }
        if revision.back {
            return InterjectionAnswered::TakeBack;
        }
        self.change_interjection(id, step, |said| {
            said.text = revision.text;
            said.revision = None;
        });
        InterjectionAnswered::Nothing
    }

    /// Counts one more attempt of the interjection that is being sent, and returns it.
    pub(crate) fn retry_interjection(&mut self, step: &mut Step) -> Option<MessageId> {
        let sending = |said: &Interjection| matches!(said.delivery, Delivery::Sending { .. });
        let id = self.pending(sending).into_iter().next()?;
        self.change_interjection(&id, step, |said| {
            if let Delivery::Sending { attempt } = &mut said.delivery {
                *attempt += 1;
            }
        });
        Some(id)
    }

    /// Marks an interjection as undelivered, and logs it.
    pub(crate) fn not_delivered(
        &mut self,
        id: &MessageId,
        why: Undelivered,
        at: Millis,
        step: &mut Step,
    ) {
        self.undeliver(id, why, at, step);
        let id = id.clone();
        self.log(LedgerEvent::NotDelivered { id, why }, at, step);
    }

    /// Marks the pending interjections of a stopped turn as undelivered; they stay in place.
    /// Returns the texts of changes that did not reach an agent.
    pub(crate) fn strand_interjections(&mut self, at: Millis, step: &mut Step) -> Vec<String> {
        let mut drafts = Vec::new();
        for id in self.pending(|_| true) {
            drafts.push(self.drop_revision(&id, step));
            self.not_delivered(&id, Undelivered::Stopped, at, step);
        }
        drafts
    }
}
