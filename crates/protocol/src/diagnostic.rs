//! Diagnostics about a backend's bytes, for logs and developers; never for the person chatting.

/// A deviation from the protocol that was tolerated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of the deviation.
    pub kind: Kind,
    /// The place and the problem, in English; at most a few hundred bytes.
    pub detail: String,
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Legal but not shown, or newer than this client.
    Info,
    /// The backend broke a rule, which the client tolerated.
    Warning,
}

/// The kinds of deviation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An event above the size cap was dropped.
    TooLarge,
    /// The data of a frame is not a JSON object with a `type`; the frame was dropped.
    Unreadable,
    /// A type this client does not know; the event was dropped.
    UnknownEvent,
    /// A field, role, part or outcome that this client does not know. An unknown field is ignored,
    /// and reported once per type and field.
    UnknownField,
    /// A known field is missing or has the wrong type; the client uses what it can.
    BadField,
    /// A legal event without anything to show.
    NotShown,
    /// An event out of its order, such as content without a start.
    OutOfOrder,
    /// An event after the end of the run was dropped.
    AfterEnd,
}

impl Diagnostic {
    /// The severity.
    pub fn level(&self) -> Level {
        match self.kind {
            Kind::UnknownEvent | Kind::UnknownField | Kind::NotShown => Level::Info,
            _ => Level::Warning,
        }
    }
}

/// The start of `text`, cut at a character boundary, so that no diagnostic holds a whole frame.
pub fn start_of(text: &str) -> &str {
    const MAX: usize = 200;
    let mut end = text.len().min(MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}
