//! Scenarios that answer with a plain HTTP response, without a run.

use std::sync::Arc;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;

use super::error::body;
use super::state::App;
use super::stream;
use crate::agui::RunInput;
use crate::engine::{Cause, Failure, Outcome};
use crate::runtime::RunRecord;
use crate::script::HttpPlay;

/// The answer; `None` when a run starts instead.
pub(super) async fn play(
    app: &Arc<App>,
    play: HttpPlay,
    input: &RunInput,
    message_id: &str,
) -> Option<Response> {
    let refuses_once = matches!(play, HttpPlay::TooManyRequests | HttpPlay::Busy);
    if refuses_once && !app.refuse_once(&input.thread_id, message_id) {
        return None;
    }
    let record = app
        .records
        .begin(&input.thread_id, &input.run_id, &input.received);
    let answer = match play {
        HttpPlay::Unanswered => return Some(hang(app, record).await),
        HttpPlay::Empty => {
            app.records.end(&record, &Outcome::Completed);
            return Some(stream::empty());
        }
        HttpPlay::ServerError => body(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "The agent could not start the run.",
        ),
        HttpPlay::TooManyRequests => {
            let mut answer = body(
                StatusCode::TOO_MANY_REQUESTS,
                "too_many_requests",
                "Too many requests. Try again in a second.",
            );
            let seconds = HeaderValue::from_static("1");
            answer.headers_mut().insert(header::RETRY_AFTER, seconds);
            answer
        }
        HttpPlay::Busy => body(
            StatusCode::CONFLICT,
            "thread_busy",
            "The thread is busy with another run.",
        ),
    };
    let refused = Outcome::Failed(Failure::new(
        answer.status().as_str(),
        "The scenario refused the request.",
    ));
    app.records.end(&record, &refused);
    Some(answer)
}

/// Hangs until the server shuts down. A client that gives up drops this future.
async fn hang(app: &Arc<App>, record: Arc<RunRecord>) -> Response {
    let mut end = EndOnDrop {
        app: Arc::clone(app),
        record,
        cause: Cause::Disconnected,
    };
    app.shutdown.cancelled().await;
    end.cause = Cause::Shutdown;
    body(
        StatusCode::SERVICE_UNAVAILABLE,
        "stopping",
        "The agent is going down.",
    )
}

struct EndOnDrop {
    app: Arc<App>,
    record: Arc<RunRecord>,
    cause: Cause,
}

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        let cause = self.cause;
        let outcome = Outcome::Cancelled(cause);
        self.app.records.end(&self.record, &outcome);
        tracing::info!(?cause, "a request that is never answered is over");
    }
}
