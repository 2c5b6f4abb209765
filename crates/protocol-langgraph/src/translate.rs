//! Translates the events of a run's stream, and finds out how the run ended, which the stream does
//! not say.

use std::cell::Cell;
use std::collections::HashSet;

use midturn_core::id::{ActivityId, RunId};
use midturn_core::run_event::{FinishOutcome, Interrupt, RunEvent, TaskEvent};
use midturn_protocol::call::{Call, Reply, under};
use midturn_protocol::diagnostic::{Kind, start_of};
use midturn_protocol::json;
use midturn_protocol::out::Out;
use midturn_protocol::progress::progress;
use midturn_protocol::protocol::Begin;
use midturn_protocol::reader::{Frame, Translate};
use midturn_protocol::value::{One, Text};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::agents::{Agents, Told, lane};
use super::calls::Calls;
use super::ids;
use super::memory::Memory;
use super::missing::missing;
use super::options::Replace;
use super::wire::{Metadata, message, object};
use super::written::Written;

/// The state of one run's stream.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(super) struct Translator {
    pub(super) run: RunId,
    /// Where the server has the thread's runs.
    pub(super) runs: String,
    pub(super) replace: Replace,
    pub(super) memory: Memory,
    /// The memory as the core has it.
    told: String,
    /// The messages that the run's request brought.
    inputs: Vec<String>,
    /// The messages from before this run.
    pub(super) old: HashSet<String>,
    /// Whether the server has begun the run.
    started: bool,
    /// Whether this reader has seen the run begin, and not a later part of its stream.
    from_start: bool,
    /// Whether the graph has begun to work, so that the server has the request's messages.
    taken: bool,
    pub(super) writing: Vec<Written>,
    /// The messages that are complete.
    pub(super) shown: HashSet<String>,
    /// How many messages without an id there were.
    pub(super) unnamed: usize,
    pub(super) calls: Calls,
    pub(super) agents: Agents,
    pub(super) questions: Vec<Interrupt>,
    /// Whether to ask how the run ended.
    asks: bool,
    pub(super) ended: bool,
    /// The id of the last event.
    last: Cell<Option<u64>>,
}

/// The event `metadata`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct RunMetadata<'a> {
    run_id: Text<'a>,
    status: Text<'a>,
}

impl Translator {
    pub(super) fn new(begin: &Begin<'_>, replace: Replace) -> Self {
        let memory = Memory::read(begin.memory);
        let mut old: HashSet<String> = memory.ids().cloned().collect();
        let mut inputs = Vec::new();
        let mut calls = Calls::default();
        if let Some(request) = begin.request {
            let ids = request.messages.iter().map(|held| held.id().to_string());
            old.extend(ids);
            if request.resume.is_empty() {
                let brought = missing(&request.messages, &memory);
                inputs = brought.iter().map(|held| held.id().to_string()).collect();
            } else {
                calls.take_over(&request.messages);
            }
        }
        // After a reload, this run's own messages may be among them, and may still grow.
        if let Some(held) = memory.run(begin.run.as_str()) {
            for id in &held.has {
                old.remove(id);
            }
        }
        Self {
            run: begin.run.clone(),
            runs: under(
                &begin.endpoints.agent,
                &["threads", &ids::thread(begin.thread), "runs"],
            ),
            replace,
            memory,
            told: begin.memory.to_owned(),
            inputs,
            old,
            started: false,
            from_start: false,
            taken: false,
            writing: Vec::new(),
            shown: HashSet::new(),
            unnamed: 0,
            calls,
            agents: Agents::default(),
            questions: Vec::new(),
            asks: false,
            ended: false,
            last: Cell::new(None),
        }
    }

    /// Reports the memory if it has changed.
    pub(super) fn remember(&mut self, out: &mut Out) {
        let text = self.memory.write();
        if text != self.told {
            self.told.clone_from(&text);
            out.event(RunEvent::Memory(text));
        }
    }

    /// Begins the run, with the server's id for it if it is told.
    pub(super) fn start(&mut self, server: Option<String>, out: &mut Out) {
        if !self.started {
            self.started = true;
            out.event(RunEvent::Started);
        }
        if let Some(server) = server {
            self.from_start = true;
            let held = self.memory.run_mut(self.run.as_str());
            if held.server.is_empty() {
                held.server = server;
            } else if held.server != server {
                out.note_once(Kind::OutOfOrder, "metadata.run_id of another run");
            }
            self.remember(out);
        }
    }

    /// The graph works: the server has the request's messages.
    pub(super) fn work(&mut self, out: &mut Out) {
        self.start(None, out);
        if std::mem::replace(&mut self.taken, true) {
            return;
        }
        let held = self.memory.run_mut(self.run.as_str());
        for id in std::mem::take(&mut self.inputs) {
            held.note(&id);
        }
        if self.from_start {
            held.unnumbered = self.last.get().is_none();
        }
        self.remember(out);
    }

    /// Begins the subagent of a namespace.
    pub(super) fn enter(&mut self, lane: &str, metadata: Option<&RawValue>, out: &mut Out) {
        if self.agents.has(lane) {
            return;
        }
        let metadata = metadata.and_then(|json| One::<Metadata<'_>>::deserialize(json).ok());
        let metadata = metadata.and_then(One::object).unwrap_or_default();
        let node = metadata.langgraph_node.string();
        let agent = metadata.lc_agent_name.string();
        let told = Told {
            agent: agent.as_deref(),
            node: node.as_deref(),
        };
        self.agents.begin(lane, told, &mut self.calls, out);
    }

    fn metadata(&mut self, data: &str, out: &mut Out) -> bool {
        let Some(told) = object::<RunMetadata<'_>>(data) else {
            return false;
        };
        // The end of a run in a thread's stream; the body ends too, or goes on with other runs.
        if !told.status.is_there() {
            self.start(told.run_id.string(), out);
        }
        true
    }

    /// What the graph itself writes: the progress of the only tool at work, or a note.
    pub(super) fn custom(&mut self, lane: &str, data: &str, out: &mut Out) -> bool {
        if json::raw(data).is_none() {
            return false;
        }
        self.work(out);
        self.enter(lane, None, out);
        let element = self.calls.only(lane).or_else(|| Agents::id(lane));
        match (element, progress(data)) {
            (Some(element), Some((percent, message))) => out.event(RunEvent::Task {
                element,
                event: TaskEvent::Progress { percent, message },
            }),
            (element, _) => {
                let owner = element
                    .as_ref()
                    .map_or(self.run.as_str(), ActivityId::as_str);
                out.event(RunEvent::Note {
                    id: ActivityId::from(format!("{owner}:custom")),
                    title: "custom".to_owned(),
                    content: json::text_of(data).unwrap_or_else(|| data.to_owned()),
                });
            }
        }
        true
    }

    /// An event of a `messages` mode: the message, and where it comes from.
    fn message(&mut self, lane: &str, data: &str, out: &mut Out) -> bool {
        let list = json::raw(data).and_then(json::list).unwrap_or_default();
        let Some(message) = list.first().and_then(|json| message(json)) else {
            return false;
        };
        self.work(out);
        self.enter(lane, list.get(1).copied(), out);
        self.read_message(lane, message, out);
        true
    }

    /// An event with accumulated messages.
    fn accumulated(&mut self, lane: &str, data: &str, out: &mut Out) -> bool {
        let Some(list) = json::raw(data).and_then(json::list) else {
            return false;
        };
        self.work(out);
        self.enter(lane, None, out);
        for message in list.into_iter().filter_map(message) {
            self.read_accumulated(lane, message, out);
        }
        true
    }

    /// A whole state: read only for its questions.
    fn state(&mut self, data: &str, out: &mut Out) -> bool {
        out.note_once(Kind::NotShown, "values");
        if data.contains("\"__interrupt__\"") {
            let fields = json::fields(data).unwrap_or_default();
            for (_, raised) in fields.iter().filter(|(name, _)| name == "__interrupt__") {
                self.ask(raised, "", out);
            }
        }
        true
    }
}

impl Translate for Translator {
    type Out = Out;

    fn read(&mut self, frame: Frame<'_>, out: &mut Out) -> bool {
        let event = frame.event.unwrap_or("message");
        let (mode, namespace) = event.split_once('|').unwrap_or((event, ""));
        let lane = lane(namespace);
        if self.ended {
            out.note_once(Kind::AfterEnd, start_of(mode));
            return true;
        }
        let data = frame.data;
        let read = match mode {
            "metadata" => self.metadata(data, out),
            "messages" => self.message(lane, data, out),
            "messages/partial" | "messages/complete" => self.accumulated(lane, data, out),
            "updates" => self.update(lane, data, out),
            "custom" => self.custom(lane, data, out),
            "error" if lane.is_empty() => self.error(data, out),
            "values" => self.state(data, out),
            "messages/metadata" | "end" => true,
            "tasks" | "checkpoints" | "debug" | "events" | "feedback" | "error" => {
                out.note_once(Kind::NotShown, mode);
                true
            }
            _ => {
                out.note_once(Kind::UnknownEvent, start_of(mode));
                return false;
            }
        };
        if !read {
            out.note(Kind::Unreadable, start_of(data));
        }
        read
    }

    fn ended(&self) -> bool {
        self.ended
    }

    fn repeats(&self, id: &str) -> bool {
        let place = ids::place(id);
        place.is_some() && place <= self.last.get()
    }

    fn cursor(&self, id: String) -> Option<String> {
        let Some(place) = ids::place(&id) else {
            return (!id.is_empty()).then_some(id);
        };
        // A frame without an id of its own has that of the frame before, which says nothing new.
        let is_new = self.last.replace(Some(place)) != Some(place);
        is_new.then(|| place.to_string())
    }

    fn resumed(&mut self) {
        self.asks = false;
    }

    fn body_ended(&mut self, broken: bool, out: &mut Out) -> bool {
        if !self.questions.is_empty() {
            // The graph stands still. If a further question was lost, the server asks it again.
            let questions = std::mem::take(&mut self.questions);
            self.end(FinishOutcome::Interrupt(questions), out);
            return true;
        }
        self.asks = !broken && self.memory.server_run(self.run.as_str()).is_some();
        self.asks
    }

    fn document(&mut self, reply: &Reply, out: &mut Out) {
        if reply.status < 400 && !self.ended {
            self.whole_run(&reply.body, out);
        }
    }

    fn question(&mut self) -> Option<Call> {
        if !std::mem::take(&mut self.asks) {
            return None;
        }
        let server = self.memory.server_run(self.run.as_str())?;
        Some(Call::get(under(&self.runs, &[server])))
    }

    fn answered(&mut self, reply: Option<&Reply>, out: &mut Out) {
        if !self.ended {
            self.told_end(reply, out);
        }
    }
}
