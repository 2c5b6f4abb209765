//! Runs: how they begin and end, and what the store knows of them.
//!
//! `begin.rs` and `finish.rs` have what is written.

use super::begin::Begin;
use super::finish::Finished;
use super::row::from_row;
use super::writer::Change;
use super::{Store, StoreError};
use crate::agui::Event;
use crate::conversation::ToolCall;
use crate::engine::Suspended;
use crate::record::Transcript;

/// A run in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRun {
    /// Unique in the thread.
    pub id: String,
    /// running, finished, waiting, cancelled, failed or interrupted.
    pub state: String,
    /// Why it was cancelled.
    pub cancellation_reason: Option<String>,
    /// The start, in milliseconds since the Unix epoch.
    pub started_at: i64,
    /// The end, in milliseconds since the Unix epoch; `None` while the run is running.
    pub ended_at: Option<i64>,
}

from_row!(StoredRun {
    id,
    state,
    cancellation_reason,
    started_at,
    ended_at
});

impl Store {
    /// Writes that a run begins, before its first event.
    ///
    /// # Errors
    /// [`StoreError::NotWritten`]; then the run must not begin.
    pub async fn begin(&self, begin: Begin) -> Result<(), StoreError> {
        self.queue(Change::Begin(Box::new(begin))).wait().await
    }

    /// Writes a run's end, read from its events in the log.
    ///
    /// # Errors
    /// When the events cannot be read, or the write fails.
    pub async fn finish(
        &self,
        thread: &str,
        run: &str,
        cause: Option<&'static str>,
        at: i64,
    ) -> Result<(), StoreError> {
        let finished = Finished {
            thread: thread.to_owned(),
            run: run.to_owned(),
            transcript: self.transcript(thread, run).await?,
            cause,
            at,
        };
        self.queue(Change::Finish(Box::new(finished))).wait().await
    }

    /// A run's transcript, from the events logged so far.
    ///
    /// # Errors
    /// When the events cannot be read.
    pub async fn transcript(&self, thread: &str, run: &str) -> Result<Transcript, StoreError> {
        Ok(Transcript::of(&self.log(thread, Some(run)).await?))
    }

    /// The events of a thread logged so far, or those of one run.
    pub(super) async fn log(
        &self,
        thread: &str,
        run: Option<&str>,
    ) -> Result<Vec<Event>, StoreError> {
        let rows: Vec<String> = sqlx::query_scalar(
            "SELECT data FROM events WHERE thread_id = ?1 AND (?2 IS NULL OR run_id = ?2) \
             AND seq > COALESCE( \
                 (SELECT begins_after FROM runs WHERE thread_id = ?1 AND id = ?2), 0) \
             ORDER BY seq",
        )
        .bind(thread)
        .bind(run)
        .fetch_all(&self.pool)
        .await?;
        let mut events = Vec::with_capacity(rows.len());
        for data in rows {
            match serde_json::from_str(&data) {
                Ok(event) => events.push(event),
                Err(error) => tracing::warn!(thread, run, %error, "an event in the log is broken"),
            }
        }
        Ok(events)
    }

    /// The last event of the thread before a run began.
    pub(crate) async fn before(&self, thread: &str, run: &str) -> Result<i64, StoreError> {
        let seq: Option<i64> =
            sqlx::query_scalar("SELECT begins_after FROM runs WHERE thread_id = ?1 AND id = ?2")
                .bind(thread)
                .bind(run)
                .fetch_optional(&self.pool)
                .await?;
        Ok(seq.unwrap_or_default())
    }

    /// The tool calls that wait for a decision in a thread, as the model asked for them. Only the
    /// last run can have such calls, because each run closes the questions of earlier runs. A run
    /// that failed because its answer matched no open question changed nothing: it does not count
    /// as the last.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn open_calls(&self, thread: &str) -> Result<Vec<ToolCall>, StoreError> {
        let last = self.last_that_counts(thread).await?;
        Ok(last.map(|last| last.open_calls()).unwrap_or_default())
    }

    /// The nested agents that wait for a decision in the run of [`Store::open_calls`], with their
    /// work so far.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn suspended(&self, thread: &str) -> Result<Vec<Suspended>, StoreError> {
        let last = self.last_that_counts(thread).await?;
        let ids = last.map(|last| last.waiting_agents()).unwrap_or_default();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        // An agent's work may span several runs.
        Ok(Transcript::of(&self.log(thread, None).await?).suspended(&ids))
    }

    async fn last_that_counts(&self, thread: &str) -> Result<Option<Transcript>, StoreError> {
        let mut before = i64::MAX;
        loop {
            let last: Option<String> = sqlx::query_scalar(
                "SELECT run_id FROM events WHERE thread_id = ? AND seq < ? \
                 ORDER BY seq DESC LIMIT 1",
            )
            .bind(thread)
            .bind(before)
            .fetch_optional(&self.pool)
            .await?;
            let Some(run) = last else {
                return Ok(None);
            };
            let transcript = self.transcript(thread, &run).await?;
            if !transcript.answered_nothing() {
                return Ok(Some(transcript));
            }
            // A thread has one running run at a time, so a run's events are contiguous.
            before = sqlx::query_scalar(
                "SELECT min(seq) FROM events WHERE thread_id = ? AND run_id = ?",
            )
            .bind(thread)
            .bind(&run)
            .fetch_one(&self.pool)
            .await?;
        }
    }

    /// A run by its id.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn run(&self, thread: &str, run: &str) -> Result<Option<StoredRun>, StoreError> {
        Ok(
            sqlx::query_as("SELECT * FROM runs WHERE thread_id = ? AND id = ?")
                .bind(thread)
                .bind(run)
                .fetch_optional(&self.pool)
                .await?,
        )
    }

    /// The last run that answered a message.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn run_for_message(
        &self,
        thread: &str,
        message: &str,
    ) -> Result<Option<StoredRun>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT * FROM runs WHERE thread_id = ? AND message_id = ? \
             ORDER BY started_at DESC, id DESC LIMIT 1",
        )
        .bind(thread)
        .bind(message)
        .fetch_optional(&self.pool)
        .await?)
    }
}
