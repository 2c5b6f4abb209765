//! Reads what nodes added to the graph's state: messages that are complete, and that the server has
//! from now on.

use midturn_core::id::MessageId;
use midturn_core::run_event::RunEvent;
use midturn_protocol::json;
use midturn_protocol::made_file::made_step;
use midturn_protocol::out::Out;
use midturn_protocol::value::One;
use serde_json::value::RawValue;

use super::agents::Agents;
use super::content::{self, file_call};
use super::messages::{own_id, unknown};
use super::translate::Translator;
use super::wire::{self, Message, WholeCall};
use super::written::Written;

impl Translator {
    /// Reads what nodes added to the state, and the graph's questions.
    pub(super) fn update(&mut self, lane: &str, data: &str, out: &mut Out) -> bool {
        let Some(nodes) = json::fields(data) else {
            return false;
        };
        self.work(out);
        for (node, change) in nodes {
            if node == "__interrupt__" {
                self.ask(change, "", out);
                continue;
            }
            self.enter(lane, None, out);
            // A node may make several changes at once.
            let changes = json::list(change).unwrap_or_else(|| vec![change]);
            for change in changes {
                let fields = json::fields(change.get()).unwrap_or_default();
                let added = fields.iter().filter(|(name, _)| name == "messages");
                for (_, added) in added {
                    let list = json::list(added).unwrap_or_else(|| vec![*added]);
                    for message in list.into_iter().filter_map(wire::message) {
                        self.added(lane, message, out);
                    }
                }
            }
            self.agents.end_of_node(lane, &node, out);
        }
        self.unnamed += 1;
        self.remember(out);
        true
    }

    /// A message is in the graph's state now: it is complete.
    pub(super) fn added(&mut self, lane: &str, message: Message<'_>, out: &mut Out) {
        let id = message.id();
        match message.kind() {
            Some(wire::Kind::Chunk | wire::Kind::Assistant) => self.confirm(lane, message, out),
            Some(wire::Kind::Tool) => {
                self.result(&message, out);
                self.server_has(lane, id);
            }
            Some(wire::Kind::Person) => self.server_has(lane, id),
            Some(wire::Kind::Other) => {}
            None => unknown(&message, out),
        }
    }

    fn confirm(&mut self, lane: &str, mut message: Message<'_>, out: &mut Out) {
        let calls = std::mem::take(&mut message.tool_calls)
            .list()
            .unwrap_or_default();
        let calls: Vec<_> = calls.into_iter().filter_map(One::object).collect();
        let said = content::whole(content::of_assistant(&message), "");
        let place = self.place_of(lane, message.id(), &said.text, &calls);
        let (id, shown_files) = if let Some(place) = place {
            let written = self.writing.remove(place);
            let (id, files) = (written.id.clone(), written.files);
            self.flush(written.drafts.clone(), out);
            written.end(out);
            (id, files)
        } else {
            let id = message.id();
            let id = id.unwrap_or_else(|| format!("{}:{}", self.run, self.unnamed));
            let id = own_id(lane, &id);
            if self.old.contains(&id) {
                return;
            }
            let id = MessageId::from(id);
            // Not streamed. After a reload it may have been, so the text replaces itself.
            let is_news = lane.is_empty() && !self.shown.contains(id.as_str());
            if is_news && !said.text.is_empty() {
                out.event(RunEvent::TextStart {
                    message: id.clone(),
                    subagent: None,
                });
                out.event(RunEvent::TextReplaced {
                    message: id.clone(),
                    text: said.text,
                });
                out.event(RunEvent::TextEnd {
                    message: id.clone(),
                });
            }
            (id, if is_news { 0 } else { usize::MAX })
        };
        if lane.is_empty() {
            for (place, file) in said.attachments.into_iter().enumerate().skip(shown_files) {
                // Before a reload, the step may have got its name, which is told only once.
                let [file, _] = made_step(&file_call(id.as_str(), place + 1), file);
                out.event(file);
            }
        }
        for call in &calls {
            self.complete(lane, &id, call, out);
        }
        self.memory.open.retain(|open| open.message != id.as_str());
        self.server_has(lane, Some(id.as_str().to_owned()));
        self.shown.insert(id.as_str().to_owned());
    }

    /// The message being written that the state has now. The state may have it under another id.
    fn place_of(
        &self,
        lane: &str,
        id: Option<String>,
        text: &str,
        calls: &[WholeCall<'_>],
    ) -> Option<usize> {
        let id = id.map(|id| own_id(lane, &id));
        let by_id = |held: &Written| id.as_deref() == Some(held.id.as_str());
        let agent = Agents::id(lane);
        let same = |held: &Written| {
            let has = |call: &WholeCall<'_>| {
                (held.calls.iter()).any(|(_, held)| held.as_str() == call.id.as_str())
            };
            held.agent == agent && ((held.has_text() && held.is(text)) || calls.iter().any(has))
        };
        let place = self.writing.iter().rposition(by_id);
        place.or_else(|| self.writing.iter().rposition(same))
    }

    /// Reads the messages of a state from after the person's last one.
    pub(super) fn read_state(&mut self, messages: &[&RawValue], out: &mut Out) {
        let messages: Vec<_> = messages
            .iter()
            .filter_map(|json| wire::message(json))
            .collect();
        let is_persons = |held: &Message<'_>| held.kind() == Some(wire::Kind::Person);
        let from = messages.iter().rposition(is_persons).unwrap_or_default();
        for message in messages.into_iter().skip(from) {
            self.added("", message, out);
        }
    }

    fn server_has(&mut self, lane: &str, id: Option<String>) {
        if let Some(id) = id.filter(|_| lane.is_empty()) {
            self.memory.run_mut(self.run.as_str()).note(&id);
        }
    }
}
