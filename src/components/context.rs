//! What every component of one chat shares.
//!
//! Not responsible for filling it; the composition root does.

use leptos::prelude::*;
use std::rc::Rc;

use midturn_core::id::MessageId;
use serde::{Deserialize, Serialize};

use super::answer::Answers;
use super::attachment::Attaching;
use crate::hooks::{Announcer, ScrollAnchor};
use crate::i18n::Catalogue;
use crate::state::{Actions, ConversationCells, Files};

/// What every component of one chat gets: handles, which end with the owner they were made under.
#[derive(Clone, Copy)]
pub struct Ui {
    /// The texts, in the chat's language. Another language is another mount.
    pub texts: &'static Catalogue,
    /// Reads and writes the JSON of calls and answers.
    pub json: Json,
    /// What answers may do and what they share.
    pub answers: StoredValue<Answers, LocalStorage>,
    /// What may be attached, and what was refused.
    pub attaching: Attaching,
    /// The bytes of files.
    pub files: StoredValue<Rc<dyn Files>, LocalStorage>,
    /// The way out.
    pub actions: Actions,
    /// The conversation on screen.
    pub cells: ConversationCells,
    /// The announcer.
    pub announcer: Announcer,
    /// Where the transcript stands.
    pub scroll: ScrollAnchor,
    /// Whether the running card shows its activities.
    pub expanded: RwSignal<bool>,
    /// What Enter does while the agent works.
    pub on_enter: RwSignal<OnEnter>,
    /// Interjections wait for the agent's response to end.
    pub after_response: RwSignal<bool>,
    /// Keys that are one character, and Escape twice, do something.
    pub shortcuts: RwSignal<bool>,
    /// The address of a message, where messages have one.
    pub links: RwSignal<Option<Link>, LocalStorage>,
    /// The message that the person was led to, until it is in view.
    pub aim: RwSignal<Option<MessageId>>,
    /// The list of keys is shown.
    pub keys_shown: RwSignal<bool>,
    /// The message that begins a guided tour, where the backend has one.
    pub tour: RwSignal<Option<String>>,
}

impl Ui {
    /// That of the chat which the current component is in.
    ///
    /// # Panics
    ///
    /// Outside of a chat.
    #[track_caller]
    pub fn get() -> Self {
        expect_context()
    }

    /// What answers may do and what they share.
    pub fn answers(&self) -> Answers {
        self.answers.get_value()
    }

    /// The bytes of files. What is under way with them may outlive the component.
    pub fn files(&self) -> Rc<dyn Files> {
        self.files.get_value()
    }
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
