//! What is known of a stream while it is read, and how its run ends.

use midturn_core::history::{HistoryCall, HistoryMessage};
use midturn_core::id::MessageId;
use midturn_core::request::RunRequest;
use midturn_core::run_event::{FinishOutcome, Limit, RunError, RunEvent};
use midturn_core::transcript::Resume;

use super::approval::Questions;
use super::sink::Sink;
use super::texts::{Form, Texts};
use super::tools::Tools;

/// What a run's request brought.
#[derive(Debug)]
pub(super) struct Brought {
    pub(super) answers: Vec<Resume>,
    /// The calls of the message that the request continues, without their arguments.
    calls: Vec<HistoryCall>,
}

/// What is known of the stream so far.
#[derive(Debug)]
pub(super) struct State {
    pub(super) begun: bool,
    pub(super) ended: bool,
    /// The id of the message.
    pub(super) message: String,
    /// Whether a `start` was read.
    pub(super) named: bool,
    /// The number of the step, and of the next part.
    pub(super) step: u64,
    pub(super) part: u64,
    pub(super) texts: Texts,
    pub(super) reasoning: Texts,
    /// The texts of the current step.
    pub(super) in_step: Vec<MessageId>,
    pub(super) tools: Tools,
    pub(super) questions: Questions,
    /// The reason of a `finish`. The run has ended with it, unless more content follows: a server
    /// can join several streams in one.
    pub(super) finish: Option<String>,
    /// An event that comes with the next frame.
    pub(super) late: Option<RunEvent>,
}

impl Brought {
    pub(super) fn by(request: &RunRequest) -> Self {
        let messages = request.messages.iter().rev();
        let own = messages.take_while(|held| !matches!(held, HistoryMessage::User { .. }));
        let calls = own.flat_map(|message| match message {
            HistoryMessage::Assistant { calls, .. } => &calls[..],
            _ => &[],
        });
        Self {
            answers: request.resume.clone(),
            calls: calls
                .map(|call| HistoryCall {
                    id: call.id.clone(),
                    name: call.name.clone(),
                    arguments: String::new(),
                    encrypted: call.encrypted.clone(),
                })
                .collect(),
        }
    }
}

impl State {
    pub(super) fn new(message: &str, brought: Option<&Brought>) -> Self {
        let calls = brought.map_or(&[][..], |brought| &brought.calls);
        Self {
            begun: false,
            ended: false,
            message: message.to_owned(),
            named: false,
            step: 0,
            part: 0,
            texts: Texts::new(Form::Text),
            reasoning: Texts::new(Form::Reasoning),
            in_step: Vec::new(),
            tools: Tools::of(calls),
            questions: Questions::default(),
            finish: None,
            late: None,
        }
    }

    /// Keeps the person's answers with the calls that they are about, for later requests.
    pub(super) fn decided(&mut self, answers: &[Resume], sink: &mut Sink<'_>) {
        for (id, call) in self.tools.with_questions() {
            let approval = call.kept.approval.as_ref();
            if let Some(answered) = approval.and_then(|approval| approval.answered(answers)) {
                call.kept.approval = Some(answered);
                call.tell(id, sink);
            }
        }
    }

    pub(super) fn end_texts(&mut self, sink: &mut Sink<'_>) {
        self.texts.end_all(sink);
        self.reasoning.end_all(sink);
    }

    /// The stream has ended as it should: reports how the run ended.
    pub(super) fn settle(&mut self, sink: &mut Sink<'_>) {
        if self.ended {
            return;
        }
        if !std::mem::replace(&mut self.begun, true) {
            sink.event(RunEvent::Started);
        }
        self.end_texts(sink);
        match self.finish.as_deref() {
            Some("error") => return self.fail("The model reported an error.", Some("error"), sink),
            Some("interrupted") => {
                return self.fail("The answer was interrupted.", Some("interrupted"), sink);
            }
            _ => {}
        }
        if let Some(limit) = self.finish.as_deref().and_then(Limit::named) {
            sink.event(RunEvent::Limited(limit));
        }
        let questions = self.questions.take();
        let calls = self.tools.open();
        let outcome = if !questions.is_empty() {
            FinishOutcome::Interrupt(questions)
        } else if !calls.is_empty() {
            FinishOutcome::Pending(calls)
        } else {
            FinishOutcome::Success
        };
        self.end(RunEvent::Finished(outcome), sink);
    }

    pub(super) fn fail(&mut self, message: &str, code: Option<&str>, sink: &mut Sink<'_>) {
        let error = RunError {
            message: message.to_owned(),
            code: code.map(str::to_owned),
        };
        self.end(RunEvent::Failed(error), sink);
    }

    pub(super) fn end(&mut self, event: RunEvent, sink: &mut Sink<'_>) {
        self.ended = true;
        sink.end(event);
    }
}
