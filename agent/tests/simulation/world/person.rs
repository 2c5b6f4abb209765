//! What the person does, and the crash of the process.

use midturn_agent::engine::{CancelTarget, Effect, Interjection, Target, Urgency};

use super::World;

impl World {
    pub(super) fn cancel(&mut self, target: &CancelTarget) -> Vec<Effect> {
        let urgency = match self.random.u8(..3) {
            0 => Urgency::Now,
            _ => Urgency::Graceful {
                grace: self.random.u64(..4_000),
            },
        };
        let answer = self
            .engine
            .request_cancel(self.now, target, "whim", urgency);
        let Ok(effects) = answer else {
            self.count("refused cancels");
            return Vec::new();
        };
        self.watch.cancel_accepted(target);
        self.count(match target {
            CancelTarget::Run => "run cancels",
            CancelTarget::Element(id) if id.ends_with("-agent") => "element cancels",
            CancelTarget::Element(_) => "tool cancels",
        });
        effects
    }

    pub(super) fn say(&mut self) -> Vec<Effect> {
        self.said += 1;
        // Now and then the same again.
        let id = format!("i{}", self.random.u32(1..=self.said));
        let target = match self.random.u8(..4) {
            0 => Target::Root,
            1 => match self.random.choice(self.watch.elements()) {
                Some(element) => Target::Call(element),
                None => Target::Auto,
            },
            _ => Target::Auto,
        };
        let interjection = Interjection {
            id: id.clone(),
            text: match self.random.u8(..8) {
                0 => String::new(),
                1 => format!("message {id}, or rather another"),
                _ => format!("message {id}"),
            },
            attachments: Vec::new(),
        };
        match self.engine.interject(self.now, interjection, &target) {
            Ok((_, effects)) => {
                if self.watch.accepted(&id) {
                    self.count("interjections");
                } else if !effects.is_empty() {
                    self.count("changed interjections");
                }
                effects
            }
            Err(_) => Vec::new(),
        }
    }

    /// The process goes; what is left is the log.
    pub(super) fn crash(&mut self) {
        self.count("interrupted");
        self.over = true;
        self.watch.crashed();
    }
}
