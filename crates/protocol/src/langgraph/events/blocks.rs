//! Reads the messages of the thread event protocol: each is a row of blocks, which begin, grow and
//! end.

use std::borrow::Cow;
use std::collections::HashSet;

use midturn_core::id::MessageId;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::Events;
use crate::diagnostic::{Kind, start_of};
use crate::json;
use crate::langgraph::content::{self, Piece};
use crate::langgraph::wire::{CallChunk, WholeCall, object};
use crate::out::Out;
use crate::value::Text;

/// A message whose events come.
#[derive(Debug)]
pub(super) struct Writing {
    /// Its id; `None` for a message that is not the assistant's, which the state has too.
    id: Option<String>,
    /// The numbers of the blocks that have said something.
    said: HashSet<String>,
}

/// An event of a message.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct MessageEvent<'a> {
    event: Text<'a>,
    id: Text<'a>,
    role: Text<'a>,
    index: Option<&'a RawValue>,
    content: Option<&'a RawValue>,
    delta: Option<&'a RawValue>,
}

/// What is used of a block that is a call, and of a piece of any block.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Block<'a> {
    r#type: Text<'a>,
    id: Text<'a>,
    name: Text<'a>,
    args: Option<&'a RawValue>,
    text: Text<'a>,
    reasoning: Text<'a>,
}

impl Events {
    /// Reads an event of a message.
    pub(super) fn message(&mut self, lane: &str, data: &str, out: &mut Out) -> bool {
        let Some(told) = object::<MessageEvent<'_>>(data) else {
            return false;
        };
        let event = told.event.as_str();
        if event == "message-start" {
            self.message_start(lane, &told, out);
            return true;
        }
        let Some(open) = self.open.get_mut(lane) else {
            out.note_once(
                Kind::OutOfOrder,
                &[start_of(event), " without message-start"].concat(),
            );
            return true;
        };
        let Some(id) = open.id.clone() else {
            return true;
        };
        let index = told.index.map_or("0", RawValue::get);
        match event {
            "content-block-start" | "content-block-finish" => {
                let Some(content) = told.content else {
                    return false;
                };
                self.block(
                    lane,
                    id,
                    (index, content),
                    event == "content-block-finish",
                    out,
                );
            }
            "content-block-delta" => {
                let Some(delta) = told.delta.or(told.content) else {
                    return false;
                };
                self.delta(lane, id, told.index, delta, out);
            }
            // The state says that the message is complete, and under which id it is kept.
            "message-finish" => {}
            "error" => out.note_once(Kind::NotShown, "messages error"),
            _ => out.note_once(Kind::UnknownEvent, &["messages ", start_of(event)].concat()),
        }
        true
    }

    fn message_start(&mut self, lane: &str, told: &MessageEvent<'_>, out: &mut Out) {
        let is_agents = matches!(told.role.as_str(), "ai" | "assistant" | "");
        let id = told.id.string().filter(|id| !id.is_empty());
        let id = is_agents.then(|| {
            id.unwrap_or_else(|| {
                self.run.unnamed += 1;
                format!("{}:{}", self.run.run, self.run.unnamed)
            })
        });
        if id.is_some() {
            self.run.work(out);
            self.run.enter(lane, None, out);
        }
        let said = HashSet::new();
        self.open.insert(lane.to_owned(), Writing { id, said });
    }

    /// Notes that a block says something. Returns whether it is the first time.
    fn says(&mut self, lane: &str, index: &str) -> bool {
        let open = self.open.get_mut(lane);
        open.is_some_and(|open| !open.said.contains(index) && open.said.insert(index.to_owned()))
    }

    /// A block begins, with its first piece, or ends, with all that it has.
    fn block(
        &mut self,
        lane: &str,
        id: String,
        (index, content): (&str, &RawValue),
        is_whole: bool,
        out: &mut Out,
    ) {
        let block = object::<Block<'_>>(content.get()).unwrap_or_default();
        match block.r#type.as_str() {
            "tool_call_chunk" => {
                let piece = CallChunk {
                    index: json::raw(index),
                    id: block.id,
                    name: block.name,
                    args: block.args.map_or(Text::Absent, Text::from),
                };
                let message = self.id_of(lane, id);
                self.run.call_chunk(lane, &message, &piece, out);
            }
            "tool_call" | "invalid_tool_call" => {
                let call = WholeCall {
                    id: block.id,
                    name: block.name,
                    args: block.args,
                };
                let message = self.id_of(lane, id);
                self.run.complete(lane, &message, &call, out);
            }
            _ => self.whole(lane, &id, (index, content), is_whole, out),
        }
    }

    /// Text, reasoning, or a block that is not shown. What came in pieces is not said again.
    fn whole(
        &mut self,
        lane: &str,
        id: &str,
        (index, content): (&str, &RawValue),
        is_whole: bool,
        out: &mut Out,
    ) {
        for piece in content::block(content) {
            match piece {
                Piece::Text(text) => {
                    if !text.is_empty() && self.says(lane, index) {
                        self.run.written(lane, Some(id.to_owned())).say(&text, out);
                    }
                }
                Piece::Reasoning(text, _) => {
                    if !text.is_empty() && self.says(lane, index) {
                        let written = self.run.written(lane, Some(id.to_owned()));
                        written.reason(&text, Some(index), out);
                    }
                }
                Piece::File(_) if is_whole => {
                    out.note_once(Kind::NotShown, "a file of the assistant");
                }
                Piece::Other(kind) if is_whole => {
                    out.note_once(
                        Kind::UnknownField,
                        &["content.type ", start_of(&kind)].concat(),
                    );
                }
                Piece::File(_) | Piece::Other(_) => {}
            }
        }
    }

    /// A block grows.
    fn delta(
        &mut self,
        lane: &str,
        id: String,
        index: Option<&RawValue>,
        delta: &RawValue,
        out: &mut Out,
    ) {
        let piece = object::<Block<'_>>(delta.get()).unwrap_or_default();
        let number = index.map_or("0", RawValue::get);
        match piece.r#type.as_str() {
            "text-delta" | "text" => {
                self.says(lane, number);
                let text = text_of(&piece.text);
                self.run.written(lane, Some(id)).say(&text, out);
            }
            "reasoning-delta" | "reasoning" => {
                self.says(lane, number);
                let text = text_of(&piece.reasoning);
                let written = self.run.written(lane, Some(id));
                written.reason(&text, Some(number), out);
            }
            "tool-call-delta" => {
                let piece = CallChunk {
                    index: json::raw(number),
                    args: piece.args.map_or(Text::Absent, Text::from),
                    ..CallChunk::default()
                };
                let message = self.id_of(lane, id);
                self.run.call_chunk(lane, &message, &piece, out);
            }
            "data-delta" => out.note_once(Kind::NotShown, "a file of the assistant"),
            // The end of the block has all of it.
            other => out.note_once(
                Kind::UnknownField,
                &["delta.type ", start_of(other)].concat(),
            ),
        }
    }

    /// The message's id in the core.
    fn id_of(&mut self, lane: &str, id: String) -> MessageId {
        self.run.written(lane, Some(id)).id.clone()
    }
}

fn text_of<'t>(text: &'t Text<'_>) -> Cow<'t, str> {
    match text {
        Text::String(text) | Text::Repaired(text) => Cow::Borrowed(text),
        Text::Absent | Text::Other(_) => Cow::Borrowed(""),
    }
}
