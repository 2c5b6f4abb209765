//! Interjections in each state of the agent, and at each place where the message may go.

use midturn_agent::conversation::{Interjection, Message, ToolStatus, with_feedback};
use midturn_agent::engine::{
    Dispatch, Effect, Input, InterjectRefusal, ModelCallId, ModelDelta, Outcome, Target, Urgency,
};
use serde_json::json;

use crate::bench::{
    Bench, GRACE, ROOT, after_response, customs, finish, kinds, starts_work, tools_started,
};

#[test]
fn basic_interruption_is_appended_to_the_tool_results() {
    let mut bench = Bench::tools_running(Dispatch::AllAtOnce);
    let said = bench.say("i1", "Fix the bug", &Target::Auto);
    assert!(!starts_work(&said), "an interjection stops no tool");
    let event = &customs(&said, "user.interjection")[0];
    let expected = json!({
        "id": "i1", "message": "Fix the bug", "parentId": "root", "targetAgent": "main",
    });
    assert_eq!(*event, expected);
    assert!(!starts_work(&bench.tool_ends(&ROOT, "a")));
    let end = bench.tool_ends(&ROOT, "b");
    assert_eq!(bench.result_of("a"), "result of a");
    assert_eq!(
        bench.result_of("b"),
        "result of b\n\n[User feedback: Fix the bug]"
    );
    assert!(matches!(end.last(), Some(Effect::CallModel { .. })));
    assert!(
        customs(&end, "interjection.delivered").is_empty(),
        "not yet"
    );
    let word = bench.delta(&ROOT, 2, ModelDelta::Text("I".to_owned()));
    assert_eq!(
        customs(&word, "interjection.delivered"),
        [json!({"id": "i1", "step": 2, "toolCallId": "b"})]
    );
    let word = bench.delta(&ROOT, 2, ModelDelta::Text(" see".to_owned()));
    assert!(customs(&word, "interjection.delivered").is_empty(), "once");
}

#[test]
fn multiple_tool_calls_are_all_run_before_the_message_is_appended() {
    let mut bench = Bench::tools_running(Dispatch::OneByOne);
    bench.say("i1", "and then", &Target::Auto);
    let first = bench.tool_ends(&ROOT, "a");
    assert_eq!(tools_started(&first), ["b"]);
    assert_eq!(
        customs(&first, "interjection.delivered"),
        Vec::<serde_json::Value>::new()
    );
    bench.tool_ends(&ROOT, "b");
    assert!(bench.result_of("b").ends_with("[User feedback: and then]"));
}

#[test]
fn multiple_interruptions_keep_their_order_and_are_joined_by_a_blank_line() {
    let mut bench = Bench::tools_running(Dispatch::AllAtOnce);
    for (id, text) in [
        ("i1", "First message"),
        ("i2", "Second message"),
        ("i3", " third "),
    ] {
        bench.say(id, text, &Target::Auto);
    }
    bench.tool_ends(&ROOT, "b");
    bench.tool_ends(&ROOT, "a");
    assert_eq!(
        bench.result_of("a"),
        "result of a\n\n[User feedback: First message]\n\n[User feedback: Second message]\n\n\
         [User feedback: third]"
    );
    let end = bench.response_ends(&ROOT, 2, Dispatch::OneByOne);
    let delivered = customs(&end, "interjection.delivered");
    let ids: Vec<_> = delivered.iter().map(|value| &value["id"]).collect();
    assert_eq!(ids, ["i1", "i2", "i3"]);
}

#[test]
fn empty_interrupt_messages_are_dropped_but_attachments_are_not() {
    let mut bench = Bench::tools_running(Dispatch::AllAtOnce);
    for blank in ["", "  \n"] {
        let refused = bench.try_say("i0", blank, &Target::Auto);
        assert_eq!(refused, Err(InterjectRefusal::Blank));
    }
    let image = json!({"type": "image", "source": {"type": "url", "value": "https://a/b"}});
    let picture = Interjection {
        id: "i1".to_owned(),
        text: String::new(),
        attachments: vec![image.clone()],
    };
    let said = bench.engine.interject(2_000, picture, &Target::Auto);
    let (_, effects) = said.unwrap();
    assert_eq!(
        customs(&effects, "user.interjection")[0]["attachments"],
        json!([image])
    );
    bench.tool_ends(&ROOT, "a");
    bench.tool_ends(&ROOT, "b");
    assert_eq!(bench.result_of("b"), "result of b");
    let history = bench.engine.history(&ROOT);
    let kept = history.iter().any(|message| {
        matches!(message, Message::Tool { feedback, .. }
            if feedback.iter().any(|one| one.attachments == [image.clone()]))
    });
    assert!(kept);
}

#[test]
fn a_repeated_id_is_one_interjection() {
    let mut bench = Bench::tools_running(Dispatch::AllAtOnce);
    bench.say("i1", "once", &Target::Auto);
    assert_eq!(bench.say("i1", "once", &Target::Auto), []);
    bench.tool_ends(&ROOT, "a");
    bench.tool_ends(&ROOT, "b");
    assert_eq!(bench.result_of("b").matches("once").count(), 1);
    // Also after it was delivered.
    assert_eq!(bench.say("i1", "once", &Target::Auto), []);
}

#[test]
fn tool_approval_conflict_rejects_the_pending_call() {
    let mut bench = Bench::started();
    let calls = [("w", "write_file"), ("a", "x"), ("v", "write_file")];
    bench.ask_for(&ROOT, 1, &calls);
    bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    let said = bench.say("i1", "Use a patch", &Target::Auto);
    assert_eq!(kinds(&said), ["CUSTOM", "TOOL_CALL_RESULT"]);
    let end = bench.tool_ends(&ROOT, "a");
    assert_eq!(finish(&end), None, "no question is left to ask");
    assert!(starts_work(&end));
    let denied = "User interrupted with new message";
    assert_eq!(bench.result_of("w"), denied);
    // The call `v` is only reached after the message, but does not ask for approval either.
    assert!(bench.result_of("v").starts_with(denied));
    let statuses: Vec<_> = bench
        .results()
        .into_iter()
        .map(|(_, status)| status)
        .collect();
    assert_eq!(
        statuses,
        [ToolStatus::Denied, ToolStatus::Ok, ToolStatus::Denied]
    );
}

#[test]
fn cancellation_with_queued_messages_ends_cleanly_and_reports_them_undelivered() {
    let mut bench = Bench::tools_running(Dispatch::AllAtOnce);
    bench.say("i1", "too late", &Target::Auto);
    let end = bench.cancel(Urgency::Now);
    assert!(!starts_work(&end));
    assert_eq!(customs(&end, "interjection.undelivered")[0]["id"], "i1");
    assert!(matches!(finish(&end), Some(Outcome::Cancelled(_))));
    // The report comes before the end of the run.
    assert_eq!(kinds(&end).last().unwrap(), "RUN_FINISHED");
    bench.assert_over();
}

#[test]
fn streaming_interruption_now_keeps_the_partial_text_and_the_message_is_next() {
    let mut bench = Bench::started();
    bench.delta(&ROOT, 1, ModelDelta::Text("half a".to_owned()));
    let said = bench.say("i1", "stop, look", &Target::Auto);
    assert_eq!(said[1], Effect::StopModel { agent: ROOT });
    assert_eq!(kinds(&said), ["CUSTOM", "TEXT_MESSAGE_END"]);
    assert!(matches!(
        said.last(),
        Some(Effect::CallModel {
            call: ModelCallId(2),
            ..
        })
    ));
    let history = bench.engine.history(&ROOT);
    assert!(matches!(&history[1], Message::Assistant { text, .. } if text == "half a"));
    assert!(
        matches!(&history[2], Message::User { text, id, .. } if text == "stop, look" && id == "i1")
    );
    // Late input of the stopped response changes nothing.
    assert_eq!(
        bench.delta(&ROOT, 1, ModelDelta::Text(" word".to_owned())),
        []
    );
    assert_eq!(bench.response_ends(&ROOT, 1, Dispatch::OneByOne), []);
    bench.delta(&ROOT, 2, ModelDelta::Text("looking".to_owned()));
    let end = bench.response_ends(&ROOT, 2, Dispatch::OneByOne);
    assert_eq!(finish(&end), Some(&Outcome::Completed));
}

#[test]
fn streaming_interruption_now_in_the_middle_of_a_tool_call_runs_no_tool() {
    let mut bench = Bench::started();
    bench.ask_for(&ROOT, 1, &[("a", "x")]);
    let said = bench.say("i1", "no", &Target::Auto);
    assert_eq!(tools_started(&said), [""; 0]);
    assert_eq!(bench.results(), [("a".to_owned(), ToolStatus::Cancelled)]);
    assert_eq!(bench.result_of("a"), "User interrupted with new message");
    assert_eq!(bench.user_turns(&ROOT), ["hello", "no"]);
}

#[test]
fn streaming_interruption_after_response_is_its_own_turn() {
    let mut bench = Bench::started_with(after_response());
    bench.delta(&ROOT, 1, ModelDelta::Text("whole ".to_owned()));
    let said = bench.say("i1", "next", &Target::Auto);
    assert_eq!(said.len(), 1, "nothing is stopped: {said:?}");
    bench.say("i2", "and next", &Target::Auto);
    bench.delta(&ROOT, 1, ModelDelta::Text("answer".to_owned()));
    let end = bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    assert_eq!(finish(&end), None);
    assert_eq!(bench.user_turns(&ROOT), ["hello", "next", "and next"]);
    let end = bench.response_ends(&ROOT, 2, Dispatch::OneByOne);
    assert_eq!(customs(&end, "interjection.delivered").len(), 2);
    assert_eq!(finish(&end), Some(&Outcome::Completed));
}

#[test]
fn after_response_with_tools_the_message_goes_with_their_results() {
    let mut bench = Bench::started_with(after_response());
    bench.say("i1", "mind the tests", &Target::Auto);
    bench.ask_for(&ROOT, 1, &[("a", "x")]);
    bench.response_ends(&ROOT, 1, Dispatch::OneByOne);
    bench.tool_ends(&ROOT, "a");
    assert!(
        bench
            .result_of("a")
            .ends_with("[User feedback: mind the tests]")
    );
    assert_eq!(bench.user_turns(&ROOT), ["hello"]);
}

#[test]
fn a_message_to_a_finished_or_stopping_run_is_refused() {
    let mut bench = Bench::tools_running(Dispatch::AllAtOnce);
    bench.cancel(GRACE);
    let refused = bench.try_say("i1", "wait", &Target::Auto);
    assert_eq!(refused, Err(InterjectRefusal::RunOver));
    bench.tool_ends(&ROOT, "a");
    bench.tool_ends(&ROOT, "b");
    let refused = bench.try_say("i1", "wait", &Target::Auto);
    assert_eq!(refused, Err(InterjectRefusal::RunOver));
}

#[test]
fn a_failed_run_reports_its_messages_as_undelivered() {
    let mut bench = Bench::started_with(after_response());
    bench.say("i1", "hm", &Target::Auto);
    let failure = midturn_agent::engine::Failure::new("overloaded", "later");
    let (call, result) = (ModelCallId(1), Err(failure));
    let end = bench.tell(&ROOT, Input::ModelFinished { call, result });
    assert_eq!(kinds(&end), ["CUSTOM", "RUN_ERROR"]);
    assert_eq!(customs(&end, "interjection.undelivered").len(), 1);
}

#[test]
fn feedback_is_formatted_with_or_without_content_and_text() {
    let say = |text: &str| Interjection::new("i", text);
    assert_eq!(with_feedback("out", &[]), "out");
    assert_eq!(with_feedback("", &[say("a")]), "[User feedback: a]");
    assert_eq!(with_feedback("out", &[say(" ")]), "out");
}

#[test]
fn a_message_is_undelivered_if_the_model_fails_or_stops_before_it_answers() {
    let failure = midturn_agent::engine::Failure::new("overloaded", "later");
    let call = ModelCallId(2);
    let ends = [
        Input::ModelFailed {
            call,
            failure: failure.clone(),
            after: None,
        },
        Input::ModelFinished {
            call,
            result: Err(failure),
        },
        Input::Cancel {
            cause: midturn_agent::engine::Cause::User,
            urgency: Urgency::Now,
        },
    ];
    for end in ends {
        let mut bench = Bench::started();
        bench.say("i1", "look", &Target::Auto);
        let end = bench.tell(&ROOT, end);
        assert_eq!(customs(&end, "interjection.undelivered")[0]["id"], "i1");
        assert_eq!(customs(&bench.log, "interjection.undelivered").len(), 1);
        assert!(customs(&bench.log, "interjection.delivered").is_empty());
    }
}
