//! The browser's transport: requests through `gloo-net`, with one `AbortController` each.
//!
//! `web-sys` reads the bodies chunk by chunk as they arrive: `gloo-net` reads only whole bodies.

mod policy;
mod send;

use std::cell::Cell;
use std::rc::Rc;

use gloo_net::http::Response;
use js_sys::{Date, IteratorNext, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{AbortController, AbortSignal, Performance, ReadableStreamDefaultReader, Url};

use super::reply::{fill, is_event_stream, kept_of, retry_after_seconds, text_of};
use super::{
    Answered, Ask, BODY_START, OnDrop, Reply, Request, Sink, Transport, TransportEvent, WHOLE_BODY,
};

use policy::Policy;
pub use send::get;
pub use send::message_of;

/// How long a failure waits before it is reported, in milliseconds: longer than a browser takes
/// from cutting a page's connections to closing the page.
const LEAVING_MS: i32 = 100;

/// How long a stream's events may occupy one task, in milliseconds, before keys and frames get
/// their turn.
const TASK_MS: f64 = 10.0;

/// How many bytes of a chunk are processed between two checks of the clock.
const PIECE: usize = 8 * 1024;

/// Requests with longer bodies, in bytes, are sent in a task of their own. The browser takes as
/// long to read such a body as to draw the new message, so the message is drawn first.
const LONG: usize = 200_000;

/// Sends requests with the browser's `fetch`.
#[derive(Clone, Copy, Debug, Default)]
pub struct FetchTransport;

impl Transport for FetchTransport {
    fn open(&self, request: Request, mut sink: Sink) -> OnDrop {
        let call = Call::new();
        let handle = call.abort_on_drop();
        spawn_local(async move {
            let last = stream(&call, &request, &mut sink).await;
            call.tell(&mut sink, last);
        });
        handle
    }

    fn ask(&self, request: Request, reads_body: bool, done: Answered) -> OnDrop {
        let call = Call::new();
        let handle = call.abort_on_drop();
        spawn_local(async move {
            let reply = match send(&call, &request, "*/*").await {
                Ok(response) => {
                    let body = if reads_body {
                        start_of(&call, &response, WHOLE_BODY).await.0
                    } else {
                        String::new()
                    };
                    let status = response.status();
                    Some(Reply { status, body })
                }
                Err(_) => None,
            };
            if call.is_wanted() {
                done(reply);
            }
        });
        handle
    }

    fn resolve(&self, url: &str, base: &str) -> String {
        let page = web_sys::window()
            .and_then(|window| window.document()?.base_uri().ok()?)
            .unwrap_or_default();
        Url::new_with_base(base, &page)
            .and_then(|base| Url::new_with_base(url, &base.href()))
            .map_or_else(|_| url.to_owned(), |resolved| resolved.href())
    }
}

/// A request under way, and whether its handle is still held.
#[derive(Clone)]
struct Call {
    controller: Option<AbortController>,
    wanted: Rc<Cell<bool>>,
}

impl Call {
    fn new() -> Self {
        Self {
            controller: AbortController::new().ok(),
            wanted: Rc::new(Cell::new(true)),
        }
    }

    fn is_wanted(&self) -> bool {
        self.wanted.get()
    }

    fn tell(&self, sink: &mut Sink, event: TransportEvent) {
        if self.is_wanted() {
            sink(event);
        }
    }

    fn signal(&self) -> Option<AbortSignal> {
        self.controller.as_ref().map(AbortController::signal)
    }

    fn abort(&self) {
        if let Some(controller) = &self.controller {
            controller.abort();
        }
    }

    fn abort_on_drop(&self) -> OnDrop {
        let call = self.clone();
        OnDrop::new(move || {
            call.wanted.set(false);
            call.abort();
        })
    }
}

/// Passes all events but the last to the sink, and returns the last.
async fn stream(call: &Call, request: &Request, sink: &mut Sink) -> TransportEvent {
    let connected = is_online();
    let foreign = foreign_origin(&request.url);
    let policy = foreign.clone().map(Policy::watch);
    let response = match send(call, request, "text/event-stream").await {
        Ok(response) => response,
        Err(failed) => {
            let offline = !connected && !is_online();
            outlast_leaving().await;
            if offline {
                return TransportEvent::Offline;
            }
            let (message, foreign) = match foreign {
                // The other origin has no part in a request that was never sent.
                Some(_) if !failed.tried => (failed.message, None),
                Some(origin) if policy.is_some_and(|policy| policy.has_blocked()) => {
                    (policy::forbidden(&origin), None)
                }
                foreign => (failed.message, foreign),
            };
            return TransportEvent::Unreachable { message, foreign };
        }
    };
    let content_type = header(&response, "content-type");
    if !response.ok() {
        let (body, _) = start_of(call, &response, BODY_START).await;
        return TransportEvent::Refused {
            status: response.status(),
            body,
            retry_after_ms: retry_after(&header(&response, "retry-after")),
        };
    }
    if !is_event_stream(response.status(), &content_type) {
        let (body, empty) = start_of(call, &response, kept_of(&content_type)).await;
        return if empty {
            TransportEvent::Ended
        } else {
            TransportEvent::NotAStream { content_type, body }
        };
    }
    call.tell(sink, TransportEvent::Opened);
    let mut body = Body::of(&response);
    // Its `performance` is fetched once: that takes longer than to read the clock.
    let clock = web_sys::window().and_then(|window| window.performance());
    let now = || clock.as_ref().map_or(0.0, Performance::now);
    let mut since = now();
    loop {
        let asked = now();
        let next = body.next().await;
        // After a wait, the chunk arrives in a new task: measure from the start of that task.
        if now() - asked > 1.0 {
            since = now();
        }
        match next {
            Ok(Some(bytes)) => {
                for piece in bytes.chunks(PIECE) {
                    call.tell(sink, TransportEvent::Chunk(piece.to_vec()));
                    if now() - since > TASK_MS && !is_hidden() {
                        pause(0).await;
                        since = now();
                    }
                }
            }
            Ok(None) => return TransportEvent::Ended,
            Err(error) => {
                outlast_leaving().await;
                return TransportEvent::Broken(message_of(&error));
            }
        }
    }
}

/// Whether the browser believes that it is online.
fn is_online() -> bool {
    web_sys::window().is_none_or(|window| window.navigator().on_line())
}

/// The origin of a URL, if it is not the page's own.
fn foreign_origin(url: &str) -> Option<String> {
    let document = web_sys::window()?.document()?;
    let asked = Url::new_with_base(url, &document.base_uri().ok()??)
        .ok()?
        .origin();
    let own = web_sys::window()?.location().origin().ok()?;
    (asked != own).then_some(asked)
}

/// Waits before a failure is reported. When a page closes, the browser cuts its connections before
/// the page is notified, and the page must not store that as the end of its runs. The page is gone
/// before the wait ends.
async fn outlast_leaving() {
    pause(LEAVING_MS).await;
}

/// Ends the current task and continues in a new one after this many milliseconds. Without this, all
/// chunks that are ready arrive as microtasks of a single task.
async fn pause(ms: i32) {
    let moment = js_sys::Promise::new(&mut |resolve, _| {
        let waits = web_sys::window().and_then(|window| {
            window
                .set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, ms)
                .ok()
        });
        if waits.is_none() {
            let _ = resolve.call0(&JsValue::NULL);
        }
    });
    let _ = JsFuture::from(moment).await;
}

/// Whether the page is hidden. A hidden page draws no frames, and its timers are slow.
fn is_hidden() -> bool {
    web_sys::window()
        .and_then(|window| window.document())
        .is_some_and(|document| document.hidden())
}

/// Sends a request. A long body is sent in a task of its own.
async fn send(call: &Call, request: &Request, accept: &str) -> Result<Response, send::NoResponse> {
    if matches!(&request.ask, Ask::Post(json) if json.len() > LONG) {
        pause(0).await;
    }
    send::send(request, accept, call.signal().as_ref()).await
}

/// The chunks of a body as they arrive.
struct Body(Option<ReadableStreamDefaultReader>);

impl Body {
    fn of(response: &Response) -> Self {
        Self(
            response
                .body()
                .map(|body| body.get_reader().unchecked_into()),
        )
    }

    async fn next(&mut self) -> Result<Option<Vec<u8>>, JsValue> {
        let Some(reader) = &self.0 else {
            return Ok(None);
        };
        let read: IteratorNext = JsFuture::from(reader.read()).await?.unchecked_into();
        if read.done() {
            return Ok(None);
        }
        let bytes: Uint8Array = read.value().unchecked_into();
        Ok(Some(bytes.to_vec()))
    }
}

/// The first `most` bytes of a body that is not a stream, and whether the body is empty. The rest
/// is not fetched.
async fn start_of(call: &Call, response: &Response, most: usize) -> (String, bool) {
    let mut body = Body::of(response);
    let mut start = Vec::new();
    while let Ok(Some(bytes)) = body.next().await {
        if !fill(&mut start, &bytes, most) {
            call.abort();
            break;
        }
    }
    (text_of(&start, most), start.is_empty())
}

fn header(response: &Response, name: &str) -> String {
    response.headers().get(name).unwrap_or_default()
}

fn retry_after(value: &str) -> Option<u64> {
    if let Some(seconds) = retry_after_seconds(value) {
        return Some(seconds);
    }
    let wait = Date::parse(value) - Date::now();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let whole = wait.max(0.0) as u64;
    (!wait.is_nan()).then_some(whole)
}
