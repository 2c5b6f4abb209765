//! A run stops when its client disconnects, when the server shuts down, and at its time limit.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::json;

use crate::control::controlled;
use crate::support::{Frames, agent, agent_with, input, soon, text};
use crate::verifier::verify;

#[tokio::test]
async fn a_disconnect_while_text_streams_stops_the_model() {
    let agent = agent().await;
    let mut frames = agent.start("t", "r", "never").await;
    frames.until("TEXT_MESSAGE_CONTENT").await;
    assert_eq!(agent.get("/test/runs/r").await["state"], "running");
    drop(frames);
    let record = agent.ended("r").await;
    assert_eq!(record["state"], "cancelled");
    assert_eq!(record["modelCalls"], 1);
    // The end is recorded after the model's stream is dropped, so the count can no longer change.
    assert_eq!(agent.get("/test/runs/r").await["deltas"], record["deltas"]);
    let health = agent.get("/healthz").await;
    assert_eq!(health["runs"]["stoppedByDisconnect"], 1);
    assert_eq!(health["runs"]["running"], 0);
}

#[tokio::test]
async fn a_disconnect_while_a_tool_runs_stops_the_tool_and_nothing_follows() {
    let agent = agent().await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "slow").await;
    agent.step("t", json!({"until": "tool_started"})).await;
    agent.step("t", json!({"count": 3})).await;
    frames.until("CUSTOM").await;
    drop(frames);
    let record = agent.ended("r").await;
    assert_eq!(record["state"], "cancelled");
    assert_eq!(record["toolsStarted"], 1);
    assert_eq!(record["toolsFinished"], 0);
    assert_eq!(record["modelCalls"], 1);
}

#[tokio::test]
async fn a_disconnect_stops_parallel_tools_and_nested_agents() {
    let agent = agent().await;
    for (prompt, model_calls) in [("parallel", 1), ("subagent", 2)] {
        agent.hold(prompt).await;
        let mut frames = agent.start(prompt, prompt, prompt).await;
        agent.step(prompt, json!({"until": "tool_started"})).await;
        frames.until("TOOL_CALL_START").await;
        if prompt == "parallel" {
            agent.step(prompt, json!({"until": "tool_finished"})).await;
        }
        drop(frames);
        let record = agent.ended(prompt).await;
        assert_eq!(record["state"], "cancelled");
        assert_eq!(record["modelCalls"], model_calls, "{prompt}");
    }
    let record = agent.get("/test/runs/parallel").await;
    assert_eq!(record["toolsStarted"], 3);
    assert_eq!(record["toolsFinished"], 1);
}

#[tokio::test]
async fn a_disconnect_is_noticed_even_when_nothing_is_sent() {
    let agent = agent().await;
    let mut frames = agent.start("t", "r", "silent").await;
    frames.until("RUN_STARTED").await;
    drop(frames);
    assert_eq!(agent.ended("r").await["state"], "cancelled");
}

#[tokio::test]
async fn a_disconnect_before_any_answer_is_noticed() {
    let agent = agent().await;
    let body = input("t", "r", "unanswered");
    let request = agent.client.post(format!("{}/agui", agent.url)).json(&body);
    let waiting = tokio::spawn(request.send());
    soon(async {
        while agent.get("/test/runs/r").await["state"] != "running" {
            tokio::task::yield_now().await;
        }
    })
    .await;
    waiting.abort();
    assert_eq!(agent.ended("r").await["state"], "cancelled");
}

#[tokio::test]
async fn a_disconnect_after_the_end_does_not_cancel_the_run() {
    let agent = agent().await;
    agent.events("t", "r", "text").await;
    assert_eq!(agent.ended("r").await["state"], "finished");
    let health = agent.get("/healthz").await;
    assert_eq!(health["runs"]["stoppedByDisconnect"], 0);
}

#[tokio::test]
async fn a_broken_connection_is_not_a_regular_end_of_the_stream() {
    let agent = agent().await;
    let mut frames = agent.start("t", "r", "disconnect").await;
    let events = frames.rest().await;
    assert!(frames.broken);
    assert!(events.len() > 3);
    assert_eq!(verify(&events), Err("no terminal event".to_owned()));
    assert_eq!(agent.ended("r").await["state"], "failed");
    // A client that joins the run again learns how it ended.
    let log = agent.follow("t", "").await.until("RUN_ERROR").await;
    assert_eq!(log.last().expect("an end")["code"], "disconnect");
}

#[tokio::test]
async fn a_server_shutdown_ends_every_run_and_tells_its_client() {
    let agent = agent().await;
    for prompt in ["never", "silent", "subagent"] {
        agent.hold(prompt).await;
    }
    let mut streams = Vec::new();
    for prompt in ["never", "silent", "subagent"] {
        streams.push(agent.start(prompt, prompt, prompt).await);
    }
    agent.step("never", json!({"count": 3})).await;
    agent
        .step("subagent", json!({"until": "tool_started"}))
        .await;
    agent.shutdown.cancel();
    for mut frames in streams {
        let events = frames.rest().await;
        assert_eq!(verify(&events), Ok(()));
        assert_eq!(
            events.last().unwrap()["outcome"],
            json!({"type": "cancelled"})
        );
        assert!(!frames.broken);
    }
}

#[tokio::test]
async fn a_run_fails_at_its_time_limit() {
    let agent = agent_with(&["--run-limit=1"]).await;
    let events = agent.events("t", "r", "silent").await;
    assert_eq!(events.last().unwrap()["code"], "time_limit");
}

#[cfg(unix)]
#[test]
fn the_program_prints_one_line_and_exits_cleanly_on_a_signal() {
    for signal in ["-TERM", "-HUP"] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_midturn-agent"))
            .args(["--listen", "127.0.0.1:0", "--log", "off"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(program.stdout.take().unwrap()).lines();
        let line = out.next().unwrap().unwrap();
        let address = line.strip_prefix("listening on http://").unwrap();
        assert!(address.parse::<std::net::SocketAddr>().unwrap().port() > 0);
        let id = program.id().to_string();
        let send = |signal: &str| Command::new("kill").args([signal, &id]).status().unwrap();
        assert!(send(signal).success());
        if signal == "-HUP" && hangups_are_ignored() {
            println!("not tested: whoever started this test ignores hangups");
            assert!(send("-TERM").success());
        }
        assert!(program.wait().unwrap().success(), "{signal}");
        assert!(out.next().is_none(), "nothing else is printed");
    }
}

/// Whether a child of this process ignores hangups too, or there is no `/proc` that says so.
#[cfg(unix)]
fn hangups_are_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let last = ignored.and_then(|mask| mask.chars().last()?.to_digit(16));
    last.is_none_or(|last| last & 1 == 1)
}

#[test]
fn invalid_or_unsafe_options_are_refused() {
    use clap::Parser;
    use midturn_agent::options::Options;
    for wrong in [
        ["--speed", "0"],
        ["--speed", "-1"],
        ["--speed", "NaN"],
        ["--cors", "*"],
        ["--cors", "http://a.example/path"],
        ["--connect-src", "'unsafe-inline'"],
        ["--connect-src", "http://a.example;script-src"],
        ["--listen", "8080"],
    ] {
        let arguments = ["midturn-agent"].iter().chain(&wrong);
        assert!(Options::try_parse_from(arguments).is_err(), "{wrong:?}");
    }
    let fine = ["midturn-agent", "--cors", "http://127.0.0.1:3000"];
    assert!(Options::try_parse_from(fine).is_ok());
}

#[tokio::test]
async fn a_run_whose_connection_is_lost_goes_on_and_its_client_misses_nothing() {
    let agent = controlled().await;
    let mut body = input("t", "r", "Lost: explain the cause");
    body["forwardedProps"] = json!({"midturn": {"onDisconnect": "continue"}});
    let mut frames = Frames::new(agent.post("/agui", &body).await);
    let mut events = frames.rest().await;
    assert!(frames.broken);
    let last = frames.last_id.clone().unwrap();
    events.extend(agent.follow("t", &last).await.until("RUN_FINISHED").await);
    assert_eq!(verify(&events), Ok(()));
    assert!(text(&events).contains("and it ends here: your connection to me"));
    assert_eq!(agent.ended("r").await["state"], "finished");
}

#[tokio::test]
async fn the_status_says_what_the_page_offers_in_an_empty_thread() {
    let agent = agent().await;
    let health = agent.get("/healthz").await;
    assert_eq!(health["agent"], "the demo agent");
    assert_eq!(health["starters"].as_array().unwrap().len(), 4);
    assert_eq!(health["tour"], "tour");
}
