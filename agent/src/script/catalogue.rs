//! The list of scenarios, and the choice of one by a message.
//!
//! Their scripts are in `scenarios/`.

use super::account::noted;
use super::beat::{Act, Beat, Cue, Response, beat, say};
use super::scenario::{Group, HttpPlay, Play, Scenario, Script, http, run};
use super::scenarios::{agents, asks, faults, members, talk, tour, work};

/// Every scenario, in the order of the list.
pub const CATALOGUE: &[Scenario] = &[
    run(Group::Work, "scenes", "this list", "", scenes),
    run(Group::Work, "text", "a few paragraphs", "", talk::text),
    run(
        Group::Work,
        "reasoning",
        "thinking before the answer",
        "open the reasoning while it grows",
        talk::reasoning,
    ),
    run(
        Group::Work,
        "tools",
        "two tools, then an answer",
        "open a step to see what went in and what came out",
        work::tools,
    ),
    run(
        Group::Work,
        "parallel",
        "three tools at the same time",
        "stop one of them alone",
        work::parallel,
    ),
    run(
        Group::Work,
        "plan",
        "work in named steps",
        "watch the header name the step",
        work::plan,
    ),
    run(
        Group::Work,
        "tide",
        "an activity of the agent's own kind, which grows",
        "give the element a renderer for activities of the type `tide` first",
        work::tide,
    ),
    run(
        Group::Work,
        "todo",
        "a list of steps that the agent ticks off",
        "watch the list, or stop the turn in the middle of it",
        work::todo,
    ),
    run(
        Group::Work,
        "page",
        "a tool that your page has",
        "give the element tools of your own first",
        asks::page,
    ),
    run(
        Group::Work,
        "files",
        "what arrives of the files you attach",
        "drop a file on the message before you send it",
        talk::files,
    ),
    run(
        Group::Steer,
        tour::NAME,
        "a guided tour of what follows, in four steps and about two minutes",
        "do what it asks; it goes on when you have",
        tour::tour,
    ),
    run(
        Group::Steer,
        "subagent",
        "an agent that starts another one",
        "steer with a few words; the explorer gets them",
        agents::subagent,
    ),
    run(
        Group::Steer,
        "team",
        "an explorer, a planner and a worker at the same time",
        "choose who gets your words, or stop one of the three",
        agents::team,
    ),
    run(
        Group::Steer,
        "slow",
        "a tool that takes 30 seconds",
        "queue a message, stop the turn, then send the next",
        work::slow,
    ),
    run(
        Group::Steer,
        "never",
        "a word now and then, for ever",
        "stop it, or put another message in its place",
        faults::never,
    ),
    run(
        Group::Steer,
        "ask",
        "one agent that asks another",
        "steer; your words go to the main agent",
        agents::ask,
    ),
    run(
        Group::Steer,
        "firm",
        "an agent and a command that cannot be stopped alone",
        "stop the whole turn instead",
        agents::firm,
    ),
    run(
        Group::Ask,
        "approval",
        "a tool that asks you first",
        "change what it wants to write, then approve",
        asks::approval,
    ),
    run(
        Group::Ask,
        "approvals",
        "two tools that ask you at the same time",
        "approve one and deny the other",
        asks::approvals,
    ),
    run(
        Group::Ask,
        "delegate",
        "an agent that asks you before it writes",
        "send `delegate 2` for two agents that ask",
        agents::delegate,
    ),
    run(
        Group::Fail,
        "failtool",
        "a tool that fails, and what the agent makes of it",
        "",
        work::failtool,
    ),
    run(
        Group::Fail,
        "retry",
        "a model that must be asked three times",
        "watch it say so while it waits",
        faults::retry,
    ),
    run(
        Group::Fail,
        "fail",
        "a run that fails in the middle",
        "queue a message first; it waits, and nothing is lost",
        faults::fail,
    ),
    run(
        Group::Fail,
        "disconnect",
        "a connection that breaks in the middle, and a run that fails",
        "press Try again",
        faults::disconnect,
    ),
    run(
        Group::Fail,
        "lost",
        "a connection that is lost while the agent works on",
        "watch the run being joined again; nothing is missing",
        faults::lost,
    ),
    run(
        Group::Fail,
        "garbage",
        "a frame that is not JSON",
        "open the page with `?debug` to see it",
        faults::garbage,
    ),
    run(
        Group::Fail,
        "silent",
        "nothing at all, for ever",
        "stop it",
        faults::silent,
    ),
    http(
        "unanswered",
        "a request that hangs",
        "stop it before anything has come",
        HttpPlay::Unanswered,
    ),
    http(
        "http500",
        "a server error",
        "press Try again",
        HttpPlay::ServerError,
    ),
    http(
        "http429",
        "too many requests, once",
        "",
        HttpPlay::TooManyRequests,
    ),
    http("busy", "a busy thread, once", "", HttpPlay::Busy),
    http("empty", "an empty answer", "", HttpPlay::Empty),
    run(
        Group::Long,
        "long",
        "a text of 2000 words",
        "send `long 5000` for more, and scroll up while it grows",
        talk::long,
    ),
    run(
        Group::Long,
        "rich",
        "code, a table, a formula and a diagram",
        "copy the code, or open the source of the diagram",
        talk::rich,
    ),
    run(
        Group::Long,
        "many",
        "50 quick tools",
        "send `many 200` for more, and open the list while it grows",
        work::many,
    ),
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
    let Some(scenario) = choose(prompt) else {
        return match cue.tour_left {
            Some(left) => tour::followed(left, prompt),
            None if !cue.files.is_empty() => talk::files(cue),
            None => greeting(),
        };
    };
    match scenario.play {
        // The tour itself says what it was told.
        Play::Run(Script(script)) if scenario.name == tour::NAME => script(cue),
        Play::Run(Script(script)) => heard(cue, script(cue)),
        // The first attempt was refused; the second is answered.
        Play::Http(_) => heard(cue, talk::at_last()),
    }
}

/// The response, after the words that the person sent meanwhile.
fn heard(cue: &Cue, response: Response) -> Response {
    let said = noted(&cue.said);
    if said.is_empty() {
        return response;
    }
    let mut beats = response.beats.peekable();
    // A model that has said something is not asked again.
    let fails = matches!(
        beats.peek(),
        Some(Beat {
            act: Act::TryAgain(_),
            ..
        })
    );
    let said = if fails { Vec::new() } else { say(&said) };
    Response {
        beats: Box::new(said.into_iter().chain(beats)),
        dispatch: response.dispatch,
    }
}

/// The answer to a message that names no scenario.
fn greeting() -> Response {
    Response::new(say(
        "Hello! I am Midturn's demo agent: I play scenes in which an agent works, so that you can \
         stop it, steer it and queue behind it. Send `team` to see three agents at once, or `tour` \
         to be shown around in two minutes. `scenes` lists everything that I can play.",
    ))
}

/// A Markdown list of all scenarios.
fn scenes(_: &Cue) -> Response {
    let mut text = String::from("Begin a message with one of these names.\n");
    for group in Group::ALL {
        text.push_str("\n### ");
        text.push_str(group.title());
        text.push_str("\n\n");
        for scenario in CATALOGUE.iter().filter(|own| own.group == group) {
            text.push_str(&line(scenario));
        }
    }
    let beats = text
        .split_inclusive('\n')
        .map(|line| beat(40, Act::Text(line.to_owned())))
        .collect::<Vec<_>>();
    Response::new(beats)
}

/// A scenario as an item of the list.
fn line(scenario: &Scenario) -> String {
    let Scenario {
        name,
        about,
        try_it,
        ..
    } = scenario;
    if try_it.is_empty() {
        return format!("- `{name}`: {about}\n");
    }
    format!("- `{name}`: {about}. *Try:* {try_it}\n")
}

/// A nested agent's response.
pub(super) fn subagent_response(name: &str, cue: &Cue) -> Response {
    if let Some(response) = tour::member(name, cue) {
        return response;
    }
    let response = match name {
        "plan" => members::plan(cue),
        "agent" => members::worker(cue),
        "agent-ask" => members::answer(cue),
        _ => members::explore(cue),
    };
    heard(cue, response)
}
