//! The reasoning in one answer, whatever field it comes in.

use midturn_core::id::{MessageId, RunId};
use midturn_core::run_event::RunEvent;
use midturn_protocol::fields::Fields;
use midturn_protocol::out::Out;

use super::super::given::{elements, filled};
use super::chunk::{Delta, Detail};
use super::kept::REASONING_CONTENT;

/// The field in which a server sends reasoning. Some send the same text in two fields; the first
/// one that is used counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    ReasoningContent,
    Reasoning,
    Details,
}

/// The reasoning messages of a run.
#[derive(Debug)]
pub(super) struct Reasoning {
    run: RunId,
    field: Option<Field>,
    /// How many messages there are, and whether the last one is open.
    count: usize,
    open: bool,
    /// How many of them are marked as wanted back.
    kept: usize,
}

impl Reasoning {
    pub(super) fn new(run: &RunId) -> Self {
        Self {
            run: run.clone(),
            field: None,
            count: 0,
            open: false,
            kept: 0,
        }
    }

    /// Reads the reasoning in the fields of its own.
    pub(super) fn read(&mut self, delta: &Delta<'_>, out: &mut Out) {
        let mut details = String::new();
        for detail in elements(delta.reasoning_details) {
            let detail = Fields::of(detail.get()).and_then(|mut fields| fields.read());
            let Detail { text, summary } = detail.unwrap_or_default();
            details.push_str(
                filled(&text)
                    .or_else(|| filled(&summary))
                    .unwrap_or_default(),
            );
        }
        for (field, text) in [
            (
                Field::ReasoningContent,
                filled(&delta.reasoning_content).unwrap_or_default(),
            ),
            (
                Field::Reasoning,
                filled(&delta.reasoning).unwrap_or_default(),
            ),
            (Field::Details, details.as_str()),
        ] {
            if !text.is_empty() && *self.field.get_or_insert(field) == field {
                self.grow(text.to_owned(), out);
            }
        }
    }

    pub(super) fn grow(&mut self, delta: String, out: &mut Out) {
        if !self.open {
            self.open = true;
            self.count += 1;
            out.event(RunEvent::ReasoningStart {
                message: self.message(),
                subagent: None,
            });
        }
        out.event(RunEvent::ReasoningDelta {
            message: self.message(),
            delta,
        });
    }

    fn message(&self) -> MessageId {
        self.message_at(self.count)
    }

    /// The id of the reasoning with this number, from 1.
    fn message_at(&self, number: usize) -> MessageId {
        MessageId::from(match number {
            0 | 1 => format!("{}/reasoning", self.run),
            n => format!("{}/reasoning-{n}", self.run),
        })
    }

    /// Marks the reasoning so far, if the server wants it back with the call that begins now.
    pub(super) fn keep(&mut self, out: &mut Out) {
        if self.field == Some(Field::ReasoningContent) {
            for number in self.kept + 1..=self.count {
                out.event(RunEvent::Encrypted {
                    entity: self.message_at(number).to_string(),
                    of_call: false,
                    value: REASONING_CONTENT.to_owned(),
                });
            }
            self.kept = self.count;
        }
    }

    pub(super) fn end(&mut self, out: &mut Out) {
        if std::mem::take(&mut self.open) {
            out.event(RunEvent::ReasoningEnd {
                message: self.message(),
            });
        }
    }
}
