//! Translates the thread event protocol: finds the run's own events in the thread's stream, and
//! learns from the server's answers which run that is.
//!
//! The stream begins with the events of earlier runs. The run's own begin with its `running`. Until
//! the server has answered the command that starts the run, the events of the run seen last are
//! held, because they may be its own.

mod answers;
mod blocks;
pub(super) mod commands;
mod state;

use std::collections::{HashMap, HashSet};

use serde::Deserialize;
use serde_json::value::RawValue;

use super::agents::lane;
use super::translate::Translator;
use super::wire::object;
use crate::call::{Call, Reply, under};
use crate::diagnostic::{Kind, start_of};
use crate::out::Out;
use crate::protocol::Begin;
use crate::reader::{Frame, Translate};
use crate::value::{Many, One, Text};
use blocks::Writing;
use state::Lifecycle;

/// The state of one run in a thread's stream.
#[derive(Debug)]
pub(super) struct Events {
    /// The run itself: what both protocols share.
    pub(super) run: Translator,
    /// Where the server has the thread's state.
    state: String,
    stage: Stage,
    awaits: Option<Awaited>,
    question: Option<Call>,
    /// The number of the run's first event in this stream.
    first: Option<u64>,
    /// How far the run was read, counted from its first event.
    read: u64,
    /// The place of the frame being read.
    place: Option<u64>,
    /// The messages being written, by place.
    open: HashMap<String, Writing>,
    /// Where the state from before the run is known.
    begun: HashSet<String>,
    /// The messages of the state that are read.
    seen: HashSet<String>,
    /// The status of a run that ended unseen.
    over: Option<String>,
}

/// Where the stream is.
#[derive(Debug)]
enum Stage {
    /// Which run is the own one is not known yet. Holds the events of the run seen last.
    Unknown(Option<Vec<String>>),
    /// The run's first event has not come.
    Before,
    /// The events are the run's own.
    Own,
}

/// What was asked of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Awaited {
    /// To start the run.
    Start,
    /// Which run is the newest.
    Newest,
    /// The run's status.
    Status,
    /// The thread's state after a run that was not seen.
    State,
    /// To say when a run with questions is over.
    Join,
    /// The thread's state after such a run.
    Questions,
}

/// An event on the wire.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Envelope<'a> {
    method: Text<'a>,
    event_id: Text<'a>,
    seq: Option<&'a RawValue>,
    params: One<'a, Params<'a>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Params<'a> {
    namespace: Many<Text<'a>>,
    data: Option<&'a RawValue>,
}

/// What a graph writes itself.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Custom<'a> {
    payload: Option<&'a RawValue>,
}

impl Events {
    pub(super) fn new(begin: &Begin<'_>, run: Translator) -> Self {
        let is_new = begin.request.is_some();
        let thread = super::ids::thread(begin.thread);
        Self {
            run,
            state: under(&begin.endpoints.agent, &["threads", &thread, "state"]),
            stage: if is_new {
                Stage::Unknown(None)
            } else {
                Stage::Before
            },
            awaits: Some(if is_new {
                Awaited::Start
            } else {
                Awaited::Status
            }),
            question: None,
            first: None,
            read: 0,
            place: None,
            open: HashMap::new(),
            begun: HashSet::new(),
            seen: HashSet::new(),
            over: None,
        }
    }

    /// The server's id of the run.
    fn server(&self) -> Option<&str> {
        self.run.memory.server_run(self.run.run.as_str())
    }

    fn is_own_stage(&self) -> bool {
        matches!(self.stage, Stage::Own)
    }

    /// A run begins in the stream.
    fn running(&mut self, event: &Envelope<'_>, data: &str, out: &mut Out) {
        if let Stage::Unknown(held) = &mut self.stage {
            *held = Some(vec![data.to_owned()]);
            return;
        }
        let named = run_of(event.event_id.as_str());
        let is_own = named.is_none_or(|run| self.server().is_none_or(|own| own == run));
        match self.stage {
            Stage::Before if is_own => {
                self.stage = Stage::Own;
                self.first = number(event.seq);
                self.begin_at(event);
                self.run.start(None, out);
            }
            // The server went on with another run, and has said nothing about the end of this one.
            Stage::Own if !is_own && self.has_questions() => self.wait(out),
            Stage::Own if !is_own => {
                self.stage = Stage::Before;
                self.ask_status();
            }
            Stage::Before | Stage::Own | Stage::Unknown(_) => {}
        }
    }

    /// Notes the place of an event. Returns whether it is new.
    fn begin_at(&mut self, event: &Envelope<'_>) -> bool {
        let Some((first, number)) = self.first.zip(number(event.seq)) else {
            return true;
        };
        let place = number.saturating_sub(first).saturating_add(1);
        self.place = Some(place);
        let is_new = place > self.read;
        self.read = self.read.max(place);
        is_new
    }

    fn event(&mut self, event: Envelope<'_>, text: &str, out: &mut Out) -> bool {
        let Envelope {
            method,
            event_id,
            seq,
            params,
        } = event;
        let Some(params) = params.object() else {
            return false;
        };
        let Some(data) = params.data else {
            return false;
        };
        let namespace = params.namespace.list().unwrap_or_default();
        let namespace: Vec<_> = namespace.iter().map(Text::as_str).collect();
        let namespace = namespace.join("|");
        let numbered = Envelope {
            event_id,
            seq,
            ..Envelope::default()
        };
        let is_lifecycle = method.as_str() == "lifecycle";
        let lifecycle =
            is_lifecycle.then(|| object::<Lifecycle<'_>>(data.get()).unwrap_or_default());
        let is_running = |held: &Lifecycle<'_>| held.event.as_str() == "running";
        if namespace.is_empty() && lifecycle.as_ref().is_some_and(is_running) {
            self.running(&numbered, text, out);
            return true;
        }
        match &mut self.stage {
            Stage::Unknown(held) => {
                if let Some(held) = held {
                    held.push(text.to_owned());
                }
                return true;
            }
            Stage::Before => return true,
            Stage::Own => {}
        }
        if !self.begin_at(&numbered) {
            return true;
        }
        let place = lane(&namespace);
        match (method.as_str(), lifecycle) {
            (_, Some(told)) if namespace.is_empty() => self.root(&told, out),
            (_, Some(told)) => self.inner(place, &told, out),
            ("messages", _) => return self.message(place, data.get(), out),
            ("values", _) => return self.values(place, data.get(), out),
            ("input.requested", _) => {
                self.run.work(out);
                self.run.ask(data, &namespace, out);
            }
            ("custom", _) => {
                let payload = object::<Custom<'_>>(data.get()).and_then(|custom| custom.payload);
                let payload = payload.map_or(data.get(), RawValue::get);
                return self.run.custom(place, payload, out);
            }
            (known @ ("tools" | "updates" | "tasks" | "checkpoints"), _) => {
                out.note_once(Kind::NotShown, known);
            }
            (unknown, _) => out.note_once(Kind::UnknownEvent, start_of(unknown)),
        }
        true
    }

    fn read_data(&mut self, data: &str, out: &mut Out) -> bool {
        let event = object::<Envelope<'_>>(data);
        let Some(event) = event.filter(|event| event.method.is_there()) else {
            return false;
        };
        if self.run.ended {
            // The stream goes on with the state, and with other runs.
            if event.method.as_str() == "input.requested" {
                out.note_once(Kind::AfterEnd, "input.requested");
            }
            return true;
        }
        self.event(event, data, out)
    }
}

impl Translate for Events {
    type Out = Out;

    fn read(&mut self, frame: Frame<'_>, out: &mut Out) -> bool {
        self.place = None;
        let read = self.read_data(frame.data, out);
        if !read {
            out.note(Kind::Unreadable, start_of(frame.data));
        }
        read
    }

    fn ended(&self) -> bool {
        self.run.ended
    }

    fn cursor(&self, _: String) -> Option<String> {
        self.place.map(|place| place.to_string())
    }

    fn resumed(&mut self) {
        self.stage = Stage::Before;
        self.awaits = Some(Awaited::Status);
        self.question = None;
        self.first = None;
    }

    fn body_ended(&mut self, _: bool, out: &mut Out) -> bool {
        if matches!(self.awaits, Some(Awaited::Join | Awaited::Questions)) {
            // If a further question was lost, the server asks it again.
            self.wait(out);
            return true;
        }
        // The answer says which run to look for when the stream is joined again.
        let is_named = !matches!(self.awaits, Some(Awaited::Start | Awaited::Newest));
        if is_named {
            self.awaits = None;
            self.question = None;
        }
        !is_named
    }

    fn question(&mut self) -> Option<Call> {
        self.question.take()
    }

    fn answered(&mut self, reply: Option<&Reply>, out: &mut Out) {
        let awaited = self.awaits.take();
        if self.run.ended {
            return;
        }
        match awaited {
            Some(Awaited::Start) => self.started(reply, out),
            Some(Awaited::Newest) => self.newest(reply, out),
            Some(Awaited::Status) => self.status(reply, out),
            Some(Awaited::State) => self.after(reply, out),
            Some(Awaited::Join) => {
                self.question = Some(Call::get(self.state.clone()));
                self.awaits = Some(Awaited::Questions);
            }
            Some(Awaited::Questions) => self.asked(reply, out),
            None => {}
        }
    }

    fn cancel_accepted(&mut self, _: &Reply, out: &mut Out) {
        if self.run.ended {
            return;
        }
        if self.run.replace == super::options::Replace::Rollback {
            // The run is gone, so the stream does not tell its end.
            self.run.rolled_back(out);
        } else if !self.is_own_stage() {
            // A run that was stopped before it began is not in the stream.
            self.ask_status();
        }
    }
}

/// The run in the id of an event that the server made up itself, as it does for `running`.
fn run_of(event: &str) -> Option<&str> {
    let (run, _) = event.strip_prefix("synth:")?.split_once(':')?;
    Some(run)
}

fn number(seq: Option<&RawValue>) -> Option<u64> {
    seq?.get().parse().ok()
}
