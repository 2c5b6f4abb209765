//! The questions that a stream leaves to the person.

use midturn_core::run_event::{AnswerForm, Interrupt};
use midturn_protocol::diagnostic::Kind;

use super::chunk::{ApprovalChunk, object};
use super::kept::Approval;
use super::sink::Sink;
use super::tools::Tools;

/// The reason of a question about a call. The word is AG-UI's.
const REASON: &str = "tool_call";

/// The open questions, in order.
#[derive(Debug, Default)]
pub(super) struct Questions(Vec<Interrupt>);

impl Questions {
    /// Reads a question, or the announcement of one that the server answers itself.
    pub(super) fn ask(
        &mut self,
        chunk: &ApprovalChunk<'_>,
        tools: &mut Tools,
        sink: &mut Sink<'_>,
    ) {
        let id = chunk.approval_id.as_str();
        let call = chunk.tool_call_id.as_str();
        if id.is_empty() || call.is_empty() {
            sink.note(Kind::BadField, "tool-approval-request without an id");
            return;
        }
        let automatic = chunk.is_automatic.0 == Some(true);
        match tools.get_mut(call) {
            Some(held) => {
                held.kept.approval = Some(Approval {
                    id: id.to_owned(),
                    request_reason: chunk.reason.string(),
                    is_automatic: automatic.then_some(true),
                    signature: chunk.signature.0.map(ToOwned::to_owned),
                    descriptor: chunk.approval_descriptor.0.map(ToOwned::to_owned),
                    input_schema_input: chunk.input_schema_input.0.map(ToOwned::to_owned),
                    ..Approval::default()
                });
                held.tell(call, sink);
            }
            None => sink.note_once(Kind::OutOfOrder, "tool-approval-request without a call"),
        }
        if automatic || self.0.iter().any(|held| held.id == id) {
            return;
        }
        self.0.push(Interrupt {
            id: id.to_owned(),
            reason: REASON.to_owned(),
            message: chunk.reason.string().filter(|reason| !reason.is_empty()),
            call: Some(call.into()),
            metadata: object(chunk.approval_descriptor).map(|json| json.get().to_owned()),
            form: AnswerForm::Decision {
                reason: true,
                edits: false,
                bare: false,
            },
            ..Interrupt::default()
        });
    }

    /// Reads a decision of the server.
    pub(super) fn decide(
        &mut self,
        chunk: &ApprovalChunk<'_>,
        tools: &mut Tools,
        sink: &mut Sink<'_>,
    ) {
        let id = chunk.approval_id.as_str();
        self.0.retain(|held| held.id != id);
        let Some((call, held)) = tools.asked(id) else {
            sink.note_once(
                Kind::OutOfOrder,
                "tool-approval-response without a question",
            );
            return;
        };
        let call = call.clone();
        if let Some(approval) = &mut held.kept.approval {
            approval.approved = Some(chunk.approved.0 == Some(true));
            approval.reason = chunk.reason.string();
        }
        held.tell(&call, sink);
    }

    /// A call has its result, so nothing is left to ask about it.
    pub(super) fn close(&mut self, call: &str) {
        let is_about = |held: &Interrupt| held.call.as_ref().is_some_and(|id| id.as_str() == call);
        self.0.retain(|held| !is_about(held));
    }

    /// The open questions; they count as asked afterwards.
    pub(super) fn take(&mut self) -> Vec<Interrupt> {
        std::mem::take(&mut self.0)
    }
}
