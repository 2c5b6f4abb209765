//! In test mode, the headers of a request choose the control extension and the grace time for its
//! run.

use serde_json::{Value, json};

use crate::approvals;
use crate::support::{Agent, Frames, agent, agent_with, customs, input, next_input, soon};

const CONTROL: &str = "x-midturn-test-control";
const GRACE: &str = "x-midturn-test-grace";

async fn post(agent: &Agent, body: &Value, headers: &[(&str, &str)]) -> reqwest::Response {
    let request = agent.client.post(format!("{}/agui", agent.url)).json(body);
    let request = headers.iter().fold(request, |request, (name, value)| {
        request.header(*name, *value)
    });
    soon(request.send()).await.unwrap()
}

#[tokio::test]
async fn a_header_announces_the_control_extension_for_its_run_only() {
    let agent = agent().await;
    let announces = async |agent: &Agent, run: &str, headers: &[(&str, &str)]| {
        let mut frames = Frames::new(post(agent, &next_input(run, "tools"), headers).await);
        let events = frames.rest().await;
        let announced = customs(&events, "midturn.control").len();
        let cancellable = customs(&events, "task.cancellable").len();
        assert_eq!(frames.last_id.is_some(), announced == 1, "{run}");
        agent.ended(run).await;
        (announced, cancellable)
    };
    let none = (0, 0);
    let all = (1, 3);
    assert_eq!(announces(&agent, "r1", &[]).await, none);
    assert_eq!(announces(&agent, "r2", &[(CONTROL, "on")]).await, all);
    assert_eq!(announces(&agent, "r3", &[]).await, none);
    assert_eq!(announces(&agent, "r4", &[(GRACE, "600")]).await, none);
    let agent = agent_with(&["--test-mode", "--speed=1000000", "--control=on"]).await;
    assert_eq!(announces(&agent, "r1", &[]).await, all);
    assert_eq!(announces(&agent, "r2", &[(CONTROL, "off")]).await, none);
}

#[tokio::test]
async fn a_run_that_announces_by_a_header_can_be_left_joined_again_and_cancelled() {
    let agent = agent().await;
    agent.hold("t").await;
    let mut body = input("t", "r", "text");
    body["forwardedProps"] = json!({"midturn": {"onDisconnect": "continue"}});
    let mut frames = Frames::new(post(&agent, &body, &[(CONTROL, "on")]).await);
    frames.until("RUN_STARTED").await;
    let last = frames.last_id.clone().unwrap();
    drop(frames);
    agent.step("t", json!({"until": "text"})).await;
    let mut again = agent.follow("t", &last).await;
    // The same request joins the run.
    let mut joined = Frames::new(post(&agent, &body, &[(CONTROL, "on")]).await);
    assert_eq!(agent.cancel("r", None).await.0, 202);
    let events = again.until("RUN_FINISHED").await;
    assert_eq!(customs(&events, "midturn.control").len(), 1);
    assert_eq!(customs(&events, "task.cancelled").len(), 1);
    assert_eq!(joined.rest().await[1..], events);
    assert_eq!(agent.ended("r").await["state"], "cancelled");
}

#[tokio::test]
async fn a_run_that_does_not_announce_stops_with_its_client() {
    let agent = agent_with(&["--test-mode", "--speed=1000000", "--control=on"]).await;
    agent.hold("t").await;
    let mut body = input("t", "r", "text");
    body["forwardedProps"] = json!({"midturn": {"onDisconnect": "continue"}});
    let mut frames = Frames::new(post(&agent, &body, &[(CONTROL, "off")]).await);
    frames.until("RUN_STARTED").await;
    drop(frames);
    assert_eq!(agent.ended("r").await["state"], "cancelled");
}

#[tokio::test]
async fn a_run_with_answers_has_the_terms_of_its_own_request() {
    let agent = agent().await;
    let answers = approvals::asked(&agent, "t").await;
    let mut frames = Frames::new(post(&agent, &answers, &[(CONTROL, "on")]).await);
    let events = frames.rest().await;
    assert_eq!(customs(&events, "midturn.control").len(), 1);
    assert!(agent.ended("r2").await["toolsStarted"].as_u64() > Some(0));
}

#[tokio::test]
async fn a_header_sets_the_grace_time_of_its_run() {
    let agent = agent_with(&["--test-mode", "--speed=1000000", "--grace=3600"]).await;
    agent.hold("t").await;
    let body = input("t", "r", "slow");
    let mut frames = Frames::new(post(&agent, &body, &[(GRACE, "0")]).await);
    agent.step("t", json!({"until": "tool_started"})).await;
    assert_eq!(agent.cancel("r", None).await.0, 202);
    // The thread is held, so the tool does not finish its step.
    let events = frames.rest().await;
    assert_eq!(customs(&events, "task.cancelled").len(), 1);
}

#[tokio::test]
async fn a_new_run_waits_as_long_as_the_run_before_it_may_take_to_stop() {
    let options = [
        "--test-mode",
        "--speed=1000000",
        "--control=on",
        "--grace=3",
    ];
    let agent = agent_with(&options).await;
    agent.hold("t").await;
    let body = input("t", "r", "slow");
    let mut frames = Frames::new(post(&agent, &body, &[]).await);
    agent.step("t", json!({"until": "tool_started"})).await;
    assert_eq!(agent.cancel("r", None).await.0, 202);
    let next = next_input("r2", "text");
    let (answer, events) = tokio::join!(agent.post("/agui", &next), frames.rest());
    let reports = customs(&events, "task.cancelling");
    assert!(reports.len() >= 2, "one at once, and one each second");
    assert_eq!(customs(&events, "task.cancelled").len(), 1);
    assert_eq!(answer.status(), 200);
}

#[tokio::test]
async fn a_value_that_is_not_understood_is_refused() {
    let agent = agent().await;
    for (header, value, wanted) in [
        (CONTROL, "yes", "on or off"),
        (CONTROL, "", "on or off"),
        (CONTROL, "on, on", "on or off"),
        (GRACE, "-1", "a whole number of seconds"),
        (GRACE, "5s", "a whole number of seconds"),
        (GRACE, "", "a whole number of seconds"),
    ] {
        let answer = post(&agent, &input("t", "r", "text"), &[(header, value)]).await;
        assert_eq!(answer.status(), 400, "{header}: {value}");
        let body: Value = answer.json().await.unwrap();
        let message = format!("`{header}` must be {wanted}");
        assert_eq!(
            body["error"],
            json!({"code": "bad_request", "message": message})
        );
    }
    assert_eq!(agent.get("/healthz").await["runs"]["started"], 0);
}

/// To an agent of users, these are two more headers that it does not know.
#[tokio::test]
async fn outside_test_mode_the_headers_are_ignored() {
    let agent = agent_with(&["--speed=1000000"]).await;
    for (run, control) in [("r1", "off"), ("r2", "yes")] {
        let headers = [(CONTROL, control), (GRACE, "long")];
        let mut frames = Frames::new(post(&agent, &next_input(run, "text"), &headers).await);
        let events = frames.rest().await;
        assert_eq!(customs(&events, "midturn.control").len(), 1);
    }
}
