//! The start of a run: writes its thread, the run and the messages of the request.

use std::collections::HashSet;

use serde_json::{Value, json};
use sqlx::SqliteConnection;

/// The longest title made from a message, in characters.
const TITLE: usize = 80;

/// What the store writes when a run begins.
#[derive(Debug, Clone)]
pub struct Begin {
    /// The thread id.
    pub thread: String,
    /// Unique in the thread.
    pub run: String,
    /// The user message that the run answers; empty without one.
    pub message_id: String,
    /// The text of the first user message.
    pub first_words: String,
    /// The request's AG-UI messages.
    pub messages: Vec<Value>,
    /// Whether the messages are the whole conversation and end with a new one: what is stored after the
    /// last that is known is then no longer a part of it.
    pub leaves_out: bool,
    /// Milliseconds since the Unix epoch.
    pub at: i64,
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
        self.leave_out(connection).await?;
        sqlx::query(
            "INSERT INTO runs (thread_id, id, message_id, state, started_at, begins_after) \
             VALUES (?1, ?2, ?3, 'running', ?4, \
             (SELECT COALESCE(MAX(seq), 0) FROM events WHERE thread_id = ?1))",
        )
        .bind(&self.thread)
        .bind(&self.run)
        .bind(&self.message_id)
        .bind(self.at)
        .execute(&mut *connection)
        .await?;
        let known = self.known(connection).await?;
        for message in &self.messages {
            let (Some(id), Some(role)) = (message["id"].as_str(), message["role"].as_str()) else {
                continue;
            };
            // Clients and the store each make activity messages from the events.
            if role == "activity" || known.contains(id) {
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

    /// The ids of the request's messages that are stored already: nearly all of a long thread's.
    async fn known(
        &self,
        connection: &mut SqliteConnection,
    ) -> Result<HashSet<String>, sqlx::Error> {
        let ids: Vec<&Value> = self.messages.iter().map(|message| &message["id"]).collect();
        let known: Vec<String> = sqlx::query_scalar(
            "SELECT id FROM messages \
             WHERE thread_id = ?1 AND id IN (SELECT value FROM json_each(?2))",
        )
        .bind(&self.thread)
        .bind(json!(ids).to_string())
        .fetch_all(connection)
        .await?;
        Ok(known.into_iter().collect())
    }
}

fn title(words: &str) -> String {
    let line = words.lines().map(str::trim).find(|line| !line.is_empty());
    line.unwrap_or_default().chars().take(TITLE).collect()
}
