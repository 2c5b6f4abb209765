//! A run begins: its thread, itself and the messages that came with it are written.
//!
//! Not responsible for: whether it may begin.

use serde_json::Value;
use sqlx::SqliteConnection;

use super::writer::Change;
use super::{Store, StoreError};

/// The longest title that is made from a message, in characters.
const TITLE: usize = 80;

/// What is known when a run begins.
#[derive(Debug, Clone)]
pub struct Begin {
    /// The conversation.
    pub thread: String,
    /// Unique in the thread.
    pub run: String,
    /// The user message that it answers; empty when there is none.
    pub message_id: String,
    /// The text of the first message of a user.
    pub first_words: String,
    /// The AG-UI messages that came with the request.
    pub messages: Vec<Value>,
    /// Milliseconds since the Unix epoch.
    pub at: i64,
}

impl Store {
    /// Writes that a run begins, before it says anything.
    ///
    /// # Errors
    /// [`StoreError::NotWritten`]; then it must not begin.
    pub async fn begin(&self, begin: Begin) -> Result<(), StoreError> {
        self.queue(Change::Begin(Box::new(begin))).wait().await
    }
}

impl Begin {
    pub(super) async fn write(&self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        sqlx::query(
            "INSERT INTO threads (id, title, created_at, updated_at) VALUES (?1, ?2, ?3, ?3) \
             ON CONFLICT (id) DO UPDATE SET updated_at = ?3",
        )
        .bind(&self.thread)
        .bind(title(&self.first_words))
        .bind(self.at)
        .execute(&mut *connection)
        .await?;
        sqlx::query(
            "INSERT INTO runs (thread_id, id, message_id, state, started_at) \
             VALUES (?, ?, ?, 'running', ?)",
        )
        .bind(&self.thread)
        .bind(&self.run)
        .bind(&self.message_id)
        .bind(self.at)
        .execute(&mut *connection)
        .await?;
        for message in &self.messages {
            let (Some(id), Some(role)) = (message["id"].as_str(), message["role"].as_str()) else {
                continue;
            };
            // Activities are the client's own.
            if role == "activity" {
                continue;
            }
            sqlx::query(
                "INSERT INTO messages (thread_id, id, role, body) VALUES (?, ?, ?, ?) \
                 ON CONFLICT (thread_id, id) DO NOTHING",
            )
            .bind(&self.thread)
            .bind(id)
            .bind(role)
            .bind(message.to_string())
            .execute(&mut *connection)
            .await?;
        }
        self.close_answered(connection).await
    }
}

fn title(words: &str) -> String {
    let line = words.lines().map(str::trim).find(|line| !line.is_empty());
    line.unwrap_or_default().chars().take(TITLE).collect()
}
