//! The driver: runs the pure core, and connects it to the network, storage, timers and the view.
//!
//! The driver takes one input, applies it, publishes the changes, performs the effects, and only
//! then takes the next input ([`runtime`]). It never re-enters: inputs that arrive meanwhile wait in
//! the inbox. The core makes every decision about a conversation.
//!
//! Each part of the driver owns its state, and gets the parts that it uses when it is made. All have
//! the [`context`](self::context): the shell, the chat to read, and the inbox.
#![deny(clippy::wildcard_enum_match_arm)]

mod adopt;
mod archive;
mod asks;
mod attachments;
mod backend;
mod context;
mod control;
mod deletions;
mod description;
mod detect;
mod dirty;
mod effects;
mod inbox;
mod kept;
mod left_drafts;
mod leftovers;
mod letter;
mod loading;
mod merge;
mod observe;
mod opening;
mod options;
mod outgoing;
mod pages;
mod past;
mod pending;
mod requests;
mod retries;
mod runtime;
mod saving;
mod search;
mod sent;
mod sharing;
mod shell;
mod storage;
mod store;
mod stream;
mod streams;
mod tasks;
#[cfg(test)]
mod tests;
mod tools;
#[cfg(target_arch = "wasm32")]
mod web;
mod work;

use std::rc::Rc;

use midturn_core::attachment::{Attachment, AttachmentInput};
use midturn_core::chat::{Chat, ChatInput};
use midturn_core::find::{Excerpt, Words};
use midturn_core::id::{AttachmentId, MessageId, ThreadId};
use midturn_core::input::Input;
use midturn_core::sharing::SharingInput;

use context::Takes;
use runtime::Runtime;

pub use archive::Archived;
pub use attachments::GotFile;
pub use kept::Answered;
pub use observe::{Host, Observer};
pub use options::{Options, interjections};
#[cfg(target_arch = "wasm32")]
pub use pages::WebPeers;
pub use past::{Asked, History};
pub use shell::{
    Channel, Clock, LoadedProtocol, LockNews, Notice, Peers, ProtocolLoaded, Protocols, Shell,
    Timers, View,
};
#[cfg(target_arch = "wasm32")]
pub use storage::IndexedDb;
pub use storage::{
    Keys, Listed, MemoryStorage, Read, Record, Storage, StorageError, Table, Write, Written,
    draft_key, fence_key, file_key, turn_key,
};
pub use tasks::{Spawn, Work};
pub use tools::{ClientTools, Offered, ToolAnswer, ToolCall};
#[cfg(target_arch = "wasm32")]
pub use web::{WebClock, WebTimers};
pub use work::{Detector, OtherWork};

/// The driver. Clones are handles to the same driver.
#[derive(Clone)]
pub struct Driver(Rc<Runtime>);

impl Driver {
    /// A driver that has not started. Inputs wait until [`start`](Self::start) has read the list of
    /// threads.
    pub fn new(options: Options, shell: Shell) -> Self {
        Self(Runtime::new(options, shell))
    }

    /// Reads the list of threads, then takes the inputs dispatched so far, then calls `started`. A
    /// storage that does not answer in time counts as unavailable. Only the first call counts.
    pub fn start(&self, started: impl FnOnce() + 'static) {
        self.0.start(Box::new(started));
    }

    /// Dispatches an input from the person. May be called at any time, even from inside a
    /// publication: the driver then takes it after the current input.
    pub fn dispatch(&self, input: ChatInput) {
        self.0.cx.push(input, true);
        self.0.drain();
    }

    /// Calls `look` with the chat.
    pub fn read<R>(&self, look: impl FnOnce(&Chat) -> R) -> R {
        look(&self.0.cx.chat())
    }

    /// An id for a new message.
    pub fn fresh_message_id(&self) -> MessageId {
        self.0.cx.shell.clock.fresh_id().into()
    }

    /// An id for an attached file.
    pub fn fresh_attachment_id(&self) -> AttachmentId {
        self.0.cx.shell.clock.fresh_id().into()
    }

    /// An id for a new thread.
    pub fn fresh_thread_id(&self) -> ThreadId {
        self.0.cx.shell.clock.fresh_id().into()
    }

    /// The current options.
    pub fn options(&self) -> Options {
        self.0.requests.options().clone()
    }

    /// Uses these options from the next request on. Open streams stay open.
    pub fn set_options(&self, options: Options) {
        let now = options.clone();
        let before = self.0.requests.set_options(options);
        let is_same = before.agent_url == now.agent_url
            && before.protocol == now.protocol
            && before.protocol_options == now.protocol_options;
        if !is_same {
            self.0.backend.forget();
        }
        self.0.cx.push(ChatInput::Agent(now.agent_url), false);
        self.0.drain();
    }

    /// Attaches a file to the composer of this thread now. The bytes follow with
    /// [`attached`](Self::attached). A message that is sent earlier waits for the bytes.
    pub fn attach(&self, thread: &ThreadId, file: Attachment) {
        self.announce(thread, &file.id);
        let input = Input::Attachment(AttachmentInput::Added(file));
        self.dispatch(ChatInput::In(thread.clone(), input));
        self.0.leftovers.unknown_threads();
    }

    /// Announces the bytes of a file that does not go through the composer. They follow with
    /// [`attached`](Self::attached), once a message has the file.
    pub fn announce(&self, thread: &ThreadId, file: &AttachmentId) {
        self.0.effects.files.announce(thread, file);
    }

    /// Takes the bytes of an attached file; `None` if they could not be read. For a thread that
    /// another page drives, before the act that sends them: that page reads them from storage.
    pub fn attached(&self, thread: &ThreadId, id: &AttachmentId, bytes: Option<Vec<u8>>) {
        // The conversation here does not have the file before the other page has applied the act.
        let goes_elsewhere = !self.drives(thread);
        self.0.effects.files.take(thread, id, bytes, goes_elsewhere);
    }

    /// Reads the bytes of a file.
    pub fn file(&self, thread: &ThreadId, id: &AttachmentId, done: GotFile) {
        self.0.effects.files.read_for(thread, id, done);
    }

    /// Passes a thread to `done`, as it is loaded, or else stored; `None` if the storage cannot be read.
    pub fn archived(&self, thread: &ThreadId, done: impl FnOnce(Option<Archived>) + 'static) {
        let (cx, store, thread) = (self.0.cx.clone(), self.0.store.clone(), thread.clone());
        self.0.cx.begin(async move {
            done(archive::archived(&cx, &store, &thread).await);
        });
    }

    /// Passes the threads with a match in their messages to `done`, in no order, each with its last
    /// turn that matches.
    pub fn search(&self, words: Words, done: impl FnOnce(Vec<(ThreadId, Excerpt)>) + 'static) {
        let (cx, store) = (self.0.cx.clone(), self.0.store.clone());
        self.0.cx.begin(async move {
            done(archive::search(&cx, &store, &words).await);
        });
    }

    /// Loads older messages from `history` from now on, and no longer from the backend. With `None`,
    /// nothing more is loaded, and loaded messages stay. If there was no history before, a loaded
    /// thread asks for older messages at once.
    pub fn set_history(&self, thread: &ThreadId, history: Option<Rc<dyn History>>) {
        self.0.effects.past.set_history(thread, history);
    }

    /// Offers these tools from the next request on, and answers the agent's calls.
    pub fn set_tools(&self, tools: Option<Rc<dyn ClientTools>>) {
        self.0.effects.tools.set(tools);
    }

    /// Tells `host` everything from now on. Events come only from streams opened from now on.
    pub fn set_host(&self, host: Option<Rc<dyn Host>>) {
        self.0.listeners.set_host(host);
    }

    /// Shows `observer` everything from now on, including events of streams that are already open.
    pub fn set_observer(&self, observer: Option<Rc<dyn Observer>>) {
        self.0.listeners.set_observer(observer);
        let listen = self.0.listeners.want_events();
        self.0.effects.streams.listen(listen);
    }

    /// Whether this page drives the thread. Otherwise an act of the person goes to the page that does,
    /// or waits until the thread is loaded.
    pub fn drives(&self, thread: &ThreadId) -> bool {
        self.0.shared.pages.is_driving(thread)
    }

    /// Shares this state (JSON text) with the backend of a thread from the next run on.
    pub fn share(&self, thread: &ThreadId, state: String) {
        self.0.cx.send(thread.clone(), Input::StateGiven { state });
    }

    /// Begins to write all unsaved changes before this call returns. For `pagehide`.
    pub fn flush(&self) {
        self.0.saving.save_last();
    }

    /// The browser is about to freeze the page or put it into its back/forward cache: other pages
    /// may take over its threads.
    pub fn suspend(&self) {
        self.0.saving.save_last();
        self.0.shared.everywhere(&SharingInput::Suspend);
    }

    /// The page runs again after [`suspend`](Self::suspend).
    pub fn resume(&self) {
        self.0.shared.everywhere(&SharingInput::Resume);
    }

    /// The person takes this thread over from a page that drives it and does not answer. Does nothing
    /// if that page has answered.
    pub fn take_over(&self, thread: &ThreadId) {
        self.0.shared.pages.share(thread, SharingInput::TakeOver);
    }

    /// Ends everything: aborts streams, clears timers, writes unsaved changes and ignores later
    /// inputs. It does not cancel a running run: leaving the page is not a cancel.
    pub fn shutdown(&self) {
        self.0.shutdown();
    }

    /// The browser is online again: runs that wait for a connection go on.
    pub fn online(&self) {
        self.0.cx.push(ChatInput::Online, false);
        self.0.drain();
    }

    /// How many diagnostics the driver has counted so far.
    pub fn diagnostics(&self) -> usize {
        self.0.cx.diagnostics()
    }
}
