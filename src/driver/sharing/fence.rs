//! Epochs: a page that begins to drive a thread claims the next epoch in storage. Every write of a
//! page requires that no page has claimed a later epoch.
//!
//! A claim adds a key. A guard adds the next epoch's key and deletes it again in the same batch.
//! Storage refuses either batch if the key exists, even if the page is gone by then.

use midturn_core::id::{RunId, ThreadId};
use midturn_core::sharing::{Place, SharingInput};

use super::super::Runtime;
use super::super::shell::LockNews;
use super::super::storage::{Keys, Record, StorageError, Table, Write, epoch_of, fence_key};
use super::{Claim, lock_name};
use crate::transport::OnDrop;

/// How many epochs are kept. A page that wakes up after more new epochs than this is no longer
/// refused.
const EPOCHS: u64 = 64;

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

    /// Claims a thread's next epoch. If no epoch is stored, the first write claims it.
    pub(super) fn claim(&self, thread: &ThreadId) {
        let (me, about) = (self.me.clone(), thread.clone());
        let attempt = self.attempt(thread);
        let read = Box::new(move |fences: Result<Vec<Record>, StorageError>| {
            if let Some(me) = me.upgrade().filter(|me| me.attempts(&about, attempt)) {
                me.claim_after(&about, attempt, &fences.unwrap_or_default());
            }
        });
        let keys = Keys::Of(thread.as_str().to_owned());
        self.storage().read(Table::Fences, keys, read);
    }

    fn claim_after(&self, thread: &ThreadId, attempt: u64, fences: &[Record]) {
        let stored = stored_place(fences);
        // The previous holder of the lock may drive the thread in an epoch that it has not written
        // yet.
        let unwritten =
            fences.is_empty() && self.with_shared(thread, |held| held.waited) == Some(true);
        let epoch = stored.epoch + 1 + u64::from(unwritten);
        self.with_shared(thread, |held| {
            held.epoch = epoch;
            held.writing = 0;
            held.behind = false;
            held.claim = Claim::No;
        });
        if fences.is_empty() && !unwritten {
            self.share(thread, SharingInput::Claimed { epoch, stored });
            return;
        }
        let key = |epoch| fence_key(thread.as_str(), epoch);
        let mut batch: Vec<_> = (stored.epoch + 1..=epoch)
            .map(|epoch| Write::Add {
                table: Table::Fences,
                key: key(epoch),
            })
            .collect();
        batch.push(Write::Delete {
            table: Table::Fences,
            keys: Keys::One(key(epoch.saturating_sub(EPOCHS))),
        });
        let (me, about) = (self.me.clone(), thread.clone());
        let written = Box::new(move |result: Result<(), StorageError>| {
            let Some(me) = me.upgrade().filter(|me| me.attempts(&about, attempt)) else {
                return;
            };
            if result == Err(StorageError::Conflict) {
                me.share(&about, SharingInput::Refused);
                return;
            }
            // If storage fails, it cannot refuse a claim either.
            if result.is_ok() {
                me.with_shared(&about, |held| held.claim = Claim::Yes);
            }
            me.claimed(&about, attempt, epoch);
        });
        self.storage().write(batch, written);
    }

    /// Finishes a claim. The previous page may have written until the claim, so the place of its
    /// last write is read only now.
    fn claimed(&self, thread: &ThreadId, attempt: u64, epoch: u64) {
        let (me, about) = (self.me.clone(), thread.clone());
        let read = Box::new(move |fences: Result<Vec<Record>, StorageError>| {
            if let Some(me) = me.upgrade().filter(|me| me.attempts(&about, attempt)) {
                let mut fences = fences.unwrap_or_default();
                fences.retain(|(key, _)| epoch_of(key) < epoch);
                let stored = stored_place(&fences);
                me.share(&about, SharingInput::Claimed { epoch, stored });
            }
        });
        let keys = Keys::Of(thread.as_str().to_owned());
        self.storage().read(Table::Fences, keys, read);
    }

    /// Adds guards to a batch of a thread that this page drives. Returns the place (epoch and
    /// sequence number) of the batch.
    pub(in super::super) fn guard(
        &self,
        thread: &ThreadId,
        batch: &mut Vec<Write>,
    ) -> Option<Place> {
        let guards = self.with_shared(thread, |held| {
            let place = held.sharing.place().unwrap_or(Place {
                epoch: held.epoch,
                seq: 0,
            });
            // This batch retries the changes of failed writes.
            held.behind &= held.writing > 0;
            held.writing += 1;
            let first = held.claim == Claim::No;
            if first {
                held.claim = Claim::UnderWay;
            }
            (place, first)
        });
        let (place, first) = guards?;
        let table = Table::Fences;
        let key = |epoch| fence_key(thread.as_str(), epoch);
        let next = key(place.epoch + 1);
        let mut guards = Vec::new();
        if first {
            guards.push(Write::Add {
                table,
                key: key(place.epoch),
            });
        }
        let value = place.seq.to_string().into_bytes();
        guards.push(Write::Put {
            table,
            key: key(place.epoch),
            value,
        });
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

    /// Writes a guarded batch of a thread that this page drives or is about to drive.
    pub(in super::super) fn write_guarded(&self, thread: &ThreadId, mut batch: Vec<Write>) {
        let place = self.guard(thread, &mut batch);
        let (me, about) = (self.me.clone(), thread.clone());
        let written = Box::new(move |result: Result<(), StorageError>| {
            if let Some((me, place)) = me.upgrade().zip(place) {
                me.guarded(&about, place, result);
            }
        });
        self.storage().write(batch, written);
    }

    /// Takes the outcome of a guarded write.
    pub(in super::super) fn guarded(
        &self,
        thread: &ThreadId,
        place: Place,
        result: Result<(), StorageError>,
    ) {
        let now = self.with_shared(thread, |held| held.epoch) == Some(place.epoch);
        // A conflict in an earlier epoch does not matter once this page has claimed the thread
        // again.
        let refused = now && result == Err(StorageError::Conflict);
        let due = self.with_shared(thread, |held| {
            if !now {
                return None;
            }
            held.writing = held.writing.saturating_sub(1);
            if result.is_ok() {
                held.claim = Claim::Yes;
            } else if held.claim == Claim::UnderWay {
                held.claim = Claim::No;
            }
            held.behind |= result.is_err();
            let due = held.writing == 0 && !refused;
            let gated = due.then(|| std::mem::take(&mut held.gated));
            Some((!held.behind, gated.unwrap_or_default()))
        });
        if refused {
            self.share(thread, SharingInput::Refused);
            return;
        }
        let Some(Some((kept, gated))) = due else {
            return;
        };
        if kept {
            self.share(thread, SharingInput::Kept(place));
        }
        for run in gated {
            self.open_stream(thread.clone(), run);
        }
    }

    /// Opens a run's stream once storage has its message. Otherwise a page that lost the thread
    /// could begin a run that the next driving page begins too.
    pub(in super::super) fn open_when_written(&self, thread: ThreadId, run: RunId) {
        let gated = self.with_shared(&thread, |held| {
            let waits = held.writing > 0;
            if waits {
                held.gated.push(run.clone());
            }
            waits
        });
        if gated != Some(true) {
            self.open_stream(thread, run);
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
        let read = Box::new(move |fences: Result<Vec<Record>, StorageError>| {
            if let Some(me) = me.upgrade() {
                let stored = stored_place(&fences.unwrap_or_default());
                me.purge(&about, stored.epoch + 1);
            }
            // The purge is one batch. It has begun, so the lock is no longer needed.
            drop(lock);
        });
        let keys = Keys::Of(thread.as_str().to_owned());
        self.storage().read(Table::Fences, keys, read);
    }
}

/// The place (epoch and sequence number) of the last stored write.
fn stored_place(fences: &[Record]) -> Place {
    let Some((key, value)) = fences.last() else {
        return Place::default();
    };
    let seq = std::str::from_utf8(value).ok();
    Place {
        epoch: epoch_of(key),
        // A claimed epoch without writes has no sequence number.
        seq: seq.and_then(|seq| seq.parse().ok()).unwrap_or_default(),
    }
}
