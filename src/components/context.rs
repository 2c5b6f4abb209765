//! What every component of one chat shares.
//!
//! Not responsible for filling it; the composition root does.

use std::ops::Deref;
use std::rc::Rc;

use midturn_core::id::MessageId;
use serde::{Deserialize, Serialize};

use super::answer::Answers;
use super::attachment::Attaching;
use crate::hooks::{Announcer, ScrollAnchor};
use crate::i18n::Catalogue;
use crate::reactive::Signal;
use crate::state::{Actions, ConversationCells, Files};

/// What every component of one chat gets. Clones are handles to the same.
#[derive(Clone)]
pub struct Ui(Rc<Shared>);

/// What is shared.
pub struct Shared {
    /// The texts, in the chat's language. Another language is another mount.
    pub texts: &'static Catalogue,
    /// Reads and writes the JSON of calls and answers.
    pub json: Json,
    /// What answers may do and what they share.
    pub answers: Answers,
    /// What may be attached, and what was refused.
    pub attaching: Attaching,
    /// The bytes of files.
    pub files: Rc<dyn Files>,
    /// The way out.
    pub actions: Actions,
    /// The conversation on screen.
    pub cells: ConversationCells,
    /// The announcer.
    pub announcer: Announcer,
    /// Where the transcript stands.
    pub scroll: ScrollAnchor,
    /// Whether the running card shows its activities.
    pub expanded: Signal<bool>,
    /// What Enter does while the agent works.
    pub on_enter: Signal<OnEnter>,
    /// Interjections wait for the agent's response to end.
    pub after_response: Signal<bool>,
    /// Keys that are one character, and Escape twice, do something.
    pub shortcuts: Signal<bool>,
    /// The address of a message, where messages have one.
    pub links: Signal<Option<Link>>,
    /// The message that the person was led to, until it is in view.
    pub aim: Signal<Option<MessageId>>,
    /// The list of keys is shown.
    pub keys_shown: Signal<bool>,
    /// The message that begins a guided tour, where the backend has one.
    pub tour: Signal<Option<String>>,
}

/// The address of a message.
pub type Link = Rc<dyn Fn(&MessageId) -> Option<String>>;

/// Names and values.
pub type Fields = Vec<(String, String)>;

/// JSON, as components need it: they know of no protocol.
#[derive(Clone, Copy)]
pub struct Json {
    /// A call's arguments in a few words.
    pub brief: fn(&str) -> String,
    /// A call's arguments by name: a string as its text, anything else as JSON. None for what is
    /// no object.
    pub fields: fn(&str) -> Option<Fields>,
    /// A call's arguments by name, each as the JSON text that it came as. None for what is no
    /// object.
    pub values: fn(&str) -> Option<Fields>,
    /// The text that a JSON string is; none for anything else.
    pub text: fn(&str) -> Option<String>,
    /// Whether this is one JSON value.
    pub is_value: fn(&str) -> bool,
    /// A text as JSON.
    pub quote: fn(&str) -> String,
}

/// What Enter does while the agent works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnEnter {
    /// The message waits for the turn to end.
    #[default]
    Queue,
    /// The message goes into the turn.
    Interject,
    /// The message takes the turn's place.
    Replace,
}

impl OnEnter {
    /// Its name in attributes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Queue => "queue",
            Self::Interject => "interject",
            Self::Replace => "replace",
        }
    }

    /// The one of this name; any other name is `Queue`.
    pub fn of(name: &str) -> Self {
        match name {
            "interject" => Self::Interject,
            "replace" => Self::Replace,
            _ => Self::Queue,
        }
    }
}

impl Ui {
    /// A handle to this.
    pub fn new(shared: Shared) -> Self {
        Self(Rc::new(shared))
    }
}

impl Deref for Ui {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}
