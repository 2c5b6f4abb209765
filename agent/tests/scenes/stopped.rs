//! A person stops one tool or one agent of a scene, and the agent says what is missing.

use crate::scene::Scene;

#[tokio::test(start_paused = true)]
async fn slow_with_its_command_stopped_does_not_say_that_the_tests_pass() {
    let mut scene = Scene::begin("slow");
    scene.until(|event| event["type"] == "TOOL_CALL_END").await;
    scene.seconds(9).await;
    scene.stop("run_command");
    let answer = scene.play().await.answer();
    let said = "You stopped the test run at tests/client.rs, so I have no result to report.";
    assert_eq!(answer, said);
}

#[tokio::test(start_paused = true)]
async fn team_with_one_agent_stopped_names_it_and_reports_the_others() {
    let mut scene = Scene::begin("team");
    scene.seconds(6).await;
    scene.stop("plan");
    let answer = scene.play().await.answer();
    let said = "You stopped the planner, so there is no plan. The explorer found one place, and \
                the lints are clean.";
    assert_eq!(answer, said);
}

#[tokio::test(start_paused = true)]
async fn an_agent_of_the_team_whose_tool_is_stopped_says_so_and_its_words_are_passed_on() {
    let mut scene = Scene::begin("team");
    scene
        .until(|event| event["toolCallName"] == "run_command")
        .await;
    scene.seconds(8).await;
    scene.stop("run_command");
    let answer = scene.play().await.answer();
    assert!(
        answer.starts_with("The explorer found one place, and the planner needs one step."),
        "{answer}"
    );
    assert!(
        answer.contains(
            "The agent for the lints reports: You stopped the lint check at src/queue.rs"
        ),
        "{answer}"
    );
}

#[tokio::test(start_paused = true)]
async fn parallel_with_one_command_stopped_reports_the_other_two() {
    let mut scene = Scene::begin("parallel");
    scene.until(|event| event["type"] == "TOOL_CALL_END").await;
    scene.seconds(6).await;
    scene.stop("run_command");
    let answer = scene.play().await.answer();
    let said = "You stopped the lint check at src/queue.rs, so there may be lints. The \
                documentation builds, and the formatting has no differences.";
    assert_eq!(answer, said);
}

#[tokio::test(start_paused = true)]
async fn after_a_stopped_tool_the_next_one_runs_and_nothing_is_made_up() {
    let mut scene = Scene::begin("tools");
    scene.until(|event| event["type"] == "TOOL_CALL_END").await;
    scene.stop("read_file");
    let scene = scene.play().await;
    let text = scene.text(None);
    assert!(
        text.contains("You stopped the read of src/retry.rs. I go on with the search."),
        "{text}"
    );
    let answer = scene.answer();
    let said = "You stopped the read of src/retry.rs, so I have not seen what becomes of the \
                header. The only place that reads the header is src/retry.rs.";
    assert_eq!(answer, said);
}

#[tokio::test(start_paused = true)]
async fn a_stopped_step_of_a_plan_is_not_ticked_off() {
    let mut scene = Scene::begin("todo");
    scene.until(|event| event["type"] == "TOOL_CALL_END").await;
    scene.stop("run_command");
    let scene = scene.play().await;
    let plan = scene.of("ACTIVITY_DELTA");
    let statuses = plan
        .iter()
        .flat_map(|sent| sent.event["patch"].as_array().unwrap());
    let first = statuses
        .clone()
        .find(|change| change["path"] == "/steps/0/status");
    assert_eq!(first.unwrap()["value"], "skipped");
    let mut last = statuses.filter(|change| change["path"] == "/steps/4/status");
    assert_eq!(last.next_back().unwrap()["value"], "completed");
    let answer = scene.answer();
    assert!(
        answer.starts_with("You stopped the test run, so I have not seen the failure."),
        "{answer}"
    );
}

#[tokio::test(start_paused = true)]
async fn every_step_of_the_undisturbed_plan_succeeds() {
    let scene = Scene::begin("todo").play().await;
    for sent in scene.of("TOOL_CALL_RESULT") {
        assert!(sent.event["metadata"].is_null(), "{:?}", sent.event);
    }
}

#[tokio::test(start_paused = true)]
async fn somebody_who_stops_the_tests_does_not_get_them_by_another_runner() {
    let mut scene = Scene::begin("failtool");
    scene.until(|event| event["type"] == "TOOL_CALL_END").await;
    scene.stop("run_command");
    let scene = scene.play().await;
    assert_eq!(scene.of("TOOL_CALL_START").len(), 1);
    let said = "You stopped the test run, so I have no result to report.";
    assert_eq!(scene.answer(), said);
}

#[tokio::test(start_paused = true)]
async fn the_tour_does_not_say_that_a_stopped_test_run_came_to_its_end() {
    let mut scene = Scene::begin("tour");
    scene
        .until(|event| event["toolCallName"] == "run_command")
        .await;
    scene.until(|event| event["type"] == "TOOL_CALL_END").await;
    scene.seconds(3).await;
    // The first of three that run one after the other.
    let first = scene
        .of("TOOL_CALL_START")
        .iter()
        .rev()
        .nth(2)
        .unwrap()
        .event
        .clone();
    scene.stop_call(first["toolCallId"].as_str().unwrap());
    let answer = scene.play().await.answer();
    assert!(
        answer.starts_with("You stopped 1 of the 3 test runs. You let me finish"),
        "{answer}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_message_after_a_stopped_run_begins_something_new() {
    let mut scene = Scene::begin("slow");
    scene.until(|event| event["type"] == "TOOL_CALL_END").await;
    scene.seconds(3).await;
    scene.stop_all();
    let answer = scene.next("what can you do?").play().await.answer();
    assert!(answer.starts_with("Hello!"), "{answer}");
}
