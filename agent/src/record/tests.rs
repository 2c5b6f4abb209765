//! The order of the interjections in a transcript.

use serde_json::{Value, json};

use super::*;

fn custom(name: &str, value: &Value) -> Value {
    json!({"type": "CUSTOM", "name": name, "value": value})
}

fn said(id: &str, parent: &str) -> Value {
    let value = json!({"id": id, "message": "m", "parentId": parent, "targetAgent": "x"});
    custom("user.interjection", &value)
}

#[test]
fn a_passed_up_interjection_follows_the_earlier_messages_of_its_new_agent() {
    let mut transcript = Transcript::default();
    for event in [
        said("i1", "call"),
        said("i2", "root"),
        said("i1", "root"),
        custom("interjection.delivered", &json!({"id": "i2", "step": 2})),
        custom("interjection.delivered", &json!({"id": "i1", "step": 2})),
    ] {
        transcript.read(&event);
    }
    let order: Vec<_> = transcript.interjections().iter().map(|s| &s.id).collect();
    assert_eq!(order, ["i2", "i1"]);
}
