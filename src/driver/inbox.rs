//! The inbox: one input at a time, from start to shutdown.

use std::cell::{Cell, Ref, RefCell};
use std::collections::VecDeque;

use midturn_core::change::{Change, ChatChange};
use midturn_core::chat::ChatEffect;
use midturn_core::chat::{Chat, ChatInput, ThreadHead};
use midturn_core::effect::Effect;
use midturn_core::input::{EditInput, Input, QueueInput};

use super::Runtime;
use super::dirty::Subject;
use super::letter::{Letter, Origin, Post, is_of_list};
use super::storage::StorageError;
use crate::transport::OnDrop;

/// How long storage may take to answer at the start, in milliseconds. Some browsers never answer. A
/// busy machine may need seconds, and stored threads must not look absent because of that.
const START_TIMEOUT_MS: u64 = 10_000;

/// The chat. Every module reads the chat, and only the inbox applies inputs to it.
pub(super) struct CurrentChat(RefCell<Chat>);

impl CurrentChat {
    pub(super) fn new(chat: Chat) -> Self {
        Self(RefCell::new(chat))
    }

    pub(super) fn borrow(&self) -> Ref<'_, Chat> {
        self.0.borrow()
    }
}

/// The inbox, and what waits for the start.
#[derive(Default)]
pub(super) struct Inbox {
    letters: RefCell<VecDeque<Letter>>,
    state: Cell<InboxState>,
    on_started: RefCell<Option<Box<dyn FnOnce()>>>,
    start_timer: RefCell<Option<OnDrop>>,
}

/// Whether the inbox takes inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum InboxState {
    /// Not started: inputs wait.
    #[default]
    New,
    /// Reading the list of threads: inputs wait.
    Starting,
    /// Takes the next input at once.
    Idle,
    /// Taking an input.
    Busy,
    /// Shut down.
    Closed,
}

impl Inbox {
    pub(super) fn is_closed(&self) -> bool {
        self.state.get() == InboxState::Closed
    }
}

impl Runtime {
    pub(super) fn start(&self, started: Box<dyn FnOnce()>) {
        if self.inbox.state.get() != InboxState::New {
            return;
        }
        self.inbox.state.set(InboxState::Starting);
        self.inbox.on_started.replace(Some(started));
        let timer = self.after(START_TIMEOUT_MS, 0, |me, _| {
            me.listed(Err(StorageError::Unavailable));
        });
        self.inbox.start_timer.replace(Some(timer));
        self.list();
    }

    /// Takes the list of threads, or the failure to read it, and begins to take inputs.
    pub(super) fn listed(&self, heads: Result<Vec<ThreadHead>, StorageError>) {
        if self.inbox.state.get() != InboxState::Starting {
            return;
        }
        self.inbox.start_timer.take();
        let heads = heads.unwrap_or_else(|error| {
            self.storage_failed(error);
            Vec::new()
        });
        let agent = ChatInput::Agent(self.options.borrow().agent_url.clone());
        for input in [ChatInput::Listed(heads), agent] {
            let letter = Letter::Input(Post {
                input,
                urgent: false,
                from: Origin::Here,
            });
            self.inbox.letters.borrow_mut().push_front(letter);
        }
        self.inbox.state.set(InboxState::Idle);
        self.meet_pages();
        self.drain();
        self.settle_deletions();
        let started = self.inbox.on_started.take();
        if let Some(started) = started {
            started();
        }
    }

    pub(super) fn push(&self, input: ChatInput, urgent: bool) {
        self.push_from(Origin::Here, input, urgent);
    }

    pub(super) fn push_from(&self, from: Origin, input: ChatInput, urgent: bool) {
        self.put(Letter::Input(Post {
            input,
            urgent,
            from,
        }));
    }

    pub(super) fn put(&self, letter: Letter) {
        if !self.inbox.is_closed() {
            self.inbox.letters.borrow_mut().push_back(letter);
        }
    }

    /// Takes all inputs in the inbox, unless the driver is already taking one.
    pub(super) fn drain(&self) {
        if self.inbox.state.get() != InboxState::Idle {
            return;
        }
        self.inbox.state.set(InboxState::Busy);
        while let Some(letter) = self.next() {
            match letter {
                Letter::Input(post) => self.take(post),
                Letter::Sharing(thread, input) => self.take_sharing(&thread, input),
                Letter::Ready(thread, ready) => self.take_ready(&thread, ready),
                Letter::Adopted(thread, left) => self.adopted(&thread, left),
            }
        }
        if self.inbox.state.get() == InboxState::Busy {
            self.inbox.state.set(InboxState::Idle);
        }
    }

    fn next(&self) -> Option<Letter> {
        self.inbox.letters.borrow_mut().pop_front()
    }

    fn take(&self, post: Post) {
        let Some(post) = self.route(post) else {
            return;
        };
        self.apply(post);
    }

    /// Applies an input in this page.
    pub(super) fn apply(&self, post: Post) {
        let Post {
            input,
            urgent,
            from,
        } = post;
        let at = match from {
            Origin::Driver { at, .. } => at,
            Origin::Here | Origin::Page { .. } => self.shell.clock.now_ms(),
        };
        let typing = is_typing(&input);
        // Show a loaded conversation at once: a key typed before that would count as the composer's
        // whole text.
        let shown = urgent || matches!(input, ChatInput::Loaded(_) | ChatInput::Mirrored(_));
        let told = self.to_be_told(&input, &from, at);
        let unopened = is_of_list(&input).then(|| input.clone());
        let subject = Subject::of(&input);
        let observed = self.is_observed();
        if observed {
            self.show_input(&input, at);
        }
        let step = self.chat.0.borrow_mut().apply(input, at);
        if observed {
            self.show_step(&step);
        }
        self.saving
            .mark(&self.chat.borrow(), &subject, &step.changes);
        let view = self.shell.view.clone();
        // A text that comes back to the composer is shown at once too, for the same reason.
        let composer = |change: &ChatChange| matches!(change, ChatChange::In(_, Change::Composer));
        let shown = shown || step.changes.iter().any(composer);
        view.publish(&self.chat.borrow(), &step.changes, shown);
        self.tell_pages(told, &from, &step.changes);
        if let Some(unopened) = unopened {
            self.tell_unopened(&unopened);
        }
        // Save before the effects: after a reload, sent requests must still be known.
        let opens =
            |effect: &ChatEffect| matches!(effect, ChatEffect::In(_, Effect::OpenStream { .. }));
        if urgent && !typing || step.effects.iter().any(opens) {
            self.saving.begin_text();
            self.save();
        } else if typing {
            self.save_typed();
        } else {
            self.save_soon();
        }
        for effect in step.effects {
            if self.inbox.is_closed() {
                return;
            }
            self.perform_from(&from, effect);
        }
    }

    pub(super) fn shutdown(&self) {
        if self.inbox.is_closed() {
            return;
        }
        self.save();
        self.inbox.state.set(InboxState::Closed);
        self.inbox.letters.borrow_mut().clear();
        self.streams.clear();
        self.gatherings.clear();
        self.protocol.clear();
        self.descriptions.clear();
        self.detection.clear();
        self.history.clear();
        self.leave_files();
        self.retries.clear();
        self.control.clear();
        self.deletions.clear();
        self.tools.clear();
        self.leave_pages();
        drop(self.inbox.start_timer.take());
        drop(self.inbox.on_started.take());
    }
}

/// Whether the input is a key stroke: there may be hundreds, which need not be written one by one.
fn is_typing(input: &ChatInput) -> bool {
    matches!(
        input,
        ChatInput::In(
            _,
            Input::ComposerChanged { .. }
                | Input::AnswerDraft { .. }
                | Input::EditorChanged { .. }
                | Input::Queue(QueueInput::EditChanged(_))
                | Input::Edit(EditInput::Changed { .. })
        )
    )
}
