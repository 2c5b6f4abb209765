//! Inputs from another page that shows the same conversation, and from an embedder's code.
//!
//! All pages share everything except the composer. An input brings the composer's content of its
//! page along. What is in the composer after the input is sent back to that page. Which page does
//! what is in [`crate::sharing`]. Code brings its own text in the same way, and leaves the composer
//! alone.

use super::Conversation;
use crate::attachment::{Attached, MessageContent};
use crate::change::Change;
use crate::composer::Composer;
use crate::effect::Effect;
use crate::id::MessageId;
use crate::input::{EditInput, Input, QueueInput};
use crate::step::Step;
use crate::time::Millis;

impl Conversation {
    /// Applies an input with the composer of its page.
    pub(super) fn by(&mut self, said: MessageContent, input: Input, at: Millis, step: &mut Step) {
        let of_page = Composer::new(said.text, Attached::of(said.attachments));
        let own = std::mem::replace(&mut self.composer, of_page);
        // The page where the person types shows the text already, but this page has to draw it.
        let typed = match &input {
            Input::EditorChanged { .. } => Some(Change::Card),
            Input::Queue(QueueInput::EditChanged(_)) => Some(Change::Queue),
            Input::Edit(EditInput::Changed { .. }) => Some(Change::Edits),
            _ => None,
        };
        let unplaced = self.unplaced(&input).map(MessageContent::from);
        let message = input.message().cloned();
        let inner = self.apply(input, at);
        let mut left = std::mem::replace(&mut self.composer, own).into_content();
        let shared = |change: &Change| !matches!(change, Change::Composer | Change::Attached);
        for change in inner.changes.into_iter().filter(shared).chain(typed) {
            step.change(change);
        }
        step.effects.extend(inner.effects);
        if let Some(unplaced) = unplaced {
            left.add(unplaced);
        }
        if !left.is_blank() {
            let refused = message.is_some_and(|id| !self.has_message(&id));
            step.effect(Effect::GiveBack {
                said: left,
                refused,
            });
        }
    }

    /// Text typed in an editor that has been closed meanwhile, unless the text is kept elsewhere.
    fn unplaced(&self, input: &Input) -> Option<String> {
        let (text, open) = match input {
            Input::EditorChanged { text } => (text, self.card.editor().is_some()),
            Input::Queue(QueueInput::EditChanged(text)) => (text, self.queue.edit().is_some()),
            Input::Edit(EditInput::Changed { id, text }) => (text, self.edits.contains_key(id)),
            _ => return None,
        };
        (!open && !self.has_text(text)).then(|| text.clone())
    }

    /// The editor's text, if the input would overwrite it. Text that only grows or shrinks at its
    /// end is not overwritten.
    pub fn overwritten_by(&self, input: &Input) -> Option<&str> {
        let (text, held) = match input {
            Input::By { input, .. } => return self.overwritten_by(input),
            Input::EditorChanged { text } => (text, self.card.editor()),
            Input::Queue(QueueInput::EditChanged(text)) => {
                (text, self.queue.edit().map(|edit| edit.draft.as_str()))
            }
            Input::Edit(EditInput::Changed { id, text }) => {
                (text, self.edits.get(id).map(String::as_str))
            }
            _ => return None,
        };
        held.filter(|held| !held.starts_with(text.as_str()) && !text.starts_with(held))
    }

    /// Whether exactly this text is already in a message, a prompt, an interjection or an editor.
    pub fn has_text(&self, text: &str) -> bool {
        let text = text.trim();
        let edit = self.queue.edit().map(|edit| edit.draft.as_str());
        let prompts = self.queue.prompts().iter().chain(self.queue.removed());
        let turns = self.turns.iter();
        let said = turns.flat_map(|turn| {
            let inside = turn
                .interjections()
                .map(crate::transcript::Interjection::wanted);
            inside.chain([turn.text.as_str()])
        });
        let edits = self.edits.values().map(String::as_str);
        let mut texts = ([self.card.draft()].into_iter().chain(edit).chain(edits))
            .chain(prompts.map(|prompt| prompt.text.as_str()))
            .chain(said);
        texts.any(|held| held.trim() == text)
    }

    /// Appends text and files to the composer.
    pub(crate) fn keep(&mut self, said: MessageContent, step: &mut Step) {
        self.composer.keep(said, step);
    }

    /// The composer's content.
    pub fn composed(&self) -> MessageContent {
        self.composer.content()
    }

    /// The composer content that an input uses, and that must go to another page with the input.
    pub fn said_for(&self, input: &Input) -> MessageContent {
        if !input.takes_composer() {
            return MessageContent::default();
        }
        self.composed()
    }

    /// Whether a message with this id is here: a turn, a prompt or an interjection.
    pub fn has_message(&self, id: &MessageId) -> bool {
        let queue = self.queue.prompts().iter().chain(self.queue.removed());
        queue.map(|prompt| &prompt.id).any(|held| held == id)
            || (self.turns.iter().rev())
                .any(|turn| turn.id == *id || turn.interjection(id).is_some())
    }

    /// The same conversation with the composer of another one.
    #[must_use]
    pub(crate) fn with_composer_of(mut self, other: Self) -> Self {
        self.composer = other.composer;
        self
    }

    /// The same conversation without the request for older messages, if one is under way: its answer
    /// goes to the page that made it.
    #[must_use]
    pub(crate) fn without_past_request(mut self) -> Self {
        self.past.forget_request();
        self
    }

    /// Empties the composer: its content is on its way to another page.
    pub(crate) fn hand_over(&mut self, step: &mut Step) {
        let _ = self.composer.take(step);
    }
}
