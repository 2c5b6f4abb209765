//! Access to the API. With a token, requests must carry it. Without one, only requests that address
//! this machine as localhost or by a loopback address are allowed. Pages of other origins are allowed one
//! by one (CORS).
//!
//! Any site can make its name resolve to this machine, and its pages could then use the API as if
//! they were ours (DNS rebinding). Their requests have the site's name in the `Host` header.
//! [`Options::check`](crate::options::Options::check) says when a token is required.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use tower_http::cors::{AllowHeaders, CorsLayer};

use super::error::ApiError;

const PREFLIGHT_VALID: Duration = Duration::from_secs(600);

/// The token that requests must carry.
#[derive(Debug, Clone)]
pub(super) struct Token(Option<Arc<str>>);

impl Token {
    pub(super) fn new(token: Option<&str>) -> Self {
        Self(token.map(Arc::from))
    }

    fn check(&self, request: &Request) -> Result<(), ApiError> {
        let Some(token) = &self.0 else {
            return if asks_for_this_machine(request) {
                Ok(())
            } else {
                Err(ApiError::OtherHost)
            };
        };
        if Self::is_given(token, request) {
            Ok(())
        } else {
            Err(ApiError::Unauthorized)
        }
    }

    fn is_given(token: &str, request: &Request) -> bool {
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
    token.check(&request)?;
    Ok(next.run(request).await)
}

fn asks_for_this_machine(request: &Request) -> bool {
    let Some(host) = request.headers().get(header::HOST) else {
        // No page sent this request: every browser sends `Host`.
        return true;
    };
    let authority = host
        .to_str()
        .ok()
        .and_then(|host| host.parse::<Authority>().ok());
    authority.is_some_and(|authority| {
        let name = authority
            .host()
            .trim_start_matches('[')
            .trim_end_matches(']');
        let is_loopback = |ip: IpAddr| ip.is_loopback();
        name.eq_ignore_ascii_case("localhost") || name.parse().is_ok_and(is_loopback)
    })
}

/// Compares in constant time, so that timing does not tell where the first difference is.
fn same(one: &str, other: &str) -> bool {
    let differences = one
        .bytes()
        .zip(other.bytes())
        .fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && differences == 0
}

/// Allows pages of these origins, and of no other. `options` checks that each name is an origin.
/// Such a page can read `Retry-After`, beside the headers that CORS always shows (`Content-Type`).
pub(super) fn cors(origins: &[String]) -> CorsLayer {
    if origins.is_empty() {
        return CorsLayer::new();
    }
    let origins = origins
        .iter()
        .filter_map(|origin| HeaderValue::from_str(origin).ok())
        .collect::<Vec<_>>();
    CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::POST, Method::PATCH, Method::DELETE])
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers([header::RETRY_AFTER])
        .max_age(PREFLIGHT_VALID)
}
