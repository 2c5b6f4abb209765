//! Interjections that are changed or taken back before the model has received them.

use midturn_agent::conversation::Message;
use midturn_agent::engine::{
    Dispatch, Effect, Failure, Input, InterjectRefusal, ModelCallId, ModelDelta, Outcome, Policy,
    RetryRule, Target, Urgency,
};
use serde_json::json;

use crate::bench::{Bench, GRACE, ROOT, after_response, customs, finish, policy, starts_work};

fn tools_end(bench: &mut Bench) -> Vec<Effect> {
    bench.tool_ends(&ROOT, "a");
    bench.tool_ends(&ROOT, "b")
}

fn refusal(bench: &mut Bench, text: &str) -> InterjectRefusal {
    let before = bench.log.len();
    let refused = bench.try_say("i1", text, &Target::Auto).unwrap_err();
    assert_eq!(bench.log.len(), before);
    refused
}

fn asks_anew(effects: &[Effect]) -> bool {
    effects.contains(&Effect::StopModel { agent: ROOT })
        && matches!(effects.last(), Some(Effect::CallModel { .. }))
}

#[test]
fn a_new_text_with_the_same_id_replaces_the_waiting_message() {
    let mut bench = Bench::tools_running(Dispatch::AllAtOnce);
    bench.say("i1", "first", &Target::Auto);
    bench.say("i2", "second", &Target::Auto);
    let edited = bench.say("i1", "better", &Target::Auto);
    let expected = json!({
        "id": "i1", "message": "better", "parentId": "root", "targetAgent": "main",
    });
    assert_eq!(customs(&edited, "user.interjection"), [expected]);
    assert_eq!(edited.len(), 1);
    // A repeat without a change has no effects.
    assert_eq!(bench.say("i1", "better", &Target::Auto), []);
    tools_end(&mut bench);
    let said = "result of b\n\n[User feedback: better]\n\n[User feedback: second]";
    assert_eq!(bench.result_of("b"), said);
    bench.delta(&ROOT, 2, ModelDelta::Text("I".to_owned()));
    let delivered = customs(&bench.log, "interjection.delivered");
    assert_eq!(delivered.len(), 2);
    assert_eq!(delivered[0]["id"], "i1");
}

#[test]
fn an_empty_message_takes_the_message_back_and_is_reported_once() {
    let mut bench = Bench::tools_running(Dispatch::AllAtOnce);
    bench.say("i1", "first", &Target::Auto);
    let taken = bench.say("i1", " ", &Target::Auto);
    let expected = json!({"id": "i1", "reason": "Taken back"});
    assert_eq!(customs(&taken, "interjection.undelivered"), [expected]);
    assert_eq!(bench.say("i1", "", &Target::Auto), [], "again");
    assert_eq!(refusal(&mut bench, "no, wait"), InterjectRefusal::TakenBack);
    tools_end(&mut bench);
    assert_eq!(bench.result_of("b"), "result of b");
    bench.response_ends(&ROOT, 2, Dispatch::OneByOne);
    assert!(customs(&bench.log, "interjection.delivered").is_empty());
    assert_eq!(customs(&bench.log, "interjection.undelivered").len(), 1);
}

#[test]
fn a_delivered_message_cannot_be_changed_or_taken_back() {
    let mut bench = Bench::tools_running(Dispatch::AllAtOnce);
    bench.say("i1", "first", &Target::Auto);
    tools_end(&mut bench);
    bench.delta(&ROOT, 2, ModelDelta::Text("I".to_owned()));
    for text in ["second", ""] {
        assert_eq!(refusal(&mut bench, text), InterjectRefusal::Delivered);
    }
    assert_eq!(bench.say("i1", "first", &Target::Auto), []);
}

#[test]
fn a_change_before_the_models_first_word_asks_the_model_again() {
    let mut bench = Bench::tools_running(Dispatch::AllAtOnce);
    bench.say("i1", "first", &Target::Auto);
    tools_end(&mut bench);
    let edited = bench.say("i1", "better", &Target::Auto);
    assert!(asks_anew(&edited));
    assert!(bench.result_of("b").ends_with("[User feedback: better]"));
    assert_eq!(
        bench.delta(&ROOT, 2, ModelDelta::Text("late".to_owned())),
        []
    );
    let word = bench.delta(&ROOT, 3, ModelDelta::Text("I".to_owned()));
    let delivered = json!({"id": "i1", "step": 3, "toolCallId": "b"});
    assert_eq!(customs(&word, "interjection.delivered"), [delivered]);
}

#[test]
fn after_a_redirecting_message_is_taken_back_the_model_continues() {
    let mut bench = Bench::started();
    bench.delta(&ROOT, 1, ModelDelta::Text("half a".to_owned()));
    bench.say("i1", "stop", &Target::Auto);
    let taken = bench.say("i1", "", &Target::Auto);
    assert!(asks_anew(&taken));
    assert_eq!(bench.user_turns(&ROOT), ["hello"]);
    let end = bench.response_ends(&ROOT, 3, Dispatch::OneByOne);
    assert_eq!(finish(&end), Some(&Outcome::Completed));
    assert_eq!(customs(&bench.log, "interjection.undelivered").len(), 1);
}

#[test]
fn the_run_ends_when_all_messages_after_a_complete_answer_are_taken_back() {
    let mut bench = Bench::started_with(after_response());
    bench.delta(&ROOT, 1, ModelDelta::Text("whole".to_owned()));
    bench.say("i1", "one", &Target::Auto);
    bench.say("i2", "two", &Target::Auto);
    bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert!(asks_anew(&bench.say("i1", "", &Target::Auto)));
    let end = bench.say("i2", "", &Target::Auto);
    assert!(!starts_work(&end));
    assert_eq!(finish(&end), Some(&Outcome::Completed));
    assert!(matches!(
        bench.engine.history(&ROOT).last(),
        Some(Message::Assistant { text, .. }) if text == "whole"
    ));
    bench.assert_over();
}

#[test]
fn a_delivery_after_a_removed_message_names_the_message_before_that_one() {
    let mut bench = Bench::started();
    bench.say("i1", "one", &Target::Auto);
    bench.say("i2", "two", &Target::Auto);
    bench.say("i1", "", &Target::Auto);
    let word = bench.delta(&ROOT, 4, ModelDelta::Text("I".to_owned()));
    let delivered = json!({"id": "i2", "step": 4, "afterId": "u1"});
    assert_eq!(customs(&word, "interjection.delivered"), [delivered]);
}

#[test]
fn a_new_target_gets_the_message_instead_of_the_first_one() {
    let (mut bench, agents) = Bench::with_agents(&[("e", "explore"), ("g", "agent")], policy());
    bench.ask_for(&agents[0], 1, &[("n", "x")]);
    bench.response_ends(&agents[0], 1, Dispatch::OneByOne);
    let explorer = Target::Call("e".to_owned());
    bench.say("i1", "look", &explorer);
    let moved = bench.say("i1", "look", &Target::Root);
    let said = &customs(&moved, "user.interjection")[0];
    assert_eq!(
        (&said["parentId"], &said["targetAgent"]),
        (&json!("root"), &json!("main"))
    );
    assert!(customs(&moved, "interjection.undelivered").is_empty());
    // Without a target, the message stays with its agent, even if another agent is more visible.
    assert_eq!(bench.say("i1", "look", &Target::Auto), []);
    bench.tool_ends(&agents[0], "n");
    assert_eq!(bench.user_turns(&agents[0]).len(), 1);
    bench.response_ends(&agents[0], 2, Dispatch::OneByOne);
    bench.response_ends(&agents[1], 1, Dispatch::OneByOne);
    assert!(bench.result_of("g").ends_with("[User feedback: look]"));
    let unknown = bench.try_say("i1", "look", &Target::Call("nothing".to_owned()));
    assert!(matches!(unknown, Err(InterjectRefusal::UnknownTarget(_))));
}

#[test]
fn a_passed_up_message_is_changed_at_its_new_agent_and_names_the_first() {
    let (mut bench, agents) = Bench::with_agents(&[("e", "explore"), ("g", "agent")], policy());
    bench.ask_for(&agents[0], 1, &[("n", "x")]);
    bench.response_ends(&agents[0], 1, Dispatch::OneByOne);
    let explorer = Target::Call("e".to_owned());
    bench.say("i1", "look", &explorer);
    bench.ask_to_stop(Some("e"), Urgency::Now).unwrap();
    let edited = bench.say("i1", "look here", &explorer);
    let said = &customs(&edited, "user.interjection")[0];
    assert_eq!(said["parentId"], "root");
    assert_eq!(said["fallbackFrom"], "e");
}

#[test]
fn a_change_during_a_retry_pause_does_not_end_the_pause() {
    let policy = Policy {
        retry: RetryRule {
            retries: 3,
            first_pause: 500,
            longest_pause: 500,
        },
        ..policy()
    };
    let mut bench = Bench::started_with(policy);
    bench.say("i1", "one", &Target::Auto);
    let failed = Input::ModelFailed {
        call: ModelCallId(2),
        failure: Failure::new("overloaded", "later"),
        after: None,
    };
    bench.tell(&ROOT, failed);
    let edited = bench.say("i1", "two", &Target::Auto);
    assert_eq!(edited.len(), 1, "{edited:?}");
    assert_eq!(bench.user_turns(&ROOT), ["hello", "two"]);
    bench.now += 500;
    let again = bench.tell(&ROOT, Input::Tick);
    assert!(matches!(again.last(), Some(Effect::CallModel { .. })));
}

#[test]
fn in_a_stopping_run_a_waiting_message_can_be_taken_back() {
    let mut bench = Bench::tools_running(Dispatch::AllAtOnce);
    bench.say("i1", "one", &Target::Auto);
    bench.cancel(GRACE);
    let taken = bench.say("i1", "", &Target::Auto);
    assert_eq!(taken.len(), 1);
    let end = tools_end(&mut bench);
    assert!(matches!(finish(&end), Some(Outcome::Cancelled(_))));
    assert_eq!(customs(&bench.log, "interjection.undelivered").len(), 1);
}

#[test]
fn a_message_that_moves_between_agents_is_not_lost() {
    let calls = [("e", "explore"), ("g", "agent")];
    let (mut bench, agents) = Bench::with_agents(&calls, after_response());
    bench.say("i1", "look", &Target::Call("e".to_owned()));
    bench.delta(&agents[0], 1, ModelDelta::Text("whole".to_owned()));
    bench.response_ends(&agents[0], 1, Dispatch::OneByOne);
    bench.ask_for(&agents[1], 1, &[("w", "write_file")]);
    bench.response_ends(&agents[1], 1, Dispatch::OneByOne);
    // Without the message, the explorer is done, and the other agent waits for an approval.
    let moved = bench.say("i1", "look", &Target::Root);
    assert_eq!(finish(&moved), None);
    bench.response_ends(&agents[1], 2, Dispatch::OneByOne);
    let end = bench.response_ends(&ROOT, 2, Dispatch::OneByOne);
    assert_eq!(finish(&end), Some(&Outcome::Completed));
    assert_eq!(customs(&bench.log, "interjection.delivered").len(), 1);
}
