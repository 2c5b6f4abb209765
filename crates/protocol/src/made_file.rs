//! A file that an agent made. A turn shows files as results of calls, so that the file becomes a
//! result. A result that comes before its call is a step that is not part of the history: the agent
//! never made this call, and must not hear of it.

use midturn_core::attachment::{Attachment, Medium, Source};
use midturn_core::history::{HistoryCall, HistoryMessage};
use midturn_core::id::{ActivityId, AttachmentId, MessageId};
use midturn_core::run_event::RunEvent;

/// The file as a result, and the name of the step. The result may be told again, the name may not.
/// Without a name or a media type, the file gets one.
pub fn made_file(call: &str, (name, media_type): (&str, &str), source: Source) -> [RunEvent; 2] {
    let media_type = match media_type {
        "" => source.media_type().unwrap_or_default(),
        told => told,
    };
    let media_type = media_type.to_owned();
    let file = Attachment::from_backend("".into(), name.to_owned(), media_type, source);
    made_step(call, file)
}

/// The same of a file that was read already.
pub fn made_step(call: &str, file: Attachment) -> [RunEvent; 2] {
    let (file, word) = named(call, file);
    let id = ActivityId::from(call);
    let result = RunEvent::ToolResult {
        call: id.clone(),
        message: result_id(call),
        content: String::new(),
        attachments: vec![file],
        failed: false,
    };
    let name = RunEvent::ToolStart {
        call: id,
        name: word.to_owned(),
        parent: None,
        subagent: None,
    };
    [result, name]
}

/// The same in a past, in which only calls have results: a call, and its result.
pub fn made_past(call: &str, file: Attachment) -> (HistoryCall, HistoryMessage) {
    let (file, word) = named(call, file);
    let id = ActivityId::from(call);
    let result = HistoryMessage::Tool {
        id: result_id(call),
        call: id.clone(),
        content: String::new(),
        failed: false,
        encrypted: None,
        attachments: vec![file],
    };
    let call = HistoryCall {
        id,
        name: word.to_owned(),
        arguments: String::new(),
        encrypted: None,
    };
    (call, result)
}

/// The file with an id and a name, and the name of its step.
fn named(call: &str, mut file: Attachment) -> (Attachment, &'static str) {
    let word = match file.medium() {
        Medium::Image => "image",
        Medium::Audio => "audio",
        Medium::Video => "video",
        Medium::Document => "file",
    };
    file.id = AttachmentId::from(format!("{call}.file"));
    if file.name.is_empty() {
        file.name = match file.media_type.strip_prefix("image/") {
            Some(format) => {
                let format = format.split(['+', ';']).next().unwrap_or_default();
                format!("{word}.{format}")
            }
            None => word.to_owned(),
        };
    }
    (file, word)
}

fn result_id(call: &str) -> MessageId {
    MessageId::from(format!("{call}.result"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_a_name_and_a_media_type() {
        let data = |media_type: &str| Source::Url(format!("data:{media_type};base64,aGk="));
        for (told, source, expected) in [
            (
                ("", ""),
                data("image/svg+xml"),
                ("image.svg", "image/svg+xml"),
            ),
            (
                ("", "image/png"),
                Source::Data("aGk=".to_owned()),
                ("image.png", "image/png"),
            ),
            (("", ""), data("text/plain"), ("file", "text/plain")),
            (
                ("a.mp3", "audio/mpeg"),
                data("audio/mpeg"),
                ("a.mp3", "audio/mpeg"),
            ),
        ] {
            let [RunEvent::ToolResult { attachments, .. }, _] = made_file("c", told, source) else {
                panic!("no result");
            };
            let file = &attachments[0];
            assert_eq!((&*file.name, &*file.media_type), expected);
            assert_eq!(file.bytes(), Some(b"hi".to_vec()));
        }
    }
}
