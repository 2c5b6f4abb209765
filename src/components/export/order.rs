//! The order in which a turn's texts and activities happened.

use midturn_core::id::ActivityId;
use midturn_core::transcript::{Activity, ActivityKind, AgentMessage, Turn};

/// Something in a turn.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece<'a> {
    /// A text of the agent.
    Text(&'a str),
    /// An activity, and in how many others it is.
    Activity(&'a Activity, usize),
}

/// The pieces of a turn in the order in which they happened. The messages say where the activities
/// that they carry belong; the others follow the one that began before them.
pub(super) fn pieces(turn: &Turn) -> Vec<Piece<'_>> {
    let mut order = Order {
        turn,
        written: vec![false; turn.activities.len()],
        pieces: Vec::new(),
    };
    for (place, message) in turn.messages.iter().enumerate() {
        order.interjections_at(place);
        match message {
            AgentMessage::Assistant { text, calls, .. } => {
                if !text.trim().is_empty() {
                    order.pieces.push(Piece::Text(text));
                }
                for call in calls {
                    order.up_to(call);
                }
            }
            AgentMessage::Reasoning { activity, .. } => order.up_to(activity),
            AgentMessage::Tool { call } => order.after(call),
        }
    }
    for place in 0..turn.activities.len() {
        order.write(place);
    }
    order.pieces
}

struct Order<'a> {
    turn: &'a Turn,
    /// Which activities are written.
    written: Vec<bool>,
    pieces: Vec<Piece<'a>>,
}

impl Order<'_> {
    fn write(&mut self, place: usize) {
        let Some(activity) = self.turn.activities.get(place) else {
            return;
        };
        if let Some(written @ false) = self.written.get_mut(place) {
            *written = true;
            let depth = self.depth(activity);
            self.pieces.push(Piece::Activity(activity, depth));
        }
    }

    fn place_of(&self, id: &ActivityId) -> Option<usize> {
        let mut all = self.turn.activities.iter();
        all.position(|activity| activity.id == *id)
    }

    /// Writes an activity, and before it those that began earlier and belong to no message.
    fn up_to(&mut self, id: &ActivityId) {
        if let Some(end) = self.place_of(id) {
            for place in 0..end {
                if !self.is_carried(place) {
                    self.write(place);
                }
            }
            self.write(end);
        }
    }

    /// Writes what came of a call: the activities after it that belong to no message.
    fn after(&mut self, call: &ActivityId) {
        let Some(from) = self.place_of(call) else {
            return;
        };
        for place in from + 1..self.turn.activities.len() {
            if self.is_carried(place) {
                break;
            }
            self.write(place);
        }
    }

    fn interjections_at(&mut self, now: usize) {
        for place in 0..self.turn.activities.len() {
            if self.interjected(place) == Some(now) {
                self.write(place);
            }
        }
    }

    fn interjected(&self, place: usize) -> Option<usize> {
        match &self.turn.activities.get(place)?.kind {
            ActivityKind::Interjection(said) => said.place,
            _ => None,
        }
    }

    /// Whether a message says where the activity belongs.
    fn is_carried(&self, place: usize) -> bool {
        let Some(activity) = self.turn.activities.get(place) else {
            return true;
        };
        let carries = |message: &AgentMessage| match message {
            AgentMessage::Assistant { calls, .. } => calls.contains(&activity.id),
            AgentMessage::Reasoning { activity: held, .. } => *held == activity.id,
            AgentMessage::Tool { .. } => false,
        };
        self.interjected(place).is_some() || self.turn.messages.iter().any(carries)
    }

    fn depth(&self, activity: &Activity) -> usize {
        let (mut depth, mut parent) = (0, activity.parent.as_ref());
        // A backend may name parents in a circle.
        while let (Some(id), true) = (parent, depth < 8) {
            depth += 1;
            let held = self.turn.activities.iter().find(|held| held.id == *id);
            parent = held.and_then(|held| held.parent.as_ref());
        }
        depth
    }
}
