//! An agent that works for a call. The protocol has no chunks for it: by convention, the call's
//! early outputs are the agent's message so far, whole each time.

use midturn_core::id::{ActivityId, MessageId};
use midturn_core::run_event::RunEvent;
use midturn_protocol::fields::Fields;
use midturn_protocol::growth::Growth;
use midturn_protocol::json;
use midturn_protocol::value::{Flag, Given, Text};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::sink::Sink;

/// Between two texts of an agent, which are shown as one.
const BETWEEN: &str = "\n\n";

/// A message as the output of a tool.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Message<'a> {
    role: Text<'a>,
    parts: Given<'a>,
}

/// A part of the message. A value of the wrong type counts as missing.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, bound(deserialize = "'de: 'a"))]
pub(super) struct Part<'a> {
    r#type: Text<'a>,
    text: Text<'a>,
    state: Text<'a>,
    tool_call_id: Text<'a>,
    tool_name: Text<'a>,
    input: Given<'a>,
    output: Given<'a>,
    error_text: Text<'a>,
    preliminary: Flag,
}

impl<'a> Part<'a> {
    fn of(json: &'a RawValue) -> Self {
        let part = Fields::of(json.get()).and_then(|mut fields| fields.read());
        part.unwrap_or_default()
    }
}

/// An agent, and how much of its message was reported.
#[derive(Debug)]
pub(super) struct Agent {
    id: ActivityId,
    call: ActivityId,
    name: String,
    started: bool,
    ended: bool,
    seen: Vec<Seen>,
}

/// What was reported of a part.
#[derive(Debug, Default)]
struct Seen {
    begun: bool,
    text: Growth,
    /// Whether the input of a call was reported.
    input: bool,
    ended: bool,
}

/// One reading of the message.
struct Reading<'p> {
    parts: &'p [Part<'p>],
    /// Whether the agent's work has ended.
    last: bool,
    /// Whether a part before has text.
    spoke: bool,
    /// Whether the whole text was reported again.
    replaced: bool,
    /// What has grown.
    grown: Vec<RunEvent>,
}

impl Reading<'_> {
    /// Whether a part that has not grown is over.
    fn ends(&self, part: &Part<'_>) -> bool {
        self.last || part.state.as_str() == "done"
    }
}

impl Agent {
    /// The agent that works for a call of this tool.
    pub(super) fn new(call: &str, tool: &str) -> Self {
        Self {
            id: ActivityId::from(format!("{call}.agent")),
            call: call.into(),
            name: tool.to_owned(),
            started: false,
            ended: false,
            seen: Vec::new(),
        }
    }

    /// The parts of the message that an output is; `None` for any other output.
    pub(super) fn message_in(output: &RawValue) -> Option<Vec<Part<'_>>> {
        let message: Message<'_> = Fields::of(output.get())?.read()?;
        if message.role.as_str() != "assistant" {
            return None;
        }
        let parts = json::list(message.parts.0?)?;
        Some(parts.into_iter().map(Part::of).collect())
    }

    /// Reports what is new in the message.
    pub(super) fn grows(&mut self, parts: &[Part<'_>], sink: &mut Sink<'_>) {
        self.read(parts, false, sink);
    }

    /// The agent's work ends with this output. Returns the text of its message, if the output is
    /// one and has text.
    pub(super) fn ends(
        &mut self,
        output: Option<&RawValue>,
        sink: &mut Sink<'_>,
    ) -> Option<String> {
        let parts = output.and_then(Self::message_in);
        if let Some(parts) = &parts {
            self.read(parts, true, sink);
        }
        self.gives_up(None, sink);
        Some(texts(&parts?)).filter(|text| !text.is_empty())
    }

    /// The agent's work ends, with an error if there is one.
    pub(super) fn gives_up(&mut self, error: Option<&str>, sink: &mut Sink<'_>) {
        if !std::mem::replace(&mut self.ended, true) {
            sink.event(RunEvent::SubagentEnded {
                id: self.id.clone(),
                error: error.map(str::to_owned),
            });
        }
    }

    /// Reports what is new. A cursor is only on the last event of a chunk, and a chunk can be read
    /// again after a reload; so what grows comes last, and the end of a part comes with the next
    /// message, unless this is the `last` one.
    fn read(&mut self, parts: &[Part<'_>], last: bool, sink: &mut Sink<'_>) {
        if !std::mem::replace(&mut self.started, true) {
            sink.event(RunEvent::SubagentStarted {
                id: self.id.clone(),
                name: self.name.clone(),
                description: None,
                parent: Some(self.call.clone()),
            });
        }
        let mut reading = Reading {
            parts,
            last,
            spoke: false,
            replaced: false,
            grown: Vec::new(),
        };
        for (place, part) in parts.iter().enumerate() {
            if self.seen.len() <= place {
                self.seen.push(Seen::default());
            }
            let Some(mut seen) = self.seen.get_mut(place).map(std::mem::take) else {
                continue;
            };
            match part.r#type.as_str() {
                "text" => self.text(place, part, &mut seen, &mut reading, sink),
                "reasoning" => self.reasoning(place, part, &mut seen, &mut reading, sink),
                "dynamic-tool" => {
                    let name = part.tool_name.as_str();
                    self.tool(part, name, &mut seen, &mut reading, sink);
                }
                kind => {
                    if let Some(name) = kind.strip_prefix("tool-") {
                        self.tool(part, name, &mut seen, &mut reading, sink);
                    }
                }
            }
            if let Some(held) = self.seen.get_mut(place) {
                *held = seen;
            }
            if last {
                for event in reading.grown.drain(..) {
                    sink.event(event);
                }
            }
        }
        for event in reading.grown {
            sink.event(event);
        }
    }

    fn text(
        &self,
        place: usize,
        part: &Part<'_>,
        seen: &mut Seen,
        reading: &mut Reading<'_>,
        sink: &mut Sink<'_>,
    ) {
        let message = self.message(place);
        if !std::mem::replace(&mut seen.begun, true) {
            sink.event(RunEvent::TextStart {
                message: message.clone(),
                subagent: Some(self.id.clone()),
            });
        }
        let text = part.text.as_str();
        let between = reading.spoke;
        reading.spoke |= !text.is_empty();
        match seen.text.rest(text) {
            Some("") => {
                if !seen.ended && reading.ends(part) {
                    seen.ended = true;
                    sink.event(RunEvent::TextEnd { message });
                }
            }
            _ if reading.replaced => {}
            Some(more) => {
                let between = if between && seen.text.is_empty() {
                    BETWEEN
                } else {
                    ""
                };
                let delta = format!("{between}{more}");
                reading.grown.push(RunEvent::TextDelta { message, delta });
            }
            // The text has changed. All texts of an agent are one for the core.
            None => {
                reading.replaced = true;
                let text = texts(reading.parts);
                reading.grown.push(RunEvent::TextReplaced { message, text });
            }
        }
        seen.text = Growth::of(text);
    }

    /// Reasoning that changed instead of growing stays as it was: the core cannot replace it.
    fn reasoning(
        &self,
        place: usize,
        part: &Part<'_>,
        seen: &mut Seen,
        reading: &mut Reading<'_>,
        sink: &mut Sink<'_>,
    ) {
        let message = self.message(place);
        if !std::mem::replace(&mut seen.begun, true) {
            sink.event(RunEvent::ReasoningStart {
                message: message.clone(),
                subagent: Some(self.id.clone()),
            });
        }
        let more = seen.text.rest(part.text.as_str()).unwrap_or_default();
        if !more.is_empty() {
            seen.text.push(more);
            reading.grown.push(RunEvent::ReasoningDelta {
                message,
                delta: more.to_owned(),
            });
        } else if !seen.ended && reading.ends(part) {
            seen.ended = true;
            sink.event(RunEvent::ReasoningEnd { message });
        }
    }

    fn tool(
        &self,
        part: &Part<'_>,
        name: &str,
        seen: &mut Seen,
        reading: &mut Reading<'_>,
        sink: &mut Sink<'_>,
    ) {
        // The server's ids of the calls of two agents may be the same.
        let id = format!("{}/{}", self.call, part.tool_call_id.as_str());
        let call = ActivityId::from(id.as_str());
        if !std::mem::replace(&mut seen.begun, true) {
            sink.event(RunEvent::ToolStart {
                call: call.clone(),
                name: name.to_owned(),
                parent: None,
                subagent: Some(self.id.clone()),
            });
        }
        let state = part.state.as_str();
        if !seen.input && state != "input-streaming" {
            seen.input = true;
            if let Some(input) = part.input.0 {
                let args = RunEvent::ToolArgs {
                    call: call.clone(),
                    delta: input.get().to_owned(),
                };
                if !reading.last {
                    reading.grown.push(args);
                    return;
                }
                sink.event(args);
            }
        }
        let preliminary = part.preliminary.0 == Some(true);
        let output = || {
            let output = part.output.0?;
            let text = json::text(output).map(|(text, _)| text.into_owned());
            Some(text.unwrap_or_else(|| output.get().to_owned()))
        };
        let (content, failed) = match state {
            "output-available" if !preliminary => (output().unwrap_or_default(), false),
            "output-error" => (part.error_text.as_str().to_owned(), true),
            "output-denied" => ("The call was denied.".to_owned(), true),
            _ => return,
        };
        if !std::mem::replace(&mut seen.ended, true) {
            sink.event(RunEvent::ToolResult {
                call,
                message: MessageId::from(format!("{id}.output")),
                content,
                attachments: Vec::new(),
                failed,
            });
        }
    }

    fn message(&self, place: usize) -> MessageId {
        MessageId::from(format!("{}/{place}", self.id))
    }
}

/// The texts of a message as one.
fn texts(parts: &[Part<'_>]) -> String {
    let texts = parts
        .iter()
        .filter(|part| part.r#type.as_str() == "text")
        .map(|part| part.text.as_str())
        .filter(|text| !text.is_empty());
    texts.collect::<Vec<_>>().join(BETWEEN)
}
