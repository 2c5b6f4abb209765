//! Runs: what is known of one, and writing down what it came to.
//!
//! Not responsible for: reading that off its events (`record`).

use serde_json::Value;
use sqlx::{FromRow, SqliteConnection};

use super::writer::Change;
use super::{Store, StoreError};
use crate::engine::{Suspended, ToolCall};
use crate::record::{Fate, Said, Transcript};

/// A run in the store.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct StoredRun {
    /// Unique in the thread.
    pub id: String,
    /// running, finished, waiting, cancelled, failed or interrupted.
    pub state: String,
    /// Why it was cancelled.
    pub cancellation_reason: Option<String>,
    /// Milliseconds since the Unix epoch.
    pub started_at: i64,
    /// The same; `None` while it runs.
    pub ended_at: Option<i64>,
}

/// What a run came to.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) thread: String,
    pub(super) run: String,
    pub(super) transcript: Transcript,
    /// Why it was stopped, when no person said so.
    cause: Option<&'static str>,
    pub(super) at: i64,
}

impl Store {
    /// Writes down what a run came to, from its events in the log.
    ///
    /// # Errors
    /// When its events cannot be read, or nothing can be written.
    pub async fn finish(
        &self,
        thread: &str,
        run: &str,
        cause: Option<&'static str>,
        at: i64,
    ) -> Result<(), StoreError> {
        let transcript = self.transcript(thread, run).await?;
        let finished = Finished {
            thread: thread.to_owned(),
            run: run.to_owned(),
            transcript,
            cause,
            at,
        };
        self.queue(Change::Finish(Box::new(finished))).wait().await
    }

    /// A run's transcript as far as the log has it.
    ///
    /// # Errors
    /// When the events cannot be read.
    pub async fn transcript(&self, thread: &str, run: &str) -> Result<Transcript, StoreError> {
        let mut transcript = Transcript::default();
        for event in self.log(thread, run).await? {
            transcript.read(&event);
        }
        Ok(transcript)
    }

    /// A run's events, as far as the log has them.
    pub(super) async fn log(&self, thread: &str, run: &str) -> Result<Vec<Value>, StoreError> {
        let rows: Vec<String> = sqlx::query_scalar(
            "SELECT data FROM events WHERE thread_id = ? AND run_id = ? ORDER BY seq",
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

    /// The tool calls that wait for a decision in a thread, as the model asked for them: those of
    /// its last run, so that whatever came after the question has closed it. A run that answered
    /// nothing open does not count; it changed nothing.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn open_calls(&self, thread: &str) -> Result<Vec<ToolCall>, StoreError> {
        let last = self.last_that_counts(thread).await?;
        Ok(last.map(|last| last.open_calls()).unwrap_or_default())
    }

    /// The nested agents that wait for a decision with that run, as far as they have come.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn suspended(&self, thread: &str) -> Result<Vec<Suspended>, StoreError> {
        let last = self.last_that_counts(thread).await?;
        let ids = last.map(|last| last.waiting_agents()).unwrap_or_default();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        // An agent may have come this far in several runs.
        let rows: Vec<String> =
            sqlx::query_scalar("SELECT data FROM events WHERE thread_id = ? ORDER BY seq")
                .bind(thread)
                .fetch_all(&self.pool)
                .await?;
        let mut transcript = Transcript::default();
        for event in rows
            .iter()
            .filter_map(|data| serde_json::from_str(data).ok())
        {
            transcript.read(&event);
        }
        Ok(transcript.suspended(&ids))
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
            // One run at a time is at work in a thread, so its events stand together.
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

impl Finished {
    pub(super) async fn write(&self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let ending = self.transcript.ending();
        let cancelled = ending == Some(crate::record::Ending::Cancelled);
        let reason = self.transcript.cancel_reason().or(self.cause);
        let reason = reason.filter(|_| cancelled);
        sqlx::query(
            "UPDATE runs SET state = ?, cancelled = ?, cancellation_reason = ?, ended_at = ? \
             WHERE thread_id = ? AND id = ?",
        )
        .bind(ending.map_or("interrupted", crate::record::Ending::name))
        .bind(cancelled)
        .bind(reason)
        .bind(self.at)
        .bind(&self.thread)
        .bind(&self.run)
        .execute(&mut *connection)
        .await?;
        sqlx::query("UPDATE threads SET updated_at = ? WHERE id = ?")
            .bind(self.at)
            .bind(&self.thread)
            .execute(&mut *connection)
            .await?;
        self.write_messages(connection, reason).await?;
        self.write_activities(connection).await?;
        self.close_earlier(connection).await?;
        self.write_edits(connection).await?;
        for said in self.transcript.interjections() {
            self.write_interjection(connection, said).await?;
        }
        Ok(())
    }

    async fn write_messages(
        &self,
        connection: &mut SqliteConnection,
        reason: Option<&str>,
    ) -> Result<(), sqlx::Error> {
        let messages = self.transcript.messages();
        let last = messages.iter().rposition(|message| {
            message["role"] == "assistant" && message["subagentRunId"].is_null()
        });
        for (index, message) in messages.iter().enumerate() {
            let reason = reason.filter(|_| Some(index) == last);
            sqlx::query(
                "INSERT INTO messages \
                 (thread_id, id, run_id, role, body, cancelled, cancellation_reason) \
                 VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (thread_id, id) DO UPDATE \
                 SET body = excluded.body, cancelled = excluded.cancelled, \
                 cancellation_reason = excluded.cancellation_reason",
            )
            .bind(&self.thread)
            .bind(message["id"].as_str().unwrap_or_default())
            .bind(&self.run)
            .bind(message["role"].as_str().unwrap_or_default())
            .bind(message.to_string())
            .bind(reason.is_some())
            .bind(reason)
            .execute(&mut *connection)
            .await?;
        }
        Ok(())
    }

    async fn write_activities(&self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        for activity in self.transcript.activities() {
            sqlx::query(
                "INSERT OR REPLACE INTO activities (thread_id, run_id, id, kind, name, \
                 parent_id, status, started_at, ended_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )
            .bind(&self.thread)
            .bind(&self.run)
            .bind(&activity.id)
            .bind(activity.kind)
            .bind(&activity.name)
            .bind(&activity.parent_id)
            .bind(activity.status.name())
            .bind(i64::try_from(activity.started_at).unwrap_or_default())
            .bind(
                activity
                    .ended_at
                    .map(|at| i64::try_from(at).unwrap_or_default()),
            )
            .execute(&mut *connection)
            .await?;
        }
        Ok(())
    }

    async fn write_interjection(
        &self,
        connection: &mut SqliteConnection,
        said: &Said,
    ) -> Result<(), sqlx::Error> {
        let (step, tool_call_id, after_id) = match &said.fate {
            Fate::Pending | Fate::Undelivered | Fate::TakenBack => (None, None, None),
            Fate::Delivered {
                step,
                tool_call_id,
                after_id,
            } => (
                i64::try_from(*step).ok(),
                tool_call_id.as_deref(),
                after_id.as_deref(),
            ),
        };
        sqlx::query(
            "INSERT OR REPLACE INTO interjections (thread_id, id, run_id, message, attachments, \
             parent_id, target_agent, status, step, tool_call_id, after_id) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&self.thread)
        .bind(&said.id)
        .bind(&self.run)
        .bind(&said.message)
        .bind(said.attachments.to_string())
        .bind(&said.parent_id)
        .bind(&said.target_agent)
        .bind(said.fate.name())
        .bind(step)
        .bind(tool_call_id)
        .bind(after_id)
        .execute(connection)
        .await?;
        Ok(())
    }
}
