//! The person's choice of an interjection's recipient. An agent that ends is dropped from the
//! choice.

use super::super::Conversation;
use super::super::recipient::{Listening, name_of};
use crate::change::Change;
use crate::effect::{Announcement, Diagnostic};
use crate::step::Step;
use crate::transcript::{Activity, Target};

impl Conversation {
    /// The subagents that an interjection can go to, in the order they began. Empty if the backend
    /// does not accept interjections.
    pub fn targets(&self) -> Vec<&Activity> {
        self.listening().into_agents()
    }

    /// The recipient of the next interjection: the person's choice while it lasts, else the most
    /// visible agent; of equals, the one that began last.
    pub fn target(&self) -> Target {
        self.recipient.current(&self.listening())
    }

    /// Each recipient of the next interjection.
    pub(super) fn recipients(&self) -> Vec<Target> {
        self.recipient.each(&self.listening())
    }

    fn listening(&self) -> Listening<'_> {
        let turn = self.active.as_ref().and_then(|run| self.turn(&run.turn));
        let turn = turn.filter(|_| self.abilities.interject);
        turn.map(Listening::of).unwrap_or_default()
    }

    /// The recipient that was chosen; `None` if nobody has chosen.
    pub fn chosen_target(&self) -> Option<Target> {
        self.recipient.chosen()
    }

    pub(in super::super) fn choose_target(&mut self, target: Option<Target>, step: &mut Step) {
        let works = self.active.is_some();
        let mut recipient = std::mem::take(&mut self.recipient);
        let possible = match target {
            Some(target) => recipient.choose(target, &self.listening(), works),
            None => recipient.forget(),
        };
        self.recipient = recipient;
        if possible {
            step.change(Change::Target);
        } else {
            step.diagnose(Diagnostic::NotNow("target"));
        }
    }

    /// Drops ended agents from the choice.
    pub(in super::super) fn check_target(&mut self, step: &mut Step) {
        if !self.recipient.is_chosen() {
            return;
        }
        let works = self.active.is_some();
        let mut recipient = std::mem::take(&mut self.recipient);
        let gone = recipient.drop_ended(&self.listening(), works);
        self.recipient = recipient;
        let Some(gone) = gone else { return };
        step.change(Change::Target);
        for id in gone.iter().filter(|_| works) {
            let known = self.turns.last().and_then(|turn| turn.activity(id));
            if let Some(name) = known.map(|held| name_of(held).to_owned()) {
                step.announce(Announcement::TargetEnded { name });
            }
        }
    }
}
