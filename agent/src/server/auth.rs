//! The bearer token, where one is required.
//!
//! Not responsible for: when it is required (the options say).

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::Response;

use super::error::ApiError;

/// The token that requests must carry.
#[derive(Debug, Clone)]
pub(super) struct Token(Option<Arc<str>>);

impl Token {
    pub(super) fn new(token: Option<&str>) -> Self {
        Self(token.map(Arc::from))
    }

    fn admits(&self, request: &Request) -> bool {
        let Some(token) = &self.0 else {
            return true;
        };
        let given = request.headers().get(header::AUTHORIZATION);
        let given = given.and_then(|value| value.to_str().ok());
        let given = given.and_then(|value| value.split_once(' '));
        given.is_some_and(|(scheme, given)| {
            scheme.eq_ignore_ascii_case("bearer") && same(given.trim(), token)
        })
    }
}

pub(super) async fn check(
    State(token): State<Token>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    if token.admits(&request) {
        Ok(next.run(request).await)
    } else {
        Err(ApiError::Unauthorized)
    }
}

/// Takes the same time wherever the difference is, so that it cannot be felt out.
fn same(one: &str, other: &str) -> bool {
    let differences = one
        .bytes()
        .zip(other.bytes())
        .fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && differences == 0
}
