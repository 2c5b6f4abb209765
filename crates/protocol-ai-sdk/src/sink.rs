//! Where the results of a chunk go. Chunks that a joined stream repeats are read without results.

use midturn_core::run_event::RunEvent;
use midturn_protocol::diagnostic::Kind;
use midturn_protocol::out::Out;

/// Collects the results of one chunk.
pub(super) struct Sink<'o> {
    out: &'o mut Out,
    /// Whether the chunk was read before.
    quiet: bool,
}

impl<'o> Sink<'o> {
    pub(super) fn new(out: &'o mut Out, quiet: bool) -> Self {
        Self { out, quiet }
    }

    pub(super) fn event(&mut self, event: RunEvent) {
        if !self.quiet {
            self.out.event(event);
        }
    }

    /// Reports how the run ended, even if the chunk counts as read before: the server has then sent
    /// a shorter stream than the one before.
    pub(super) fn end(&mut self, event: RunEvent) {
        self.out.event(event);
    }

    pub(super) fn note(&mut self, kind: Kind, detail: &str) {
        if !self.quiet {
            self.out.note(kind, detail);
        }
    }

    pub(super) fn note_once(&mut self, kind: Kind, detail: &str) {
        if !self.quiet {
            self.out.note_once(kind, detail);
        }
    }
}
