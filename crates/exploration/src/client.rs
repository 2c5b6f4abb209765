//! The shell around the real reducer: performs its effects on the network and the timers.

use super::request::{Request, Sent};
use super::seeded;
use super::world::World;
use midturn_core::card::Card;
use midturn_core::effect::{Effect, Retry};
use midturn_core::history::HistoryMessage;
use midturn_core::id::RunId;
use midturn_core::input::Input;

/// The origin of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    Person,
    World,
}

impl World {
    /// Applies an input that the person did not cause.
    pub(super) fn tell(&mut self, input: Input) {
        self.apply(input, Cause::World);
    }

    pub(super) fn apply(&mut self, input: Input, cause: Cause) {
        let card = self.client.card().clone();
        let active = self.client.active().map(|run| run.id.clone());
        let step = seeded::apply(&mut self.client, self.client_bug, input);
        self.watch(&card, active.as_ref(), cause);
        for effect in step.effects {
            self.perform(effect, active.as_ref());
        }
    }

    fn watch(&mut self, card: &Card, active: Option<&RunId>, cause: Cause) {
        let rests = match card {
            Card::Hidden
            | Card::Paused { .. }
            | Card::Resuming { .. }
            | Card::Cancelling { over: true, .. } => true,
            Card::Running { .. } | Card::Cancelling { over: false, .. } => false,
        };
        if cause == Cause::World && rests && self.client.card() != card {
            self.hurried = true;
        }
        let stopped =
            active.filter(|run| self.client.stopping().iter().any(|held| held.run == **run));
        if cause == Cause::Person
            && let Some(run) = stopped
        {
            self.asked.insert(run.clone());
        }
        if cause == Cause::World && stopped.is_some() {
            self.strayed = true;
        }
    }

    fn perform(&mut self, effect: Effect, active: Option<&RunId>) {
        match effect {
            Effect::OpenStream { run } => {
                let text = self.words_of(&run);
                self.check_files(&run);
                self.awaited.insert(run.clone());
                self.send(Sent {
                    request: Request::Post { run, text },
                    echo: false,
                });
            }
            Effect::Rejoin { run, cursor } => {
                self.awaited.insert(run.clone());
                let cursor =
                    cursor.map_or(0, |cursor| usize::try_from(cursor).unwrap_or(usize::MAX));
                self.send(Sent {
                    request: Request::Join { run, cursor },
                    echo: false,
                });
            }
            Effect::AbortStream { run } => {
                self.concerns(&run, active);
                self.awaited.remove(&run);
                if self.streams.remove(&run).is_some() {
                    self.server.connect(&run, false);
                    self.closed.insert(run);
                }
            }
            Effect::SendCancel { run } => {
                self.concerns(&run, active);
                self.send(Sent {
                    request: Request::Cancel { run },
                    echo: false,
                });
            }
            // Silence is not modelled here: no time passes.
            Effect::RetryLater { run, what, .. } if what != Retry::Listen => {
                if !self.timers.contains(&(run.clone(), what)) {
                    self.timers.push((run, what));
                    self.timers
                        .sort_by_key(|(run, what)| (run.clone(), order(*what)));
                }
            }
            Effect::ReadFiles { run } => {
                let active = self.client.active().filter(|active| active.id == run);
                let unread = active.map(|active| active.unread.clone());
                let unread = unread.unwrap_or_default().into_iter();
                self.reading.extend(unread.map(|file| (run.clone(), file)));
            }
            // Not modelled here: requests are sent at once, and the random tests cover interjections,
            // task stops and client tools.
            Effect::DropUnsent { .. }
            | Effect::RetryLater { .. }
            | Effect::StopTask { .. }
            | Effect::SendInterjection { .. }
            | Effect::RunTool { .. }
            | Effect::StopTool { .. }
            | Effect::LoadPast { .. }
            | Effect::ForgetAttachment { .. }
            | Effect::GiveBack { .. }
            | Effect::Focus(_)
            | Effect::Announce(_)
            | Effect::Diagnose(_) => {}
        }
    }

    /// Checks that a stop names the run that was active before the step, or a run that the person
    /// cancelled, and that this run is no longer active.
    fn concerns(&mut self, run: &RunId, active: Option<&RunId>) {
        let known = active == Some(run) || self.asked.contains(run);
        if !known || self.client.active().is_some_and(|held| held.id == *run) {
            self.strayed = true;
        }
    }

    fn words_of(&self, run: &RunId) -> String {
        let request = self.client.request(run);
        let last = request.as_ref().and_then(|request| request.messages.last());
        match last {
            Some(HistoryMessage::User { text, .. }) => text.clone(),
            _ => String::new(),
        }
    }

    /// Checks that every file of a request was read.
    fn check_files(&mut self, run: &RunId) {
        let request = self.client.request(run);
        let messages = request.iter().flat_map(|request| &request.messages);
        let missing = messages.filter_map(|message| match message {
            HistoryMessage::User { attachments, .. } => Some(attachments),
            _ => None,
        });
        let mut files = missing.flatten();
        self.careless |= files.any(|file| !self.found.contains(&file.id));
    }

    /// Ends the reading of a file.
    pub(super) fn read(&mut self, place: usize, found: bool) {
        let (run, file) = self.reading.remove(place);
        if found {
            self.found.insert(file.clone());
        } else {
            self.faults -= 1;
        }
        self.tell(Input::FileRead { run, file, found });
    }

    pub(super) fn send(&mut self, sent: Sent) {
        self.requests.push(sent);
        self.requests.sort();
    }

    /// Fires a timer.
    pub(super) fn ring(&mut self, place: usize) {
        let (run, what) = self.timers.remove(place);
        self.tell(Input::RetryDue { run, what });
    }

    /// Loads the page again: the client keeps only the conversation.
    pub(super) fn reload(&mut self) {
        self.reloads -= 1;
        self.timers.clear();
        self.reading.clear();
        self.answers.clear();
        self.awaited.clear();
        self.closed.clear();
        for run in std::mem::take(&mut self.streams).into_keys() {
            self.server.connect(&run, false);
        }
        let active = self.client.active().map(|run| run.id.clone());
        let step = seeded::apply(&mut self.client, self.client_bug, Input::Restored);
        for effect in step.effects {
            self.perform(effect, active.as_ref());
        }
    }
}

fn order(what: Retry) -> u8 {
    match what {
        Retry::Open => 0,
        Retry::Cancel => 1,
        Retry::Rejoin => 2,
        Retry::Interject => 3,
        Retry::HangUp => 4,
        Retry::Listen => 5,
    }
}
