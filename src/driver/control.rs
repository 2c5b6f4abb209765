//! The control extension: what a backend announced, and asking it to cancel a run.
//!
//! Not responsible for asking again (the core does) or for what an answer means to the turn.

use midturn_core::chat::ChatInput;
use midturn_core::id::{RunId, ThreadId};
use midturn_core::input::{CancelAnswer, Input};
use midturn_core::record::{self, Record};
use midturn_protocol::control::{Control, cancel_request};

use super::Inner;
use super::saving::CONTROL;
use crate::transport::{OnDrop, PostAnswer};

/// How long a backend may take to answer a cancel, milliseconds. The next run waits for it.
const ANSWER_WITHIN_MS: u64 = 10_000;

/// The reason given with a cancel; for logs, so in English.
const REASON: &str = "Stopped by the user";

/// Where the control of a backend is. Stored, because after a reload a run is joined again
/// before the backend has said anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Announced {
    /// The agent that said so; it counts for no other.
    agent_url: String,
    url: Option<String>,
    events: Option<String>,
}

midturn_core::stored!(struct Announced { agent_url, url, events });

impl Record for Announced {}

/// A cancel that is not answered yet.
pub(super) struct Posted {
    serial: u64,
    thread: ThreadId,
    run: RunId,
    request: Option<OnDrop>,
    timer: Option<OnDrop>,
}

impl Inner {
    /// A stream said where the backend's control is.
    pub(super) fn remember_control(&self, control: &Control) {
        let agent_url = self.options.borrow().agent_url.clone();
        let announced = Announced {
            agent_url,
            url: control.url.clone(),
            events: control.events.clone(),
        };
        if self.announced.borrow().as_ref() == Some(&announced) {
            return;
        }
        self.save_setting(CONTROL, record::write(&announced));
        self.announced.replace(Some(announced));
    }

    /// What a page before this one was told.
    pub(super) fn recall_control(&self, bytes: &[u8]) {
        if let Some(announced) = record::read(bytes) {
            self.announced.borrow_mut().get_or_insert(announced);
        }
    }

    /// Where a thread's stream of events is, absolute.
    pub(super) fn events_url(&self) -> Option<String> {
        let configured = self.options.borrow().events_url.clone();
        self.resolved(configured.or_else(|| self.announced_now()?.events))
    }

    fn control_url(&self) -> Option<String> {
        let configured = self.options.borrow().control_url.clone();
        self.resolved(configured.or_else(|| self.announced_now()?.url))
    }

    fn announced_now(&self) -> Option<Announced> {
        let announced = self.announced.borrow().clone()?;
        (announced.agent_url == self.options.borrow().agent_url).then_some(announced)
    }

    fn resolved(&self, url: Option<String>) -> Option<String> {
        let agent_url = self.options.borrow().agent_url.clone();
        Some(self.shell.transport.resolve(&url?, &agent_url))
    }

    /// Asks the backend to cancel a run.
    pub(super) fn send_cancel(&self, thread: ThreadId, run: RunId) {
        let Some(url) = self.control_url() else {
            self.answered(thread, run, CancelAnswer::Unreachable);
            return;
        };
        let json = cancel_request(&thread, &run, REASON, self.shell.clock.now_ms());
        let serial = self.next_serial();
        self.posts.borrow_mut().push(Posted {
            serial,
            thread,
            run,
            request: None,
            timer: None,
        });
        let timer = self.after(ANSWER_WITHIN_MS, serial, |me, serial| {
            me.post_answered(serial, CancelAnswer::Unreachable);
        });
        let me = self.me.clone();
        let done = Box::new(move |answer| {
            if let Some(me) = me.upgrade() {
                me.post_answered(serial, read(&answer));
            }
        });
        let options = self.options.borrow().request.clone();
        let request = self.shell.transport.post(&url, json, &options, done);
        // A transport may answer at once; then both handles are done with.
        let mut posts = self.posts.borrow_mut();
        if let Some(posted) = posts.iter_mut().find(|posted| posted.serial == serial) {
            posted.request = Some(request);
            posted.timer = Some(timer);
        }
    }

    fn post_answered(&self, serial: u64, answer: CancelAnswer) {
        let mut posts = self.posts.borrow_mut();
        let Some(place) = posts.iter().position(|posted| posted.serial == serial) else {
            return;
        };
        let posted = posts.swap_remove(place);
        drop(posts);
        drop((posted.request, posted.timer));
        self.answered(posted.thread, posted.run, answer);
    }

    fn answered(&self, thread: ThreadId, run: RunId, answer: CancelAnswer) {
        let input = Input::CancelAnswered { run, answer };
        self.push(ChatInput::In(thread, input), false);
        self.drain();
    }
}

fn read(answer: &PostAnswer) -> CancelAnswer {
    match answer {
        PostAnswer::Status(200..=299) => CancelAnswer::Accepted,
        PostAnswer::Status(404) => CancelAnswer::Unknown,
        PostAnswer::Status(409) => CancelAnswer::AlreadyFinished,
        PostAnswer::Status(_) | PostAnswer::Unreachable(_) => CancelAnswer::Unreachable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_says_what_became_of_the_cancel() {
        for (status, answer) in [
            (202, CancelAnswer::Accepted),
            (200, CancelAnswer::Accepted),
            (404, CancelAnswer::Unknown),
            (409, CancelAnswer::AlreadyFinished),
            (400, CancelAnswer::Unreachable),
            (503, CancelAnswer::Unreachable),
        ] {
            assert_eq!(read(&PostAnswer::Status(status)), answer, "{status}");
        }
        let unreachable = PostAnswer::Unreachable(String::new());
        assert_eq!(read(&unreachable), CancelAnswer::Unreachable);
    }
}
