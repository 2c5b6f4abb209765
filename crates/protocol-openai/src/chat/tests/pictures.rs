//! Pictures that a model made.

use midturn_core::run_event::RunEvent;
use midturn_protocol::item::Item;

use super::super::super::testing::{reader, request, sse};
use super::super::Chat;

#[test]
fn a_picture_of_the_model_is_shown() {
    let image = r#"{"type":"image_url","image_url":{"url":"data:image/png;base64,aGk="}}"#;
    let frame = format!(r#"{{"choices":[{{"delta":{{"images":[{image},{{}}]}}}}]}}"#);
    let mut reader = reader(&Chat::default(), Some(&request(Vec::new())));
    let items = reader.push(sse(&[&frame]).as_bytes());
    let files = items.iter().filter_map(|item| match item {
        Item::Event {
            event: RunEvent::ToolResult { attachments, .. },
            ..
        } => Some(&attachments[0]),
        _ => None,
    });
    let files: Vec<_> = files.map(|file| (&*file.name, file.bytes())).collect();
    assert_eq!(files, [("image.png", Some(b"hi".to_vec()))]);
}
