//! What a stream's reader learns from other requests than its own: the answers to its questions, and
//! the answer to a cancel.

use midturn_core::id::{RunId, ThreadId};
use midturn_protocol::call::{Call, Reply};

use super::Runtime;
use super::stream::{State, Stream};

/// How long a backend may take to answer a question, in milliseconds. Long, because some servers
/// answer only when the run is over, and because one of these requests may be the one that starts
/// the run.
const WITHIN_MS: u64 = 60_000;

impl Runtime {
    /// Sends a request that a reader needs. A run whose end is not known must not wait for ever, so
    /// an answer that takes too long counts as none.
    pub(super) fn ask_for_reader(&self, serial: u64, question: Call) {
        let me = self.me.clone();
        let done = Box::new(move |reply: Option<Reply>| {
            if let Some(me) = me.upgrade() {
                me.answer_reader(serial, reply.as_ref());
            }
        });
        let request = self.request_of(question);
        let asking = self.shell.transport.ask(request, true, done);
        let timer = self.after(WITHIN_MS, serial, |me, serial| {
            me.answer_reader(serial, None);
        });
        // A transport may answer at once: then both are dropped here.
        let mut asking = Some((asking, timer));
        let before = self.streams.0.with(
            |stream| stream.serial == serial && stream.asking.is_some(),
            |stream| {
                stream
                    .asking
                    .as_mut()
                    .and_then(|held| held.replace(asking.take()))
            },
        );
        drop((before, asking));
    }

    /// Reads the answer to a reader's question.
    fn answer_reader(&self, serial: u64, reply: Option<&Reply>) {
        let is_it = |stream: &Stream| stream.serial == serial;
        self.read(is_it, |stream| stream.answered(reply));
    }

    /// Passes the answer to an accepted cancel to the run's stream.
    pub(super) fn cancel_accepted(&self, thread: &ThreadId, run: &RunId, reply: &Reply) {
        let is_it = |stream: &Stream| {
            stream.thread == *thread && stream.run == *run && stream.state == State::Open
        };
        self.read(is_it, |stream| stream.cancel_accepted(reply));
    }
}
