//! Sends the server's own list of messages, in the variants that different servers send.

use serde_json::{Value, json};

use super::{Kind, Writer};

impl Writer {
    pub(super) fn snapshot(&mut self) {
        let (words, reasoning) = (
            self.open.iter().any(|open| open.kind != Kind::Step),
            self.messages.iter().any(|held| held["role"] == "reasoning"),
        );
        match self.random.u32(..4) {
            0 => self.renumber(|message| message["role"] == "tool"),
            1 if !words && !reasoning => {
                self.renumber(|message| message["role"] != "user");
                if self.random.bool() {
                    self.trim();
                }
            }
            _ => {}
        }
        self.tell_snapshot();
    }

    pub(super) fn tell_snapshot(&mut self) {
        self.owes_snapshot = false;
        let mut messages = self.messages.clone();
        if self.random.bool() {
            messages.retain(|held| held["role"] != "reasoning");
        }
        self.tell(
            None,
            json!({"type": "MESSAGES_SNAPSHOT", "messages": messages}),
        );
    }

    /// Gives messages of the run new ids, which were never streamed.
    fn renumber(&mut self, which: fn(&Value) -> bool) {
        for place in 0..self.messages.len() {
            let message = &self.messages[place];
            let known = message["id"] == "a0" || message["id"] == "a1";
            if which(message) && !known {
                let old = message["id"].as_str().unwrap().to_owned();
                self.streamed.retain(|held| *held != old);
                self.messages[place]["id"] = self.id("new").into();
            }
        }
    }

    /// Trims the texts, as one known server does.
    fn trim(&mut self) {
        for message in &mut self.messages {
            if message["role"] == "assistant"
                && let Some(text) = message["content"].as_str()
            {
                message["content"] = text.trim().to_owned().into();
            }
        }
    }
}
