//! A message of the person that the server has put into the running turn.

use midturn_core::run_event::{ReportedInterjection, RunEvent};
use midturn_protocol::diagnostic::Kind;
use midturn_protocol::fields::Fields;
use midturn_protocol::json;
use midturn_protocol::value::Text;
use serde::Deserialize;

use super::chunk::OtherChunk;
use super::sink::Sink;

/// Reports the message: it came from another client, for this one has no route for it.
pub(super) fn steered(chunk: &OtherChunk<'_>, sink: &mut Sink<'_>) {
    #[derive(Default, Deserialize)]
    #[serde(default, bound(deserialize = "'de: 'a"))]
    struct Said<'a> {
        text: Text<'a>,
    }
    let parts = chunk.parts.0.and_then(json::list).unwrap_or_default();
    let texts = parts.into_iter().filter_map(|part| {
        let said: Said<'_> = Fields::of(part.get())?.read()?;
        said.text.string()
    });
    let text = texts.collect::<Vec<_>>().join("\n");
    let id = chunk.id.as_str();
    if id.is_empty() || text.trim().is_empty() {
        sink.note(Kind::BadField, "steering-message without id or text");
        return;
    }
    sink.event(RunEvent::Interjected(ReportedInterjection {
        id: id.into(),
        text,
        parent: None,
        agent: None,
        fell_back: false,
    }));
    sink.event(RunEvent::InterjectionDelivered {
        id: id.into(),
        step: None,
    });
}
