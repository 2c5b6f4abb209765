//! Error responses, as `{"error": {"code", "message"}}`.
//!
//! Failures inside a run are `RUN_ERROR` events instead.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::store::StoreError;

/// Why a request is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ApiError {
    #[error("{0}")]
    BadRequest(String),
    #[error("{0}")]
    NotFound(String),
    #[error("{0}")]
    TimedOut(String),
    #[error("{code}: {message}")]
    Conflict { code: &'static str, message: String },
    #[error("the body is larger than {limit} bytes")]
    TooLarge { limit: usize },
    #[error("the content type must be application/json")]
    NotJsonType,
    #[error("{0}")]
    Unprocessable(String),
    #[error("a bearer token is required")]
    Unauthorized,
    #[error("without a token, the agent is asked as localhost or by a loopback address only")]
    OtherHost,
    #[error("the store cannot be used at the moment")]
    Store,
    #[error("the agent could not start the run")]
    Internal,
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store cannot be used");
        Self::Store
    }
}

impl ApiError {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::BadRequest(_) => (StatusCode::BAD_REQUEST, "bad_request"),
            Self::NotFound(_) => (StatusCode::NOT_FOUND, "not_found"),
            Self::TimedOut(_) => (StatusCode::REQUEST_TIMEOUT, "timed_out"),
            Self::Conflict { code, .. } => (StatusCode::CONFLICT, code),
            Self::TooLarge { .. } => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            Self::NotJsonType => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"),
            Self::Unprocessable(_) => (StatusCode::UNPROCESSABLE_ENTITY, "invalid_input"),
            Self::Unauthorized => (StatusCode::UNAUTHORIZED, "unauthorized"),
            Self::OtherHost => (StatusCode::FORBIDDEN, "other_host"),
            Self::Store => (StatusCode::INTERNAL_SERVER_ERROR, "store"),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code) = self.status_and_code();
        let message = match self {
            Self::Conflict { message, .. } => message,
            other => other.to_string(),
        };
        body(status, code, &message)
    }
}

/// An error response.
pub(super) fn body(status: StatusCode, code: &str, message: &str) -> Response {
    let body = json!({"error": {"code": code, "message": message}});
    (status, Json(body)).into_response()
}
