//! Random sequences of inputs, with checks after each step. They include inputs that `midturn-exploration`
//! leaves out, but do not reach every state.

mod recorded;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use midturn_core::conversation::Conversation;
use midturn_core::effect::{Diagnostic, Effect};
use midturn_core::id::MessageId;
use midturn_core::input::{Input, QueueInput};
use midturn_core::queue::{Prompt, UNDOS};
use midturn_core::run_event::{Abilities, FinishOutcome, RunEvent};
use midturn_core::testing::builder::{asks, question, text, tool, tool_result, user};
use midturn_core::testing::invariants;
use midturn_core::transcript::{ActivityKind, Turn};

use crate::inputs::{Act, Which, World};
use crate::inputs::{any_act, compose, interject, replace, reported, submit, words};

impl World {
    fn act(&mut self, act: &Act) -> Result<(), TestCaseError> {
        let input = act.input(self);
        self.inputs.push(input.clone());
        let before = self.conversation.clone();
        let removes = matches!(
            &input,
            Input::Queue(
                QueueInput::Remove(_)
                    | QueueInput::EditDone
                    | QueueInput::Edit(_)
                    | QueueInput::EditLast
            )
        );
        self.now += 1;
        let step = self.conversation.apply(input.clone(), self.now);
        let after = &self.conversation;

        prop_assert_eq!(invariants::broken(after), None, "{:?}", &input);

        // An event with an unknown reference still advances the cursor, and an id that came again has
        // another name.
        let diagnoses = |effect: &Effect| match effect {
            Effect::Diagnose(why) => !matches!(why, Diagnostic::Unknown(_) | Diagnostic::Reused(_)),
            _ => false,
        };
        if step.changes.is_empty() && !step.effects.is_empty() && step.effects.iter().all(diagnoses)
        {
            prop_assert_eq!(
                after,
                &before,
                "a refused input changes nothing: {:?}",
                &input
            );
        }
        for effect in &step.effects {
            check_effect(effect, &before, after)?;
        }
        let opens = |effect: &Effect| matches!(effect, Effect::OpenStream { .. });
        let (unread, lost) = after.awaited_files();
        prop_assert!(
            !step.effects.iter().any(opens) || unread.is_empty() && lost.is_empty(),
            "sent without {unread:?}, {lost:?}"
        );

        // Only the latest removed prompts can be restored.
        let is_held = |held: &Prompt| after.queue().removed().any(|now| now.id == held.id);
        let mut full = before.queue().removed();
        let oldest = full.next().filter(|_| full.count() + 1 == UNDOS);
        if let Some(gone) = oldest.filter(|held| removes && !is_held(held)) {
            self.known.remove(&gone.id);
            let kept = words(invariants::kept_texts(after, true));
            let thrown = words([gone.text.as_str()].into_iter());
            self.typed
                .retain(|word| !thrown.contains(word) || kept.contains(word));
        }
        let kept = words(invariants::kept_texts(after, true));
        let lost: Vec<_> = self.typed.difference(&kept).collect();
        prop_assert!(lost.is_empty(), "{lost:?} lost by {input:?}");

        let ids = ids(after);
        let several: Vec<_> = ids.iter().filter(|(_, count)| **count > 1).collect();
        prop_assert!(several.is_empty(), "{several:?} twice");
        let gone: Vec<_> = self
            .known
            .iter()
            // A queued prompt is removed if the agent reports it as a delivered interjection.
            .filter(|id| !ids.contains_key(*id) && !is_said(after, id))
            .collect();
        prop_assert!(gone.is_empty(), "{gone:?} gone by {input:?}");
        self.known.extend(ids.into_keys());
        check_history(after)?;
        self.check_files(&step.effects)
    }

    /// Checks that no file is lost, and that the shell is told to delete a file exactly once, when
    /// nothing refers to the file any more.
    fn check_files(&mut self, effects: &[Effect]) -> Result<(), TestCaseError> {
        let held: BTreeSet<_> = self
            .conversation
            .files()
            .map(|file| file.id.clone())
            .collect();
        for effect in effects {
            if let Effect::ForgetAttachment { id } = effect {
                prop_assert!(!held.contains(id), "{id:?} is still there");
                prop_assert!(self.files.remove(id), "{id:?} was gone before");
            }
        }
        let lost: Vec<_> = self.files.difference(&held).collect();
        prop_assert!(lost.is_empty(), "{lost:?} lost");
        self.files.extend(held);
        Ok(())
    }
}

/// Checks that a cancel names a run that was active or stopping before, and is not active now.
fn check_effect(
    effect: &Effect,
    before: &Conversation,
    after: &Conversation,
) -> Result<(), TestCaseError> {
    let (Effect::SendCancel { run: stopped } | Effect::AbortStream { run: stopped }) = effect
    else {
        return Ok(());
    };
    let was_at_work = before.active().is_some_and(|run| run.id == *stopped);
    let was_stopping = before.stopping().iter().any(|held| held.run == *stopped);
    prop_assert!(
        was_at_work || was_stopping,
        "{:?} was not concerned",
        stopped
    );
    prop_assert!(
        after.active().is_none_or(|run| run.id != *stopped),
        "{:?} goes on",
        stopped
    );
    Ok(())
}

fn check_history(conversation: &Conversation) -> Result<(), TestCaseError> {
    use midturn_core::history::HistoryMessage;
    let Some(run) = conversation.active() else {
        return Ok(());
    };
    let request = conversation
        .request(&run.id)
        .expect("the run at work has a request");
    let blank = conversation
        .turns()
        .last()
        .is_some_and(|turn| turn.messages.is_empty());
    let ends_with_person = matches!(request.messages.last(), Some(HistoryMessage::User { .. }));
    prop_assert!(ends_with_person || !blank);
    // A backend that gets answers continues the calls of that turn, so they need no results here.
    let resumed = conversation.turns().last();
    let resumed = resumed.filter(|_| !request.resume.is_empty());
    let asked: Vec<_> = resumed
        .into_iter()
        .flat_map(|turn| &turn.activities)
        .filter(|held| matches!(held.kind, ActivityKind::Tool { .. }))
        .map(|held| held.id.clone())
        .collect();
    // Answers are sent alone: the person's messages are sent in another run.
    let unsaid = resumed.into_iter().flat_map(Turn::interjections);
    for said in unsaid.filter(|said| said.is_pending()) {
        prop_assert!(said.place.is_none(), "{:?} beside answers", said.id);
    }
    let mut open: Vec<_> = Vec::new();
    for message in &request.messages {
        match message {
            // Some backends send the result of a call and ask about the call anyway.
            HistoryMessage::Tool { call, .. } if asked.contains(call) => {}
            HistoryMessage::Tool { call, .. } => {
                let place = open.iter().position(|held| held == call);
                prop_assert!(place.is_some(), "a result without its call");
                open.remove(place.unwrap_or_default());
            }
            HistoryMessage::Assistant { calls, .. } => {
                prop_assert!(open.is_empty(), "calls without results: {:?}", open);
                let calls = calls.iter().map(|call| call.id.clone());
                open.extend(calls.filter(|call| !asked.contains(call)));
            }
            HistoryMessage::User { .. } => prop_assert!(open.is_empty(), "no results: {:?}", open),
            HistoryMessage::Reasoning { .. } => {}
        }
    }
    Ok(())
}

fn ids(conversation: &Conversation) -> BTreeMap<MessageId, usize> {
    let queue = conversation.queue();
    let all = queue
        .prompts()
        .iter()
        .chain(queue.removed())
        .map(|prompt| &prompt.id)
        .chain(conversation.turns().iter().map(|turn| &turn.id));
    let mut ids = BTreeMap::new();
    for id in all {
        *ids.entry(id.clone()).or_default() += 1;
    }
    ids
}

fn is_said(conversation: &Conversation, id: &MessageId) -> bool {
    let mut turns = conversation.turns().iter();
    turns.any(|turn| turn.interjection(id).is_some())
}

/// A sequence in which the backend drops a message. The person sends the message in place of an
/// answer. The backend accepts the abandoned answer, but its list of messages in the next run
/// lacks the message. The acts of `before` follow; then that run ends.
fn missed(replaces: bool, before: Vec<Act>) -> Vec<Act> {
    let at_work = |event| Act::new((Which::AtWork, event), reported);
    let speak: fn(&mut World, Which) -> Input = if replaces { replace } else { interject };
    let mut acts = vec![
        Act::new((), compose),
        Act::new((), submit),
        at_work(RunEvent::Opened),
        at_work(tool("c")),
        at_work(asks(vec![question("q", Some("c"))])),
        Act::new((), compose),
        Act::new(Which::AtWork, speak),
        at_work(RunEvent::Opened),
        at_work(tool_result("c", "r")),
        at_work(RunEvent::Finished(FinishOutcome::Success)),
        at_work(RunEvent::Opened),
        at_work(text("b", "x")),
        at_work(RunEvent::Snapshot(vec![user("m1", "")])),
    ];
    acts.extend(before);
    acts.push(at_work(RunEvent::Finished(FinishOutcome::Success)));
    acts
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_or_file_is_lost_and_every_state_is_valid(
        cancel in any::<bool>(),
        rejoin in any::<bool>(),
        interject in any::<bool>(),
        plain_stop in any::<bool>(),
        acts in prop::collection::vec(any_act(), 1..90),
    ) {
        let mut world = World::new(Abilities { cancel, rejoin, resend: rejoin, interject, plain_stop, keeps_history: false });
        for act in acts {
            world.act(&act)?;
        }
        recorded::check(world.conversation.abilities(), &world.inputs)?;
    }

    #[test]
    fn messages_in_place_of_an_answer_are_not_lost(
        rejoin in any::<bool>(),
        replace in any::<bool>(),
        before in prop::collection::vec(any_act(), 0..4),
        acts in prop::collection::vec(any_act(), 0..30),
    ) {
        let mut world = World::new(Abilities { rejoin, resend: rejoin, ..Abilities::default() });
        for act in missed(replace, before).into_iter().chain(acts) {
            world.act(&act)?;
        }
    }
}
