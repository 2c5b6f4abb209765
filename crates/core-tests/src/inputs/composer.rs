//! What the person does in the composer, and what comes into it from elsewhere.

use proptest::prelude::*;

use midturn_core::attachment::{Attachment, AttachmentInput, MessageContent};
use midturn_core::composer::Recall;
use midturn_core::input::Input;
use midturn_core::testing::builder::file;

use super::World;
use super::act::{Weighted, act, plain};

/// Types a new word.
pub(crate) fn compose(world: &mut World, (): ()) -> Input {
    let before = world.conversation.composer().to_owned();
    Input::ComposerChanged {
        text: world.typing(&before),
    }
}

/// Sends the composer's content.
pub(crate) fn submit(world: &mut World, (): ()) -> Input {
    Input::Submit {
        id: world.message(),
    }
}

pub(super) fn acts() -> Vec<Weighted> {
    let recall = prop_oneof![Just(Recall::Older), Just(Recall::Newer), Just(Recall::End)];
    vec![
        act(4, Just(()), compose),
        act(6, Just(()), submit),
        act(1, recall, |_, to| Input::Recall(to)),
        act(3, Just(()), |world, ()| {
            world.words += 1;
            Input::Attachment(AttachmentInput::Added(Attachment {
                id: format!("f{}", world.words).into(),
                name: "file.txt".to_owned(),
                media_type: "text/plain".to_owned(),
                size: 1,
                came: None,
            }))
        }),
        act(2, 0..2usize, |world, place| {
            Input::Attachment(AttachmentInput::Removed(world.file(place)))
        }),
        plain(1, Input::Attachment(AttachmentInput::Restored)),
        act(1, 0..2usize, |world, place| {
            Input::Attachment(AttachmentInput::Unreadable(world.file(place)))
        }),
    ]
}

pub(super) fn samples() -> Vec<Input> {
    let said = || MessageContent {
        text: "more".into(),
        attachments: vec![file("g")],
    };
    vec![
        Input::ComposerChanged { text: "te".into() },
        Input::Attachment(AttachmentInput::Added(file("f"))),
        Input::Attachment(AttachmentInput::Removed("f".into())),
        Input::Recall(Recall::Older),
        Input::Recall(Recall::Newer),
        Input::Recall(Recall::End),
        Input::Attachment(AttachmentInput::Restored),
        Input::Attachment(AttachmentInput::MadeText {
            id: "f".into(),
            text: "pasted".into(),
        }),
        Input::Attachment(AttachmentInput::Unreadable("f".into())),
        Input::Submit { id: "m2".into() },
        Input::Say {
            id: "m4".into(),
            said: said(),
        },
        Input::By {
            said: said(),
            input: Box::new(Input::Submit { id: "m8".into() }),
        },
        Input::Kept { said: said() },
    ]
}
