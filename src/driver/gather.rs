//! What a run's request waits for: the files of its messages, and the protocol's part of the
//! program.
//!
//! [`super::attachments`] has the files' bytes.

use std::rc::Rc;

use midturn_core::chat::ChatInput;
use midturn_core::conversation::Conversation;
use midturn_core::history::HistoryMessage;
use midturn_core::id::{AttachmentId, RunId, ThreadId};
use midturn_core::input::Input;
use midturn_core::request::RunRequest;
use midturn_protocol::protocol::Protocol;

use super::Runtime;
use super::pending::Pending;
use super::shell::Notice;

/// The runs that wait for their files.
#[derive(Default)]
pub(super) struct Gatherings(Pending<Gathering>);

/// A run's request and the files read for it so far.
struct Gather {
    serial: u64,
    thread: ThreadId,
    run: RunId,
    request: RunRequest,
    protocol: Rc<dyn Protocol>,
    wanted: Vec<AttachmentId>,
    found: Vec<(AttachmentId, Vec<u8>)>,
}

/// A run whose request waits.
struct Gathering {
    serial: u64,
    thread: ThreadId,
    run: RunId,
    /// The backend has the run: only the request that joins it again waits.
    is_known: bool,
}

impl Gatherings {
    pub(super) fn clear(&self) {
        self.0.clear();
    }
}

impl Runtime {
    /// Reads the files of a request, then sends it, unless the run was cancelled or left meanwhile.
    pub(super) fn gather_for(
        &self,
        protocol: Rc<dyn Protocol>,
        thread: ThreadId,
        run: RunId,
        request: RunRequest,
    ) {
        let wanted = files_of(&request);
        let serial = self.serials.next();
        self.gatherings.0.push(Gathering {
            serial,
            thread: thread.clone(),
            run: run.clone(),
            is_known: false,
        });
        self.gather(Gather {
            serial,
            thread,
            run,
            request,
            protocol,
            wanted,
            found: Vec::new(),
        });
    }

    /// Notes a run that waits for something other than its files. `is_known`: the backend has the run.
    /// Returns the number by which [`is_held_back`](Self::is_held_back) ends the wait.
    pub(super) fn hold_back(&self, thread: &ThreadId, run: &RunId, is_known: bool) -> u64 {
        let serial = self.serials.next();
        self.gatherings.0.push(Gathering {
            serial,
            thread: thread.clone(),
            run: run.clone(),
            is_known,
        });
        serial
    }

    /// Ends a wait. Returns false if the run was cancelled or left meanwhile.
    pub(super) fn is_held_back(&self, serial: u64) -> bool {
        self.gatherings.0.drop_where(|held| held.serial == serial)
    }

    fn gather(&self, mut gather: Gather) {
        let Some(id) = gather.wanted.pop() else {
            self.gatherings
                .0
                .drop_where(|held| held.serial == gather.serial);
            let Gather {
                thread,
                run,
                request,
                protocol,
                found,
                ..
            } = gather;
            self.send_request(&protocol, thread, run, &request, &found);
            return;
        };
        let me = self.me.clone();
        let (thread, asked) = (gather.thread.clone(), id.clone());
        let done = Box::new(move |bytes: Option<Vec<u8>>| {
            let Some(me) = me.upgrade() else { return };
            let wanted = |held: &Gathering| held.serial == gather.serial;
            if !me.gatherings.0.any(wanted) {
                return;
            }
            match bytes {
                Some(bytes) => gather.found.push((id, bytes)),
                None => me.shell.view.notice(Notice::FileMissing),
            }
            me.gather(gather);
        });
        self.file(&thread, &asked, done);
    }

    /// Reads the files that a run waits for, and tells the core of each whether it is there.
    pub(super) fn read_files(&self, thread: &ThreadId, run: &RunId) {
        let chat = self.chat.borrow();
        let active = chat.conversation(thread).and_then(Conversation::active);
        let active = active.filter(|active| active.id == *run);
        let wanted = active.map(|active| active.unread.clone());
        drop(chat);
        for file in wanted.unwrap_or_default() {
            let (me, thread, run) = (self.me.clone(), thread.clone(), run.clone());
            let (place, asked) = (thread.clone(), file.clone());
            let done = Box::new(move |bytes: Option<Vec<u8>>| {
                let Some(me) = me.upgrade() else { return };
                let found = bytes.is_some();
                let input = Input::FileRead { run, file, found };
                me.push(ChatInput::In(thread, input), false);
                me.drain();
            });
            self.file(&place, &asked, done);
        }
    }

    pub(super) fn leave_gathering(&self, thread: &ThreadId) {
        self.gatherings.0.drop_where(|held| held.thread == *thread);
    }

    /// Drops a run's request, whatever it waits for.
    pub(super) fn forget_gathering(&self, thread: &ThreadId, run: &RunId) {
        self.gatherings
            .0
            .drop_where(|held| held.thread == *thread && held.run == *run);
    }

    /// Drops the request of a run that the backend does not have. Returns whether there was one. A
    /// request that joins a run again stays: the run's end is still to come.
    pub(super) fn forget_unsent(&self, thread: &ThreadId, run: &RunId) -> bool {
        self.gatherings
            .0
            .drop_where(|held| held.thread == *thread && held.run == *run && !held.is_known)
    }
}

/// The files of a request, each once.
pub(super) fn files_of(request: &RunRequest) -> Vec<AttachmentId> {
    let mut files = Vec::new();
    for message in &request.messages {
        if let HistoryMessage::User { attachments, .. } = message {
            // Files from a backend carry their own bytes.
            for file in attachments.iter().filter(|file| file.is_own()) {
                if !files.contains(&file.id) {
                    files.push(file.id.clone());
                }
            }
        }
    }
    files
}
