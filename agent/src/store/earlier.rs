//! What a run changes in earlier runs: it ends activities that are still open, and updates
//! arguments that a person edited.
//!
//! A client may have written messages of any shape; the queries must not fail on them.

use serde_json::Value;
use sqlx::SqliteConnection;

use super::begin::Begin;
use super::finish::Finished;
use super::row::from_row;
use super::{Store, StoreError};
use crate::agui::RunInput;
use crate::conversation::ToolStatus;
use crate::engine::{Edit, Unsuccessful};
use crate::record::{self, Ended, Ending, Status};

/// An open activity of a finished run.
#[derive(Debug)]
struct Open {
    run_id: String,
    kind: String,
    id: String,
}

from_row!(Open { run_id, kind, id });

/// How an open activity ended.
struct End<'a> {
    open: &'a Open,
    status: Status,
    at: i64,
}

impl Store {
    /// The calls of a thread that ran with other arguments than the model asked for.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn edits(&self, thread: &str) -> Result<Vec<Edit>, StoreError> {
        let rows: Vec<(Option<String>, Option<String>)> = sqlx::query_as(
            "SELECT CASE call.type WHEN 'object' \
             THEN CAST(json_extract(call.value, '$.id') AS TEXT) END, \
             CASE call.type WHEN 'object' \
             THEN CAST(json_extract(call.value, '$.function.arguments') AS TEXT) END \
             FROM messages, json_each(messages.body, '$.toolCalls') AS call \
             WHERE thread_id = ? AND role = 'assistant' AND CASE call.type WHEN 'object' \
             THEN json_extract(call.value, '$.metadata.edited') = 1 END",
        )
        .bind(thread)
        .fetch_all(&self.pool)
        .await?;
        let edit = |(call_id, arguments): (Option<String>, Option<String>)| {
            Some(Edit {
                call_id: call_id?,
                arguments: arguments?,
            })
        };
        Ok(rows.into_iter().filter_map(edit).collect())
    }

    /// The calls of a thread that were stopped or not allowed, or that failed.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn unsuccessful(&self, thread: &str) -> Result<Vec<Unsuccessful>, StoreError> {
        let rows: Vec<(String, String)> = sqlx::query_as(
            "SELECT id, status FROM activities WHERE thread_id = ? AND kind = 'tool' \
             AND status IN ('failed', 'denied', 'cancelled', 'interrupted') ORDER BY position",
        )
        .bind(thread)
        .fetch_all(&self.pool)
        .await?;
        let ended = |(call_id, status): (String, String)| {
            let status = match status.as_str() {
                "failed" => ToolStatus::Error,
                "denied" => ToolStatus::Denied,
                _ => ToolStatus::Cancelled,
            };
            Unsuccessful { call_id, status }
        };
        Ok(rows.into_iter().map(ended).collect())
    }
}

impl Begin {
    /// Closes open tool calls that the client's tool results answer.
    pub(super) async fn close_answered(
        &self,
        connection: &mut SqliteConnection,
    ) -> Result<(), sqlx::Error> {
        let answers = self.messages.iter().filter(|one| one["role"] == "tool");
        let answers: Vec<&Value> = answers.collect();
        if answers.is_empty() {
            return Ok(());
        }
        for open in &open(connection, &self.thread, &self.run).await? {
            let answer = answers.iter().find(|one| one["toolCallId"] == open.id);
            let Some(answer) = answer.filter(|_| open.kind == "tool") else {
                continue;
            };
            let status = RunInput::status_of_result(answer).into();
            let at = self.at;
            close(connection, &self.thread, &End { open, status, at }).await?;
        }
        Ok(())
    }
}

impl Finished {
    /// Closes the activities that earlier runs left open: with their end in this run, or else as
    /// cancelled or interrupted. Those that still wait for an answer stay open.
    pub(super) async fn close_earlier(
        &self,
        connection: &mut SqliteConnection,
    ) -> Result<(), sqlx::Error> {
        let never = match self.transcript.ending() {
            Some(Ending::Interrupted) | None => Status::Interrupted,
            Some(_) => Status::Cancelled,
        };
        for open in &open(connection, &self.thread, &self.run).await? {
            let ended = self.transcript.ended().iter().rev();
            let mut ended = ended.filter(|one| one.kind == open.kind);
            let end = match ended.find(|one| one.id == open.id) {
                Some(Ended { status, at, .. }) => End {
                    open,
                    status: *status,
                    at: i64::try_from(*at).unwrap_or_default(),
                },
                None if self.transcript.leaves_open(&open.kind, &open.id) => continue,
                None => End {
                    open,
                    status: never,
                    at: self.at,
                },
            };
            close(connection, &self.thread, &end).await?;
        }
        Ok(())
    }

    /// Updates the messages of earlier runs: a call gets the arguments that it ran with.
    pub(super) async fn write_edits(
        &self,
        connection: &mut SqliteConnection,
    ) -> Result<(), sqlx::Error> {
        for edit in self.transcript.edits() {
            let rows: Vec<(String, String)> = sqlx::query_as(
                "SELECT id, body FROM messages WHERE thread_id = ? AND role = 'assistant' \
                 AND EXISTS (SELECT 1 FROM json_each(body, '$.toolCalls') AS call \
                 WHERE CASE call.type WHEN 'object' \
                 THEN json_extract(call.value, '$.id') = ? END)",
            )
            .bind(&self.thread)
            .bind(&edit.call_id)
            .fetch_all(&mut *connection)
            .await?;
            for (id, body) in rows {
                let Ok(mut message) = serde_json::from_str::<Value>(&body) else {
                    continue;
                };
                record::amend(&mut message, edit);
                sqlx::query("UPDATE messages SET body = ? WHERE thread_id = ? AND id = ?")
                    .bind(message.to_string())
                    .bind(&self.thread)
                    .bind(id)
                    .execute(&mut *connection)
                    .await?;
            }
        }
        Ok(())
    }
}

async fn open(
    connection: &mut SqliteConnection,
    thread: &str,
    but: &str,
) -> Result<Vec<Open>, sqlx::Error> {
    sqlx::query_as(
        "SELECT run_id, kind, id FROM activities \
         WHERE thread_id = ? AND run_id <> ? AND status = 'running'",
    )
    .bind(thread)
    .bind(but)
    .fetch_all(connection)
    .await
}

async fn close(
    connection: &mut SqliteConnection,
    thread: &str,
    end: &End<'_>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE activities SET status = ?, ended_at = ? \
         WHERE thread_id = ? AND run_id = ? AND kind = ? AND id = ?",
    )
    .bind(end.status.name())
    .bind(end.at)
    .bind(thread)
    .bind(&end.open.run_id)
    .bind(&end.open.kind)
    .bind(&end.open.id)
    .execute(connection)
    .await?;
    Ok(())
}
