//! The active run: its phase, and how the backend's events change it.
//!
//! The content of the turn is in [`crate::transcript`], the end of a run in `end`, cancels in
//! `stop`.

use super::active::advance;
use super::retries::{MAX_ATTEMPTS, MAX_REJOINS, is_soon};
use super::{Conversation, Phase, Voice};
use crate::change::Change;
use crate::effect::{Announcement, Diagnostic, Effect, Retry};
use crate::id::{MessageId, RunId};
use crate::run_event::{Abilities, LostReason, OpenError, RunEvent, SnapshotMessage};
use crate::step::Step;
use crate::time::Millis;
use crate::title::shortened;
use crate::transcript::{LedgerEvent, Outcome, Turn};

impl Conversation {
    pub(super) fn run_event(
        &mut self,
        run: &RunId,
        cursor: Option<u64>,
        event: RunEvent,
        at: Millis,
        step: &mut Step,
    ) {
        if self.stopping.has(run) {
            self.stopping_event(run, cursor, event, at, step);
            return;
        }
        let Some(active) = self.active.as_mut().filter(|active| active.id == *run) else {
            if !self.failed_late(run, &event, at, step) {
                step.diagnose(Diagnostic::OtherRun(run.clone()));
            }
            return;
        };
        if matches!(
            active.phase,
            Phase::Reading | Phase::Blocked | Phase::Tools | Phase::Busy | Phase::Offline { .. }
        ) {
            step.diagnose(Diagnostic::NotNow("event of a run without a stream"));
            return;
        }
        if !advance(&mut active.cursor, cursor, &event, self.abilities.rejoin) {
            step.diagnose(Diagnostic::Repeated(cursor.unwrap_or_default()));
            return;
        }
        let silent = matches!(
            event,
            RunEvent::Opened | RunEvent::OpenFailed(_) | RunEvent::Lost(_)
        );
        if !silent {
            self.heard(at, step);
        }
        let begins = matches!(
            event,
            RunEvent::Started | RunEvent::Abilities(_) | RunEvent::Memory(_)
        );
        // After a delta, nothing that waits can continue, unless the delta is the first output of
        // the run.
        let mut grows = matches!(
            event,
            RunEvent::TextDelta { .. }
                | RunEvent::ReasoningDelta { .. }
                | RunEvent::ToolArgs { .. }
        );
        if self.is_busy(&event) && self.wait_while_busy(None, at, step) {
            return;
        }
        if !silent && !matches!(event, RunEvent::Finished(_) | RunEvent::Failed(_)) {
            self.announce_start(step);
        }
        let untaken = self.has_untaken_answers();
        if untaken && !(silent || begins || matches!(event, RunEvent::Failed(_))) {
            self.answers_taken(step);
        }
        if let (false, Some(active)) = (silent, &mut self.active) {
            let mute = active.voice.is_mute();
            self.introduced |= !begins;
            grows &= begins || !mute;
            active.voice = match active.voice {
                Voice::Silent | Voice::Began if begins => Voice::Began,
                Voice::Silent | Voice::Began => Voice::Speaks,
                said @ (Voice::Speaks | Voice::Unheard | Voice::Over) => said,
            };
        }
        match event {
            RunEvent::Opened => self.opened(at, step),
            RunEvent::OpenFailed(error) => self.open_failed(error, at, step),
            RunEvent::Abilities(abilities) => {
                self.introduced(abilities, step);
                self.tell_held(step);
            }
            RunEvent::Finished(outcome) => self.finished(outcome, at, step),
            RunEvent::Failed(error) => {
                self.agent_failed(error, untaken, at, step);
            }
            RunEvent::Lost(reason) => self.lost(reason, MAX_ATTEMPTS, None, at, step),
            content => {
                if let RunEvent::Snapshot(messages) = &content {
                    self.look_for_unheard(messages, step);
                }
                let turn = self.active.as_ref().map(|active| active.turn.clone());
                let before = step.changes.len();
                let shows = content.shows();
                self.content(run, turn.as_ref(), content, at, step);
                if let Some(active) = &mut self.active {
                    active.shown |= step.changes.len() > before;
                }
                if shows {
                    self.has_shown(at, step);
                }
            }
        }
        if !grows {
            self.check_target(step);
            self.go_on_interjecting(at, step);
        }
    }

    /// Applies an event's content to its turn. If the event is about a call of an earlier turn, and
    /// that call has no result yet, the content goes to the earlier turn: the call waited for an
    /// approval.
    pub(super) fn content(
        &mut self,
        run: &RunId,
        turn: Option<&MessageId>,
        event: RunEvent,
        at: Millis,
        step: &mut Step,
    ) {
        let event = match event {
            RunEvent::State(state) => return self.share(state, step),
            RunEvent::Memory(memory) => return self.remember(memory, step),
            RunEvent::Title(title) => {
                let title = shortened(title.trim());
                if self.title != title {
                    self.title = title;
                    step.change(Change::Title);
                }
                return;
            }
            event => event,
        };
        match &event {
            RunEvent::Interjected(_)
            | RunEvent::InterjectionDelivered { .. }
            | RunEvent::InterjectionUndelivered { .. } => {
                self.interjected(turn, event, at, step);
                return;
            }
            // A task event about the run itself adds nothing: the person asked for the stop, or the
            // run's end reports it.
            RunEvent::Task { element, .. } if element.as_str() == run.as_str() => return,
            _ => {}
        }
        let own = self
            .turns
            .iter()
            .rposition(|held| turn.is_some_and(|turn| held.id == *turn));
        let Some(own) = own else { return };
        if let (RunEvent::Snapshot(messages), [.., before]) = (&event, &mut self.turns[..own]) {
            before.take_results(messages, at, step);
        }
        let place = match &event {
            RunEvent::ToolStart { call, .. }
            | RunEvent::ToolArgs { call, .. }
            | RunEvent::ToolResult { call, .. }
                if self.turns[own].activity(call).is_none() =>
            {
                // A start with the id of a call that nobody was asked about is another call.
                let starts = matches!(event, RunEvent::ToolStart { .. });
                let asked = self.turns[..own].iter().rposition(|held| {
                    let call = held.own_activity(call);
                    held.is_unanswered(&call) && (!starts || held.was_asked(&call))
                });
                // A result that an earlier turn has is repeated, and no step of this one.
                let told = |held: &Turn| matches!(&event, RunEvent::ToolResult { content, .. } if held.has_result(call, content));
                asked
                    .or_else(|| self.turns[..own].iter().rposition(told))
                    .unwrap_or(own)
            }
            RunEvent::Snapshot(messages) if !self.is_about(messages, own) => {
                step.diagnose(Diagnostic::Unknown(self.turns[own].id.to_string()));
                return;
            }
            _ => own,
        };
        self.turns[place].apply(event, at, step);
    }

    /// Whether a snapshot includes this turn. A snapshot with ids of earlier turns, but not of this
    /// turn, was taken before the turn began. A snapshot with none of these ids counts as including
    /// the turn: the backend has renumbered the messages.
    fn is_about(&self, messages: &[SnapshotMessage], own: usize) -> bool {
        let has = |turn: &Turn| {
            messages.iter().any(
                |message| matches!(message, SnapshotMessage::User { id, .. } if *id == turn.id),
            )
        };
        has(&self.turns[own]) || !self.turns[..own].iter().any(has)
    }

    /// Announces that the agent began to work, at the first event of a run that begins its turn or
    /// continues it after the person's answers. In other runs the agent was already working.
    fn announce_start(&self, step: &mut Step) {
        let Some(active) = &self.active else { return };
        let first = self
            .turn(&active.turn)
            .is_some_and(|turn| turn.further_runs == 0);
        if active.voice == Voice::Silent && (first || !active.resume.is_empty()) {
            step.announce(Announcement::Started);
        }
    }

    /// Notes what the backend can do. The stop URL is the embedder's.
    pub(super) fn introduced(&mut self, abilities: Abilities, step: &mut Step) {
        self.introduced = true;
        self.abilities = Abilities {
            plain_stop: self.abilities.plain_stop,
            ..abilities
        };
        step.change(Change::Run);
    }

    /// Keeps what the protocol keeps for the thread.
    pub(super) fn remember(&mut self, memory: String, step: &mut Step) {
        if self.memory != memory {
            self.memory = memory;
            step.change(Change::Run);
        }
    }

    /// Writes a ledger entry for the active turn.
    pub(super) fn log(&mut self, event: LedgerEvent, at: Millis, step: &mut Step) {
        let turn = self.active.as_ref().map(|active| active.turn.clone());
        let held = self.turns.iter_mut().rev();
        if let Some(turn) = held
            .into_iter()
            .find(|held| turn.as_ref() == Some(&held.id))
        {
            turn.log(event, at, step);
        }
    }

    fn opened(&mut self, at: Millis, step: &mut Step) {
        if let Some(active) = &mut self.active {
            active.phase = match active.phase {
                Phase::Rejoining { attempt } => {
                    let mut turns = self.turns.iter_mut().rev();
                    if let Some(turn) = turns.find(|turn| turn.id == active.turn) {
                        turn.joined();
                    }
                    // After a long time without the backend, a stream that ends at once is given up.
                    let attempt = attempt.min(MAX_ATTEMPTS);
                    Phase::Rejoined { attempt }
                }
                Phase::Reading
                | Phase::Blocked
                | Phase::Opening { .. }
                | Phase::Retrying { .. }
                | Phase::Streaming
                | Phase::Rejoined { .. }
                | Phase::Tools
                | Phase::Busy
                | Phase::Offline { .. } => Phase::Streaming,
            };
            step.change(Change::Run);
        }
        self.listen(at, step);
    }

    /// Handles a failed request. A request that starts a run is sent again if it certainly began no
    /// run, or if the backend would recognise the duplicate. Otherwise the turn fails, and the
    /// person decides.
    fn open_failed(&mut self, error: OpenError, at: Millis, step: &mut Step) {
        let resend = self.abilities.resend;
        let asked = error.retry_after();
        if error == OpenError::Offline && self.wait_for_connection(step) {
            return;
        }
        let opening = self
            .active
            .as_ref()
            .is_some_and(|active| matches!(active.phase, Phase::Opening { .. }));
        if opening && error.is_busy() && self.wait_while_busy(asked, at, step) {
            return;
        }
        let Some(active) = &mut self.active else {
            return;
        };
        let attempt = match active.phase {
            Phase::Opening { attempt } => attempt,
            Phase::Rejoining { .. } if error.is_passing() => {
                self.lost(error.into(), MAX_REJOINS, asked, at, step);
                return;
            }
            Phase::Rejoining { .. } => {
                let outcome = self.not_taken(Outcome::Interrupted(error.into()), step);
                self.run_ended(outcome, at, step);
                return;
            }
            Phase::Reading
            | Phase::Blocked
            | Phase::Retrying { .. }
            | Phase::Streaming
            | Phase::Rejoined { .. }
            | Phase::Tools
            | Phase::Busy
            | Phase::Offline { .. } => {
                step.diagnose(Diagnostic::NotNow("open failed"));
                return;
            }
        };
        if error.allows_another(resend) && attempt < MAX_ATTEMPTS && is_soon(asked) {
            let phase = Phase::Retrying { attempt };
            active.wait(phase, Retry::Open, attempt, asked, at, step);
        } else {
            let outcome = self.not_taken(Outcome::Failed(error.into()), step);
            self.run_ended(outcome, at, step);
        }
    }

    /// Joins the run again, if it was not lost more often than `most` times in a row.
    fn lost(
        &mut self,
        reason: LostReason,
        most: u32,
        asked: Option<Millis>,
        at: Millis,
        step: &mut Step,
    ) {
        let rejoin = self.abilities.rejoin;
        let Some(active) = &mut self.active else {
            return;
        };
        let attempt = match active.phase {
            Phase::Rejoining { attempt } | Phase::Rejoined { attempt } => attempt + 1,
            Phase::Reading
            | Phase::Blocked
            | Phase::Opening { .. }
            | Phase::Retrying { .. }
            | Phase::Streaming
            | Phase::Tools
            | Phase::Busy
            | Phase::Offline { .. } => 1,
        };
        if rejoin && attempt <= most && is_soon(asked) {
            let phase = Phase::Rejoining { attempt };
            active.wait(phase, Retry::Rejoin, attempt, asked, at, step);
            if attempt == 1 {
                self.log(LedgerEvent::Lost, at, step);
            }
        } else {
            let outcome = self.not_taken(Outcome::Interrupted(reason), step);
            self.run_ended(outcome, at, step);
        }
    }

    pub(super) fn retry_due(&mut self, run: &RunId, what: Retry, at: Millis, step: &mut Step) {
        match what {
            Retry::Cancel => return self.stopping.retry(run, step),
            Retry::Interject => return self.retry_interject(run, step),
            Retry::HangUp => return self.hang_up(run, at, step),
            Retry::Listen => return self.listened(run, at, step),
            Retry::Open | Retry::Rejoin => {}
        }
        let Some(active) = self.active.as_mut().filter(|active| active.id == *run) else {
            if what != Retry::Rejoin || !self.stopping.rejoin(run, step) {
                step.diagnose(Diagnostic::OtherRun(run.clone()));
            }
            return;
        };
        // The connection may be back before the wait is over.
        if active.due.take().is_some() {
            step.change(Change::Run);
        }
        match (what, active.phase) {
            (Retry::Open, Phase::Retrying { attempt }) => {
                active.phase = Phase::Opening {
                    attempt: attempt + 1,
                };
                let run = active.id.clone();
                step.change(Change::Run);
                step.effect(Effect::OpenStream { run });
            }
            (Retry::Open, Phase::Busy | Phase::Offline { .. }) => self.open_again(step),
            (Retry::Rejoin, Phase::Rejoining { .. }) => {
                step.effect(Effect::Rejoin {
                    run: run.clone(),
                    cursor: active.cursor,
                });
            }
            (_, _) => {
                step.diagnose(Diagnostic::NotNow("retry"));
            }
        }
    }
}
