//! What every component of one chat shares.
//!
//! Not responsible for filling it; the composition root does.

use std::ops::Deref;
use std::rc::Rc;

use crate::hooks::{Announcer, ScrollAnchor};
use crate::i18n::Catalogue;
use crate::reactive::Signal;
use crate::state::{Actions, ConversationCells};

/// What every component of one chat gets. Clones are handles to the same.
#[derive(Clone)]
pub struct Ui(Rc<Shared>);

/// What is shared.
pub struct Shared {
    /// The texts, in the chat's language. Another language is another mount.
    pub texts: &'static Catalogue,
    /// A call's arguments, which are JSON, in a few words.
    pub brief: fn(&str) -> String,
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
