//! A store in a file: after a graceful shutdown, after a crash, and with two processes.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::store::all;
use crate::support::{
    Agent, Frames, agent_with, customs, input, next_input, of_kind, resolved, soon, written,
};

fn stored(directory: &tempfile::TempDir) -> String {
    format!("--store={}", directory.path().join("agent.db").display())
}

#[tokio::test]
async fn a_graceful_shutdown_stores_the_runs_end_and_unlocks_the_store() {
    let directory = tempfile::tempdir().unwrap();
    let store = stored(&directory);
    {
        let agent = agent_with(&["--test-mode", &store]).await;
        let mut frames = agent.start("t", "r", "never").await;
        frames.until("TEXT_MESSAGE_START").await;
        agent.shutdown.cancel();
        frames.rest().await;
        soon(agent.stopped()).await;
    }
    let agent = agent_with(&["--test-mode", &store]).await;
    let shown = agent.get("/threads/t").await;
    assert_eq!(shown["runs"][0]["outcome"], "cancelled");
    assert_eq!(
        shown["runs"][0]["cancellationReason"],
        "The agent was shut down"
    );
}

#[tokio::test]
async fn old_threads_are_deleted() {
    let directory = tempfile::tempdir().unwrap();
    let store = stored(&directory);
    let agent = agent_with(&["--test-mode", "--speed=1000000", "--keep-days=0", &store]).await;
    agent.events("t", "r", "text").await;
    written(&agent, "t").await;
    agent.shutdown.cancel();
    soon(agent.stopped()).await;
    let agent = agent_with(&["--test-mode", "--keep-days=0", &store]).await;
    soon(async {
        while agent.get("/threads").await["threads"] != json!([]) {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

/// The real program in a process of its own, which a test can kill.
struct Program {
    child: Child,
    agent: Agent,
}

impl Program {
    fn start(store: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_midturn-agent"))
            .args(["--listen=127.0.0.1:0", "--log=off", "--test-mode"])
            .args(["--control=on", "--grace=3600", store])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = lines.next().unwrap().unwrap();
        let url = line.strip_prefix("listening on ").unwrap();
        Self {
            child,
            agent: Agent::at(url),
        }
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[tokio::test]
async fn after_kill_9_during_a_run_nothing_acknowledged_is_lost() {
    let directory = tempfile::tempdir().unwrap();
    let store = stored(&directory);
    let program = Program::start(&store);
    let agent = &program.agent;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "slow").await;
    agent.step("t", json!({"until": "tool_started"})).await;
    let (status, _) = agent.say("r", "i1", "mind the queue").await;
    assert_eq!(status, 202);
    agent.step("t", json!({"count": 3})).await;
    let mut seen = Vec::new();
    while seen
        .iter()
        .filter(|e: &&Value| e["name"] == "task.progress")
        .count()
        < 3
    {
        seen.push(frames.next().await.unwrap());
    }
    let (status, _) = agent.cancel("r", None).await;
    assert_eq!(status, 202);
    program.kill();

    let program = Program::start(&store);
    let agent = &program.agent;
    let log = all(agent, "t", "RUN_ERROR").await;
    assert_eq!(log[..seen.len()], seen, "it replays as it was seen");
    assert_eq!(customs(&log, "task.cancelling").len(), 1);
    let unanswered = json!({"elementId": "r", "error": "The agent was restarted"});
    assert_eq!(customs(&log, "task.cancel.failed"), [&unanswered]);
    assert_eq!(customs(&log, "interjection.undelivered")[0]["id"], "i1");
    assert_eq!(of_kind(&log, "RUN_ERROR")[0]["code"], "interrupted");
    let shown = agent.get("/threads/t").await;
    assert_eq!(shown["runs"][0]["outcome"], "interrupted");
    let turn = shown["snapshot"]["messages"]
        .as_array()
        .unwrap()
        .last()
        .unwrap();
    assert_eq!(turn["content"]["activities"][0]["status"], "interrupted");
    assert_eq!(turn["content"]["interjections"][0]["status"], "undelivered");
    // The interjection was accepted but never delivered; a repeat gets that answer.
    let (status, answer) = agent.say("r", "i1", "mind the queue").await;
    let unheard = "The run ended before the message was heard";
    assert_eq!((status, &answer["error"]), (409, &json!(unheard)));
    assert_eq!(agent.cancel("r", None).await.0, 409);
    // A repeated request for the run gets the run's recorded events.
    let again = agent.events("t", "r", "slow").await;
    assert_eq!(again, log);
    // The thread continues after the last event.
    let last = shown["lastEventId"].as_str().unwrap().to_owned();
    agent.post("/agui", &next_input("r2", "text")).await;
    let first = agent.follow("t", &last).await.next().await.unwrap();
    assert_eq!(first["runId"], "r2");
    program.kill();
}

/// Kills the program while a subagent waits for an approval, starts it again, and holds the thread.
/// Returns the new program and the input that approves the call.
async fn killed_while_it_waits(store: &str) -> (Program, Value) {
    let program = Program::start(store);
    let agent = &program.agent;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "delegate").await;
    agent.step("t", json!({"until": "end"})).await;
    let asked = frames.rest().await;
    program.kill();
    let calls = of_kind(&asked, "TOOL_CALL_START");
    let interrupt = &asked.last().unwrap()["outcome"]["interrupts"][0];
    let mut body = input("t", "r2", "delegate");
    body["messages"].as_array_mut().unwrap().push(json!({
        "id": calls[0]["parentMessageId"],
        "role": "assistant",
        "toolCalls": [{
            "id": calls[0]["toolCallId"],
            "type": "function",
            "function": {"name": "agent", "arguments": "{}"},
        }],
    }));
    body["resume"] = json!([resolved(interrupt, &json!({"approved": true}))]);
    let program = Program::start(store);
    program.agent.hold("t").await;
    (program, body)
}

#[tokio::test]
async fn after_kill_9_a_waiting_subagent_continues_with_the_answer() {
    let directory = tempfile::tempdir().unwrap();
    let (program, body) = killed_while_it_waits(&stored(&directory)).await;
    let agent = &program.agent;
    let mut frames = Frames::new(agent.post("/agui", &body).await);
    agent.step("t", json!({"until": "end"})).await;
    let events = frames.rest().await;
    let results = of_kind(&events, "TOOL_CALL_RESULT").into_iter();
    let results: Vec<_> = results.map(|event| event["content"].clone()).collect();
    assert_eq!(
        results,
        [
            "Wrote 31 bytes to src/retry.rs",
            "I have written src/retry.rs."
        ]
    );
    program.kill();
}

#[tokio::test]
async fn after_kill_9_during_the_run_with_the_answer_nothing_runs_twice_or_stays_open() {
    let directory = tempfile::tempdir().unwrap();
    let store = stored(&directory);
    let (program, mut body) = killed_while_it_waits(&store).await;
    let agent = &program.agent;
    let mut frames = Frames::new(agent.post("/agui", &body).await);
    agent.step("t", json!({"until": "tool_finished"})).await;
    frames.until("TOOL_CALL_RESULT").await;
    program.kill();

    let program = Program::start(&store);
    let agent = &program.agent;
    body["runId"] = json!("r3");
    let again = agent.play(&body).await;
    assert_eq!(again.last().unwrap()["code"], "interrupt_not_found");
    let shown = written(agent, "t").await;
    let messages = shown["snapshot"]["messages"].as_array().unwrap();
    let first = messages
        .iter()
        .find(|m| m["content"]["runId"] == "r")
        .unwrap();
    let activities = first["content"]["activities"].as_array().unwrap().iter();
    let statuses: Vec<_> = activities.map(|activity| &activity["status"]).collect();
    // The call of the subagent, the subagent, and the subagent's approved call.
    assert_eq!(statuses, ["interrupted", "interrupted", "completed"]);
    program.kill();
}

#[tokio::test]
async fn two_processes_cannot_share_a_store() {
    let directory = tempfile::tempdir().unwrap();
    let store = stored(&directory);
    let program = Program::start(&store);
    let second = Command::new(env!("CARGO_BIN_EXE_midturn-agent"))
        .args(["--listen=127.0.0.1:0", "--log=off", &store])
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert!(!second.success());
    program.kill();
}
