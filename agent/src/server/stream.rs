//! A run's event stream as an SSE response. Dropping the response tells the run that the client has
//! gone.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use tokio::sync::mpsc;

use super::live::Listener;
use crate::store::{Delivered, Frame};

const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The response that streams a run's events. With `numbered`, each event has its number in the
/// thread as SSE id.
pub(super) fn response(
    frames: mpsc::UnboundedReceiver<Delivered>,
    listener: Option<Listener>,
    numbered: bool,
) -> Response {
    let events = Events {
        frames,
        numbered,
        _told_on_drop: listener,
    };
    sse(events)
}

/// An event stream that ends at once.
pub(super) fn empty() -> Response {
    sse(futures_util::stream::empty::<io::Result<Event>>())
}

pub(super) fn sse(events: impl Stream<Item = io::Result<Event>> + Send + 'static) -> Response {
    let keep_alive = KeepAlive::new().interval(KEEP_ALIVE).text("keep-alive");
    let mut response = Sse::new(events).keep_alive(keep_alive).into_response();
    // Proxies that buffer a response would delay the events.
    response.headers_mut().insert(
        HeaderName::from_static("x-accel-buffering"),
        HeaderValue::from_static("no"),
    );
    response
}

struct Events {
    frames: mpsc::UnboundedReceiver<Delivered>,
    numbered: bool,
    _told_on_drop: Option<Listener>,
}

impl Stream for Events {
    type Item = io::Result<Event>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let numbered = self.numbered;
        self.frames
            .poll_recv(cx)
            .map(|delivered| match delivered?.frame {
                Frame::Data { seq, data } => {
                    let event = Event::default().data(data);
                    Some(Ok(match seq.filter(|_| numbered) {
                        Some(seq) => event.id(seq.to_string()),
                        None => event,
                    }))
                }
                Frame::Break => Some(Err(io::Error::from(io::ErrorKind::ConnectionReset))),
            })
    }
}
