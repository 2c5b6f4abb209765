//! Performs effects in one exhaustive match, so that no effect is ever forgotten.
//!
//! The module of each subject has the code that performs its effect.

use std::cell::Cell;

use midturn_core::chat::{ChatEffect, ChatInput};
use midturn_core::effect::Effect;
use midturn_core::id::{RunId, ThreadId};
use midturn_core::sharing::SharingInput;
use midturn_protocol::diagnostic::Diagnostic;

use super::Runtime;

/// How many diagnostics there were.
#[derive(Default)]
pub(super) struct DiagnosticCount(Cell<usize>);

impl DiagnosticCount {
    pub(super) fn get(&self) -> usize {
        self.0.get()
    }
}

impl Runtime {
    pub(super) fn perform(&self, effect: ChatEffect) {
        match effect {
            ChatEffect::In(thread, effect) => self.perform_in(thread, effect),
            ChatEffect::NoteDeletion(thread) => self.note_deletion(&thread),
            ChatEffect::DropDeletion(thread) => self.forget_deletion(&thread),
            ChatEffect::Load(thread) => self.share(&thread, SharingInput::Show),
            ChatEffect::Join(thread) => self.share(&thread, SharingInput::Join),
            ChatEffect::Purge(thread) => self.purge_if_free(&thread),
            ChatEffect::Again(thread, inputs) => {
                for input in inputs {
                    self.push(ChatInput::In(thread.clone(), input), true);
                }
            }
        }
    }

    fn perform_in(&self, thread: ThreadId, effect: Effect) {
        match effect {
            Effect::OpenStream { run } => self.open_when_written(thread, run),
            Effect::ReadFiles { run } => self.read_files(&thread, &run),
            Effect::Rejoin { run, cursor } => self.rejoin(thread, run, cursor),
            Effect::AbortStream { run } => self.abort_stream(&thread, &run),
            Effect::DropUnsent { run } => {
                self.drop_unsent(&thread, &run);
            }
            Effect::SendCancel { run } => self.send_cancel(thread, run),
            Effect::StopTask { run, task, force } => self.stop_task(thread, run, task, force),
            Effect::SendInterjection { run, id } => self.send_interjection(thread, run, id),
            Effect::RunTool { run, call } => self.run_tool(thread, run, call),
            Effect::StopTool { run, call } => self.stop_tool(&thread, &run, &call),
            Effect::RetryLater { run, what, after } => self.retry_later(thread, run, what, after),
            Effect::LoadPast { before } => self.load_past(thread, before),
            Effect::ForgetAttachment { id } => self.forget_file(&thread, &id),
            // Only inputs of other pages have this effect, and [`super::sharing`] performs it.
            Effect::GiveBack { .. } => {}
            Effect::Focus(target) => self.shell.view.focus(&thread, &target),
            Effect::Announce(announcement) => self.shell.view.announce(&thread, &announcement),
            // The observer has seen the diagnostic already.
            Effect::Diagnose(_) => self.count_diagnostic(),
        }
    }

    /// Reports a diagnostic about the bytes of a stream.
    pub(super) fn diagnostic(&self, thread: &ThreadId, run: &RunId, diagnostic: &Diagnostic) {
        self.count_diagnostic();
        self.show_diagnostic(thread, run, diagnostic);
    }

    fn count_diagnostic(&self) {
        self.diagnostics.0.set(self.diagnostics.get() + 1);
    }
}
