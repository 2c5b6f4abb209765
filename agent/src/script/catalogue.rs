//! Which scenarios there are, and which one a message asks for.
//!
//! Not responsible for: what happens in them (`scenarios/`).

use super::beat::{Cue, Response};
use super::scenarios::{agents, faults, talk, work};

/// A scenario by name.
#[derive(Debug, Clone, Copy)]
pub struct Scenario {
    /// The first word of a message that chooses it.
    pub name: &'static str,
    /// What there is to see, in a few words.
    pub about: &'static str,
    /// How it is played.
    pub play: Play,
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
pub struct Script(fn(&Cue) -> Response);

/// HTTP answers that are not a run.
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

const fn run(name: &'static str, about: &'static str, script: fn(&Cue) -> Response) -> Scenario {
    Scenario {
        name,
        about,
        play: Play::Run(Script(script)),
    }
}

const fn http(name: &'static str, about: &'static str, play: HttpPlay) -> Scenario {
    Scenario {
        name,
        about,
        play: Play::Http(play),
    }
}

/// Every scenario.
pub const CATALOGUE: &[Scenario] = &[
    run("text", "a few paragraphs", talk::text),
    run(
        "long",
        "a long text (\"long 5000\" for 5000 words)",
        talk::long,
    ),
    run("files", "what I get of the files you attach", talk::files),
    run("reasoning", "thinking before the answer", talk::reasoning),
    run("tools", "two tools, then an answer", work::tools),
    run("slow", "a tool that takes 30 seconds", work::slow),
    run("parallel", "three tools at the same time", work::parallel),
    run(
        "many",
        "many quick tools (\"many 200\" for 200)",
        work::many,
    ),
    run("plan", "work in named steps", work::plan),
    run("approval", "a tool that asks you first", work::approval),
    run("page", "a tool that your client has", work::page),
    run(
        "approvals",
        "two tools that ask you first, at the same time",
        work::approvals,
    ),
    run(
        "failtool",
        "a tool that fails, and what the agent makes of it",
        work::failtool,
    ),
    run(
        "subagent",
        "an agent that starts another one",
        agents::subagent,
    ),
    run(
        "team",
        "three agents at the same time, an explorer, a planner and a worker",
        agents::team,
    ),
    run(
        "delegate",
        "an agent that asks you before it writes (\"delegate 2\" for two, and the main agent too)",
        agents::delegate,
    ),
    run("ask", "a question to another agent", agents::ask),
    run(
        "firm",
        "an agent and a command that are stopped only with everything",
        agents::firm,
    ),
    run(
        "retry",
        "a model that must be asked three times",
        faults::retry,
    ),
    run("fail", "a run that fails in the middle", faults::fail),
    run("never", "a word now and then, for ever", faults::never),
    run("silent", "nothing at all, for ever", faults::silent),
    run(
        "disconnect",
        "a connection that breaks in the middle",
        faults::disconnect,
    ),
    run("garbage", "a frame that is not JSON", faults::garbage),
    http("unanswered", "a request that hangs", HttpPlay::Unanswered),
    http("http500", "a server error", HttpPlay::ServerError),
    http(
        "http429",
        "too many requests, once",
        HttpPlay::TooManyRequests,
    ),
    http("busy", "a busy thread, once", HttpPlay::Busy),
    http("empty", "an empty answer", HttpPlay::Empty),
];

/// The scenario that a message asks for.
pub fn choose(prompt: &str) -> Option<&'static Scenario> {
    let first = prompt.split_whitespace().next()?;
    let word = first.trim_matches(|c: char| !c.is_alphanumeric());
    CATALOGUE
        .iter()
        .find(|scenario| scenario.name.eq_ignore_ascii_case(word))
}

/// The root agent's response to a prompt.
pub(super) fn response(prompt: &str, cue: &mut Cue) -> Response {
    cue.number = prompt
        .split_whitespace()
        .nth(1)
        .and_then(|word| word.parse().ok());
    match choose(prompt).map(|scenario| scenario.play) {
        Some(Play::Run(Script(script))) => script(cue),
        // The second time round, what refused the first time is answered.
        Some(Play::Http(_)) => talk::at_last(),
        None if !cue.files.is_empty() => talk::files(cue),
        None => talk::greeting(),
    }
}

/// A nested agent's response.
pub(super) fn subagent_response(name: &str, cue: &Cue) -> Response {
    match name {
        "plan" => agents::plan(cue),
        "agent" => agents::worker(cue),
        "agent-ask" => agents::answer(cue),
        _ => agents::explore(cue),
    }
}
