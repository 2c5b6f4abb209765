//! An incremental parser of `text/event-stream` by the WHATWG rules. Splitting the bytes
//! differently never changes the events. `retry` is ignored.

/// An item found by the parser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SseItem {
    /// A dispatched event.
    Event(SseEvent),
    /// A block exceeded the size limit: it is dropped, and reading continues after the next blank
    /// line.
    TooLarge,
}

/// One dispatched event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SseEvent {
    /// The `event` field, if the block had a non-empty one (else the type is "message").
    pub event: Option<String>,
    /// The `data` lines, joined by LF.
    pub data: String,
    /// The last event id at this point of the stream; empty if there was none. As specified, it
    /// persists over blocks without an `id`.
    pub id: String,
    /// Whether the block itself has the id.
    pub has_id: bool,
}

/// The parser. Time is linear in the bytes pushed; memory is bounded by the limit.
#[derive(Debug)]
pub struct SseParser {
    max_event_bytes: usize,
    /// The unfinished line. For comments and skipped lines, only a `:` is kept.
    line: Vec<u8>,
    /// Whether the last line ended with CR: an LF directly after it is part of the line ending.
    after_cr: bool,
    /// Whether no line of this body was read yet: the first may begin with a byte order mark.
    at_start: bool,
    /// Whether the block exceeds the limit, and is ignored up to its blank line.
    skipping: bool,
    /// Bytes in the finished lines of this block.
    block_bytes: usize,
    data: String,
    event: String,
    /// The id of this block, which becomes [`Self::last_id`] at the end of the block.
    id: Option<String>,
    last_id: String,
    stray: Option<String>,
}

impl SseParser {
    /// A parser that drops blocks longer than `max_event_bytes`.
    pub fn new(max_event_bytes: usize) -> Self {
        Self {
            max_event_bytes,
            line: Vec::new(),
            after_cr: false,
            at_start: true,
            skipping: false,
            block_bytes: 0,
            data: String::new(),
            event: String::new(),
            id: None,
            last_id: String::new(),
            stray: None,
        }
    }

    /// The last event id. Once everything read was applied, the stream can be resumed after it.
    pub fn last_event_id(&self) -> &str {
        &self.last_id
    }

    /// The start of the first line that is not a field of an event stream, if any: a sign that the
    /// body is something else.
    pub fn stray_line(&self) -> Option<&str> {
        self.stray.as_deref()
    }

    /// Reads more bytes; they may be split anywhere.
    pub fn push(&mut self, mut bytes: &[u8], out: &mut dyn FnMut(SseItem)) {
        while let Some(&first) = bytes.first() {
            if std::mem::take(&mut self.after_cr) && first == b'\n' {
                bytes = &bytes[1..];
                continue;
            }
            let Some(end) = bytes.iter().position(|b| matches!(b, b'\n' | b'\r')) else {
                self.grow(bytes, out);
                return;
            };
            self.grow(&bytes[..end], out);
            self.after_cr = bytes[end] == b'\r';
            bytes = &bytes[end + 1..];
            self.end_line(out);
        }
    }

    /// Takes a last block without its blank line. The specification discards such a block; a caller
    /// with a more lenient protocol may want it.
    pub fn take_unterminated(&mut self, out: &mut dyn FnMut(SseItem)) {
        if !self.line.is_empty() {
            self.end_line(out);
        }
        self.end_block(out);
        self.reset();
    }

    /// Prepares for a new body: drops the unfinished block and keeps the last event id.
    pub fn reset(&mut self) {
        self.line.clear();
        self.clear_block();
        self.after_cr = false;
        self.at_start = true;
    }

    /// Appends to the unfinished line, within the limit.
    fn grow(&mut self, piece: &[u8], out: &mut dyn FnMut(SseItem)) {
        let Some(&first) = piece.first() else { return };
        if self.line.is_empty() && (self.skipping || first == b':') {
            self.line.push(b':');
        }
        if self.line.first() == Some(&b':') {
            return;
        }
        if self.block_bytes + self.line.len() + piece.len() > self.max_event_bytes {
            self.clear_block();
            self.skipping = true;
            self.line.clear();
            self.line.push(b':');
            out(SseItem::TooLarge);
        } else {
            self.line.extend_from_slice(piece);
        }
    }

    fn end_line(&mut self, out: &mut dyn FnMut(SseItem)) {
        let mut buffer = std::mem::take(&mut self.line);
        let mut line = buffer.as_slice();
        if std::mem::take(&mut self.at_start) {
            line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
        }
        match line.first() {
            None => self.end_block(out),
            Some(b':') => {}
            Some(_) => {
                self.block_bytes += line.len();
                self.field(line);
            }
        }
        buffer.clear();
        self.line = buffer;
    }

    fn field(&mut self, line: &[u8]) {
        let colon = line.iter().position(|b| *b == b':');
        let name = &line[..colon.unwrap_or(line.len())];
        let value = &line[colon.map_or(line.len(), |at| at + 1)..];
        let value = String::from_utf8_lossy(value.strip_prefix(b" ").unwrap_or(value));
        match name {
            b"data" => {
                self.data.push_str(&value);
                self.data.push('\n');
            }
            b"event" => value.as_ref().clone_into(&mut self.event),
            b"id" if !value.contains('\0') => {
                self.id = Some(value.into_owned());
            }
            // `retry` is ignored: the transport has its own delays.
            b"id" | b"retry" => {}
            _ => {
                if self.stray.is_none() {
                    let line = String::from_utf8_lossy(line);
                    self.stray = Some(crate::diagnostic::start_of(&line).to_owned());
                }
            }
        }
    }

    fn end_block(&mut self, out: &mut dyn FnMut(SseItem)) {
        // After a dropped block, keep the old id, so that a reconnect sends the block again.
        let id = self.id.take().filter(|_| !self.skipping);
        let has_id = id.is_some();
        if let Some(id) = id {
            self.last_id = id;
        }
        if !self.data.is_empty() {
            let mut data = std::mem::take(&mut self.data);
            data.pop();
            let event = std::mem::take(&mut self.event);
            out(SseItem::Event(SseEvent {
                event: (!event.is_empty()).then_some(event),
                data,
                id: self.last_id.clone(),
                has_id,
            }));
        }
        self.clear_block();
    }

    fn clear_block(&mut self) {
        self.data.clear();
        self.event.clear();
        self.id = None;
        self.block_bytes = 0;
        self.skipping = false;
    }
}

#[cfg(test)]
mod tests;
