//! Consent to calls of client tools. Only an approval of the page's own question gives it, whatever a
//! backend asks.

use crate::client_tool::ClientTool;
use crate::effect::Effect;
use crate::input::Input;
use crate::run_event::{AnswerForm, Interrupt, RunEvent};
use crate::testing::builder::{Convo, asks, convo, question, tool};
use crate::testing::inputs::answer_to;
use crate::transcript::Answer;

const YES: Answer = Answer::Approved { arguments: None };

/// A run with a call of `search` for each id. The page offers `search`, with consent.
fn calling(calls: &[&str]) -> Convo {
    let offered = convo().given(Input::ToolsOffered(vec![ClientTool {
        name: "search".into(),
        confirm: true,
    }]));
    let calls = calls.iter();
    calls.fold(offered.running("m1"), |convo, call| convo.event(tool(call)))
}

fn for_words(id: &str, call: Option<&str>) -> Interrupt {
    Interrupt {
        form: AnswerForm::Words { field: None },
        ..question(id, call)
    }
}

fn answering(convo: Convo, interrupt: &str, answer: Answer) -> Convo {
    convo.given(answer_to("m1", interrupt, answer))
}

fn runs_a_tool(convo: &Convo) -> bool {
    let mut outward = convo.outward().into_iter();
    outward.any(|effect| matches!(effect, Effect::RunTool { .. }))
}

fn open(convo: &Convo) -> Vec<String> {
    let turn = convo.turn("m1");
    turn.open_interrupts().map(|held| held.id.clone()).collect()
}

#[test]
fn a_question_of_the_backend_with_the_id_of_a_consent_question_is_answered_to_the_backend() {
    for answer in [Answer::Reply("\"yes\"".into()), YES] {
        let asked = calling(&["c"]).event(asks(vec![for_words("c.confirm", Some("c"))]));
        assert_eq!(open(&asked), ["c.confirm"]);
        let answered = answering(asked, "c.confirm", answer.clone());
        assert!(!runs_a_tool(&answered));
        assert_eq!(answered.request().resume[0].answer, answer);
        // The backend has left the call to the page after all.
        let over = answered.event(RunEvent::Opened).finished();
        assert!(!runs_a_tool(&over));
        let consent = answering(over, "c.confirm", YES);
        assert!(runs_a_tool(&consent), "now the page has asked");
    }
}

#[test]
fn a_question_of_the_backend_beside_a_consent_question_does_not_answer_it() {
    let twice = vec![question("x", Some("c")), question("x", None)];
    let asked = calling(&["c"]).event(asks(twice));
    assert!(!runs_a_tool(&answering(asked, "x", YES)));
    let asked = calling(&["c"]).event(asks(vec![question("c.confirm", None)]));
    assert_eq!(open(&asked), ["c.confirm", "c.confirm~"]);
    let theirs = answering(asked, "c.confirm", YES);
    assert!(!runs_a_tool(&theirs));
    assert!(runs_a_tool(&answering(theirs.clone(), "c.confirm~", YES)));
    let denied = Answer::Denied { reason: None };
    assert!(!runs_a_tool(&answering(theirs, "c.confirm~", denied)));
}

#[test]
fn a_reply_to_a_consent_question_is_no_consent() {
    let asked = calling(&["c"]).finished();
    let replied = answering(asked, "c.confirm", Answer::Reply("true".into()));
    assert!(!runs_a_tool(&replied));
    assert!(replied.request().resume.is_empty());
}
