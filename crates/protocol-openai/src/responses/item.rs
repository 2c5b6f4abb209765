//! Reads whole items: when they are added, when they are done, and in the response's output.

use midturn_core::id::ActivityId;
use midturn_core::run_event::RunEvent;
use midturn_protocol::diagnostic::Kind;
use midturn_protocol::fields::Fields;
use midturn_protocol::json::{raw, to_json};
use midturn_protocol::out::Out;
use serde::Serialize;
use serde_json::value::RawValue;

use super::super::given::{elements, filled, value};
use super::calls::Calling;
use super::hosted;
use super::items::Shape;
use super::reasoning::{Lane, Reasoning};
use super::stream::ResponseStream;
use super::texts::Texts;
use super::wire::{Item, Part};

/// How far an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// It begins.
    Added,
    /// It is complete.
    Done,
    /// It is in the output of a response, which is complete or not.
    Output { complete: bool },
}

/// A reasoning item as a request takes it back.
#[derive(Serialize)]
struct Sealed<'a> {
    r#type: &'static str,
    id: &'a str,
    summary: &'a RawValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<&'a RawValue>,
    encrypted_content: &'a str,
}

impl ResponseStream {
    /// Adds an item of this type. `begins`: the item begins here.
    pub(super) fn add(&mut self, id: &str, index: Option<u64>, kind: &str, begins: bool) -> usize {
        let whole = begins || !self.joined;
        let shape = match kind {
            "message" => Shape::Message(Texts::new(self.unique(id, index), whole)),
            "reasoning" => Shape::Reasoning(Reasoning::new(self.unique(id, index), whole)),
            "function_call" | "custom_tool_call" | "mcp_call" | "mcp_approval_request" => {
                Shape::Call(self.calling(id, kind))
            }
            _ if hosted::name_of(kind).is_some() => Shape::Call(self.calling(id, kind)),
            _ => Shape::Other,
        };
        self.items.add(id, index, shape)
    }

    fn calling(&self, id: &str, kind: &str) -> Calling {
        let field = match kind {
            "custom_tool_call" => Some("input"),
            "code_interpreter_call" => Some("code"),
            _ => None,
        };
        match self.joined_calls.get(id) {
            Some(activity) => Calling::joined(ActivityId::from(activity.as_str()), field),
            None => Calling::new(field),
        }
    }

    /// An id that the thread does not have: the server's, if possible.
    pub(super) fn unique(&mut self, id: &str, index: Option<u64>) -> String {
        let fresh = !id.is_empty() && !self.taken.contains(id);
        let id = if fresh {
            id.to_owned()
        } else {
            let place = self.items.len() as u64;
            let index = index.unwrap_or(place);
            match format!("{}/{index}", self.run) {
                made if self.taken.contains(&made) => format!("{}/{index}.{place}", self.run),
                made => made,
            }
        };
        self.taken.insert(id.clone());
        id
    }

    /// Reads an item.
    pub(super) fn item(
        &mut self,
        json: &RawValue,
        index: Option<u64>,
        stage: Stage,
        out: &mut Out,
    ) {
        let Some(item) = Fields::of(json.get()).and_then(|mut fields| fields.read::<Item<'_>>())
        else {
            out.of("output_item").bad("item", "is no object");
            return;
        };
        let kind = filled(&item.r#type).unwrap_or_default().to_owned();
        let place = self.place_of(&item, &kind, index, stage);
        let Some(entry) = self.items.get_mut(place) else {
            return;
        };
        let over = match stage {
            Stage::Added => entry.done,
            // An item of a complete response may be listed in another form.
            Stage::Done | Stage::Output { .. } => std::mem::replace(&mut entry.done, true),
        };
        if over {
            return;
        }
        let complete = matches!(stage, Stage::Done | Stage::Output { complete: true });
        if matches!(stage, Stage::Output { complete: false }) {
            entry.done = false;
        }
        match kind.as_str() {
            "message" => self.message_item(place, &item, stage, complete, out),
            "reasoning" => self.reasoning_item(place, &item, stage, complete, out),
            "function_call" | "custom_tool_call" => {
                self.client_call(place, &kind, &item, stage, out);
            }
            "mcp_call" => self.mcp_call(place, &item, complete, out),
            "mcp_approval_request" => self.approval(place, &item, out),
            _ => match hosted::name_of(&kind) {
                Some(name) => self.hosted_call(place, name, &item, complete, out),
                None if !complete => {}
                None if kind.ends_with("_output") => self.output(&item, out),
                None => self.note_item(&kind, &item, json, out),
            },
        }
    }

    fn place_of(&mut self, item: &Item<'_>, kind: &str, index: Option<u64>, stage: Stage) -> usize {
        let id = filled(&item.id).unwrap_or_default();
        let listed = matches!(stage, Stage::Output { .. });
        let found = self.items.find(id, index).or_else(|| {
            // Gateways may list an item with yet another id.
            let place = index.filter(|_| listed);
            place.and_then(|index| self.items.at_index(index))
        });
        let again = |place: &usize| {
            let entry = self.items.get(*place);
            stage == Stage::Added && entry.is_some_and(|entry| entry.done)
        };
        match found {
            Some(place) if !again(&place) => place,
            _ => self.add(id, index, kind, stage == Stage::Added),
        }
    }

    fn message_item(
        &mut self,
        place: usize,
        item: &Item<'_>,
        stage: Stage,
        complete: bool,
        out: &mut Out,
    ) {
        let entry = self.items.get_mut(place);
        let Some(Shape::Message(texts)) = entry.map(|entry| &mut entry.shape) else {
            out.note_once(Kind::OutOfOrder, "an item changed its type");
            return;
        };
        if stage == Stage::Added {
            return;
        }
        for (index, part) in (0..).zip(elements(item.content)) {
            let part = Part::of(part);
            let text = filled(&part.text).or_else(|| filled(&part.refusal));
            texts.text(index, text.unwrap_or_default(), complete, out);
        }
        if complete {
            texts.end(out);
            let messages = texts.messages();
            self.finished.extend(messages);
        }
    }

    fn reasoning_item(
        &mut self,
        place: usize,
        item: &Item<'_>,
        stage: Stage,
        complete: bool,
        out: &mut Out,
    ) {
        let entry = self.items.get_mut(place);
        let Some(Shape::Reasoning(reasoning)) = entry.map(|entry| &mut entry.shape) else {
            out.note_once(Kind::OutOfOrder, "an item changed its type");
            return;
        };
        reasoning.start(out);
        if stage == Stage::Added {
            return;
        }
        for (lane, parts) in [
            (Lane::Summary, elements(item.summary)),
            (Lane::Raw, elements(item.content)),
        ] {
            for (index, part) in (0..).zip(parts) {
                reasoning.text(lane, index, Part::of(part).text.as_str(), out);
            }
        }
        if !complete {
            return;
        }
        reasoning.end(out);
        let message = reasoning.message();
        if let Some(sealed) = sealed(item).filter(|_| self.stateless) {
            out.event(RunEvent::Encrypted {
                entity: message.to_string(),
                of_call: false,
                value: sealed,
            });
        }
        self.finished.push(message.to_string());
    }
}

/// A reasoning item with encrypted content, as a request takes it back.
fn sealed(item: &Item<'_>) -> Option<String> {
    let encrypted_content = filled(&item.encrypted_content)?;
    let none = raw("[]")?;
    Some(to_json(&Sealed {
        r#type: "reasoning",
        id: filled(&item.id)?,
        summary: value(item.summary).unwrap_or(none),
        content: value(item.content).filter(|content| content.get() != "[]"),
        encrypted_content,
    }))
}
