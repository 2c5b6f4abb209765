//! The complete serde form of a conversation, for recordings and other pages. The stored form (see
//! [`super::Conversation`]) leaves fields out.

use std::borrow::{Borrow, Cow};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Conversation, OfferedTools, Past};
use crate::attachment::Attached;
use crate::composer::Composer;
use crate::transcript::Turn;

/// A conversation with the fields that its stored form leaves out.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Whole<'a> {
    stored: Cow<'a, Conversation>,
    turns: Cow<'a, [Turn]>,
    composer: Cow<'a, str>,
    /// Which of the sent texts the composer shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    recalled: Option<usize>,
    attached: Cow<'a, Attached>,
    past: Cow<'a, Past>,
    tools: Cow<'a, OfferedTools>,
}

impl<'a> Whole<'a> {
    /// Borrows a conversation, to serialize it.
    pub(crate) fn of(held: &'a Conversation) -> Self {
        Self {
            stored: Cow::Borrowed(held),
            turns: Cow::Borrowed(&held.turns),
            composer: Cow::Borrowed(held.composer.text()),
            recalled: held.composer.recalled(),
            attached: Cow::Borrowed(held.composer.attached()),
            past: Cow::Borrowed(&held.past),
            tools: Cow::Borrowed(&held.tools),
        }
    }

    /// The conversation, after deserializing.
    pub(crate) fn into_conversation(self) -> Conversation {
        Conversation {
            turns: self.turns.into_owned(),
            composer: Composer::new(self.composer.into_owned(), self.attached.into_owned())
                .showing(self.recalled),
            past: self.past.into_owned(),
            tools: self.tools.into_owned(),
            ..self.stored.into_owned()
        }
    }
}

/// For `#[serde(with)]`.
pub(crate) fn serialize<S: Serializer>(
    held: &impl Borrow<Conversation>,
    to: S,
) -> Result<S::Ok, S::Error> {
    Whole::of(held.borrow()).serialize(to)
}

/// For `#[serde(with)]`.
pub(crate) fn deserialize<'de, D: Deserializer<'de>, T: From<Conversation>>(
    from: D,
) -> Result<T, D::Error> {
    Whole::deserialize(from).map(|whole| whole.into_conversation().into())
}
