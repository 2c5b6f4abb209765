//! The one task that writes: it takes what has gathered, commits it, and then passes it on.
//!
//! When a commit fails the events are passed on without a number, so that nobody takes them for
//! part of the log. Not responsible for: the queries behind changes (their own files).

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sqlx::{QueryBuilder, Sqlite, SqliteConnection, SqlitePool};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot, watch};

use super::begin::Begin;
use super::outlet::{Delivered, Frame};
use super::runs::Finished;

/// How much is committed together at most.
const BATCH: usize = 1024;
/// Rows in one statement; each has four values.
const ROWS: usize = 200;

/// Something to write or to pass on, in order.
#[derive(Debug)]
pub(super) enum Entry {
    Event(Logged),
    Raw {
        delivered: Delivered,
        to: mpsc::UnboundedSender<Delivered>,
    },
    /// Asks whether every event of a run so far is in the log.
    Flush {
        thread: Arc<str>,
        run: Arc<str>,
        done: oneshot::Sender<bool>,
    },
    Change {
        change: Change,
        done: oneshot::Sender<bool>,
    },
}

#[derive(Debug)]
pub(super) struct Logged {
    pub(super) thread: Arc<str>,
    pub(super) run: Arc<str>,
    pub(super) data: Arc<str>,
    pub(super) to: mpsc::UnboundedSender<Delivered>,
    pub(super) room: OwnedSemaphorePermit,
}

#[derive(Debug)]
pub(super) enum Change {
    Begin(Box<Begin>),
    Finish(Box<Finished>),
    Rename {
        thread: String,
        title: String,
    },
    Delete {
        thread: String,
    },
    /// Forget threads that were last touched before this time.
    Expire {
        before: i64,
    },
}

/// Tells readers how far the log of a thread has come.
#[derive(Debug, Default)]
pub(super) struct Hub {
    threads: Mutex<HashMap<Arc<str>, watch::Sender<u64>>>,
}

impl Hub {
    pub(super) fn follow(&self, thread: &str) -> watch::Receiver<u64> {
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        let sender = threads
            .entry(thread.into())
            .or_insert_with(|| watch::Sender::new(0));
        sender.subscribe()
    }

    fn tell(&self, thread: &str, seq: u64) {
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        let nobody = threads
            .get(thread)
            .is_some_and(|one| one.send(seq).is_err());
        if nobody {
            threads.remove(thread);
        }
    }
}

/// The runs at work that have an event which could not be written.
#[derive(Debug, Default)]
pub(super) struct Lost {
    runs: Mutex<HashSet<(Arc<str>, Arc<str>)>>,
}

impl Lost {
    pub(super) fn has(&self, thread: &str, run: &str) -> bool {
        self.lock().contains(&(thread.into(), run.into()))
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<(Arc<str>, Arc<str>)>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) struct Writer {
    pool: SqlitePool,
    hub: Arc<Hub>,
    failing: Arc<AtomicBool>,
    lost: Arc<Lost>,
    /// The number that a thread's last event has.
    last: HashMap<Arc<str>, u64>,
}

impl Writer {
    pub(super) fn new(
        pool: SqlitePool,
        hub: Arc<Hub>,
        failing: Arc<AtomicBool>,
        lost: Arc<Lost>,
    ) -> Self {
        Self {
            pool,
            hub,
            failing,
            lost,
            last: HashMap::new(),
        }
    }

    pub(super) async fn run(mut self, mut queue: mpsc::UnboundedReceiver<Entry>) {
        let mut batch = Vec::with_capacity(BATCH);
        let only_passes = |entry: &Entry| matches!(entry, Entry::Raw { .. } | Entry::Flush { .. });
        while queue.recv_many(&mut batch, BATCH).await > 0 {
            if batch.iter().all(only_passes) {
                // Nothing was tried, so nothing is known anew.
                self.pass_on(&mut batch, Some(Vec::new()));
                continue;
            }
            let written = match self.write(&batch).await {
                Ok(numbers) => Some(numbers),
                Err(error) => {
                    tracing::error!(%error, "the store could not be written");
                    // What was counted in this batch is not there.
                    self.last.clear();
                    None
                }
            };
            self.failing.store(written.is_none(), Ordering::Relaxed);
            self.pass_on(&mut batch, written);
        }
    }

    /// Commits a batch; gives the numbers of its events, in order.
    async fn write(&mut self, batch: &[Entry]) -> Result<Vec<u64>, sqlx::Error> {
        let mut transaction = self.pool.begin().await?;
        let mut numbers = Vec::new();
        let mut rows = Vec::new();
        for entry in batch {
            match entry {
                Entry::Event(logged) => {
                    let seq = self.next(&mut transaction, &logged.thread).await?;
                    numbers.push(seq);
                    rows.push((seq, logged));
                    if rows.len() == ROWS {
                        insert(&mut transaction, &std::mem::take(&mut rows)).await?;
                    }
                }
                Entry::Change { change, .. } => {
                    insert(&mut transaction, &std::mem::take(&mut rows)).await?;
                    self.change(&mut transaction, change).await?;
                }
                Entry::Raw { .. } | Entry::Flush { .. } => {}
            }
        }
        insert(&mut transaction, &rows).await?;
        transaction.commit().await?;
        Ok(numbers)
    }

    async fn next(
        &mut self,
        connection: &mut SqliteConnection,
        thread: &Arc<str>,
    ) -> Result<u64, sqlx::Error> {
        if let Some(last) = self.last.get_mut(thread) {
            *last += 1;
            return Ok(*last);
        }
        let last: Option<i64> =
            sqlx::query_scalar("SELECT max(seq) FROM events WHERE thread_id = ?")
                .bind(&**thread)
                .fetch_one(connection)
                .await?;
        let next = u64::try_from(last.unwrap_or_default()).unwrap_or_default() + 1;
        self.last.insert(Arc::clone(thread), next);
        Ok(next)
    }

    async fn change(
        &mut self,
        connection: &mut SqliteConnection,
        change: &Change,
    ) -> Result<(), sqlx::Error> {
        match change {
            Change::Begin(begin) => begin.write(connection).await,
            Change::Finish(finished) => {
                // The next run of the thread asks again; idle threads cost nothing.
                self.last.remove(finished.thread.as_str());
                finished.write(connection).await
            }
            Change::Rename { thread, title } => {
                sqlx::query("UPDATE threads SET title = ? WHERE id = ?")
                    .bind(title)
                    .bind(thread)
                    .execute(connection)
                    .await?;
                Ok(())
            }
            Change::Delete { thread } => {
                self.last.remove(thread.as_str());
                sqlx::query("DELETE FROM threads WHERE id = ?")
                    .bind(thread)
                    .execute(connection)
                    .await?;
                Ok(())
            }
            Change::Expire { before } => {
                sqlx::query(
                    "DELETE FROM threads WHERE updated_at < ? AND NOT EXISTS (\
                     SELECT 1 FROM runs WHERE thread_id = threads.id AND state = 'running')",
                )
                .bind(before)
                .execute(connection)
                .await?;
                Ok(())
            }
        }
    }

    fn pass_on(&self, batch: &mut Vec<Entry>, written: Option<Vec<u64>>) {
        let well = written.is_some();
        let mut numbers = written.unwrap_or_default().into_iter();
        let mut told: HashMap<Arc<str>, u64> = HashMap::new();
        for entry in batch.drain(..) {
            match entry {
                Entry::Event(logged) => {
                    let seq = numbers.next();
                    if !well {
                        let run = (Arc::clone(&logged.thread), Arc::clone(&logged.run));
                        self.lost.lock().insert(run);
                    }
                    if let Some(seq) = seq {
                        told.insert(Arc::clone(&logged.thread), seq);
                    }
                    let delivered = Delivered {
                        frame: Frame::Data {
                            seq,
                            data: logged.data,
                        },
                        _room: logged.room,
                    };
                    // A connection that has gone wants nothing; its room is free again.
                    let _ = logged.to.send(delivered);
                }
                Entry::Raw { delivered, to } => {
                    let _ = to.send(delivered);
                }
                Entry::Flush { thread, run, done } => {
                    let _ = done.send(!self.lost.lock().contains(&(thread, run)));
                }
                Entry::Change { change, done } => {
                    if let Change::Finish(finished) = &change {
                        let run = (
                            finished.thread.as_str().into(),
                            finished.run.as_str().into(),
                        );
                        self.lost.lock().remove(&run);
                    }
                    let _ = done.send(well);
                }
            }
        }
        for (thread, seq) in told {
            self.hub.tell(&thread, seq);
        }
    }
}

async fn insert(
    connection: &mut SqliteConnection,
    rows: &[(u64, &Logged)],
) -> Result<(), sqlx::Error> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut query: QueryBuilder<Sqlite> =
        QueryBuilder::new("INSERT INTO events (thread_id, seq, run_id, data) ");
    query.push_values(rows, |mut row, (seq, logged)| {
        row.push_bind(&*logged.thread)
            .push_bind(i64::try_from(*seq).unwrap_or(i64::MAX))
            .push_bind(&*logged.run)
            .push_bind(&*logged.data);
    });
    query.build().execute(connection).await?;
    Ok(())
}

#[cfg(test)]
mod tests;
