//! Files from a backend, for tests.

use std::sync::Arc;

use super::builder::{file, tool_result};
use crate::attachment::{Attachment, BackendFile, Medium, Source};
use crate::run_event::RunEvent;

/// A picture from a backend, at this byte offset of its message's text.
pub fn came(id: &str, at: usize) -> Attachment {
    Attachment {
        size: 3,
        came: Some(Arc::new(BackendFile {
            kind: Medium::Image,
            source: Source::Data("AP+A".into()),
            at: Some(at),
            part: None,
            metadata: Some(format!("{{\"filename\":\"{id}.png\"}}")),
        })),
        ..file(id)
    }
}

/// The result of a call, with files.
pub fn tool_files(call: &str, content: &str, files: Vec<Attachment>) -> RunEvent {
    let mut event = tool_result(call, content);
    if let RunEvent::ToolResult { attachments, .. } = &mut event {
        *attachments = files;
    }
    event
}

/// A file of each kind that a backend can send.
pub fn of_each_kind() -> Vec<Attachment> {
    let with = |id: &str, kind, source| {
        let mut file = came(id, 1);
        if let Some(held) = file.came.as_mut().map(Arc::make_mut) {
            held.kind = kind;
            held.source = source;
            held.part = Some("p".to_owned());
        }
        file
    };
    let handle = Source::Handle {
        value: "file-1".to_owned(),
        provider: Some("openai".to_owned()),
    };
    vec![
        came("g1", 0),
        with(
            "g2",
            Medium::Video,
            Source::Url("https://a.example/v".into()),
        ),
        with("g3", Medium::Document, handle),
    ]
}
