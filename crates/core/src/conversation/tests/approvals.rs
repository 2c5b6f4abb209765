//! Answers to an agent's questions, and messages in place of answers.

use crate::card::{Card, PauseReason};
use crate::effect::{Announcement, Effect};
use crate::history::HistoryMessage;
use crate::id::RunId;
use crate::input::{Input, QueueInput};
use crate::run_event::{AnswerForm, RunEvent};
use crate::testing::builder::{
    ABLE, Convo, asks, convo, question, run_of, subagent, text, tool, tool_args, tool_result,
};
use crate::testing::events::{refused, subagent_ended, tool_start};
use crate::testing::inputs::{answer_to, interject, replace};
use crate::transcript::{
    ActivityKind, ActivityStatus, Answer, AnswerDraft, Outcome, Question, Resume, Stop,
};

const YES: Answer = Answer::Approved { arguments: None };

fn second() -> RunId {
    RunId::of_attempt(&"m1".into(), 2)
}

fn asking(questions: &[&str]) -> Convo {
    let mut convo = convo().running("m1");
    for id in questions {
        let call = format!("c-{id}");
        convo = convo.event(tool(&call)).event(tool_args(&call, "{}"));
    }
    let questions = questions.iter();
    convo.event(asks(
        questions
            .map(|id| question(id, Some(&format!("c-{id}"))))
            .collect(),
    ))
}

fn answering(convo: Convo, interrupt: &str, answer: Answer) -> Convo {
    convo.given(answer_to("m1", interrupt, answer))
}

fn resume(interrupt: &str, answer: Answer) -> Resume {
    Resume {
        interrupt: interrupt.into(),
        answer,
        form: AnswerForm::default(),
    }
}

#[test]
fn what_the_agent_asks_is_announced() {
    let convo = asking(&["i", "j"]);
    let question = Question {
        message: Some("May I?".into()),
        tool: Some("search".into()),
    };
    let questions = vec![question.clone(), question];
    let asked = Effect::Announce(Announcement::Waiting { questions });
    assert!(
        convo.last.effects.contains(&asked),
        "{:?}",
        convo.last.effects
    );
}

#[test]
fn after_an_approval_the_turn_continues_with_a_second_run() {
    let convo = answering(asking(&["i"]), "i", YES);
    assert_eq!(convo.outward(), [Effect::OpenStream { run: second() }]);
    assert_eq!(convo.conversation.turns().len(), 1);
    assert_eq!(convo.turn("m1").outcome, None);
    assert!(matches!(convo.card(), Card::Running { run, .. } if *run == second()));
    assert_eq!(convo.status("c-i"), ActivityStatus::Running);
    assert_eq!(convo.status("approval:i"), ActivityStatus::Done);
    let request = convo.request();
    assert_eq!(request.resume, [resume("i", YES)]);
    let is_tool = |held: &HistoryMessage| matches!(held, HistoryMessage::Tool { .. });
    assert!(
        !request.messages.iter().any(is_tool),
        "the call is still open"
    );
}

#[test]
fn the_run_after_an_approval_completes_the_same_turn() {
    let convo = answering(asking(&["i"]), "i", YES)
        .event(RunEvent::Opened)
        .event(tool_result("c-i", "written"))
        .event(text("a", "Done."))
        .finished();
    assert_eq!(convo.turn("m1").outcome, Some(Outcome::Completed));
    assert_eq!(convo.status("c-i"), ActivityStatus::Done);
    assert_eq!(*convo.card(), Card::Hidden);
    let next = convo.running("m2");
    assert!(next.request().resume.is_empty(), "nothing is open any more");
}

#[test]
fn a_turn_waits_for_all_answers_and_each_can_be_changed_until_then() {
    let denied = Answer::Denied {
        reason: Some("not there".into()),
    };
    let one = answering(asking(&["i", "j"]), "i", YES);
    assert_eq!(one.outward(), []);
    let changed = answering(one, "i", denied.clone());
    assert_eq!(changed.outward(), []);
    let both = answering(changed, "j", YES);
    assert_eq!(both.outward(), [Effect::OpenStream { run: second() }]);
    assert_eq!(
        both.request().resume,
        [resume("i", denied), resume("j", YES)]
    );
    assert_eq!(both.status("approval:i"), ActivityStatus::Cancelled);
}

#[test]
fn edited_arguments_are_in_the_answer_and_in_the_history() {
    let edited = Answer::Approved {
        arguments: Some("{\"path\":\"b\"}".into()),
    };
    let convo = answering(asking(&["i"]), "i", edited.clone());
    let request = convo.request();
    assert_eq!(request.resume, [resume("i", edited)]);
    let asked: Vec<_> = request
        .messages
        .iter()
        .filter_map(|held| match held {
            HistoryMessage::Assistant { calls, .. } => calls.first(),
            _ => None,
        })
        .map(|call| call.arguments.as_str())
        .collect();
    assert_eq!(
        asked,
        ["{\"path\":\"b\"}"],
        "what runs is what the history says"
    );
}

#[test]
fn a_subagent_with_a_question_waits_and_continues_after_the_answer() {
    let inner = tool_start("c", "write_file", Some("s"));
    let waiting = convo()
        .running("m1")
        .event(tool("call"))
        .event(subagent("s", "agent", Some("call")))
        .event(inner)
        .event(RunEvent::SubagentSuspended { id: "s".into() })
        .event(asks(vec![question("i", Some("c"))]));
    for id in ["s", "c", "approval:i"] {
        assert_eq!(waiting.status(id), ActivityStatus::Waiting, "{id}");
    }
    let answered = answering(waiting.clone(), "i", YES);
    assert_eq!(answered.status("s"), ActivityStatus::Running);
    let replaced = waiting.composing("x").given(replace(run_of("m1"), "m2"));
    for convo in [&answered, &replaced] {
        let is_tool = |held: &HistoryMessage| matches!(held, HistoryMessage::Tool { .. });
        let messages = convo.request().messages;
        assert!(
            !messages.iter().any(is_tool),
            "the call that started the subagent is open too"
        );
    }
    let done = answered
        .event(RunEvent::Opened)
        .event(subagent("s", "agent", Some("call")))
        .event(tool_result("c", "written"))
        .event(subagent_ended("s"));
    assert_eq!(done.status("s"), ActivityStatus::Done);
    let agents = done.turn("m1").activities.iter();
    assert_eq!(agents.filter(|held| held.id.as_str() == "s").count(), 1);
}

#[test]
fn a_queued_prompt_does_not_answer_a_question() {
    let convo = asking(&["i"])
        .composing("later")
        .given(Input::Submit { id: "q1".into() });
    assert!(convo.turn("m1").is_waiting());
    assert_eq!(convo.prompts(), ["q1"]);
    assert!(matches!(
        convo.card(),
        Card::Paused {
            reason: PauseReason::Waiting,
            ..
        }
    ));
    assert_eq!(convo.outward(), []);
    let answered = answering(convo, "i", YES)
        .event(RunEvent::Opened)
        .finished();
    assert_eq!(
        answered.turn("q1").text,
        "text of q1".replace("text of q1", "later")
    );
}

#[test]
fn an_interjection_denies_all_open_questions_and_the_turn_continues() {
    let convo = asking(&["i", "j"])
        .composing("no, rather this")
        .given(interject(run_of("m1"), "s"));
    let rejected = Answer::Denied {
        reason: Some("User interrupted with new message".into()),
    };
    let request = convo.request();
    assert_eq!(
        request.resume,
        [resume("i", rejected.clone()), resume("j", rejected)]
    );
    let said = |held: &HistoryMessage| matches!(held, HistoryMessage::User { text, .. } if text == "no, rather this");
    assert!(
        !request.messages.iter().any(said),
        "the request has the answers and not the message"
    );
    assert_eq!(convo.conversation.turns().len(), 1);
}

#[test]
fn after_a_stop_only_the_next_run_reports_the_question_as_abandoned() {
    let stopped = asking(&["i"]).given(Input::Stop { run: run_of("m1") });
    assert_eq!(
        stopped.turn("m1").outcome,
        Some(Outcome::Cancelled(Stop::Confirmed))
    );
    assert_eq!(stopped.status("c-i"), ActivityStatus::Cancelled);
    let next = stopped.running("m2");
    assert_eq!(next.request().resume, [resume("i", Answer::Abandoned)]);
    let later = next.finished().running("m3");
    assert!(later.request().resume.is_empty(), "it is told once");
}

#[test]
fn refused_answers_leave_the_questions_open() {
    let convo = answering(asking(&["i"]), "i", YES).event(refused(400));
    assert!(convo.turn("m1").is_waiting());
    assert_eq!(convo.status("approval:i"), ActivityStatus::Waiting);
    assert_eq!(convo.status("c-i"), ActivityStatus::Waiting);
    let told = Effect::Announce(Announcement::AnswersNotSent);
    assert!(convo.last.effects.contains(&told));
    let again = answering(convo, "i", YES);
    assert_eq!(again.run(), RunId::of_attempt(&"m1".into(), 3));
    assert_eq!(again.request().resume, [resume("i", YES)]);
}

#[test]
fn the_backend_can_repeat_a_question_after_its_answer() {
    let convo = answering(asking(&["i"]), "i", YES)
        .event(RunEvent::Opened)
        .event(asks(vec![question("i", Some("c-i"))]));
    assert!(convo.turn("m1").is_waiting());
    let again = answering(convo, "i", YES);
    assert_eq!(again.run(), RunId::of_attempt(&"m1".into(), 3));
}

#[test]
fn arguments_of_a_call_repeated_after_its_approval_are_ignored() {
    let edited = Answer::Approved {
        arguments: Some("{\"b\":2}".into()),
    };
    for (answer, expected) in [(YES, "{}"), (edited, "{\"b\":2}")] {
        let convo = answering(asking(&["i"]), "i", answer)
            .event(RunEvent::Opened)
            .event(tool("c-i"))
            .event(tool_args("c-i", "{}"));
        let call = convo.turn("m1").activity(&"c-i".into()).expect("the call");
        assert!(
            matches!(&call.kind, ActivityKind::Tool { arguments, .. } if arguments == expected),
            "{call:?}"
        );
    }
}

#[test]
fn an_answer_without_an_open_question_changes_nothing() {
    assert!(answering(asking(&["i"]), "j", YES).was_refused());
    let done = answering(asking(&["i"]), "i", YES);
    assert!(answering(done, "i", YES).was_refused());
    assert!(answering(convo().with_abilities(ABLE).running("m1"), "i", YES).was_refused());
}

#[test]
fn a_message_after_a_stopped_replacement_still_abandons_the_question() {
    let convo = asking(&["i"])
        .composing("new")
        .given(replace(run_of("m1"), "m2"));
    let run = convo.run();
    let stopped = convo.given(Input::Stop { run });
    assert_eq!(stopped.prompts(), ["m2"]);
    let next = stopped.queue(QueueInput::RunNow("m2".into()));
    assert_eq!(next.request().resume, [resume("i", Answer::Abandoned)]);
}

#[test]
fn a_finished_subagent_that_starts_again_is_running() {
    let waiting = convo()
        .running("m1")
        .event(tool("c-i"))
        .event(subagent("s", "agent", Some("c-i")))
        .event(subagent_ended("s"))
        .event(asks(vec![question("i", Some("c-i"))]));
    let on = answering(waiting, "i", YES)
        .event(RunEvent::Opened)
        .event(subagent("s", "agent", Some("c-i")));
    assert_eq!(on.status("s"), ActivityStatus::Running);
}

fn drafting(convo: Convo, interrupt: &str) -> Convo {
    convo.given(Input::AnswerDraft {
        turn: "m1".into(),
        interrupt: interrupt.into(),
        draft: AnswerDraft {
            text: "not this".into(),
            fields: vec![("path".into(), "b".into())],
        },
    })
}

#[test]
fn the_draft_of_an_answer_is_kept_until_the_backend_accepts_the_answer() {
    let draft = |convo: &Convo, id: &str| {
        let asked = convo.turn("m1").asked(id);
        asked.expect("the question").draft.clone()
    };
    let typed = drafting(asking(&["i", "j"]), "i");
    assert_eq!(draft(&typed, "i").text, "not this");
    assert!(draft(&typed, "j").is_empty());
    // A draft for a question that is not open is refused.
    let both = answering(answering(typed.clone(), "i", YES), "j", YES);
    assert!(drafting(both.clone(), "i").was_refused());
    // Until the backend has accepted the answer, the draft may be needed again.
    let refused = both.clone().event(refused(400));
    assert_eq!(draft(&refused, "i").text, "not this");
    let taken = both
        .event(RunEvent::Opened)
        .event(tool_result("c-i", "written"));
    assert!(draft(&taken, "i").is_empty());
    assert!(drafting(typed, "k").was_refused());
}
