//! The notation of scripts: timed beats, and helpers that build them.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::Value;

use super::stage::{Left, Stage};
use crate::conversation::{ToolResult, ToolSpec, ToolStatus, Unmade};
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
    /// How the tools ended that this agent has used since the message or the task that it works on:
    /// a list for each response with tool calls, in the order of the results.
    pub(super) rounds: Vec<Vec<Ended>>,
    /// The number of this agent's model calls in this run, including this one.
    pub(super) attempt: u32,
    /// A nested agent's task.
    pub(super) task: String,
    /// The number after the scenario's name.
    pub(super) number: Option<usize>,
    /// The first tool of the client.
    pub(super) client_tool: Option<ToolSpec>,
    /// The files of the person's messages, each described in a few words.
    pub(super) files: Vec<String>,
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
    /// The arguments that the tool ran with: a person may have changed them.
    pub(super) arguments: Value,
    pub(super) result: ToolResult,
}

impl Cue {
    /// The number of responses with tool calls since the message or the task.
    pub(super) fn round(&self) -> usize {
        self.rounds.len()
    }

    /// How the tools of the last response with tool calls ended.
    pub(super) fn results(&self) -> &[Ended] {
        self.rounds.last().map(Vec::as_slice).unwrap_or_default()
    }

    /// How all tools ended, in order.
    pub(super) fn all_results(&self) -> Vec<&Ended> {
        self.rounds.iter().flatten().collect()
    }
}

impl Ended {
    pub(super) fn is_ok(&self) -> bool {
        self.result.status == ToolStatus::Ok
    }

    /// Why no tool made the result; `None` when a tool made it.
    pub(super) fn unmade(&self) -> Option<Unmade<'_>> {
        Unmade::of(&self.result)
    }

    /// Whether the call was never made in full, because the person's message cut the response off.
    pub(super) fn was_cut_off(&self) -> bool {
        let cancelled = self.result.status == ToolStatus::Cancelled;
        cancelled && self.unmade() == Some(Unmade::Replaced)
    }

    /// An argument that is a text.
    pub(super) fn argument(&self, name: &str) -> Option<&str> {
        self.arguments[name].as_str()
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

/// A text word by word, at the speed of somebody who thinks aloud: slow enough that a person can
/// speak to the agent, or stop it, before it is done.
pub(super) fn aloud(text: &str) -> Vec<Beat> {
    words(text, 200, Act::Text)
}

/// Reasoning word by word, slow enough that a person can open it while it grows.
pub(super) fn think(text: &str) -> Vec<Beat> {
    words(text, 120, Act::Reasoning)
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

/// The plan of these steps: those that are over, each with how it ended, then the one in progress.
pub(super) fn ticked(titles: &[&str], over: &[PlanStatus]) -> Beat {
    let step = |(place, title): (usize, &&str)| PlanStep {
        title: (*title).to_owned(),
        status: match over.get(place) {
            Some(status) => *status,
            None if place == over.len() => PlanStatus::InProgress,
            None => PlanStatus::Pending,
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
