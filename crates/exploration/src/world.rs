//! The world: client, backend, and everything under way between them.
//!
//! `model.rs` has the actions that are possible in each state.

use std::collections::{BTreeMap, BTreeSet};

use super::request::Sent;
use super::seeded::ClientBug;
use super::server::{Server, ServerBug, ServerEvent, ServerRun};
use midturn_core::control::CancelAnswer;
use midturn_core::conversation::Conversation;
use midturn_core::effect::Retry;
use midturn_core::id::{AttachmentId, RunId};
use midturn_core::run_event::Abilities;
use midturn_core::testing::builder::CONTROLLED;

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
    /// Whether the person also sends messages with a file. Each file that cannot be read is a fault.
    pub(super) files: bool,
    pub(super) client_bug: Option<ClientBug>,
    pub(super) server_bug: Option<ServerBug>,
}

/// One state of the world.
#[expect(clippy::struct_excessive_bools, reason = "facts that exclude nothing")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct World {
    pub(super) controlled: bool,
    pub(super) client: Conversation,
    pub(super) client_bug: Option<ClientBug>,
    pub(super) server: Server,
    pub(super) requests: Vec<Sent>,
    /// Answers to cancels that are under way.
    pub(super) answers: Vec<(RunId, CancelAnswer)>,
    /// Runs whose stream request has no answer yet.
    pub(super) awaited: BTreeSet<RunId>,
    /// Open streams, with the number of events read.
    pub(super) streams: BTreeMap<RunId, usize>,
    /// How many events of each run the client has ever read.
    pub(super) heard: BTreeMap<RunId, usize>,
    /// Streams that the client closed. One more event may still arrive from each, as if it had been
    /// read before.
    pub(super) closed: BTreeSet<RunId>,
    pub(super) timers: Vec<(RunId, Retry)>,
    pub(super) faults: u8,
    pub(super) reloads: u8,
    pub(super) typed: u8,
    /// Files that are being read for a run.
    pub(super) reading: Vec<(RunId, AttachmentId)>,
    /// Files that were read.
    pub(super) found: BTreeSet<AttachmentId>,
    /// Runs that the person has cancelled.
    pub(super) asked: BTreeSet<RunId>,
    /// Whether the client stopped a run that the person had not cancelled.
    pub(super) strayed: bool,
    /// Whether the client sent a message without a file that was not read.
    pub(super) careless: bool,
    /// Whether the client changed a hidden or waiting card without an act of the person.
    pub(super) hurried: bool,
}

impl World {
    /// The world before anything has happened.
    pub(super) fn new(setup: Setup) -> Self {
        let abilities = if setup.controlled {
            CONTROLLED
        } else {
            Abilities::default()
        };
        Self {
            controlled: setup.controlled,
            client: Conversation::new("t".into()).with_abilities(abilities),
            client_bug: setup.client_bug,
            server: Server::new(setup.controlled, setup.server_bug),
            requests: Vec::new(),
            answers: Vec::new(),
            awaited: BTreeSet::new(),
            streams: BTreeMap::new(),
            heard: BTreeMap::new(),
            closed: BTreeSet::new(),
            timers: Vec::new(),
            faults: setup.faults,
            reloads: setup.reloads,
            typed: 0,
            reading: Vec::new(),
            found: BTreeSet::new(),
            asked: BTreeSet::new(),
            strayed: false,
            careless: false,
            hurried: false,
        }
    }

    /// The events of a run so far.
    pub(super) fn events_of(&self, run: &RunId) -> &[ServerEvent] {
        self.server.run(run).map_or(&[], |held| held.log.as_slice())
    }

    /// Whether nothing happens unless the person acts.
    pub(super) fn is_quiet(&self) -> bool {
        let unheard = |(run, place): (&RunId, &usize)| self.events_of(run).len() > *place;
        // A message that is held back waits for the person.
        let held = self.client.active().is_some_and(|run| !run.lost.is_empty());
        !held
            && self.reading.is_empty()
            && self.requests.is_empty()
            && self.answers.is_empty()
            && self.timers.is_empty()
            && self.server.runs.iter().all(ServerRun::is_over)
            && !self.streams.iter().any(unheard)
    }
}
