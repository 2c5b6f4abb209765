//! The built page, compiled into the program. A browser keeps each file, and asks by its entity tag
//! whether it has changed.

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use tower_http::compression::CompressionLayer;

use super::super::error::ApiError;
use super::is_navigation;

#[derive(RustEmbed)]
#[folder = "../dist"]
struct Files;

const INDEX: &str = "index.html";

pub(super) fn files() -> Router {
    Router::new().fallback(file).layer(CompressionLayer::new())
}

async fn file(request: Request<Body>) -> Response {
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let wanted = if path.is_empty() { INDEX } else { path };
    let found = Files::get(wanted).or_else(|| {
        let routed = is_navigation(&request);
        routed.then(|| Files::get(INDEX)).flatten()
    });
    match found {
        Some(file) => {
            let tag = tag(&file);
            if has(request.headers(), &tag) {
                return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
            }
            let kind = file.metadata.mimetype().to_owned();
            let headers = [(header::CONTENT_TYPE, kind), (header::ETAG, tag)];
            (headers, file.data).into_response()
        }
        None => ApiError::NotFound("there is no such file".to_owned()).into_response(),
    }
}

/// The entity tag of a file: a part of the hash of its content. It is a weak one, because the file
/// is sent compressed or not.
fn tag(file: &EmbeddedFile) -> String {
    let hash = file.metadata.sha256_hash();
    let start = hash.iter().take(16);
    let start = start.fold(0, |start: u128, byte| (start << 8) | u128::from(*byte));
    format!("W/\"{start:032x}\"")
}

/// Whether the browser has the file with this tag.
fn has(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get_all(header::IF_NONE_MATCH).iter();
    let mut known = known.filter_map(|value| value.to_str().ok());
    known.any(|tags| tags.split(',').any(|known| known.trim() == tag))
}
