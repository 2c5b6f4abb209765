//! Reading of records: of this version, of a later one, truncated and broken.

mod growth;
mod samples;

use std::fmt::Debug;

use midturn_core::chat::ThreadHead;
use midturn_core::conversation::Conversation;
use midturn_core::record::{Envelope, Record, Typed};
use midturn_core::sharing::Draft;
use midturn_core::transcript::Turn;
use serde::Serialize;
use serde::de::{DeserializeOwned, DeserializeSeed};

use crate::storage::{read, write};
use samples::{asked, conversation, draft, head, offline, with_agents, with_files};

/// The records that version 1 writes. To update them, run `version_1_is_written_and_read` with
/// `MIDTURN_UPDATE_GOLDEN=1`. Once people have stored records of this version, later versions of
/// the program must still read them: see `midturn_core::record`.
const HEAD: &str = include_str!("records/head.1.json");
const CONVERSATION: &str = include_str!("records/conversation.1.json");
const AT_WORK: &str = include_str!("records/at-work.1.json");
const TURN: &str = include_str!("records/turn.1.json");
const AGENTS: &str = include_str!("records/agents.1.json");
const FILES: &str = include_str!("records/files.1.json");
const ASKED: &str = include_str!("records/asked.1.json");
const DRAFT: &str = include_str!("records/draft.1.json");

/// The typed text, as the driver reads it.
fn typed(record: &str) -> String {
    let mut typed = String::new();
    let mut from = serde_json::Deserializer::from_str(record);
    let _ = Typed(&mut typed).deserialize(&mut from);
    typed
}

/// A fixture on one line, as the driver writes records.
fn compact(record: &str) -> String {
    record.lines().map(str::trim_start).collect()
}

fn turn_of(conversation: &Conversation) -> Turn {
    conversation.turns()[0].clone()
}

/// Compares a value with a fixture, and with the value read from the fixture.
fn check<T>(name: &str, held: &str, value: &T)
where
    T: Record + Serialize + DeserializeOwned + PartialEq + Debug,
{
    let record = serde_json::to_string_pretty(&Envelope::of(value)).expect("it is written");
    let record = record + "\n";
    if std::env::var_os("MIDTURN_UPDATE_GOLDEN").is_some() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/records");
        std::fs::write(format!("{folder}/{name}.1.json"), record).expect("it is written");
        return;
    }
    assert_eq!(record, held, "{name}: the stored form has changed");
    assert_eq!(&read::<T>(held).expect("it is read"), value, "{name}");
}

#[test]
fn version_1_is_written_and_read() {
    check("head", HEAD, &head());
    let stored = |held: Conversation| without_what_is_beside(&held);
    check("conversation", CONVERSATION, &stored(conversation()));
    check("at-work", AT_WORK, &stored(offline()));
    check("turn", TURN, &turn_of(&conversation()));
    check("agents", AGENTS, &turn_of(&with_agents()));
    check("files", FILES, &turn_of(&with_files()));
    check("asked", ASKED, &turn_of(&asked()));
    check("draft", DRAFT, &draft());
}

/// A conversation without the fields that its record leaves out.
fn without_what_is_beside(held: &Conversation) -> Conversation {
    let read: Conversation = read(&write(held)).expect("it is read");
    assert_eq!(read.thread(), held.thread());
    assert_eq!(read.queue(), held.queue());
    assert_eq!(read.card(), held.card());
    assert_eq!(read.active(), held.active());
    assert_eq!(read.stopping(), held.stopping());
    assert_eq!(read.abilities(), held.abilities());
    assert_eq!(read.state(), held.state());
    read
}

#[test]
fn the_record_of_a_conversation_has_neither_turns_nor_the_composer() {
    let read = without_what_is_beside(&conversation());
    assert!(read.turns().is_empty());
    assert!(read.composer().is_empty());
    assert!(!write(&conversation()).contains("composer"));
    let held = without_what_is_beside(&with_files());
    assert_eq!(held.attached().files(), []);
}

#[test]
fn undelivered_interjections_and_drafts_of_answers_are_in_the_typed_text() {
    assert_eq!(
        typed(&write(&turn_of(&with_agents()))),
        "shorter\nin French"
    );
    let asked = write(&turn_of(&asked()));
    assert_eq!(typed(&asked), "half an answer\na.txt");
}

#[test]
fn all_typed_text_is_at_the_start_of_a_record() {
    let record = write(&conversation());
    let found = typed(&record);
    let mut lines: Vec<_> = found.lines().collect();
    lines.sort_unstable();
    let expected = ["draft", "half", "text of q1", "text of q2", "text of q3"];
    assert_eq!(lines, expected);
    assert!(record.starts_with(r#"{"version":1,"typed":""#), "{record}");
    assert_eq!(typed(&write(&draft())), "asked\ncomposer");
    assert_eq!(typed(&write(&Conversation::new("t".into()))), "");
}

#[test]
fn a_truncated_record_is_refused_but_its_typed_text_is_read() {
    fn check<T: DeserializeOwned>(record: &str) {
        let words = typed(record);
        assert!(!words.is_empty());
        let written = serde_json::to_string(&words).expect("it is written");
        let behind = record.find(&written).expect("it is there") + written.len();
        for end in (0..record.len()).filter(|end| record.is_char_boundary(*end)) {
            assert!(read::<T>(&record[..end]).is_err(), "{end}");
            let found = typed(&record[..end]);
            assert_eq!(found, if end < behind { "" } else { &words }, "{end}");
        }
        assert!(read::<T>(&format!("{record}}}")).is_err());
    }
    check::<Conversation>(&compact(CONVERSATION));
    check::<Turn>(&compact(AGENTS));
    check::<Draft>(&compact(DRAFT));
}

#[test]
fn no_changed_byte_makes_reading_panic() {
    for record in [
        HEAD,
        CONVERSATION,
        AT_WORK,
        TURN,
        AGENTS,
        FILES,
        ASKED,
        DRAFT,
    ] {
        let record = compact(record);
        for place in 0..record.len() {
            for byte in *b"{}[]\",:\\0-9ent\x00" {
                let mut bytes = record.clone().into_bytes();
                bytes[place] = byte;
                // The driver reads only valid UTF-8.
                let Ok(record) = String::from_utf8(bytes) else {
                    continue;
                };
                let _ = typed(&record);
                let _ = read::<ThreadHead>(&record);
                let _ = read::<Conversation>(&record);
                let _ = read::<Turn>(&record);
                let _ = read::<Draft>(&record);
            }
        }
    }
}
