//! A stream that says nothing: the card says so, and where the backend can, the run is joined again.
//!
//! Only events are the agent's words. Comments that keep a connection alive are none.

use super::{Conversation, Phase};
use crate::change::Change;
use crate::effect::{Announcement, Diagnostic, Retry};
use crate::id::RunId;
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::LedgerEvent;

/// How long an agent may be silent before the card says so.
pub(super) const QUIET: Millis = 30_000;

impl Conversation {
    /// Begins to listen to a stream that has opened.
    pub(super) fn listen(&mut self, at: Millis, step: &mut Step) {
        if let Some(active) = &mut self.active {
            if !active.quiet {
                active.heard_at = at;
            }
            step.retry_later(&active.id, Retry::Listen, QUIET);
        }
    }

    /// Notes that the agent has said something. The first event of a rejoined stream says that the
    /// rejoin has succeeded.
    pub(super) fn heard(&mut self, at: Millis, step: &mut Step) {
        let Some(active) = &mut self.active else {
            return;
        };
        active.heard_at = at;
        let quiet = std::mem::take(&mut active.quiet);
        let rejoined = matches!(active.phase, Phase::Rejoined { .. });
        if rejoined {
            active.phase = Phase::Streaming;
        }
        if rejoined || quiet {
            step.change(Change::Run);
        }
        if rejoined && self.is_lost() {
            self.log(LedgerEvent::Rejoined, at, step);
        }
        if quiet {
            self.listen(at, step);
        }
    }

    /// Whether the connection was lost last, by the ledger. A run that is joined again because of its
    /// silence was not lost.
    fn is_lost(&self) -> bool {
        let active = self.active.as_ref().map(|active| &active.turn);
        let turn = self.turns.iter().rfind(|turn| Some(&turn.id) == active);
        let mut entries = turn.iter().flat_map(|turn| turn.ledger.iter().rev());
        let last = entries.find_map(|entry| match entry.event {
            LedgerEvent::Lost => Some(true),
            LedgerEvent::Rejoined => Some(false),
            _ => None,
        });
        last.unwrap_or_default()
    }

    /// Looks whether the agent has said something lately. The silence of a run that can be joined
    /// again may be that of its connection: it is joined again after the last event.
    pub(super) fn listened(&mut self, run: &RunId, at: Millis, step: &mut Step) {
        if self.stopping.is_answered(run) {
            self.stopping.listened(run, step);
            return;
        }
        let active = self.active.as_mut().filter(|active| active.id == *run);
        let Some(active) = active else {
            step.diagnose(Diagnostic::OtherRun(run.clone()));
            return;
        };
        if !matches!(active.phase, Phase::Streaming | Phase::Rejoined { .. }) {
            step.diagnose(Diagnostic::NotNow("listen"));
            return;
        }
        let silence = at.saturating_sub(active.heard_at);
        if !active.quiet && silence < QUIET {
            step.retry_later(run, Retry::Listen, QUIET - silence);
            return;
        }
        // A run that is joined again stays quiet until it speaks: that is said once.
        if !std::mem::replace(&mut active.quiet, true) {
            step.announce(Announcement::Quiet);
        }
        step.change(Change::Run);
        if self.abilities.rejoin {
            active.phase = Phase::Rejoining { attempt: 1 };
            join_anew(run, step);
        }
    }
}

/// Joins a stream that says nothing again after the last event. The new connection takes the place of
/// the one before, and its reader goes on.
pub(super) fn join_anew(run: &RunId, step: &mut Step) {
    step.retry_later(run, Retry::Rejoin, 0);
}
