//! `POST /agui`: reads the input, admits the run, and answers with its stream.
//!
//! `start.rs` sets the run up.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use tokio::time::Instant;

use super::error::ApiError;
use super::live::Admitted;
use super::state::{App, OnDisconnect};
use super::terms::Terms;
use super::{body, events, plays, start};
use crate::agui::{InputError, RunInput};
use crate::script::{self, Play};

/// How long a run waits for the thread's previous run to end. The client of the previous run may
/// just have left, so that the run is about to stop.
const PATIENCE: Duration = Duration::from_secs(2);

pub(super) async fn run(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let terms = app.terms(&headers)?;
    let bytes = body::bytes(&headers, body, app.max_body).await?;
    let input = RunInput::parse(&bytes).map_err(|error| match error {
        InputError::NotJson(_) => ApiError::BadRequest(error.to_string()),
        InputError::Shape(_) => ApiError::Unprocessable(error.to_string()),
    })?;
    if input.history.len() > app.max_messages {
        return Err(ApiError::Unprocessable(format!(
            "`messages` has more than {} messages",
            app.max_messages
        )));
    }
    let (prompt_id, prompt) = input.last_prompt();
    let scenario = app
        .backend
        .is_scripted()
        .then(|| script::choose(prompt))
        .flatten();
    tracing::info!(
        thread = input.thread_id,
        run = input.run_id,
        scenario = scenario.map_or("", |scenario| scenario.name),
        "run requested"
    );
    if let Some(Play::Http(play)) = scenario.map(|scenario| scenario.play)
        && let Some(answer) = plays::play(&app, play, &input, prompt_id).await
    {
        return Ok(answer);
    }
    admit(&app, input, terms).await
}

/// Admits the run once the thread is free. A request that repeats the running run joins that run: it
/// brings the same message, or it brings none and has the same run id, as one with answers does.
async fn admit(app: &Arc<App>, input: RunInput, terms: Terms) -> Result<Response, ApiError> {
    let patience = Instant::now() + PATIENCE;
    let message_id = input.new_message().unwrap_or_default().to_owned();
    let (thread, run) = (input.thread_id.clone(), input.run_id.clone());
    let stays = app.on_disconnect(&input, terms) == OnDisconnect::Continue;
    let admitted: Admitted = loop {
        let live = match app.live.admit(&thread, &run, &message_id, terms) {
            Ok(admitted) => break admitted,
            Err(live) => live,
        };
        let same = if message_id.is_empty() {
            live.run == run
        } else {
            live.message_id == message_id
        };
        if same
            && live.has_begun().await
            && (message_id.is_empty() || start::is_known(app, &input).await?)
            && let Some(listener) = live.listen(stays)
        {
            return events::of_run(app, &thread, &live.run, Some(listener)).await;
        }
        // A run that was asked to stop may use its grace time, so the next run waits that much
        // longer.
        let until = if live.stopping.load(Ordering::Relaxed) {
            patience + Duration::from_millis(live.terms.grace)
        } else {
            patience
        };
        if tokio::time::timeout_at(until, live.over.cancelled())
            .await
            .is_err()
        {
            return Err(ApiError::Conflict {
                code: "thread_busy",
                message: "The thread is busy with another run.".to_owned(),
            });
        }
    };
    let live = Arc::clone(&admitted.live);
    let listener = live.listen(stays);
    // This future is dropped when the client disconnects. The admitted run must still reach its
    // end, so it starts in its own task.
    let starting = {
        let app = Arc::clone(app);
        tokio::spawn(async move { start::run(&app, input, admitted, listener).await })
    };
    let refusal = match starting.await {
        Ok(Ok(answer)) => return Ok(answer),
        Ok(Err(refusal)) => refusal,
        Err(error) => {
            app.live.leave(&thread, &live);
            tracing::error!(thread, run, %error, "a run could not be started");
            return Err(ApiError::Internal);
        }
    };
    match refusal {
        start::Refusal::Done { run } => events::of_run(app, &thread, &run, None).await,
        start::Refusal::Api(error) => Err(error),
    }
}

#[cfg(test)]
mod tests;
