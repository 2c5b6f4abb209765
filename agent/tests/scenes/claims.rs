//! No scene claims a success that its tools or agents did not have.

use midturn_agent::conversation::{ToolResult, ToolStatus};
use midturn_agent::script::{CATALOGUE, Play};

use crate::scene::{Scene, without_success};

/// Each scene with tools, and the words that it says only if all of them succeed.
const CLAIMS: &[(&str, &str)] = &[
    ("tools", "Found it."),
    ("parallel", "Everything is in order"),
    ("plan", "reproduced and explained"),
    ("todo", "All steps are done."),
    ("many 5", "I have read all 5 generated modules."),
    ("slow", "All 212 tests pass"),
    ("failtool", "Five of the six retry tests pass."),
    ("fail", "The test expects a wait of two seconds"),
    ("approval", "all six retry tests pass now"),
    (
        "approvals",
        "I have written src/retry.rs, and CHANGELOG.md.",
    ),
    ("subagent", "The explorer found the cause"),
    (
        "team",
        "The explorer found one place, the planner needs one step, and the lints are clean.",
    ),
    ("firm", "One place waits, and all tests pass."),
    ("delegate", "That is all that I had handed on."),
    ("delegate 2", "That is all that I had handed on."),
];
/// The same for a scene whose agent has no tool.
const ASK: (&str, &str) = ("ask", "It is seconds, as I thought.");
/// Scenes with a test of their own, or that never end.
const APART: &[&str] = &["tour", "never", "silent", "page", "disconnect"];

const BAD: [ToolStatus; 3] = [ToolStatus::Error, ToolStatus::Denied, ToolStatus::Cancelled];

#[tokio::test(start_paused = true)]
async fn every_scene_with_tools_is_in_the_table_and_claims_its_success() {
    for scenario in CATALOGUE {
        let is_run = matches!(scenario.play, Play::Run(_));
        if !is_run || APART.contains(&scenario.name) {
            continue;
        }
        let scene = Scene::spoiled(scenario.name, Box::new(|_, _| None));
        let scene = scene.play().await;
        let named = |(prompt, _): &&(&str, &str)| prompt.split(' ').next() == Some(scenario.name);
        let is_listed = CLAIMS.iter().chain([&ASK]).any(|claim| named(&claim));
        let has_tools = !scene.of("TOOL_CALL_START").is_empty();
        assert_eq!(has_tools, is_listed, "{}", scenario.name);
    }
    for (prompt, claim) in CLAIMS.iter().chain([&ASK]) {
        let scene = Scene::spoiled(prompt, Box::new(|_, _| None)).play().await;
        let answer = scene.answer();
        assert!(answer.contains(claim), "{prompt}: {answer}");
    }
}

/// The results with which a tool is spoiled. `failtool` begins with an error.
fn results(prompt: &str, number: usize) -> Vec<ToolResult> {
    let is_usual =
        |status: &ToolStatus| prompt == "failtool" && number == 0 && *status == ToolStatus::Error;
    let bad = BAD.into_iter().filter(|status| !is_usual(status));
    bad.map(without_success).collect()
}

#[tokio::test(start_paused = true)]
async fn a_scene_does_not_claim_success_if_one_of_its_tools_had_none() {
    for (prompt, claim) in CLAIMS {
        let whole = Scene::spoiled(prompt, Box::new(|_, _| None)).play().await;
        assert!(whole.tools_run() > 0, "{prompt}");
        for spoiled in 0..whole.tools_run() {
            for result in results(prompt, spoiled) {
                let status = result.status;
                let spoil = move |number: usize, _: &_| (number == spoiled).then(|| result.clone());
                let scene = Scene::spoiled(prompt, Box::new(spoil)).play().await;
                let answer = scene.answer();
                let case = format!("{prompt}, tool {spoiled}, {status:?}: {answer}");
                assert!(!answer.is_empty(), "{case}");
                assert!(!answer.contains(claim), "{case}");
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_scene_does_not_claim_success_if_none_of_its_tools_had_any() {
    for (prompt, claim) in CLAIMS {
        for status in BAD {
            let spoil = move |_, _: &_| Some(without_success(status));
            let scene = Scene::spoiled(prompt, Box::new(spoil)).play().await;
            let answer = scene.answer();
            assert!(!answer.contains(claim), "{prompt}, {status:?}: {answer}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_scene_does_not_claim_success_if_one_of_its_agents_was_stopped() {
    let with_agents: [(&str, &[&str]); 5] = [
        ("subagent", &["explore"]),
        ("team", &["explore", "plan", "agent"]),
        ("delegate", &["agent"]),
        ("delegate 2", &["agent"]),
        ("ask", &["agent-ask"]),
    ];
    for (prompt, agents) in with_agents {
        let all = CLAIMS.iter().chain([&ASK]);
        let (_, claim) = all.copied().find(|(own, _)| *own == prompt).unwrap();
        for agent in agents {
            let mut scene = Scene::spoiled(prompt, Box::new(|_, _| None));
            scene.until(|event| event["name"] == *agent).await;
            scene.stop(agent);
            let answer = scene.play().await.answer();
            let case = format!("{prompt} without {agent}: {answer}");
            assert!(answer.contains("You stopped the "), "{case}");
            assert!(!answer.contains(claim), "{case}");
        }
    }
}
