//! A model that plays scripts: turns beats into deltas, at the pacer's speed.
//!
//! The history determines the position in a script, so that a resumed run continues in the right
//! place. Between calls of a run, the model remembers only the [`Stage`], which the agents of a
//! tour share.

use std::collections::{HashMap, VecDeque};
use std::future::pending;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream;

use super::beat::{Act, Cue, Ended, Response};
use super::catalogue;
use super::files;
use super::scenarios::tour;
use super::stage::{Left, Stage};
use crate::conversation::{Message, ToolSpec};
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
        let prompt = asked.map_or("", |place| user_text(&request.history[place]));
        let mut cue = cue(&request, asked.unwrap_or_default());
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

/// The index of the message to answer: the last user message. On a tour it is the message that
/// started the tour, unless the last user message chooses a scenario.
fn asked(request: &ModelRequest<'_>, stage: &Stage) -> Option<usize> {
    let last = last_user(request.history)?;
    let is_tour = request.agent_name.is_none() && stage.is_on();
    if is_tour && catalogue::choose(user_text(&request.history[last])).is_none() {
        return last_tour(request.history).or(Some(last));
    }
    Some(last)
}

fn last_user(history: &[Message]) -> Option<usize> {
    history
        .iter()
        .rposition(|message| matches!(message, Message::User { .. }))
}

fn last_tour(history: &[Message]) -> Option<usize> {
    history.iter().rposition(|message| {
        catalogue::choose(user_text(message)).is_some_and(|scenario| scenario.name == tour::NAME)
    })
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

fn cue(request: &ModelRequest<'_>, since: usize) -> Cue {
    let history = request.history;
    let mut cue = Cue::default();
    let mut names = HashMap::new();
    for message in &history[since..] {
        match message {
            Message::User { attachments, .. } => {
                cue.files = attachments.iter().map(files::describe).collect();
            }
            Message::Assistant { calls, .. } if !calls.is_empty() => {
                cue.round += 1;
                cue.results.clear();
                names.extend(calls.iter().map(|call| (call.id.as_str(), &call.name)));
            }
            Message::Tool {
                call_id, result, ..
            } => {
                cue.heard(result);
                if let Some(name) = names.get(call_id.as_str()) {
                    cue.results.push(Ended {
                        name: (*name).clone(),
                        status: result.status,
                        content: result.content.clone(),
                    });
                }
            }
            Message::System { .. } | Message::Assistant { .. } => {}
        }
    }
    // The first message of a nested agent is its task.
    let begun = if request.agent_name.is_some() {
        0
    } else {
        since
    };
    cue.said = said_since_tools(&history[begun..]);
    cue.tour_left = tour_left(history, since);
    cue
}

/// The person's messages since the last response with tool calls, without the first message.
fn said_since_tools(history: &[Message]) -> Vec<String> {
    let mut said = Vec::new();
    for message in history.iter().skip(1) {
        match message {
            Message::Assistant { calls, .. } if !calls.is_empty() => said.clear(),
            Message::User { text, .. } => said.push(text.clone()),
            Message::Tool { feedback, .. } => {
                said.extend(feedback.iter().map(|one| one.text.clone()));
            }
            Message::System { .. } | Message::Assistant { .. } => {}
        }
    }
    said
}

/// How the previous tour ended, if the message at `asked` comes after one.
fn tour_left(history: &[Message], asked: usize) -> Option<Left> {
    let begun = last_tour(&history[..asked])?;
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
