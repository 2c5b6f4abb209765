//! Reads one answer to a request with the adapter and the core.

use midturn_core::conversation::Conversation;

use midturn_core::effect::{self, Effect};
use midturn_core::history::PastRest;
use midturn_core::id::{ActivityId, RunId};
use midturn_core::input::Input;
use midturn_core::run_event::{FinishOutcome, Interrupt, RunEvent};
use midturn_core::transcript::Answer;
use midturn_protocol::agui::{Item, past_messages, reader};
use midturn_protocol::diagnostic;
use serde_json::{Value, json};

use super::{Reduced, list, text};

/// The result of reading a stream.
pub(crate) struct Ours {
    pub(crate) reduced: Reduced,
    pub(crate) conversation: Conversation,
    /// The adapter's diagnostics about the stream.
    pub(crate) stream_diagnostics: Vec<diagnostic::Diagnostic>,
    /// The core's diagnostics about its inputs.
    pub(crate) core_diagnostics: Vec<effect::Diagnostic>,
}

/// Reads the answer to a request with the adapter and the core. The request's messages before its
/// last user message become the conversation's past; the ones after it become part of that
/// message's turn before the answer is read.
pub(crate) fn ours(request: &Value, body: &[u8]) -> Ours {
    let messages: Vec<Value> = list(&request["messages"]).cloned().collect();
    let is_user = |message: &Value| message["role"] == "user";
    let last = messages.iter().rposition(is_user).unwrap();
    let mut page = Page::new();
    page.past(&messages[..last]);
    page.say(
        &text(&messages[last]["id"]),
        &text(&messages[last]["content"]),
    );
    if last + 1 < messages.len() {
        let known = json!({"type": "MESSAGES_SNAPSHOT", "messages": &messages[last..]});
        let items = reader().push(format!("data: {known}\n\n").as_bytes());
        page.hear(items);
    }
    page.answer(list(&request["resume"]), &messages[last..]);
    page.stream_diagnostics.clear();
    page.core_diagnostics.clear();
    let mut stream = reader();
    let mut items = stream.push(body);
    items.extend(stream.finish());
    page.hear(items);
    Ours {
        reduced: Reduced::of_conversation(&page.conversation),
        conversation: page.conversation,
        stream_diagnostics: page.stream_diagnostics,
        core_diagnostics: page.core_diagnostics,
    }
}

/// A conversation, and the diagnostics of everything that it has read.
pub(crate) struct Page {
    pub(crate) conversation: Conversation,
    now: u64,
    stream_diagnostics: Vec<diagnostic::Diagnostic>,
    core_diagnostics: Vec<effect::Diagnostic>,
}

impl Page {
    pub(crate) fn new() -> Self {
        Self {
            conversation: Conversation::new("t".into()),
            now: 0,
            stream_diagnostics: Vec::new(),
            core_diagnostics: Vec::new(),
        }
    }

    pub(crate) fn put(&mut self, input: Input) {
        self.now += 1;
        let step = self.conversation.apply(input, self.now);
        for effect in step.effects {
            if let Effect::Diagnose(diagnostic) = effect {
                self.core_diagnostics.push(diagnostic);
            }
        }
    }

    fn past(&mut self, messages: &[Value]) {
        self.put(Input::PastWanted);
        self.put(Input::PastLoaded {
            before: None,
            messages: past_messages(&Value::from(messages).to_string()),
            rest: PastRest::Nothing,
        });
    }

    /// Sends a message as the person, and opens the stream of its run.
    pub(crate) fn say(&mut self, id: &str, text: &str) {
        self.put(Input::ComposerChanged { text: text.into() });
        self.put(Input::Submit { id: id.into() });
        self.event(RunEvent::Opened);
    }

    /// Ends the run with questions about its calls, and starts the run with the answers.
    fn answer<'a>(&mut self, resume: impl Iterator<Item = &'a Value>, messages: &[Value]) {
        let resume: Vec<_> = resume.collect();
        if resume.is_empty() {
            return;
        }
        let calls = messages.iter().flat_map(|held| list(&held["toolCalls"]));
        let mut calls = calls.map(|call| ActivityId::from(text(&call["id"])));
        let asked = resume.iter().map(|given| Interrupt {
            id: text(&given["interruptId"]),
            reason: "tool_call".to_owned(),
            call: calls.next(),
            ..Interrupt::default()
        });
        let asked = FinishOutcome::Interrupt(asked.collect());
        self.event(RunEvent::Finished(asked));
        let turn = self.conversation.turns().last().unwrap().id.clone();
        for given in resume {
            self.put(Input::Answer {
                turn: turn.clone(),
                interrupt: text(&given["interruptId"]),
                answer: if given["status"] == "cancelled" {
                    Answer::Abandoned
                } else {
                    Answer::Approved { arguments: None }
                },
            });
        }
        self.event(RunEvent::Opened);
    }

    /// The last run of the last turn.
    pub(crate) fn run(&self) -> RunId {
        self.conversation.turns().last().unwrap().last_run()
    }

    pub(crate) fn event(&mut self, event: RunEvent) {
        self.event_of(self.run(), event);
    }

    pub(crate) fn event_of(&mut self, run: RunId, event: RunEvent) {
        self.put(Input::Run {
            run,
            cursor: None,
            event,
        });
    }

    pub(crate) fn hear(&mut self, items: Vec<Item>) {
        for item in items {
            match item {
                Item::Event { event, .. } => self.event(event),
                Item::Diagnostic(diagnostic) => self.stream_diagnostics.push(diagnostic),
                Item::Raw(_) => {}
            }
        }
    }
}
