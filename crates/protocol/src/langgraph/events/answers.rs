//! Reads what the server answers beside the stream: which run it has started, and how a run ended
//! that the stream does not show.

use midturn_core::run_event::FinishOutcome;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::commands;
use super::{Awaited, Events, Stage};
use crate::call::{Call, Reply};
use crate::json;
use crate::langgraph::wire::{Values, object};
use crate::out::Out;
use crate::value::{One, Text};

/// The answer to a command, or a description of a run.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Answered<'a> {
    r#type: Text<'a>,
    error: Text<'a>,
    message: Text<'a>,
    detail: Text<'a>,
    result: One<'a, Started<'a>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Started<'a> {
    run_id: Text<'a>,
    status: Text<'a>,
}

/// A thread's state.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct State<'a> {
    values: One<'a, Values<'a>>,
    interrupts: Option<&'a RawValue>,
}

impl Events {
    pub(super) fn ask_status(&mut self) {
        if let Some(server) = self.server() {
            self.question = Some(commands::status(&self.run.runs, server));
            self.awaits = Some(Awaited::Status);
        }
    }

    /// The server's answer to the command that starts the run.
    pub(super) fn started(&mut self, reply: Option<&Reply>, out: &mut Out) {
        let Some(reply) = reply else {
            let message = "The server did not answer the command that starts the run";
            self.run.fail(message.to_owned(), None, out);
            return;
        };
        let told = object::<Answered<'_>>(&reply.body).unwrap_or_default();
        if reply.status >= 400 || told.r#type.as_str() != "success" {
            let texts = [&told.message, &told.detail];
            let message = texts.into_iter().find_map(Text::string).unwrap_or_else(|| {
                format!("The server did not start the run (status {})", reply.status)
            });
            self.run.fail(message, told.error.string(), out);
            return;
        }
        let result = told.result.object().unwrap_or_default();
        if let Some(run) = result.run_id.string().filter(|run| !run.is_empty()) {
            self.is_run(Some(run), out);
        } else {
            // The answer to an answer does not name the run.
            self.question = Some(commands::newest(&self.run.runs));
            self.awaits = Some(Awaited::Newest);
        }
    }

    /// The server's answer to the question for the newest run.
    pub(super) fn newest(&mut self, reply: Option<&Reply>, out: &mut Out) {
        let reply = reply.filter(|reply| reply.status < 300);
        let runs = reply.and_then(|reply| json::raw(&reply.body).and_then(json::list));
        let first = runs.and_then(|runs| object::<Started<'_>>(runs.first()?.get()));
        let run = first.and_then(|run| run.run_id.string());
        self.is_run(run, out);
    }

    /// The server has named the run. Without a name, the next run that begins is taken for it.
    fn is_run(&mut self, server: Option<String>, out: &mut Out) {
        let own = self.run.run.clone();
        if let Some(server) = server {
            let held = self.run.memory.run_mut(own.as_str());
            held.server = server;
            held.events = true;
            self.run.remember(out);
        }
        let held = std::mem::replace(&mut self.stage, Stage::Before);
        if let Stage::Unknown(Some(held)) = held {
            for data in held {
                if !self.run.ended {
                    self.read_data(&data, out);
                }
            }
            self.place = None;
        }
    }

    /// The server's answer to the question for the run's status. While the stream shows the run, the
    /// stream will show its end too.
    pub(super) fn status(&mut self, reply: Option<&Reply>, out: &mut Out) {
        let Some(reply) = reply.filter(|_| !self.is_own_stage()) else {
            return;
        };
        if reply.status == 404 {
            self.run.told_end(Some(reply), out);
            return;
        }
        let told = object::<Started<'_>>(&reply.body).filter(|_| reply.status < 300);
        let status = told.and_then(|told| told.status.string());
        if let Some(status) = status.filter(|status| is_over(status)) {
            self.over = Some(status);
            self.question = Some(Call::get(self.state.clone()));
            self.awaits = Some(Awaited::State);
        }
    }

    /// The thread's state after a run whose events the server has no longer.
    pub(super) fn after(&mut self, reply: Option<&Reply>, out: &mut Out) {
        let Some(status) = self.over.take().filter(|_| !self.is_own_stage()) else {
            return;
        };
        let reply = reply.filter(|reply| reply.status < 300);
        let told = reply.and_then(|reply| object::<State<'_>>(&reply.body));
        let told = told.unwrap_or_default();
        let values = told.values.object().unwrap_or_default();
        self.run.work(out);
        // What was being written is read again as a whole. What an earlier page has shown as a whole
        // is not.
        self.run.writing.clear();
        let own = self.run.memory.run(self.run.run.as_str());
        let shown = own.map(|held| held.has.clone()).unwrap_or_default();
        self.run.old.extend(shown);
        let messages = values.messages.list().unwrap_or_default();
        self.run.read_state(&messages, out);
        if let Some(raised) = told.interrupts.filter(|_| status == "success")
            && json::list(raised).is_some_and(|list| !list.is_empty())
        {
            self.run.ask(raised, "", out);
        }
        if self.has_questions() {
            self.wait(out);
        } else {
            self.run.is_now(&status, out);
        }
    }

    pub(super) fn has_questions(&self) -> bool {
        !self.run.questions.is_empty()
    }

    /// The run is over, and waits for the person.
    pub(super) fn wait(&mut self, out: &mut Out) {
        let questions = std::mem::take(&mut self.run.questions);
        self.run.end(FinishOutcome::Interrupt(questions), out);
    }

    /// The run with questions is over: adds those that the stream has not brought yet.
    pub(super) fn asked(&mut self, reply: Option<&Reply>, out: &mut Out) {
        let reply = reply.filter(|reply| reply.status < 300);
        let told = reply.and_then(|reply| object::<State<'_>>(&reply.body));
        if let Some(raised) = told.and_then(|told| told.interrupts) {
            self.run.ask(raised, "", out);
        }
        self.wait(out);
    }
}

fn is_over(status: &str) -> bool {
    matches!(status, "success" | "interrupted" | "error" | "timeout")
}
