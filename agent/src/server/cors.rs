//! CORS: allows pages of the given origins. An empty list allows no other origin.
//!
//! `options` checks that each name is an origin.

use std::time::Duration;

use axum::http::{HeaderValue, Method};
use tower_http::cors::{AllowHeaders, CorsLayer};

const PREFLIGHT_VALID: Duration = Duration::from_secs(600);

pub(super) fn layer(origins: &[String]) -> CorsLayer {
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
        .max_age(PREFLIGHT_VALID)
}
