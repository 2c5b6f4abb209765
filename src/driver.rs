//! The driver: runs the pure core, and connects it to the network, storage, timers and the view.
//!
//! The driver takes one input, applies it, publishes the changes, performs the effects, and only
//! then takes the next input. It never re-enters: inputs that arrive meanwhile wait in the inbox.
//! The core makes every decision about a conversation.
#![deny(clippy::wildcard_enum_match_arm)]

mod archive;
mod attachments;
mod control;
mod deletions;
mod description;
mod detect;
mod dirty;
mod effects;
mod fallback;
mod gather;
mod host;
mod inbox;
mod left_drafts;
mod letter;
mod loading;
mod merge;
mod observe;
mod options;
mod past;
mod pending;
mod protocol;
mod questions;
mod retries;
mod saving;
mod sharing;
mod shell;
mod storage;
mod stream;
mod streams;
#[cfg(test)]
mod tests;
mod tools;
#[cfg(target_arch = "wasm32")]
mod web;
mod work;

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use midturn_core::chat::{Chat, ChatInput};
use midturn_core::id::{AttachmentId, MessageId, ThreadId};
use midturn_core::sharing::SharingInput;

use attachments::Files;
use control::BackendControl;
use deletions::Deletions;
use description::Descriptions;
use detect::Detection;
use effects::DiagnosticCount;
use fallback::StorageInUse;
use gather::Gatherings;
use host::CurrentHost;
use inbox::{CurrentChat, Inbox};
use observe::CurrentObserver;
use options::CurrentOptions;
use past::CurrentHistory;
use pending::Serials;
use protocol::CurrentProtocol;
use retries::Retries;
use saving::Saving;
use sharing::Pages;
use streams::Streams;
use tools::Tools;

pub use attachments::GotFile;
pub use host::Host;
pub use observe::Observer;
pub use options::{Options, interjections};
pub use past::{Answered, Asked, History};
#[cfg(target_arch = "wasm32")]
pub use sharing::WebPeers;
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
pub use tools::{ClientTools, Offered, ToolAnswer, ToolCall};
#[cfg(target_arch = "wasm32")]
pub use web::{WebClock, WebTimers};
pub use work::{Detector, OtherWork};

/// The driver. Clones are handles to the same driver.
#[derive(Clone)]
pub struct Driver(Rc<Runtime>);

/// What the handles of one driver share. The runtime applies inputs to the chat and performs the
/// effects. Each field belongs to the module that defines the field's type.
struct Runtime {
    /// For callbacks, which must not keep the driver alive.
    me: Weak<Runtime>,
    shell: Shell,
    options: CurrentOptions,
    protocol: CurrentProtocol,
    descriptions: Descriptions,
    detection: Detection,
    chat: CurrentChat,
    inbox: Inbox,
    serials: Serials,
    streams: Streams,
    gatherings: Gatherings,
    retries: Retries,
    control: BackendControl,
    tools: Tools,
    history: CurrentHistory,
    host: CurrentHost,
    observer: CurrentObserver,
    deletions: Deletions,
    files: RefCell<Files>,
    saving: Saving,
    storage: StorageInUse,
    /// The threads that this page shares with other pages.
    pages: Pages,
    diagnostics: DiagnosticCount,
}

impl Driver {
    /// A driver that has not started. Inputs wait until [`start`](Self::start) has read the list of
    /// threads.
    pub fn new(options: Options, shell: Shell) -> Self {
        Self(Rc::new_cyclic(|me| Runtime {
            me: me.clone(),
            chat: CurrentChat::new(Chat::new(options.abilities)),
            options: CurrentOptions::new(options),
            protocol: CurrentProtocol::default(),
            descriptions: Descriptions::default(),
            detection: Detection::default(),
            inbox: Inbox::default(),
            serials: Serials::default(),
            streams: Streams::default(),
            gatherings: Gatherings::default(),
            retries: Retries::default(),
            control: BackendControl::default(),
            tools: Tools::default(),
            history: CurrentHistory::default(),
            host: CurrentHost::default(),
            observer: CurrentObserver::default(),
            deletions: Deletions::default(),
            files: RefCell::default(),
            saving: Saving::default(),
            storage: StorageInUse::new(shell.storage.clone()),
            pages: Pages::default(),
            diagnostics: DiagnosticCount::default(),
            shell,
        }))
    }

    /// Reads the list of threads, then takes the inputs dispatched so far, then calls `started`. A
    /// storage that does not answer in time counts as unavailable. Only the first call counts.
    pub fn start(&self, started: impl FnOnce() + 'static) {
        self.0.start(Box::new(started));
    }

    /// Dispatches an input from the person. May be called at any time, even from inside a
    /// publication: the driver then takes it after the current input.
    pub fn dispatch(&self, input: ChatInput) {
        self.0.push(input, true);
        self.0.drain();
    }

    /// Calls `look` with the chat.
    pub fn read<R>(&self, look: impl FnOnce(&Chat) -> R) -> R {
        look(&self.0.chat.borrow())
    }

    /// An id for a new message.
    pub fn fresh_message_id(&self) -> MessageId {
        self.0.shell.clock.fresh_id().into()
    }

    /// An id for an attached file.
    pub fn fresh_attachment_id(&self) -> AttachmentId {
        self.0.shell.clock.fresh_id().into()
    }

    /// An id for a new thread.
    pub fn fresh_thread_id(&self) -> ThreadId {
        self.0.shell.clock.fresh_id().into()
    }

    /// Begins to write all unsaved changes before this call returns. For `pagehide`.
    pub fn flush(&self) {
        self.0.save();
    }

    /// The browser is about to freeze the page or put it into its back/forward cache: other pages
    /// may take over its threads.
    pub fn suspend(&self) {
        self.0.save();
        self.0.suspend_pages();
    }

    /// The page runs again after [`suspend`](Self::suspend).
    pub fn resume(&self) {
        self.0.resume_pages();
    }

    /// The person takes this thread over from a page that drives it and does not answer. Does nothing
    /// if that page has answered.
    pub fn take_over(&self, thread: &ThreadId) {
        self.0.share(thread, SharingInput::TakeOver);
    }

    /// Ends everything: aborts streams, clears timers, writes unsaved changes and ignores later
    /// inputs. It does not cancel a running run: leaving the page is not a cancel.
    pub fn shutdown(&self) {
        self.0.shutdown();
    }

    /// The browser is online again: runs that wait for a connection go on.
    pub fn online(&self) {
        self.0.push(ChatInput::Online, false);
        self.0.drain();
    }

    /// How many diagnostics the driver has counted so far.
    pub fn diagnostics(&self) -> usize {
        self.0.diagnostics.get()
    }
}
