//! A model that plays scripts: turns beats into deltas, at the pacer's speed.
//!
//! The history determines the position in a script, so that a resumed run continues in the right
//! place. Between calls of a run, the model remembers only the [`Stage`], which its agents share.

use std::collections::{HashMap, VecDeque};
use std::future::pending;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream;
use serde_json::Value;

use super::beat::{Act, Cue, Ended, Response};
use super::catalogue;
use super::files;
use super::scenarios::tour;
use super::stage::{Left, Stage};
use crate::conversation::{Message, ToolResult, ToolSpec, ToolStatus, Unmade};
use crate::engine::{Dispatch, ModelDelta};
use crate::runtime::{Model, ModelItem, ModelRequest, ModelStream, Pacer};

/// The pause between two pieces of a tool call's arguments.
const ARGUMENTS_PAUSE: Duration = Duration::from_millis(35);
/// The pause between the last word of an answer and its end.
const END_PAUSE: Duration = Duration::from_millis(40);
/// Characters per piece of arguments.
const ARGUMENTS_PIECE: usize = 14;

/// A model that follows scripts.
#[derive(Debug, Clone)]
pub struct ScriptedModel {
    pacer: Pacer,
    of_the_client: Vec<ToolSpec>,
    /// State that the run's agents share.
    stage: Stage,
}

impl ScriptedModel {
    /// A model for one run.
    pub fn new(pacer: Pacer) -> Self {
        Self {
            pacer,
            of_the_client: Vec::new(),
            stage: Stage::default(),
        }
    }

    /// The same model, for a client with these tools.
    #[must_use]
    pub fn with_client_tools(mut self, tools: &[ToolSpec]) -> Self {
        self.of_the_client = tools.to_vec();
        self
    }
}

impl Model for ScriptedModel {
    fn respond(&self, request: ModelRequest<'_>) -> ModelStream {
        let asked = asked(&request, &self.stage);
        let prompt = request.history.get(asked).map_or("", user_text);
        let mut cue = cue(request.history, asked);
        cue.attempt = request.call.0;
        cue.stage = self.stage.clone();
        task(request.history).clone_into(&mut cue.task);
        cue.client_tool = self.of_the_client.first().cloned();
        let response = match request.agent_name {
            Some(name) => catalogue::subagent_response(name, &cue),
            None => catalogue::response(prompt, &mut cue),
        };
        let player = Player {
            id_prefix: format!("{}-{}", request.scope, request.call.0),
            response,
            pacer: self.pacer.clone(),
            ready: VecDeque::new(),
            calls: 0,
            over: false,
        };
        stream::unfold(player, |mut player| async move {
            player.next().await.map(|item| (item, player))
        })
        .boxed()
    }
}

/// The index of the message that the agent works on: a nested agent's task, or the message that the
/// run answers. A message that the person sends meanwhile takes its place if it chooses a scenario;
/// other words are heard, and the scenario goes on.
fn asked(request: &ModelRequest<'_>, stage: &Stage) -> usize {
    let history = request.history;
    if request.agent_name.is_some() {
        return 0;
    }
    let begun = stage.begun_with(|| begun(history)).min(history.len());
    let later = history[begun..].iter().rposition(chooses);
    later.map_or(begun, |place| begun + place)
}

/// The index of the message that a run with this history answers: the last message of the person.
/// If the tools before it have results that no model has answered yet, the run continues a
/// scenario: the person answered its questions, or sent words instead.
fn begun(history: &[Message]) -> usize {
    let Some(last) = last_user(history) else {
        return 0;
    };
    if chooses(&history[last]) {
        return last;
    }
    let chosen = history[..last].iter().rposition(chooses);
    let chosen = chosen.filter(|place| !chooses_tour(&history[*place]));
    chosen.filter(|_| goes_on(history)).unwrap_or(last)
}

/// Whether the history ends with results of tools that a model is still to answer, and perhaps the
/// person's words after them. When the person stopped a run, words begin something new.
fn goes_on(history: &[Message]) -> bool {
    let said = history.iter().rev();
    let said = said.take_while(|message| matches!(message, Message::User { .. }));
    let said = said.count();
    let results = history.iter().rev().skip(said);
    let results = results.map_while(|message| match message {
        Message::Tool { result, .. } => Some(result),
        _ => None,
    });
    let mut results = results.peekable();
    let was_stopped = |result: &ToolResult| {
        result.status == ToolStatus::Cancelled && Unmade::of(result) != Some(Unmade::Replaced)
    };
    results.peek().is_some() && (said == 0 || !results.any(was_stopped))
}

fn chooses(message: &Message) -> bool {
    catalogue::choose(user_text(message)).is_some()
}

fn chooses_tour(message: &Message) -> bool {
    catalogue::choose(user_text(message)).is_some_and(|scenario| scenario.name == tour::NAME)
}

fn last_user(history: &[Message]) -> Option<usize> {
    history
        .iter()
        .rposition(|message| matches!(message, Message::User { .. }))
}

fn user_text(message: &Message) -> &str {
    match message {
        Message::User { text, .. } => text,
        Message::System { .. } | Message::Assistant { .. } | Message::Tool { .. } => "",
    }
}

fn task(history: &[Message]) -> &str {
    let text = history.iter().find_map(|message| match message {
        Message::User { text, .. } => Some(text.as_str()),
        _ => None,
    });
    text.unwrap_or_default()
}

/// What the history says since the message at `since`, on which the agent works.
fn cue(history: &[Message], since: usize) -> Cue {
    let mut cue = Cue::default();
    let mut calls_by_id = HashMap::new();
    for message in history.iter().skip(since) {
        match message {
            Message::User { attachments, .. } => {
                cue.files.extend(attachments.iter().map(files::describe));
            }
            Message::Assistant { calls, .. } if !calls.is_empty() => {
                cue.rounds.push(Vec::new());
                calls_by_id.extend(calls.iter().map(|call| (call.id.as_str(), call)));
            }
            Message::Tool {
                call_id, result, ..
            } => {
                let call = calls_by_id.get(call_id.as_str());
                if let (Some(call), Some(round)) = (call, cue.rounds.last_mut()) {
                    round.push(Ended {
                        name: call.name.clone(),
                        arguments: call.arguments_json(),
                        result: result.clone(),
                    });
                }
            }
            Message::System { .. } | Message::Assistant { .. } => {}
        }
    }
    // A response that the person cut off, before its tools ran, is tried again.
    cue.rounds
        .retain(|round| round.is_empty() || !round.iter().all(Ended::was_cut_off));
    cue.said = said_since_tools(history.get(since..).unwrap_or_default());
    cue.tour_left = tour_left(history, since);
    cue
}

/// The person's messages since the last response with tool calls, without the first message.
fn said_since_tools(history: &[Message]) -> Vec<String> {
    let mut said = Vec::new();
    for message in history.iter().skip(1) {
        match message {
            Message::Assistant { calls, .. } if !calls.is_empty() => said.clear(),
            Message::User {
                text, attachments, ..
            } => said.extend(words(text, attachments)),
            Message::Tool { feedback, .. } => {
                let words = feedback
                    .iter()
                    .map(|one| words(&one.text, &one.attachments));
                said.extend(words.flatten());
            }
            Message::System { .. } | Message::Assistant { .. } => {}
        }
    }
    said
}

/// A message in words: its text, or else its files.
fn words(text: &str, attachments: &[Value]) -> Option<String> {
    if !text.trim().is_empty() {
        return Some(text.to_owned());
    }
    let files: Vec<String> = attachments.iter().map(files::describe).collect();
    (!files.is_empty()).then(|| files.join(", "))
}

/// How the previous tour ended, if the message at `asked` comes after one.
fn tour_left(history: &[Message], asked: usize) -> Option<Left> {
    let begun = history.get(..asked)?.iter().rposition(chooses_tour)?;
    let said = history[begun..].iter().filter_map(|message| match message {
        Message::Assistant { text, .. } => Some(text.as_str()),
        Message::System { .. } | Message::User { .. } | Message::Tool { .. } => None,
    });
    tour::left(&said.collect::<Vec<_>>())
}

struct Player {
    id_prefix: String,
    response: Response,
    pacer: Pacer,
    /// The rest of the current beat.
    ready: VecDeque<ModelItem>,
    calls: u32,
    over: bool,
}

impl Player {
    async fn next(&mut self) -> Option<ModelItem> {
        if let Some(item) = self.ready.pop_front() {
            self.pacer.within(ARGUMENTS_PAUSE).await;
            return Some(item);
        }
        if self.over {
            return None;
        }
        let Some(beat) = self.response.beats.next() else {
            self.over = true;
            // Tools follow their calls directly. An answer without calls ends after a pause.
            if self.calls == 0 {
                self.pacer.step(END_PAUSE, Duration::ZERO).await;
            }
            return Some(ModelItem::Finished(Ok(self.response.dispatch)));
        };
        if matches!(beat.act, Act::Hush) {
            pending::<()>().await;
        }
        self.pacer.step(beat.after, beat.floor).await;
        Some(match beat.act {
            Act::Text(text) => ModelItem::Delta(ModelDelta::Text(text)),
            Act::Reasoning(text) => ModelItem::Delta(ModelDelta::Reasoning(text)),
            Act::Step(name) => ModelItem::Delta(ModelDelta::Step(name.map(str::to_owned))),
            Act::Activity { kind, content } => ModelItem::Delta(ModelDelta::Activity {
                kind: kind.to_owned(),
                content,
            }),
            Act::Plan(steps) => ModelItem::Delta(ModelDelta::Plan(steps)),
            Act::Fault(fault) => ModelItem::Fault(fault),
            Act::Call { name, arguments } => {
                self.calls += 1;
                self.ready = pieces(&arguments.to_string());
                ModelItem::Delta(ModelDelta::Call {
                    id: format!("{}-call{}", self.id_prefix, self.calls),
                    name: name.into_owned(),
                })
            }
            Act::Fail(failure) => {
                self.over = true;
                ModelItem::Finished(Err(failure))
            }
            Act::TryAgain(failure) => {
                self.over = true;
                ModelItem::Failed {
                    failure,
                    after: None,
                }
            }
            Act::Hush => ModelItem::Finished(Ok(Dispatch::OneByOne)),
        })
    }
}

fn pieces(arguments: &str) -> VecDeque<ModelItem> {
    let characters: Vec<char> = arguments.chars().collect();
    characters
        .chunks(ARGUMENTS_PIECE)
        .map(|piece| ModelItem::Delta(ModelDelta::Arguments(piece.iter().collect())))
        .collect()
}
