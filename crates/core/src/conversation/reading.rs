//! A message that is submitted and not sent yet: its files are read first.
//!
//! A file that cannot be read holds the message back, and the person decides: nothing is sent without
//! a file that the person meant to send. Files of earlier messages are not asked about again.

use super::{Conversation, Phase, Run};
use crate::card::{Card, PauseReason};
use crate::change::Change;
use crate::effect::{Announcement, Diagnostic, Effect, FocusTarget};
use crate::id::{AttachmentId, RunId};
use crate::input::UnsentInput;
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::Turn;

impl Conversation {
    /// The names of the files that the active run's message waits for: those that are being read, and
    /// those that cannot be read.
    pub fn awaited_files(&self) -> (Vec<&str>, Vec<&str>) {
        let Some(active) = &self.active else {
            return (Vec::new(), Vec::new());
        };
        let names = |ids: &[AttachmentId]| {
            let files = self.turn(&active.turn).map(|turn| &turn.attachments);
            let files = files.into_iter().flatten();
            let held = files.filter(|file| ids.contains(&file.id));
            held.map(|file| file.name.as_str()).collect()
        };
        (names(&active.unread), names(&active.lost))
    }

    /// Whether the message that waits for its files would have no content without the lost ones.
    pub fn is_nothing_without(&self) -> bool {
        let active = self.active.as_ref();
        let turn = active.and_then(|active| Some((active, self.turn(&active.turn)?)));
        turn.is_some_and(|(active, turn)| {
            let mut files = turn.attachments.iter();
            turn.text.trim().is_empty() && files.all(|file| active.lost.contains(&file.id))
        })
    }

    /// The run that waits for its files, if it is this one.
    fn waiting_for_files(&mut self, run: &RunId) -> Option<&mut Run> {
        let active = self.active.as_mut();
        active.filter(|active| active.id == *run && active.phase == Phase::Reading)
    }

    /// Asks for the files that the active run waits for. After a reload also for those that could not
    /// be read: a page that has closed since may have stored them.
    pub(super) fn ask_for_files(&mut self, step: &mut Step) {
        if let Some(active) = &mut self.active {
            active.unread.append(&mut active.lost);
            step.change(Change::Run);
            step.effect(Effect::ReadFiles {
                run: active.id.clone(),
            });
        }
    }

    /// A file was read, or cannot be read. A file that comes after all is no longer lost.
    pub(super) fn file_read(
        &mut self,
        run: &RunId,
        file: &AttachmentId,
        found: bool,
        step: &mut Step,
    ) {
        let Some(active) = self.waiting_for_files(run) else {
            step.diagnose(Diagnostic::OtherRun(run.clone()));
            return;
        };
        let was_lost = active.lost.contains(file);
        if !(active.unread.contains(file) || found && was_lost) {
            step.diagnose(Diagnostic::NotNow("file read"));
            return;
        }
        active.unread.retain(|held| held != file);
        active.lost.retain(|held| held != file);
        if !found {
            active.lost.push(file.clone());
            let turn = active.turn.clone();
            let files = self.turn(&turn).map(|turn| &turn.attachments);
            let lost = files.into_iter().flatten().find(|held| held.id == *file);
            if let Some(lost) = lost {
                step.announce(Announcement::FileLost {
                    name: lost.name.clone(),
                });
            }
        }
        step.change(Change::Run);
        self.send_if_read(step);
    }

    /// Sends the message once all its files are there.
    fn send_if_read(&mut self, step: &mut Step) {
        let blocked = self.stopping.is_unanswered();
        if let Some(active) = &mut self.active
            && active.unread.is_empty()
            && active.lost.is_empty()
        {
            active.phase = Phase::first(blocked);
            step.change(Change::Run);
            if !blocked {
                step.effect(Effect::OpenStream {
                    run: active.id.clone(),
                });
            }
        }
    }

    /// What the person decides about a message that waits for its files.
    pub(super) fn unsent_input(&mut self, input: UnsentInput, at: Millis, step: &mut Step) {
        match input {
            UnsentInput::SendWithout { run } => self.send_without(&run, step),
            UnsentInput::KeepEditing { run } => self.keep_editing(&run, at, step),
        }
    }

    /// Sends the message without the files that cannot be read, which leave it. Refused if nothing
    /// would be left to send.
    fn send_without(&mut self, run: &RunId, step: &mut Step) {
        let nothing = self.is_nothing_without();
        let Some(active) = self.waiting_for_files(run) else {
            step.diagnose(Diagnostic::OtherRun(run.clone()));
            return;
        };
        if active.lost.is_empty() || nothing {
            step.diagnose(Diagnostic::NotNow("send without a file"));
            return;
        }
        let lost = std::mem::take(&mut active.lost);
        let turn = active.turn.clone();
        if let Some(held) = self.turns.iter_mut().rev().find(|held| held.id == turn) {
            held.attachments.retain(|file| !lost.contains(&file.id));
        }
        step.change(Change::TurnRenewed(turn));
        step.change(Change::Run);
        self.forget_all(lost, step);
        self.send_if_read(step);
        step.focus(FocusTarget::AfterSend);
    }

    /// Sends nothing: the message goes back to the composer, without the files that cannot be read.
    /// Its turn stays, marked as not sent.
    fn keep_editing(&mut self, run: &RunId, at: Millis, step: &mut Step) {
        let Some(active) = self.waiting_for_files(run) else {
            step.diagnose(Diagnostic::OtherRun(run.clone()));
            return;
        };
        let (turn, lost) = (active.turn.clone(), std::mem::take(&mut active.lost));
        let mut said = self.turn(&turn).map(Turn::said).unwrap_or_default();
        said.attachments.retain(|file| !lost.contains(&file.id));
        let draft = match std::mem::take(&mut self.card) {
            Card::Running { draft, .. } | Card::Cancelling { draft, .. } => draft,
            Card::Hidden | Card::Paused { .. } | Card::Resuming { .. } => String::new(),
        };
        self.cancel_active(at, step);
        self.composer.keep(said, step);
        self.composer.keep_text(&draft, step);
        self.rest(String::new(), PauseReason::Cancelled, step);
        step.focus(FocusTarget::Composer);
    }
}
