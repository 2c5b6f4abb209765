//! A run's event stream as an SSE response; when it is dropped, the run is told.
//!
//! Not responsible for: what is in the events.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use tokio::sync::mpsc;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::runtime::Frame;

const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The response that carries a run.
pub(super) fn response(frames: mpsc::Receiver<Frame>, disconnected: CancellationToken) -> Response {
    let events = Events {
        frames,
        _told_on_drop: disconnected.drop_guard(),
    };
    sse(events)
}

/// An event stream that ends at once.
pub(super) fn empty() -> Response {
    sse(futures_util::stream::empty::<io::Result<Event>>())
}

fn sse(events: impl Stream<Item = io::Result<Event>> + Send + 'static) -> Response {
    let keep_alive = KeepAlive::new().interval(KEEP_ALIVE).text("keep-alive");
    let mut response = Sse::new(events).keep_alive(keep_alive).into_response();
    // Proxies that collect a response before passing it on would hide the stream.
    response.headers_mut().insert(
        HeaderName::from_static("x-accel-buffering"),
        HeaderValue::from_static("no"),
    );
    response
}

struct Events {
    frames: mpsc::Receiver<Frame>,
    _told_on_drop: DropGuard,
}

impl Stream for Events {
    type Item = io::Result<Event>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.frames.poll_recv(cx).map(|frame| match frame {
            Some(Frame::Data(data)) => Some(Ok(Event::default().data(data))),
            Some(Frame::Break) => Some(Err(io::Error::from(io::ErrorKind::ConnectionReset))),
            None => None,
        })
    }
}
