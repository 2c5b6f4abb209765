//! The one task that writes: takes the queued entries, commits them, then passes them on.
//!
//! When a commit fails, its events are passed on without a number, so that no reader takes them for
//! part of the log.

mod change;
mod hub;
mod lost;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sqlx::{QueryBuilder, Sqlite, SqliteConnection, SqlitePool};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};

pub(super) use change::Change;
pub(super) use hub::Hub;
pub(super) use lost::Lost;

/// The most entries in one commit.
const BATCH: usize = 1024;
/// Rows in one statement. Each row has four values, and `SQLite` limits the values of a statement.
const ROWS: usize = 200;

/// One item for the connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Frame {
    /// One SSE event.
    Data {
        /// Its number in the thread; `None` when the event is not in the log.
        seq: Option<u64>,
        /// The data.
        data: Arc<str>,
    },
    /// Break the connection.
    Break,
}

/// A frame that has arrived. While it is kept, it counts against the outlet's limit.
#[derive(Debug)]
pub struct Delivered {
    /// The frame.
    pub frame: Frame,
    pub(super) _room: OwnedSemaphorePermit,
}

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

pub(super) struct Writer {
    pool: SqlitePool,
    hub: Arc<Hub>,
    failing: Arc<AtomicBool>,
    lost: Arc<Lost>,
    /// The number of each thread's last event.
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
                // Nothing was written, so the failure state stays as it is.
                self.pass_on(&mut batch, Some(Vec::new()));
                continue;
            }
            let written = match self.write(&batch).await {
                Ok(numbers) => Some(numbers),
                Err(error) => {
                    tracing::error!(%error, "the store could not be written");
                    // The numbers of this batch were not committed: read them from the database
                    // again.
                    self.last.clear();
                    None
                }
            };
            self.failing.store(written.is_none(), Ordering::Relaxed);
            self.pass_on(&mut batch, written);
        }
    }

    /// Commits a batch and returns the numbers of its events, in order.
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
                    // Frees the memory of an idle thread. Its next run reads the number again.
                    if let Some(thread) = change.leaves() {
                        self.last.remove(thread);
                    }
                    change.write(&mut transaction).await?;
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

    fn pass_on(&self, batch: &mut Vec<Entry>, written: Option<Vec<u64>>) {
        let well = written.is_some();
        let mut numbers = written.unwrap_or_default().into_iter();
        let mut told: HashMap<Arc<str>, u64> = HashMap::new();
        for entry in batch.drain(..) {
            match entry {
                Entry::Event(logged) => {
                    let seq = numbers.next();
                    if !well {
                        self.lost.add(&logged.thread, &logged.run);
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
                    // If the connection is closed, the event is dropped, which releases the permit.
                    let _ = logged.to.send(delivered);
                }
                Entry::Raw { delivered, to } => {
                    let _ = to.send(delivered);
                }
                Entry::Flush { thread, run, done } => {
                    let _ = done.send(!self.lost.has(&thread, &run));
                }
                Entry::Change { change, done } => {
                    if let Change::Finish(finished) = &change {
                        self.lost.forget(&finished.thread, &finished.run);
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
