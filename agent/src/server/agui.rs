//! `POST /agui`: reads the input, starts the run in a task of its own, answers with its stream.
//!
//! Not responsible for: what the run does, and SSE framing.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::error::ApiError;
use super::plays;
use super::state::App;
use super::stream;
use crate::agui::{InputError, RunInput};
use crate::engine::{Cause, Engine, Message, Outcome, RunStart};
use crate::runtime::{Pacer, Run, RunRecord};
use crate::script::{self, Play, ScriptedModel, ScriptedTools};

/// Events that may wait for a slow client before the model waits too.
const FRAMES_AHEAD: usize = 256;

pub(super) async fn run(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    // A page of another origin can send any other type without asking first.
    if !is_json(&headers) {
        return Err(ApiError::NotJsonType);
    }
    let input = RunInput::parse(&read(body, app.max_body).await?).map_err(|error| match error {
        InputError::NotJson(_) => ApiError::BadRequest(error.to_string()),
        InputError::Shape(_) => ApiError::Unprocessable(error.to_string()),
    })?;
    let record = app
        .records
        .begin(&input.thread_id, &input.run_id, &input.received);
    let (prompt_id, prompt) = last_prompt(&input.history);
    let scenario = script::choose(prompt).map_or("", |scenario| scenario.name);
    tracing::info!(
        thread = input.thread_id,
        run = input.run_id,
        scenario,
        "run starts"
    );
    if let Some(Play::Http(play)) = script::choose(prompt).map(|scenario| scenario.play)
        && let Some(answer) = plays::play(&app, play, &input.thread_id, prompt_id, &record).await
    {
        return Ok(answer);
    }
    Ok(start(&app, input, record))
}

fn start(app: &Arc<App>, input: RunInput, record: Arc<RunRecord>) -> Response {
    let gate = app.gate(&input.thread_id);
    let pacer = Pacer::new(app.speed, gate.clone());
    let (frames, receiver) = mpsc::channel(FRAMES_AHEAD);
    let disconnected = CancellationToken::new();
    let (thread_id, run_id) = (input.thread_id.clone(), input.run_id.clone());
    let run = Run {
        engine: Engine::new(
            RunStart {
                thread_id: input.thread_id,
                run_id: input.run_id,
                history: input.history,
                decisions: input.decisions,
            },
            script::policy(app.time_limit),
        ),
        run_id: run_id.clone(),
        model: Arc::new(ScriptedModel::new(pacer.clone())),
        tools: Arc::new(ScriptedTools::new(pacer)),
        frames,
        record: Arc::clone(&record),
        gate,
        disconnected: disconnected.clone(),
        shutdown: app.shutdown.clone(),
    };
    let app = Arc::clone(app);
    tokio::spawn(async move {
        let outcome = run.drive().await;
        app.records.end(&record, &outcome);
        report(&thread_id, &run_id, &outcome, record.deltas());
    });
    stream::response(receiver, disconnected)
}

fn report(thread: &str, run: &str, outcome: &Outcome, deltas: u64) {
    match outcome {
        Outcome::Completed => tracing::info!(thread, run, deltas, "run finished"),
        Outcome::Waiting => tracing::info!(thread, run, deltas, "run waits for an approval"),
        Outcome::Cancelled {
            cause: Cause::Disconnected,
            ..
        } => tracing::info!(
            thread,
            run,
            deltas,
            "client disconnected; model and tools stopped"
        ),
        Outcome::Cancelled { cause, .. } => {
            tracing::info!(thread, run, deltas, ?cause, "run cancelled");
        }
        Outcome::Failed(failure) => {
            tracing::warn!(thread, run, deltas, code = failure.code, "run failed");
        }
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let essence = value.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

async fn read(body: Body, limit: usize) -> Result<Bytes, ApiError> {
    match Limited::new(body, limit).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(ApiError::TooLarge { limit }),
        Err(error) => Err(ApiError::BadRequest(format!(
            "the body could not be read: {error}"
        ))),
    }
}

fn last_prompt(history: &[Message]) -> (&str, &str) {
    let prompt = history.iter().rev().find_map(|message| match message {
        Message::User { id, text, .. } => Some((id.as_str(), text.as_str())),
        _ => None,
    });
    prompt.unwrap_or_default()
}
