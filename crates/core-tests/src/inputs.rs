//! The inputs of a conversation: how random tests make them, how often, and a sample of each.
//!
//! Each subject has a file. It has the acts that end in an input of the subject, and the samples.

mod act;
mod answers;
mod around;
mod card;
mod composer;
mod events;
mod interjections;
mod messages;
mod past;
mod questions;
mod queue;
mod world;

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::strategy::Union;
use serde::de::DeserializeOwned;
use serde_json::Value;

use midturn_core::attachment::AttachmentInput;
use midturn_core::composer::Recall;
use midturn_core::control::CancelAnswer;
use midturn_core::effect::Retry;
use midturn_core::input::{
    AlwaysInput, EditInput, Input, InterjectionInput, QueueInput, UnsentInput,
};
use midturn_core::run_event::{RunEvent, TaskEvent};
use midturn_core::transcript::Answer;

pub(crate) use act::{Act, Which};
pub(crate) use card::replace;
pub(crate) use composer::{compose, submit};
pub(crate) use events::reported;
pub(crate) use interjections::interject;
pub(crate) use world::{World, words};

/// Any act, as often as its weight says.
pub(crate) fn any_act() -> impl Strategy<Value = Act> {
    let subjects = [
        composer::acts(),
        card::acts(),
        queue::acts(),
        interjections::acts(),
        messages::acts(),
        questions::acts(),
        around::acts(),
        answers::acts(),
        events::acts(),
    ];
    Union::new_weighted(subjects.into_iter().flatten().collect())
}

/// A sample of every input, with nested data, in no meaningful order.
pub(crate) fn samples() -> Vec<Input> {
    let subjects = [
        composer::samples(),
        card::samples(),
        queue::samples(),
        interjections::samples(),
        messages::samples(),
        questions::samples(),
        around::samples(),
        answers::samples(),
        events::samples(),
        past::samples(),
    ];
    subjects.into_iter().flatten().collect()
}

/// Requires a sample of each variant of a type, which is at this place in the JSON of the inputs.
/// JSON knows the variants: it refuses an unknown one with a list of those that exist.
#[track_caller]
fn has_each<T: DeserializeOwned>(place: &str) {
    let refused = serde_json::from_str::<T>("\"?\"").err();
    let refused = refused.expect("no variant has this name").to_string();
    let known = refused.split('`').skip(3).step_by(2);
    let known: BTreeSet<_> = known.map(str::to_owned).collect();
    let inputs = samples().into_iter();
    let inputs = inputs.map(|input| serde_json::to_value(input).expect("it can be written"));
    let name = |input: Value| match input.pointer(place)? {
        Value::Object(fields) => fields.keys().next().cloned(),
        name => name.as_str().map(str::to_owned),
    };
    let sampled: BTreeSet<_> = inputs.filter_map(name).collect();
    let missing: Vec<_> = known.difference(&sampled).collect();
    assert!(
        !known.is_empty() && missing.is_empty(),
        "no sample of {missing:?} of {known:?}"
    );
}

#[test]
fn every_input_has_a_sample() {
    has_each::<Input>("");
    has_each::<AttachmentInput>("/attachment");
    has_each::<InterjectionInput>("/interjection");
    has_each::<AlwaysInput>("/always");
    has_each::<EditInput>("/edit");
    has_each::<UnsentInput>("/unsent");
    has_each::<QueueInput>("/queue");
    has_each::<Recall>("/recall");
    has_each::<Answer>("/answer/answer");
    has_each::<Retry>("/retryDue/what");
    has_each::<CancelAnswer>("/cancelAnswered/answer");
    has_each::<RunEvent>("/run/event");
    has_each::<TaskEvent>("/run/event/task/event");
}
