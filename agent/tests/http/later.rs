//! Changes that a run makes to earlier runs, as the thread shows them.

use serde_json::{Value, json};

use crate::control::controlled;
use crate::support::{Frames, agent, input, next, of_kind, resolved, text, written};

fn said(id: &str, text: &str) -> Value {
    json!({"id": id, "role": "user", "content": text})
}

fn answer(asked: &[Value], payload: &Value) -> Value {
    let interrupt = &asked.last().unwrap()["outcome"]["interrupts"][0];
    json!([resolved(interrupt, payload)])
}

/// The statuses of a run's activities, by name.
pub(crate) fn statuses<'a>(thread: &'a Value, run: &str) -> Vec<(&'a str, &'a str)> {
    let messages = thread["snapshot"]["messages"].as_array().unwrap();
    let turn = messages.iter().find(|m| m["content"]["runId"] == run);
    let activities = turn.unwrap()["content"]["activities"].as_array().unwrap();
    let view = |activity: &'a Value| {
        (
            activity["name"].as_str().unwrap(),
            activity["status"].as_str().unwrap(),
        )
    };
    activities.iter().map(view).collect()
}

#[tokio::test]
async fn an_approved_tool_is_shown_as_completed_in_the_run_that_asked() {
    let agent = agent().await;
    let asked = agent.events("t", "r1", "approval").await;
    let waiting = written(&agent, "t").await;
    assert_eq!(statuses(&waiting, "r1"), [("write_file", "running")]);
    let mut body = next(&agent, "r2", &[]).await;
    body["resume"] = answer(&asked, &json!({"approved": true}));
    agent.hold("t").await;
    let mut frames = Frames::new(agent.post("/agui", &body).await);
    agent.step("t", json!({"until": "tool_finished"})).await;
    frames.until("TOOL_CALL_RESULT").await;
    let live = agent.get("/threads/t").await;
    assert_eq!(live["runs"][1]["outcome"], "running");
    assert_eq!(statuses(&live, "r1"), [("write_file", "completed")]);
    agent.post("/test/threads/t/release", &json!({})).await;
    frames.rest().await;
    let over = written(&agent, "t").await;
    assert_eq!(statuses(&over, "r1"), [("write_file", "completed")]);
    assert_eq!(statuses(&over, "r2"), [("run_command", "completed")]);
}

#[tokio::test]
async fn a_denied_or_unanswered_tool_is_not_shown_as_running() {
    for (payload, status) in [
        (Some(json!({"approved": false})), "denied"),
        (None, "cancelled"),
    ] {
        let agent = agent().await;
        let asked = agent.events("t", "r1", "approval").await;
        let body = match payload {
            Some(payload) => {
                let mut body = next(&agent, "r2", &[]).await;
                body["resume"] = answer(&asked, &payload);
                body
            }
            None => next(&agent, "r2", &[said("u2", "text")]).await,
        };
        agent.play(&body).await;
        let over = written(&agent, "t").await;
        assert_eq!(statuses(&over, "r1"), [("write_file", status)]);
    }
}

#[tokio::test]
async fn an_answer_without_an_open_question_closes_no_activity() {
    let agent = agent().await;
    let asked = agent.events("t", "r1", "approval").await;
    let mut body = next(&agent, "r2", &[]).await;
    body["resume"] = answer(&asked, &json!({"approved": true}));
    body["resume"][0]["interruptId"] = json!("approve:nothing");
    agent.play(&body).await;
    let over = written(&agent, "t").await;
    assert_eq!(statuses(&over, "r1"), [("write_file", "running")]);
}

#[tokio::test]
async fn a_waiting_subagent_and_its_call_are_completed_by_a_later_run() {
    let agent = agent().await;
    let asked = agent.events("t", "r1", "delegate").await;
    let open = [
        ("agent", "running"),
        ("agent", "running"),
        ("write_file", "running"),
    ];
    assert_eq!(statuses(&written(&agent, "t").await, "r1"), open);
    let mut body = next(&agent, "r2", &[]).await;
    body["resume"] = answer(&asked, &json!({"approved": true}));
    agent.play(&body).await;
    let over = written(&agent, "t").await;
    assert!(statuses(&over, "r1").iter().all(|(_, s)| *s == "completed"));
    assert_eq!(statuses(&over, "r2"), [("agent", "completed")]);
}

#[tokio::test]
async fn a_client_call_is_completed_by_its_result() {
    let agent = agent().await;
    let mut body = input("t", "r1", "page");
    body["tools"] = json!([{"name": "pick", "description": "picks"}]);
    let events = agent.play(&body).await;
    let call = &of_kind(&events, "TOOL_CALL_START")[1]["toolCallId"];
    let open = [("read_file", "completed"), ("pick", "running")];
    assert_eq!(statuses(&written(&agent, "t").await, "r1"), open);
    let result = json!({"id": "a1", "role": "tool", "toolCallId": call, "content": "red"});
    let body = next(&agent, "r2", &[result]).await;
    agent.play(&body).await;
    let done = [("read_file", "completed"), ("pick", "completed")];
    assert_eq!(statuses(&written(&agent, "t").await, "r1"), done);
}

#[tokio::test]
async fn edited_arguments_are_shown_as_they_ran() {
    let agent = agent().await;
    let asked = agent.events("t", "r1", "approval").await;
    let mut body = next(&agent, "r2", &[]).await;
    let edited = json!({"path": "b", "content": "c"});
    body["resume"] = answer(&asked, &json!({"approved": true, "editedArgs": edited}));
    agent.hold("t").await;
    let mut frames = Frames::new(agent.post("/agui", &body).await);
    let said = frames.custom("approval.edited").await;
    let call = &of_kind(&asked, "TOOL_CALL_START")[0]["toolCallId"];
    assert_eq!(said["toolCallId"], *call);
    let shown = |thread: &Value| {
        let call = &thread["snapshot"]["messages"][1]["toolCalls"][0];
        assert_eq!(call["metadata"]["edited"], true);
        let arguments = call["function"]["arguments"].as_str().unwrap();
        assert_eq!(serde_json::from_str::<Value>(arguments).unwrap(), edited);
    };
    shown(&agent.get("/threads/t").await);
    agent.post("/test/threads/t/release", &json!({})).await;
    frames.rest().await;
    shown(&written(&agent, "t").await);
}

#[tokio::test]
async fn messages_of_any_shape_do_not_prevent_a_change() {
    let agent = agent().await;
    let odd = [
        json!("abc"),
        json!(3),
        json!({"id": "x", "function": "abc", "metadata": "abc"}),
        json!({"id": 3, "function": {"arguments": 3}, "metadata": {"edited": true}}),
        json!({"metadata": {"edited": true}}),
    ];
    let mut more: Vec<Value> = odd
        .iter()
        .enumerate()
        .map(|(index, call)| {
            json!({"id": format!("o{index}"), "role": "assistant", "toolCalls": [call]})
        })
        .collect();
    more.push(json!({"id": "o9", "role": "assistant", "toolCalls": "abc"}));
    let mut body = input("t", "r1", "approval");
    let messages = body["messages"].as_array_mut().unwrap();
    messages.splice(0..0, more);
    let asked = agent.play(&body).await;
    let mut body = next(&agent, "r2", &[]).await;
    let edited = json!({"approved": true, "editedArgs": {"path": "b", "content": "c"}});
    body["resume"] = answer(&asked, &edited);
    let events = agent.play(&body).await;
    assert_eq!(events.last().unwrap()["outcome"]["type"], "success");
    let body = next(&agent, "r3", &[said("u3", "text")]).await;
    let events = agent.play(&body).await;
    assert_eq!(events.last().unwrap()["outcome"]["type"], "success");
    let thread = written(&agent, "t").await;
    assert_eq!(thread["runs"][2]["outcome"], "finished");
}

#[tokio::test]
async fn a_stopped_tool_is_no_success_for_the_next_run_although_the_client_does_not_say_so() {
    let agent = controlled().await;
    let mut frames = agent.held("slow", "tool_started").await;
    assert_eq!(agent.cancel("r", None).await.0, 202);
    frames.rest().await;
    let mut body = next(&agent, "r2", &[said("u2", "look at the parser only")]).await;
    for message in body["messages"].as_array_mut().unwrap() {
        message.as_object_mut().unwrap().remove("metadata");
    }
    agent.post("/test/threads/t/release", &json!({})).await;
    let events = agent.play(&body).await;
    let answer = text(&events);
    assert!(!answer.contains("212 tests pass"), "{answer}");
}

/// What a thread shows: its messages of the person, and its runs twice.
fn shown(thread: &Value) -> [Vec<&str>; 3] {
    let messages = thread["snapshot"]["messages"].as_array().unwrap().iter();
    let said = messages.clone().filter(|message| message["role"] == "user");
    let runs = thread["runs"].as_array().unwrap().iter();
    let turns = messages.filter_map(|message| message["content"]["runId"].as_str());
    [
        said.map(|message| message["id"].as_str().unwrap())
            .collect(),
        runs.map(|run| run["runId"].as_str().unwrap()).collect(),
        turns.collect(),
    ]
}

#[tokio::test]
async fn what_followed_a_message_that_was_sent_again_is_left_out() {
    let agent = agent().await;
    let ask = async |mut body: Value| {
        body["forwardedProps"] = json!({"midturn": {"onDisconnect": "continue"}});
        agent.play(&body).await;
        written(&agent, "t").await
    };
    let begin = |run: &str, id: &str| {
        let mut body = input("t", run, "");
        body["messages"] = json!([said(id, "team")]);
        body
    };
    ask(begin("r1", "u1")).await;
    let asked = next(&agent, "r2", &[said("u2", "approval")]).await;
    let branch = next(&agent, "r3", &[said("u3", "text")]).await;
    let all = ask(asked).await;
    assert_eq!(
        shown(&all),
        [vec!["u1", "u2"], vec!["r1", "r2"], vec!["r1", "r2"]]
    );
    // The second message, which waits for an answer, and then the first.
    let other = ask(branch).await;
    assert_eq!(
        shown(&other),
        [vec!["u1", "u3"], vec!["r1", "r3"], vec!["r1", "r3"]]
    );
    let first = ask(begin("r4", "u4")).await;
    assert_eq!(shown(&first), [vec!["u4"], vec!["r4"], vec!["r4"]]);
    // Another browser goes on with what it has.
    let mut body = begin("r5", "u5");
    let kept = all["snapshot"]["messages"].as_array().unwrap().iter();
    let mut kept: Vec<_> = kept
        .filter(|one| one["role"] != "activity")
        .cloned()
        .collect();
    kept.push(said("u5", "text"));
    body["messages"] = json!(kept);
    let back = ask(body).await;
    let runs = vec!["r1", "r2", "r5"];
    assert_eq!(shown(&back), [vec!["u1", "u2", "u5"], runs.clone(), runs]);
}
