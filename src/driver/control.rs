//! Requests about a run that is under way: cancels, stops of single tasks, interjections.
//!
//! The protocol says what to send. The core decides about retries, and how an answer changes the
//! turn.

use std::rc::Rc;

use midturn_core::chat::ChatInput;
use midturn_core::control::{CancelAnswer, InterjectionAnswer};
use midturn_core::id::{ActivityId, MessageId, RunId, ThreadId};
use midturn_core::input::Input;
use midturn_core::time::Millis;
use midturn_protocol::call::{Call, Reply};
use midturn_protocol::protocol::{Interjection, Place, Protocol};

use super::backend::Backend;
use super::context::Context;
use super::requests::Requests;
use super::streams::Streams;
use super::tasks::Tasks;

/// How long a backend may take to answer, in milliseconds, with the time to load its protocol. The
/// next run waits for the answer to a cancel.
const ANSWER_WITHIN_MS: Millis = 10_000;

/// The control requests that are not answered yet.
pub(super) struct Control {
    cx: Rc<Context>,
    requests: Rc<Requests>,
    backend: Rc<Backend>,
    streams: Rc<Streams>,
    /// By thread.
    asking: Tasks<ThreadId>,
}

/// A request that was answered, or was not.
struct Asked {
    /// The protocol it was sent in; `None` if that could not be loaded.
    protocol: Option<Rc<dyn Protocol>>,
    /// Whether a request was sent.
    sent: bool,
    reply: Option<Reply>,
}

impl Control {
    pub(super) fn new(
        cx: Rc<Context>,
        requests: Rc<Requests>,
        backend: Rc<Backend>,
        streams: Rc<Streams>,
    ) -> Self {
        Self {
            asking: cx.tasks(),
            cx,
            requests,
            backend,
            streams,
        }
    }

    /// Drops all requests.
    pub(super) fn clear(&self) {
        self.asking.clear();
    }

    pub(super) fn leave(&self, thread: &ThreadId) {
        self.asking.drop_where(|held| held == thread);
    }

    /// Asks the backend to cancel a run. A run whose request is still unsent is only dropped.
    pub(super) fn cancel(self: &Rc<Self>, thread: ThreadId, run: RunId) {
        if self.streams.drop_unsent(&thread, &run) {
            return;
        }
        let me = self.clone();
        self.asking.begin(thread.clone(), async move {
            let asked = me.ask(&thread, &run, |protocol, place| protocol.cancel(place));
            let asked = asked.await;
            let answer = me.cancel_answer(&thread, &run, &asked);
            let accepted = asked.reply.filter(|_| answer == CancelAnswer::Accepted);
            let told = Input::CancelAnswered {
                run: run.clone(),
                answer,
            };
            me.cx.push(ChatInput::In(thread.clone(), told), false);
            if let Some(reply) = accepted {
                me.streams.cancel_accepted(&thread, &run, reply);
            }
            me.cx.drain();
        });
    }

    /// Asks the backend to stop one task of a run, or to force a stop that is under way.
    pub(super) fn stop_task(
        self: &Rc<Self>,
        thread: ThreadId,
        run: RunId,
        task: Option<ActivityId>,
        force: bool,
    ) {
        let me = self.clone();
        self.asking.begin(thread.clone(), async move {
            let Some(task) = task else {
                let asked = me.ask(&thread, &run, |protocol, place| {
                    protocol.stop_task(place, None, true)
                });
                let asked = asked.await;
                let unknown = asked.protocol.is_some() && !asked.sent;
                let answer = if unknown {
                    // The protocol has no such request.
                    CancelAnswer::Refused
                } else {
                    me.cancel_answer(&thread, &run, &asked)
                };
                // While the cancel itself is not answered, its answer decides.
                let answered = me.cx.look(&thread, |held| {
                    let mut stopping = held.stopping().iter();
                    stopping.any(|held| held.run == run && held.state.is_answered())
                });
                if answered == Some(true) {
                    me.cx.send(thread, Input::CancelAnswered { run, answer });
                }
                return;
            };
            let asked = me.ask(&thread, &run, |protocol, place| {
                let theirs = me.cx.look(&thread, |held| held.their_task(&task))?;
                protocol.stop_task(place, Some(&theirs), force)
            });
            let asked = asked.await;
            let answer = me.cancel_answer(&thread, &run, &asked);
            me.cx
                .send(thread, Input::TaskStopAnswered { run, task, answer });
        });
    }

    /// Sends an interjection to the backend.
    pub(super) fn interject(self: &Rc<Self>, thread: ThreadId, run: RunId, id: MessageId) {
        let is_there = self.cx.look(&thread, |held| held.posted(&id).is_some());
        // The interjection may be gone by now.
        if is_there != Some(true) {
            return;
        }
        let me = self.clone();
        self.asking.begin(thread.clone(), async move {
            let asked = me.ask(&thread, &run, |protocol, place| {
                let chat = me.cx.chat();
                let said = chat.conversation(&thread)?.posted(&id)?;
                let said = Interjection {
                    id: &id,
                    text: said.text,
                    target: said.target.as_ref(),
                };
                protocol.interject(place, &said)
            });
            let Asked {
                protocol, reply, ..
            } = asked.await;
            let answer = protocol.map_or(InterjectionAnswer::Unreachable, |protocol| {
                protocol.interject_answer(reply.as_ref())
            });
            me.cx
                .send(thread, Input::InterjectionAnswered { run, id, answer });
        });
    }

    /// Sends the request that `call` makes, unless it makes none.
    async fn ask(
        &self,
        thread: &ThreadId,
        run: &RunId,
        call: impl FnOnce(&dyn Protocol, &Place<'_>) -> Option<Call>,
    ) -> Asked {
        let (mut protocol, mut sent) = (None, false);
        let asking = async {
            protocol = self.backend.protocol_of(run).await;
            let spoken = protocol.as_deref()?;
            let call = call(spoken, &self.requests.placed(thread, run).place())?;
            sent = true;
            let reads_body = call.reads_body;
            self.requests.reply_about(run, call, reads_body).await
        };
        let reply = self.cx.within(ANSWER_WITHIN_MS, asking).await.flatten();
        Asked {
            protocol,
            sent,
            reply,
        }
    }

    fn cancel_answer(&self, thread: &ThreadId, run: &RunId, asked: &Asked) -> CancelAnswer {
        let Some(protocol) = &asked.protocol else {
            return CancelAnswer::Unreachable;
        };
        let placed = self.requests.placed(thread, run);
        protocol.cancel_answer(&placed.place(), asked.reply.as_ref())
    }
}
