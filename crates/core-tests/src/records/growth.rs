//! Compatibility of records with later versions: a record may have fields and variants that this
//! version does not know, or lack fields that this version knows.

use midturn_core::conversation::Conversation;
use midturn_core::transcript::{ActivityKind, Asked, Turn};
use serde_json::{Value, json};

use super::samples::{asked, conversation, head};
use super::{ASKED, CONVERSATION, HEAD, TURN, read, turn_of, typed};

fn json_of(record: &str) -> Value {
    serde_json::from_str(record).expect("it is JSON")
}

/// Removes a field at this place.
fn without(record: &mut Value, place: &str) {
    let (object, name) = place.rsplit_once('/').expect("a place");
    let object = record.pointer_mut(object).and_then(Value::as_object_mut);
    let gone = object.expect("an object").remove(name);
    assert!(gone.is_some(), "there is no {place}");
}

#[test]
fn a_missing_optional_field_has_its_default() {
    let mut record = json_of(ASKED);
    without(&mut record, "/value/ledger");
    without(&mut record, "/value/activities/1/kind/approval/asked");
    let mut expected = turn_of(&asked());
    expected.ledger = Vec::new();
    let ActivityKind::Approval { asked, .. } = &mut expected.activities[1].kind else {
        panic!("it is a question");
    };
    *asked = Asked::default();
    assert_eq!(
        read::<Turn>(&record.to_string()).expect("it is read"),
        expected
    );
}

#[test]
fn a_missing_required_field_is_an_error() {
    let mut record = json_of(TURN);
    without(&mut record, "/value/startedAt");
    let error = read::<Turn>(&record.to_string()).expect_err("it is no turn");
    assert!(error.to_string().contains("startedAt"), "{error}");
}

#[test]
fn an_unknown_field_is_ignored() {
    let added = |record: &str, places: &[&str]| {
        let mut record = json_of(record);
        for place in places {
            let object = record.pointer_mut(place).and_then(Value::as_object_mut);
            let object = object.expect("an object");
            object.insert("added".to_owned(), json!({"by": ["a", "later version"]}));
        }
        record.to_string()
    };
    let turn = added(TURN, &["", "/value", "/value/activities/0"]);
    let held = turn_of(&conversation());
    assert_eq!(read::<Turn>(&turn).expect("it is read"), held);
    let record = added(CONVERSATION, &["/value/queue/prompts/0", "/value/active"]);
    let held: Conversation = read(CONVERSATION).expect("it is read");
    assert_eq!(read::<Conversation>(&record).expect("it is read"), held);
    let record = added(HEAD, &["/value"]);
    assert_eq!(read(&record).ok(), Some(head()));
}

#[test]
fn an_unknown_variant_is_refused() {
    let mut record = json_of(CONVERSATION);
    record["value"]["card"] = json!({"dancing": {}});
    let error = read::<Conversation>(&record.to_string()).expect_err("no such card");
    assert!(error.to_string().contains("dancing"), "{error}");
}

#[test]
fn only_the_typed_text_is_read_from_another_version() {
    for version in [0, 2, 7] {
        let mut record = json_of(CONVERSATION);
        record["version"] = json!(version);
        let words = typed(CONVERSATION);
        let error = read::<Conversation>(&record.to_string()).expect_err("it is not read");
        assert!(error.to_string().contains("version"), "{error}");
        assert_eq!(typed(&record.to_string()), words);
        // The typed text is read even if the rest of the record has another form.
        record["value"] = json!([[], {"typed": "not this"}]);
        record["added"] = json!(null);
        assert_eq!(typed(&record.to_string()), words);
    }
}

#[test]
fn a_later_version_is_the_first_error_reported() {
    let later = r#"{"version":2,"typed":"words","value":"something else"}"#;
    let error = read::<Conversation>(later).expect_err("it is not read");
    assert!(error.to_string().contains("version 2"), "{error}");
    assert_eq!(typed(later), "words");
}
