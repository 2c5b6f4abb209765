//! What storage refuses: writes of a page whose thread another page has taken over by hand.
//!
//! A thread's fences are numbered. The driving page stores the place of its last write at the last
//! fence that was there when it began. A page that takes the thread over adds the next fence. Each
//! write of a thread adds and deletes the next fence in its own batch: storage refuses the batch if
//! that fence is there, even if the page is gone by then.

use std::future::pending;
use std::rc::Rc;

use futures_channel::oneshot;
use midturn_core::id::ThreadId;
use midturn_core::sharing::{Epoch, Place, SharingInput};

use super::super::storage::{Keys, Record, StorageError, Table, Write, fence_key, fence_of};
use super::Pages;

/// How long a run waits for storage, in seconds.
const STORED_WITHIN_S: u32 = 10;

/// What this page may write of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Right {
    /// The entry in the list: the thread is not open in this page, which at most waits to go on with its
    /// run.
    Head,
    /// Everything: this page drives the thread.
    All,
    /// Everything, but later: this page is about to drive the thread.
    Later,
    /// Nothing: another page drives the thread.
    None,
}

impl Pages {
    pub(in super::super) fn right_to(&self, thread: &ThreadId) -> Right {
        let right = |held: &mut super::Shared| match &held.sharing {
            sharing if sharing.is_driving() => Right::All,
            sharing if sharing.is_following() => Right::None,
            sharing if sharing.is_waiting() => Right::Head,
            _ => Right::Later,
        };
        self.with(thread, right).unwrap_or(Right::Head)
    }

    /// Guards a batch of a thread that this page drives. Returns the place that the batch stores.
    pub(in super::super) fn guard(
        &self,
        thread: &ThreadId,
        batch: &mut Vec<Write>,
    ) -> Option<Place> {
        let place = self.with(thread, |held| {
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
        let due = self.with(thread, |held| {
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
        for told in gated {
            // A stopped run does not wait any more.
            let _ = told.send(());
        }
    }

    /// The threads with a guarded write under way.
    pub(in super::super) fn written_now(&self) -> Vec<ThreadId> {
        let threads = self.threads.borrow();
        let written = threads.iter().filter(|held| held.writing > 0);
        written.map(|held| held.thread.clone()).collect()
    }

    /// Waits until storage has what this page has written of a thread, or at least has taken a write
    /// of this page, but not for ever: storage may never answer. Otherwise a page that lost the thread
    /// could begin a run that the next driving page begins too.
    pub(in super::super) fn stored(
        self: &Rc<Self>,
        thread: &ThreadId,
    ) -> impl Future<Output = ()> + use<> {
        let waits = self.with(thread, |held| {
            held.sharing.place()?;
            let (told, stored) = oneshot::channel();
            held.gated.push(told);
            Some((held.writing > 0, stored))
        });
        let waits = waits.flatten();
        if let Some((false, _)) = &waits {
            self.write_nothing(thread);
        }
        let me = self.clone();
        async move {
            let Some((_, mut stored)) = waits else { return };
            // In short steps: a page that wakes must hear the answer before it gives up.
            for _ in 0..STORED_WITHIN_S {
                match me.cx.within(1_000, &mut stored).await {
                    Some(Ok(())) => return,
                    // This page does not drive the thread any more.
                    Some(Err(_)) => pending().await,
                    None => {}
                }
            }
            me.store.failed(StorageError::Failed);
        }
    }

    /// Writes only what storage refuses if another page has taken the thread over.
    fn write_nothing(self: &Rc<Self>, thread: &ThreadId) {
        let mut batch = Vec::new();
        if let Some(place) = self.guard(thread, &mut batch) {
            let (me, thread) = (self.clone(), thread.clone());
            let written = self.store.write(batch);
            self.cx.begin(async move {
                me.guarded(&thread, place, written.await);
            });
        }
    }

    /// Drops what waits: this page does not drive the thread any more.
    pub(in super::super) fn lose(&self, thread: &ThreadId) {
        let gated = self.with(thread, |held| {
            held.serial = 0;
            held.writing = 0;
            held.behind = false;
            held.writer = None;
            std::mem::take(&mut held.gated)
        });
        drop(gated);
    }
}

/// The place as it is stored at its fence.
pub(in super::super) fn place_text(Place { epoch, seq }: Place) -> Vec<u8> {
    format!("{} {seq}", epoch.began).into_bytes()
}

/// The number of a thread's last fence, and the place of its last stored write.
pub(in super::super) fn fences_of(records: &[Record]) -> (u64, Place) {
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
