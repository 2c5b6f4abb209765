//! `POST /agui/control`: cancels and interjections for a run at work.
//!
//! Every request gets one answer, and the answer is true when it is given: 202 when the run will
//! stop or has heard, 409 when it came too late, 404 when there is no such thing. Not responsible
//! for: what a run makes of it (the engine's).

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::body;
use super::error::ApiError;
use super::state::App;
use crate::agui::content;
use crate::engine::{
    CancelRefusal, CancelTarget, InterjectRefusal, Interjection, Routed, Target, Urgency,
};
use crate::runtime::Request;
use crate::store::Heard;

const DEFAULT_REASON: &str = "User cancelled";
const UNDELIVERED: &str = "The run ended before the message was heard";

/// A message for a run.
struct Message {
    thread: String,
    run: String,
    body: Value,
}

pub(super) async fn receive(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let body = body::json(&headers, body, app.max_body).await?;
    let text = |name: &str| match body[name].as_str() {
        Some(text) if !text.is_empty() => Ok(text.to_owned()),
        _ => Err(ApiError::Unprocessable(format!(
            "`{name}` is required and must be a non-empty string"
        ))),
    };
    let kind = text("type")?;
    let message = Message {
        thread: text("threadId")?,
        run: text("runId")?,
        body: body.clone(),
    };
    match kind.as_str() {
        "task.cancel.request" => cancel(&app, &message).await,
        "user.interjection" => interject(&app, &message, text("id")?).await,
        other => Err(ApiError::Unprocessable(format!(
            "`type` is {other}, and must be task.cancel.request or user.interjection"
        ))),
    }
}

async fn cancel(app: &App, message: &Message) -> Result<Response, ApiError> {
    let (thread, run) = (&message.thread, &message.run);
    let element = message.body["elementId"].as_str();
    let reason = message.body["reason"].as_str().unwrap_or(DEFAULT_REASON);
    let named = element.unwrap_or(run);
    let refuse = |refusal: CancelRefusal| {
        let status = match refusal {
            CancelRefusal::Unknown => StatusCode::NOT_FOUND,
            CancelRefusal::AlreadyCompleted
            | CancelRefusal::NotStarted
            | CancelRefusal::NotAllowed => StatusCode::CONFLICT,
        };
        let answer = json!({
            "type": "task.cancel.failed",
            "elementId": named,
            "error": refusal.to_string(),
        });
        (status, Json(answer)).into_response()
    };
    if let Some(live) = app.live.get(thread, run) {
        let urgency = if message.body["force"] == true {
            Urgency::Now
        } else {
            Urgency::Graceful { grace: app.grace }
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
        // When the run ends first, the request goes with it.
        let _ = live.requests.send(request).await;
        if let Ok(answer) = answer.await {
            return Ok(match answer {
                Ok(()) => {
                    let whole = element.is_none_or(|element| element == run);
                    live.stopping.fetch_or(whole, Ordering::Relaxed);
                    accepted(&json!({"elementId": named}))
                }
                Err(refusal) => refuse(refusal),
            });
        }
        if app.store.is_failing() || app.store.has_lost(thread, run) {
            return Err(ApiError::Store);
        }
        return Ok(refuse(CancelRefusal::AlreadyCompleted));
    }
    if app.store.run(thread, run).await?.is_some() {
        return Ok(refuse(CancelRefusal::AlreadyCompleted));
    }
    if element.is_none() {
        app.live.remember(thread, run, reason);
    }
    Ok(refuse(CancelRefusal::Unknown))
}

async fn interject(app: &App, message: &Message, id: String) -> Result<Response, ApiError> {
    let (thread, run) = (&message.thread, &message.run);
    let target = match message.body["target"].as_str() {
        None if message.body["target"].is_null() => Target::Auto,
        Some("auto") => Target::Auto,
        Some("root") => Target::Root,
        Some(call) if !call.is_empty() => Target::Call(call.to_owned()),
        _ => {
            let expected = "`target` must be auto, root or the id of a tool call";
            return Err(ApiError::Unprocessable(expected.to_owned()));
        }
    };
    let mut attachments = content::attachments(&message.body["message"]);
    attachments.extend(content::attachments(&message.body["attachments"]));
    let interjection = Interjection {
        id: id.clone(),
        text: content::text(&message.body["message"]),
        attachments,
    };
    let refuse = |status: StatusCode, error: String| {
        let answer = json!({"type": "interjection.failed", "id": id, "error": error});
        (status, Json(answer)).into_response()
    };
    if let Some(live) = app.live.get(thread, run) {
        // What an earlier run of the thread has delivered is in the history of this one.
        let earlier = app.store.heard(thread, &id).await?;
        if let Some(heard) = earlier.filter(|heard| !heard.undelivered) {
            return Ok(accepted(&view(&id, &routed(heard))));
        }
        let (reply, answer) = oneshot::channel();
        let request = Request::Interject {
            interjection,
            target,
            reply,
        };
        let _ = live.requests.send(request).await;
        match answer.await {
            Ok(Ok(routed)) => return Ok(accepted(&view(&id, &routed))),
            // Another run may have heard it.
            Ok(Err(InterjectRefusal::RunOver)) => {}
            Ok(Err(refusal @ InterjectRefusal::UnknownTarget(_))) => {
                return Ok(refuse(StatusCode::NOT_FOUND, refusal.to_string()));
            }
            Ok(Err(refusal @ InterjectRefusal::Blank)) => {
                return Ok(refuse(
                    StatusCode::UNPROCESSABLE_ENTITY,
                    refusal.to_string(),
                ));
            }
            Err(_) if app.store.is_failing() || app.store.has_lost(thread, run) => {
                return Err(ApiError::Store);
            }
            // It is over as soon as it is written down what it heard.
            Err(_) => live.over.cancelled().await,
        }
    }
    if let Some(heard) = app.store.heard(thread, &id).await? {
        if heard.undelivered {
            return Ok(refuse(StatusCode::CONFLICT, UNDELIVERED.to_owned()));
        }
        return Ok(accepted(&view(&id, &routed(heard))));
    }
    Ok(if app.store.run(thread, run).await?.is_some() {
        refuse(StatusCode::CONFLICT, InterjectRefusal::RunOver.to_string())
    } else {
        refuse(StatusCode::NOT_FOUND, format!("There is no run {run}"))
    })
}

/// An interjection is answered for the second time as it was for the first.
fn routed(heard: Heard) -> Routed {
    Routed {
        parent_id: heard.parent_id,
        target_agent: heard.target_agent,
        fallback_from: None,
    }
}

fn accepted(answer: &Value) -> Response {
    (StatusCode::ACCEPTED, Json(answer)).into_response()
}

fn view(id: &str, routed: &Routed) -> Value {
    let mut view = json!({
        "id": id,
        "parentId": routed.parent_id,
        "targetAgent": routed.target_agent,
    });
    if let Some(call) = &routed.fallback_from {
        view["fallbackFrom"] = json!(call);
    }
    view
}
