//! The end of a run: writes its outcome, messages, activities and interjections.
//!
//! `record` reads these from the run's events.

use serde_json::Value;
use sqlx::SqliteConnection;

use crate::record::{DeliveryState, Ending, RecordedInterjection, Transcript};

/// A finished run and what its events say.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) thread: String,
    pub(super) run: String,
    pub(super) transcript: Transcript,
    /// Why the run was stopped; used when the events contain no reason from a person.
    pub(super) cause: Option<&'static str>,
    pub(super) at: i64,
}

impl Finished {
    pub(super) async fn write(&self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let ending = self.transcript.ending();
        let cancelled = ending == Some(Ending::Cancelled);
        let reason = self.transcript.cancel_reason().or(self.cause);
        let reason = reason.filter(|_| cancelled);
        sqlx::query(
            "UPDATE runs SET state = ?, cancelled = ?, cancellation_reason = ?, ended_at = ? \
             WHERE thread_id = ? AND id = ?",
        )
        .bind(ending.map_or("interrupted", Ending::name))
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
        for interjection in self.transcript.interjections() {
            self.write_interjection(connection, interjection).await?;
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
        interjection: &RecordedInterjection,
    ) -> Result<(), sqlx::Error> {
        let (step, tool_call_id, after_id) = match &interjection.delivery {
            DeliveryState::Pending | DeliveryState::Undelivered | DeliveryState::TakenBack => {
                (None, None, None)
            }
            DeliveryState::Delivered {
                step,
                tool_call_id,
                after_id,
            } => (
                Some(i64::from(*step)),
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
        .bind(&interjection.id)
        .bind(&self.run)
        .bind(&interjection.message)
        .bind(Value::from(interjection.attachments.clone()).to_string())
        .bind(&interjection.parent_id)
        .bind(&interjection.target_agent)
        .bind(interjection.delivery.name())
        .bind(step)
        .bind(tool_call_id)
        .bind(after_id)
        .execute(connection)
        .await?;
        Ok(())
    }
}
