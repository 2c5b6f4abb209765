//! What a person says in the middle of a scene is taken up, and the scene goes on.

use crate::scene::Scene;

#[tokio::test(start_paused = true)]
async fn words_during_a_tool_are_taken_up_after_it() {
    for prompt in [
        "slow", "tools", "parallel", "plan", "todo", "failtool", "firm", "ask", "many 5",
    ] {
        let mut scene = Scene::begin(prompt);
        scene
            .until(|event| event["type"] == "TOOL_CALL_RESULT" || event["type"] == "TOOL_CALL_END")
            .await;
        scene.tell(None, "mind the dates");
        let scene = scene.play().await;
        let text = scene.text(None);
        assert_eq!(
            text.matches("Noted: *mind the dates*.").count(),
            1,
            "{prompt}: {text}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn words_during_the_first_sentence_do_not_end_the_scene() {
    let mut scene = Scene::begin("slow");
    scene
        .until(|event| event["type"] == "TEXT_MESSAGE_CONTENT")
        .await;
    scene.tell(None, "mind the dates");
    let scene = scene.play().await;
    assert!(scene.text(None).contains("Noted: *mind the dates*."));
    assert!(
        scene.answer().starts_with("All 212 tests pass"),
        "{}",
        scene.answer()
    );
    assert_eq!(scene.of("TOOL_CALL_START").len(), 1);
}

#[tokio::test(start_paused = true)]
async fn words_that_cut_a_call_off_do_not_leave_the_call_out() {
    let mut scene = Scene::begin("slow");
    scene
        .until(|event| event["type"] == "TOOL_CALL_START")
        .await;
    scene.tell(None, "mind the dates");
    let scene = scene.play().await;
    assert!(
        scene.answer().starts_with("All 212 tests pass"),
        "{}",
        scene.answer()
    );
    assert_eq!(scene.of("TOOL_CALL_START").len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_scene_named_in_the_middle_of_another_takes_its_place() {
    let mut scene = Scene::begin("slow");
    scene
        .until(|event| event["type"] == "TEXT_MESSAGE_CONTENT")
        .await;
    scene.tell(None, "tools please");
    let scene = scene.play().await;
    assert!(
        scene.answer().starts_with("Found it."),
        "{}",
        scene.answer()
    );
}

#[tokio::test(start_paused = true)]
async fn an_interrupted_text_does_not_begin_again() {
    for prompt in ["text", "reasoning", "long 300", "rich"] {
        let mut scene = Scene::begin(prompt);
        scene
            .until(|event| event["type"] == "TEXT_MESSAGE_CONTENT")
            .await;
        scene.tell(None, "shorter, please");
        let answer = scene.play().await.answer();
        assert_eq!(
            answer,
            "Noted: *shorter, please*.\n\nI leave the text above as it is."
        );
    }
}

#[tokio::test(start_paused = true)]
async fn an_agent_that_is_told_something_does_not_begin_again() {
    let mut scene = Scene::begin("team");
    scene.seconds(6).await;
    scene.tell(Some("explore"), "only the client");
    let scene = scene.play().await;
    let text = scene.text(Some("explore"));
    assert!(text.contains("Noted: *only the client*."), "{text}");
    assert_eq!(text.matches("Looking for the place").count(), 1, "{text}");
    assert!(
        scene.answer().contains("The explorer found one place"),
        "{}",
        scene.answer()
    );
}
