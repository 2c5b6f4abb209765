//! Threads that were deleted here, and must be deleted at their backend too.
//!
//! The driver stores a note when the person deletes the thread, because the page that purges the
//! thread later may use another backend. The driver asks the backend when the deletion can no
//! longer be undone, and retries until the backend has answered, in later pages too. It asks only
//! backends with a known threads URL, announced or configured. [`super::saving`] deletes what this
//! browser has stored.

use std::cell::RefCell;

use midturn_core::id::ThreadId;
use midturn_core::time::Millis;
use midturn_protocol::call::Call;

use super::Runtime;
use super::pending::Pending;
use super::shell::Notice;
use super::storage::{
    Deletion, Keys, Record as Stored, StorageError, Table, Write, deletion_key, deletions,
    read_record, record, thread_deleted,
};
use crate::transport::{OnDrop, Reply};

/// How long another page may still undo a deletion, in milliseconds.
const UNDOABLE_MS: Millis = 60_000;

/// How long to wait before the first retry, in milliseconds. The wait doubles with each retry.
const AGAIN_MS: Millis = 2_000;

/// How many times one page asks for a deletion. Later pages ask again.
const ATTEMPTS: u32 = 6;

/// The deletions that are under way.
#[derive(Default)]
pub(super) struct Deletions {
    requests: Pending<DeletionRequest>,
    /// Threads deleted in this page. Only this page knows when those deletions can no longer be
    /// undone.
    own: RefCell<Vec<ThreadId>>,
}

/// A deletion that the backend is being asked for, or will be asked for after a wait.
struct DeletionRequest {
    serial: u64,
    thread: ThreadId,
    url: String,
    attempts: u32,
    request: Option<OnDrop>,
    timer: Option<OnDrop>,
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
    /// Drops all requests.
    pub(super) fn clear(&self) {
        self.requests.clear();
    }
}

impl Runtime {
    /// Notes that the person deleted a thread. The deletion may still be undone.
    pub(super) fn note_deletion(&self, thread: &ThreadId) {
        let (thread, at) = (thread.clone(), self.shell.clock.now_ms());
        self.with_protocol(move |me, protocol| {
            let call =
                protocol.and_then(|protocol| protocol.delete_thread(&me.endpoints(), &thread));
            let Some(call) = call else {
                return;
            };
            let deletion = Deletion {
                agent_url: me.options.borrow().agent_url.clone(),
                url: me.request_of(call).url,
                at,
            };
            me.save_setting(&deletion_key(thread.as_str()), record::write(&deletion));
            me.deletions.own.borrow_mut().push(thread);
        });
    }

    /// Drops a note: the deletion was undone, or the backend needs no more requests.
    pub(super) fn forget_deletion(&self, thread: &ThreadId) {
        self.deletions
            .requests
            .drop_where(|asking| asking.thread == *thread);
        self.deletions
            .own
            .borrow_mut()
            .retain(|held| held != thread);
        let keys = Keys::One(deletion_key(thread.as_str()));
        let table = Table::Settings;
        self.write_aside(vec![Write::Delete { table, keys }]);
    }

    /// Settles a deletion that can no longer be undone, but only if this page made it. A deletion
    /// by another page may still be undone there.
    pub(super) fn settle_own_deletion(&self, thread: &ThreadId) {
        let own = self.deletions.own.borrow().contains(thread);
        if own {
            self.deletions
                .own
                .borrow_mut()
                .retain(|held| held != thread);
            self.settle_deletion(thread);
        }
    }

    fn settle_deletion(&self, thread: &ThreadId) {
        self.settle(Keys::One(deletion_key(thread.as_str())), 0);
    }

    /// Resumes the deletions of earlier pages, once the list of threads was read.
    pub(super) fn settle_deletions(&self) {
        self.settle(deletions(), UNDOABLE_MS);
    }

    /// Asks for these deletions. Deletions younger than `after` milliseconds wait until they are
    /// older.
    fn settle(&self, keys: Keys, after: Millis) {
        let me = self.me.clone();
        let read = Box::new(move |records: Result<Vec<Stored>, StorageError>| {
            let Some(me) = me.upgrade() else { return };
            for (key, bytes) in records.unwrap_or_default() {
                me.settle_one(&key, &bytes, after);
            }
        });
        self.read_records(Table::Settings, keys, read);
    }

    fn settle_one(&self, key: &str, bytes: &[u8], after: Millis) {
        let (Some(thread), Ok(deletion)) = (thread_deleted(key), read_record::<Deletion>(bytes))
        else {
            return;
        };
        let thread = ThreadId::from(thread);
        let own = deletion.agent_url == self.options.borrow().agent_url;
        // The thread is in the list again, or its deletion can still be undone: keep it.
        let here = self.chat.borrow().head(&thread).is_some();
        let asked = |asking: &DeletionRequest| asking.thread == thread;
        if !own || here || self.deletions.requests.any(asked) {
            return;
        }
        let serial = self.serials.next();
        let now = self.shell.clock.now_ms();
        let wait = (deletion.at + after).saturating_sub(now);
        self.deletions.requests.push(DeletionRequest {
            serial,
            thread,
            url: deletion.url,
            attempts: 0,
            request: None,
            timer: None,
        });
        if wait == 0 {
            self.ask_to_delete(serial);
        } else {
            self.wait_to_delete(serial, wait, Self::look_again);
        }
    }

    fn wait_to_delete(&self, serial: u64, wait: Millis, then: fn(&Self, u64)) {
        let timer = self.after(wait, serial, then);
        let mut timer = Some(timer);
        let before = self.deletions.requests.with(
            |asking| asking.serial == serial,
            |asking| std::mem::replace(&mut asking.timer, timer.take()),
        );
        drop((before, timer));
    }

    /// Reads the note again: it is gone if another page has undone the deletion meanwhile.
    fn look_again(&self, serial: u64) {
        let asking = self.deletions.requests.take(|held| held.serial == serial);
        let Some(asking) = asking else { return };
        self.settle_deletion(&asking.thread);
    }

    fn ask_to_delete(&self, serial: u64) {
        let me = self.me.clone();
        let done = Box::new(move |reply: Option<Reply>| {
            if let Some(me) = me.upgrade() {
                me.answered_deletion(serial, reply.map(|reply| reply.status));
            }
        });
        let is_it = |asking: &DeletionRequest| asking.serial == serial;
        let url = self.deletions.requests.with(is_it, |asking| {
            asking.attempts += 1;
            asking.url.clone()
        });
        let Some(url) = url else { return };
        let request = self.request_of(Call::delete(url));
        let request = self.shell.transport.ask(request, false, done);
        // A transport may answer at once: then the handle is dropped here.
        let mut request = Some(request);
        let before = self.deletions.requests.with(is_it, |asking| {
            std::mem::replace(&mut asking.request, request.take())
        });
        drop((before, request));
    }

    fn answered_deletion(&self, serial: u64, status: Option<u16>) {
        if self.inbox.is_closed() {
            return;
        }
        let asked = self.deletions.requests.with(
            |asking| asking.serial == serial,
            |asking| (asking.thread.clone(), asking.attempts),
        );
        let Some((thread, attempts)) = asked else {
            return;
        };
        match outcome_of(status) {
            DeletionOutcome::Gone => self.forget_deletion(&thread),
            DeletionOutcome::Later if attempts < ATTEMPTS => {
                let wait = AGAIN_MS << (attempts - 1);
                self.wait_to_delete(serial, wait, Self::ask_to_delete);
            }
            // The note stays in storage: the next page asks again.
            DeletionOutcome::Later => {
                self.deletions
                    .requests
                    .drop_where(|asking| asking.serial == serial);
                self.shell.view.notice(Notice::NotDeleted);
            }
            DeletionOutcome::Refused => {
                self.forget_deletion(&thread);
                self.shell.view.notice(Notice::NotDeleted);
            }
        }
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
