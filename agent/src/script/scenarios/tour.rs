//! The guided tour: it asks the person to steer, stop one agent, queue and go on.
//!
//! Each step ends when the person has done it, or after a while. The next text depends on what the
//! person did. An agent cannot see what a client has queued, so the tour asks for the last two
//! steps at once: a person who has queued a message can continue without the agent.
//! `script/model.rs` finds the tour in a history.

use serde_json::json;

use super::super::beat::{Act, Beat, Cue, Ended, Response, beat, call, say};
use super::super::stage::{Left, Stage};
use crate::conversation::ToolStatus;

/// The first word of a message that starts the tour.
pub const NAME: &str = "tour";

/// The prefix of the tasks of the tour's agents.
const TASK: &str = "Tour: ";
/// The prefix of an agent's answer after an interjection.
const TOLD: &str = "You told me: ";
/// A part found only in the text that asks the person to queue.
const QUEUE: &str = "Step 3 of 4";
/// A part found only in the tour's last text, which is sent when nobody stopped the tour.
const FINISHED: &str = "You let me finish";
/// A part of the text that ends the tour: its last text, or the answer after a stop.
const OVER: &str = "That was the tour";

/// Milliseconds between two words of an agent that waits for the person.
const PACE: u64 = 900;
/// The most words of a waiting agent. At [`PACE`] they take a minute and a half.
const WORDS: usize = 100;

const INTERJECT: &str = "\
Welcome! Three agents start now. You can speak to each of them while it works.

**Step 1 of 4: steer.** Write a few words in the field below, for example *look at the tests \
too*, and press **Steer**. The name before the buttons says who gets them.";

const STOP: &str = "\
**Step 2 of 4: stop one agent.** Three agents are at work again. Open the list of steps (**Show \
steps**) and press the stop sign beside one of them. The other two go on.";

const QUEUE_AND_STOP: &str = "\
**Step 3 of 4: queue a message.** I run the tests now, three times, which takes a minute and a half. \
Write your next message, for example *sum it up*, and press **Queue**, or Enter. It waits in the \
queue until this turn ends. **Stop and send** would not wait for that.

**Step 4 of 4: stop, and go on.** I cannot see your queue, so go on by yourself as soon as the \
message is there. Press **Stop**: the turn ends, and the queue waits. Then press **Send \
next** at the queue, or **Resume** to say something first.";

/// The main agent's response on the tour.
pub(in super::super) fn tour(cue: &Cue) -> Response {
    cue.stage.begin();
    match cue.round() {
        0 => team(INTERJECT),
        1 => team(&format!("{}\n\n{STOP}", came_of(cue))),
        2 => tests(&format!("{}\n\n{QUEUE_AND_STOP}", came_of(cue))),
        _ => Response::new(say(&with_quote(
            cue,
            &format!(
                "{}{FINISHED}, so what you have queued starts by itself. {OVER}: steer, stop \
                 one agent, queue, go on. `scenes` lists all that I can play.",
                stopped_tests(cue)
            ),
        ))),
    }
}

/// The answer to the first message after a tour.
pub(in super::super) fn followed(left: Left, prompt: &str) -> Response {
    let message = format!("Here is your message: *{}*.", prompt.trim());
    Response::new(say(&match left {
        Left::Stopped => format!(
            "{message} It is a turn of its own, and what the stopped turn had done is still above. \
             {OVER}: steer, stop one agent, queue, go on. `scenes` lists all that I can play."
        ),
        Left::Finished => format!(
            "{message} What you queue while a turn is at work starts like this, by itself, when the \
             turn ends."
        ),
    }))
}

/// How a tour ended, given all its texts.
pub(in super::super) fn left(said: &[&str]) -> Option<Left> {
    let has = |part| said.iter().any(|text| text.contains(part));
    if has(QUEUE) && !has(OVER) {
        return Some(Left::Stopped);
    }
    let last = said.iter().rfind(|text| !text.trim().is_empty())?;
    last.contains(FINISHED).then_some(Left::Finished)
}

/// The response of a tour's agent; `None` for another agent.
pub(in super::super) fn member(name: &str, cue: &Cue) -> Option<Response> {
    cue.task.strip_prefix(TASK)?;
    if let Some(words) = cue.said.last() {
        let answer = format!(
            "{TOLD}*{}*. I have it, and go by it from here.",
            words.trim()
        );
        return Some(Response::new(say(&answer)));
    }
    let thoughts = match name {
        "explore" => "Reading src/queue.rs. No wait in it. Reading src/client.rs. One wait in it. ",
        "plan" => "First the header, then its unit. Then a test for each form of it. ",
        _ => "Compiling tidepool. No warning so far. Looking at the next module. ",
    };
    let words: Vec<String> = thoughts.split_inclusive(' ').map(str::to_owned).collect();
    let lingers = Lingers {
        words,
        next: 0,
        over: false,
        stage: cue.stage.clone(),
    };
    Some(Response::new(lingers.chain(say("\n\nThat is my part."))))
}

/// Beats of a tour agent: words until the person speaks to or stops one of the parallel agents, or
/// until there are [`WORDS`].
struct Lingers {
    words: Vec<String>,
    next: usize,
    over: bool,
    stage: Stage,
}

impl Iterator for Lingers {
    type Item = Beat;

    fn next(&mut self) -> Option<Beat> {
        let touched = self.stage.is_touched();
        if self.over || touched || self.next == WORDS {
            self.over = true;
            return None;
        }
        let word = self.words.get(self.next % self.words.len())?.clone();
        self.next += 1;
        Some(beat(PACE, Act::Text(word)))
    }
}

impl Drop for Lingers {
    /// Touches the stage when dropped before the end: the person has cut the agent off, by a cancel
    /// or an interjection.
    fn drop(&mut self) {
        if !self.over {
            self.stage.touch();
        }
    }
}

/// A response with this text that starts three agents at the same time.
fn team(text: &str) -> Response {
    let task = |task: &str| json!({"task": format!("{TASK}{task}")});
    let mut beats = say(text);
    beats.extend([
        call("explore", task("find every place that waits")),
        call("plan", task("plan the change of the unit")),
        call("agent", task("check that lints are clean")),
    ]);
    Response::new(beats).all_at_once()
}

/// A response with this text that runs the whole test suite three times.
fn tests(text: &str) -> Response {
    let command = || json!({"command": "cargo test --workspace"});
    let mut beats = say(text);
    beats.extend((0..3).map(|_| call("run_command", command())));
    Response::new(beats)
}

/// A sentence about the test runs that the person stopped one by one.
fn stopped_tests(cue: &Cue) -> String {
    let results = cue.results();
    let stopped = results.iter().filter(|ended| !ended.is_ok()).count();
    match stopped {
        0 => String::new(),
        _ => format!("You stopped {stopped} of the {} test runs. ", results.len()),
    }
}

/// A text about what the person did with the agents that have just ended.
fn came_of(cue: &Cue) -> String {
    let results = cue.results();
    let others_went_on = results.iter().any(Ended::is_ok);
    let one = |ended| came_of_one(ended, others_went_on);
    let mut lines: Vec<String> = results.iter().filter_map(one).collect();
    if !cue.said.is_empty() {
        lines.push(quoted(cue));
    }
    if lines.is_empty() {
        lines.push("You have done nothing so far, so I go on by myself.".to_owned());
    }
    lines.join("\n\n")
}

fn came_of_one(ended: &Ended, others_went_on: bool) -> Option<String> {
    let name = &ended.name;
    if ended.result.status == ToolStatus::Cancelled {
        let others = if others_went_on {
            ", and the other agents went on"
        } else {
            ""
        };
        return Some(format!(
            "You stopped **{name}**. What it had done is kept{others}."
        ));
    }
    let content = &ended.result.content;
    let answer = &content[content.find(TOLD)?..];
    Some(format!(
        "**{name}** got your words in the middle of its work, and answered:\n\n> {answer}"
    ))
}

/// The text, after a quote of what the person told the main agent.
fn with_quote(cue: &Cue, text: &str) -> String {
    let said = quoted(cue);
    let before = if said.is_empty() { "" } else { "\n\n" };
    format!("{said}{before}{text}")
}

/// A quote of what the person told the main agent.
fn quoted(cue: &Cue) -> String {
    let quoted = cue.said.iter().map(|words| format!("*{}*", words.trim()));
    let quoted: Vec<String> = quoted.collect();
    if quoted.is_empty() {
        return String::new();
    }
    format!("You told me, the main agent: {}.", quoted.join(", "))
}
