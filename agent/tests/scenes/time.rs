//! Scenes that ask a person to do something leave time for it, at the speed of the demo.

use crate::scene::Scene;

fn times(scene: &Scene, kind: &str) -> Vec<u64> {
    scene.of(kind).iter().map(|sent| sent.at / 1000).collect()
}

#[tokio::test(start_paused = true)]
async fn the_agents_of_the_team_work_long_enough_and_end_one_after_the_other() {
    let scene = Scene::begin("team").play().await;
    let begun = times(&scene, "SUBAGENT_STARTED");
    let ended = times(&scene, "SUBAGENT_FINISHED");
    assert_eq!((begun.len(), ended.len()), (3, 3));
    assert!(begun[2] <= 2, "{begun:?}");
    // A person chooses a recipient, writes, and stops one of three.
    assert!(ended[0] >= 14, "{ended:?}");
    assert!(
        ended[1] >= ended[0] + 3 && ended[2] >= ended[1] + 3,
        "{ended:?}"
    );
    assert!((20..=30).contains(&ended[2]), "{ended:?}");
}

#[tokio::test(start_paused = true)]
async fn there_is_time_to_stop_one_of_the_parallel_tools() {
    let scene = Scene::begin("parallel").play().await;
    let ended = times(&scene, "TOOL_CALL_RESULT");
    assert!(ended[0] >= 8 && ended[2] <= 20, "{ended:?}");
}

#[tokio::test(start_paused = true)]
async fn there_is_time_to_speak_while_a_single_agent_works() {
    for prompt in ["subagent", "ask"] {
        let scene = Scene::begin(prompt).play().await;
        let ended = times(&scene, "SUBAGENT_FINISHED");
        assert!((8..=20).contains(&ended[0]), "{prompt}: {ended:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn there_is_time_to_queue_a_message_before_the_failure_and_to_open_the_reasoning() {
    let scene = Scene::begin("fail").play().await;
    let ended = times(&scene, "RUN_ERROR");
    assert!((8..=20).contains(&ended[0]), "{ended:?}");
    let scene = Scene::begin("reasoning").play().await;
    let ended = times(&scene, "REASONING_END");
    assert!((6..=15).contains(&ended[0]), "{ended:?}");
}
