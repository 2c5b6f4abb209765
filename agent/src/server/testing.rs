//! Test mode: endpoints to hold, step and release threads and to read what runs received, and
//! headers by which a test chooses the terms of a run. So one agent serves all tests.
//!
//! The routes do not exist outside test mode.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::routing::{get, post};
use axum::{Json, Router};
use clap::ValueEnum;
use serde_json::{Value, json};

use super::error::ApiError;
use super::state::{App, Terms};
use crate::options::Switch;
use crate::runtime::{Goal, StepError};

const PATIENCE: Duration = Duration::from_secs(10);

/// Whether the run announces the control extension, as `--control` says it for all runs.
const CONTROL: &str = "x-midturn-test-control";
/// The run's grace period in seconds, as `--grace` says it for all runs.
const GRACE: &str = "x-midturn-test-grace";

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/test/runs/{run}", get(run))
        .route("/test/threads/{thread}/runs", get(runs))
        .route("/test/threads/{thread}/hold", post(hold))
        .route("/test/threads/{thread}/step", post(step))
        .route("/test/threads/{thread}/release", post(release))
}

/// The terms that the headers of a run's request choose. Without a header it is `usual`. A value
/// that is not understood is refused: a test must not pass under terms that it did not choose.
pub(super) fn terms(headers: &HeaderMap, usual: Terms) -> Result<Terms, ApiError> {
    let announced = chosen(headers, CONTROL, "on or off", |value| {
        let switch = Switch::from_str(value, false).ok()?;
        Some(switch == Switch::On)
    })?;
    let grace = chosen(headers, GRACE, "a whole number of seconds", |value| {
        let seconds: u64 = value.parse().ok()?;
        Some(seconds.saturating_mul(1000))
    })?;
    Ok(Terms {
        announced: announced.unwrap_or(usual.announced),
        grace: grace.unwrap_or(usual.grace),
    })
}

/// The value of a header; `None` without the header.
fn chosen<T>(
    headers: &HeaderMap,
    name: &str,
    wanted: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, ApiError> {
    let Some(value) = headers.get(name) else {
        return Ok(None);
    };
    match value.to_str().ok().and_then(read) {
        Some(value) => Ok(Some(value)),
        None => Err(ApiError::BadRequest(format!("`{name}` must be {wanted}"))),
    }
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
