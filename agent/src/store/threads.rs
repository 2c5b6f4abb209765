//! Threads: list, read, rename, delete, and expire old ones.

use serde::Serialize;
use serde_json::Value;

use super::row::from_row;
use super::runs::StoredRun;
use super::writer::Change;
use super::{Done, Store, StoreError};
use crate::conversation::Interjection;
use crate::engine::Delivery;

/// A thread in the store. Its serialised form is that of the API.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Thread {
    /// The thread id.
    pub id: String,
    /// Shown to people.
    pub title: String,
    /// When the first run began, in milliseconds since the Unix epoch.
    pub created_at: i64,
    /// When the thread was last used, in milliseconds since the Unix epoch.
    pub updated_at: i64,
}

from_row!(Thread {
    id,
    title,
    created_at,
    updated_at
});

struct DeliveredRow {
    id: String,
    message: String,
    attachments: String,
    tool_call_id: Option<String>,
    after_id: Option<String>,
}

from_row!(DeliveredRow {
    id,
    message,
    attachments,
    tool_call_id,
    after_id
});

/// An interjection of a finished run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedInterjection {
    /// `root`, or the tool call that owns the agent.
    pub parent_id: String,
    /// `main`, or the name of the agent.
    pub target_agent: String,
    /// The text.
    pub message: String,
    /// AG-UI content parts, as JSON.
    pub attachments: String,
    /// Whether its run ended before the model got it.
    pub undelivered: bool,
    /// Whether the person took it back.
    pub taken_back: bool,
}

from_row!(FinishedInterjection {
    parent_id,
    target_agent,
    message,
    attachments,
    undelivered,
    taken_back
});

impl Store {
    /// Every thread, the most recently used first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn threads(&self) -> Result<Vec<Thread>, StoreError> {
        Ok(
            sqlx::query_as("SELECT * FROM threads ORDER BY updated_at DESC, id")
                .fetch_all(&self.pool)
                .await?,
        )
    }

    /// One thread.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn thread(&self, id: &str) -> Result<Option<Thread>, StoreError> {
        Ok(sqlx::query_as("SELECT * FROM threads WHERE id = ?")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?)
    }

    /// The runs of a thread, in order, without those that the person has left out.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn runs(&self, thread: &str) -> Result<Vec<StoredRun>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT * FROM runs WHERE thread_id = ? AND NOT left_out ORDER BY started_at, id",
        )
        .bind(thread)
        .fetch_all(&self.pool)
        .await?)
    }

    /// A message by its id, in AG-UI's form.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn message(&self, thread: &str, id: &str) -> Result<Option<Value>, StoreError> {
        let body: Option<String> =
            sqlx::query_scalar("SELECT body FROM messages WHERE thread_id = ? AND id = ?")
                .bind(thread)
                .bind(id)
                .fetch_optional(&self.pool)
                .await?;
        Ok(body.and_then(|body| serde_json::from_str(&body).ok()))
    }

    /// Interjections that the main agent got in the middle of earlier turns, for its history.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn delivered(&self, thread: &str) -> Result<Vec<Delivery>, StoreError> {
        let rows: Vec<DeliveredRow> = sqlx::query_as(
            "SELECT interjections.id, message, attachments, tool_call_id, after_id \
             FROM interjections JOIN runs \
             ON runs.thread_id = interjections.thread_id AND runs.id = run_id \
             WHERE interjections.thread_id = ? AND parent_id = 'root' AND status = 'delivered' \
             ORDER BY interjections.position",
        )
        .bind(thread)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(delivery).collect())
    }

    /// An interjection that an earlier run accepted, with its delivery.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn heard(
        &self,
        thread: &str,
        id: &str,
    ) -> Result<Option<FinishedInterjection>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT parent_id, target_agent, message, attachments, \
             status = 'undelivered' AS undelivered, status = 'taken back' AS taken_back \
             FROM interjections WHERE thread_id = ? AND id = ?",
        )
        .bind(thread)
        .bind(id)
        .fetch_optional(&self.pool)
        .await?)
    }

    /// Renames a thread.
    pub fn rename(&self, thread: &str, title: &str) -> Done {
        let (thread, title) = (thread.to_owned(), title.to_owned());
        self.queue(Change::Rename { thread, title })
    }

    /// Deletes a thread with everything in it. The thread must have no running run.
    pub fn delete(&self, thread: &str) -> Done {
        let thread = thread.to_owned();
        self.queue(Change::Delete { thread })
    }

    /// Deletes the threads last used before a time that have no running run.
    pub fn expire(&self, before: i64) -> Done {
        self.queue(Change::Expire { before })
    }
}

fn delivery(row: DeliveredRow) -> Delivery {
    Delivery {
        interjection: Interjection {
            id: row.id,
            text: row.message,
            attachments: serde_json::from_str(&row.attachments).unwrap_or_default(),
        },
        tool_call_id: row.tool_call_id,
        after_id: row.after_id,
    }
}
