//! Test mode: endpoints to hold, step and release threads, and to read what runs received.
//!
//! The routes do not exist outside test mode.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use super::error::ApiError;
use super::state::App;
use crate::runtime::{Goal, StepError};

const PATIENCE: Duration = Duration::from_secs(10);

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/test/runs/{run}", get(run))
        .route("/test/threads/{thread}/runs", get(runs))
        .route("/test/threads/{thread}/hold", post(hold))
        .route("/test/threads/{thread}/step", post(step))
        .route("/test/threads/{thread}/release", post(release))
}

async fn run(
    State(app): State<Arc<App>>,
    Path(run): Path<String>,
) -> Result<Json<Value>, ApiError> {
    let found = app.records.run(&run).map(Json);
    found.ok_or_else(|| ApiError::NotFound(format!("there has been no run {run}")))
}

async fn runs(State(app): State<Arc<App>>, Path(thread): Path<String>) -> Json<Value> {
    Json(Value::Array(app.records.runs_of(&thread)))
}

async fn hold(State(app): State<Arc<App>>, Path(thread): Path<String>) -> Json<Value> {
    app.hold(&thread).hold();
    Json(json!({"held": true}))
}

async fn release(State(app): State<Arc<App>>, Path(thread): Path<String>) -> Json<Value> {
    app.hold(&thread).release();
    Json(json!({"held": false}))
}

async fn step(
    State(app): State<Arc<App>>,
    Path(thread): Path<String>,
    body: Bytes,
) -> Result<Json<Value>, ApiError> {
    let (goal, patience) = order(&body)?;
    match app.hold(&thread).step(goal, patience).await {
        Ok(report) => Ok(Json(json!({"steps": report.steps, "ended": report.ended}))),
        Err(error @ StepError::NotHeld) => Err(ApiError::Conflict {
            code: "not_held",
            message: error.to_string(),
        }),
        Err(error @ StepError::TimedOut { .. }) => Err(ApiError::TimedOut(error.to_string())),
    }
}

/// `{"count": n}` or `{"until": …}`, with an optional `timeoutMs` (default: ten seconds). An empty
/// body is one step.
fn order(body: &[u8]) -> Result<(Goal, Duration), ApiError> {
    if body.is_empty() {
        return Ok((Goal::Count(1), PATIENCE));
    }
    let body: Value = serde_json::from_slice(body)
        .map_err(|error| ApiError::BadRequest(format!("the body is not valid JSON: {error}")))?;
    let goal = match (&body["count"], body["until"].as_str()) {
        (Value::Null, None) if body["until"].is_null() => Goal::Count(1),
        (Value::Null, Some("tool_started")) => Goal::ToolStarted,
        (Value::Null, Some("tool_finished")) => Goal::ToolFinished,
        (Value::Null, Some("text")) => Goal::Text,
        (Value::Null, Some("end")) => Goal::End,
        (count, None) if body["until"].is_null() => {
            let count = count.as_u64().ok_or_else(|| {
                ApiError::Unprocessable("`count` must be a whole number".to_owned())
            })?;
            Goal::Count(count)
        }
        _ => {
            return Err(ApiError::Unprocessable(
                "give either `count`, or `until` as tool_started, tool_finished, text or end"
                    .to_owned(),
            ));
        }
    };
    let patience = body["timeoutMs"]
        .as_u64()
        .map_or(PATIENCE, Duration::from_millis);
    Ok((goal, patience))
}
