//! Classifies a failed request: what went wrong, and whether a retry may help.

use std::time::Duration;

use async_openai::error::OpenAIError;
use async_openai::middleware::{HttpRequestFactory, ReqwestService};
use reqwest::{Response, StatusCode};
use serde_json::Value;
use tower::util::BoxCloneSyncService;
use tower::{Service, ServiceExt, service_fn};

use crate::engine::Failure;

/// The most characters of an error body that are shown.
const LONGEST: usize = 500;

/// The longest pause that an endpoint may ask for; a person waits meanwhile.
const LONGEST_PAUSE: Duration = Duration::from_secs(120);

/// The failure code for a history that is too long.
pub(super) const TOO_LONG: &str = "context_length_exceeded";

/// How endpoints say that a request does not fit into the model's context.
const SIGNS: [&str; 4] = [
    TOO_LONG,
    "maximum context length",
    "exceed_context_size",
    "prompt is too long",
];

/// The refusal, when the first chunk of a stream says that the history is too long.
pub(super) fn too_long_in(chunk: &Value) -> Option<Classified> {
    let error = chunk.get("error").filter(|error| !error.is_null())?;
    is_too_long(&error.to_string()).then(|| too_long(&error.to_string()))
}

fn is_too_long(said: &str) -> bool {
    SIGNS.iter().any(|sign| said.contains(sign))
}

fn too_long(said: &str) -> Classified {
    let said: String = said.chars().take(LONGEST).collect();
    Classified {
        failure: Failure {
            code: TOO_LONG.to_owned(),
            message: format!("The conversation is too long for the model: {said}"),
        },
        may_be_tried_again: false,
        after: None,
    }
}

/// A failure, and whether to retry.
#[derive(Debug, PartialEq)]
pub(super) struct Classified {
    pub(super) failure: Failure,
    pub(super) may_be_tried_again: bool,
    pub(super) after: Option<Duration>,
}

/// A response without a success status.
#[derive(Debug, thiserror::Error)]
#[error("{status}: {body}")]
struct Refusal {
    status: StatusCode,
    body: String,
    after: Option<Duration>,
    /// Whether the body says that the history is too long. Read before `body` was shortened.
    too_long: bool,
}

/// Wraps the service, to keep the `Retry-After` of refusals, which the client would drop.
pub(super) fn telling(
    service: ReqwestService,
) -> BoxCloneSyncService<HttpRequestFactory, Response, OpenAIError> {
    let telling = service_fn(move |request: HttpRequestFactory| {
        let mut service = service.clone();
        async move {
            let answer = service.ready().await?.call(request).await?;
            let status = answer.status();
            if status.is_success() {
                return Ok(answer);
            }
            let after = answer.headers().get(reqwest::header::RETRY_AFTER);
            let after = after.and_then(|value| value.to_str().ok()?.trim().parse().ok());
            let body = answer.text().await.unwrap_or_default();
            Err(OpenAIError::Boxed(Box::new(Refusal {
                status,
                too_long: status.is_client_error() && is_too_long(&body),
                body: body.chars().take(LONGEST).collect(),
                after: after.map(|seconds| Duration::from_secs(seconds).min(LONGEST_PAUSE)),
            })))
        }
    });
    BoxCloneSyncService::new(telling)
}

impl From<&OpenAIError> for Classified {
    fn from(error: &OpenAIError) -> Self {
        if let OpenAIError::Boxed(inner) = error
            && let Some(refusal) = inner.downcast_ref::<Refusal>()
        {
            return refusal.classified();
        }
        Self {
            failure: Failure {
                code: "model_unreachable".to_owned(),
                message: format!("The model cannot be reached: {}", chain(error)),
            },
            // A request that cannot be built fails again. Other errors may come from the network.
            may_be_tried_again: !matches!(error, OpenAIError::InvalidArgument(_)),
            after: None,
        }
    }
}

impl Refusal {
    fn classified(&self) -> Classified {
        if self.too_long {
            return too_long(&self.body);
        }
        let (code, again) = match self.status {
            StatusCode::TOO_MANY_REQUESTS => ("model_rate_limited", true),
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => ("model_unauthorized", false),
            StatusCode::REQUEST_TIMEOUT | StatusCode::CONFLICT => ("model_busy", true),
            status if status.is_server_error() => ("model_overloaded", true),
            _ => ("model_refused", false),
        };
        Classified {
            failure: Failure {
                code: code.to_owned(),
                message: format!("The model answered {self}"),
            },
            may_be_tried_again: again,
            after: self.after,
        }
    }
}

/// The error with its causes; the outer error alone often says little.
fn chain(error: &OpenAIError) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        text.push_str(": ");
        text.push_str(&inner.to_string());
        cause = inner.source();
    }
    text
}
