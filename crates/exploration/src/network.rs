//! The network between client and backend, with its faults. The number of faults in a world is
//! limited.

use super::request::{Request, Sent};
use super::server::ServerEvent;
use super::world::World;
use midturn_core::control::CancelAnswer;
use midturn_core::id::{MessageId, RunId};
use midturn_core::input::Input;
use midturn_core::run_event::{FinishOutcome, LostReason, OpenError, RunEvent};
use midturn_core::testing::events::refused;
use midturn_core::testing::inputs::of_run;

/// An action of the network.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Net {
    /// A request arrives and is answered.
    Arrive(usize),
    /// A request is lost.
    Lose(usize),
    /// A request arrives and its answer is lost.
    LoseReply(usize),
    /// A request is repeated.
    Repeat(usize),
    /// The answer to a cancel arrives.
    Answer(usize),
    /// The answer to a cancel is lost.
    LoseAnswer(usize),
    /// The next event of an open stream arrives.
    Hear(RunId),
    /// The last event that the client read from a run arrives again.
    HearAgain(RunId),
    /// An event that was read before its stream was closed arrives after that.
    HearLate(RunId),
    /// A connection is cut.
    Cut(RunId),
}

impl Net {
    pub(super) fn is_fault(&self) -> bool {
        match self {
            Self::Arrive(_) | Self::Answer(_) | Self::Hear(_) | Self::HearLate(_) => false,
            Self::Lose(_)
            | Self::LoseReply(_)
            | Self::Repeat(_)
            | Self::LoseAnswer(_)
            | Self::HearAgain(_)
            | Self::Cut(_) => true,
        }
    }
}

fn cut_off() -> RunEvent {
    RunEvent::OpenFailed(OpenError::Network(String::new()))
}

/// An event of the backend as the client reads it.
fn event_of(run: &RunId, event: ServerEvent) -> RunEvent {
    let message: MessageId = run.as_str().into();
    match event {
        ServerEvent::Tool => RunEvent::ToolStart {
            call: run.as_str().into(),
            name: String::new(),
            parent: None,
            subagent: None,
        },
        ServerEvent::Result => RunEvent::ToolResult {
            call: run.as_str().into(),
            message,
            content: String::new(),
            attachments: Vec::new(),
            failed: false,
        },
        ServerEvent::Text => RunEvent::TextDelta {
            message,
            delta: "x".into(),
        },
        ServerEvent::Finished => RunEvent::Finished(FinishOutcome::Success),
        ServerEvent::Cancelled => RunEvent::Finished(FinishOutcome::Cancelled),
    }
}

impl World {
    pub(super) fn net_actions(&self, controlled: bool, net: &mut Vec<Net>) {
        let faulty = self.faults > 0;
        for (place, sent) in self.requests.iter().enumerate() {
            net.push(Net::Arrive(place));
            if faulty && !sent.echo {
                net.push(Net::Lose(place));
                net.push(Net::LoseReply(place));
                if controlled {
                    net.push(Net::Repeat(place));
                }
            }
        }
        for place in 0..self.answers.len() {
            net.push(Net::Answer(place));
            if faulty {
                net.push(Net::LoseAnswer(place));
            }
        }
        for (run, place) in &self.streams {
            if self.events_of(run).len() > *place {
                net.push(Net::Hear(run.clone()));
            }
            if faulty {
                net.push(Net::Cut(run.clone()));
            }
        }
        for (run, heard) in &self.heard {
            if faulty && controlled && *heard > 0 {
                net.push(Net::HearAgain(run.clone()));
            }
            if self.closed.contains(run) && self.events_of(run).len() > *heard {
                net.push(Net::HearLate(run.clone()));
            }
        }
    }

    pub(super) fn net(&mut self, net: Net) {
        if net.is_fault() {
            self.faults -= 1;
        }
        match net {
            Net::Arrive(place) => {
                let Sent { request, echo } = self.requests.remove(place);
                let reply = self.serve(&request, echo);
                if !echo {
                    self.reply(request, reply);
                }
            }
            Net::Lose(place) => {
                let Sent { request, .. } = self.requests.remove(place);
                self.reply(request, None);
            }
            Net::LoseReply(place) => {
                let Sent { request, .. } = self.requests.remove(place);
                self.serve(&request, true);
                self.reply(request, None);
            }
            Net::Repeat(place) => {
                let request = self.requests[place].request.clone();
                self.send(Sent {
                    request,
                    echo: true,
                });
            }
            Net::Answer(place) => {
                let (run, answer) = self.answers.remove(place);
                self.tell(Input::CancelAnswered { run, answer });
            }
            Net::LoseAnswer(place) => {
                let (run, _) = self.answers.remove(place);
                let answer = CancelAnswer::Unreachable;
                self.tell(Input::CancelAnswered { run, answer });
            }
            Net::Hear(run) => {
                let place = self.streams[&run];
                self.hear(run, place);
            }
            Net::HearAgain(run) => {
                let place = self.heard[&run] - 1;
                self.deliver(run, place);
            }
            Net::HearLate(run) => {
                self.closed.remove(&run);
                let place = self.heard[&run];
                self.deliver(run, place);
            }
            Net::Cut(run) => {
                self.streams.remove(&run);
                self.server.connect(&run, false);
                let event = RunEvent::Lost(LostReason::Network(String::new()));
                self.tell(of_run(run, event));
            }
        }
    }

    fn hear(&mut self, run: RunId, place: usize) {
        self.streams.insert(run.clone(), place + 1);
        let heard = self.heard.entry(run.clone()).or_default();
        *heard = (*heard).max(place + 1);
        let is_last = self
            .server
            .run(&run)
            .is_some_and(|held| held.is_over() && held.log.len() == place + 1);
        if is_last {
            self.streams.remove(&run);
        }
        self.deliver(run, place);
    }

    fn deliver(&mut self, run: RunId, place: usize) {
        let event = event_of(&run, self.events_of(&run)[place]);
        let cursor = self.controlled.then_some(place as u64 + 1);
        self.tell(Input::Run { run, cursor, event });
    }

    /// Lets the backend handle a request. Returns the event for the client, except for a cancel.
    /// `unheard`: the client does not get the answer.
    fn serve(&mut self, request: &Request, unheard: bool) -> Option<RunEvent> {
        match request {
            Request::Post { run, text } => {
                if !self.server.post(run, text) {
                    return Some(refused(409));
                }
                if unheard && !self.streams.contains_key(run) {
                    self.server.connect(run, false);
                }
                Some(RunEvent::Opened)
            }
            Request::Join { run, .. } if self.server.run(run).is_some() => Some(RunEvent::Opened),
            Request::Join { .. } => Some(refused(404)),
            Request::Cancel { run } => {
                let answer = self.server.cancel(run);
                if !unheard {
                    self.answers.push((run.clone(), answer));
                    self.answers.sort_by(|left, right| left.0.cmp(&right.0));
                }
                None
            }
        }
    }

    /// Gives the client the answer to a request, if the client still waits for it; `None` is a
    /// failure.
    fn reply(&mut self, request: Request, reply: Option<RunEvent>) {
        let (run, from) = match request {
            Request::Post { run, .. } => (run, 0),
            Request::Join { run, cursor } => (run, cursor),
            Request::Cancel { run } => {
                if !self.answers.iter().any(|(held, _)| *held == run) {
                    let answer = CancelAnswer::Unreachable;
                    self.tell(Input::CancelAnswered { run, answer });
                }
                return;
            }
        };
        if !self.awaited.remove(&run) {
            return;
        }
        let event = reply.unwrap_or_else(cut_off);
        if event == RunEvent::Opened {
            self.streams.insert(run.clone(), from);
            self.heard.entry(run.clone()).or_default();
            self.server.connect(&run, true);
        }
        self.tell(of_run(run, event));
    }
}
