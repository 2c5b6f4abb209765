//! The calls of a message: their inputs and results.

use std::collections::HashMap;

use midturn_core::history::HistoryCall;
use midturn_core::id::{ActivityId, MessageId};
use midturn_core::run_event::{RunEvent, TaskEvent};
use midturn_protocol::diagnostic::{Kind, start_of};
use midturn_protocol::json;
use serde_json::Value;
use serde_json::value::RawValue;

use super::agent::Agent;
use super::chunk::{ToolChunk, object};
use super::kept::{KeptCall, KeptResult};
use super::notes;
use super::sink::Sink;

/// The reason of a call that does not count, because its step began again.
const AGAIN: &str = "The step began again.";

/// A call.
#[derive(Debug, Default)]
pub(super) struct ToolCall {
    /// Its name, for a progress note.
    name: String,
    /// Its number in the order of the stream; `None` for a call of an earlier stream.
    place: Option<usize>,
    /// The input so far, until it is complete.
    input: String,
    /// Whether the input is complete.
    complete: bool,
    /// Whether it has a result, or anything else from the server that ran it.
    served: bool,
    /// Whether it has its result.
    done: bool,
    /// The agent that works for it.
    agent: Option<Agent>,
    pub(super) kept: KeptCall,
    /// What was kept last.
    told: Option<String>,
}

/// The calls, by id.
#[derive(Debug, Default)]
pub(super) struct Tools {
    calls: HashMap<String, ToolCall>,
    /// The calls of this stream, in order.
    order: Vec<String>,
    /// Where the calls of the current step begin in the order.
    step_from: usize,
}

impl Tools {
    /// The calls that a request continues.
    pub(super) fn of(made: &[HistoryCall]) -> Self {
        let known = |call: &HistoryCall| ToolCall {
            name: call.name.clone(),
            complete: true,
            kept: KeptCall::read(call.encrypted.as_deref()),
            told: call.encrypted.clone(),
            ..ToolCall::default()
        };
        let calls = made.iter().map(|call| (call.id.to_string(), known(call)));
        Self {
            calls: calls.collect(),
            ..Self::default()
        }
    }

    pub(super) fn get_mut(&mut self, id: &str) -> Option<&mut ToolCall> {
        self.calls.get_mut(id)
    }

    /// The call with the question `approval`, and its id.
    pub(super) fn asked(&mut self, approval: &str) -> Option<(&String, &mut ToolCall)> {
        let asks = |call: &ToolCall| {
            let held = call.kept.approval.as_ref();
            held.is_some_and(|held| held.id == approval)
        };
        let asked = self.calls.iter_mut().filter(|(_, call)| asks(call));
        // The order of the map is not the same in every run of the program.
        asked.min_by(|a, b| a.0.cmp(b.0))
    }

    /// All calls with a question, in a fixed order.
    pub(super) fn with_questions(&mut self) -> Vec<(&String, &mut ToolCall)> {
        let mut asked: Vec<_> = self
            .calls
            .iter_mut()
            .filter(|(_, call)| call.kept.approval.is_some())
            .collect();
        asked.sort_by(|a, b| a.0.cmp(b.0));
        asked
    }

    /// A step begins.
    pub(super) fn step_starts(&mut self) {
        self.step_from = self.order.len();
    }

    /// Drops the calls of the current step that have no result.
    pub(super) fn reset_step(&mut self, sink: &mut Sink<'_>) {
        for id in self.order.split_off(self.step_from) {
            let Some(call) = self.calls.remove(&id) else {
                continue;
            };
            if !call.done {
                sink.event(RunEvent::Task {
                    element: ActivityId::from(id),
                    event: TaskEvent::Cancelled {
                        reason: AGAIN.to_owned(),
                        partial: None,
                    },
                });
            }
        }
    }

    /// The calls that client tools must answer: complete, and not touched by any server.
    pub(super) fn open(&self) -> Vec<ActivityId> {
        let open = |id: &&String| {
            self.calls.get(*id).is_some_and(|call| {
                let elsewhere = call.kept.provider_executed == Some(true);
                call.complete && !call.served && !elsewhere && call.kept.approval.is_none()
            })
        };
        let open = self.order.iter().filter(open);
        open.map(|id| ActivityId::from(id.as_str())).collect()
    }

    /// Begins a call, or adds to what is known of it. `host` is the id of its part.
    pub(super) fn start(
        &mut self,
        id: &str,
        chunk: &ToolChunk<'_>,
        host: impl FnOnce() -> MessageId,
        sink: &mut Sink<'_>,
    ) {
        if !self.calls.contains_key(id) {
            let name = chunk.tool_name.as_str();
            if name.is_empty() {
                sink.note(Kind::BadField, "toolName is missing");
            }
            sink.event(RunEvent::ToolStart {
                call: id.into(),
                name: name.to_owned(),
                parent: Some(host()),
                subagent: None,
            });
            let mut call = ToolCall {
                name: name.to_owned(),
                place: Some(self.order.len()),
                ..ToolCall::default()
            };
            // Some servers change their mind in the middle of a call. The first word counts.
            call.kept.dynamic = chunk.dynamic.0.filter(|dynamic| *dynamic);
            self.order.push(id.to_owned());
            self.calls.insert(id.to_owned(), call);
        }
        if let Some(call) = self.calls.get_mut(id) {
            call.learn(chunk);
            call.tell(id, sink);
        }
    }

    /// More of a call's input. `joined`: the call may have begun before the stream was joined.
    pub(super) fn grow(&mut self, id: &str, delta: &str, joined: bool, sink: &mut Sink<'_>) {
        if joined && !self.calls.contains_key(id) {
            self.calls.insert(id.to_owned(), ToolCall::default());
        }
        match self.calls.get_mut(id) {
            Some(call) if !call.complete && !delta.is_empty() => {
                call.input.push_str(delta);
                sink.event(RunEvent::ToolArgs {
                    call: id.into(),
                    delta: delta.to_owned(),
                });
            }
            Some(_) => {}
            None => sink.note_once(Kind::OutOfOrder, "tool-input-delta without a start"),
        }
    }

    /// A call's whole input. Returns an event that must come after the chunk's other events.
    pub(super) fn complete(
        &mut self,
        id: &str,
        input: Option<&RawValue>,
        sink: &mut Sink<'_>,
    ) -> Option<RunEvent> {
        let call = self.calls.get_mut(id)?;
        if std::mem::replace(&mut call.complete, true) {
            return None;
        }
        let streamed = std::mem::take(&mut call.input);
        let end = RunEvent::ToolEnd { call: id.into() };
        let Some(input) = input else {
            sink.event(end);
            return None;
        };
        if call.place.is_none() {
            // The beginning of the input is unknown here, so it cannot be compared.
            sink.event(end);
            return None;
        }
        if streamed.is_empty() {
            sink.event(RunEvent::ToolArgs {
                call: id.into(),
                delta: input.get().to_owned(),
            });
            return Some(end);
        }
        if !is_same(&streamed, input) {
            call.kept.input = Some(input.to_owned());
            call.tell(id, sink);
        }
        sink.event(end);
        None
    }

    /// A call's input that the tool cannot take. The call has then failed.
    pub(super) fn refused(&mut self, id: &str, chunk: &ToolChunk<'_>, sink: &mut Sink<'_>) {
        let Some(call) = self.calls.get_mut(id) else {
            return;
        };
        if call.place.is_some() && !std::mem::replace(&mut call.complete, true) {
            let streamed = std::mem::take(&mut call.input);
            let input = chunk.input.0;
            if let (true, Some(input)) = (streamed.is_empty(), input) {
                let text = json::text(input).map(|(text, _)| text.into_owned());
                sink.event(RunEvent::ToolArgs {
                    call: id.into(),
                    delta: text.unwrap_or_else(|| input.get().to_owned()),
                });
            }
            call.kept.input = input
                .filter(|input| !is_same(&streamed, input))
                .map(ToOwned::to_owned);
            sink.event(RunEvent::ToolEnd { call: id.into() });
            call.tell(id, sink);
        }
        self.failed(id, chunk, sink);
    }

    /// A call has failed.
    pub(super) fn failed(&mut self, id: &str, chunk: &ToolChunk<'_>, sink: &mut Sink<'_>) {
        let kept = KeptResult {
            provider_metadata: object(chunk.provider_metadata).map(ToOwned::to_owned),
            ..KeptResult::default()
        };
        let error = chunk.error_text.as_str().to_owned();
        self.result(id, error, true, &kept, sink);
    }

    /// The output of a call, or an early form of it.
    pub(super) fn output(&mut self, id: &str, chunk: &ToolChunk<'_>, sink: &mut Sink<'_>) {
        let output = chunk.output.0;
        let call = self.calls.entry(id.to_owned()).or_default();
        call.served = true;
        if chunk.preliminary.0 == Some(true) {
            if let (false, Some(output)) = (call.done, output) {
                call.progress(id, output, sink);
            }
            return;
        }
        let mut kept = KeptResult {
            provider_metadata: object(chunk.provider_metadata).map(ToOwned::to_owned),
            ..KeptResult::default()
        };
        let agent = call.agent.as_mut().filter(|_| !call.done);
        let said = agent.and_then(|agent| agent.ends(output, sink));
        let content = match (said, output.map(|output| (output, json::text(output)))) {
            (Some(said), output) => {
                kept.output = output.map(|(output, _)| output.to_owned());
                said
            }
            (None, Some((_, Some((text, _))))) => {
                kept.text = (text.is_empty() || json::is_json(&text)).then_some(true);
                text.into_owned()
            }
            (None, Some((output, None))) => output.get().to_owned(),
            // A tool without a value: the field is left out.
            (None, None) => "null".to_owned(),
        };
        self.result(id, content, false, &kept, sink);
    }

    /// A call was denied, and did not run.
    pub(super) fn denied(&mut self, id: &str, sink: &mut Sink<'_>) {
        let approval = self
            .calls
            .get(id)
            .and_then(|call| call.kept.approval.as_ref());
        let reason = approval.and_then(|approval| approval.reason.as_deref());
        let content = match reason.map(str::trim).filter(|reason| !reason.is_empty()) {
            Some(reason) => format!("The call was denied: {reason}"),
            None => "The call was denied.".to_owned(),
        };
        self.result(id, content, true, &KeptResult::default(), sink);
    }

    /// Reports a result. A call that is not known is one of an earlier stream.
    fn result(
        &mut self,
        id: &str,
        content: String,
        failed: bool,
        kept: &KeptResult,
        sink: &mut Sink<'_>,
    ) {
        let call = self.calls.entry(id.to_owned()).or_default();
        call.served = true;
        if std::mem::replace(&mut call.done, true) {
            sink.note_once(Kind::OutOfOrder, "a second result of a call");
            return;
        }
        if let Some(agent) = &mut call.agent {
            agent.gives_up(failed.then_some(&*content), sink);
        }
        let message = MessageId::from(format!("{id}.output"));
        sink.event(RunEvent::ToolResult {
            call: id.into(),
            message: message.clone(),
            content,
            attachments: Vec::new(),
            failed,
        });
        if let Some(value) = kept.written() {
            sink.event(RunEvent::Encrypted {
                entity: message.to_string(),
                of_call: false,
                value,
            });
        }
    }
}

impl ToolCall {
    /// Takes what a chunk says about the call.
    fn learn(&mut self, chunk: &ToolChunk<'_>) {
        let kept = &mut self.kept;
        if chunk.provider_executed.0.is_some() {
            kept.provider_executed = chunk.provider_executed.0;
        }
        if let Some(title) = chunk.title.string() {
            kept.title = Some(title);
        }
        if let Some(metadata) = object(chunk.tool_metadata) {
            kept.tool_metadata = Some(metadata.to_owned());
        }
        if let Some(metadata) = object(chunk.provider_metadata) {
            kept.provider_metadata = Some(metadata.to_owned());
        }
    }

    /// Has the core keep what is new.
    pub(super) fn tell(&mut self, id: &str, sink: &mut Sink<'_>) {
        let written = self.kept.written();
        if let (Some(value), true) = (&written, written != self.told) {
            sink.event(RunEvent::Encrypted {
                entity: id.to_owned(),
                of_call: true,
                value: value.clone(),
            });
            self.told = written;
        }
    }

    /// An early output: the message of an agent that works for the call, or progress.
    fn progress(&mut self, id: &str, output: &RawValue, sink: &mut Sink<'_>) {
        if let Some(message) = Agent::message_in(output) {
            let agent = self.agent.get_or_insert_with(|| Agent::new(id, &self.name));
            agent.grows(&message, sink);
        } else {
            sink.event(notes::progress(id, &self.name, output));
        }
    }
}

/// Whether a streamed input is the given one, but for its white space.
fn is_same(streamed: &str, input: &RawValue) -> bool {
    let read = |text: &str| serde_json::from_str::<Value>(text).ok();
    streamed == input.get() || read(streamed).is_some_and(|held| Some(held) == read(input.get()))
}

/// The detail of a diagnostic about a chunk.
pub(super) fn without(kind: &str, field: &str) -> String {
    format!("{} without {field}", start_of(kind))
}
