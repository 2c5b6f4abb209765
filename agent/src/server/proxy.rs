//! Passes a path, and everything below it, on to another agent's server, streaming both ways.
//!
//! Bodies are streamed and never collected, so that a client's disconnect also closes the upstream
//! connection.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

use super::error::ApiError;

type Upstream = Client<HttpConnector, Body>;

/// A route that passes requests for `path` on to `url`, and requests below `path` on to the same
/// place below `url`.
pub(super) fn route<S: Clone + Send + Sync + 'static>(path: &str, url: Uri) -> MethodRouter<S> {
    let path = path.to_owned();
    let mut connector = HttpConnector::new();
    connector.set_nodelay(true);
    // No pool: an idle connection would outlive its client.
    let client: Upstream = Client::builder(TokioExecutor::new())
        .pool_max_idle_per_host(0)
        .build(connector);
    any(move |request: Request| {
        let url = below(&url, &path, request.uri());
        pass_on(client.clone(), url, request)
    })
}

/// The URL for a request: what its URL has after `path`, added to `url`.
fn below(url: &Uri, path: &str, asked: &Uri) -> Uri {
    let rest = asked.path().strip_prefix(path).unwrap_or_default();
    let mut wanted = if rest.is_empty() {
        url.path().to_owned()
    } else {
        [url.path().trim_end_matches('/'), rest].concat()
    };
    if let Some(query) = asked.query().or(url.query()) {
        wanted.push('?');
        wanted.push_str(query);
    }
    let mut parts = url.clone().into_parts();
    if let Ok(wanted) = wanted.parse() {
        parts.path_and_query = Some(wanted);
    }
    Uri::from_parts(parts).unwrap_or_else(|_| url.clone())
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

#[cfg(test)]
mod tests {
    use super::below;

    #[test]
    fn a_request_below_the_path_goes_below_the_url() {
        for (url, asked, wanted) in [
            ("http://h:1/", "/p", "http://h:1/"),
            ("http://h:1/run?k=1", "/p", "http://h:1/run?k=1"),
            (
                "http://h:1/",
                "/p/threads/a%2Fb?x=1",
                "http://h:1/threads/a%2Fb?x=1",
            ),
            (
                "http://h:1/v1",
                "/p/responses/r/cancel",
                "http://h:1/v1/responses/r/cancel",
            ),
        ] {
            let found = below(&url.parse().unwrap(), "/p", &asked.parse().unwrap());
            assert_eq!(found.to_string(), wanted);
        }
    }
}
