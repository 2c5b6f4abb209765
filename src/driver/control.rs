//! The control extension: what a backend announced, and requests to its control URL.
//!
//! The core decides about retries, and how an answer changes the turn.

use std::cell::RefCell;

use midturn_core::chat::ChatInput;
use midturn_core::control::{CancelAnswer, InterjectionAnswer};
use midturn_core::id::{ActivityId, MessageId, RunId, ThreadId};
use midturn_core::input::Input;
use midturn_protocol::control::{Control, Stop, cancel_request, interjection, plain_stop};

use super::Runtime;
use super::pending::Pending;
use super::saving::CONTROL;
use super::storage::{Announced, read_record, record};
use crate::transport::{OnDrop, PostAnswer, encoded};

/// How long a backend may take to answer a cancel, in milliseconds. The next run waits for that
/// answer.
const ANSWER_WITHIN_MS: u64 = 10_000;

/// The reason sent with a cancel. In English, because it goes to logs.
const REASON: &str = "Stopped by the user";

/// What the backend announced, and the control requests without an answer yet.
#[derive(Default)]
pub(super) struct BackendControl {
    announced: RefCell<Option<Announced>>,
    requests: Pending<ControlRequest>,
}

/// A control request without an answer yet.
struct ControlRequest {
    serial: u64,
    thread: ThreadId,
    run: RunId,
    about: About,
    request: Option<OnDrop>,
    timer: Option<OnDrop>,
}

/// What a control request asks for.
#[derive(Clone)]
enum About {
    /// The run is to stop.
    Cancel,
    /// The run is to stop, asked at the plain stop URL without the control extension.
    PlainStop,
    /// One task of the run is to stop.
    Task(ActivityId),
    /// Everything is to stop at once. The answer is ignored: the end of the run shows the outcome.
    Force,
    /// The agent is to receive this interjection.
    MessageContent(MessageId),
}

impl BackendControl {
    /// Drops all requests.
    pub(super) fn clear(&self) {
        self.requests.clear();
    }
}

impl Runtime {
    /// Stores the control URLs that a stream announced, for this page and later ones.
    pub(super) fn remember_control(&self, control: &Control) {
        let agent_url = self.options.borrow().agent_url.clone();
        let announced = Announced {
            agent_url,
            url: control.url.clone(),
            events: control.events.clone(),
            threads: control.threads.clone(),
        };
        if self.control.announced.borrow().as_ref() == Some(&announced) {
            return;
        }
        self.save_setting(CONTROL, record::write(&announced));
        self.control.announced.replace(Some(announced));
    }

    /// Whether the backend's announcement is known.
    pub(super) fn knows_control(&self) -> bool {
        self.control.announced.borrow().is_some()
    }

    /// Takes the announcement stored by an earlier page.
    pub(super) fn recall_control(&self, bytes: &[u8]) {
        if let Ok(announced) = read_record(bytes) {
            self.control.announced.borrow_mut().get_or_insert(announced);
        }
    }

    /// The absolute URL of a thread's stream of events.
    pub(super) fn events_url(&self) -> Option<String> {
        let configured = self.options.borrow().events_url.clone();
        self.resolved(configured.or_else(|| self.announced_now()?.events))
    }

    /// The absolute URL of the backend's threads.
    pub(super) fn threads_url(&self) -> Option<String> {
        let configured = self.options.borrow().threads_url.clone();
        self.resolved(configured.or_else(|| self.announced_now()?.threads))
    }

    fn control_url(&self) -> Option<String> {
        let configured = self.options.borrow().control_url.clone();
        self.resolved(configured.or_else(|| self.announced_now()?.url))
    }

    fn announced_now(&self) -> Option<Announced> {
        let announced = self.control.announced.borrow().clone()?;
        (announced.agent_url == self.options.borrow().agent_url).then_some(announced)
    }

    fn resolved(&self, url: Option<String>) -> Option<String> {
        let agent_url = self.options.borrow().agent_url.clone();
        Some(self.shell.transport.resolve(&url?, &agent_url))
    }

    /// Asks the backend to cancel a run. A run whose request is still unsent is only dropped.
    pub(super) fn send_cancel(&self, thread: ThreadId, run: RunId) {
        if self.forget_gathering(&thread, &run) {
            let answer = CancelAnswer::Unknown;
            let input = Input::CancelAnswered { run, answer };
            self.push(ChatInput::In(thread, input), false);
            return;
        }
        let template = self.options.borrow().stop_url.clone();
        if let (None, Some(template)) = (self.control_url(), template) {
            let url = filled(&template, &thread, &run);
            let body = self.options.borrow().stop_body.clone();
            let json = plain_stop(body.as_deref(), &thread, &run);
            let url = self.resolved(Some(url));
            self.post_to(url, thread, run, About::PlainStop, json);
            return;
        }
        let json = self.stop(&thread, &run, None, false);
        self.post(thread, run, About::Cancel, json);
    }

    /// Asks the backend to stop one task of a run, or to force a stop that is under way.
    pub(super) fn stop_task(
        &self,
        thread: ThreadId,
        run: RunId,
        task: Option<ActivityId>,
        force: bool,
    ) {
        let json = self.stop(&thread, &run, task.as_ref(), force);
        let about = task.map_or(About::Force, About::Task);
        self.post(thread, run, about, json);
    }

    /// Sends an interjection to the backend.
    pub(super) fn send_interjection(&self, thread: ThreadId, run: RunId, id: MessageId) {
        let json = {
            let chat = self.chat.borrow();
            let conversation = chat.conversation(&thread);
            conversation
                .and_then(|held| held.posted(&id))
                .map(|said| interjection(&thread, &run, &id, said.text, said.target))
        };
        // The interjection may be gone by now.
        if let Some(json) = json {
            self.post(thread, run, About::MessageContent(id), json);
        }
    }

    fn stop(
        &self,
        thread: &ThreadId,
        run: &RunId,
        element: Option<&ActivityId>,
        force: bool,
    ) -> String {
        cancel_request(&Stop {
            thread,
            run,
            element,
            force,
            reason: REASON,
            timestamp_ms: self.shell.clock.now_ms(),
        })
    }

    fn post(&self, thread: ThreadId, run: RunId, about: About, json: String) {
        self.post_to(self.control_url(), thread, run, about, json);
    }

    fn post_to(
        &self,
        url: Option<String>,
        thread: ThreadId,
        run: RunId,
        about: About,
        json: String,
    ) {
        let Some(url) = url else {
            let answer = PostAnswer::Unreachable(String::new());
            self.answered(thread, run, about, &answer);
            return;
        };
        let serial = self.serials.next();
        self.control.requests.push(ControlRequest {
            serial,
            thread,
            run,
            about,
            request: None,
            timer: None,
        });
        let timer = self.after(ANSWER_WITHIN_MS, serial, |me, serial| {
            me.post_answered(serial, &PostAnswer::Unreachable(String::new()));
        });
        let me = self.me.clone();
        let done = Box::new(move |answer| {
            if let Some(me) = me.upgrade() {
                me.post_answered(serial, &answer);
            }
        });
        let options = self.options.borrow().request.clone();
        let request = self.shell.transport.post(&url, json, &options, done);
        // A transport may answer at once: then both handles are dropped here.
        let mut handles = Some((request, timer));
        self.control.requests.with(
            |posted| posted.serial == serial,
            |posted| (posted.request, posted.timer) = handles.take().unzip(),
        );
        drop(handles);
    }

    pub(super) fn leave_posts(&self, thread: &ThreadId) {
        self.control
            .requests
            .drop_where(|held| held.thread == *thread);
    }

    fn post_answered(&self, serial: u64, answer: &PostAnswer) {
        let posted = self.control.requests.take(|held| held.serial == serial);
        let Some(posted) = posted else { return };
        drop((posted.request, posted.timer));
        self.answered(posted.thread, posted.run, posted.about, answer);
    }

    fn answered(&self, thread: ThreadId, run: RunId, about: About, answer: &PostAnswer) {
        let input = match about {
            About::Cancel => Input::CancelAnswered {
                run,
                answer: read(answer),
            },
            About::PlainStop => Input::CancelAnswered {
                run,
                answer: read_plain(answer),
            },
            About::Task(task) => Input::TaskStopAnswered {
                run,
                task,
                answer: read(answer),
            },
            About::MessageContent(id) => Input::InterjectionAnswered {
                run,
                id,
                answer: match read(answer) {
                    CancelAnswer::Accepted => InterjectionAnswer::Accepted,
                    CancelAnswer::AlreadyFinished | CancelAnswer::Unknown => {
                        InterjectionAnswer::TooLate
                    }
                    CancelAnswer::Unreachable | CancelAnswer::Refused => {
                        InterjectionAnswer::Unreachable
                    }
                },
            },
            About::Force => return,
        };
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

/// A plain stop URL does not say whether a run is over or unknown. Any answer but 2xx therefore
/// counts as refused, and the core falls back to closing the stream.
fn read_plain(answer: &PostAnswer) -> CancelAnswer {
    match answer {
        PostAnswer::Status(200..=299) => CancelAnswer::Accepted,
        PostAnswer::Status(_) | PostAnswer::Unreachable(_) => CancelAnswer::Refused,
    }
}

/// The plain stop URL with this run's ids.
fn filled(template: &str, thread: &ThreadId, run: &RunId) -> String {
    template
        .replace("{threadId}", &encoded(thread.as_str()))
        .replace("{runId}", &encoded(run.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_url_template_is_filled_with_the_encoded_ids() {
        let url = filled("/stop/{threadId}?run={runId}", &"a/b".into(), &"r 1".into());
        assert_eq!(url, "/stop/a%2Fb?run=r%201");
    }

    #[test]
    fn only_a_2xx_answer_accepts_a_plain_stop() {
        for (answer, expected) in [
            (PostAnswer::Status(200), CancelAnswer::Accepted),
            (PostAnswer::Status(404), CancelAnswer::Refused),
            (PostAnswer::Status(409), CancelAnswer::Refused),
            (
                PostAnswer::Unreachable(String::new()),
                CancelAnswer::Refused,
            ),
        ] {
            assert_eq!(read_plain(&answer), expected);
        }
    }

    #[test]
    fn each_status_is_read_as_an_answer_to_a_cancel() {
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
