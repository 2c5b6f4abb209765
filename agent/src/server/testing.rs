//! Test mode: endpoints to hold, step and release threads, and to read what runs received.
//!
//! The routes do not exist outside test mode.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
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

/// What a test orders: one step without `count` and `until`.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct Order {
    count: Option<u64>,
    until: Option<Goal>,
    timeout_ms: Option<u64>,
}

/// Reads an order. An empty body is one step.
fn order(body: &[u8]) -> Result<(Goal, Duration), ApiError> {
    let order = if body.is_empty() {
        Order::default()
    } else {
        serde_json::from_slice(body).map_err(|error| ApiError::Unprocessable(error.to_string()))?
    };
    let goal = match (order.count, order.until) {
        (count, None) => Goal::Count(count.unwrap_or(1)),
        (None, Some(goal)) => goal,
        (Some(_), Some(_)) => {
            let wrong = "give either `count` or `until`".to_owned();
            return Err(ApiError::Unprocessable(wrong));
        }
    };
    let patience = order.timeout_ms.map_or(PATIENCE, Duration::from_millis);
    Ok((goal, patience))
}
