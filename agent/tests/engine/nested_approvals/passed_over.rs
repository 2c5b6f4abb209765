//! Questions that are never answered: rejected by a message, dropped, or cancelled.

use midturn_agent::conversation::{ToolStatus, Verdict};
use midturn_agent::engine::{CancelRefusal, Dispatch, Effect, Outcome, State, Target, Urgency};

use super::{REJECTED, asks, nested_result, next, sub, three_asking};
use crate::bench::{
    Bench, CANCELLED, GRACE, ROOT, approve, asks_root, customs, decide, finish, kinds, policy,
    starts_work, tools_started,
};

#[test]
fn a_message_instead_of_an_answer_rejects_all_questions_and_starts_no_tool() {
    let (bench, _) = three_asking();
    let mut bench = next(&bench, "r2", Some("something else"), Vec::new());
    let start = bench.start();
    let results = ["RUN_STARTED", "TOOL_CALL_RESULT", "TOOL_CALL_RESULT"];
    assert_eq!(kinds(&start), results, "of the two agents");
    assert_eq!(tools_started(&start), [""; 0]);
    for call in ["g", "h", "w"] {
        assert_eq!(bench.result_of(call), REJECTED);
    }
    let mut late = next(&bench, "r3", None, vec![approve("gw")]);
    assert!(matches!(finish(&late.start()), Some(Outcome::Failed(_))));
}

#[test]
fn questions_dropped_together_with_a_message_are_rejected() {
    let (bench, _) = three_asking();
    let dropped = ["gw", "hw", "w"].map(|call_id| decide(call_id, Verdict::Abandoned));
    let mut with_message = next(&bench, "r2", Some("something else"), dropped.to_vec());
    let start = with_message.start();
    assert_eq!(tools_started(&start), [""; 0]);
    assert!(asks_root(&start));
    for call in ["g", "h", "w"] {
        assert_eq!(with_message.result_of(call), REJECTED);
    }
    // Without a message, each agent continues without its call.
    let mut alone = next(&bench, "r2", None, dropped.to_vec());
    let start = alone.start();
    assert_eq!(tools_started(&start), [""; 0]);
    let agent = sub("g-agent");
    assert_eq!(nested_result(&alone, &agent, "gw").1, ToolStatus::Cancelled);
    assert!(matches!(
        alone.engine.state(&agent),
        Some(State::StreamingResponse(_))
    ));
}

#[test]
fn an_interjection_rejects_every_question_of_the_tree() {
    let calls = [
        ("g", "agent"),
        ("h", "agent"),
        ("w", "write_file"),
        ("a", "x"),
    ];
    for target in [Target::Auto, Target::Root, Target::Call("g".to_owned())] {
        let (mut bench, agents) = Bench::with_agents(&calls, policy());
        asks(&mut bench, &agents[0], 1, "gw", "write_file");
        let waiting = asks(&mut bench, &agents[1], 1, "hw", "write_file");
        assert_eq!(finish(&waiting), None, "a tool is at work");
        bench.say("i1", "use a patch", &target);
        assert!(
            nested_result(&bench, &agents[0], "gw")
                .0
                .starts_with(REJECTED)
        );
        assert!(
            nested_result(&bench, &agents[1], "hw")
                .0
                .starts_with(REJECTED)
        );
        assert!(bench.result_of("w").starts_with(REJECTED));
        // All agents continue.
        bench.tool_ends(&ROOT, "a");
        bench.response_ends(&agents[0], 2, Dispatch::OneByOne);
        let end = bench.response_ends(&agents[1], 2, Dispatch::OneByOne);
        assert!(asks_root(&end));
        let end = bench.response_ends(&ROOT, 2, Dispatch::OneByOne);
        assert_eq!(finish(&end), Some(&Outcome::Completed));
        assert_eq!(customs(&bench.log, "interjection.delivered").len(), 1);
    }
}

#[test]
fn a_call_that_needs_approval_is_rejected_when_a_message_waits() {
    let (mut bench, agents) = Bench::with_agents(&[("g", "agent")], policy());
    bench.say("i1", "no files, please", &Target::Root);
    let effects = asks(&mut bench, &agents[0], 1, "w", "write_file");
    assert_eq!(finish(&effects), None);
    assert!(
        nested_result(&bench, &agents[0], "w")
            .0
            .starts_with(REJECTED)
    );
    assert!(starts_work(&effects));
}

#[test]
fn a_waiting_agent_is_cancelled_at_once_and_the_others_continue() {
    for urgency in [Urgency::Now, Urgency::Graceful { grace: 5_000 }] {
        let (mut bench, agents) = Bench::with_agents(&[("g", "agent"), ("a", "x")], policy());
        asks(&mut bench, &agents[0], 1, "w", "write_file");
        let early = bench.ask_to_stop(Some("w"), urgency);
        assert_eq!(early, Err(CancelRefusal::NotStarted));
        let end = bench.ask_to_stop(Some("g-agent"), urgency).unwrap();
        assert_eq!(customs(&end, "task.cancelled").len(), 1);
        assert!(kinds(&end).contains(&"sub:SUBAGENT_ERROR".to_owned()));
        let end = bench.tool_ends(&ROOT, "a");
        assert!(matches!(end.last(), Some(Effect::CallModel { .. })));
        assert_eq!(bench.results()[0], ("g".to_owned(), ToolStatus::Cancelled));
    }
}

#[test]
fn a_run_can_be_cancelled_while_agents_wait() {
    for urgency in [Urgency::Now, GRACE] {
        let calls = [("g", "agent"), ("a", "x"), ("w", "write_file")];
        let (mut bench, agents) = Bench::with_agents(&calls, policy());
        asks(&mut bench, &agents[0], 1, "gw", "write_file");
        bench.cancel(urgency);
        bench.tool_ends(&ROOT, "a");
        assert_eq!(finish(&bench.log), Some(&CANCELLED));
        let stopped = bench.results().into_iter().filter(|(id, _)| id != "a");
        let statuses: Vec<_> = stopped.map(|(_, status)| status).collect();
        assert_eq!(statuses, [ToolStatus::Cancelled; 2]);
        bench.assert_over();
    }
}

#[test]
fn a_cancel_before_the_start_lets_no_agent_continue() {
    let (bench, _) = three_asking();
    let answers = vec![approve("gw"), approve("hw"), approve("w")];
    let mut bench = next(&bench, "r2", None, answers);
    bench.engine.cancel_before_start("changed my mind");
    let start = bench.start();
    assert!(!starts_work(&start));
    assert!(matches!(finish(&start), Some(Outcome::Cancelled(_))));
    let statuses: Vec<_> = bench.results().into_iter().map(|(_, s)| s).collect();
    assert_eq!(statuses, [ToolStatus::Cancelled; 3]);
    // Each call that waited gets a result, and the client gets an event for each result.
    let told = kinds(&start);
    let count = |kind: &str| told.iter().filter(|one| *one == kind).count();
    assert_eq!(count("sub:SUBAGENT_STARTED"), 2);
    assert_eq!(count("sub:TOOL_CALL_RESULT"), 2);
    assert_eq!(count("sub:SUBAGENT_ERROR"), 2);
    assert_eq!(count("TOOL_CALL_RESULT"), 3);
}

#[test]
fn an_answer_without_an_open_question_prevents_every_agent_from_continuing() {
    let (bench, _) = three_asking();
    let answers = vec![approve("gw"), approve("nothing")];
    let mut bench = next(&bench, "r2", None, answers);
    let start = bench.start();
    assert_eq!(kinds(&start), ["RUN_STARTED", "RUN_ERROR"]);
    assert!(!starts_work(&start));
}
