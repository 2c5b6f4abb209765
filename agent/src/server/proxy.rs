//! Passes a path on to another AG-UI server, streaming both ways.
//!
//! Bodies are streamed and never collected, so that a client's disconnect also closes the upstream
//! connection.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, post};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

use super::error::ApiError;

type Upstream = Client<HttpConnector, Body>;

/// A POST route that passes requests on to `url`.
pub(super) fn route<S: Clone + Send + Sync + 'static>(url: Uri) -> MethodRouter<S> {
    let mut connector = HttpConnector::new();
    connector.set_nodelay(true);
    // No pool: an idle connection would outlive its client.
    let client: Upstream = Client::builder(TokioExecutor::new())
        .pool_max_idle_per_host(0)
        .build(connector);
    post(move |request: Request| pass_on(client.clone(), url.clone(), request))
}

async fn pass_on(client: Upstream, url: Uri, request: Request) -> Response {
    let (mut parts, body) = request.into_parts();
    parts.uri = url.clone();
    parts.version = axum::http::Version::HTTP_11;
    parts.extensions.clear();
    strip(&mut parts.headers);
    parts.headers.remove(header::HOST);
    match client.request(Request::from_parts(parts, body)).await {
        Ok(mut answer) => {
            strip(answer.headers_mut());
            answer.map(Body::new).into_response()
        }
        Err(error) => {
            tracing::warn!(%url, %error, "upstream does not answer");
            ApiError::BadGateway(format!("{url} does not answer: {error}")).into_response()
        }
    }
}

/// Removes the hop-by-hop headers, which concern one connection only.
fn strip(headers: &mut HeaderMap) {
    let named: Vec<HeaderName> = headers
        .get_all(header::CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|name| name.trim().parse().ok())
        .collect();
    for name in named {
        headers.remove(name);
    }
    for name in [
        header::CONNECTION,
        header::PROXY_AUTHENTICATE,
        header::PROXY_AUTHORIZATION,
        header::TE,
        header::TRAILER,
        header::TRANSFER_ENCODING,
        header::UPGRADE,
        HeaderName::from_static("keep-alive"),
    ] {
        headers.remove(name);
    }
}
