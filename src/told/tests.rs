//! What is told of a chat that a test drives.

mod activities;
mod elsewhere;
mod failures;

use midturn_core::chat::{Chat, ChatInput};
use midturn_core::control::CancelAnswer;
use midturn_core::conversation::Conversation;
use midturn_core::history::{HistoryMessage, PastRest};
use midturn_core::id::{MessageId, RunId};
use midturn_core::input::{Input, QueueInput};
use midturn_core::rating::Rating;
use midturn_core::run_event::{Abilities, AnswerForm, FinishOutcome, Interrupt, Limit, RunEvent};
use midturn_core::transcript::Answer;
use serde_json::{Value, json};

use super::{Watch, snapshot};

const ABLE: Abilities = Abilities {
    cancel: true,
    rejoin: true,
    resend: true,
    interject: true,
    plain_stop: false,
    keeps_history: false,
};

struct Page {
    chat: Chat,
    watch: Watch,
    told: Vec<(&'static str, Value)>,
}

impl Page {
    /// A page on an empty thread.
    fn new() -> Self {
        Self::of(Conversation::new("t".into()))
    }

    fn of(conversation: Conversation) -> Self {
        let mut page = Self {
            chat: Chat::new(ABLE),
            watch: Watch::new("t".into()),
            told: Vec::new(),
        };
        page.take(ChatInput::Open("t".into()));
        page.take(ChatInput::Loaded(Box::new(conversation)));
        page
    }

    fn take(&mut self, input: ChatInput) {
        let step = self.chat.apply(input, 1_000);
        for told in self.watch.news(&self.chat, &step.changes, false) {
            let detail = serde_json::from_str(&told.detail).expect("it is JSON");
            self.told.push((told.name, detail));
        }
    }

    fn act(&mut self, input: Input) {
        self.take(ChatInput::In("t".into(), input));
    }

    fn say(&mut self, id: &str) {
        let said = format!("text of {id}").into();
        self.act(Input::Say {
            id: id.into(),
            said,
        });
    }

    /// An event of the first run of a turn.
    fn event(&mut self, turn: &str, event: RunEvent) {
        let run = RunId::of_attempt(&turn.into(), 1);
        let cursor = None;
        self.act(Input::Run { run, cursor, event });
    }

    /// A message of the agent, in two deltas.
    fn text(&mut self, turn: &str, message: &str) {
        let id = MessageId::from(message);
        self.event(
            turn,
            RunEvent::TextStart {
                message: id.clone(),
                subagent: None,
            },
        );
        for delta in ["one ", "two"] {
            let (message, delta) = (id.clone(), delta.to_owned());
            self.event(turn, RunEvent::TextDelta { message, delta });
        }
    }

    /// What was told since the last call, without the states.
    fn news(&mut self) -> Vec<(&'static str, Value)> {
        let all = std::mem::take(&mut self.told);
        all.into_iter()
            .filter(|(name, _)| *name != "state")
            .collect()
    }

    fn names(&mut self) -> Vec<&'static str> {
        self.news().into_iter().map(|(name, _)| name).collect()
    }

    fn state(&self) -> Value {
        let thread = "t".into();
        let held = self.chat.conversation(&thread);
        serde_json::from_str(&snapshot(&thread, held, false)).expect("it is JSON")
    }
}

fn question() -> Interrupt {
    Interrupt {
        id: "q".to_owned(),
        reason: "tool_call".to_owned(),
        message: Some("May I?".to_owned()),
        call: None,
        schema: None,
        expires_at: None,
        metadata: None,
        form: AnswerForm::default(),
    }
}

#[test]
fn a_turn_is_told_once_and_its_messages_when_they_are_complete() {
    let mut page = Page::new();
    page.say("m");
    page.event("m", RunEvent::Opened);
    assert_eq!(page.names(), ["thread", "turn-start", "message"]);
    page.text("m", "a");
    assert!(page.names().is_empty(), "it may still grow");
    page.text("m", "b");
    let whole = |id: &str| json!({"threadId": "t", "turnId": "m", "messageId": id, "role": "assistant", "text": "one two"});
    assert_eq!(page.news(), [("message", whole("a"))]);
    page.event("m", RunEvent::Finished(FinishOutcome::Success));
    let end = |turn: &str, limit: Option<&str>| {
        let outcome = "completed";
        json!({"threadId": "t", "turnId": turn, "outcome": outcome, "stop": null, "limit": limit})
    };
    let ended = ("turn-end", end("m", None));
    assert_eq!(page.news(), [("message", whole("b")), ended]);
    page.say("n");
    page.event("n", RunEvent::Opened);
    page.event("n", RunEvent::Limited(Limit::Length));
    page.event("n", RunEvent::Finished(FinishOutcome::Success));
    let ended = ("turn-end", end("n", Some("length")));
    assert_eq!(page.news().pop(), Some(ended));
}

#[test]
fn a_token_tells_nothing() {
    let mut page = Page::new();
    page.say("m");
    page.event("m", RunEvent::Opened);
    page.text("m", "a");
    page.told.clear();
    let (message, delta) = ("a".into(), "three".to_owned());
    page.event("m", RunEvent::TextDelta { message, delta });
    assert!(page.told.is_empty());
}

#[test]
fn a_stop_is_told_when_it_is_asked_for_and_when_it_is_certain() {
    let mut page = Page::new();
    page.say("m");
    page.event("m", RunEvent::Opened);
    page.told.clear();
    let run = RunId::of_attempt(&"m".into(), 1);
    page.act(Input::Stop { run: run.clone() });
    page.act(Input::CancelAnswered {
        run,
        answer: CancelAnswer::Accepted,
    });
    page.event("m", RunEvent::Finished(FinishOutcome::Cancelled));
    let stops: Vec<_> = page
        .news()
        .into_iter()
        .filter(|(name, _)| *name == "turn-end")
        .map(|(_, detail)| detail["stop"].clone())
        .collect();
    assert_eq!(stops, [json!("requested"), json!("confirmed")]);
}

#[test]
fn a_stopped_turn_is_still_told_after_the_next_one_began() {
    let mut page = Page::new();
    page.say("m");
    page.event("m", RunEvent::Opened);
    let run = RunId::of_attempt(&"m".into(), 1);
    let input = Box::new(Input::Replace {
        run: run.clone(),
        id: "n".into(),
    });
    let said = "instead".to_owned().into();
    page.act(Input::By { said, input });
    page.told.clear();
    page.act(Input::CancelAnswered {
        run,
        answer: CancelAnswer::Unknown,
    });
    let news = page.news();
    let end = json!({"threadId": "t", "turnId": "m", "outcome": "cancelled", "stop": "confirmed", "limit": null});
    assert!(news.contains(&("turn-end", end)), "{news:?}");
}

#[test]
fn a_question_is_told_and_its_answer_begins_the_turn_again() {
    let mut page = Page::new();
    page.say("m");
    page.event("m", RunEvent::Opened);
    page.told.clear();
    let outcome = FinishOutcome::Interrupt(vec![question()]);
    page.event("m", RunEvent::Finished(outcome));
    assert_eq!(page.state()["status"], "waiting");
    assert_eq!(page.state()["waitingFor"][0]["interruptId"], "q");
    assert_eq!(
        page.state()["deliveries"]["interject"],
        "in-place-of-answer"
    );
    let news = page.news();
    let names: Vec<_> = news.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["approval", "turn-end"]);
    assert_eq!(news[0].1["message"], "May I?");
    assert_eq!(news[1].1["outcome"], "waiting");
    page.act(Input::Answer {
        turn: "m".into(),
        interrupt: "q".to_owned(),
        answer: Answer::Approved { arguments: None },
    });
    let news = page.news();
    assert_eq!(news[0].0, "turn-start");
    assert_eq!(news[0].1["resumed"], true);
}

#[test]
fn the_queue_is_told_when_its_prompts_change_but_not_while_one_is_edited() {
    let mut page = Page::new();
    page.say("m");
    page.event("m", RunEvent::Opened);
    page.told.clear();
    page.say("q");
    let queue = json!([{"id": "q", "text": "text of q", "attachments": 0, "held": false}]);
    let told = json!({"threadId": "t", "queue": queue});
    assert_eq!(page.news(), [("queue", told)]);
    assert_eq!(page.state()["queue"], queue);
    page.act(Input::Queue(QueueInput::Edit("q".into())));
    page.act(Input::Queue(QueueInput::EditChanged("other".to_owned())));
    assert!(page.names().is_empty());
    page.act(Input::Queue(QueueInput::EditDone));
    assert_eq!(page.names(), ["queue"]);
    page.act(Input::Queue(QueueInput::Hold {
        id: "q".into(),
        held: true,
    }));
    assert_eq!(page.names(), ["queue"]);
    assert_eq!(page.state()["queue"][0]["held"], true);
}

#[test]
fn an_interjection_is_told_with_each_new_status() {
    let mut page = Page::new();
    page.say("m");
    page.event("m", RunEvent::Opened);
    page.told.clear();
    let run = RunId::of_attempt(&"m".into(), 1);
    let input = Box::new(Input::Interject {
        run,
        id: "i".into(),
    });
    let said = "look".to_owned().into();
    page.act(Input::By { said, input });
    let delivered = RunEvent::InterjectionDelivered {
        id: "i".into(),
        step: None,
    };
    page.event("m", delivered);
    page.event("m", RunEvent::Finished(FinishOutcome::Success));
    let statuses: Vec<_> = page
        .news()
        .into_iter()
        .filter(|(name, _)| *name == "interjection")
        .map(|(_, detail)| detail["status"].clone())
        .collect();
    assert_eq!(statuses, [json!("pending"), json!("delivered")]);
}

#[test]
fn a_loaded_thread_tells_nothing_of_its_past_but_the_end_of_what_still_runs() {
    let mut before = Page::new();
    before.say("m");
    before.event("m", RunEvent::Opened);
    before.event("m", RunEvent::Finished(FinishOutcome::Success));
    before.say("n");
    before.event("n", RunEvent::Opened);
    before.text("n", "a");
    let held = before.chat.conversation(&"t".into()).cloned();
    let mut page = Page::of(held.expect("it is loaded"));
    assert_eq!(page.names(), ["thread"]);
    assert_eq!(page.state()["status"], "running");
    page.event("n", RunEvent::Finished(FinishOutcome::Success));
    assert_eq!(page.names(), ["message", "turn-end"]);
}

#[test]
fn the_state_that_a_thread_was_stored_with_is_told_when_it_is_loaded() {
    let mut before = Page::new();
    let state = r#"{"cart":["tea"]}"#.to_owned();
    before.act(Input::StateGiven { state });
    let held = before.chat.conversation(&"t".into()).cloned();
    let mut page = Page::of(held.expect("it is loaded"));
    let told = json!({"threadId": "t", "state": {"cart": ["tea"]}});
    assert_eq!(page.news(), [("agent-state", told)]);
}

#[test]
fn a_rating_is_told_with_the_message_that_it_is_about() {
    let mut page = Page::new();
    page.say("m");
    page.event("m", RunEvent::Opened);
    page.text("m", "a");
    page.text("m", "b");
    page.event("m", RunEvent::Finished(FinishOutcome::Success));
    page.news();
    for rating in [Some(Rating::Good), Some(Rating::Good), None] {
        let turn = "m".into();
        page.act(Input::Rate { turn, rating });
    }
    let told = |turn: &str, message: Value, rating: Value| {
        let detail =
            json!({"threadId": "t", "turnId": turn, "messageId": message, "rating": rating});
        ("feedback", detail)
    };
    assert_eq!(
        page.news(),
        [
            told("m", json!("b"), json!("good")),
            told("m", json!("b"), Value::Null),
        ]
    );
    page.act(Input::Rate {
        turn: "past".into(),
        rating: Some(Rating::Bad),
    });
    assert_eq!(page.news(), [told("past", Value::Null, json!("bad"))]);
}

#[test]
fn a_thread_that_only_the_backend_has_is_called_by_its_first_words() {
    let mut page = Page::new();
    page.act(Input::PastWanted);
    let first = HistoryMessage::User {
        id: "old".into(),
        text: "Plan a trip\nby boat".to_owned(),
        attachments: Vec::new(),
    };
    page.act(Input::PastLoaded {
        before: None,
        messages: vec![first],
        rest: PastRest::Nothing,
    });
    let titles: Vec<_> = page
        .told
        .iter()
        .filter(|(name, _)| *name == "thread")
        .collect();
    let told = ("thread", json!({ "threadId": "t", "title": "Plan a trip" }));
    assert_eq!(titles, [&told]);
}

#[test]
fn a_state_is_told_once() {
    let mut page = Page::new();
    page.say("m");
    page.event("m", RunEvent::Opened);
    let states: Vec<_> = page
        .told
        .iter()
        .filter(|(name, _)| *name == "state")
        .collect();
    for pair in states.windows(2) {
        assert_ne!(pair[0].1, pair[1].1);
    }
    let last = states
        .last()
        .map(|(_, detail)| detail["connection"].clone());
    assert_eq!(last, Some(json!("open")));
}

#[test]
fn a_thread_that_is_not_loaded_has_a_state() {
    let told: Value =
        serde_json::from_str(&snapshot(&"t".into(), None, false)).expect("it is JSON");
    assert_eq!(told["status"], "loading");
    assert_eq!(told["deliveries"]["queue"], "turn");
}
