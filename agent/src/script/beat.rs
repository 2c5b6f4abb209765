//! The notation of scripts: timed beats, and helpers that build them.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::Value;

use super::stage::{Left, Stage};
use crate::conversation::{ToolResult, ToolSpec, ToolStatus};
use crate::engine::{Dispatch, Failure, PlanStatus, PlanStep};
use crate::runtime::Fault;

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
    /// The content of an activity of the agent's own kind.
    Activity {
        kind: &'static str,
        content: Value,
    },
    /// Tell the plan as it is now.
    Plan(Vec<PlanStep>),
    Call {
        name: Cow<'static, str>,
        arguments: Value,
    },
    Fault(Fault),
    Fail(Failure),
    /// Fail, but allow a retry.
    TryAgain(Failure),
    /// Send nothing more, and never end.
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
    /// The number of responses with tool calls since the user's message.
    pub(super) round: usize,
    /// The number of this agent's model calls in this run, including this one.
    pub(super) attempt: u32,
    /// A nested agent's task.
    pub(super) task: String,
    /// The number after the scenario's name.
    pub(super) number: Option<usize>,
    /// How the last tool ended.
    pub(super) last_status: Option<ToolStatus>,
    /// The first tool of the client.
    pub(super) client_tool: Option<ToolSpec>,
    /// The last tool's result.
    pub(super) last_content: String,
    /// The files of the last message, each described in a few words.
    pub(super) files: Vec<String>,
    /// How the tools of the last response with tool calls ended, in order.
    pub(super) results: Vec<Ended>,
    /// The person's messages to this agent since its last response with tool calls, without the
    /// message or task that started its work.
    pub(super) said: Vec<String>,
    /// How the tour before this message ended.
    pub(super) tour_left: Option<Left>,
    /// State that the run's agents share.
    pub(super) stage: Stage,
}

/// A finished tool.
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

    /// Runs the response's tool calls at the same time.
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

/// The plan of these steps, of which the first `done` are done and the next is in progress.
pub(super) fn ticked(titles: &[&str], done: usize) -> Beat {
    let step = |(place, title): (usize, &&str)| PlanStep {
        title: (*title).to_owned(),
        status: match place {
            place if place < done => PlanStatus::Completed,
            place if place == done => PlanStatus::InProgress,
            _ => PlanStatus::Pending,
        },
    };
    beat(
        120,
        Act::Plan(titles.iter().enumerate().map(step).collect()),
    )
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
