//! A history without some of its files, for a model that does not take them.

use serde_json::{Value, json};

use super::attachment::Attachment;
use crate::conversation::Message;

/// Puts names in the place of images and PDFs: of all but those of the last message that has some, or of
/// these too if there are no others. Old ones may be too many, or keep a new one from being seen. Returns
/// whether there were any.
pub(super) fn name_files(history: &mut [Message]) -> bool {
    let mut with_files: Vec<_> = history
        .iter_mut()
        .map(files)
        .filter(|files| !files.is_empty())
        .collect();
    let last = with_files.pop();
    let named = if with_files.is_empty() {
        last.unwrap_or_default()
    } else {
        with_files.into_iter().flatten().collect()
    };
    let some = !named.is_empty();
    for part in named {
        let source = json!({"type": Attachment::REFUSED, "mimeType": Attachment::new(part).mime()});
        part["source"] = source;
    }
    some
}

/// The images and PDFs of a message that are not named yet.
fn files(message: &mut Message) -> Vec<&mut Value> {
    let attachments = match message {
        Message::User { attachments, .. } => vec![attachments],
        Message::Tool { feedback, .. } => feedback
            .iter_mut()
            .map(|said| &mut said.attachments)
            .collect(),
        Message::System { .. } | Message::Assistant { .. } => Vec::new(),
    };
    let is_file = |part: &&mut Value| {
        let part = Attachment::new(part);
        (part.kind() == "image" || part.is_pdf()) && !part.is_refused()
    };
    attachments.into_iter().flatten().filter(is_file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conversation::{Interjection, ToolStatus};
    use crate::models::testing::{image, result, user};

    #[test]
    fn old_files_are_named_first_and_then_those_of_the_last_message() {
        let said = Interjection {
            attachments: vec![image()],
            ..Interjection::new("i", "like this")
        };
        let data = |mime: &str| json!({"type": "data", "value": "aGk=", "mimeType": mime});
        let note = json!({"type": "document", "source": data("text/plain")});
        let pdf = json!({"type": "document", "source": data("application/pdf")});
        let mut history = [
            user("look", vec![pdf, note.clone()]),
            result("1", ToolStatus::Ok, vec![said]),
            user("and", vec![image()]),
            user("well?", Vec::new()),
        ];
        let mut named = || {
            let some = name_files(&mut history);
            let mut words = Vec::new();
            for message in &history {
                let parts = match message {
                    Message::User { attachments, .. } => attachments,
                    Message::Tool { feedback, .. } => &feedback[0].attachments,
                    Message::System { .. } | Message::Assistant { .. } => continue,
                };
                words.extend(parts.iter().map(|part| Attachment::new(part).words()));
            }
            (some, words)
        };
        let of = |what: &str| format!("[Attached {what}, which this model does not take]");
        let pdf = of("document (application/pdf)");
        let image = of("image (image/png)");
        let (note, whole) = (
            Attachment::new(&note).words(),
            "[Attached image (image/png), which cannot be sent]".to_owned(),
        );
        let first = vec![pdf.clone(), note.clone(), image.clone(), whole];
        assert_eq!(named(), (true, first));
        let all = vec![pdf, note, image.clone(), image];
        assert_eq!(named(), (true, all.clone()));
        assert_eq!(named(), (false, all));
    }
}
