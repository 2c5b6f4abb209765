//! A crash of the process: what is left of the log, and the events that the next start adds.

use midturn_agent::agui::Event;
use midturn_agent::record::{Transcript, last_words};
use serde::Deserialize;
use serde_json::Value;

use super::World;

impl World {
    /// Crashes the process and returns the log that is left. Events before the last answered
    /// request are kept; a random number of later events is lost.
    pub(super) fn lose_the_process(&mut self) -> Vec<Value> {
        self.count("crashes");
        let (written, said) = (self.watch.promised(), self.watch.log().len());
        let kept = self.random.usize(written..=said);
        if kept < said {
            self.count("crashes with events lost");
        }
        self.watch.log()[..kept].to_vec()
    }
}

/// The log after the next start. Uses the same recovery as the store.
pub(super) fn recovered(committed: &[Value], at: u64) -> Vec<Value> {
    let words = last_words(&events(committed), at);
    let words = words
        .iter()
        .map(|event| serde_json::to_value(event).unwrap());
    committed.iter().cloned().chain(words).collect()
}

/// The events of a log, read back as the store reads them.
fn events(log: &[Value]) -> Vec<Event> {
    let event = |event| Event::deserialize(event).unwrap();
    log.iter().map(event).collect()
}

/// What a log says.
pub(crate) fn transcript(log: &[Value]) -> Transcript {
    Transcript::of(&events(log))
}
