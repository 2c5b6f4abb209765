//! `user.interjection`: a message is sent, repeated, changed or taken back.
//!
//! A message with a new id goes to the run. A message with a known id and other content replaces
//! the earlier message. An empty message takes the earlier message back. Both work until the model
//! has the message. A repeated message gets the same answer again. The engine chooses the agent
//! that gets the message, and the time.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::body::{ControlRequest, accepted};
use super::error::ApiError;
use super::state::App;
use crate::agui::content;
use crate::conversation::Interjection;
use crate::engine::{InterjectRefusal, Routed, Target};
use crate::runtime::Request;
use crate::store::FinishedInterjection;

const UNDELIVERED: &str = "The run ended before the message was heard";

pub(super) async fn receive(
    app: &App,
    message: &ControlRequest,
    id: String,
) -> Result<Response, ApiError> {
    let (thread, run) = (&message.thread, &message.run);
    let target = target(&message.body)?;
    let interjection = interjection(&message.body, id.clone());
    if let Some(live) = app.live.get(thread, run) {
        // If an earlier run of the thread delivered the message, it is in this run's history.
        let earlier = app.store.heard(thread, &id).await?;
        let earlier = match earlier {
            Some(heard) if !heard.undelivered && !heard.taken_back => {
                return Ok(settled(heard, &interjection));
            }
            earlier => earlier,
        };
        let (reply, answer) = oneshot::channel();
        let request = Request::Interject {
            interjection: interjection.clone(),
            target,
            reply,
        };
        let _ = live.requests.send(request).await;
        match answer.await {
            Ok(Ok(copies)) => return Ok(accepted(&views(&id, &copies))),
            // Another run may have got the message.
            Ok(Err(InterjectRefusal::RunOver)) => {}
            Ok(Err(InterjectRefusal::Blank)) if earlier.is_some() => {}
            Ok(Err(refusal)) => return Ok(refused(&id, &refusal)),
            Err(_) if app.store.is_failing() || app.store.has_lost(thread, run) => {
                return Err(ApiError::Store);
            }
            // Wait for the end of the run: then its interjections are in the store.
            Err(_) => live.over.cancelled().await,
        }
    }
    if let Some(heard) = app.store.heard(thread, &id).await? {
        return Ok(settled(heard, &interjection));
    }
    Ok(if app.store.run(thread, run).await?.is_some() {
        refused(&id, &InterjectRefusal::RunOver)
    } else {
        let error = format!("There is no run {run}");
        refusal(&id, StatusCode::NOT_FOUND, "unknown_run", &error)
    })
}

fn target(body: &Value) -> Result<Target, ApiError> {
    let wrong = || {
        let expected =
            "`target` must be auto, all, root, the id of a tool call, or a list of the last two";
        ApiError::Unprocessable(expected.to_owned())
    };
    match &body["target"] {
        Value::Null => Ok(Target::Auto),
        Value::String(name) => match name.as_str() {
            "auto" => Ok(Target::Auto),
            "all" => Ok(Target::All),
            name => one_target(name).ok_or_else(wrong),
        },
        Value::Array(names) if !names.is_empty() => {
            let targets = names.iter().map(|name| one_target(name.as_str()?));
            let targets: Option<Vec<Target>> = targets.collect();
            targets.map(Target::Several).ok_or_else(wrong)
        }
        _ => Err(wrong()),
    }
}

fn one_target(name: &str) -> Option<Target> {
    match name {
        "" => None,
        "root" => Some(Target::Root),
        call => Some(Target::Call(call.to_owned())),
    }
}

fn interjection(body: &Value, id: String) -> Interjection {
    let mut attachments = content::attachments(&body["message"]);
    attachments.extend(content::attachments(&body["attachments"]));
    Interjection {
        id,
        text: content::text(&body["message"]),
        attachments,
    }
}

/// The answer for a message of a finished run.
fn settled(heard: FinishedInterjection, again: &Interjection) -> Response {
    let attachments: Vec<Value> = serde_json::from_str(&heard.attachments).unwrap_or_default();
    let same = heard.message == again.text && attachments == again.attachments;
    match heard {
        FinishedInterjection {
            taken_back: true, ..
        } if !again.is_blank() => refused(&again.id, &InterjectRefusal::TakenBack),
        FinishedInterjection {
            undelivered: true, ..
        } => refusal(&again.id, StatusCode::CONFLICT, "undelivered", UNDELIVERED),
        heard if same || heard.taken_back => {
            let routed = Routed {
                parent_id: heard.parent_id,
                target_agent: heard.target_agent,
                fallback_from: None,
            };
            accepted(&view(&again.id, &routed))
        }
        _ => refused(&again.id, &InterjectRefusal::Delivered),
    }
}

fn refused(id: &str, why: &InterjectRefusal) -> Response {
    let (status, code) = match why {
        InterjectRefusal::UnknownTarget(_) => (StatusCode::NOT_FOUND, "unknown_target"),
        InterjectRefusal::Blank => (StatusCode::UNPROCESSABLE_ENTITY, "empty"),
        InterjectRefusal::RunOver => (StatusCode::CONFLICT, "run_over"),
        InterjectRefusal::Delivered => (StatusCode::CONFLICT, "already_delivered"),
        InterjectRefusal::TakenBack => (StatusCode::CONFLICT, "taken_back"),
    };
    refusal(id, status, code, &why.to_string())
}

fn refusal(id: &str, status: StatusCode, code: &str, error: &str) -> Response {
    let answer = json!({"type": "interjection.failed", "id": id, "code": code, "error": error});
    (status, Json(answer)).into_response()
}

/// Who gets the message. With several copies, the others are in `also`, with their ids.
fn views(id: &str, copies: &[(String, Routed)]) -> Value {
    let Some(((_, first), others)) = copies.split_first() else {
        return json!({"id": id});
    };
    let mut own = view(id, first);
    if !others.is_empty() {
        let others = others.iter().map(|(id, routed)| view(id, routed));
        own["also"] = others.collect();
    }
    own
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
