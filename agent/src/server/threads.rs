//! `/threads`: lists, shows, renames and deletes threads.
//!
//! `events.rs` streams a thread's events.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use serde_json::{Value, json};

use super::body;
use super::error::ApiError;
use super::state::App;
use crate::store::{StoredRun, Thread};

/// The longest title, in characters.
const TITLE: usize = 200;

pub(super) async fn list(State(app): State<Arc<App>>) -> Result<Json<Value>, ApiError> {
    let threads = app.store.threads().await?;
    Ok(Json(json!({"threads": threads})))
}

/// The thread with a `MESSAGES_SNAPSHOT`, its runs, and the id of its last event.
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, ApiError> {
    let thread = find(&app, &id).await?;
    // Read before the messages: an event added meanwhile is sent again, and none is missed.
    let last = app.store.last_event(&id).await?;
    // Also read before the messages: a run that ends meanwhile is shown from its events, complete.
    let runs = app.store.runs(&id).await?;
    let messages = app.store.snapshot(&id, &runs).await?;
    let mut answer = json!(thread);
    answer["snapshot"] = json!({"type": "MESSAGES_SNAPSHOT", "messages": messages});
    answer["runs"] = runs.iter().map(run).collect();
    answer["lastEventId"] = json!(last.to_string());
    Ok(Json(answer))
}

pub(super) async fn rename(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Thread>, ApiError> {
    let body = body::json(&headers, body, app.max_body).await?;
    let title = body["title"].as_str().map(str::trim).unwrap_or_default();
    if title.is_empty() || title.chars().count() > TITLE {
        return Err(ApiError::Unprocessable(format!(
            "`title` must have 1 to {TITLE} characters"
        )));
    }
    find(&app, &id).await?;
    app.store.rename(&id, title).wait().await?;
    find(&app, &id).await.map(Json)
}

pub(super) async fn delete(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    find(&app, &id).await?;
    let done = app.live.while_idle(&id, || app.store.delete(&id));
    let done = done.ok_or_else(|| ApiError::Conflict {
        code: "thread_busy",
        message: "The thread has a run at work. Cancel it first.".to_owned(),
    })?;
    done.wait().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn find(app: &App, id: &str) -> Result<Thread, ApiError> {
    let found = app.store.thread(id).await?;
    found.ok_or_else(|| ApiError::NotFound(format!("there is no thread {id}")))
}

fn run(run: &StoredRun) -> Value {
    let mut view = json!({
        "runId": run.id,
        "outcome": run.state,
        "cancelled": run.state == "cancelled",
        "startedAt": run.started_at,
    });
    if let Some(reason) = &run.cancellation_reason {
        view["cancellationReason"] = json!(reason);
    }
    if let Some(ended) = run.ended_at {
        view["endedAt"] = json!(ended);
    }
    view
}
