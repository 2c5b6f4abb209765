//! What storage refuses: writes of a page whose thread another page has taken over by hand.
//!
//! A thread's fences are numbered. The driving page stores the place of its last write at the last
//! fence that was there when it began. A page that takes the thread over adds the next fence. Each
//! write of a thread adds and deletes the next fence in its own batch: storage refuses the batch if
//! that fence is there, even if the page is gone by then.

use midturn_core::id::{RunId, ThreadId};
use midturn_core::sharing::{Epoch, Place, SharingInput};

use super::super::Runtime;
use super::super::shell::LockNews;
use super::super::storage::{Keys, Record, StorageError, Table, Write, fence_key, fence_of};
use super::lock_name;
use crate::transport::OnDrop;

/// What this page may write of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Right {
    /// The entry in the list: the thread is not open in this page.
    Head,
    /// Everything: this page drives the thread.
    All,
    /// Everything, but later: this page is about to drive the thread.
    Later,
    /// Nothing: another page drives the thread.
    None,
}

impl Runtime {
    pub(in super::super) fn right_to(&self, thread: &ThreadId) -> Right {
        let right = |held: &mut super::Shared| match &held.sharing {
            sharing if sharing.is_driving() => Right::All,
            sharing if sharing.is_following() => Right::None,
            _ => Right::Later,
        };
        self.with_shared(thread, right).unwrap_or(Right::Head)
    }

    /// Guards a batch of a thread that this page drives. Returns the place that the batch stores.
    pub(in super::super) fn guard(
        &self,
        thread: &ThreadId,
        batch: &mut Vec<Write>,
    ) -> Option<Place> {
        let place = self.with_shared(thread, |held| {
            let place = held.sharing.place()?;
            // This batch retries the changes of failed writes.
            held.behind &= held.writing > 0;
            held.writing += 1;
            Some(place)
        });
        let place = place.flatten()?;
        let fence = place.epoch.fence;
        let table = Table::Fences;
        let next = fence_key(thread.as_str(), fence + 1);
        let mut guards = vec![Write::Put {
            table,
            key: fence_key(thread.as_str(), fence),
            value: place_text(place),
        }];
        #[cfg(test)]
        if self.is_seeded(super::seeded::SharingBug::Unfenced) {
            batch.splice(0..0, guards);
            return Some(place);
        }
        guards.push(Write::Add {
            table,
            key: next.clone(),
        });
        guards.push(Write::Delete {
            table,
            keys: Keys::One(next),
        });
        batch.splice(0..0, guards);
        Some(place)
    }

    /// Takes the outcome of a guarded write.
    pub(in super::super) fn guarded(
        &self,
        thread: &ThreadId,
        place: Place,
        result: Result<(), StorageError>,
    ) {
        let due = self.with_shared(thread, |held| {
            // The outcome of a write from before this page lost the thread does not matter now.
            let began = held.sharing.place().map(|now| now.epoch);
            if began != Some(place.epoch) {
                return None;
            }
            held.writing = held.writing.saturating_sub(1);
            held.behind |= result.is_err();
            let due = held.writing == 0 && result != Err(StorageError::Conflict);
            let gated = due.then(|| std::mem::take(&mut held.gated));
            Some((!held.behind, gated.unwrap_or_default()))
        });
        let Some((kept, gated)) = due.flatten() else {
            return;
        };
        if result == Err(StorageError::Conflict) {
            self.share(thread, SharingInput::Stolen);
            return;
        }
        if kept {
            self.share(thread, SharingInput::Kept(place));
        }
        for run in gated {
            self.open_stream(thread.clone(), run);
        }
    }

    /// Opens a run's stream once storage has its message, or at least has taken a write of this
    /// page. Otherwise a page that lost the thread could begin a run that the next driving page
    /// begins too.
    pub(in super::super) fn open_when_written(&self, thread: ThreadId, run: RunId) {
        let writing = self.with_shared(&thread, |held| {
            held.sharing.place()?;
            held.gated.push(run.clone());
            Some(held.writing > 0)
        });
        match writing.flatten() {
            None => self.open_stream(thread, run),
            Some(true) => {}
            Some(false) => {
                let mut batch = Vec::new();
                let place = self.guard(&thread, &mut batch);
                let me = self.me.clone();
                let written = Box::new(move |result: Result<(), StorageError>| {
                    if let Some((me, place)) = me.upgrade().zip(place) {
                        me.guarded(&thread, place, result);
                    }
                });
                self.storage().write(batch, written);
            }
        }
    }

    /// Drops a run that waits for a write. Returns whether it did.
    pub(in super::super) fn forget_gated(&self, thread: &ThreadId, run: &RunId) -> bool {
        let waited = self.with_shared(thread, |held| {
            let before = held.gated.len();
            held.gated.retain(|gated| gated != run);
            held.gated.len() < before
        });
        waited == Some(true)
    }

    /// Purges a deleted thread, unless another page has it open: that page may still undo the
    /// deletion.
    pub(in super::super) fn purge_if_free(&self, thread: &ThreadId) {
        if self.right_to(thread) == Right::All {
            // Forget the sharing: a page that opens the thread again begins anew.
            let lock = self.leave(thread).and_then(|mut held| held.lock.take());
            self.purge_now(thread, lock);
            return;
        }
        let (me, about) = (self.me.clone(), thread.clone());
        let told = Box::new(move |news, lock| {
            if let (LockNews::Granted, Some(me)) = (news, me.upgrade()) {
                me.purge_now(&about, lock);
            }
        });
        if !self.lock_once(&lock_name(thread), told) {
            self.purge_now(thread, None);
        }
    }

    fn purge_now(&self, thread: &ThreadId, lock: Option<OnDrop>) {
        let (me, about) = (self.me.clone(), thread.clone());
        let read = Box::new(move |records: Result<Vec<Record>, StorageError>| {
            if let Some(me) = me.upgrade() {
                let fence = fences_of(&records.unwrap_or_default()).0 + 1;
                let began = me.shell.clock.now_ms();
                let epoch = Epoch { fence, began };
                let deleted = Write::Put {
                    table: Table::Fences,
                    key: fence_key(about.as_str(), fence),
                    value: place_text(Place { epoch, seq: 0 }),
                };
                me.purge(&about, deleted);
            }
            // The purge is one batch. It has begun, so the lock is no longer needed.
            drop(lock);
        });
        let keys = Keys::Of(thread.as_str().to_owned());
        self.storage().read(Table::Fences, keys, read);
    }
}

/// The place as it is stored at its fence.
fn place_text(Place { epoch, seq }: Place) -> Vec<u8> {
    format!("{} {seq}", epoch.began).into_bytes()
}

/// The number of a thread's last fence, and the place of its last stored write.
pub(super) fn fences_of(records: &[Record]) -> (u64, Place) {
    let last = records.last().map(|(key, _)| fence_of(key));
    // A fence has no place until its page has written.
    let mut places = records.iter().rev().filter_map(|(key, value)| {
        let (began, seq) = std::str::from_utf8(value).ok()?.split_once(' ')?;
        let (fence, began) = (fence_of(key), began.parse().ok()?);
        let (epoch, seq) = (Epoch { fence, began }, seq.parse().ok()?);
        Some(Place { epoch, seq })
    });
    (last.unwrap_or_default(), places.next().unwrap_or_default())
}
