//! What the person does while a run is at work.

use midturn_agent::engine::{CancelTarget, InterjectRefusal, Interjection, Target, Urgency};
use serde_json::json;

use super::World;

impl World {
    pub(super) fn cancel(&mut self, target: &CancelTarget) {
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
            return self.count("refused cancels");
        };
        self.watch.cancel_accepted(target);
        self.count(match target {
            CancelTarget::Run => "run cancels",
            CancelTarget::Element(id) if id.ends_with("-agent") => "subagent cancels",
            CancelTarget::Element(_) => "tool cancels",
        });
        self.perform(effects);
        self.watch.promise();
    }

    pub(super) fn say(&mut self) {
        let id = self.conversation.say(&mut self.random);
        // The server answers for what an earlier run has delivered.
        if self.conversation.is_delivered(&id) {
            return;
        }
        let target = match self.random.u8(..4) {
            0 => Target::Root,
            1 => match self.random.choice(self.watch.elements()) {
                Some(element) => Target::Call(element),
                None => Target::Auto,
            },
            _ => Target::Auto,
        };
        let mut said = said(&id);
        let known = self.watch.has_accepted(&id);
        match self.random.u8(..6) {
            0 if known => said.text.push_str(", or rather another"),
            1 if known => {
                said = Interjection {
                    text: String::new(),
                    attachments: Vec::new(),
                    ..said
                };
            }
            _ => {}
        }
        let blank = said.is_blank();
        match self.engine.interject(self.now, said.clone(), &target) {
            Ok((_, effects)) => {
                assert!(!blank || known, "there was nothing in {id}");
                if !known {
                    self.count("interjections");
                } else if !effects.is_empty() {
                    self.count("changed interjections");
                }
                if !blank && (!known || !effects.is_empty()) {
                    self.watch.accepted(said);
                }
                self.perform(effects);
                self.watch.promise();
            }
            Err(InterjectRefusal::Blank) => assert!(blank, "{id} has something in it"),
            Err(InterjectRefusal::Delivered | InterjectRefusal::TakenBack) => {
                assert!(known, "{id} is new");
            }
            Err(InterjectRefusal::RunOver | InterjectRefusal::UnknownTarget(_)) => {}
        }
    }
}

/// What is said under an id: always the same. Now and then it has something attached, and now and
/// then only that, or nothing at all.
pub(crate) fn said(id: &str) -> Interjection {
    let number: u32 = id.trim_start_matches('i').parse().unwrap();
    let attachments = match number % 3 {
        0 => vec![json!({"type": "image", "source": {"type": "url", "value": id}})],
        _ => Vec::new(),
    };
    let text = match number % 4 {
        3 => " \n".to_owned(),
        _ => format!("message {id}"),
    };
    Interjection {
        id: id.to_owned(),
        text,
        attachments,
    }
}
