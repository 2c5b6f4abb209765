//! The world: client, backend, and everything under way between them; and the actions possible in
//! each state.

use std::collections::{BTreeMap, BTreeSet};

use stateright::{Model, Property};

use super::network::{Net, Sent};
use super::person::Person;
use super::properties;
use super::server::{Said, Server, ServerBug};
use midturn_core::conversation::Conversation;
use midturn_core::conversation::seeded::SeededBug;
use midturn_core::effect::Retry;
use midturn_core::id::{MessageId, RunId};
use midturn_core::input::{CancelAnswer, Input};
use midturn_core::run_event::{Abilities, FinishOutcome, RunEvent};

/// The size of a world, and its bugs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    /// The backend answers cancels and keeps runs; else a client can only close the connection.
    pub(super) controlled: bool,
    /// How many words the person types.
    pub(super) words: u8,
    /// The number of network faults.
    pub(super) faults: u8,
    /// The number of reloads.
    pub(super) reloads: u8,
    /// Whether the person also removes, restores and starts queued prompts.
    pub(super) queue: bool,
    pub(super) client_bug: Option<SeededBug>,
    pub(super) server_bug: Option<ServerBug>,
}

/// One state of the world.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct World {
    pub(super) controlled: bool,
    pub(super) client: Conversation,
    pub(super) server: Server,
    pub(super) requests: Vec<Sent>,
    /// Answers to cancels that are under way.
    pub(super) answers: Vec<(RunId, CancelAnswer)>,
    /// Runs whose request the client waits for.
    pub(super) awaited: BTreeSet<RunId>,
    /// Open streams, with the number of events read.
    pub(super) streams: BTreeMap<RunId, usize>,
    /// How many events of each run the client has ever read.
    pub(super) heard: BTreeMap<RunId, usize>,
    /// Streams that the client closed; one more event may have been read before that.
    pub(super) closed: BTreeSet<RunId>,
    pub(super) timers: Vec<(RunId, Retry)>,
    pub(super) faults: u8,
    pub(super) reloads: u8,
    pub(super) typed: u8,
    /// Runs that the person has cancelled.
    pub(super) asked: BTreeSet<RunId>,
    /// Whether the client cancelled a run without being asked.
    pub(super) strayed: bool,
    /// Whether the client continued without the person where it had to wait.
    pub(super) hurried: bool,
}

/// An action in the world.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Act {
    Person(Person),
    Net(Net),
    /// The backend makes the next step of a run.
    Step(RunId),
    /// The backend notices that nobody reads a run.
    Notice(RunId),
    /// A timer fires.
    Ring(usize),
    Reload,
}

impl World {
    pub(super) fn said(&self, run: &RunId) -> &[Said] {
        self.server.run(run).map_or(&[], |held| held.log.as_slice())
    }

    /// Whether nothing happens unless the person acts.
    pub(super) fn is_quiet(&self) -> bool {
        let unheard = |(run, place): (&RunId, &usize)| self.said(run).len() > *place;
        self.requests.is_empty()
            && self.answers.is_empty()
            && self.timers.is_empty()
            && self
                .server
                .runs
                .iter()
                .all(super::server::ServerRun::is_over)
            && !self.streams.iter().any(unheard)
    }

    fn ring(&mut self, place: usize) {
        let (run, what) = self.timers.remove(place);
        self.tell(Input::RetryDue { run, what });
    }

    fn reload(&mut self) {
        self.reloads -= 1;
        self.timers.clear();
        self.answers.clear();
        self.awaited.clear();
        self.closed.clear();
        for run in std::mem::take(&mut self.streams).into_keys() {
            self.server.connect(&run, false);
        }
        let active = self.client.active().map(|run| run.id.clone());
        let step = self.client.apply(Input::Restored, 0);
        for effect in step.effects {
            self.perform(effect, active.as_ref());
        }
    }
}

pub(super) fn event_of(run: &RunId, said: Said) -> RunEvent {
    let message: MessageId = run.as_str().into();
    match said {
        Said::Tool => RunEvent::ToolStart {
            call: run.as_str().into(),
            name: String::new(),
            parent: None,
            subagent: None,
        },
        Said::Result => RunEvent::ToolResult {
            call: run.as_str().into(),
            message,
            content: String::new(),
            attachments: Vec::new(),
            failed: false,
        },
        Said::Text => RunEvent::TextDelta {
            message,
            delta: "x".into(),
        },
        Said::Finished => RunEvent::Finished(FinishOutcome::Success),
        Said::Cancelled => RunEvent::Finished(FinishOutcome::Cancelled),
    }
}

impl Model for Setup {
    type State = World;
    type Action = Act;

    fn init_states(&self) -> Vec<World> {
        let abilities = Abilities {
            cancel: self.controlled,
            rejoin: self.controlled,
            interject: false,
            plain_stop: false,
        };
        vec![World {
            controlled: self.controlled,
            client: Conversation::new("t".into())
                .with_abilities(abilities)
                .with_bug(self.client_bug),
            server: Server::new(self.controlled, self.server_bug),
            requests: Vec::new(),
            answers: Vec::new(),
            awaited: BTreeSet::new(),
            streams: BTreeMap::new(),
            heard: BTreeMap::new(),
            closed: BTreeSet::new(),
            timers: Vec::new(),
            faults: self.faults,
            reloads: self.reloads,
            typed: 0,
            asked: BTreeSet::new(),
            strayed: false,
            hurried: false,
        }]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Act>) {
        let mut person = Vec::new();
        world.person_actions(self.words, self.queue, &mut person);
        actions.extend(person.into_iter().map(Act::Person));
        let mut net = Vec::new();
        world.net_actions(self.controlled, &mut net);
        actions.extend(net.into_iter().map(Act::Net));
        for held in &world.server.runs {
            if !held.is_over() {
                actions.push(Act::Step(held.run.clone()));
            }
            if world.server.would_notice(held) {
                actions.push(Act::Notice(held.run.clone()));
            }
        }
        actions.extend((0..world.timers.len()).map(Act::Ring));
        if world.reloads > 0 {
            actions.push(Act::Reload);
        }
    }

    fn next_state(&self, world: &World, act: Act) -> Option<World> {
        let mut next = world.clone();
        match act {
            Act::Person(person) => next.person(person),
            Act::Net(act) => next.net(act),
            Act::Step(run) => next.server.step(&run),
            Act::Notice(run) => next.server.notice(&run),
            Act::Ring(place) => next.ring(place),
            Act::Reload => next.reload(),
        }
        (next != *world).then_some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        properties::all()
    }
}
