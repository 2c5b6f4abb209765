//! Performs effects in one exhaustive match, so that no effect is ever forgotten.
//!
//! The part of each subject has the code that performs its effect.

use std::rc::Rc;

use midturn_core::effect::Effect;
use midturn_core::id::ThreadId;

use super::attachments::Files;
use super::context::Context;
use super::control::Control;
use super::pages::Pages;
use super::past::Past;
use super::retries::Retries;
use super::streams::Streams;
use super::tools::Tools;

/// The parts that perform the effects of a conversation.
pub(super) struct Effects {
    pub(super) cx: Rc<Context>,
    pub(super) streams: Rc<Streams>,
    pub(super) control: Rc<Control>,
    pub(super) retries: Retries,
    pub(super) tools: Rc<Tools>,
    pub(super) files: Rc<Files>,
    pub(super) past: Rc<Past>,
    pub(super) pages: Rc<Pages>,
}

impl Effects {
    pub(super) fn perform(&self, thread: ThreadId, effect: Effect) {
        match effect {
            Effect::OpenStream { run } => {
                self.retries.forget(&thread, &run);
                let stored = self.pages.stored(&thread);
                self.streams.open(thread, run, stored);
            }
            Effect::ReadFiles { run } => self.files.read_for_run(&thread, &run),
            Effect::Rejoin { run, cursor } => self.streams.rejoin(thread, run, cursor),
            Effect::AbortStream { run } => {
                self.retries.forget(&thread, &run);
                self.streams.abort(&thread, &run);
            }
            Effect::DropUnsent { run } => {
                self.streams.drop_unsent(&thread, &run);
            }
            Effect::SendCancel { run } => self.control.cancel(thread, run),
            Effect::StopTask { run, task, force } => {
                self.control.stop_task(thread, run, task, force);
            }
            Effect::SendInterjection { run, id } => self.control.interject(thread, run, id),
            Effect::RunTool { run, call } => self.tools.run(thread, run, call),
            Effect::StopTool { run, call } => self.tools.stop(&thread, &run, &call),
            Effect::RetryLater { run, what, after } => {
                self.retries.later(thread, run, what, after);
            }
            Effect::LoadPast { before } => self.past.load(thread, before),
            Effect::ForgetAttachment { id } => self.files.forget(&thread, &id),
            // [`super::sharing`] performs it, for the page where the act was made.
            Effect::GiveBack { .. } => {}
            Effect::Focus(target) => self.cx.shell.view.focus(&thread, &target),
            Effect::Announce(announcement) => {
                self.cx.shell.view.announce(&thread, &announcement);
            }
            // The observer has seen the diagnostic already.
            Effect::Diagnose(_) => self.cx.count_diagnostic(),
        }
    }

    /// Closes all connections of a thread and drops its pending work. Cancels no run.
    pub(super) fn leave(&self, thread: &ThreadId) {
        self.streams.leave(thread);
        self.retries.leave(thread);
        self.control.leave(thread);
        self.tools.leave(thread);
    }

    /// Ends all work.
    pub(super) fn clear(&self) {
        self.streams.clear();
        self.past.clear();
        self.files.clear();
        self.retries.clear();
        self.control.clear();
        self.tools.clear();
    }
}
