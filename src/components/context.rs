//! What every component of one chat shares.
//!
//! Not responsible for filling it; the composition root does.

use leptos::prelude::*;

use crate::hooks::{Announcer, ScrollAnchor};
use crate::i18n::Catalogue;
use crate::state::{Actions, ConversationCells};

/// What every component of one chat shares, provided as a context.
#[derive(Clone)]
pub struct Ui {
    /// The texts, in the chat's language. Another language is another mount.
    pub texts: &'static Catalogue,
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
}

impl Ui {
    /// The chat that this component is in.
    ///
    /// # Panics
    ///
    /// Outside of a chat, which is a mistake in the composition.
    pub fn get() -> Self {
        expect_context()
    }
}
