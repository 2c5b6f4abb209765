//! Requests about a run that is under way: cancels, stops of single tasks, interjections. Also what
//! a backend has announced about itself.
//!
//! The protocol says what to send. The core decides about retries, and how an answer changes the
//! turn.

use std::cell::RefCell;
use std::rc::Rc;

use midturn_core::chat::ChatInput;
use midturn_core::control::{CancelAnswer, InterjectionAnswer};
use midturn_core::id::{ActivityId, MessageId, RunId, ThreadId};
use midturn_core::input::Input;
use midturn_protocol::call::{Call, Reply};
use midturn_protocol::control::Control;
use midturn_protocol::protocol::{Interjection, Protocol};

use super::Runtime;
use super::pending::Pending;
use super::saving::CONTROL;
use super::storage::{Announced, read_record, record};
use crate::transport::OnDrop;

/// How long a backend may take to answer a cancel, in milliseconds. The next run waits for that
/// answer.
const ANSWER_WITHIN_MS: u64 = 10_000;

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
    /// The protocol it is sent in; `None` while that is being loaded.
    protocol: Option<Rc<dyn Protocol>>,
    request: Option<OnDrop>,
    timer: Option<OnDrop>,
}

/// What a control request asks for.
#[derive(Clone)]
enum About {
    /// The run is to stop.
    Cancel,
    /// One task of the run is to stop.
    Task {
        /// The tool call or subagent run.
        task: ActivityId,
        /// Whether to stop without waiting for running work.
        force: bool,
    },
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
            protocol: None,
        };
        if self.control.announced.borrow().as_ref() == Some(&announced) {
            return;
        }
        self.save_setting(CONTROL, record::write(&announced));
        self.announce(announced);
    }

    /// Takes what is now known of the backend.
    pub(super) fn announce(&self, announced: Announced) {
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

    /// What the agent in use has announced.
    pub(super) fn announced_now(&self) -> Option<Announced> {
        let announced = self.control.announced.borrow().clone()?;
        (announced.agent_url == self.options.borrow().agent_url).then_some(announced)
    }

    /// Asks the backend to cancel a run. A run whose request is still unsent is only dropped.
    pub(super) fn send_cancel(&self, thread: ThreadId, run: RunId) {
        if !self.drop_unsent(&thread, &run) {
            self.post(thread, run, About::Cancel);
        }
    }

    /// Drops the request of a stopped run, if it was not sent yet. Returns whether that is so; the
    /// core is told that no backend knows the run.
    pub(super) fn drop_unsent(&self, thread: &ThreadId, run: &RunId) -> bool {
        let unsent = self.forget_unsent(thread, run) || self.forget_gated(thread, run);
        if unsent {
            let (run, answer) = (run.clone(), CancelAnswer::Unknown);
            let input = Input::CancelAnswered { run, answer };
            self.push(ChatInput::In(thread.clone(), input), false);
        }
        unsent
    }

    /// Asks the backend to stop one task of a run, or to force a stop that is under way.
    pub(super) fn stop_task(
        &self,
        thread: ThreadId,
        run: RunId,
        task: Option<ActivityId>,
        force: bool,
    ) {
        let about = task.map_or(About::Force, |task| About::Task { task, force });
        self.post(thread, run, about);
    }

    /// Sends an interjection to the backend.
    pub(super) fn send_interjection(&self, thread: ThreadId, run: RunId, id: MessageId) {
        let is_there = {
            let chat = self.chat.borrow();
            let conversation = chat.conversation(&thread);
            conversation.is_some_and(|held| held.posted(&id).is_some())
        };
        // The interjection may be gone by now.
        if is_there {
            self.post(thread, run, About::MessageContent(id));
        }
    }

    fn post(&self, thread: ThreadId, run: RunId, about: About) {
        let serial = self.serials.next();
        self.control.requests.push(ControlRequest {
            serial,
            thread,
            run,
            about,
            protocol: None,
            request: None,
            timer: None,
        });
        let timer = self.after(ANSWER_WITHIN_MS, serial, |me, serial| {
            me.post_answered(serial, None);
        });
        let is_it = move |posted: &ControlRequest| posted.serial == serial;
        self.control
            .requests
            .with(is_it, |posted| posted.timer = Some(timer));
        self.with_protocol(move |me, protocol| me.post_in(serial, protocol));
    }

    /// Sends a control request in this protocol, unless the request was dropped meanwhile.
    fn post_in(&self, serial: u64, protocol: Option<Rc<dyn Protocol>>) {
        let is_it = |posted: &ControlRequest| posted.serial == serial;
        let asked = self.control.requests.with(is_it, |posted| {
            posted.protocol.clone_from(&protocol);
            (
                posted.thread.clone(),
                posted.run.clone(),
                posted.about.clone(),
            )
        });
        let Some((thread, run, about)) = asked else {
            return;
        };
        let call = protocol.and_then(|protocol| self.call_of(&*protocol, &thread, &run, &about));
        let Some(call) = call else {
            self.post_answered(serial, None);
            return;
        };
        let me = self.me.clone();
        let done = Box::new(move |reply: Option<Reply>| {
            if let Some(me) = me.upgrade() {
                me.post_answered(serial, reply.as_ref());
            }
        });
        let reads_body = call.reads_body;
        let request = self.request_of(call);
        let request = self.shell.transport.ask(request, reads_body, done);
        // A transport may answer at once: then the handle is dropped here.
        let mut request = Some(request);
        self.control
            .requests
            .with(is_it, |posted| posted.request = request.take());
        drop(request);
    }

    fn call_of(
        &self,
        protocol: &dyn Protocol,
        thread: &ThreadId,
        run: &RunId,
        about: &About,
    ) -> Option<Call> {
        self.place(thread, run, |place| match about {
            About::Cancel => protocol.cancel(place),
            About::Task { task, force } => {
                let task = self.chat.borrow().conversation(thread)?.their_task(task);
                protocol.stop_task(place, Some(&task), *force)
            }
            About::Force => protocol.stop_task(place, None, true),
            About::MessageContent(id) => {
                let chat = self.chat.borrow();
                let said = chat.conversation(thread)?.posted(id)?;
                let said = Interjection {
                    id,
                    text: said.text,
                    target: said.target.as_ref(),
                };
                protocol.interject(place, &said)
            }
        })
    }

    pub(super) fn leave_posts(&self, thread: &ThreadId) {
        self.control
            .requests
            .drop_where(|held| held.thread == *thread);
    }

    fn post_answered(&self, serial: u64, reply: Option<&Reply>) {
        let posted = self.control.requests.take(|held| held.serial == serial);
        let Some(posted) = posted else { return };
        drop((posted.request, posted.timer));
        let ControlRequest {
            thread,
            run,
            about,
            protocol,
            ..
        } = posted;
        let cancel = || match &protocol {
            Some(protocol) => {
                self.place(&thread, &run, |place| protocol.cancel_answer(place, reply))
            }
            None => CancelAnswer::Unreachable,
        };
        let input = match about {
            About::Cancel => {
                let answer = cancel();
                let accepted = reply.filter(|_| answer == CancelAnswer::Accepted);
                let told = Input::CancelAnswered {
                    run: run.clone(),
                    answer,
                };
                self.push(ChatInput::In(thread.clone(), told), false);
                if let Some(reply) = accepted {
                    self.cancel_accepted(&thread, &run, reply);
                }
                self.drain();
                return;
            }
            About::Task { task, .. } => {
                let answer = cancel();
                Input::TaskStopAnswered { run, task, answer }
            }
            About::MessageContent(id) => {
                let answer = match &protocol {
                    Some(protocol) => protocol.interject_answer(reply),
                    None => InterjectionAnswer::Unreachable,
                };
                Input::InterjectionAnswered { run, id, answer }
            }
            About::Force => return,
        };
        self.push(ChatInput::In(thread, input), false);
        self.drain();
    }
}
