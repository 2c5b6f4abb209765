//! What a person answers to a question is taken up: a reason, a change, a closed question, or a
//! message in its place.

use midturn_agent::conversation::{ToolCall, Verdict};

use crate::scene::Scene;

fn denied(reason: &str) -> Verdict {
    let reason = Some(reason.to_owned());
    Verdict::Denied { reason }
}

fn approved(arguments: Option<&str>) -> Verdict {
    let edited_arguments = arguments.map(str::to_owned);
    Verdict::Approved { edited_arguments }
}

async fn asked(prompt: &str) -> Scene {
    Scene::begin(prompt).play().await
}

#[tokio::test(start_paused = true)]
async fn a_denials_reason_is_taken_up_in_the_answer() {
    let asked = asked("approval").await;
    let scene = asked.answered(&|_| denied("not in this branch"));
    let answer = scene.play().await.answer();
    assert!(answer.contains("I have not touched the file"), "{answer}");
    assert!(
        answer.contains("because you said: *not in this branch*"),
        "{answer}"
    );
}

#[tokio::test(start_paused = true)]
async fn what_was_written_with_changed_arguments_is_not_called_tested() {
    let asked = asked("approval").await;
    let edited = r#"{"path": "src/other.rs", "content": "1234"}"#;
    let scene = asked.answered(&|_| approved(Some(edited)));
    let answer = scene.play().await.answer();
    assert_eq!(
        answer,
        "Done. I wrote src/other.rs, as you changed it. I have not run the tests on your version."
    );
}

#[tokio::test(start_paused = true)]
async fn an_approved_fix_whose_tests_are_stopped_is_not_called_tested() {
    let asked = asked("approval").await;
    let mut scene = asked.answered(&|_| approved(None));
    scene
        .until(|event| event["toolCallName"] == "run_command")
        .await;
    scene.until(|event| event["type"] == "TOOL_CALL_END").await;
    scene.stop("run_command");
    let answer = scene.play().await.answer();
    assert_eq!(
        answer,
        "I wrote the fix to src/retry.rs. You stopped the test run, so it is not tested yet."
    );
}

fn is_of(call: &ToolCall, path: &str) -> bool {
    call.arguments.contains(path)
}

#[tokio::test(start_paused = true)]
async fn of_two_questions_each_answer_is_taken_up() {
    let asked = asked("approvals").await;
    let scene = asked.answered(&|call| {
        if is_of(call, "CHANGELOG") {
            approved(None)
        } else {
            denied("by hand")
        }
    });
    assert_eq!(
        scene.play().await.answer(),
        "Thank you. I have written what you allowed, CHANGELOG.md. You did not allow the write of \
         src/retry.rs (*by hand*), so I have left it as it was."
    );
    let scene = asked.answered(&|_| denied("too early"));
    let answer = scene.play().await.answer();
    assert!(
        answer.starts_with("All right, I have written nothing."),
        "{answer}"
    );
    assert_eq!(answer.matches("*too early*").count(), 2, "{answer}");
    let scene = asked.answered(&|call| {
        let edited = is_of(call, "CHANGELOG").then_some(r#"{"path": "NEWS.md", "content": "x"}"#);
        approved(edited)
    });
    assert_eq!(
        scene.play().await.answer(),
        "Thank you. I have written src/retry.rs, and NEWS.md as you changed it."
    );
}

#[tokio::test(start_paused = true)]
async fn words_in_place_of_an_answer_close_the_question_and_are_taken_up() {
    let asked = asked("approval").await;
    let answer = asked.next("rather not").play().await.answer();
    assert!(answer.starts_with("Noted: *rather not*."), "{answer}");
    assert!(answer.contains("I have not touched the file"), "{answer}");
    // A message that names a scene begins it.
    let answer = asked.next("ask").play().await.answer();
    assert_eq!(answer, "It is seconds, as I thought.");
}

#[tokio::test(start_paused = true)]
async fn a_closed_question_is_no_denial() {
    let asked = asked("approvals").await;
    let answer = asked
        .answered(&|_| Verdict::Abandoned)
        .play()
        .await
        .answer();
    assert!(
        answer
            .contains("You closed the question about the write of src/retry.rs without an answer"),
        "{answer}"
    );
}
