//! The events of a streamed response, each as JSON.

use std::collections::VecDeque;

use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use midturn_protocol::sse::{SseItem, SseParser};
use reqwest::Response;
use serde_json::Value;

use super::refusal::Classified;

/// The data of each event. After an error nothing follows that makes sense.
pub(super) type Events = BoxStream<'static, Result<Value, Classified>>;

/// The longest event. The last event of a response may have the whole response in it.
const MAX_EVENT_BYTES: usize = 16 * 1024 * 1024;

/// What some APIs send after the last event.
const DONE: &str = "[DONE]";

struct Body {
    answer: Response,
    parser: SseParser,
    /// Items that have been read, but not given out.
    read: VecDeque<SseItem>,
    /// Whether there was any event.
    has_events: bool,
}

/// The events of a successful response.
pub(super) fn events(answer: Response) -> Events {
    let body = Body {
        answer,
        parser: SseParser::new(MAX_EVENT_BYTES),
        read: VecDeque::new(),
        has_events: false,
    };
    stream::unfold(body, |mut body| async move {
        let event = body.next().await?;
        Some((event, body))
    })
    .boxed()
}

impl Body {
    async fn next(&mut self) -> Option<Result<Value, Classified>> {
        loop {
            match self.read.pop_front() {
                Some(SseItem::Event(event)) => {
                    self.has_events = true;
                    if event.data == DONE {
                        return None;
                    }
                    // Some proxies keep the connection open with events that are not the API's.
                    if event.event.as_deref() == Some("keepalive") || event.data.trim().is_empty() {
                        continue;
                    }
                    let value = serde_json::from_str(&event.data);
                    return Some(value.map_err(|_| {
                        Classified::protocol("an event that is not JSON", &event.data)
                    }));
                }
                Some(SseItem::TooLarge) => {
                    let limit = format!("more than {MAX_EVENT_BYTES} bytes");
                    return Some(Err(Classified::protocol(
                        "an event that is too large",
                        &limit,
                    )));
                }
                None => {}
            }
            match self.answer.chunk().await {
                Ok(Some(piece)) => {
                    let read = &mut self.read;
                    self.parser.push(&piece, &mut |item| read.push_back(item));
                }
                Ok(None) => return self.other_body().map(Err),
                Err(error) => return Some(Err(error.into())),
            }
        }
    }

    /// The failure, when the body was no stream of events at all, such as a page of a proxy.
    fn other_body(&self) -> Option<Classified> {
        let line = self.parser.stray_line().filter(|_| !self.has_events)?;
        Some(Classified::protocol(
            "something that is not an event stream",
            line,
        ))
    }
}
