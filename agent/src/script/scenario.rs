//! What a scenario is: its name, its group, and how it is played.

use super::beat::{Cue, Response};

/// A scenario by name.
#[derive(Debug, Clone, Copy)]
pub struct Scenario {
    /// The first word of the messages that choose the scenario.
    pub name: &'static str,
    /// Its group in the list.
    pub group: Group,
    /// What it shows, in a few words.
    pub about: &'static str,
    /// What a person can try while it plays; empty when there is nothing to try.
    pub try_it: &'static str,
    /// How the scenario is played.
    pub play: Play,
}

/// The groups of the list, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Answers and tools.
    Work,
    /// Stopping and redirecting.
    Steer,
    /// Questions to the person.
    Ask,
    /// Errors.
    Fail,
    /// Long output.
    Long,
}

impl Group {
    /// Every group, in the order of the list.
    pub const ALL: [Self; 5] = [Self::Work, Self::Steer, Self::Ask, Self::Fail, Self::Long];

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Work => "Talk and tools",
            Self::Steer => "Stop and redirect",
            Self::Ask => "Approvals",
            Self::Fail => "Failures",
            Self::Long => "Long and rich",
        }
    }
}

/// How a scenario is played.
#[derive(Debug, Clone, Copy)]
pub enum Play {
    /// As a run.
    Run(Script),
    /// As an HTTP answer that is not a run.
    Http(HttpPlay),
}

/// A script, opaque outside this module.
#[derive(Debug, Clone, Copy)]
pub struct Script(pub(super) fn(&Cue) -> Response);

/// HTTP answers without a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HttpPlay {
    /// No answer at all: the request hangs.
    Unanswered,
    /// 500.
    ServerError,
    /// 429 with `Retry-After: 1`, the first time for each message.
    TooManyRequests,
    /// 409, the first time for each message.
    Busy,
    /// 200 and an event stream with nothing in it.
    Empty,
}

/// A scenario that is played as a run.
pub(super) const fn run(
    group: Group,
    name: &'static str,
    about: &'static str,
    try_it: &'static str,
    script: fn(&Cue) -> Response,
) -> Scenario {
    Scenario {
        name,
        group,
        about,
        try_it,
        play: Play::Run(Script(script)),
    }
}

/// A scenario that is an HTTP answer.
pub(super) const fn http(
    name: &'static str,
    about: &'static str,
    try_it: &'static str,
    play: HttpPlay,
) -> Scenario {
    Scenario {
        name,
        group: Group::Fail,
        about,
        try_it,
        play: Play::Http(play),
    }
}
