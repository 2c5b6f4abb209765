//! Reads a request's body and checks its content type, its size, and that it is JSON; and the answer to a
//! request for a run that was accepted.

use axum::Json;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde_json::Value;

use super::error::ApiError;

/// The body of a request with the content type JSON.
pub(super) async fn bytes(
    headers: &HeaderMap,
    body: Body,
    limit: usize,
) -> Result<Bytes, ApiError> {
    // A page of another origin can send some other content types without a preflight.
    if !is_json(headers) {
        return Err(ApiError::NotJsonType);
    }
    match Limited::new(body, limit).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(ApiError::TooLarge { limit }),
        Err(error) => Err(ApiError::BadRequest(format!(
            "the body could not be read: {error}"
        ))),
    }
}

/// The body as a JSON object.
pub(super) async fn json(headers: &HeaderMap, body: Body, limit: usize) -> Result<Value, ApiError> {
    object(&bytes(headers, body, limit).await?)
}

/// Reads a JSON object.
pub(super) fn object(bytes: &[u8]) -> Result<Value, ApiError> {
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|error| ApiError::BadRequest(format!("the body is not valid JSON: {error}")))?;
    if !value.is_object() {
        return Err(ApiError::Unprocessable(
            "the body must be a JSON object".to_owned(),
        ));
    }
    Ok(value)
}

/// A request for a run, at the control endpoint.
pub(super) struct ControlRequest {
    pub(super) thread: String,
    pub(super) run: String,
    pub(super) body: Value,
}

/// The answer to an accepted request: 202.
pub(super) fn accepted(answer: &Value) -> Response {
    (StatusCode::ACCEPTED, Json(answer)).into_response()
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let essence = value.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}
