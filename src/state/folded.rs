//! Which turns the transcript lists: adjacent turns that are no longer part of the conversation are
//! one row, until the person opens it.

use std::collections::BTreeSet;

use midturn_core::id::MessageId;
use midturn_core::left_out::LeftOut;

/// The turns with a row: all that are part of the conversation, and of the others the first of each
/// group. Of an open group, all.
///
/// `open`: the first turns of the open groups. A group with the last turn is open too: the agent may
/// still work on that turn, until its question is closed.
pub(super) fn listed(
    turns: &[MessageId],
    out: &LeftOut,
    open: &BTreeSet<MessageId>,
) -> Vec<MessageId> {
    let mut listed = Vec::with_capacity(turns.len());
    let mut first = None;
    let last = turns.iter().rev().take_while(|turn| out.has(turn)).last();
    let is_open = |first: &MessageId| open.contains(first) || last == Some(first);
    for turn in turns {
        if !out.has(turn) {
            first = None;
            listed.push(turn.clone());
        } else if first.is_none_or(is_open) {
            first = first.or(Some(turn));
            listed.push(turn.clone());
        }
    }
    listed
}

/// The group of adjacent turns around a turn that is left out; empty for another turn.
pub(super) fn group<'a>(
    turns: &'a [MessageId],
    out: &LeftOut,
    turn: &MessageId,
) -> &'a [MessageId] {
    let Some(place) = turns.iter().position(|held| held == turn) else {
        return &[];
    };
    let (before, after) = turns.split_at(place);
    let left_out = |turn: &&MessageId| out.has(turn);
    let from = place - before.iter().rev().take_while(left_out).count();
    let to = place + after.iter().take_while(left_out).count();
    if to == place {
        &[]
    } else {
        turns.get(from..to).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use midturn_core::conversation::Conversation;
    use midturn_core::id::RunId;
    use midturn_core::input::Input;
    use midturn_core::run_event::{FinishOutcome, RunEvent};

    fn ids(all: &[&str]) -> Vec<MessageId> {
        all.iter().map(|id| MessageId::from(*id)).collect()
    }

    fn finish(held: &mut Conversation, id: &str) {
        let _ = held.apply(
            Input::Run {
                run: RunId::of_attempt(&id.into(), 1),
                cursor: None,
                event: RunEvent::Finished(FinishOutcome::Success),
            },
            1,
        );
    }

    fn say(held: &mut Conversation, id: &str) {
        let (id, said) = (id.into(), String::from("x").into());
        let _ = held.apply(Input::Say { id, said }, 0);
    }

    fn again(held: &mut Conversation, turn: &str, id: &str) {
        let input = Input::SendAgain {
            turn: turn.into(),
            id: id.into(),
            text: "x".into(),
        };
        let _ = held.apply(input, 0);
    }

    /// Turns 1 to 6, of which 2 and 3, and 5, are left out.
    fn some() -> (Vec<MessageId>, LeftOut) {
        let mut held = Conversation::new("t".into());
        for id in ["1", "2", "3"] {
            say(&mut held, id);
            finish(&mut held, id);
        }
        again(&mut held, "2", "4");
        finish(&mut held, "4");
        say(&mut held, "5");
        again(&mut held, "5", "6");
        let turns = held.turns().iter().map(|turn| turn.id.clone()).collect();
        (turns, held.left_out())
    }

    #[test]
    fn a_group_is_one_row_until_it_is_open() {
        let (turns, out) = some();
        let open = |first: &[&str]| listed(&turns, &out, &ids(first).into_iter().collect());
        assert_eq!(open(&[]), ids(&["1", "2", "4", "5", "6"]));
        assert_eq!(open(&["2"]), turns);
        assert_eq!(open(&["5"]), ids(&["1", "2", "4", "5", "6"]));
    }

    #[test]
    fn a_group_at_the_end_is_open() {
        let (mut turns, out) = some();
        turns.truncate(3);
        assert_eq!(listed(&turns, &out, &BTreeSet::new()), turns);
    }

    #[test]
    fn a_group_has_the_turns_beside_it_that_are_left_out_too() {
        let (turns, out) = some();
        let around = |turn: &str| group(&turns, &out, &turn.into()).to_vec();
        assert_eq!(around("2"), ids(&["2", "3"]));
        assert_eq!(around("3"), ids(&["2", "3"]));
        assert_eq!(around("5"), ids(&["5"]));
        assert_eq!(around("1"), ids(&[]));
        assert_eq!(around("none"), ids(&[]));
    }
}
