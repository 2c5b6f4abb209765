//! One request, built with `gloo-net`, and its answer up to the body.
//!
//! `gloo-net` panics in two places where other people's code decides, and a panic would end the
//! whole program: where a header has a name that HTTP forbids (the embedder's headers), and where
//! `fetch` fails with something other than an `Error` (a host page may have put a `fetch` of its
//! own in place of the browser's). So the headers are made here, and so is the call itself.
//! Not responsible for reading the body, for retries, or for what an answer means.

use gloo_net::Error;
use gloo_net::http::{Headers, Request, Response};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, RequestCache, RequestCredentials};

use crate::transport::{Ask, Credentials, StreamRequest};

/// Sends a request of the chat.
///
/// # Errors
/// In the browser's words, when it cannot be sent or no answer comes.
pub(super) async fn send(
    request: &StreamRequest,
    accept: &str,
    signal: Option<&AbortSignal>,
) -> Result<Response, String> {
    let headers = headers_of(request, accept)?;
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
    fetch(built.map_err(|error| told(&error))?).await
}

/// Asks for what is at this URL, with everything as the browser has it by default.
///
/// # Errors
/// In the browser's words, when no answer comes.
pub async fn get(url: &str) -> Result<Response, String> {
    let request = Request::get(url).build().map_err(|error| told(&error))?;
    fetch(request).await
}

async fn fetch(request: Request) -> Result<Response, String> {
    let window = web_sys::window().ok_or("no window")?;
    let answer = JsFuture::from(window.fetch_with_request(&request.into()))
        .await
        .map_err(|error| message_of(&error))?;
    // Not checked: a host page's own `fetch` may answer with something that only looks like it.
    Ok(answer.unchecked_into::<web_sys::Response>().into())
}

fn headers_of(request: &StreamRequest, accept: &str) -> Result<Headers, String> {
    let headers = web_sys::Headers::new().map_err(|error| message_of(&error))?;
    let set = |name: &str, value: &str| {
        let set = headers.set(name, value);
        // The browser does not say which header it means.
        set.map_err(|error| format!("{name}: {}", message_of(&error)))
    };
    for (name, value) in &request.options.headers {
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

/// What went wrong, in the browser's words.
fn told(error: &Error) -> String {
    match error {
        Error::JsError(error) => error.message.clone(),
        other => other.to_string(),
    }
}

/// What a rejected promise says.
pub(super) fn message_of(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => error.as_string().unwrap_or_default(),
    }
}
