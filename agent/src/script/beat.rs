//! The notation of scripts: beats in time, and helpers that write them.
//!
//! Not responsible for: playing them (`model.rs`).

use std::borrow::Cow;
use std::time::Duration;

use serde_json::Value;

use super::scenarios::tour::{Left, Stage};
use crate::engine::{Dispatch, Failure, ToolResult, ToolStatus};
use crate::runtime::Fault;
use crate::tools::ToolSpec;

/// One thing the scripted model does, after a pause.
#[derive(Debug, Clone)]
pub(super) struct Beat {
    pub(super) after: Duration,
    /// The shortest pause at any speed.
    pub(super) floor: Duration,
    pub(super) act: Act,
}

#[derive(Debug, Clone)]
pub(super) enum Act {
    Text(String),
    Reasoning(String),
    /// Enter a named step, or leave it.
    Step(Option<&'static str>),
    Call {
        name: Cow<'static, str>,
        arguments: Value,
    },
    Fault(Fault),
    Fail(Failure),
    /// Give nothing; another attempt may do better.
    TryAgain(Failure),
    /// Say nothing for ever.
    Hush,
}

/// One response of the scripted model.
pub(super) struct Response {
    pub(super) beats: Box<dyn Iterator<Item = Beat> + Send>,
    pub(super) dispatch: Dispatch,
}

/// What a script knows when it answers.
#[derive(Debug, Clone, Default)]
pub(super) struct Cue {
    /// How many responses with tool calls there have been since the user spoke.
    pub(super) round: usize,
    /// How many times the model has been asked in this run, this time included.
    pub(super) attempt: u32,
    /// What a nested agent was asked to do.
    pub(super) task: String,
    /// The number after the scenario's name.
    pub(super) number: Option<usize>,
    /// How the last tool went.
    pub(super) last_status: Option<ToolStatus>,
    /// A tool that the client has.
    pub(super) client_tool: Option<ToolSpec>,
    /// What the last tool gave.
    pub(super) last_content: String,
    /// The files that came with the last message, each in a few words.
    pub(super) files: Vec<String>,
    /// What became of the tools of the last response that had some, in order.
    pub(super) results: Vec<Ended>,
    /// What the person said while the turn went on: to a nested agent, or on a tour.
    pub(super) said: Vec<String>,
    /// How the tour ended that this message follows.
    pub(super) tour_left: Option<Left>,
    /// What the agents of the run know of each other.
    pub(super) stage: Stage,
}

/// A tool that is over.
#[derive(Debug, Clone)]
pub(super) struct Ended {
    pub(super) name: String,
    pub(super) status: ToolStatus,
    pub(super) content: String,
}

impl Cue {
    pub(super) fn heard(&mut self, result: &ToolResult) {
        self.last_status = Some(result.status);
        self.last_content.clone_from(&result.content);
    }
}

impl Response {
    pub(super) fn new(beats: impl IntoIterator<Item = Beat, IntoIter: Send + 'static>) -> Self {
        Self {
            beats: Box::new(beats.into_iter()),
            dispatch: Dispatch::OneByOne,
        }
    }

    /// With its tool calls run at the same time.
    pub(super) fn all_at_once(mut self) -> Self {
        self.dispatch = Dispatch::AllAtOnce;
        self
    }
}

pub(super) fn beat(after_ms: u64, act: Act) -> Beat {
    Beat {
        after: Duration::from_millis(after_ms),
        floor: Duration::ZERO,
        act,
    }
}

/// A text word by word, at the speed of a brisk reader.
pub(super) fn say(text: &str) -> Vec<Beat> {
    words(text, 45, Act::Text)
}

/// Reasoning word by word, a little faster than speech.
pub(super) fn think(text: &str) -> Vec<Beat> {
    words(text, 30, Act::Reasoning)
}

pub(super) fn call(name: impl Into<Cow<'static, str>>, arguments: Value) -> Beat {
    let name = name.into();
    beat(180, Act::Call { name, arguments })
}

pub(super) fn step(name: &'static str) -> Beat {
    beat(60, Act::Step(Some(name)))
}

pub(super) fn end_step() -> Beat {
    beat(60, Act::Step(None))
}

fn words(text: &str, pace_ms: u64, act: fn(String) -> Act) -> Vec<Beat> {
    let mut pause = pace_ms * 6;
    text.split_inclusive([' ', '\n'])
        .map(|word| {
            let after = std::mem::replace(&mut pause, pace_ms);
            if word.trim_end().ends_with(['.', ':', '?']) {
                pause = pace_ms * 4;
            }
            beat(after, act(word.to_owned()))
        })
        .collect()
}
