//! Runs with a mock model that speaks Chat Completions over HTTP, and with real tools. Skipped where
//! the mock is not installed. `apis.rs` has what is the same with every API.

use std::process::Stdio;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::scripts;
use crate::support::{Agent, Frames, agent_with, customs, input, of_kind, resolved, soon, text};

pub(crate) struct Setup {
    pub(crate) agent: Agent,
    model: String,
    directory: TempDir,
    /// Exits when its standard input is closed.
    _process: Child,
}

pub(crate) async fn setup(more: &[&str]) -> Option<Setup> {
    let scripts = scripts()?;
    let mut process = Command::new("node")
        .arg(scripts.join("model.mjs"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let model = soon(lines.next_line()).await.unwrap().unwrap();
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("notes.txt"), "all is well").unwrap();
    let url = format!("--model-url={model}/v1");
    let root = format!("--root={}", directory.path().display());
    let base = ["--test-mode", "--control=on", "--model-key=k", &url, &root];
    let agent = agent_with(&[&base, more].concat()).await;
    Some(Setup {
        agent,
        model,
        directory,
        _process: process,
    })
}

impl Setup {
    /// The bodies of the requests that the model got.
    pub(crate) async fn requests(&self) -> Vec<Value> {
        let journal = format!("{}/__aimock/journal", self.model);
        let answer = soon(self.agent.client.get(journal).send()).await.unwrap();
        let journal: Value = answer.json().await.unwrap();
        let entries = journal.as_array().unwrap().iter();
        entries.map(|entry| entry["body"].clone()).collect()
    }

    pub(crate) async fn until_text(&self, run: &str, prompt: &str) -> Frames {
        let mut frames = self.agent.start("t", run, prompt).await;
        frames.until("TEXT_MESSAGE_CONTENT").await;
        frames
    }
}

#[tokio::test]
async fn the_model_is_offered_the_tools() {
    let Some(setup) = setup(&[]).await else {
        return;
    };
    setup.agent.events("t", "r", "hello").await;
    let request = &setup.requests().await[0];
    assert_eq!(request["stream"], true);
    let tools = request["tools"].as_array().unwrap().iter();
    let names: Vec<_> = tools
        .map(|tool| tool["function"]["name"].as_str().unwrap())
        .collect();
    let expected = [
        "read_file",
        "list_dir",
        "search_text",
        "explore",
        "plan",
        "agent",
        "agent-ask",
    ];
    assert_eq!(names, expected);
}

#[tokio::test]
async fn the_results_of_parallel_tools_go_back_after_the_calls() {
    let Some(setup) = setup(&[]).await else {
        return;
    };
    setup.agent.events("t", "r", "look at both").await;
    let last = setup.requests().await.pop().unwrap();
    let roles: Vec<_> = last["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| &m["role"])
        .collect();
    assert_eq!(roles, ["system", "user", "assistant", "tool", "tool"]);
}

#[tokio::test]
async fn an_approved_write_uses_the_edited_arguments() {
    let Some(setup) = setup(&["--allow-write"]).await else {
        return;
    };
    let events = setup.agent.events("t", "r", "write it").await;
    let interrupt = events.last().unwrap()["outcome"]["interrupts"][0].clone();
    let file = setup.directory.path().join("new.txt");
    assert!(!file.exists());
    let shown = setup.agent.get("/threads/t").await;
    let mut messages = input("t", "r2", "write it")["messages"].clone();
    let call = shown["snapshot"]["messages"][1].clone();
    messages.as_array_mut().unwrap().push(call);
    let mut resume = input("t", "r2", "write it");
    resume["messages"] = messages;
    let edited = json!({"path": "new.txt", "content": "second"});
    let payload = json!({"approved": true, "editedArgs": edited});
    resume["resume"] = json!([resolved(&interrupt, &payload)]);
    let events = setup.agent.play(&resume).await;
    assert_eq!(text(&events), "It is written.");
    assert_eq!(std::fs::read_to_string(file).unwrap(), "second");
    // The client keeps the original arguments; the model sees the edited ones.
    crate::support::soon(setup.agent.ended("r2")).await;
    let mut later = resume;
    later["runId"] = json!("r3");
    later.as_object_mut().unwrap().remove("resume");
    let said = json!({"id": "u2", "role": "user", "content": "hello"});
    later["messages"].as_array_mut().unwrap().push(said);
    assert!(later["messages"].to_string().contains("first"));
    setup.agent.play(&later).await;
    let request = setup.requests().await.pop().unwrap()["messages"].to_string();
    assert!(
        request.contains("second") && !request.contains("first"),
        "{request}"
    );
}

#[tokio::test]
async fn a_subagent_writes_a_file_when_that_was_approved() {
    let Some(setup) = setup(&["--allow-write"]).await else {
        return;
    };
    let events = setup.agent.events("t", "r", "hand it on").await;
    let interrupt = events.last().unwrap()["outcome"]["interrupts"][0].clone();
    assert!(interrupt["subagentRunId"].is_string());
    let file = setup.directory.path().join("note.txt");
    assert!(!file.exists());
    let shown = setup.agent.get("/threads/t").await;
    let mut resume = input("t", "r2", "hand it on");
    let call = shown["snapshot"]["messages"][1].clone();
    resume["messages"].as_array_mut().unwrap().push(call);
    resume["resume"] = json!([resolved(&interrupt, &json!({"approved": true}))]);
    let events = setup.agent.play(&resume).await;
    assert_eq!(text(&events), "It has been noted.");
    assert_eq!(std::fs::read_to_string(file).unwrap(), "noted");
    assert_eq!(of_kind(&events, "SUBAGENT_FINISHED")[0]["result"], "Noted.");
}

#[tokio::test]
async fn a_cancel_cuts_the_pause_between_two_attempts_short() {
    let Some(setup) = setup(&[]).await else {
        return;
    };
    let mut frames = setup.agent.start("t", "r", "limited").await;
    frames.custom("model.retrying").await;
    assert_eq!(setup.agent.cancel("r", None).await.0, 202);
    let events = frames.rest().await;
    let cancelled = customs(&events, "task.cancelled");
    assert!(
        cancelled[0]["lastError"]
            .as_str()
            .unwrap()
            .contains("slow down")
    );
    assert_eq!(setup.requests().await.len(), 1);
}

#[tokio::test]
async fn an_unreachable_model_is_reported() {
    let agent = agent_with(&["--test-mode", "--model-url=http://127.0.0.1:9/v1"]).await;
    let mut frames = agent.start("t", "r", "hello").await;
    let events = frames.until("RUN_ERROR").await;
    let end = events.last().unwrap();
    assert_eq!(end["code"], "model_unreachable");
    assert_eq!(customs(&events, "model.retrying").len(), 3);
}

#[tokio::test]
async fn the_model_gets_the_partial_answer_and_the_interjection_that_ended_it() {
    let Some(setup) = setup(&[]).await else {
        return;
    };
    let mut frames = setup.until_text("r", "tell me a long story").await;
    assert_eq!(setup.agent.say("r", "i1", "hello").await.0, 202);
    let events = frames.rest().await;
    assert!(text(&events).ends_with("Hi there, I am a mock."));
    let last = setup.requests().await.pop().unwrap();
    let messages = last["messages"].as_array().unwrap();
    let roles: Vec<_> = messages
        .iter()
        .map(|m| m["role"].as_str().unwrap())
        .collect();
    assert_eq!(roles, ["system", "user", "assistant", "user"]);
    assert!(messages[2]["content"].as_str().unwrap().starts_with("once"));
    assert_eq!(messages[3]["content"], "hello");
    // The next turn keeps the interjection at its original position, though the client omits it.
    setup.agent.ended("r").await;
    let shown = setup.agent.get("/threads/t").await;
    let mut next = input("t", "r2", "hello");
    let mut all: Vec<Value> = shown["snapshot"]["messages"].as_array().unwrap().clone();
    all.push(json!({"id": "u2", "role": "user", "content": "hello"}));
    next["messages"] = json!(all);
    setup.agent.play(&next).await;
    let last = setup.requests().await.pop().unwrap();
    let messages = last["messages"].as_array().unwrap();
    let said: Vec<_> = messages
        .iter()
        .filter(|message| message["content"] == "hello")
        .collect();
    assert_eq!(
        said.len(),
        2,
        "once in the middle, once at the end: {messages:#?}"
    );
    assert_eq!(messages.len(), 6);
}
