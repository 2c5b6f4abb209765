//! The context that all components of a chat share.
//!
//! Not responsible for filling it; the composition root does that.

use leptos::prelude::*;
use std::rc::Rc;

use midturn_core::delivery::DeliveryMode;
use midturn_core::id::MessageId;

use super::answer::Answers;
use super::attachment::Attaching;
use super::chat::{AskedSearch, Starter};
use super::enlarged::Enlarged;
use super::menu::OwnItem;
use crate::hooks::{Announcer, Elements, FocusTargets, ScrollAnchor};
use crate::i18n::Catalogue;
use crate::state::{Actions, ConversationCells, Files};

/// What every component needs, in a chat and in the page around one.
#[derive(Clone, Copy)]
pub struct Surface {
    /// The texts. For another language, the components are made anew.
    pub texts: &'static Catalogue,
    /// Announces texts to screen readers.
    pub announcer: Announcer,
    /// The open menus and editors that handle Escape themselves.
    pub escape_owners: Elements,
}

impl Surface {
    /// What is around the current component.
    ///
    /// # Panics
    ///
    /// If nothing provides it.
    #[track_caller]
    pub fn get() -> Self {
        expect_context()
    }
}

/// The context of one chat: handles that are disposed with the owner under which they were made.
#[derive(Clone, Copy)]
pub struct Ui {
    /// The texts in the chat's language. To change the language, the chat is mounted again.
    pub texts: &'static Catalogue,
    /// The settings and state that all answers share.
    pub answers: StoredValue<Answers, LocalStorage>,
    /// Which files may be attached, and which were refused.
    pub attaching: Attaching,
    /// Access to the bytes of files.
    pub files: StoredValue<Rc<dyn Files>, LocalStorage>,
    /// Sends what the person does.
    pub actions: Actions,
    /// The conversation on screen.
    pub cells: ConversationCells,
    /// Announces texts to screen readers.
    pub announcer: Announcer,
    /// The transcript's scroll position.
    pub scroll: ScrollAnchor,
    /// The elements that take the focus.
    pub focus: FocusTargets,
    /// The open menus and editors that handle Escape themselves.
    pub escape_owners: Elements,
    /// The elements beside the running card on which a click does not dismiss the card's editor.
    pub beside_editor: Elements,
    /// Whether the running card shows its activities.
    pub expanded: RwSignal<bool>,
    /// What Enter does while the agent works.
    pub on_enter: RwSignal<DeliveryMode>,
    /// Whether interjections wait for the agent's response to end.
    pub after_response: RwSignal<bool>,
    /// Whether the shortcuts are on: single character keys, and Escape twice.
    pub shortcuts: RwSignal<bool>,
    /// Whether the thread is known to have no messages, before it is loaded.
    pub is_new: RwSignal<bool>,
    /// Whether the person can rate answers.
    pub feedback: RwSignal<bool>,
    /// Makes the address of a message, if messages have addresses.
    pub links: RwSignal<Option<Link>, LocalStorage>,
    /// The message that the person is being led to, until it is in view.
    pub link_target: RwSignal<Option<MessageId>>,
    /// That a message which the person was to be led to is nowhere: the number of turns at that time.
    /// With a further turn it is no longer said.
    pub link_missing: RwSignal<Option<usize>>,
    /// Whether the list of keyboard shortcuts is open.
    pub keys_shown: RwSignal<bool>,
    /// The image that is shown large.
    pub enlarged: RwSignal<Option<Enlarged>>,
    /// What the agent is called in the middle of a sentence, if that is known.
    pub agent_name: RwSignal<Option<String>>,
    /// The messages that an empty thread offers.
    pub starters: RwSignal<Vec<Starter>>,
    /// Whether the search in the conversation is open.
    pub find_shown: RwSignal<bool>,
    /// What code searches for, until the search has begun.
    pub find_asked: RwSignal<Vec<AskedSearch>>,
    /// What the running card's header says. Old once no run is on.
    pub at_work: RwSignal<String>,
    /// Whether the list of interruptions is open.
    pub changes_shown: RwSignal<bool>,
    /// Whether the browser was idle since the first turn of this visit was over. Until then, parts of the
    /// program that nobody has asked for would delay the answer.
    pub rested: RwSignal<bool>,
    /// The message that starts a guided tour, if the backend has one.
    pub tour: RwSignal<Option<String>>,
    /// The conversation's title; `None` if it is not in the list of threads, or has no message yet.
    pub title: Signal<Option<String>>,
    /// What an embedder adds to the menu of the conversation.
    pub own_items: RwSignal<Vec<OwnItem>>,
    /// Tells the embedder which of these was chosen, by its id. The focus is on the button that opens the
    /// menu then.
    pub own_chosen: RwSignal<Option<Chosen>, LocalStorage>,
}

impl Ui {
    /// The context of the chat around the current component.
    ///
    /// # Panics
    ///
    /// If called outside of a chat.
    #[track_caller]
    pub fn get() -> Self {
        expect_context()
    }

    /// The settings and state that all answers share.
    pub fn answers(&self) -> Answers {
        self.answers.get_value()
    }

    /// Access to the bytes of files. A read in progress may outlive the component.
    pub fn files(&self) -> Rc<dyn Files> {
        self.files.get_value()
    }
}

/// Makes the address of a message.
pub type Link = Rc<dyn Fn(&MessageId) -> Option<String>>;

/// Tells the embedder what was chosen.
pub type Chosen = Rc<dyn Fn(&str)>;

/// Pairs of name and value.
pub type Fields = Vec<(String, String)>;
