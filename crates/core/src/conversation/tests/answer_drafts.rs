//! What is written in the field of a question that closes in another way moves to the composer.

use crate::effect::{Announcement, Effect};
use crate::input::{Input, QueueInput};
use crate::run_event::{AnswerForm, Interrupt, RunError, RunEvent};
use crate::testing::builder::{Convo, asks, convo, question};
use crate::testing::inputs::{answer_to, interject, replace};
use crate::transcript::{Answer, AnswerDraft};

/// A question, with this text in its field and another one in the composer.
fn writing(form: &AnswerForm, text: &str) -> Convo {
    let asked = Interrupt {
        form: form.clone(),
        ..question("i", None)
    };
    let draft = AnswerDraft {
        text: text.into(),
        ..AnswerDraft::default()
    };
    let asking = convo().running("m1").queued(1).event(asks(vec![asked]));
    asking.composing("own").given(Input::AnswerDraft {
        turn: "m1".into(),
        interrupt: "i".into(),
        draft,
    })
}

fn answering(convo: Convo, answer: Answer) -> Convo {
    convo.given(answer_to("m1", "i", answer))
}

fn stop(convo: Convo) -> Convo {
    let run = convo.turn("m1").last_run();
    convo.given(Input::Stop { run })
}

#[test]
fn a_half_written_answer_moves_to_the_composer_when_its_question_closes() {
    let announced = Effect::Announce(Announcement::EditorClosed);
    for form in [AnswerForm::default(), AnswerForm::Words { field: None }] {
        let half = writing(&form, "half");
        let run = half.turn("m1").last_run();
        let closings = [
            (Input::Stop { run: run.clone() }, "own\nhalf"),
            (Input::Queue(QueueInput::RunNext), "own\nhalf"),
            (Input::Queue(QueueInput::RunNow("q1".into())), "own\nhalf"),
            (replace(run.clone(), "m2"), "half"),
            (interject(run.clone(), "w"), "half"),
        ];
        for (closing, kept) in closings {
            let closed = half.clone().given(closing.clone());
            assert_eq!(closed.conversation.composer(), kept, "{closing:?}");
            assert!(closed.last.effects.contains(&announced));
            assert_eq!(
                closed.turn("m1").asked("i").map(|asked| &*asked.draft.text),
                Some("")
            );
        }
        let blank = stop(writing(&form, " "));
        assert_eq!(blank.conversation.composer(), "own");
        assert!(!blank.last.effects.contains(&announced));
    }
}

#[test]
fn an_answer_stays_out_of_the_composer_unless_it_does_not_arrive() {
    let reason = |text: &str| Answer::Denied {
        reason: Some(text.into()),
    };
    let half = || writing(&AnswerForm::default(), "not there ");
    let gone = RunEvent::Failed(RunError {
        message: "gone".into(),
        code: Some("interrupt_not_found".into()),
    });
    let denied = answering(half(), reason("not there"));
    let words = writing(&AnswerForm::Words { field: None }, "blue");
    let replied = answering(words, Answer::Reply("\"blue\"".into()));
    for (given, text) in [(denied, "not there "), (replied, "blue")] {
        assert_eq!(given.conversation.composer(), "own");
        let opened = given.event(RunEvent::Opened);
        let lost = format!("own\n{text}");
        assert_eq!(stop(opened.clone()).conversation.composer(), lost);
        let late = opened.clone().event(gone.clone());
        assert_eq!(late.conversation.composer(), lost);
        assert_eq!(opened.finished().conversation.composer(), "own");
    }
    let approved = answering(half(), Answer::Approved { arguments: None })
        .event(RunEvent::Opened)
        .finished();
    assert_eq!(approved.conversation.composer(), "own\nnot there ");
}
