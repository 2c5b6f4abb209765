//! What was odd about the bytes: for a log or a developer's eye, never for the person chatting.
//!
//! Not responsible for printing or counting; the driver decides what to do with them.

/// One oddity that was tolerated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of oddity.
    pub kind: Kind,
    /// Where and what, in English; at most a few hundred bytes.
    pub detail: String,
}

/// How much a diagnostic should worry its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Legal but not shown, or newer than this client.
    Info,
    /// The backend broke a rule and the client made the best of it.
    Warning,
}

/// The kinds of oddity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An event above the size cap was dropped.
    TooLarge,
    /// The data of a frame was no JSON object with a `type`; the frame was dropped.
    Unreadable,
    /// A type this client does not know; the event was dropped.
    UnknownEvent,
    /// A field this client does not know was ignored. Told once per type and field.
    UnknownField,
    /// A known field had the wrong type, or was missing; the best was made of it.
    BadField,
    /// A legal event with nothing to show for it.
    NotShown,
    /// An event out of its order, such as content without a start.
    OutOfOrder,
    /// An event after the end of the run was dropped.
    AfterEnd,
}

impl Diagnostic {
    /// How much to worry.
    pub fn level(&self) -> Level {
        match self.kind {
            Kind::UnknownEvent | Kind::UnknownField | Kind::NotShown => Level::Info,
            _ => Level::Warning,
        }
    }
}

/// The start of `text`, cut at a character boundary, so that no diagnostic holds a whole frame.
pub(crate) fn start_of(text: &str) -> &str {
    const MAX: usize = 200;
    let mut end = text.len().min(MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}
