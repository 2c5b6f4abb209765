//! The built page: serves its files with strict headers, and index.html for the page's own routes.

#[cfg(feature = "page")]
mod embedded;

use std::convert::Infallible;
use std::path::Path;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, Method, Request, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tower::ServiceExt;
use tower::service_fn;
use tower_http::services::{ServeDir, ServeFile};
use tower_http::set_header::SetResponseHeaderLayer;

use super::error::ApiError;

/// Serves `directory`. The page may connect to its own origin and to `connect_src`.
pub(super) fn service(directory: &Path, connect_src: &[String]) -> Router {
    let index = ServeFile::new(directory.join("index.html"))
        .precompressed_br()
        .precompressed_gzip();
    let not_a_file = service_fn(move |request: Request<Body>| {
        let index = index.clone();
        async move {
            if !is_navigation(&request) {
                return Ok::<Response, Infallible>(
                    ApiError::NotFound("there is no such file".to_owned()).into_response(),
                );
            }
            match index.oneshot(request).await {
                Ok(response) => Ok(response.into_response()),
                Err(never) => match never {},
            }
        }
    });
    let files = ServeDir::new(directory)
        .precompressed_br()
        .precompressed_gzip()
        .fallback(not_a_file);
    with_headers(Router::new().fallback_service(files), connect_src)
}

fn with_headers(files: Router, connect_src: &[String]) -> Router {
    files
        .layer(always(
            header::CONTENT_SECURITY_POLICY,
            &policy(connect_src),
        ))
        .layer(always(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(always(header::REFERRER_POLICY, "no-referrer"))
        .layer(always(header::CACHE_CONTROL, "no-cache"))
}

/// The files compiled into the program, if any.
#[cfg(feature = "page")]
const EMBEDDED: Option<fn() -> Router> = Some(embedded::files);
#[cfg(not(feature = "page"))]
const EMBEDDED: Option<fn() -> Router> = None;

/// Serves the page compiled into the program, with the same headers. `None` when the
/// program contains no page.
pub(super) fn embedded(connect_src: &[String]) -> Option<Router> {
    EMBEDDED.map(|files| with_headers(files(), connect_src))
}

/// Some paths belong to the page and to the API (`/threads/…`). Serves the page when a browser
/// navigates to one of them.
pub(super) async fn before_the_api(
    State(page): State<Router>,
    request: Request<Body>,
    next: Next,
) -> Response {
    let mode = header_of(&request, "sec-fetch-mode");
    let opened = match mode {
        Some(mode) => mode == "navigate",
        None => header_of(&request, "accept").is_some_and(|accept| accept.contains("text/html")),
    };
    if opened && request.method() == Method::GET && request.uri().path().starts_with("/threads/") {
        match page.oneshot(request).await {
            Ok(response) => return response,
            Err(never) => match never {},
        }
    }
    next.run(request).await
}

fn policy(connect_src: &[String]) -> String {
    let mut connect = String::from("'self'");
    for origin in connect_src {
        connect.push(' ');
        connect.push_str(origin);
    }
    // Images from anywhere: the page fetches an image of an answer only after the person agrees.
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
         connect-src {connect}; img-src 'self' data: blob: http: https:; font-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
         trusted-types 'none'"
    )
}

fn always(name: HeaderName, value: &str) -> SetResponseHeaderLayer<Option<HeaderValue>> {
    SetResponseHeaderLayer::overriding(name, HeaderValue::from_str(value).ok())
}

/// Whether a person opens a route of the page, as opposed to code that asks for a file.
fn is_navigation(request: &Request<Body>) -> bool {
    let reads = [Method::GET, Method::HEAD].contains(request.method());
    let path = request.uri().path();
    let has_extension = path.rsplit('/').next().unwrap_or_default().contains('.');
    let wanted = match header_of(request, "sec-fetch-mode") {
        Some(mode) => mode == "navigate",
        None => header_of(request, "accept")
            .is_none_or(|accept| accept.contains("text/html") || accept.contains("*/*")),
    };
    reads && !has_extension && wanted
}

fn header_of<'a>(request: &'a Request<Body>, name: &str) -> Option<&'a str> {
    let value = request.headers().get(name);
    value.and_then(|value| value.to_str().ok())
}
