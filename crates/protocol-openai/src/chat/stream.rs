//! Translates the chunks of one answer.
//!
//! The run ends at `[DONE]`, or at the end of the body, if there was a `finish_reason` before. At
//! the `finish_reason` itself would be too early: usage follows, and an error may.

use midturn_core::attachment::Source;
use midturn_core::id::MessageId;
use midturn_core::run_event::{FinishOutcome, Limit, LostReason, RunError, RunEvent};
use midturn_protocol::call::Reply;
use midturn_protocol::diagnostic::{Kind, start_of};
use midturn_protocol::fields::Fields;
use midturn_protocol::json;
use midturn_protocol::made_file::made_file;
use midturn_protocol::out::Out;
use midturn_protocol::protocol::Begin;
use midturn_protocol::reader::{Frame, Translate};
use midturn_protocol::value::{Many, One};
use serde_json::value::RawValue;

use super::super::error::error_of;
use super::super::given::{elements, filled, value};
use super::calls::Calls;
use super::chunk::{Choice, Chunk, ContentPart, Delta, Function, Image, Piece};
use super::kept::OfReasoning;
use super::reasoning::Reasoning;
use super::think::{Said, Think};

/// The last frame of a stream.
const DONE: &str = "[DONE]";

/// Reads the answer to one request.
#[derive(Debug)]
pub(super) struct ChatStream {
    message: MessageId,
    think: Think,
    reasoning: Reasoning,
    goes_back: OfReasoning,
    text_open: bool,
    calls: Calls,
    /// How many pictures there are.
    images: usize,
    finish: Option<String>,
    started: bool,
    ended: bool,
}

impl ChatStream {
    pub(super) fn new(begin: &Begin<'_>) -> Self {
        let run = begin.run;
        let message = MessageId::from(format!("{run}/text"));
        let history = begin.request.map(|request| request.messages.as_slice());
        Self {
            calls: Calls::new(run, message.clone(), history.unwrap_or_default()),
            message,
            think: Think::default(),
            reasoning: Reasoning::new(run),
            goes_back: OfReasoning::default(),
            text_open: false,
            images: 0,
            finish: None,
            started: false,
            ended: false,
        }
    }

    fn start(&mut self, out: &mut Out) {
        if !self.started {
            self.started = true;
            out.event(RunEvent::Started);
        }
    }

    fn choice(&mut self, choice: Choice<'_>, out: &mut Out) {
        if choice.index.0.unwrap_or_default() != 0 {
            out.note_once(Kind::NotShown, "a second choice");
            return;
        }
        let delta = match choice.delta {
            One::Object(delta) => Some(delta),
            One::Absent | One::Other(_) => choice.message.object(),
        };
        if let Some(delta) = delta {
            self.delta(delta, out);
        }
        if let Some(error) = value(choice.error) {
            self.fail(error_of(error), out);
            return;
        }
        // Some servers send an empty reason in every chunk.
        if let Some(reason) = filled(&choice.finish_reason)
            && (self.finish.is_none() || reason == "error")
        {
            self.finish = Some(reason.to_owned());
        }
    }

    fn delta(&mut self, delta: Delta<'_>, out: &mut Out) {
        self.reasoning.read(&delta, out);
        self.goes_back.read(&delta);
        if let Some(content) = value(delta.content) {
            self.content(content, out);
        }
        if let Some(refusal) = filled(&delta.refusal) {
            self.text(refusal.to_owned(), out);
        }
        for image in elements(delta.images) {
            self.image(image, out);
        }
        for piece in delta.tool_calls.list().unwrap_or_default() {
            if let Some(piece) = piece.object() {
                self.call(piece, out);
            }
        }
        if let One::Object(function) = delta.function_call {
            self.call(old_call(function), out);
        }
    }

    fn image(&mut self, image: &RawValue, out: &mut Out) {
        let image = Fields::of(image.get()).and_then(|mut fields| fields.read());
        let image: Image<'_> = image.unwrap_or_default();
        let url = image.image_url.object().unwrap_or_default().url;
        let Some(url) = filled(&url) else {
            return out.of("images").bad("image_url", "is missing");
        };
        self.images += 1;
        let call = format!("{}/image-{}", self.message, self.images);
        let source = Source::Url(url.to_owned());
        for event in made_file(&call, ("", ""), source) {
            out.event(event);
        }
    }

    fn call(&mut self, piece: Piece<'_>, out: &mut Out) {
        if let Some(said) = self.think.flush() {
            self.said(said, out);
        }
        self.reasoning.end(out);
        self.end_text(out);
        self.reasoning.keep(out);
        self.calls.piece(piece, out);
    }

    /// Content is a text, or a list of parts.
    fn content(&mut self, content: &RawValue, out: &mut Out) {
        if let Some((text, _)) = json::text(content) {
            self.words(&text, out);
            return;
        }
        let Some(parts) = json::list(content) else {
            out.of("delta").bad("content", "is no text");
            return;
        };
        for part in parts {
            let part = Fields::of(part.get()).and_then(|mut fields| fields.read());
            let ContentPart { text, thinking } = part.unwrap_or_default();
            for thought in elements(thinking) {
                let thought = Fields::of(thought.get()).and_then(|mut fields| fields.read());
                let thought: ContentPart<'_> = thought.unwrap_or_default();
                if let Some(text) = filled(&thought.text) {
                    self.reasoning.grow(text.to_owned(), out);
                }
            }
            if let Some(text) = filled(&text) {
                self.words(text, out);
            }
        }
    }

    fn words(&mut self, text: &str, out: &mut Out) {
        if !text.is_empty() {
            for said in self.think.push(text) {
                self.said(said, out);
            }
        }
    }

    fn said(&mut self, said: Said, out: &mut Out) {
        match said {
            Said::Text(text) => self.text(text, out),
            Said::Reasoning(text) => self.reasoning.grow(text, out),
        }
    }

    fn text(&mut self, delta: String, out: &mut Out) {
        self.reasoning.end(out);
        let message = self.message.clone();
        if !self.text_open {
            self.text_open = true;
            out.event(RunEvent::TextStart {
                message: message.clone(),
                subagent: None,
            });
        }
        out.event(RunEvent::TextDelta { message, delta });
    }

    fn end_text(&mut self, out: &mut Out) {
        if std::mem::take(&mut self.text_open) {
            out.event(RunEvent::TextEnd {
                message: self.message.clone(),
            });
        }
    }

    /// Ends what is open, at the end of the answer.
    fn close(&mut self, out: &mut Out) {
        if let Some(said) = self.think.flush() {
            self.said(said, out);
        }
        self.reasoning.end(out);
        self.end_text(out);
    }

    fn fail(&mut self, error: RunError, out: &mut Out) {
        if self.ended {
            return;
        }
        self.start(out);
        self.close(out);
        self.ended = true;
        out.event(RunEvent::Failed(error));
    }

    /// Ends the run as its `finish_reason` says; without one, the answer broke off.
    fn end(&mut self, out: &mut Out) {
        if self.ended {
            return;
        }
        let Some(reason) = self.finish.take() else {
            if let Some(said) = self.think.flush() {
                self.said(said, out);
            }
            self.ended = true;
            out.event(RunEvent::Lost(LostReason::Truncated));
            return;
        };
        if reason == "error" {
            let message = "The server reported an error without a description.".to_owned();
            let code = Some(reason);
            self.fail(RunError { message, code }, out);
            return;
        }
        self.close(out);
        let limit = Limit::named(&reason);
        let open = self.calls.end(limit.is_some(), &mut self.goes_back, out);
        if let Some(limit) = limit {
            out.event(RunEvent::Limited(limit));
        }
        self.ended = true;
        out.event(RunEvent::Finished(if open.is_empty() {
            FinishOutcome::Success
        } else {
            FinishOutcome::Pending(open)
        }));
    }

    /// Reads a chunk or a whole answer; returns whether it is one.
    fn chunk(&mut self, fields: &mut Fields<'_>, out: &mut Out) -> bool {
        let chunk: Chunk<'_> = fields.read().unwrap_or_default();
        let error = value(chunk.error);
        let known = chunk.choices.is_some() || value(chunk.usage).is_some();
        if !known && error.is_none() {
            return false;
        }
        self.start(out);
        let choices = chunk.choices.and_then(Many::list);
        for choice in choices.unwrap_or_default() {
            if let Some(choice) = choice.object() {
                self.choice(choice, out);
            }
        }
        if let Some(error) = error {
            self.fail(error_of(error), out);
        }
        true
    }
}

impl Translate for ChatStream {
    type Out = Out;

    fn read(&mut self, frame: Frame<'_>, out: &mut Out) -> bool {
        let data = frame.data.trim();
        if data == DONE {
            self.start(out);
            self.end(out);
            return true;
        }
        let Some(mut fields) = Fields::of(data) else {
            out.note(Kind::Unreadable, start_of(data));
            return false;
        };
        if self.ended {
            out.note_once(Kind::AfterEnd, "chunk");
            return true;
        }
        if self.chunk(&mut fields, out) {
            return true;
        }
        let chunk: Chunk<'_> = fields.read().unwrap_or_default();
        let failed = frame.event == Some("error") || filled(&chunk.object) == Some("error");
        match json::raw(data) {
            Some(error) if failed => self.fail(error_of(error), out),
            _ => out.note_once(Kind::UnknownEvent, "a frame without choices"),
        }
        failed
    }

    fn ended(&self) -> bool {
        self.ended
    }

    fn body_ended(&mut self, _broken: bool, out: &mut Out) -> bool {
        if self.finish.is_some() {
            self.end(out);
        } else if let Some(said) = self.think.flush() {
            self.said(said, out);
        }
        self.ended
    }

    fn document(&mut self, reply: &Reply, out: &mut Out) {
        let Some(mut fields) = Fields::of(&reply.body) else {
            return;
        };
        if reply.status >= 400 || self.ended || !self.chunk(&mut fields, out) {
            return;
        }
        // The whole answer is here, whatever its reason says.
        self.finish.get_or_insert_with(|| "stop".to_owned());
        self.end(out);
    }
}

/// A call in the form before tools: one for each answer, without id and index.
fn old_call(function: Function<'_>) -> Piece<'_> {
    Piece {
        function: One::Object(function),
        ..Piece::default()
    }
}
