//! Reading the log: a thread's events after a given number, and waiting for more.

use tokio::sync::watch;

use super::row::from_row;
use super::{Store, StoreError};

/// Events per page.
const PAGE: i64 = 256;

/// One event in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Its number in the thread, from 1.
    pub seq: i64,
    /// Its run.
    pub run_id: String,
    /// The AG-UI event.
    pub data: String,
}

from_row!(Stored { seq, run_id, data });

impl Store {
    /// The next page of a thread's events after a number; empty when there are none yet.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn events_after(&self, thread: &str, seq: i64) -> Result<Vec<Stored>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT seq, run_id, data FROM events WHERE thread_id = ? AND seq > ? \
             ORDER BY seq LIMIT ?",
        )
        .bind(thread)
        .bind(seq)
        .bind(PAGE)
        .fetch_all(&self.pool)
        .await?)
    }

    /// The number of the thread's last event; 0 when it has none.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn last_event(&self, thread: &str) -> Result<i64, StoreError> {
        let last: Option<i64> =
            sqlx::query_scalar("SELECT max(seq) FROM events WHERE thread_id = ?")
                .bind(thread)
                .fetch_one(&self.pool)
                .await?;
        Ok(last.unwrap_or_default())
    }

    /// A receiver that changes whenever the thread's log grows.
    pub fn follow(&self, thread: &str) -> watch::Receiver<u64> {
        self.hub.follow(thread)
    }
}
