//! The items of a stream as events for the core.
//!
//! Artifacts are the answer. A message of a task at work is a note. The message of a task that is
//! over is the answer if there was no artifact with text, and else a note.

use midturn_core::id::MessageId;
use midturn_core::run_event::{AnswerForm, FinishOutcome, Interrupt, RunError, RunEvent};
use midturn_protocol::diagnostic::{Kind, start_of};
use midturn_protocol::out::Out;

use super::artifacts::{Trust, part_note, text_note};
use super::binding::Version;
use super::fault::{Cause, Fault};
use super::ids::{id_of, question_id};
use super::join::undouble;
use super::object::Object;
use super::send::Purpose;
use super::state::State;
use super::translate::Translator;
use super::wire::{Message, Part, Said, Status, Task};

/// Shown when a task fails without a message.
const FAILED: &str = "The agent failed without a message.";

/// Shown when the agent declines without a message.
const REJECTED: &str = "The agent declined without a message.";

/// Shown when the agent waits for a sign-in without a message.
const SIGN_IN: &str = "The agent waits until you have signed in elsewhere.";

impl Translator {
    /// Reads one item.
    pub(super) fn item(&mut self, said: Said, out: &mut Out) {
        match said {
            Said::Fault(fault) => {
                self.flush(out);
                self.fault(fault, out);
            }
            Said::Unknown(name) => out.note_once(Kind::UnknownEvent, &name),
            Said::Task(mut task) => {
                self.repair(&mut task);
                let first = !self.heard;
                let trust = if self.joining {
                    Trust::Joined
                } else {
                    Trust::Whole
                };
                if !self.hears(task.id.as_deref(), task.context.as_deref(), out) {
                    return;
                }
                self.snapshot(&task, trust, true, out);
                // Before the agent takes an answer up, its task still has the question.
                let answers = matches!(self.purpose, Purpose::Answer { .. });
                if !(first && answers && task.status.state.waits()) {
                    self.status(task.status, out);
                }
            }
            Said::Status(update) => {
                if self.hears(update.task.as_deref(), update.context.as_deref(), out) {
                    self.status(update.status, out);
                }
            }
            Said::Artifact(update) => {
                if self.hears(update.task.as_deref(), update.context.as_deref(), out) {
                    if update.artifact.id.is_empty() {
                        out.of("artifact").bad("artifactId", "is missing");
                    }
                    let owner = self.owner().to_owned();
                    self.artifacts.update(&owner, update, out);
                }
            }
            Said::Message(message) => {
                if message.by_user {
                    out.note(Kind::NotShown, "message of the user");
                } else if self.hears(message.task.as_deref(), message.context.as_deref(), out) {
                    self.has_message = true;
                    self.speak(&message, out);
                }
            }
        }
    }

    /// Notes that an item of this task came. Returns false for an item of another task.
    fn hears(&mut self, task: Option<&str>, context: Option<&str>, out: &mut Out) -> bool {
        if let (Some(task), Some(own)) = (task, &self.task)
            && task != own
        {
            out.note(Kind::OutOfOrder, "item of another task");
            return false;
        }
        self.learn(task, context, out);
        self.heard = true;
        self.joining = false;
        true
    }

    /// Keeps the ids that later requests need.
    pub(super) fn learn(&mut self, task: Option<&str>, context: Option<&str>, out: &mut Out) {
        self.start(out);
        if let (Some(task), None) = (task, &self.task) {
            self.task = Some(task.to_owned());
        }
        if let Some(task) = &self.task {
            self.memory.keep(&self.run, task);
        }
        if let Some(context) = context
            && self.memory.context.as_deref() != Some(context)
        {
            self.memory.context = Some(context.to_owned());
        }
        if let Some(said) = self.said.take() {
            self.memory.said = Some(said);
        }
        self.tell_memory(out);
    }

    fn tell_memory(&mut self, out: &mut Out) {
        let text = self.memory.text();
        if text != self.known {
            self.known.clone_from(&text);
            out.event(RunEvent::Memory(text));
        }
    }

    pub(super) fn start(&mut self, out: &mut Out) {
        if !self.started {
            self.started = true;
            out.event(RunEvent::Started);
        }
    }

    /// What begins the ids of the run's texts and notes.
    fn owner(&self) -> &str {
        self.task.as_deref().unwrap_or(&self.run)
    }

    /// Repairs what a 0.3 server's store does to a task.
    pub(super) fn repair(&self, task: &mut Task) {
        if self.version == Version::V03 {
            undouble(task);
        }
    }

    /// Reads a task's artifacts and, if wanted, the messages of its work so far.
    pub(super) fn snapshot(&mut self, task: &Task, trust: Trust, history: bool, out: &mut Out) {
        // The artifacts of an abandoned question were shown when it was asked.
        if matches!(self.purpose, Purpose::Abandon { .. }) {
            return;
        }
        if history {
            // What came before the person's last message belongs to an earlier run.
            let from = task.history.iter().rposition(|held| held.by_user);
            let last = task
                .status
                .message
                .as_ref()
                .and_then(|held| held.id.as_ref());
            for held in task.history.iter().skip(from.map_or(0, |from| from + 1)) {
                if held.id.is_some() && held.id.as_ref() != last {
                    self.note(held, out);
                }
            }
        }
        let owner = self.owner().to_owned();
        for artifact in &task.artifacts {
            self.artifacts.snapshot(&owner, artifact, trust, out);
        }
    }

    fn flush(&mut self, out: &mut Out) {
        let owner = self.owner().to_owned();
        self.artifacts.flush(&owner, out);
    }

    /// Reads a task's status.
    pub(super) fn status(&mut self, status: Status, out: &mut Out) {
        if status.state != State::Working {
            self.flush(out);
        }
        let Status { state, message } = status;
        let message = message.filter(|message| !message.by_user);
        if let State::Unknown(name) = &state {
            let detail = format!("status.state {}", start_of(name));
            out.note_once(Kind::BadField, &detail);
        }
        if matches!(self.purpose, Purpose::Abandon { .. }) {
            match state {
                State::Canceled => self.finish(FinishOutcome::Cancelled, out),
                state if state.is_over() => self.finish(FinishOutcome::Success, out),
                _ => {}
            }
            return;
        }
        match state {
            State::Submitted | State::Working | State::Unknown(_) => {
                if let Some(message) = message {
                    self.note(&message, out);
                }
            }
            State::Completed => {
                if let Some(message) = message {
                    self.close(&message, out);
                }
                self.finish(FinishOutcome::Success, out);
            }
            State::Canceled => {
                if let Some(message) = message {
                    self.note(&message, out);
                }
                self.finish(FinishOutcome::Cancelled, out);
            }
            State::Failed => self.fail(message.as_ref(), FAILED, "failed", out),
            State::Rejected => self.fail(message.as_ref(), REJECTED, "rejected", out),
            State::InputRequired => self.ask_person(message.as_ref(), "input-required", out),
            State::AuthRequired => self.ask_person(message.as_ref(), "auth-required", out),
        }
    }

    /// Ends the run.
    pub(super) fn finish(&mut self, outcome: FinishOutcome, out: &mut Out) {
        self.flush(out);
        // A text without its end shows that the agent was stopped while it wrote.
        if outcome != FinishOutcome::Cancelled {
            self.artifacts.end(out);
        }
        self.start(out);
        self.over = true;
        out.event(RunEvent::Finished(outcome));
    }

    fn fail(&mut self, message: Option<&Message>, untold: &str, code: &str, out: &mut Out) {
        let text = message.map(Message::text).unwrap_or_default();
        if let Some(message) = message {
            self.part_notes(message, |_| true, out);
        }
        self.over = true;
        out.event(RunEvent::Failed(RunError {
            message: if text.trim().is_empty() {
                untold.to_owned()
            } else {
                text
            },
            code: Some(code.to_owned()),
        }));
    }

    fn ask_person(&mut self, message: Option<&Message>, reason: &str, out: &mut Out) {
        let text = message
            .map(Message::text)
            .filter(|text| !text.trim().is_empty());
        if let Some(message) = message {
            // A schema of the answer is for programs; the person answers in words.
            self.part_notes(message, |part| !is_schema(part), out);
        }
        let sign_in = || (reason == "auth-required").then(|| SIGN_IN.to_owned());
        let question = Interrupt {
            id: question_id(self.task.as_deref().unwrap_or_default(), &self.run),
            reason: reason.to_owned(),
            message: text.or_else(sign_in),
            form: AnswerForm::Words { field: None },
            ..Interrupt::default()
        };
        self.finish(FinishOutcome::Interrupt(vec![question]), out);
    }

    /// Reads an error of the server.
    pub(super) fn fault(&mut self, fault: Fault, out: &mut Out) {
        let cause = fault.cause();
        if self.joining {
            self.refused(out);
            return;
        }
        let over = matches!(
            cause,
            Cause::NoTask | Cause::NotCancelable | Cause::Unsupported
        );
        if over && matches!(self.purpose, Purpose::Abandon { .. }) {
            self.finish(FinishOutcome::Success, out);
            return;
        }
        // A message that the agent does not accept would spoil the next request too.
        let bad = matches!(cause, Cause::ContentType | Cause::Params);
        if bad && self.purpose == Purpose::Turn && !self.heard {
            self.memory.said = self.said.take();
            self.tell_memory(out);
        }
        let answers = matches!(self.purpose, Purpose::Answer { .. }) && !self.heard;
        self.over = true;
        let error = fault.run_error(self.version, answers);
        out.event(RunEvent::Failed(error));
    }

    /// Shows the message with which a task was completed.
    fn close(&mut self, message: &Message, out: &mut Out) {
        if self.artifacts.any_text() || !self.spoken.is_empty() {
            let known = message
                .id
                .as_ref()
                .is_some_and(|id| self.spoken.contains(id));
            if !known {
                self.note(message, out);
            }
        } else {
            self.speak(message, out);
        }
    }

    /// Shows a message as answer text.
    fn speak(&mut self, message: &Message, out: &mut Out) {
        let key = self.key(message);
        if !self
            .spoken
            .insert(message.id.clone().unwrap_or_else(|| key.clone()))
        {
            return;
        }
        let text = message.text();
        if !text.is_empty() {
            let message = MessageId::from(key);
            out.event(RunEvent::TextStart {
                message: message.clone(),
                subagent: None,
            });
            // After a join the core may have the text already.
            let (again, message) = (self.purpose != Purpose::Turn, message);
            let end = message.clone();
            out.event(if again {
                RunEvent::TextReplaced { message, text }
            } else {
                RunEvent::TextDelta {
                    message,
                    delta: text,
                }
            });
            out.event(RunEvent::TextEnd { message: end });
        }
        self.part_notes(message, |_| true, out);
    }

    /// Shows a message as notes.
    fn note(&mut self, message: &Message, out: &mut Out) {
        let text = message.text();
        if message.id.is_none() && !text.is_empty() && self.unnamed.1 == text {
            return;
        }
        if !text.trim().is_empty() {
            text_note(self.key(message), &text, out);
        }
        self.part_notes(message, |_| true, out);
        if message.id.is_none() {
            self.unnamed.0 += 1;
            self.unnamed.1 = text;
        }
    }

    fn part_notes(&self, message: &Message, wanted: impl Fn(&Part) -> bool, out: &mut Out) {
        let key = self.key(message);
        for (place, part) in message.parts.iter().enumerate() {
            if wanted(part) {
                let id = format!("{key}:{place}");
                part_note(id, None, part, out);
            }
        }
    }

    fn key(&self, message: &Message) -> String {
        match &message.id {
            Some(id) => id_of(&[self.owner(), "message", id]),
            None => id_of(&[&self.run, "unnamed", &self.unnamed.0.to_string()]),
        }
    }
}

/// Whether a part of a question is the JSON Schema of its answer.
fn is_schema(part: &Part) -> bool {
    let Part::Data(json) = part else {
        return false;
    };
    let data = Object::of(json);
    data.is_some_and(|data| data.get("$schema").is_some() || data.object("properties").is_some())
}
