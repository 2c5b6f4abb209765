//! A page that mirrors a thread: the messages it gets and sends, and the check that the driver is
//! alive.

use super::had::Asked;
use super::{
    Act, FIND_MS, Message, Place, Role, SLOW_MS, Sharing, SharingEffect, Standing, TICK_MS,
};
use crate::chat::ChatInput;
use crate::time::Millis;

/// The state of a mirror.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Follow {
    /// The place of the mirror's copy; `None` while it waits for a copy.
    pub(super) at: Option<Place>,
    /// Since when the driver has left a `Hello` or `Ping` unanswered.
    asked: Option<Millis>,
    /// When this page last checked the driver.
    looked: Option<Millis>,
    /// Whether the person was told that the driver does not answer.
    pub(super) told: bool,
    /// Whether the person has taken the thread over, and this page is stealing the lock.
    pub(super) takes: bool,
}

impl Follow {
    pub(super) fn new() -> Self {
        Self::default()
    }

    pub(super) fn asking(at: Millis) -> Self {
        Self {
            asked: Some(at),
            ..Self::default()
        }
    }

    pub(super) fn having(at: Option<Place>) -> Self {
        Self {
            at,
            ..Self::default()
        }
    }

    /// Records an answer of the driver. Returns whether the person had been told that the driver
    /// does not answer.
    fn alive(&mut self) -> bool {
        self.asked = None;
        std::mem::take(&mut self.told)
    }
}

impl Sharing {
    /// Records an answer of the driver, and tells the person if its silence had been reported.
    fn alive(&mut self, out: &mut Vec<SharingEffect>) {
        if let Role::Following(follow) = &mut self.role
            && follow.alive()
        {
            out.push(SharingEffect::Tell(self.well()));
        }
    }

    pub(super) fn heard(&mut self, message: Message, at: Millis, out: &mut Vec<SharingEffect>) {
        match &self.role {
            Role::Driving { .. } => self.heard_driving(message, at, out),
            Role::Taking { .. } => {
                let none = Place::default();
                if message == Message::Ping {
                    let pong = Message::Pong {
                        at: none,
                        kept: none,
                    };
                    out.push(SharingEffect::Say(pong));
                } else if let Message::Stored { at } = message {
                    self.stored(at, out);
                }
            }
            Role::Following(_) => self.heard_following(message, out),
            Role::Finding { .. } => {
                if matches!(message, Message::Copy { .. } | Message::Driving { .. }) {
                    self.follow(at, out);
                    self.heard_following(message, out);
                }
            }
            Role::Idle | Role::Asking { .. } | Role::Waiting | Role::Suspended { .. } => {}
        }
    }

    fn heard_driving(&mut self, message: Message, now: Millis, out: &mut Vec<SharingEffect>) {
        let Role::Driving {
            at,
            base,
            kept,
            followed,
        } = &mut self.role
        else {
            return;
        };
        match message {
            Message::Hello { page } => {
                *followed = true;
                let (at, base) = (*at, *base);
                out.push(SharingEffect::Copy { to: page, at, base });
            }
            Message::Ping => {
                *followed = true;
                let (at, kept) = (*at, *kept);
                out.push(SharingEffect::Say(Message::Pong { at, kept }));
            }
            Message::Ask { page, act, input } => match self.had.asked(&page, act) {
                Asked::Now => out.push(SharingEffect::Perform { page, act, input }),
                Asked::Before(None) => {}
                Asked::Before(Some(at)) => {
                    out.push(SharingEffect::Say(Message::Had { page, act, at }));
                }
            },
            Message::Stored { at } => self.stored(at, out),
            Message::Driving { at: theirs } if theirs.epoch > at.epoch => self.overtaken(now, out),
            Message::Copy { .. }
            | Message::Did { .. }
            | Message::Had { .. }
            | Message::Pong { .. }
            | Message::Driving { .. } => {}
        }
    }

    fn heard_following(&mut self, message: Message, out: &mut Vec<SharingEffect>) {
        let Role::Following(follow) = &mut self.role else {
            return;
        };
        match message {
            Message::Copy {
                to,
                at,
                base,
                copied,
            } if to == self.page => {
                follow.at = Some(at);
                self.alive(out);
                out.push(SharingEffect::Mirror(copied));
                for act in self.outbox.missing(at, base) {
                    out.push(SharingEffect::Say(self.ask(&act)));
                }
            }
            Message::Did { at, by, act, input } => {
                let next = |held: Place| held.epoch == at.epoch && held.seq + 1 == at.seq;
                match follow.at {
                    Some(held) if next(held) => {
                        follow.at = Some(at);
                        self.alive(out);
                        let act = act.filter(|_| by == self.page);
                        if let Some(act) = act {
                            self.outbox.took(act, at);
                        }
                        out.push(SharingEffect::Play { input, act });
                    }
                    // An input before this one is missing.
                    Some(held) if at > held => self.copy_again(out),
                    Some(_) | None => {}
                }
            }
            Message::Had { page, act, at } if page == self.page => {
                if self.outbox.took(act, at) {
                    out.push(SharingEffect::GivenBack(act));
                }
            }
            Message::Stored { at } => self.stored(at, out),
            Message::Pong { at, kept } => {
                self.stored(kept, out);
                let Role::Following(follow) = &mut self.role else {
                    return;
                };
                let behind = follow.at.is_none_or(|held| at > held);
                self.alive(out);
                if behind && at != Place::default() {
                    self.copy_again(out);
                }
            }
            // A new driver.
            Message::Driving { .. } => {
                self.alive(out);
                self.copy_again(out);
            }
            Message::Copy { .. }
            | Message::Had { .. }
            | Message::Hello { .. }
            | Message::Ask { .. }
            | Message::Ping => {}
        }
    }

    /// Drops the outdated copy and asks for a new one.
    fn copy_again(&mut self, out: &mut Vec<SharingEffect>) {
        if let Role::Following(follow) = &mut self.role {
            follow.at = None;
        }
        out.push(SharingEffect::Say(self.hello()));
    }

    fn ask(&self, act: &Act) -> Message {
        Message::Ask {
            page: self.page.clone(),
            act: act.number,
            input: act.input.clone(),
        }
    }

    /// Drops the stored acts from the outbox. Storage has everything of an epoch up to this place.
    fn stored(&mut self, until: Place, out: &mut Vec<SharingEffect>) {
        if self.outbox.kept(until) {
            out.push(SharingEffect::Outbox);
        }
    }

    /// The person did something here. A mirror asks the driver to perform the act. A driver keeps
    /// an act with text in the outbox until storage has it.
    pub(super) fn acted(&mut self, input: ChatInput, words: bool, out: &mut Vec<SharingEffect>) {
        let act = self.outbox.next(input);
        let asks = matches!(&self.role, Role::Following(follow) if follow.at.is_some());
        if asks {
            out.push(SharingEffect::Say(self.ask(&act)));
        }
        // An act without text or files is sent to the driver only once: by the time of a second
        // request, the state it was meant for has changed. Other acts stay in the outbox, and so do
        // acts that cannot be sent yet.
        if words || !asks {
            if let Some(at) = self.place() {
                // This act is the next input to be applied.
                let seq = at.seq + 1;
                self.outbox.add_own(act, Place { seq, ..at });
            } else {
                self.outbox.add(act);
                out.push(SharingEffect::Outbox);
            }
        }
    }

    pub(super) fn tick(&mut self, at: Millis, out: &mut Vec<SharingEffect>) {
        if let Role::Finding { since, had } = self.role {
            if at >= since.saturating_add(FIND_MS) {
                self.role = Role::taking(had);
                out.push(SharingEffect::Look { by_hand: false });
            } else {
                out.push(SharingEffect::Watch(FIND_MS));
            }
            return;
        }
        let Role::Following(follow) = &mut self.role else {
            return;
        };
        out.push(SharingEffect::Watch(TICK_MS));
        // After a long pause of this page, the driver's answers may be here but unread, so waiting
        // starts over.
        let late = follow.looked.is_some_and(|last| at > last + 2 * TICK_MS);
        follow.looked = Some(at);
        if late {
            follow.asked = None;
        }
        let since = *follow.asked.get_or_insert(at);
        let waited = at.saturating_sub(since);
        if waited >= SLOW_MS && !follow.told {
            follow.told = true;
            out.push(SharingEffect::Tell(Standing::Unreachable));
        }
        if follow.at.is_none() {
            out.push(SharingEffect::Say(self.hello()));
        } else {
            out.push(SharingEffect::Say(Message::Ping));
        }
    }
}
