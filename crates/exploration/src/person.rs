//! The person, and the acts that are possible at any moment. Edits of queued prompts are covered by
//! the random tests.

use super::client::Cause;
use super::world::{Setup, World};
use midturn_core::attachment::AttachmentInput;
use midturn_core::card::Card;
use midturn_core::id::RunId;
use midturn_core::input::{Input, QueueInput, UnsentInput};
use midturn_core::testing::builder::file;

/// An action of the person.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Person {
    /// Types a new word into the composer and sends its content.
    Send,
    /// Types a new word, attaches a file and sends both.
    SendFile,
    /// Sends a held message without the file that cannot be read.
    SendWithout(RunId),
    /// Takes a held message back into the composer.
    KeepEditing(RunId),
    /// Sends the composer's content unchanged.
    SendDraft,
    Cancel(RunId),
    Stop(RunId),
    Replace(RunId),
    Resume,
    /// Types a new word into the card's editor.
    Write,
    SubmitEditor,
    Dismiss,
    Keep,
    RemoveFirst,
    Restore,
    RunLastNow,
    /// Holds the first prompt, or releases it.
    HoldFirst,
}

impl World {
    pub(super) fn person_actions(&self, setup: Setup, person: &mut Vec<Person>) {
        let queue = setup.queue;
        let may_type = self.typed < setup.words;
        if may_type {
            person.push(Person::Send);
            if setup.files {
                person.push(Person::SendFile);
            }
        }
        if let Some(held) = self.client.active().filter(|run| !run.lost.is_empty()) {
            person.push(Person::SendWithout(held.id.clone()));
            person.push(Person::KeepEditing(held.id.clone()));
        }
        if !self.client.composer().is_empty() {
            person.push(Person::SendDraft);
        }
        // A click may be late, and name a run that is no longer active.
        if let Some(first) = self.client.turns().first() {
            let stale = RunId::of_attempt(&first.id, 1);
            if self.client.active().is_none_or(|active| active.id != stale) {
                person.push(Person::Stop(stale));
            }
        }
        match self.client.card() {
            Card::Hidden => {}
            Card::Running { run, .. } => {
                person.extend([Person::Cancel(run.clone()), Person::Stop(run.clone())]);
                if !self.client.composer().is_empty() {
                    person.push(Person::Replace(run.clone()));
                }
            }
            Card::Cancelling { draft, .. } | Card::Resuming { draft, .. } => {
                person.extend([Person::Dismiss, Person::SubmitEditor, Person::Keep]);
                if may_type && draft.is_empty() {
                    person.push(Person::Write);
                }
            }
            Card::Paused { .. } => person.push(Person::Resume),
        }
        if queue {
            if !self.client.queue().is_empty() {
                person.push(Person::RunLastNow);
                person.push(Person::HoldFirst);
                if self.client.queue().removed().next().is_none() {
                    person.push(Person::RemoveFirst);
                }
            }
            if self.client.queue().removed().next().is_some() {
                person.push(Person::Restore);
            }
        }
    }

    pub(super) fn person(&mut self, person: Person) {
        let cause = Cause::Person;
        let input = match person {
            Person::Send => {
                let text = {
                    let before = self.client.composer().to_owned();
                    self.word(&before)
                };
                self.apply(Input::ComposerChanged { text }, cause);
                Input::Submit { id: self.message() }
            }
            Person::SendFile => {
                let before = self.client.composer().to_owned();
                let text = self.word(&before);
                self.apply(Input::ComposerChanged { text }, cause);
                let file = file(&format!("f{}", self.typed));
                let added = AttachmentInput::Added(file);
                self.apply(Input::Attachment(added), cause);
                Input::Submit { id: self.message() }
            }
            Person::SendWithout(run) => Input::Unsent(UnsentInput::SendWithout { run }),
            Person::KeepEditing(run) => Input::Unsent(UnsentInput::KeepEditing { run }),
            Person::SendDraft => Input::Submit { id: self.message() },
            Person::Cancel(run) => Input::CancelClicked { run },
            Person::Stop(run) => Input::Stop { run },
            Person::Replace(run) => {
                let id = self.message();
                Input::Replace { run, id }
            }
            Person::Resume => Input::ResumeClicked,
            Person::Write => Input::EditorChanged {
                text: self.word(""),
            },
            Person::SubmitEditor => Input::EditorSubmit { id: self.message() },
            Person::Dismiss => Input::EditorDismiss,
            Person::Keep => Input::KeepRunning,
            Person::RemoveFirst => match self.client.queue().prompts().first() {
                Some(first) => Input::Queue(QueueInput::Remove(first.id.clone())),
                None => return,
            },
            Person::Restore => Input::Queue(QueueInput::Restore),
            Person::HoldFirst => match self.client.queue().prompts().first() {
                Some(first) => Input::Queue(QueueInput::Hold {
                    id: first.id.clone(),
                    held: !first.held,
                }),
                None => return,
            },
            Person::RunLastNow => match self.client.queue().prompts().last() {
                Some(last) => Input::Queue(QueueInput::RunNow(last.id.clone())),
                None => return,
            },
        };
        self.apply(input, cause);
    }

    fn word(&mut self, before: &str) -> String {
        self.typed += 1;
        format!("{before}w{} ", self.typed)
    }

    /// An id for a new message. Messages are numbered: every earlier one is a turn or a prompt.
    fn message(&self) -> midturn_core::id::MessageId {
        let queue = self.client.queue();
        let used = self.client.turns().len() + queue.len() + queue.removed().count();
        format!("m{}", used + 1).as_str().into()
    }
}
