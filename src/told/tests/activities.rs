//! What is told of the steps, the subagents and the interjections of a turn.

use midturn_core::run_event::TaskEvent;

use super::*;

/// A page with a running turn.
fn running() -> Page {
    let mut page = Page::new();
    page.say("m");
    page.event("m", RunEvent::Opened);
    page
}

fn tool(page: &mut Page, call: &str) {
    let start = RunEvent::ToolStart {
        call: call.into(),
        name: "search".to_owned(),
        parent: None,
        subagent: None,
    };
    page.event("m", start);
}

fn result(page: &mut Page, call: &str) {
    let result = RunEvent::ToolResult {
        call: call.into(),
        message: format!("result of {call}").into(),
        content: "found".to_owned(),
        attachments: Vec::new(),
        failed: false,
    };
    page.event("m", result);
}

fn task(page: &mut Page, element: &str, event: TaskEvent) {
    let element = element.into();
    page.event("m", RunEvent::Task { element, event });
}

#[test]
fn a_step_is_in_the_state_while_its_turn_runs() {
    let mut page = running();
    tool(&mut page, "c");
    let step = |status: &str, stoppable: bool, progress: Value, ended: Value| {
        json!([{
            "activityId": "c", "kind": "tool", "name": "search", "parentId": null, "status": status,
            "progress": progress, "stoppable": stoppable, "startedAt": 1_000, "endedAt": ended,
        }])
    };
    let now = |page: &Page| page.state()["activities"].clone();
    assert_eq!(now(&page), step("running", false, Value::Null, Value::Null));
    task(&mut page, "c", TaskEvent::Cancellable);
    let (percent, message) = (40, String::new());
    task(&mut page, "c", TaskEvent::Progress { percent, message });
    assert_eq!(now(&page), step("running", true, json!(40), Value::Null));
    let message = String::new();
    task(&mut page, "c", TaskEvent::Cancelling { message });
    assert_eq!(now(&page), step("stopping", false, json!(40), Value::Null));
    result(&mut page, "c");
    assert_eq!(now(&page), step("done", false, json!(40), json!(1_000)));
    page.event("m", RunEvent::Finished(FinishOutcome::Success));
    assert_eq!(now(&page), json!([]));
}

#[test]
fn a_subagent_says_whether_it_listens() {
    let mut page = running();
    page.event("m", RunEvent::Abilities(ABLE));
    let (id, name) = ("s".into(), "explore".to_owned());
    let description = Some("look".to_owned());
    page.event(
        "m",
        RunEvent::SubagentStarted {
            id,
            name,
            description,
            parent: None,
        },
    );
    let subagent = page.state()["subagents"][0].clone();
    assert_eq!(subagent["activityId"], "s");
    assert_eq!(subagent["name"], "explore");
    assert_eq!(subagent["task"], "look");
    assert_eq!(subagent["status"], "running");
    assert_eq!(subagent["listens"], true);
    assert_eq!(
        page.state()["activities"],
        json!([]),
        "it is in its own list"
    );
}

#[test]
fn the_state_is_told_when_a_step_changes_and_not_for_each_piece_of_its_arguments() {
    let mut page = running();
    tool(&mut page, "c");
    let args = |page: &mut Page| {
        let (call, delta) = ("c".into(), "{".to_owned());
        page.event("m", RunEvent::ToolArgs { call, delta });
    };
    args(&mut page);
    page.told.clear();
    args(&mut page);
    assert!(page.told.is_empty());
    result(&mut page, "c");
    let told: Vec<_> = page.told.iter().map(|(name, _)| *name).collect();
    assert_eq!(told, ["state"]);
    assert_eq!(page.told[0].1["activities"][0]["status"], "done");
}

#[test]
fn of_many_steps_only_the_latest_and_those_under_way_are_told() {
    let mut page = running();
    tool(&mut page, "open");
    for call in 0..70 {
        let call = call.to_string();
        tool(&mut page, &call);
        result(&mut page, &call);
    }
    let state = page.state();
    let told = state["activities"].as_array().expect("it is a list");
    let ids: Vec<_> = told.iter().map(|held| held["activityId"].clone()).collect();
    assert_eq!(ids.len(), 51);
    assert_eq!([&ids[0], &ids[1], &ids[50]], ["open", "20", "69"]);
}

#[test]
fn an_interjection_says_what_can_be_done_with_it() {
    let mut page = running();
    let run = RunId::of_attempt(&"m".into(), 1);
    let input = Box::new(Input::Interject {
        run,
        id: "i".into(),
    });
    let said = "look".to_owned().into();
    page.act(Input::By { said, input });
    let told = |text: &str, status: &str, changeable: bool| {
        json!([{
            "messageId": "i", "text": text, "target": "root", "status": status,
            "changeable": changeable, "queueable": false,
        }])
    };
    assert_eq!(page.state()["interjections"], told("look", "pending", true));
    let (id, text) = ("i".into(), "look here".to_owned());
    let revised = midturn_core::input::InterjectionInput::Revise { id, text };
    page.act(Input::Interjection(revised));
    let last = page.told.last().expect("something was told");
    assert_eq!(last.1["interjections"], told("look here", "pending", true));
    let delivered = RunEvent::InterjectionDelivered {
        id: "i".into(),
        step: None,
    };
    page.event("m", delivered);
    page.event("m", RunEvent::Finished(FinishOutcome::Success));
    let now = page.state()["interjections"][0].clone();
    assert_eq!(now["status"], "delivered");
    assert_eq!(now["changeable"], false);
}

#[test]
fn the_wish_to_pause_is_in_the_state() {
    let mut page = running();
    page.say("q");
    assert_eq!(page.state()["pausesAfterTurn"], false);
    page.act(Input::Queue(QueueInput::PauseAfterTurn(true)));
    assert_eq!(page.state()["pausesAfterTurn"], true);
    assert_eq!(page.told.last().map(|told| told.0), Some("state"));
}

#[test]
fn the_files_of_the_draft_and_those_that_a_message_waits_for_are_in_the_state() {
    use midturn_core::attachment::{Attachment, AttachmentInput};
    let mut page = Page::new();
    page.told.clear();
    page.act(Input::Attachment(AttachmentInput::Added(Attachment {
        id: "f".into(),
        name: "notes.txt".to_owned(),
        media_type: "text/plain".to_owned(),
        size: 5,
        came: None,
    })));
    let file = json!({"fileId": "f", "name": "notes.txt", "mediaType": "text/plain", "size": 5});
    assert_eq!(page.told[0].1["draftFiles"], json!([file]));
    page.act(Input::Submit { id: "m".into() });
    let waits = |page: &Page| page.state()["awaitedFiles"].clone();
    assert_eq!(
        waits(&page),
        json!({"reading": ["notes.txt"], "unreadable": []})
    );
    page.told.clear();
    page.act(Input::FileRead {
        run: RunId::of_attempt(&"m".into(), 1),
        file: "f".into(),
        found: false,
    });
    assert_eq!(
        page.told[0].1["awaitedFiles"],
        json!({"reading": [], "unreadable": ["notes.txt"]})
    );
}

#[test]
fn what_is_always_allowed_is_in_the_state() {
    use midturn_core::input::AlwaysInput;
    let mut page = running();
    tool(&mut page, "c");
    let asked = Interrupt {
        call: Some("c".into()),
        ..question()
    };
    page.event(
        "m",
        RunEvent::Finished(FinishOutcome::Interrupt(vec![asked])),
    );
    assert_eq!(page.state()["alwaysAllowed"], json!([]));
    let (turn, interrupt) = ("m".into(), "q".to_owned());
    page.act(Input::Always(AlwaysInput::Allow { turn, interrupt }));
    assert_eq!(page.state()["alwaysAllowed"], json!(["search"]));
    page.told.clear();
    let tool = "search".to_owned();
    page.act(Input::Always(AlwaysInput::AskAgain { tool }));
    assert_eq!(page.told[0].1["alwaysAllowed"], json!([]));
}
