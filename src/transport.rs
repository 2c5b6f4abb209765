//! The network as the driver sees it: requests go out, and callbacks receive what comes back.
//!
//! [`Transport`] is a trait, so that tests run the driver without a browser. `midturn-protocol`
//! decodes the bytes. The core decides about retries.

use std::fmt;
use std::pin::Pin;
use std::rc::Rc;

#[cfg(target_arch = "wasm32")]
mod fetch;
mod on_drop;
mod reply;

#[cfg(target_arch = "wasm32")]
pub use fetch::{FetchTransport, get, message_of};
pub use midturn_protocol::call::{Ask, Reply};
pub use on_drop::OnDrop;

/// The most bytes kept of a body that is not a stream: enough to show what went wrong.
pub const BODY_START: usize = 2048;

/// Whether requests carry cookies and other credentials, as in `fetch`.
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
    /// Headers by name. The transport's own headers replace those of the same name: `Accept`, the
    /// `Content-Type` of a body, and `Last-Event-ID`.
    pub headers: Vec<(String, String)>,
    /// Further headers, asked for before each request. They replace those of the same name.
    pub further: FurtherHeaders,
    /// Credentials.
    pub credentials: Credentials,
}

/// Headers by name, or why there are none: a text for developers.
pub type HeadersComing = Pin<Box<dyn Future<Output = Result<Vec<(String, String)>, String>>>>;

/// Headers that are found out for each request, such as a token that expires.
#[derive(Clone, Default)]
pub struct FurtherHeaders(Option<Rc<dyn Fn() -> HeadersComing>>);

impl FurtherHeaders {
    /// Asks `source` before each request.
    pub fn of(source: impl Fn() -> HeadersComing + 'static) -> Self {
        Self(Some(Rc::new(source)))
    }

    /// The headers of the next request.
    ///
    /// # Errors
    /// If the source has none: the request is then not sent.
    pub async fn ask(&self) -> Result<Vec<(String, String)>, String> {
        match &self.0 {
            Some(source) => source().await,
            None => Ok(Vec::new()),
        }
    }
}

impl fmt::Debug for FurtherHeaders {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(if self.0.is_some() {
            "asked for"
        } else {
            "none"
        })
    }
}

/// Two are equal if they have the same source.
impl PartialEq for FurtherHeaders {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Rc::ptr_eq(one, other),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }
}

impl Eq for FurtherHeaders {}

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The URL, absolute or relative to the page.
    pub url: String,
    /// Method and content.
    pub ask: Ask,
    /// What the embedder adds.
    pub options: RequestOptions,
}

/// An event of a stream. `Opened` comes first, at most once. Chunks come after it. Any other event
/// is the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransportEvent {
    /// The response is a stream; its body follows.
    Opened,
    /// The response has an error status.
    Refused {
        /// The HTTP status.
        status: u16,
        /// The first [`BODY_START`] bytes of the body.
        body: String,
        /// `Retry-After`, in milliseconds from now.
        retry_after_ms: Option<u64>,
    },
    /// The response is a success, but not a stream of events.
    NotAStream {
        /// The response's `Content-Type`.
        content_type: String,
        /// The first [`WHOLE_BODY`] bytes of a JSON body; [`BODY_START`] bytes of any other.
        body: String,
    },
    /// Bytes of the body, split anywhere.
    Chunk(Vec<u8>),
    /// The body ended normally. Without `Opened` before it, the response had an empty body and was
    /// not a stream.
    Ended,
    /// The connection broke in the middle of the body, with the browser's error message.
    Broken(String),
    /// No response came.
    Unreachable {
        /// The browser's error message.
        message: String,
        /// The URL's origin, if it is not the page's own: that origin may not allow requests from
        /// this page.
        foreign: Option<String>,
    },
    /// The browser had no connection, so nothing was sent.
    Offline,
}

/// The most bytes kept of a body that is wanted whole.
pub const WHOLE_BODY: usize = 4 * 1024 * 1024;

/// Receives the events of a stream.
pub type Sink = Box<dyn FnMut(TransportEvent)>;

/// Receives the answer to a small request; `None` if no response came.
pub type Answered = Box<dyn FnOnce(Option<Reply>)>;

/// Sends requests. Dropping a request's handle aborts the request. After that, no event of the
/// request arrives, not even about the abort.
pub trait Transport {
    /// Requests a stream. May call the sink before it returns.
    fn open(&self, request: Request, sink: Sink) -> OnDrop;

    /// Sends a request whose response is not a stream. `reads_body`: waits for the body, of which
    /// at most [`WHOLE_BODY`] bytes are kept; else the body is empty. May call `done` before it
    /// returns.
    fn ask(&self, request: Request, reads_body: bool, done: Answered) -> OnDrop;

    /// Resolves `url` against `base`, which may be relative to the page. An invalid URL stays as it
    /// is.
    fn resolve(&self, url: &str, base: &str) -> String;
}
