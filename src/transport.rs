//! The wire as the driver sees it: requests go out, and what comes back is told to a closure.
//!
//! A trait, so that the driver runs without a browser in tests. Not responsible for what the
//! bytes mean (`midturn-protocol`), for retries, or for which run a stream belongs to.

#[cfg(target_arch = "wasm32")]
mod fetch;
mod on_drop;
mod reply;

#[cfg(target_arch = "wasm32")]
pub use fetch::{FetchTransport, get};
pub use on_drop::OnDrop;
pub use reply::{encoded, with_query};

/// The most bytes kept of a body that is no stream: enough for a person to see what went wrong.
pub const BODY_START: usize = 2048;

/// Whether cookies and other credentials go with a request, as `fetch` has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Credentials {
    /// Never.
    Omit,
    /// To the page's own origin.
    #[default]
    SameOrigin,
    /// To any origin.
    Include,
}

/// What an embedder adds to every request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestOptions {
    /// Headers by name. `Content-Type` and `Accept` are set anyway.
    pub headers: Vec<(String, String)>,
    /// Credentials.
    pub credentials: Credentials,
}

/// What is sent to get a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// `POST` with this JSON body.
    Post(String),
    /// `GET`, going on after this event.
    Get {
        /// The `Last-Event-ID`.
        after: Option<String>,
    },
    /// `DELETE`, whose answer is no stream.
    Delete,
}

/// A request whose answer is a stream of events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamRequest {
    /// The URL, absolute or relative to the page.
    pub url: String,
    /// Method and content.
    pub ask: Ask,
    /// What the embedder adds.
    pub options: RequestOptions,
}

/// What happened to a stream. `Opened` comes first and once if at all, chunks come after it, and
/// any other event is the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransportEvent {
    /// The answer is a stream; its body follows.
    Opened,
    /// The answer has a status other than success.
    Refused {
        /// The HTTP status.
        status: u16,
        /// The first [`BODY_START`] bytes of the body.
        body: String,
        /// `Retry-After`, in milliseconds from now.
        retry_after_ms: Option<u64>,
    },
    /// The answer is a success, but its body is no stream of events.
    NotAStream {
        /// Its `Content-Type`.
        content_type: String,
        /// The first [`BODY_START`] bytes of the body.
        body: String,
    },
    /// Bytes of the body, split anywhere.
    Chunk(Vec<u8>),
    /// The body ended in good order. Without `Opened` before, it was empty and no stream.
    Ended,
    /// The connection broke while the body was read; the browser's words.
    Broken(String),
    /// No answer came.
    Unreachable {
        /// The browser's words.
        message: String,
        /// The origin that was asked, where it is not the page's own: it may be that it does not
        /// allow the page to ask.
        foreign: Option<String>,
    },
    /// The browser had no connection, so nothing was sent.
    Offline,
}

/// The answer to a small request, of which only the status counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PostAnswer {
    /// The HTTP status.
    Status(u16),
    /// No answer came; the browser's words.
    Unreachable(String),
}

/// Hears what happens to a stream.
pub type Sink = Box<dyn FnMut(TransportEvent)>;

/// Hears the answer to a small request.
pub type Answered = Box<dyn FnOnce(PostAnswer)>;

/// Sends requests. Dropping the handle of a request aborts it, and nothing is heard of it after
/// that, not even that it was aborted.
pub trait Transport {
    /// Asks for a stream. The sink may be called before this returns.
    fn open(&self, request: StreamRequest, sink: Sink) -> OnDrop;

    /// Posts a JSON body; none where the text is empty. `done` may be called before this returns.
    fn post(&self, url: &str, json: String, options: &RequestOptions, done: Answered) -> OnDrop;

    /// Deletes what is at this URL. `done` may be called before this returns.
    fn delete(&self, url: &str, options: &RequestOptions, done: Answered) -> OnDrop;

    /// The absolute form of `url`, which may be relative to `base`, which may be relative to the
    /// page. As it is when it makes no sense.
    fn resolve(&self, url: &str, base: &str) -> String;
}
