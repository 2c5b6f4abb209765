//! What tests look at in a conversation and in its last step.

use super::builder::Convo;
use crate::card::Card;
use crate::conversation::Phase;
use crate::effect::{Effect, Retry};
use crate::id::RunId;
use crate::request::RunRequest;
use crate::transcript::{ActivityStatus, Delivery, Turn};

impl Convo {
    /// The active run.
    ///
    /// # Panics
    /// When there is none.
    pub fn run(&self) -> RunId {
        let active = self.conversation.active();
        active.expect("a run is at work").id.clone()
    }

    /// A turn.
    ///
    /// # Panics
    /// When there is none.
    pub fn turn(&self, id: &str) -> &Turn {
        let turn = self.conversation.turn(&id.into());
        turn.expect("the turn is there")
    }

    /// The running card.
    pub fn card(&self) -> &Card {
        self.conversation.card()
    }

    /// The ids of the queued prompts, in order.
    pub fn prompts(&self) -> Vec<&str> {
        let prompts = self.conversation.queue().prompts();
        prompts.iter().map(|prompt| prompt.id.as_str()).collect()
    }

    /// The effects of the last step, without focus, announcements and diagnostics.
    pub fn outward(&self) -> Vec<Effect> {
        let outward = |effect: &&Effect| {
            !matches!(
                effect,
                Effect::Focus(_) | Effect::Announce(_) | Effect::Diagnose(_)
            )
        };
        self.last.effects.iter().filter(outward).cloned().collect()
    }

    /// The effects of the last step on the world, without those that only listen to a stream.
    pub fn acts(&self) -> Vec<Effect> {
        let listens = |effect: &Effect| matches!(effect, Effect::RetryLater { what, .. } if *what == Retry::Listen);
        let mut acts = self.outward();
        acts.retain(|effect| !listens(effect));
        acts
    }

    /// Whether the last step had only a diagnostic.
    pub fn was_refused(&self) -> bool {
        self.last.changes.is_empty()
            && matches!(self.last.effects.as_slice(), [Effect::Diagnose(_)])
    }

    /// The phase of the active run, if there is one.
    pub fn phase(&self) -> Option<Phase> {
        self.conversation.active().map(|active| active.phase)
    }

    /// The request of the active run.
    ///
    /// # Panics
    /// When there is none.
    pub fn request(&self) -> RunRequest {
        let request = self.conversation.request(&self.run());
        request.expect("a run is at work")
    }

    /// The status of an activity of the turn `m1`.
    ///
    /// # Panics
    /// When there is none.
    pub fn status(&self, id: &str) -> ActivityStatus {
        let held = self.turn("m1").activity(&id.into());
        held.expect("the activity").status
    }

    /// What has become of an interjection of the turn `m1`.
    ///
    /// # Panics
    /// When there is none.
    pub fn delivery(&self, id: &str) -> Delivery {
        let said = self.turn("m1").interjection(&id.into());
        said.expect("the interjection").delivery.clone()
    }
}
