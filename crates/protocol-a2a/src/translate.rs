//! Reads one run's stream, the answers to its other requests, and how the run ended.
//!
//! The items' meaning is in `items`. Here is the course of a run: joins, gaps, ends that the stream
//! does not tell, and the requests for the task that these need.

use std::collections::BTreeSet;

use midturn_core::run_event::{FinishOutcome, LostReason, RunEvent};
use midturn_protocol::call::{Call, Reply};
use midturn_protocol::diagnostic::{Kind, start_of};
use midturn_protocol::out::Out;
use midturn_protocol::protocol::Begin;
use midturn_protocol::reader::{Frame, Translate};

use super::artifacts::{Artifacts, Trust};
use super::binding::{Binding, Method, Server, Version};
use super::fault::{Cause, Fault};
use super::join::Join;
use super::memory::Memory;
use super::send::{Purpose, newest};
use super::wire::{Said, Task, said};

/// The translator of one run.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that has happened or not"
)]
pub(super) struct Translator {
    pub(super) version: Version,
    binding: Binding,
    url: String,
    pub(super) run: String,
    pub(super) purpose: Purpose,
    pub(super) memory: Memory,
    /// The memory that the core has.
    pub(super) known: String,
    /// The person's newest message in the request, which the agent has once it has reacted.
    pub(super) said: Option<String>,
    pub(super) task: Option<String>,
    pub(super) artifacts: Artifacts,
    /// The messages that were shown as answer text.
    pub(super) spoken: BTreeSet<String>,
    /// How many messages had no id, and the last one's text.
    pub(super) unnamed: (usize, String),
    /// Whether a message outside of a status came.
    pub(super) has_message: bool,
    pub(super) started: bool,
    /// Whether any item of the task was read.
    pub(super) heard: bool,
    pub(super) over: bool,
    /// Whether this body is a joined stream of which no item was read yet.
    pub(super) joining: bool,
    join: Option<Join>,
    /// Whether texts may lack what was missed before a join.
    gap: bool,
    asked: Option<Asked>,
    question: Option<Call>,
}

/// Why the task was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// To fill the gap at the beginning of a joined stream.
    Join,
    /// To learn how the run ended.
    End,
}

impl Translator {
    pub(super) fn new(version: Version, binding: Binding, begin: &Begin<'_>) -> Self {
        let memory = Memory::of(begin.memory);
        let purpose = Purpose::of(begin.request);
        let run = begin.run.as_str();
        let said = match purpose {
            Purpose::Turn | Purpose::Answer { .. } => begin.request.and_then(newest),
            Purpose::Abandon { .. } | Purpose::Rejoin => None,
        };
        let task = match purpose {
            Purpose::Rejoin => memory.task_of(run).map(str::to_owned),
            Purpose::Turn | Purpose::Answer { .. } | Purpose::Abandon { .. } => None,
        };
        let mut new = Self {
            version,
            binding,
            url: begin.endpoints.agent.clone(),
            run: run.to_owned(),
            said: said.map(ToString::to_string),
            memory,
            known: begin.memory.to_owned(),
            task,
            artifacts: Artifacts::default(),
            spoken: BTreeSet::new(),
            unnamed: (0, String::new()),
            has_message: false,
            started: false,
            heard: false,
            over: false,
            joining: false,
            join: None,
            gap: false,
            asked: None,
            question: None,
            purpose,
        };
        if new.purpose != Purpose::Turn {
            new.artifacts.go_on();
        }
        if new.purpose == Purpose::Rejoin {
            new.begin_join();
        }
        new
    }

    /// A stream is joined. In 1.0 it begins with the task; in 0.3 the task must be asked for.
    fn begin_join(&mut self) {
        self.joining = true;
        self.join = None;
        self.asked = None;
        self.question = None;
        if self.version == Version::V03 && self.ask(Asked::Join) {
            self.join = Some(Join::default());
        }
    }

    /// Asks for the task. Returns whether the task is known.
    fn ask(&mut self, why: Asked) -> bool {
        let Some(task) = &self.task else {
            return false;
        };
        let server = Server {
            version: self.version,
            binding: self.binding,
            url: &self.url,
        };
        let call = server.about(Method::Get, &self.run, task);
        self.asked = Some(why);
        self.question = Some(call);
        true
    }

    /// A joined stream was refused, mostly because the task is over: the task tells.
    pub(super) fn refused(&mut self, out: &mut Out) {
        self.joining = false;
        if self.asked.is_some() {
            self.asked = Some(Asked::End);
        } else if !self.ask(Asked::End) {
            out.event(RunEvent::Lost(LostReason::Truncated));
            return;
        }
        // Said again after a join, so that the refusal does not look like an answer without meaning.
        self.started = true;
        out.event(RunEvent::Started);
    }

    /// Holds an item back, or reads it.
    fn take(&mut self, said: Said, out: &mut Out) {
        let Some(join) = &mut self.join else {
            self.item(said, out);
            return;
        };
        match said {
            // This server tells the task by itself.
            Said::Task(_) => {
                self.asked = None;
                self.question = None;
                self.release(out);
                self.item(said, out);
            }
            Said::Fault(_) => self.asked = Some(Asked::End),
            Said::Unknown(_) => self.item(said, out),
            said => {
                if !join.hold(said) {
                    self.gap = true;
                    self.release(out);
                }
            }
        }
    }

    /// Reads the items that were held back.
    fn release(&mut self, out: &mut Out) {
        let held = self.join.take().map(Join::into_held);
        for said in held.unwrap_or_default() {
            if !self.over {
                self.item(said, out);
            }
        }
    }

    /// Reads the task that was asked for.
    fn read_task(&mut self, mut task: Task, out: &mut Out) {
        self.repair(&mut task);
        self.learn(task.id.as_deref(), task.context.as_deref(), out);
        let trust = match (&self.join, self.version) {
            (Some(join), _) => {
                join.take_off(&mut task);
                Trust::Joined
            }
            (None, Version::V03) if !self.gap => Trust::Growth,
            (None, _) => Trust::Longer,
        };
        self.snapshot(&task, trust, true, out);
        self.release(out);
        if !self.over {
            self.status(task.status, out);
        }
    }

    /// The end of a body or an answer that does not tell how the run ended.
    fn untold(&mut self, out: &mut Out) {
        if matches!(self.purpose, Purpose::Abandon { .. }) {
            self.finish(FinishOutcome::Success, out);
        } else {
            out.event(RunEvent::Lost(LostReason::Truncated));
        }
    }
}

impl Translate for Translator {
    type Out = Out;

    fn read(&mut self, frame: Frame<'_>, out: &mut Out) -> bool {
        let said = match (said(frame.data), frame.event) {
            (Some(Said::Fault(fault)), _) => Said::Fault(fault),
            // The data of such a frame should be an error, but some servers write a plain text.
            (_, Some("error")) => Said::Fault(Fault::of_text(start_of(frame.data))),
            (Some(said), _) => said,
            (None, _) => {
                out.note(Kind::Unreadable, start_of(frame.data));
                return false;
            }
        };
        let known = !matches!(said, Said::Unknown(_));
        if self.over {
            out.note(Kind::AfterEnd, said.name());
        } else {
            self.take(said, out);
        }
        known
    }

    fn ended(&self) -> bool {
        self.over
    }

    /// Items have no place in the stream; ids of frames mean nothing here.
    fn cursor(&self, _id: String) -> Option<String> {
        None
    }

    fn resumed(&mut self) {
        self.artifacts.go_on();
        self.begin_join();
    }

    fn body_ended(&mut self, broken: bool, out: &mut Out) -> bool {
        if !broken && self.asked.is_some() {
            self.asked = Some(Asked::End);
            return true;
        }
        if self.has_message && self.task.is_none() {
            self.finish(FinishOutcome::Success, out);
            return true;
        }
        if broken {
            // What is held back comes again with the next join.
            self.join = None;
            self.asked = None;
            self.question = None;
            return false;
        }
        self.ask(Asked::End)
    }

    fn document(&mut self, reply: &Reply, out: &mut Out) {
        let Some(said) = said(&reply.body).filter(|_| !self.over) else {
            return;
        };
        match said {
            Said::Unknown(_) => return,
            Said::Fault(fault) => {
                // Proxies and frameworks have errors of their own.
                if reply.status < 400 || fault.is_of_protocol() {
                    self.fault(fault, out);
                }
                return;
            }
            _ if reply.status >= 400 => return,
            said => self.item(said, out),
        }
        if self.over {
            return;
        }
        self.release(out);
        if self.over {
        } else if self.has_message {
            self.finish(FinishOutcome::Success, out);
        } else {
            self.untold(out);
        }
    }

    fn question(&mut self) -> Option<Call> {
        self.question.take()
    }

    fn answered(&mut self, reply: Option<&Reply>, out: &mut Out) {
        let Some(asked) = self.asked.take().filter(|_| !self.over) else {
            return;
        };
        let found = reply.and_then(|reply| said(&reply.body));
        let ours = |task: &Task| task.id.is_none() || task.id == self.task;
        match found {
            Some(Said::Task(task)) if ours(&task) => self.read_task(task, out),
            found => {
                self.gap |= self.join.is_some();
                self.release(out);
                // Some agents name a task in a message, and never make that task.
                let no_task =
                    matches!(&found, Some(Said::Fault(fault)) if fault.cause() == Cause::NoTask);
                if asked == Asked::End && !self.over && self.has_message && no_task {
                    self.finish(FinishOutcome::Success, out);
                }
            }
        }
        if asked == Asked::End && !self.over {
            self.untold(out);
        }
    }

    fn cancel_accepted(&mut self, reply: &Reply, out: &mut Out) {
        let Some(Said::Task(mut task)) = said(&reply.body).filter(|_| reply.status < 400) else {
            return;
        };
        let ours = task.id.is_none() || self.task.is_none() || task.id == self.task;
        if self.over || !ours || !task.status.state.is_over() {
            return;
        }
        self.repair(&mut task);
        self.release(out);
        if !self.over {
            self.learn(task.id.as_deref(), task.context.as_deref(), out);
            self.snapshot(&task, Trust::Growth, false, out);
            self.status(task.status, out);
        }
    }
}
