//! `POST /agui/control`: cancels and interjections for a running run.
//!
//! Every well-formed request gets one answer: 202 when the run accepts the cancel or the message,
//! 404 when the run or task does not exist, 409 when the run refuses, mostly because the request is
//! too late. `interject.rs` handles interjections.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tokio::sync::oneshot;

use super::body::{ControlRequest, accepted};
use super::error::ApiError;
use super::live::LiveRun;
use super::state::App;
use super::{body, interject};
use crate::engine::{CancelRefusal, CancelTarget, Urgency};
use crate::runtime::Request;

const DEFAULT_REASON: &str = "User cancelled";

/// The largest cancel, in bytes. An interjection can have files, a cancel has at most a sentence.
const LARGEST_CANCEL: usize = 64 * 1024;

pub(super) async fn receive(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let bytes = body::bytes(&headers, body, app.max_body).await?;
    let body = body::object(&bytes)?;
    let text = |name: &str| match body[name].as_str() {
        Some(text) if !text.is_empty() => Ok(text.to_owned()),
        _ => Err(ApiError::Unprocessable(format!(
            "`{name}` is required and must be a non-empty string"
        ))),
    };
    let kind = text("type")?;
    let message = ControlRequest {
        thread: text("threadId")?,
        run: text("runId")?,
        body: body.clone(),
    };
    match kind.as_str() {
        "task.cancel.request" if bytes.len() > LARGEST_CANCEL => Err(ApiError::TooLarge {
            limit: LARGEST_CANCEL,
        }),
        "task.cancel.request" => cancel(&app, &message).await,
        "user.interjection" => interject::receive(&app, &message, text("id")?).await,
        other => Err(ApiError::Unprocessable(format!(
            "`type` is {other}, and must be task.cancel.request or user.interjection"
        ))),
    }
}

async fn cancel(app: &App, message: &ControlRequest) -> Result<Response, ApiError> {
    let (thread, run) = (&message.thread, &message.run);
    let element = message.body["elementId"].as_str();
    let reason = message.body["reason"].as_str().unwrap_or(DEFAULT_REASON);
    if let Some(live) = app.live.get(thread, run) {
        return cancel_live(app, message, &live, reason).await;
    }
    let is_known = app.store.run(thread, run).await?.is_some();
    // The run may have begun since it was looked for.
    let begun = if is_known || element.is_some() {
        app.live.get(thread, run)
    } else {
        app.live.remember(thread, run, reason)
    };
    if let Some(live) = begun {
        return cancel_live(app, message, &live, reason).await;
    }
    Ok(refuse(
        element.unwrap_or(run),
        if is_known {
            CancelRefusal::AlreadyCompleted
        } else {
            CancelRefusal::Unknown
        },
    ))
}

/// Passes a cancel to a run that is running, and answers as the run does.
async fn cancel_live(
    app: &App,
    message: &ControlRequest,
    live: &LiveRun,
    reason: &str,
) -> Result<Response, ApiError> {
    let (thread, run) = (&message.thread, &message.run);
    let element = message.body["elementId"].as_str();
    let named = element.unwrap_or(run);
    let urgency = if message.body["force"] == true {
        Urgency::Now
    } else {
        Urgency::Graceful {
            grace: live.terms.grace,
        }
    };
    let (reply, answer) = oneshot::channel();
    let request = Request::Cancel {
        target: match element {
            Some(id) => CancelTarget::Element(id.to_owned()),
            None => CancelTarget::Run,
        },
        reason: reason.to_owned(),
        urgency,
        reply,
    };
    // When the run ends first, the request is dropped without an answer.
    let _ = live.requests.send(request).await;
    if let Ok(answer) = answer.await {
        return Ok(match answer {
            Ok(()) => {
                let whole = element.is_none_or(|element| element == run);
                live.stopping.fetch_or(whole, Ordering::Relaxed);
                accepted(&json!({"elementId": named}))
            }
            Err(refusal) => refuse(named, refusal),
        });
    }
    if app.store.is_failing() || app.store.has_lost(thread, run) {
        return Err(ApiError::Store);
    }
    Ok(refuse(named, CancelRefusal::AlreadyCompleted))
}

/// The answer to a cancel that is not accepted.
fn refuse(named: &str, refusal: CancelRefusal) -> Response {
    let status = match refusal {
        CancelRefusal::Unknown => StatusCode::NOT_FOUND,
        CancelRefusal::AlreadyCompleted | CancelRefusal::NotStarted | CancelRefusal::NotAllowed => {
            StatusCode::CONFLICT
        }
    };
    let answer = json!({
        "type": "task.cancel.failed",
        "elementId": named,
        "error": refusal.to_string(),
    });
    (status, Json(answer)).into_response()
}
