//! Chunks that are shown as notes: data of the app, sources, files at a URL, and the progress of a tool.

use midturn_core::attachment::Source;
use midturn_core::id::ActivityId;
use midturn_core::run_event::{RunEvent, TaskEvent};
use midturn_protocol::json;
use serde_json::value::RawValue;

use super::chunk::OtherChunk;

/// The progress of a call: a bar if the tool's output has a number that means progress, else a note
/// that is replaced each time.
pub(super) fn progress(call: &str, tool: &str, output: &RawValue) -> RunEvent {
    if let Some((percent, message)) = midturn_protocol::progress::progress(output.get()) {
        return RunEvent::Task {
            element: call.into(),
            event: TaskEvent::Progress { percent, message },
        };
    }
    let text = json::text(output).map(|(text, _)| text.into_owned());
    RunEvent::Note {
        id: ActivityId::from(format!("{call}.progress")),
        title: tool.to_owned(),
        content: text.unwrap_or_else(|| output.get().to_owned()),
    }
}

/// What a chunk of another kind says: a title of the thread or a note. `None` for data that is for the
/// page alone. It comes once for each token from some apps.
pub(super) fn event(
    kind: &str,
    chunk: &OtherChunk<'_>,
    id: impl FnOnce(Option<&str>) -> ActivityId,
) -> Option<RunEvent> {
    if let Some(title) = title(kind, chunk) {
        return Some(RunEvent::Title(title));
    }
    let is_kept = chunk.transient.0 != Some(true);
    is_kept.then(|| note(kind, chunk, id))
}

/// The title of the thread, if the chunk brings one. The AI SDK has no chunk for it;
/// `data-chat-title` is that of Vercel's chat template, whose data is the text.
fn title(kind: &str, chunk: &OtherChunk<'_>) -> Option<String> {
    let data = chunk.data.0.filter(|_| kind == "data-chat-title");
    Some(data.and_then(json::text)?.0.into_owned())
}

/// The note of a chunk of another kind. `id` gives the note's id for what the server names it, if
/// it does.
fn note(
    kind: &str,
    chunk: &OtherChunk<'_>,
    id: impl FnOnce(Option<&str>) -> ActivityId,
) -> RunEvent {
    let filled = |text: &'_ str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let (named, content) = match kind {
        "source-url" | "source-document" => {
            let parts = [&chunk.title, &chunk.filename, &chunk.url];
            let parts: Vec<_> = parts
                .iter()
                .filter_map(|part| filled(part.as_str()))
                .collect();
            (filled(chunk.source_id.as_str()), parts.join("\n"))
        }
        "file" | "reasoning-file" => (None, file(chunk)),
        "custom" => (None, chunk.kind.as_str().to_owned()),
        _ => {
            let data = chunk.data.0;
            let text = data.and_then(json::text).map(|(text, _)| text.into_owned());
            let json = || data.map(|data| data.get().to_owned()).unwrap_or_default();
            (filled(chunk.id.as_str()), text.unwrap_or_else(json))
        }
    };
    RunEvent::Note {
        id: id(named.as_deref()),
        title: kind.to_owned(),
        content,
    }
}

/// The bytes of a file that the agent made.
pub(super) fn bytes(kind: &str, chunk: &OtherChunk<'_>) -> Option<Source> {
    let source = Source::Url(chunk.url.as_str().to_owned());
    (kind == "file" && is_data(chunk.url.as_str())).then_some(source)
}

fn is_data(url: &str) -> bool {
    url.get(..5)
        .is_some_and(|start| start.eq_ignore_ascii_case("data:"))
}

/// A file in words: its name or its address.
fn file(chunk: &OtherChunk<'_>) -> String {
    let url = chunk.url.as_str();
    let name = chunk.filename.as_str();
    let media_type = chunk.media_type.as_str();
    let address = if is_data(url) {
        let size = Source::Url(url.to_owned()).size().unwrap_or_default();
        format!("{media_type}, {size} bytes")
    } else {
        url.to_owned()
    };
    if name.is_empty() {
        address
    } else {
        format!("{name}\n{address}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(output: &str) -> RunEvent {
        progress("c", "tool", json::raw(output).unwrap())
    }

    #[test]
    fn a_share_of_the_whole_is_a_bar() {
        for (output, expected) in [
            (r#"{"percent":40,"message":"half"}"#, Some((40, "half"))),
            (r#"{"counted":5,"of":20}"#, Some((25, "5 · 20"))),
            (r#"{"counted":5}"#, None),
            (r#"{"percent":"40"}"#, None),
            ("40", None),
        ] {
            let found = match shown(output) {
                RunEvent::Task {
                    event: TaskEvent::Progress { percent, message },
                    ..
                } => Some((percent, message)),
                _ => None,
            };
            let expected = expected.map(|(percent, text)| (percent, text.to_owned()));
            assert_eq!(found, expected, "{output}");
        }
    }

    #[test]
    fn other_progress_is_a_note_that_is_replaced() {
        let RunEvent::Note { id, title, content } = shown(r#"{"hauled":1}"#) else {
            panic!("no note");
        };
        assert_eq!(
            (id.as_str(), &*title, &*content),
            ("c.progress", "tool", r#"{"hauled":1}"#)
        );
    }
}
