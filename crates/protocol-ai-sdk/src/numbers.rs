//! The numbers of a stream's frames, which are the places to join the stream at.
//!
//! The server does not number its frames. A server that keeps a stream usually sends all of it
//! again; then a frame has the same number as before, and the core drops what it has. Some servers
//! send only the rest.

/// The numbers of the frames.
#[derive(Debug)]
pub(super) struct Numbers {
    /// Whether a lost stream can be joined again.
    counts: bool,
    /// The number of the last frame.
    last: u64,
    /// Frames up to this number were read before the stream was joined again.
    known: u64,
    /// Whether the next frame shows how a joined stream begins.
    joins: bool,
    /// Whether the stream began before this page, and this is only the rest.
    is_rest: bool,
}

impl Numbers {
    /// The numbers of a new stream, or of one that was lost with the page before.
    pub(super) fn new(counts: bool, reloaded: bool) -> Self {
        Self {
            counts,
            last: 0,
            known: 0,
            joins: reloaded,
            is_rest: reloaded,
        }
    }

    /// The next frame is the first one of a joined stream.
    pub(super) fn join(&mut self) {
        self.joins = true;
    }

    /// Counts a frame. `first`: the frame is the first of a whole stream. Returns whether the stream
    /// begins again.
    pub(super) fn count(&mut self, first: bool) -> bool {
        let again = std::mem::take(&mut self.joins) && first;
        if again {
            self.known = self.known.max(self.last);
            self.last = 0;
            self.is_rest = false;
        }
        self.last += 1;
        again
    }

    /// Whether the frame was read before.
    pub(super) fn is_known(&self) -> bool {
        self.last <= self.known
    }

    /// Whether nothing is known of the beginning of the stream.
    pub(super) fn is_rest(&self) -> bool {
        self.is_rest
    }

    /// The place of the last frame; `None` if its number is unknown.
    pub(super) fn place(&self) -> Option<String> {
        (self.counts && !self.is_rest).then(|| self.last.to_string())
    }
}
