//! The world of random acts: a conversation, and what a person has done to it.

use std::collections::BTreeSet;

use midturn_core::conversation::Conversation;
use midturn_core::id::{AttachmentId, MessageId, RunId};
use midturn_core::input::Input;
use midturn_core::run_event::Abilities;
use midturn_core::testing::invariants;
use midturn_core::transcript::Turn;

use super::act::Which;

/// A conversation under random inputs, and what the person has typed into it.
pub(crate) struct World {
    pub(crate) conversation: Conversation,
    pub(crate) now: u64,
    pub(super) words: u32,
    messages: u32,
    pub(super) cursor: u64,
    /// Words that the person has typed and not discarded.
    pub(crate) typed: BTreeSet<String>,
    pub(crate) known: BTreeSet<MessageId>,
    /// Files that were attached and not discarded.
    pub(crate) files: BTreeSet<AttachmentId>,
    /// All inputs so far.
    pub(crate) inputs: Vec<Input>,
}

impl World {
    pub(crate) fn new(abilities: Abilities) -> Self {
        Self {
            conversation: Conversation::new("t".into()).with_abilities(abilities),
            now: 0,
            words: 0,
            messages: 0,
            cursor: 0,
            typed: BTreeSet::new(),
            known: BTreeSet::new(),
            files: BTreeSet::new(),
            inputs: Vec::new(),
        }
    }

    /// Appends a new word to the current text of a field.
    pub(super) fn typing(&mut self, before: &str) -> String {
        self.words += 1;
        let word = format!("w{}", self.words);
        self.typed.insert(word.clone());
        format!("{before} {word}")
    }

    pub(super) fn message(&mut self) -> MessageId {
        self.messages += 1;
        format!("m{}", self.messages).into()
    }

    pub(super) fn run(&self, which: Which) -> RunId {
        let run = match which {
            Which::AtWork => {
                let active = self.conversation.active().map(|run| run.id.clone());
                // In a turn that waits, the person acts on its last run.
                let waiting = self.conversation.turns().last();
                let waiting = waiting.filter(|turn| turn.is_waiting());
                active.or_else(|| waiting.map(Turn::last_run))
            }
            Which::Stopping => self
                .conversation
                .stopping()
                .first()
                .map(|held| held.run.clone()),
            Which::First => self
                .conversation
                .turns()
                .first()
                .map(|turn| RunId::of_attempt(&turn.id, 1)),
        };
        run.unwrap_or_else(|| "none".into())
    }

    /// An interjection of the last turn that has any, and its text.
    pub(super) fn said(&self, place: usize) -> (MessageId, String) {
        let mut turns = self.conversation.turns().iter().rev();
        let turn = turns.find(|turn| turn.interjections().next().is_some());
        let said = turn.and_then(|turn| turn.interjections().nth(place));
        said.map_or_else(
            || ("none".into(), String::new()),
            |said| (said.id.clone(), said.wanted().to_owned()),
        )
    }

    /// An open editor of a message or an interjection, and its text.
    pub(super) fn edit(&self, place: usize) -> (MessageId, Option<String>) {
        let edit = self.conversation.edits().iter().nth(place);
        edit.map_or_else(
            || ("none".into(), None),
            |(id, text)| (id.clone(), Some(text.clone())),
        )
    }

    /// A file in the composer.
    pub(super) fn file(&self, place: usize) -> AttachmentId {
        let file = self.conversation.attached().files().get(place);
        file.map_or_else(|| "none".into(), |file| file.id.clone())
    }

    pub(super) fn prompt(&self, place: usize) -> MessageId {
        let prompts = self.conversation.queue().prompts();
        prompts
            .get(place)
            .map_or_else(|| "none".into(), |prompt| prompt.id.clone())
    }

    /// Forgets the words that are only in the open editor of a prompt: the person discards them.
    pub(super) fn forget_edit(&mut self) {
        let Some(edit) = self.conversation.queue().edit() else {
            return;
        };
        let kept = words(invariants::kept_texts(&self.conversation, false));
        let thrown: BTreeSet<String> = words([edit.draft.as_str()].into_iter());
        self.typed
            .retain(|word| !thrown.contains(word) || kept.contains(word));
    }

    /// The last turn.
    pub(super) fn last_turn(&self) -> MessageId {
        let last = self.conversation.turns().last();
        last.map_or_else(|| "none".into(), |turn| turn.id.clone())
    }

    /// An open question of the last turn.
    pub(super) fn question(&self, place: usize) -> String {
        let last = self.conversation.turns().last();
        last.and_then(|turn| turn.open_interrupts().nth(place))
            .map_or_else(String::new, |interrupt| interrupt.id.clone())
    }
}

/// The words of the texts.
pub(crate) fn words<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    texts
        .flat_map(str::split_whitespace)
        .map(str::to_owned)
        .collect()
}
