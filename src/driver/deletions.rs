//! Threads that were deleted here, and must be deleted at their backend too.
//!
//! The driver stores a note when the person deletes the thread, because the page that purges the
//! thread later may use another backend. The driver asks the backend when the deletion can no
//! longer be undone, and retries until the backend has answered, in later pages too. It asks only
//! backends with a known threads URL, announced or configured. [`super::saving`] deletes what this
//! browser has stored.

use std::cell::RefCell;
use std::rc::Rc;

use midturn_core::chat::UNDOABLE_MS;
use midturn_core::id::ThreadId;
use midturn_core::time::Millis;
use midturn_protocol::call::Call;

use super::backend::Backend;
use super::context::Context;
use super::requests::Requests;
use super::shell::Notice;
use super::storage::{
    Deletion, Keys, Table, Write, deletion_key, deletions, read_record, record, thread_deleted,
};
use super::store::Store;
use super::tasks::Tasks;

/// How long to wait before the first retry, in milliseconds. The wait doubles with each retry.
const AGAIN_MS: Millis = 2_000;

/// How many times one page asks for a deletion. Later pages ask again.
const ATTEMPTS: u32 = 6;

/// The deletions that are under way.
pub(super) struct Deletions {
    cx: Rc<Context>,
    requests: Rc<Requests>,
    backend: Rc<Backend>,
    store: Rc<Store>,
    /// The deletions that the backend is being asked for, or will be asked for after a wait.
    asking: Tasks<ThreadId>,
    /// The notes that are about to be stored.
    noting: Tasks<ThreadId>,
    /// The notes that are being read.
    reading: Tasks<()>,
    /// Threads deleted in this page. Only this page knows when those deletions can no longer be
    /// undone.
    own: RefCell<Vec<ThreadId>>,
}

/// The outcome of a deletion request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DeletionOutcome {
    /// The backend no longer has the thread.
    Gone,
    /// The backend could not delete the thread now: retry.
    Later,
    /// The backend refuses to delete the thread.
    Refused,
}

/// Reads the status of the answer; `None` if no answer came.
fn outcome_of(status: Option<u16>) -> DeletionOutcome {
    match status {
        Some(200..=299 | 404 | 410) => DeletionOutcome::Gone,
        // The backend is still busy with the run that the deletion stopped, or is unwell.
        Some(408 | 409 | 423 | 425 | 429 | 500..=599) | None => DeletionOutcome::Later,
        Some(_) => DeletionOutcome::Refused,
    }
}

impl Deletions {
    pub(super) fn new(
        cx: Rc<Context>,
        requests: Rc<Requests>,
        backend: Rc<Backend>,
        store: Rc<Store>,
    ) -> Self {
        Self {
            asking: cx.tasks(),
            noting: cx.tasks(),
            reading: cx.tasks(),
            own: RefCell::default(),
            cx,
            requests,
            backend,
            store,
        }
    }

    /// Drops all requests.
    pub(super) fn clear(&self) {
        self.asking.clear();
        self.noting.clear();
        self.reading.clear();
    }

    /// Notes that the person deleted a thread. The deletion may still be undone.
    pub(super) fn note(self: &Rc<Self>, thread: &ThreadId) {
        let (me, at) = (self.clone(), self.cx.now());
        let of = thread.clone();
        self.noting.begin(thread.clone(), async move {
            let protocol = me.backend.protocol().await;
            let endpoints = me.requests.endpoints();
            let call = protocol.and_then(|protocol| protocol.delete_thread(&endpoints, &of));
            let Some(call) = call else {
                return;
            };
            let deletion = Deletion {
                agent_url: me.requests.options().agent_url.clone(),
                url: me.requests.request_of(call).url,
                at,
            };
            me.store
                .set(&deletion_key(of.as_str()), record::write(&deletion));
            me.own.borrow_mut().push(of);
        });
    }

    /// Drops a note: the deletion was undone, or the backend needs no more requests.
    pub(super) fn forget(&self, thread: &ThreadId) {
        self.noting.drop_where(|held| held == thread);
        self.asking.drop_where(|held| held == thread);
        self.take_own(thread);
        let keys = Keys::One(deletion_key(thread.as_str()));
        let table = Table::Settings;
        self.store.write_aside(vec![Write::Delete { table, keys }]);
    }

    /// Whether this page made the deletion. It is not this page's own any more.
    fn take_own(&self, thread: &ThreadId) -> bool {
        let mut own = self.own.borrow_mut();
        let before = own.len();
        own.retain(|held| held != thread);
        own.len() < before
    }

    /// Settles a deletion that can no longer be undone, but only if this page made it. A deletion
    /// by another page may still be undone there.
    pub(super) fn settle_own(self: &Rc<Self>, thread: &ThreadId) {
        if self.take_own(thread) {
            self.settle(Keys::One(deletion_key(thread.as_str())), 0);
        }
    }

    /// Resumes the deletions of earlier pages, once the list of threads was read.
    pub(super) fn settle_all(self: &Rc<Self>) {
        self.settle(deletions(), UNDOABLE_MS);
    }

    /// Asks for these deletions. Deletions younger than `after` milliseconds wait until they are
    /// older.
    fn settle(self: &Rc<Self>, keys: Keys, after: Millis) {
        let me = self.clone();
        self.reading.begin((), async move {
            for (thread, deletion) in me.noted(keys).await {
                // The thread is in the list again: keep it.
                let is_asked = me.asking.any(|held| *held == thread);
                if !is_asked && me.is_due(&thread, &deletion) {
                    let wait = (deletion.at + after).saturating_sub(me.cx.now());
                    let asking = me.clone().delete(thread.clone(), deletion, wait);
                    me.asking.begin(thread, asking);
                }
            }
        });
    }

    /// The notes under these keys.
    async fn noted(&self, keys: Keys) -> Vec<(ThreadId, Deletion)> {
        let records = self.store.records(Table::Settings, keys).await;
        let noted = records.unwrap_or_default().into_iter();
        let noted = noted.filter_map(|(key, bytes)| {
            let thread = ThreadId::from(thread_deleted(&key)?);
            Some((thread, read_record(&bytes).ok()?))
        });
        noted.collect()
    }

    fn is_due(&self, thread: &ThreadId, deletion: &Deletion) -> bool {
        let own = deletion.agent_url == self.requests.options().agent_url;
        let chat = self.cx.chat();
        let is_gone = chat.head(thread).is_none_or(|head| head.deleted);
        own && !self.cx.inbox.is_closed() && is_gone
    }

    /// Asks the backend to delete a thread, after a wait, until it has answered.
    async fn delete(self: Rc<Self>, thread: ThreadId, deletion: Deletion, wait: Millis) {
        if wait > 0 {
            self.cx.sleep(wait).await;
            // The note is gone if another page has undone the deletion meanwhile. If the thread was
            // deleted once more, that can still be undone.
            let keys = Keys::One(deletion_key(thread.as_str()));
            let noted = self.noted(keys).await.pop();
            let is_same = noted.is_some_and(|(_, noted)| noted.at == deletion.at);
            if !is_same || !self.is_due(&thread, &deletion) {
                return;
            }
        }
        for attempt in 1..=ATTEMPTS {
            // Another agent may be set meanwhile: its headers are not for this one.
            if !self.is_due(&thread, &deletion) {
                return;
            }
            let call = Call::delete(deletion.url.clone());
            let reply = self.requests.reply(call, false).await;
            match outcome_of(reply.map(|reply| reply.status)) {
                DeletionOutcome::Gone => return self.forget(&thread),
                DeletionOutcome::Refused => {
                    self.forget(&thread);
                    break;
                }
                DeletionOutcome::Later if attempt < ATTEMPTS => {
                    self.cx.sleep(AGAIN_MS << (attempt - 1)).await;
                }
                // The note stays in storage: the next page asks again.
                DeletionOutcome::Later => {}
            }
        }
        self.cx.notice(Notice::NotDeleted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_or_unreachable_backend_is_retried_and_a_refusal_is_not() {
        for (status, expected) in [
            (204, DeletionOutcome::Gone),
            (404, DeletionOutcome::Gone),
            (410, DeletionOutcome::Gone),
            (409, DeletionOutcome::Later),
            (429, DeletionOutcome::Later),
            (503, DeletionOutcome::Later),
            (401, DeletionOutcome::Refused),
            (405, DeletionOutcome::Refused),
        ] {
            assert_eq!(outcome_of(Some(status)), expected, "{status}");
        }
        assert_eq!(outcome_of(None), DeletionOutcome::Later);
    }
}
