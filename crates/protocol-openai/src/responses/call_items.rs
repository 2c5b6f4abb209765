//! Reads whole items that are calls, and the results of calls.

use midturn_core::id::{ActivityId, MessageId};
use midturn_core::run_event::{AnswerForm, Interrupt, RunEvent};
use midturn_protocol::diagnostic::{Kind, start_of};
use midturn_protocol::json::string_of;
use midturn_protocol::out::Out;
use serde_json::value::RawValue;

use super::super::given::{filled, value};
use super::calls::Calling;
use super::hosted;
use super::item::Stage;
use super::items::Shape;
use super::mark::{Mark, Was};
use super::stream::ResponseStream;
use super::wire::Item;

impl ResponseStream {
    /// Announces the call of an item under this id. Returns its activity.
    fn announce(
        &mut self,
        place: usize,
        activity: String,
        name: &str,
        mark: &Mark,
        out: &mut Out,
    ) -> Option<ActivityId> {
        let entry = self.items.get(place)?;
        let Shape::Call(call) = &entry.shape else {
            out.note_once(Kind::OutOfOrder, "an item changed its type");
            return None;
        };
        if let Some(known) = call.activity() {
            return Some(known.clone());
        }
        let id = entry.id().to_owned();
        let known = ActivityId::from(activity);
        if self.keeps_calls() {
            self.memory.add_call(&self.run, &id, known.as_str());
            self.remember(out);
        }
        if let Some(Shape::Call(call)) = self.items.get_mut(place).map(|entry| &mut entry.shape) {
            call.announce(known.clone(), name, mark, out);
        }
        Some(known)
    }

    fn call_at(&mut self, place: usize) -> Option<&mut Calling> {
        match self.items.get_mut(place).map(|entry| &mut entry.shape) {
            Some(Shape::Call(call)) => Some(call),
            _ => None,
        }
    }

    pub(super) fn client_call(
        &mut self,
        place: usize,
        kind: &str,
        item: &Item<'_>,
        stage: Stage,
        out: &mut Out,
    ) {
        let custom = kind == "custom_tool_call";
        let mut mark = Mark::new(if custom { Was::Custom } else { Was::Function });
        let known = self
            .call_at(place)
            .and_then(|call| call.activity().cloned());
        let given = filled(&item.call_id).or_else(|| filled(&item.id));
        let given = given.unwrap_or_default().to_owned();
        let activity = if let Some(known) = known {
            known.to_string()
        } else {
            let activity = self.unique(&given, None);
            if activity != given && !given.is_empty() {
                mark.call = Some(given.clone());
            }
            activity
        };
        let name = filled(&item.name).unwrap_or_default();
        let Some(activity) = self.announce(place, activity, name, &mark, out) else {
            return;
        };
        self.call_ids.insert(given.clone(), activity.clone());
        if let Some(entry) = self.items.get_mut(place) {
            entry.client = Some(given);
        }
        // The arguments follow.
        if matches!(stage, Stage::Added | Stage::Output { complete: false }) {
            return;
        }
        let text = if custom { &item.input } else { &item.arguments };
        let text = text.as_str().to_owned();
        let cut = filled(&item.status) == Some("incomplete");
        if let Some(call) = self.call_at(place) {
            call.text(&text, out);
            if cut {
                call.cut(out);
            } else {
                call.end(out);
            }
        }
        self.finished.push(activity.to_string());
    }

    pub(super) fn mcp_call(
        &mut self,
        place: usize,
        item: &Item<'_>,
        complete: bool,
        out: &mut Out,
    ) {
        // Some servers do not say which approval a call belongs to.
        let only = match self.approved.as_slice() {
            [only] => Some(only.as_str()),
            _ => None,
        };
        let approved = filled(&item.approval_request_id).or(only);
        let activity = match approved.or_else(|| filled(&item.id)) {
            Some(id) => id.to_owned(),
            None => self.unique("", None),
        };
        self.approved.retain(|held| *held != activity);
        let mark = Mark {
            server: filled(&item.server_label).map(str::to_owned),
            ..Mark::new(Was::Mcp)
        };
        let name = filled(&item.name).unwrap_or("mcp_call");
        let arguments = item.arguments.as_str().to_owned();
        if let Some(activity) = self.announce(place, activity, name, &mark, out)
            && complete
        {
            self.server_ran(place, &activity, &arguments, item, out);
        }
    }

    pub(super) fn hosted_call(
        &mut self,
        place: usize,
        name: &str,
        item: &Item<'_>,
        complete: bool,
        out: &mut Out,
    ) {
        let known = self
            .call_at(place)
            .and_then(|call| call.activity().cloned());
        let activity = match known {
            Some(known) => known.to_string(),
            None => self.unique(filled(&item.id).unwrap_or_default(), None),
        };
        let mark = Mark::new(Was::Hosted);
        let arguments = match filled(&item.code) {
            Some(code) => code.to_owned(),
            None => hosted::arguments(item),
        };
        if let Some(activity) = self.announce(place, activity, name, &mark, out)
            && complete
        {
            self.server_ran(place, &activity, &arguments, item, out);
        }
    }

    /// Ends a call that the server has answered.
    fn server_ran(
        &mut self,
        place: usize,
        activity: &ActivityId,
        arguments: &str,
        item: &Item<'_>,
        out: &mut Out,
    ) {
        if let Some(call) = self.call_at(place) {
            call.text(arguments, out);
            call.end(out);
        }
        let result = hosted::result(item, activity.as_str());
        let message = format!("{activity}.result");
        self.finished.push(activity.to_string());
        self.finished.push(message.clone());
        out.event(RunEvent::ToolResult {
            call: activity.clone(),
            message: MessageId::from(message),
            content: result.content,
            attachments: result.attachments,
            failed: result.failed,
        });
    }

    /// A call that the person must approve before the server runs it.
    pub(super) fn approval(&mut self, place: usize, item: &Item<'_>, out: &mut Out) {
        let Some(id) = filled(&item.id) else {
            out.of("mcp_approval_request").bad("id", "is missing");
            return;
        };
        let server = filled(&item.server_label).unwrap_or_default();
        let name = filled(&item.name).unwrap_or_default();
        let mark = Mark {
            server: Some(server.to_owned()),
            ..Mark::new(Was::Mcp)
        };
        let arguments = item.arguments.as_str().to_owned();
        let Some(activity) = self.announce(place, id.to_owned(), name, &mark, out) else {
            return;
        };
        if let Some(call) = self.call_at(place) {
            call.text(&arguments, out);
            call.end(out);
        }
        if self.asked.iter().any(|asked| asked.id == id) {
            return;
        }
        self.finished.push(id.to_owned());
        self.asked.push(Interrupt {
            id: id.to_owned(),
            reason: "mcp_approval_request".to_owned(),
            message: Some(format!("{server}: {name}")),
            call: Some(activity),
            metadata: Some(format!("{{\"server_label\":{}}}", string_of(server))),
            form: AnswerForm::default(),
            ..Interrupt::default()
        });
    }

    /// The result of a call that the server ran.
    pub(super) fn output(&mut self, item: &Item<'_>, out: &mut Out) {
        let call = filled(&item.call_id).unwrap_or_default();
        let text = value(item.output).map(hosted::output_text);
        let text = text.unwrap_or_default();
        let known = self.call_ids.get(call).cloned();
        let known = known.or_else(|| self.taken.contains(call).then(|| call.into()));
        // A server may name the call that was approved in its own way.
        let known = known.or_else(|| match self.approved.as_slice() {
            [only] => Some(ActivityId::from(only.as_str())),
            _ => None,
        });
        let Some(activity) = known else {
            self.note_output(call, text, out);
            return;
        };
        self.approved.retain(|held| held != activity.as_str());
        self.answered.insert(call.to_owned());
        let message = match filled(&item.id) {
            Some(id) => id.to_owned(),
            None => format!("{activity}.result"),
        };
        self.finished.push(message.clone());
        out.event(RunEvent::ToolResult {
            call: activity,
            message: MessageId::from(message),
            content: text,
            attachments: Vec::new(),
            failed: filled(&item.status) == Some("failed"),
        });
    }

    fn note_output(&mut self, call: &str, content: String, out: &mut Out) {
        out.note(Kind::OutOfOrder, "the output of an unknown call");
        let id = self.unique(&format!("{}/{call}", self.run), None);
        out.event(RunEvent::Note {
            id: ActivityId::from(id),
            title: "function_call_output".to_owned(),
            content,
        });
    }

    /// An item of an unknown type, as a step.
    pub(super) fn note_item(
        &mut self,
        kind: &str,
        item: &Item<'_>,
        json: &RawValue,
        out: &mut Out,
    ) {
        out.note_once(Kind::UnknownEvent, &format!("item {}", start_of(kind)));
        let id = self.unique(filled(&item.id).unwrap_or_default(), None);
        out.event(RunEvent::Note {
            id: ActivityId::from(id),
            title: start_of(kind).to_owned(),
            content: start_of(json.get()).to_owned(),
        });
    }
}
