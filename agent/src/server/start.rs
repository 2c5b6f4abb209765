//! Sets a run up, writes that it begins, and drives it in its own task.
//!
//! `agui.rs` admits the run.

use std::sync::Arc;

use axum::response::Response;

use super::error::ApiError;
use super::live::{Admitted, Listener};
use super::state::App;
use super::stream;
use crate::agui::RunInput;
use crate::clock::now;
use crate::conversation::Message;
use crate::engine::{
    Cause, Engine, Failure, Outcome, RunStart, restore, restore_arguments, restore_statuses,
    unanswered,
};
use crate::runtime::{Pacer, Run};
use crate::store::Begin;

/// Why an admitted run does not start.
pub(super) enum Refusal {
    /// This earlier run is what the request asks for.
    Done {
        run: String,
    },
    Api(ApiError),
}

impl<E: Into<ApiError>> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::Api(error.into())
    }
}

/// Starts an admitted run. If it does not start, its place in the thread is freed.
pub(super) async fn run(
    app: &Arc<App>,
    input: RunInput,
    admitted: Admitted,
    listener: Option<Listener>,
) -> Result<Response, Refusal> {
    let (thread, live) = (input.thread_id.clone(), Arc::clone(&admitted.live));
    let started = start(app, input, admitted, listener).await;
    if started.is_err() {
        app.live.leave(&thread, &live);
    }
    started
}

async fn start(
    app: &Arc<App>,
    mut input: RunInput,
    admitted: Admitted,
    listener: Option<Listener>,
) -> Result<Response, Refusal> {
    refuse_what_was(app, &input).await?;
    // Read before `begin`, which makes this run the last one.
    let (open, suspended) = if input.decisions.is_empty() && unanswered(&input.history).is_empty() {
        (Vec::new(), Vec::new())
    } else {
        (
            app.store.open_calls(&input.thread_id).await?,
            app.store.suspended(&input.thread_id).await?,
        )
    };
    let (edits, unsuccessful) = if asks_for_tools(&input) {
        (
            app.store.edits(&input.thread_id).await?,
            app.store.unsuccessful(&input.thread_id).await?,
        )
    } else {
        (Vec::new(), Vec::new())
    };
    // Read before `begin`: an error after `begin` would leave a run without an end.
    let heard = app.store.delivered(&input.thread_id).await?;
    let record = app
        .records
        .begin(&input.thread_id, &input.run_id, &input.received);
    let begun = app.store.begin(begin(&input)).await;
    if let Err(error) = begun {
        app.records.end(
            &record,
            &Outcome::Failed(Failure::new("store", error.to_string())),
        );
        return Err(error.into());
    }
    admitted.live.begun.cancel();
    restore(&mut input.history, heard);
    restore_arguments(&mut input.history, &edits);
    restore_statuses(&mut input.history, &unsuccessful);
    let (thread, run_id) = (input.thread_id.clone(), input.run_id.clone());
    let (outlet, frames) = app.store.outlet(&thread, &run_id);
    let gate = app.gate(&thread);
    let pacer = Pacer::new(app.speed, gate.clone());
    input.tools.retain(|tool| !app.backend.has_tool(&tool.name));
    let (model, tools) = app.backend.model_and_tools(&thread, pacer, &input.tools);
    let client_tools = input.tools.iter().map(|tool| tool.name.to_string());
    let terms = admitted.live.terms;
    let policy = app.policy_of(&input, terms);
    let mut engine = Engine::new(
        RunStart {
            thread_id: input.thread_id,
            run_id: input.run_id,
            history: input.history,
            decisions: input.decisions,
        },
        policy,
    )
    .with_open_calls(open)
    .with_suspended(suspended)
    .with_client_tools(client_tools.collect());
    let Admitted {
        live,
        requests,
        cancelled,
    } = admitted;
    if let Some(reason) = cancelled {
        engine.cancel_before_start(&reason);
    }
    let run = Run {
        engine,
        model,
        tools,
        outlet,
        requests,
        record: Arc::clone(&record),
        gate,
        disconnected: live.leaving.clone(),
        shutdown: app.shutdown.clone(),
    };
    let app = Arc::clone(app);
    tokio::spawn(async move {
        let outcome = run.drive().await;
        app.records.end(&record, &outcome);
        report(&thread, &run_id, &outcome, record.deltas());
        let at = i64::try_from(now()).unwrap_or(i64::MAX);
        let written = app
            .store
            .finish(&thread, &run_id, cause(&outcome), at)
            .await;
        if let Err(error) = written {
            tracing::error!(thread, run = run_id, %error, "the end of a run was not written");
        }
        app.live.leave(&thread, &live);
    });
    Ok(stream::response(frames, listener, terms.announced))
}

fn asks_for_tools(input: &RunInput) -> bool {
    let asks = |message: &Message| matches!(message, Message::Assistant { calls, .. } if !calls.is_empty());
    input.history.iter().any(asks)
}

/// Refuses a request that repeats an earlier run. A request is recognised by its run id, or, if it is
/// Midturn's, by the id of its message, once the run of that message finished or waits. Also refuses
/// another message whose run has the id of an earlier run.
async fn refuse_what_was(app: &App, input: &RunInput) -> Result<(), Refusal> {
    if let Some(message) = input.new_message()
        && is_known(app, input).await?
        && let Some(last) = app.store.run_for_message(&input.thread_id, message).await?
        && (last.id == input.run_id
            || (is_of_midturn(input) && ["finished", "waiting"].contains(&last.state.as_str())))
    {
        return Err(Refusal::Done { run: last.id });
    }
    if app
        .store
        .run(&input.thread_id, &input.run_id)
        .await?
        .is_some()
    {
        if input.new_message().is_none() {
            let run = input.run_id.clone();
            return Err(Refusal::Done { run });
        }
        return Err(Refusal::Api(ApiError::Conflict {
            code: "run_id_used",
            message: "The thread has had a run with this id.".to_owned(),
        }));
    }
    Ok(())
}

/// Whether the client is Midturn. It gives a message that is to be answered anew another id, so a known
/// message is one whose answer did not arrive. Other clients send a message again to get another answer.
fn is_of_midturn(input: &RunInput) -> bool {
    input.received["forwardedProps"]["midturn"].is_object()
}

/// Whether the store has the input's last message with the same content.
pub(super) async fn is_known(app: &App, input: &RunInput) -> Result<bool, ApiError> {
    let Some(id) = input.new_message() else {
        return Ok(false);
    };
    let stored = app.store.message(&input.thread_id, id).await?;
    let given = input.received["messages"]
        .as_array()
        .and_then(|all| all.last());
    Ok(match (stored, given) {
        (Some(stored), Some(given)) => stored["content"] == given["content"],
        _ => false,
    })
}

fn begin(input: &RunInput) -> Begin {
    let first_words = input.history.iter().find_map(|message| match message {
        Message::User { text, .. } => Some(text.clone()),
        _ => None,
    });
    Begin {
        thread: input.thread_id.clone(),
        run: input.run_id.clone(),
        message_id: input.last_prompt().0.to_owned(),
        first_words: first_words.unwrap_or_default(),
        messages: input.received["messages"]
            .as_array()
            .cloned()
            .unwrap_or_default(),
        leaves_out: is_of_midturn(input) && input.new_message().is_some(),
        at: i64::try_from(now()).unwrap_or(i64::MAX),
    }
}

/// Why a run was stopped; used when its events contain no reason from a person.
fn cause(outcome: &Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Cancelled(cause) => Some(match cause {
            Cause::User => "User cancelled",
            Cause::Disconnected => "The client disconnected",
            Cause::Shutdown => "The agent was shut down",
            Cause::TimeLimit => "The run took too long",
            Cause::Parent => "The agent above it was stopped",
        }),
        Outcome::Completed | Outcome::Waiting | Outcome::Failed(_) => None,
    }
}

fn report(thread: &str, run: &str, outcome: &Outcome, deltas: u64) {
    match outcome {
        Outcome::Completed => tracing::info!(thread, run, deltas, "run finished"),
        Outcome::Waiting => tracing::info!(thread, run, deltas, "run waits for an approval"),
        Outcome::Cancelled(Cause::Disconnected) => tracing::info!(
            thread,
            run,
            deltas,
            "client disconnected; model and tools stopped"
        ),
        Outcome::Cancelled(cause) => {
            tracing::info!(thread, run, deltas, ?cause, "run cancelled");
        }
        Outcome::Failed(failure) => {
            tracing::warn!(thread, run, deltas, code = failure.code, "run failed");
        }
    }
}
