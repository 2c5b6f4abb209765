//! Sends one request with `gloo-net`, up to the body of its response.
//!
//! `gloo-net` panics in two cases that other people's code causes, and a panic would end the whole
//! program. One is a header with a name that HTTP forbids (from the embedder). The other is a
//! `fetch` that fails with something other than an `Error` (a host page may have replaced the
//! browser's `fetch`). So this module makes the headers and the call itself.

use gloo_net::Error;
use gloo_net::http::{Headers, Request, Response};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, RequestCache, RequestCredentials};

use crate::transport::{Ask, Credentials, Request as Outgoing};

/// Why there is no response.
pub(super) struct NoResponse {
    /// The browser's error message, or what is wrong with the headers.
    pub(super) message: String,
    /// Whether the browser tried to send the request.
    pub(super) tried: bool,
}

impl From<String> for NoResponse {
    /// The request cannot be made.
    fn from(message: String) -> Self {
        let tried = false;
        Self { message, tried }
    }
}

/// Sends a request of the chat.
///
/// # Errors
/// If the request cannot be made or sent, or no response comes.
pub(super) async fn send(
    request: &Outgoing,
    accept: &str,
    signal: Option<&AbortSignal>,
) -> Result<Response, NoResponse> {
    let further = request.options.further.ask().await;
    let further = further.map_err(|message| format!("headers: {message}"))?;
    let headers = headers_of(request, &further, accept)?;
    let url = &request.url;
    let asked = match &request.ask {
        Ask::Post(_) => Request::post(url),
        Ask::Get { .. } => Request::get(url).cache(RequestCache::NoStore),
        Ask::Delete => Request::delete(url),
    }
    .headers(headers)
    .credentials(match request.options.credentials {
        Credentials::Omit => RequestCredentials::Omit,
        Credentials::SameOrigin => RequestCredentials::SameOrigin,
        Credentials::Include => RequestCredentials::Include,
    })
    .abort_signal(signal);
    let built = match &request.ask {
        Ask::Post(json) if !json.is_empty() => asked.body(json.as_str()),
        Ask::Post(_) | Ask::Get { .. } | Ask::Delete => asked.build(),
    };
    let answer = fetch(built.map_err(|error| told(&error))?).await;
    answer.map_err(|message| NoResponse {
        message,
        tried: true,
    })
}

/// Gets this URL with the browser's default options.
///
/// # Errors
/// The browser's error message, if no response comes.
pub async fn get(url: &str) -> Result<Response, String> {
    let request = Request::get(url).build().map_err(|error| told(&error))?;
    fetch(request).await
}

async fn fetch(request: Request) -> Result<Response, String> {
    let window = web_sys::window().ok_or("no window")?;
    let answer = JsFuture::from(window.fetch_with_request(&request.into()))
        .await
        .map_err(|error| message_of(&error))?;
    // Unchecked: a host page's own `fetch` may return an object that only looks like a response.
    Ok(answer.unchecked_into::<web_sys::Response>().into())
}

fn headers_of(
    request: &Outgoing,
    further: &[(String, String)],
    accept: &str,
) -> Result<Headers, String> {
    let headers = web_sys::Headers::new().map_err(|error| message_of(&error))?;
    let set = |name: &str, value: &str| {
        let set = headers.set(name, value);
        // The browser's message does not name the header.
        set.map_err(|error| format!("{name}: {}", message_of(&error)))
    };
    for (name, value) in request.options.headers.iter().chain(further) {
        set(name, value)?;
    }
    set("accept", accept)?;
    match &request.ask {
        Ask::Post(json) if !json.is_empty() => set("content-type", "application/json")?,
        Ask::Get { after: Some(after) } => set("last-event-id", after)?,
        Ask::Post(_) | Ask::Get { after: None } | Ask::Delete => {}
    }
    Ok(Headers::from_raw(headers))
}

/// The browser's message of an error.
fn told(error: &Error) -> String {
    match error {
        Error::JsError(error) => error.message.clone(),
        other => other.to_string(),
    }
}

/// The message of a rejected promise.
pub fn message_of(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => error.as_string().unwrap_or_default(),
    }
}
