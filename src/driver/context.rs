//! What every part of the driver has: the shell, the chat to read, and the inbox for inputs.

use std::cell::{Cell, OnceCell, Ref, RefCell};
use std::rc::{Rc, Weak};

use futures_channel::oneshot;
use midturn_core::chat::{Chat, ChatInput, ChatStep};
use midturn_core::conversation::Conversation;
use midturn_core::id::{RunId, ThreadId};
use midturn_core::input::Input;
use midturn_core::run_event::RunEvent;
use midturn_core::time::Millis;

use super::asks::within;
use super::inbox::Inbox;
use super::letter::{Letter, Origin, Post};
use super::shell::{Notice, Shell};
use super::tasks::{self, Tasks};

/// Takes the letters in the inbox: the driver's runtime.
pub(super) trait Takes {
    /// Takes all letters, unless it is already taking one.
    fn drain(&self);

    /// Applies an input at once, before the letters in the inbox. Only while a letter is taken.
    fn apply_now(&self, input: ChatInput);
}

/// What every part of the driver has.
pub(super) struct Context {
    pub(super) shell: Shell,
    pub(super) inbox: Inbox,
    pub(super) chat: RefCell<Chat>,
    taker: OnceCell<Weak<dyn Takes>>,
    serials: Cell<u64>,
    diagnostics: Cell<usize>,
}

impl Context {
    pub(super) fn new(shell: Shell, chat: Chat) -> Self {
        Self {
            shell,
            inbox: Inbox::default(),
            chat: RefCell::new(chat),
            taker: OnceCell::new(),
            serials: Cell::new(0),
            diagnostics: Cell::new(0),
        }
    }

    /// Says who takes the letters. Once.
    pub(super) fn set_taker(&self, taker: Weak<dyn Takes>) {
        let _ = self.taker.set(taker);
    }

    fn taker(&self) -> Option<Rc<dyn Takes>> {
        self.taker.get()?.upgrade()
    }

    pub(super) fn chat(&self) -> Ref<'_, Chat> {
        self.chat.borrow()
    }

    /// Applies an input to the chat. For the runtime alone.
    pub(super) fn apply(&self, input: ChatInput, at: Millis) -> ChatStep {
        self.chat.borrow_mut().apply(input, at)
    }

    /// Calls `look` with a thread's conversation, if it is loaded.
    pub(super) fn look<R>(
        &self,
        thread: &ThreadId,
        look: impl FnOnce(&Conversation) -> R,
    ) -> Option<R> {
        self.chat.borrow().conversation(thread).map(look)
    }

    /// Puts an input into the inbox. `urgent`: a person caused it.
    pub(super) fn push(&self, input: ChatInput, urgent: bool) {
        let from = Origin::Here;
        self.inbox.put(Letter::Input(Post {
            input,
            urgent,
            from,
        }));
    }

    /// Takes the letters in the inbox, unless one is being taken.
    pub(super) fn drain(&self) {
        if let Some(taker) = self.taker() {
            taker.drain();
        }
    }

    /// Applies an input at once. Only while a letter is taken.
    pub(super) fn apply_now(&self, input: ChatInput) {
        if let Some(taker) = self.taker() {
            taker.apply_now(input);
        }
    }

    /// Sends a thread an input that no person caused.
    pub(super) fn send(&self, thread: ThreadId, input: Input) {
        self.push(ChatInput::In(thread, input), false);
        self.drain();
    }

    /// Sends a run's event that has no place in the backend's stream.
    pub(super) fn tell(&self, thread: ThreadId, run: RunId, event: RunEvent) {
        let cursor = None;
        self.send(thread, Input::Run { run, cursor, event });
    }

    pub(super) fn now(&self) -> Millis {
        self.shell.clock.now_ms()
    }

    pub(super) fn notice(&self, notice: Notice) {
        self.shell.view.notice(notice);
    }

    /// A number that was not given before. Never 0.
    pub(super) fn serial(&self) -> u64 {
        let serial = self.serials.get() + 1;
        self.serials.set(serial);
        serial
    }

    /// How many diagnostics there were.
    pub(super) fn diagnostics(&self) -> usize {
        self.diagnostics.get()
    }

    pub(super) fn count_diagnostic(&self) {
        self.diagnostics.set(self.diagnostics.get() + 1);
    }

    /// The work of a part.
    pub(super) fn tasks<K: 'static>(&self) -> Tasks<K> {
        Tasks::new(self.shell.spawn)
    }

    /// Begins work that nothing drops.
    pub(super) fn begin(&self, work: impl Future<Output = ()> + 'static) {
        tasks::begin(self.shell.spawn, Box::pin(work));
    }

    /// Waits this long.
    pub(super) async fn sleep(&self, ms: Millis) {
        let (due, told) = oneshot::channel();
        let due = Box::new(move || {
            // Nobody waits any more: then there is nothing to do.
            let _ = due.send(());
        });
        let _timer = self.shell.timers.after(ms, due);
        let _ = told.await;
    }

    /// Waits for `work` this long at most; `None` if that was too short.
    pub(super) async fn within<T>(&self, ms: Millis, work: impl Future<Output = T>) -> Option<T> {
        within(self.sleep(ms), work).await
    }
}
