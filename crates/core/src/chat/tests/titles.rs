//! The titles of threads: the person's own, the agent's, the start of the first message.

use super::{opened, send, titles};
use crate::change::ChatChange;
use crate::chat::{Chat, ChatInput, ChatStep};
use crate::run_event::RunEvent;
use crate::testing::builder::run_of;
use crate::testing::inputs::of_run;

fn entitled(chat: &mut Chat, title: &str) -> ChatStep {
    let event = of_run(run_of("t-5"), RunEvent::Title(title.into()));
    chat.apply(ChatInput::In("t".into(), event), 6)
}

#[test]
fn the_title_of_the_agent_replaces_the_automatic_one() {
    let mut chat = opened("t");
    send(&mut chat, "t", "hello there", 5);
    let step = entitled(&mut chat, " Tide tables\nand more");
    assert_eq!(titles(&chat), ["Tide tables"]);
    assert!(step.changes.contains(&ChatChange::Threads));
    assert_eq!(
        entitled(&mut chat, "Tide tables").changes,
        [],
        "nothing new"
    );
    entitled(&mut chat, " ");
    assert_eq!(titles(&chat), ["hello there"], "the agent takes it back");
    entitled(&mut chat, &"x".repeat(1000));
    assert_eq!(titles(&chat)[0].chars().count(), 81, "it is cut");
}

#[test]
fn the_title_of_the_person_wins_over_that_of_the_agent() {
    let rename = |chat: &mut Chat, title: &str| {
        let (thread, title) = ("t".into(), title.into());
        chat.apply(ChatInput::Rename { thread, title }, 6);
    };
    let mut chat = opened("t");
    send(&mut chat, "t", "hello there", 5);
    rename(&mut chat, "mine");
    entitled(&mut chat, "Tide tables");
    assert_eq!(titles(&chat), ["mine"]);
    rename(&mut chat, "");
    assert_eq!(titles(&chat), ["Tide tables"]);
}

#[test]
fn a_long_title_is_cut_at_a_word_and_never_inside_a_character() {
    let mut chat = opened("t");
    send(&mut chat, "t", &"wörd ".repeat(40), 5);
    let title = chat
        .head(&"t".into())
        .map(|head| head.title.clone())
        .unwrap_or_default();
    assert!(
        title.ends_with("wörd…") && title.chars().count() <= 81,
        "{title}"
    );
    let mut chat = opened("t");
    send(&mut chat, "t", &"ö".repeat(200), 5);
    let title = chat
        .head(&"t".into())
        .map(|head| head.title.clone())
        .unwrap_or_default();
    assert_eq!(title.chars().count(), 81);
}
