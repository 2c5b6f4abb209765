//! The artifacts of a task as texts and notes. Each artifact is one text message.

use std::collections::BTreeMap;

use midturn_core::attachment::Source;
use midturn_core::id::{ActivityId, MessageId};
use midturn_core::run_event::RunEvent;
use midturn_protocol::made_file::made_file;
use midturn_protocol::out::Out;

use super::ids::id_of;
use super::join::Overlap;
use super::wire::{Artifact, ArtifactUpdate, Part};

/// The longest title of a note, in characters.
const MAX_TITLE: usize = 120;

/// What a snapshot of an artifact counts for, when it differs from the text that was streamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    /// It replaces the text: the stream goes on from it.
    Whole,
    /// It replaces the text, and the stream was joined: it may begin with the end of what is here.
    Joined,
    /// It replaces the text, unless it is only the beginning of it.
    Longer,
    /// It replaces the text only if it continues it. The stores of 0.3 servers may have chunks
    /// twice, and what was streamed is kept.
    Growth,
}

/// The artifacts of one task.
#[derive(Debug, Default)]
pub(super) struct Artifacts {
    held: BTreeMap<String, Held>,
    /// Whether the core may have texts of this task that this reader has not read: a task that
    /// began in an earlier run or an earlier body.
    continued: bool,
    /// Whether any artifact had text.
    any_text: bool,
}

#[derive(Debug)]
struct Held {
    message: MessageId,
    text: String,
    /// How many parts the artifact has, which numbers the notes.
    parts: usize,
    /// What the stream may bring again.
    overlap: Option<Overlap>,
    /// Whether the message has been started.
    started: bool,
    /// Whether the message has ended.
    ended: bool,
}

impl Artifacts {
    /// The task began before this body.
    pub(super) fn go_on(&mut self) {
        self.continued = true;
    }

    /// Whether any artifact had text.
    pub(super) fn any_text(&self) -> bool {
        self.any_text
    }

    /// Reads an update. `owner` begins the ids: the task, or the run if there is no task.
    pub(super) fn update(&mut self, owner: &str, update: ArtifactUpdate, out: &mut Out) {
        let ArtifactUpdate {
            mut artifact,
            append,
            last,
            ..
        } = update;
        let continued = self.continued;
        let known = self.held.contains_key(&artifact.id);
        let held = self.entry(owner, &artifact.id);
        if append {
            artifact.parts = held.new_of(artifact.parts, last);
        }
        if !append && (known || continued) {
            held.parts = 0;
            held.overlap = None;
            held.replace(artifact.text(), out);
            held.notes_from(owner, &artifact, 0, out);
        } else {
            held.add(owner, &artifact, out);
        }
        if last {
            held.end(out);
        }
        self.any_text |= !artifact.text().is_empty();
    }

    /// Reads an artifact of a snapshot.
    pub(super) fn snapshot(
        &mut self,
        owner: &str,
        artifact: &Artifact,
        trust: Trust,
        out: &mut Out,
    ) {
        let continued = self.continued;
        let text = artifact.text();
        self.any_text |= !text.is_empty();
        let known = self.held.contains_key(&artifact.id);
        let held = self.entry(owner, &artifact.id);
        let keeps = match trust {
            Trust::Whole | Trust::Joined => false,
            Trust::Longer => held.text.len() > text.len() && held.text.starts_with(&text),
            Trust::Growth => !text.starts_with(&held.text),
        };
        if known && keeps {
            return;
        }
        if known || continued {
            held.replace(text, out);
        } else {
            held.append(&text, out);
        }
        // Notes up to here were sent before. Parts are only ever added to an artifact.
        let from = held.parts.min(artifact.parts.len());
        held.parts = 0;
        held.overlap = (trust == Trust::Joined).then(|| Overlap::of(artifact));
        held.notes_from(owner, artifact, from, out);
    }

    /// Shows what was held back: nothing comes that says whether it is new.
    pub(super) fn flush(&mut self, owner: &str, out: &mut Out) {
        for (id, held) in &mut self.held {
            let parts = held.new_of(Vec::new(), true);
            let (id, name) = (id.clone(), None);
            held.add(owner, &Artifact { id, name, parts }, out);
        }
    }

    /// Ends the texts that the server has not ended.
    pub(super) fn end(&mut self, out: &mut Out) {
        for held in self.held.values_mut() {
            held.end(out);
        }
    }

    fn entry(&mut self, owner: &str, id: &str) -> &mut Held {
        self.held.entry(id.to_owned()).or_insert_with(|| Held {
            message: id_of(&[owner, "artifact", id]).as_str().into(),
            text: String::new(),
            parts: 0,
            overlap: None,
            started: false,
            ended: false,
        })
    }
}

impl Held {
    fn start(&mut self, out: &mut Out) {
        if !self.started {
            self.started = true;
            out.event(RunEvent::TextStart {
                message: self.message.clone(),
                subagent: None,
            });
        }
        self.ended = false;
    }

    fn append(&mut self, text: &str, out: &mut Out) {
        if text.is_empty() {
            return;
        }
        self.start(out);
        self.text.push_str(text);
        out.event(RunEvent::TextDelta {
            message: self.message.clone(),
            delta: text.to_owned(),
        });
    }

    fn replace(&mut self, text: String, out: &mut Out) {
        if self.text == text {
            return;
        }
        self.start(out);
        self.text.clone_from(&text);
        out.event(RunEvent::TextReplaced {
            message: self.message.clone(),
            text,
        });
    }

    /// Adds an artifact's parts to the text and to the notes.
    fn add(&mut self, owner: &str, artifact: &Artifact, out: &mut Out) {
        self.append(&artifact.text(), out);
        self.notes_from(owner, artifact, 0, out);
    }

    /// The parts of an update that are new. After the last update, nothing is held back.
    fn new_of(&mut self, parts: Vec<Part>, last: bool) -> Vec<Part> {
        let mut new = Vec::new();
        for part in parts {
            match &mut self.overlap {
                None => new.push(part),
                Some(overlap) => {
                    if let Some(parts) = overlap.read(part) {
                        new.extend(parts);
                        self.overlap = None;
                    }
                }
            }
        }
        if last && let Some(mut overlap) = self.overlap.take() {
            new.extend(overlap.rest());
        }
        new
    }

    /// Notes for the parts that are not text, beginning with this one of the artifact's parts.
    fn notes_from(&mut self, owner: &str, artifact: &Artifact, from: usize, out: &mut Out) {
        for (place, part) in artifact.parts.iter().enumerate() {
            let number = self.parts.to_string();
            self.parts += 1;
            if place >= from {
                let id = id_of(&[owner, "artifact", &artifact.id, &number]);
                part_note(id, artifact.name.as_deref(), part, out);
            }
        }
    }

    fn end(&mut self, out: &mut Out) {
        if self.started && !self.ended {
            self.ended = true;
            out.event(RunEvent::TextEnd {
                message: self.message.clone(),
            });
        }
    }
}

/// Shows a part that is not text: data as a note with its JSON text, a file at a URL as one with that,
/// and a file with its bytes as itself.
pub(super) fn part_note(id: String, name: Option<&str>, part: &Part, out: &mut Out) {
    match part {
        Part::Text(_) => {}
        Part::Data(json) => note(id, name.unwrap_or("data"), json.clone(), out),
        Part::File {
            name,
            about,
            bytes: Some(bytes),
        } => {
            let told = (name.as_deref().unwrap_or_default(), about.as_str());
            // An artifact comes again, and its file with it: the step stays without a name.
            let [file, _] = made_file(&id, told, Source::Data(bytes.clone()));
            out.event(file);
        }
        Part::File {
            name: file, about, ..
        } => {
            let title = file.as_deref().or(name).unwrap_or("file");
            note(id, title, about.clone(), out);
        }
    }
}

/// A note for a text: its first line is the title.
pub(super) fn text_note(id: String, text: &str, out: &mut Out) {
    let text = text.trim();
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(MAX_TITLE) {
        Some((end, _)) => {
            let start = line.get(..end).unwrap_or_default();
            note(id, &format!("{start}\u{2026}"), text.to_owned(), out);
        }
        None if line.len() < text.len() => note(id, line, text.to_owned(), out),
        None => note(id, line, String::new(), out),
    }
}

fn note(id: String, title: &str, content: String, out: &mut Out) {
    out.event(RunEvent::Note {
        id: ActivityId::from(id),
        title: title.to_owned(),
        content,
    });
}
