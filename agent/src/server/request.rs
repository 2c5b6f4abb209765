//! A request to the control endpoint, and the answer to one that was accepted.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

/// A request for a run.
pub(super) struct ControlRequest {
    pub(super) thread: String,
    pub(super) run: String,
    pub(super) body: Value,
}

/// The answer to an accepted request: 202.
pub(super) fn accepted(answer: &Value) -> Response {
    (StatusCode::ACCEPTED, Json(answer)).into_response()
}
