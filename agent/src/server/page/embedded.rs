//! The built page, compiled into the program.

use axum::body::Body;
use axum::http::{Method, Request, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use super::super::error::ApiError;
use super::is_navigation;

#[derive(RustEmbed)]
#[folder = "../dist"]
struct Files;

const INDEX: &str = "index.html";

pub(super) async fn file(request: Request<Body>) -> Response {
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return axum::http::StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let wanted = if path.is_empty() { INDEX } else { path };
    let found = Files::get(wanted).or_else(|| {
        let routed = is_navigation(&request);
        routed.then(|| Files::get(INDEX)).flatten()
    });
    match found {
        Some(file) => {
            let kind = file.metadata.mimetype().to_owned();
            ([(header::CONTENT_TYPE, kind)], file.data).into_response()
        }
        None => ApiError::NotFound("there is no such file".to_owned()).into_response(),
    }
}
