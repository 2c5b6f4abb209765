//! Reads the events of a response, by their type.

use midturn_core::run_event::{RunEvent, TaskEvent};
use midturn_protocol::diagnostic::Kind;
use midturn_protocol::out::Out;
use serde_json::value::RawValue;

use super::super::given::{filled, value};
use super::hosted::name_of;
use super::item::Stage;
use super::items::Shape;
use super::reasoning::{Lane, Reasoning};
use super::stream::{ResponseStream, response_in};
use super::texts::Texts;
use super::wire::Event;

impl ResponseStream {
    /// Reads an event of this type; returns whether it is known.
    pub(super) fn event(
        &mut self,
        kind: &str,
        event: &Event<'_>,
        data: &RawValue,
        out: &mut Out,
    ) -> bool {
        let text = event.text.as_str();
        let part = event.content_index.0.unwrap_or_default();
        let summary = event.summary_index.0.unwrap_or_default();
        match kind {
            "response.created" | "response.queued" | "response.in_progress" => {
                let response = response_in(event);
                self.begin(&response, out);
            }
            "response.output_item.added" => self.item_event(event, Stage::Added, out),
            "response.output_item.done" => self.item_event(event, Stage::Done, out),
            "response.output_text.delta" | "response.refusal.delta" => {
                self.message(event, out, |texts, out| {
                    texts.delta(part, event.delta.as_str(), out);
                });
            }
            "response.output_text.done" => {
                self.message(event, out, |texts, out| texts.text(part, text, true, out));
            }
            "response.refusal.done" => {
                let text = event.refusal.as_str();
                self.message(event, out, |texts, out| texts.text(part, text, true, out));
            }
            "response.reasoning_summary_text.delta" => {
                self.reason(event, out, |held, out| {
                    held.delta(Lane::Summary, summary, event.delta.as_str(), out);
                });
            }
            "response.reasoning_summary_text.done" => {
                self.reason(event, out, |held, out| {
                    held.text(Lane::Summary, summary, text, out);
                });
            }
            "response.reasoning_text.delta" => {
                self.reason(event, out, |held, out| {
                    held.delta(Lane::Raw, part, event.delta.as_str(), out);
                });
            }
            "response.reasoning_text.done" => {
                self.reason(event, out, |held, out| {
                    held.text(Lane::Raw, part, text, out);
                });
            }
            "response.function_call_arguments.delta" => {
                self.arguments("function_call", event, false, "", out);
            }
            "response.function_call_arguments.done" => {
                self.arguments("function_call", event, true, event.arguments.as_str(), out);
            }
            "response.mcp_call_arguments.delta" => {
                self.arguments("mcp_call", event, false, "", out);
            }
            "response.mcp_call_arguments.done" => {
                self.arguments("mcp_call", event, true, event.arguments.as_str(), out);
            }
            "response.custom_tool_call_input.delta" => {
                self.arguments("custom_tool_call", event, false, "", out);
            }
            "response.custom_tool_call_input.done" => {
                self.arguments("custom_tool_call", event, true, event.input.as_str(), out);
            }
            "response.code_interpreter_call_code.delta" => {
                self.arguments("code_interpreter_call", event, false, "", out);
            }
            "response.code_interpreter_call_code.done" => {
                let code = event.code.as_str();
                self.arguments("code_interpreter_call", event, true, code, out);
            }
            "response.completed"
            | "response.failed"
            | "response.incomplete"
            | "response.cancelled" => {
                let status = kind.trim_start_matches("response.");
                self.terminal(&response_in(event), status, out);
            }
            "error" => {
                let error = value(event.error).unwrap_or(data);
                let error = self.error(error, out);
                self.fail(error, out);
            }
            "keepalive"
            | "response.content_part.added"
            | "response.content_part.done"
            | "response.reasoning_part.added"
            | "response.reasoning_part.done"
            | "response.reasoning_summary_part.added"
            | "response.reasoning_summary_part.done" => {}
            "response.output_text.annotation.added" => out.note_once(Kind::NotShown, kind),
            _ => return self.progress(kind, event, out),
        }
        true
    }

    fn item_event(&mut self, event: &Event<'_>, stage: Stage, out: &mut Out) {
        match value(event.item) {
            Some(item) => self.item(item, event.output_index.0, stage, out),
            None => out.of("output_item").bad("item", "is missing"),
        }
    }

    fn message(
        &mut self,
        event: &Event<'_>,
        out: &mut Out,
        act: impl FnOnce(&mut Texts, &mut Out),
    ) {
        match self.shape_of(event, "message", out) {
            Some(Shape::Message(texts)) => act(texts, out),
            Some(_) => out.note_once(Kind::OutOfOrder, "text of an item that is no message"),
            None => {}
        }
    }

    fn reason(
        &mut self,
        event: &Event<'_>,
        out: &mut Out,
        act: impl FnOnce(&mut Reasoning, &mut Out),
    ) {
        match self.shape_of(event, "reasoning", out) {
            Some(Shape::Reasoning(reasoning)) => act(reasoning, out),
            Some(_) => out.note_once(Kind::OutOfOrder, "reasoning of an item of another type"),
            None => {}
        }
    }

    fn arguments(&mut self, kind: &str, event: &Event<'_>, whole: bool, text: &str, out: &mut Out) {
        match self.shape_of(event, kind, out) {
            Some(Shape::Call(call)) if whole => call.text(text, out),
            Some(Shape::Call(call)) => call.delta(event.delta.as_str(), out),
            Some(_) => out.note_once(Kind::OutOfOrder, "arguments of an item that is no call"),
            None => {}
        }
    }

    /// What the item of an event shows. An item that was not announced is of this `kind`.
    fn shape_of(&mut self, event: &Event<'_>, kind: &str, out: &mut Out) -> Option<&mut Shape> {
        let id = filled(&event.item_id).unwrap_or_default();
        let index = event.output_index.0;
        let place = self.items.find(id, index).unwrap_or_else(|| {
            if !self.joined {
                out.note_once(Kind::OutOfOrder, "an item that was not added");
            }
            self.add(id, index, kind, false)
        });
        self.items.get_mut(place).map(|entry| &mut entry.shape)
    }

    /// Reads the progress of a tool that the server runs; returns whether the event is one.
    fn progress(&mut self, kind: &str, event: &Event<'_>, out: &mut Out) -> bool {
        let mut names = kind.trim_start_matches("response.").split('.');
        let (Some(item), Some(state)) = (names.next(), names.next()) else {
            return false;
        };
        if name_of(item).is_none() && item != "mcp_call" {
            return false;
        }
        let id = filled(&event.item_id).unwrap_or_default();
        let place = self.items.find(id, event.output_index.0);
        let entry = place.and_then(|place| self.items.get(place));
        if let Some(Shape::Call(call)) = entry.map(|entry| &entry.shape)
            && let Some(activity) = call.activity()
            && matches!(state, "searching" | "interpreting" | "generating")
        {
            out.event(RunEvent::Task {
                element: activity.clone(),
                event: TaskEvent::Progress {
                    percent: 0,
                    message: state.to_owned(),
                },
            });
        }
        true
    }
}
