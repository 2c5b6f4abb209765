//! Plays scripts as a model: beats become deltas, at the pacer's speed.
//!
//! It keeps no memory between calls: where a script stands follows from the history, so that a
//! run that resumes goes on in the right place. Not responsible for: what the scripts say.

use std::collections::VecDeque;
use std::future::pending;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream;

use super::beat::{Act, Cue, Response};
use super::catalogue;
use super::files;
use crate::engine::{Dispatch, Message, ModelDelta};
use crate::runtime::{Model, ModelItem, ModelRequest, ModelStream, Pacer};
use crate::tools::ToolSpec;

/// Between two pieces of a tool call's arguments.
const ARGUMENTS_PAUSE: Duration = Duration::from_millis(35);
/// Between the last word and the end of the run.
const END_PAUSE: Duration = Duration::from_millis(40);
/// Characters of arguments in one piece.
const ARGUMENTS_PIECE: usize = 14;

/// A model that follows scripts.
#[derive(Debug, Clone)]
pub struct ScriptedModel {
    pacer: Pacer,
    of_the_client: Vec<ToolSpec>,
}

impl ScriptedModel {
    /// A model for one run.
    pub fn new(pacer: Pacer) -> Self {
        Self {
            pacer,
            of_the_client: Vec::new(),
        }
    }

    /// The same, for a client that has these tools.
    #[must_use]
    pub fn with_client_tools(mut self, tools: &[ToolSpec]) -> Self {
        self.of_the_client = tools.to_vec();
        self
    }
}

impl Model for ScriptedModel {
    fn respond(&self, request: ModelRequest<'_>) -> ModelStream {
        let prompt = last_prompt(request.history);
        let mut cue = cue(request.history);
        cue.attempt = request.call.0;
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

fn last_prompt(history: &[Message]) -> &str {
    let text = history.iter().rev().find_map(|message| match message {
        Message::User { text, .. } => Some(text.as_str()),
        _ => None,
    });
    text.unwrap_or_default()
}

fn task(history: &[Message]) -> &str {
    let text = history.iter().find_map(|message| match message {
        Message::User { text, .. } => Some(text.as_str()),
        _ => None,
    });
    text.unwrap_or_default()
}

fn cue(history: &[Message]) -> Cue {
    let since = history
        .iter()
        .rposition(|message| matches!(message, Message::User { .. }))
        .unwrap_or_default();
    let mut cue = Cue::default();
    for message in &history[since..] {
        match message {
            Message::User { attachments, .. } => {
                cue.files = attachments.iter().map(files::describe).collect();
            }
            Message::Assistant { calls, .. } if !calls.is_empty() => cue.round += 1,
            Message::Tool { result, .. } => cue.heard(result),
            _ => {}
        }
    }
    cue
}

struct Player {
    id_prefix: String,
    response: Response,
    pacer: Pacer,
    /// The rest of the beat that is being played.
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
            // The end of a final answer is a step of its own; tools simply follow their call.
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
