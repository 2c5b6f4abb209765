//! What a person left out of a thread: the messages and runs that followed an earlier message, when
//! that was sent again with another text.
//!
//! A request has the whole conversation, so what is stored after its last known message is no longer a
//! part of it. Nothing is deleted: another browser may still have it, and its next request brings it
//! back.

use serde_json::json;
use sqlx::SqliteConnection;

use super::begin::Begin;

impl Begin {
    /// Leaves out what the request no longer has, and brings back what it has again. Comes before the
    /// request's messages are written.
    pub(super) async fn leave_out(
        &self,
        connection: &mut SqliteConnection,
    ) -> Result<(), sqlx::Error> {
        let ids = self.messages.iter();
        let ids: Vec<&str> = ids.filter_map(|message| message["id"].as_str()).collect();
        let ids = json!(ids).to_string();
        self.bring_back(connection, &ids).await?;
        if !self.leaves_out {
            return Ok(());
        }
        let (is_known, last): (bool, Option<i64>) = sqlx::query_as(
            "SELECT coalesce(max(id = ?2), FALSE), max(position) FROM messages \
             WHERE thread_id = ?1 AND id IN (SELECT value FROM json_each(?3))",
        )
        .bind(&self.thread)
        .bind(&self.message_id)
        .bind(&ids)
        .fetch_one(&mut *connection)
        .await?;
        // A message that is asked again leaves nothing out.
        if is_known {
            return Ok(());
        }
        let last = last.unwrap_or_default();
        let runs = sqlx::query(
            "UPDATE runs SET left_out = TRUE WHERE thread_id = ?1 AND message_id IN (\
             SELECT id FROM messages WHERE thread_id = ?1 AND +position > ?2)",
        )
        .bind(&self.thread)
        .bind(last)
        .execute(&mut *connection)
        .await?;
        if runs.rows_affected() == 0 {
            return Ok(());
        }
        // The run of the last known message may have written more after it, for example a subagent's.
        sqlx::query(
            "UPDATE messages SET left_out = TRUE WHERE thread_id = ?1 AND +position > ?2 \
             AND (run_id IS NULL OR run_id IN (\
             SELECT id FROM runs WHERE thread_id = ?1 AND left_out))",
        )
        .bind(&self.thread)
        .bind(last)
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn bring_back(
        &self,
        connection: &mut SqliteConnection,
        ids: &str,
    ) -> Result<(), sqlx::Error> {
        let runs = sqlx::query(
            "UPDATE runs SET left_out = FALSE WHERE thread_id = ?1 AND left_out \
             AND message_id IN (SELECT value FROM json_each(?2))",
        )
        .bind(&self.thread)
        .bind(ids)
        .execute(&mut *connection)
        .await?;
        if runs.rows_affected() == 0 {
            return Ok(());
        }
        sqlx::query(
            "UPDATE messages SET left_out = FALSE WHERE thread_id = ?1 AND left_out \
             AND (id IN (SELECT value FROM json_each(?2)) OR run_id IN (\
             SELECT id FROM runs WHERE thread_id = ?1 AND NOT left_out))",
        )
        .bind(&self.thread)
        .bind(ids)
        .execute(connection)
        .await?;
        Ok(())
    }
}
