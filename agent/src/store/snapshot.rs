//! A thread as a client shows it on opening: its messages, and what each run did.
//!
//! Finished runs come from their own tables; running runs are read from their events.

use serde::Serialize;
use serde_json::{Value, json};

use super::row::from_row;
use super::{Store, StoreError, StoredRun};
use crate::record::{DeliveryState, RecordedInterjection, Transcript, amend};

struct MessageRow {
    body: String,
    cancelled: bool,
    cancellation_reason: Option<String>,
}

from_row!(MessageRow {
    body,
    cancelled,
    cancellation_reason
});

/// An activity in the same form as one of a running run.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ActivityRow {
    id: String,
    kind: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent_id: Option<String>,
    status: String,
    started_at: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_at: Option<i64>,
}

from_row!(ActivityRow {
    id,
    kind,
    name,
    parent_id,
    status,
    started_at,
    ended_at
});

struct InterjectionRow {
    id: String,
    message: String,
    attachments: String,
    parent_id: String,
    target_agent: String,
    status: String,
}

from_row!(InterjectionRow {
    id,
    message,
    attachments,
    parent_id,
    target_agent,
    status
});

impl Store {
    /// The thread's messages in AG-UI's form. Cancelled messages are marked in their metadata. Each
    /// run has one activity message with its activities and interjections. A running run is
    /// included with its events so far. What the person has left out is missing.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn snapshot(
        &self,
        thread: &str,
        runs: &[StoredRun],
    ) -> Result<Vec<Value>, StoreError> {
        let rows: Vec<MessageRow> = sqlx::query_as(
            "SELECT body, cancelled, cancellation_reason FROM messages \
             WHERE thread_id = ? AND NOT left_out ORDER BY position",
        )
        .bind(thread)
        .fetch_all(&self.pool)
        .await?;
        let mut messages: Vec<Value> = rows.iter().filter_map(message).collect();
        for run in runs {
            let (activities, interjections): (Vec<Value>, Vec<Value>) = if run.state == "running" {
                let transcript = self.transcript(thread, &run.id).await?;
                // The run may have ended since `runs` was read: its messages may be in the table
                // already.
                let known = |message: &&Value| messages.iter().all(|m| m["id"] != message["id"]);
                let new: Vec<Value> = transcript
                    .messages()
                    .iter()
                    .filter(known)
                    .cloned()
                    .collect();
                messages.extend(new);
                change_earlier(&mut messages, &transcript);
                let activities = transcript.activities();
                (
                    activities.iter().map(|one| json!(one)).collect(),
                    transcript
                        .interjections()
                        .iter()
                        .map(interjection)
                        .collect(),
                )
            } else {
                (
                    self.activities(thread, &run.id).await?,
                    self.interjections(thread, &run.id).await?,
                )
            };
            messages.push(turn(run, &activities, &interjections));
        }
        Ok(messages)
    }

    async fn activities(&self, thread: &str, run: &str) -> Result<Vec<Value>, StoreError> {
        let rows: Vec<ActivityRow> = sqlx::query_as(
            "SELECT id, kind, name, parent_id, status, started_at, ended_at FROM activities \
             WHERE thread_id = ? AND run_id = ? ORDER BY position",
        )
        .bind(thread)
        .bind(run)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.iter().map(|row| json!(row)).collect())
    }

    async fn interjections(&self, thread: &str, run: &str) -> Result<Vec<Value>, StoreError> {
        let rows: Vec<InterjectionRow> = sqlx::query_as(
            "SELECT id, message, attachments, parent_id, target_agent, status \
             FROM interjections WHERE thread_id = ? AND run_id = ? ORDER BY position",
        )
        .bind(thread)
        .bind(run)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.iter().map(interjection_row).collect())
    }
}

/// Applies a running run's edits to earlier messages, and marks the activities that it ended. When
/// the run is over, the tables hold these changes.
fn change_earlier(messages: &mut [Value], transcript: &Transcript) {
    for message in messages {
        for edit in transcript.edits() {
            amend(message, edit);
        }
        let activities = message.pointer_mut("/content/activities");
        let activities = activities.and_then(Value::as_array_mut);
        let open = activities.into_iter().flatten();
        for activity in open.filter(|activity| activity["status"] == "running") {
            let mut ended = transcript.ended().iter().rev();
            let end = ended.find(|one| activity["kind"] == one.kind && activity["id"] == one.id);
            if let Some(end) = end {
                activity["status"] = json!(end.status);
                activity["endedAt"] = json!(end.at);
            }
        }
    }
}

fn turn(run: &StoredRun, activities: &[Value], interjections: &[Value]) -> Value {
    let mut content = json!({
        "runId": run.id,
        "outcome": run.state,
        "activities": activities,
        "interjections": interjections,
    });
    if let Some(reason) = &run.cancellation_reason {
        content["cancellationReason"] = json!(reason);
    }
    json!({
        "id": format!("{}-activities", run.id),
        "role": "activity",
        "activityType": "midturn.turn",
        "content": content,
    })
}

fn message(row: &MessageRow) -> Option<Value> {
    let mut message: Value = serde_json::from_str(&row.body).ok()?;
    if row.cancelled {
        message["metadata"]["cancelled"] = json!(true);
        message["metadata"]["cancellationReason"] = json!(row.cancellation_reason);
    }
    Some(message)
}

fn interjection_row(row: &InterjectionRow) -> Value {
    let attachments: Value = serde_json::from_str(&row.attachments).unwrap_or_default();
    let view = json!({
        "id": row.id,
        "message": row.message,
        "attachments": attachments,
        "parentId": row.parent_id,
        "targetAgent": row.target_agent,
    });
    with_delivery(view, &row.status)
}

fn with_delivery(mut view: Value, status: &str) -> Value {
    let (status, reason) = DeliveryState::view(status);
    view["status"] = json!(status);
    if let Some(reason) = reason {
        view["reason"] = json!(reason);
    }
    view
}

fn interjection(interjection: &RecordedInterjection) -> Value {
    let view = json!({
        "id": interjection.id,
        "message": interjection.message,
        "attachments": interjection.attachments,
        "parentId": interjection.parent_id,
        "targetAgent": interjection.target_agent,
    });
    with_delivery(view, interjection.delivery.name())
}
