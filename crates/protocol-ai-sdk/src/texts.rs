//! The open texts and reasoning of a stream.

use std::collections::BTreeMap;

use midturn_core::id::MessageId;
use midturn_core::run_event::RunEvent;
use serde_json::value::RawValue;

use super::sink::Sink;

/// The form of a part that grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    Reasoning,
}

/// The open parts of one form, by the server's id.
#[derive(Debug)]
pub(super) struct Texts {
    form: Form,
    open: BTreeMap<String, MessageId>,
}

impl Texts {
    pub(super) fn new(form: Form) -> Self {
        Self {
            form,
            open: BTreeMap::new(),
        }
    }

    /// The open part with the server's id.
    pub(super) fn get(&self, id: &str) -> Option<&MessageId> {
        self.open.get(id)
    }

    /// Opens a part. An open part with the same id ends.
    pub(super) fn start(&mut self, id: &str, message: MessageId, sink: &mut Sink<'_>) {
        self.end(id, sink);
        sink.event(match self.form {
            Form::Text => RunEvent::TextStart {
                message: message.clone(),
                subagent: None,
            },
            Form::Reasoning => RunEvent::ReasoningStart {
                message: message.clone(),
                subagent: None,
            },
        });
        self.open.insert(id.to_owned(), message);
    }

    /// Adds to an open part.
    pub(super) fn grow(&self, id: &str, delta: String, sink: &mut Sink<'_>) {
        let Some(message) = self.open.get(id).cloned() else {
            return;
        };
        if delta.is_empty() {
            return;
        }
        sink.event(match self.form {
            Form::Text => RunEvent::TextDelta { message, delta },
            Form::Reasoning => RunEvent::ReasoningDelta { message, delta },
        });
    }

    /// Ends a part; returns whether it was open.
    pub(super) fn end(&mut self, id: &str, sink: &mut Sink<'_>) -> bool {
        let message = self.open.remove(id);
        let was_open = message.is_some();
        if let Some(message) = message {
            sink.event(self.ended(message));
        }
        was_open
    }

    /// Ends all parts.
    pub(super) fn end_all(&mut self, sink: &mut Sink<'_>) {
        for message in std::mem::take(&mut self.open).into_values() {
            sink.event(self.ended(message));
        }
    }

    /// Keeps what a provider wants back with an open part.
    pub(super) fn keep(&self, id: &str, metadata: Option<&RawValue>, sink: &mut Sink<'_>) {
        if let (Some(message), Some(metadata)) = (self.open.get(id), metadata) {
            sink.event(RunEvent::Encrypted {
                entity: message.to_string(),
                of_call: false,
                value: metadata.get().to_owned(),
            });
        }
    }

    fn ended(&self, message: MessageId) -> RunEvent {
        match self.form {
            Form::Text => RunEvent::TextEnd { message },
            Form::Reasoning => RunEvent::ReasoningEnd { message },
        }
    }
}
