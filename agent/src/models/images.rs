//! A history without its images, for a model that takes none, or not one of these.

use serde_json::json;

use super::attachment::Attachment;
use crate::conversation::Message;

/// The history with the names of its images in their place; `None` if it has no image.
pub(super) fn without_images(history: &[Message]) -> Option<Vec<Message>> {
    let mut history = history.to_vec();
    let mut some = false;
    let files = history.iter_mut().flat_map(|message| match message {
        Message::User { attachments, .. } => vec![attachments],
        Message::Tool { feedback, .. } => feedback
            .iter_mut()
            .map(|said| &mut said.attachments)
            .collect(),
        Message::System { .. } | Message::Assistant { .. } => Vec::new(),
    });
    for part in files.flatten() {
        let image = Attachment::new(part);
        if image.kind() == "image" && !image.is_refused() {
            let source = json!({"type": Attachment::REFUSED, "mimeType": image.mime()});
            part["source"] = source;
            some = true;
        }
    }
    some.then_some(history)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conversation::{Interjection, ToolStatus};
    use crate::models::testing::{image, result, user};

    #[test]
    fn images_of_messages_and_of_feedback_are_named() {
        let said = Interjection {
            attachments: vec![image()],
            ..Interjection::new("i", "like this")
        };
        let note = json!({"type": "document", "source": {"type": "data", "value": "aGk="}});
        let history = [
            user("look", vec![image(), note.clone()]),
            result("1", ToolStatus::Ok, vec![said]),
        ];
        let named = without_images(&history).unwrap();
        let (Message::User { attachments, .. }, Message::Tool { feedback, .. }) =
            (&named[0], &named[1])
        else {
            panic!("{named:?}");
        };
        for part in [&attachments[0], &feedback[0].attachments[0]] {
            let image = Attachment::new(part);
            assert_eq!(image.url(), None);
            assert_eq!(
                image.words(),
                "[Attached image (image/png), which this model does not take]"
            );
        }
        assert_eq!(attachments[1], note);
        assert_eq!(without_images(&named), None);
    }
}
