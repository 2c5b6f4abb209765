//! The person's random actions during a run.

use midturn_agent::conversation::Interjection;
use midturn_agent::engine::{CancelTarget, InterjectRefusal, Target, Urgency};
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
        // The server answers a repeat of a message that an earlier run delivered. The engine does
        // not get the repeat.
        if self.conversation.is_delivered(&id) {
            return;
        }
        let target = match self.random.u8(..6) {
            4 => return self.say_to_several(&id),
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

impl World {
    /// Sends a message to all agents or to a few. If the id was used before, the copies of the
    /// earlier message change.
    fn say_to_several(&mut self, id: &str) {
        let elements = self.watch.elements();
        let target = if self.random.bool() {
            Target::All
        } else {
            let calls = elements.into_iter().map(Target::Call);
            let mut some: Vec<Target> = calls.filter(|_| self.random.bool()).collect();
            if self.random.bool() {
                some.push(Target::Root);
            }
            Target::Several(some)
        };
        let said = said(id);
        let known = self.watch.has_accepted(id);
        if let Ok((copies, effects)) = self.engine.interject_each(self.now, said.clone(), &target) {
            if copies.len() > 1 {
                self.count("messages to several agents");
            }
            for (id, _) in copies {
                if !said.is_blank() && (!known || !effects.is_empty()) {
                    let said = said.clone();
                    self.watch.accepted(Interjection { id, ..said });
                }
            }
            self.perform(effects);
            self.watch.promise();
        }
    }
}

/// Makes the interjection for an id. The same id always gets the same content. Some interjections
/// have an attachment, some have no text, and some have neither.
pub(crate) fn said(id: &str) -> Interjection {
    // A copy has the content of the original.
    let first = id.split('~').next().unwrap_or(id);
    let number: u32 = first.trim_start_matches('i').parse().unwrap();
    let attachments = match number % 3 {
        0 => vec![json!({"type": "image", "source": {"type": "url", "value": first}})],
        _ => Vec::new(),
    };
    let text = match number % 4 {
        3 => " \n".to_owned(),
        _ => format!("message {first}"),
    };
    Interjection {
        id: id.to_owned(),
        text,
        attachments,
    }
}
